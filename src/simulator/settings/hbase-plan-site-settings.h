/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include "hbase-plan-macros.h"

G_BEGIN_DECLS

#define HBASE_PLAN_TYPE_SITE_SETTINGS (hbase_plan_site_settings_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBasePlanSiteSettings, hbase_plan_site_settings, HBASE_PLAN, SITE_SETTINGS, GObject)

/**
 * HBasePlanSiteSettingsReader:
 * @file: the file to read: the `href` of an include, joined to the folder of the file that includes it
 * @user_data: the data of the caller
 * @error: location of an error, or NULL
 *
 * Reads an included file. If it doesn't exist, the include's `fallback` is used, if there is one.
 *
 * Returns: (transfer full) (nullable): the text; NULL with an error, or without one if there is no such file
 */
typedef GBytes *(*HBasePlanSiteSettingsReader) (const char *file, gpointer user_data, GError **error);

HBASE_AVAILABLE_IN_0_1
HBasePlanSiteSettings *hbase_plan_site_settings_new (void);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_site_settings_set_reader (HBasePlanSiteSettings *settings,
                                          HBasePlanSiteSettingsReader reader,
                                          gpointer user_data,
                                          GDestroyNotify destroy);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_plan_site_settings_add_xml (HBasePlanSiteSettings *settings,
                                           const char *file,
                                           GBytes *text,
                                           GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_plan_site_settings_add_descriptor (HBasePlanSiteSettings *settings,
                                                  const char *file,
                                                  const char *text,
                                                  GError **error);
HBASE_AVAILABLE_IN_0_1
char *hbase_plan_site_settings_get (HBasePlanSiteSettings *settings, const char *name, GError **error);
HBASE_AVAILABLE_IN_0_1
const char *hbase_plan_site_settings_get_origin (HBasePlanSiteSettings *settings, const char *name);
HBASE_AVAILABLE_IN_0_1
GStrv hbase_plan_site_settings_get_names (HBasePlanSiteSettings *settings);
HBASE_AVAILABLE_IN_0_1
GStrv hbase_plan_site_settings_get_notes (HBasePlanSiteSettings *settings);

G_END_DECLS
