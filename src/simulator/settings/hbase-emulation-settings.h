/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-site-settings.h"

G_BEGIN_DECLS

/**
 * HBaseSettingEffect:
 * @HBASE_SETTING_EFFECT_USED: the emulation depends on it
 * @HBASE_SETTING_EFFECT_NONE: HBase or Hadoop knows it, but the emulation doesn't depend on it
 * @HBASE_SETTING_EFFECT_UNKNOWN: HBase 2.6's `hbase-default.xml` doesn't have it: it may be misspelt
 *
 * What a setting does to the emulation.
 *
 * Since: 0.1
 */
typedef enum {
  HBASE_SETTING_EFFECT_USED = 0,
  HBASE_SETTING_EFFECT_NONE = 1,
  HBASE_SETTING_EFFECT_UNKNOWN = 2,
} HBaseSettingEffect;

#define HBASE_TYPE_SETTING_EFFECT (hbase_setting_effect_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_setting_effect_get_type (void);

#define HBASE_TYPE_EMULATION_SETTING (hbase_emulation_setting_get_type ())
typedef struct _HBaseEmulationSetting HBaseEmulationSetting;

HBASE_AVAILABLE_IN_0_1
GType hbase_emulation_setting_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseEmulationSetting *hbase_emulation_setting_ref (HBaseEmulationSetting *setting);
HBASE_AVAILABLE_IN_0_1
void hbase_emulation_setting_unref (HBaseEmulationSetting *setting);
HBASE_AVAILABLE_IN_0_1
const char *hbase_emulation_setting_get_name (HBaseEmulationSetting *setting);
HBASE_AVAILABLE_IN_0_1
const char *hbase_emulation_setting_get_value (HBaseEmulationSetting *setting);
HBASE_AVAILABLE_IN_0_1
const char *hbase_emulation_setting_get_unit (HBaseEmulationSetting *setting);
HBASE_AVAILABLE_IN_0_1
const char *hbase_emulation_setting_get_origin (HBaseEmulationSetting *setting);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_emulation_setting_is_default (HBaseEmulationSetting *setting);
HBASE_AVAILABLE_IN_0_1
HBaseSettingEffect hbase_emulation_setting_get_effect (HBaseEmulationSetting *setting);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseEmulationSetting, hbase_emulation_setting_unref)

#define HBASE_TYPE_EMULATION_SETTINGS (hbase_emulation_settings_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseEmulationSettings, hbase_emulation_settings, HBASE, EMULATION_SETTINGS, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseEmulationSettings *hbase_emulation_settings_new (HBaseSiteSettings *site, GError **error);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_emulation_settings_list (HBaseEmulationSettings *settings);
HBASE_AVAILABLE_IN_0_1
HBaseEmulationSetting *hbase_emulation_settings_find (HBaseEmulationSettings *settings, const char *name);

G_END_DECLS
