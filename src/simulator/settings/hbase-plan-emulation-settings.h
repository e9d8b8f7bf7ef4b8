/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-site-settings.h"

G_BEGIN_DECLS

/**
 * HBasePlanSettingEffect:
 * @HBASE_PLAN_SETTING_EFFECT_USED: the emulation depends on it
 * @HBASE_PLAN_SETTING_EFFECT_NONE: HBase or Hadoop knows it, but the emulation doesn't depend on it
 * @HBASE_PLAN_SETTING_EFFECT_UNKNOWN: HBase 2.6's `hbase-default.xml` doesn't have it: it may be misspelt
 *
 * What a setting does to the emulation.
 */
typedef enum {
  HBASE_PLAN_SETTING_EFFECT_USED = 0,
  HBASE_PLAN_SETTING_EFFECT_NONE = 1,
  HBASE_PLAN_SETTING_EFFECT_UNKNOWN = 2,
} HBasePlanSettingEffect;

#define HBASE_PLAN_TYPE_SETTING_EFFECT (hbase_plan_setting_effect_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_plan_setting_effect_get_type (void);

#define HBASE_PLAN_TYPE_EMULATION_SETTING (hbase_plan_emulation_setting_get_type ())
typedef struct _HBasePlanEmulationSetting HBasePlanEmulationSetting;

HBASE_AVAILABLE_IN_0_1
GType hbase_plan_emulation_setting_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBasePlanEmulationSetting *hbase_plan_emulation_setting_ref (HBasePlanEmulationSetting *setting);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_emulation_setting_unref (HBasePlanEmulationSetting *setting);
HBASE_AVAILABLE_IN_0_1
const char *hbase_plan_emulation_setting_get_name (HBasePlanEmulationSetting *setting);
HBASE_AVAILABLE_IN_0_1
const char *hbase_plan_emulation_setting_get_value (HBasePlanEmulationSetting *setting);
HBASE_AVAILABLE_IN_0_1
const char *hbase_plan_emulation_setting_get_unit (HBasePlanEmulationSetting *setting);
HBASE_AVAILABLE_IN_0_1
const char *hbase_plan_emulation_setting_get_origin (HBasePlanEmulationSetting *setting);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_plan_emulation_setting_is_default (HBasePlanEmulationSetting *setting);
HBASE_AVAILABLE_IN_0_1
HBasePlanSettingEffect hbase_plan_emulation_setting_get_effect (HBasePlanEmulationSetting *setting);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePlanEmulationSetting, hbase_plan_emulation_setting_unref)

#define HBASE_PLAN_TYPE_EMULATION_SETTINGS (hbase_plan_emulation_settings_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (
    HBasePlanEmulationSettings, hbase_plan_emulation_settings, HBASE_PLAN, EMULATION_SETTINGS, GObject)

HBASE_AVAILABLE_IN_0_1
HBasePlanEmulationSettings *hbase_plan_emulation_settings_new (HBasePlanSiteSettings *site, GError **error);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_plan_emulation_settings_list (HBasePlanEmulationSettings *settings);
HBASE_AVAILABLE_IN_0_1
HBasePlanEmulationSetting *hbase_plan_emulation_settings_find (HBasePlanEmulationSettings *settings,
                                                               const char *name);

G_END_DECLS
