/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-emulation-settings-private.h"

#include <string.h>

#include "hbase-error-private.h"
#include "hbase-plan-known-settings-private.h"
#include "hbase-plan-setting-value-private.h"
#include "hbase-ref-counted-private.h"

/* This file implements HBasePlanEmulationSettings: the table of the settings on which the emulation depends,
 * with HBase 2.6's defaults, and the reading of their values.
 *
 * Invariants:
 * 1. Each value is within the range of its setting, and HBase would start with all of them together.
 * 2. Each property of the files is listed once, with its effect. */

typedef enum { TYPE_INTEGER, TYPE_BYTES, TYPE_NUMBER, TYPE_BOOLEAN, TYPE_SPLIT_POLICY, TYPE_BALANCER } Type;

typedef struct {
  const char *name;
  const char *attribute; /* of a table's descriptor, which overrides the property; NULL: there is none */
  const char *old_name;  /* which HBase still reads; NULL: there is none */
  Type type;
  gsize offset; /* of its value in HBasePlanEmulationValues */
  const char *value;
  double min, max;
  const char *unit;
  const char *source; /* the file of HBase 2.6 that reads it */
} Setting;

#define LARGEST 9223372036854775807.0
#define INT_MAX_JAVA 2147483647.0
#define VALUE(member) G_STRUCT_OFFSET (HBasePlanEmulationValues, member)

/* In the order in which the report lists them: memory, log, compactions, splits, balancer. Where
 * hbase-default.xml and the source file have different defaults, that of hbase-default.xml counts: HBase
 * reads it first. TableDescriptorChecker refuses tables with smaller memstores and regions. A name in
 * capitals is an attribute of a descriptor, without a property for all tables. */
static const Setting settings_table[] = {
  { "hbase.hregion.memstore.flush.size", "MEMSTORE_FLUSHSIZE", NULL, TYPE_INTEGER, VALUE (flush_size),
    "134217728", 1048576, LARGEST, "bytes", "HRegion.java" },
  { "hbase.hregion.memstore.block.multiplier", NULL, NULL, TYPE_INTEGER, VALUE (block_multiplier), "4", 1,
    INT_MAX_JAVA, "times the flush size", "HRegion.java" },
  { "hbase.regionserver.global.memstore.size", NULL, "hbase.regionserver.global.memstore.upperLimit",
    TYPE_NUMBER, VALUE (global_memstore_size), "0.4", 0.0001, 0.8, "of the heap", "MemorySizeUtil.java" },
  { "hbase.regionserver.global.memstore.size.lower.limit", NULL, NULL, TYPE_NUMBER,
    VALUE (global_memstore_lower_limit), "0.95", 0.0001, 1, "of the global memstore size",
    "MemorySizeUtil.java" },
  { "hfile.block.cache.size", NULL, NULL, TYPE_NUMBER, VALUE (block_cache_size), "0.4", 0, 1, "of the heap",
    "MemorySizeUtil.java" },
  { "hbase.regionserver.optionalcacheflushinterval", NULL, NULL, TYPE_INTEGER,
    VALUE (optional_flush_interval), "3600000", -1, INT_MAX_JAVA, "ms", "HRegion.java" },
  { "hbase.hstore.flusher.count", NULL, NULL, TYPE_INTEGER, VALUE (n_flushers), "2", 1, 1000, "threads",
    "MemStoreFlusher.java" },
  { "hbase.hstore.blockingStoreFiles", NULL, NULL, TYPE_INTEGER, VALUE (blocking_store_files), "16", 1,
    INT_MAX_JAVA, "files", "HStore.java" },
  { "hbase.hstore.blockingWaitTime", NULL, NULL, TYPE_INTEGER, VALUE (blocking_wait), "90000", 0,
    INT_MAX_JAVA, "ms", "MemStoreFlusher.java" },
  { "hbase.regionserver.maxlogs", NULL, NULL, TYPE_INTEGER, VALUE (max_log_files), "-1", -1, INT_MAX_JAVA,
    "files; -1: at least 32, and logs of twice the size of all memstores", "AbstractFSWAL.java" },
  { "hbase.regionserver.hlog.blocksize", NULL, NULL, TYPE_INTEGER, VALUE (log_block_size), "-1", -1, LARGEST,
    "bytes; -1: twice dfs.blocksize", "WALUtil.java" },
  { "dfs.blocksize", NULL, "dfs.block.size", TYPE_BYTES, VALUE (dfs_block_size), "134217728", 1, LARGEST,
    "bytes", "HDFS: DfsClientConf.java" },
  { "hbase.regionserver.logroll.multiplier", NULL, NULL, TYPE_NUMBER, VALUE (log_roll_multiplier), "0.5",
    0.0001, 1000, "of the log's block size", "AbstractFSWAL.java" },
  { "hbase.regionserver.logroll.period", NULL, NULL, TYPE_INTEGER, VALUE (log_roll_period), "3600000", 1,
    LARGEST, "ms", "AbstractWALRoller.java" },
  { "hbase.hstore.compaction.min", NULL, "hbase.hstore.compactionThreshold", TYPE_INTEGER, VALUE (min_files),
    "3", 0, INT_MAX_JAVA, "files; at least 2", "CompactionConfiguration.java" },
  { "hbase.hstore.compaction.max", NULL, NULL, TYPE_INTEGER, VALUE (max_files), "10", 2, INT_MAX_JAVA,
    "files", "CompactionConfiguration.java" },
  { "hbase.hstore.compaction.min.size", NULL, NULL, TYPE_INTEGER, VALUE (min_compact_size), "134217728", 0,
    LARGEST, "bytes", "CompactionConfiguration.java" },
  { "hbase.hstore.compaction.max.size", NULL, NULL, TYPE_INTEGER, VALUE (max_compact_size),
    "9223372036854775807", 1, LARGEST, "bytes", "CompactionConfiguration.java" },
  { "hbase.hstore.compaction.ratio", NULL, NULL, TYPE_NUMBER, VALUE (compaction_ratio), "1.2", 0, 1e9, "",
    "CompactionConfiguration.java" },
  { "hbase.regionserver.thread.compaction.throttle", NULL, NULL, TYPE_INTEGER, VALUE (compaction_throttle),
    "2684354560", 0, LARGEST, "bytes", "CompactionConfiguration.java" },
  { "hbase.regionserver.thread.compaction.large", NULL, NULL, TYPE_INTEGER, VALUE (n_large_compactions), "1",
    1, 1000, "threads", "CompactSplit.java" },
  { "hbase.regionserver.thread.compaction.small", NULL, NULL, TYPE_INTEGER, VALUE (n_small_compactions), "1",
    1, 1000, "threads", "CompactSplit.java" },
  { "hbase.hstore.compaction.throughput.lower.bound", NULL, NULL, TYPE_INTEGER,
    VALUE (throughput_lower_bound), "52428800", 1, LARGEST, "bytes/s",
    "PressureAwareCompactionThroughputController.java" },
  { "hbase.hstore.compaction.throughput.higher.bound", NULL, NULL, TYPE_INTEGER,
    VALUE (throughput_higher_bound), "104857600", 1, LARGEST, "bytes/s",
    "PressureAwareCompactionThroughputController.java" },
  { "hbase.regionserver.compaction.enabled", "COMPACTION_ENABLED", NULL, TYPE_BOOLEAN,
    VALUE (compaction_enabled), "true", 0, 1, "", "CompactSplit.java" },
  { "hbase.hregion.majorcompaction", NULL, NULL, TYPE_INTEGER, VALUE (major_compaction_period), "604800000",
    0, LARGEST, "ms; 0: off", "CompactionConfiguration.java" },
  { "hbase.hregion.majorcompaction.jitter", NULL, NULL, TYPE_NUMBER, VALUE (major_compaction_jitter), "0.5",
    0, 1, "of the period", "CompactionConfiguration.java" },
  { "hbase.server.thread.wakefrequency", NULL, NULL, TYPE_INTEGER, VALUE (wake_frequency), "10000", 1,
    INT_MAX_JAVA, "ms", "HRegionServer.java" },
  { "hbase.server.compactchecker.interval.multiplier", NULL, NULL, TYPE_INTEGER,
    VALUE (compaction_check_multiplier), "1000", 1, INT_MAX_JAVA, "times the wake frequency", "HStore.java" },
  { "hbase.hfile.compaction.discharger.interval", NULL, NULL, TYPE_INTEGER, VALUE (archive_interval),
    "120000", 1, INT_MAX_JAVA, "ms", "HRegionServer.java" },
  { "hbase.regionserver.region.split.policy", "SPLIT_POLICY", NULL, TYPE_SPLIT_POLICY, VALUE (split_policy),
    "org.apache.hadoop.hbase.regionserver.SteppingSplitPolicy", 0, 0, "", "RegionSplitPolicy.java" },
  { "hbase.hregion.max.filesize", "MAX_FILESIZE", NULL, TYPE_INTEGER, VALUE (max_file_size), "10737418240",
    2097152, LARGEST, "bytes", "ConstantSizeRegionSplitPolicy.java" },
  { "hbase.hregion.max.filesize.jitter", NULL, NULL, TYPE_NUMBER, VALUE (max_file_size_jitter), "0.25", 0, 1,
    "of the size", "ConstantSizeRegionSplitPolicy.java" },
  { "hbase.increasing.policy.initial.size", NULL, NULL, TYPE_INTEGER, VALUE (initial_split_size), "-1", -1,
    LARGEST, "bytes; -1: twice the flush size", "IncreasingToUpperBoundRegionSplitPolicy.java" },
  { "SPLIT_ENABLED", NULL, NULL, TYPE_BOOLEAN, VALUE (split_enabled), "true", 0, 1, "",
    "TableDescriptorBuilder.java" },
  { "BLOCKSIZE", NULL, NULL, TYPE_INTEGER, VALUE (block_size), "65536", 1, INT_MAX_JAVA, "bytes",
    "ColumnFamilyDescriptorBuilder.java" },
  { "hbase.master.loadbalancer.class", NULL, NULL, TYPE_BALANCER, VALUE (balancer),
    "org.apache.hadoop.hbase.master.balancer.StochasticLoadBalancer", 0, 0, "", "LoadBalancerFactory.java" },
  { "hbase.balancer.period", NULL, NULL, TYPE_INTEGER, VALUE (balancer_period), "300000", 1, INT_MAX_JAVA,
    "ms", "BalancerChore.java" },
  { "hbase.master.balancer.stochastic.minCostNeedBalance", NULL, NULL, TYPE_NUMBER,
    VALUE (min_cost_need_balance), "0.025", 0, 1, "", "StochasticLoadBalancer.java" },
  { "hbase.master.balancer.stochastic.regionCountCost", NULL, NULL, TYPE_NUMBER, VALUE (region_count_cost),
    "500", 0, 1e9, "", "RegionCountSkewCostFunction.java" },
  { "hbase.master.balancer.stochastic.storefileSizeCost", NULL, NULL, TYPE_NUMBER,
    VALUE (store_file_size_cost), "5", 0, 1e9, "", "StoreFileCostFunction.java" },
  { "hbase.master.balancer.stochastic.moveCost", NULL, NULL, TYPE_NUMBER, VALUE (move_cost), "7", 0, 1e9, "",
    "MoveCostFunction.java" },
};

G_DEFINE_ENUM_TYPE (HBasePlanSettingEffect,
                    hbase_plan_setting_effect,
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_SETTING_EFFECT_USED, "used"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_SETTING_EFFECT_NONE, "none"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_SETTING_EFFECT_UNKNOWN, "unknown"))

/**
 * HBasePlanEmulationSetting:
 *
 * A setting of HBase as the emulation uses it: its name, value and unit, the place that the value is from,
 * and whether the emulation depends on it.
 *
 * It is immutable and may be used from any thread.
 */
struct _HBasePlanEmulationSetting {
  gatomicrefcount ref_count;
  char *name, *value, *origin;
  const char *unit;
  gboolean is_default;
  HBasePlanSettingEffect effect;
};

static void
free_setting (HBasePlanEmulationSetting *setting)
{
  g_free (setting->name);
  g_free (setting->value);
  g_free (setting->origin);
  g_free (setting);
}

HBASE_DEFINE_REF_COUNTED (HBasePlanEmulationSetting, hbase_plan_emulation_setting, free_setting)

/* Takes over `origin`. */
static HBasePlanEmulationSetting *
setting_new (
    const char *name, const char *value, const char *unit, char *origin, HBasePlanSettingEffect effect)
{
  HBasePlanEmulationSetting *setting = g_new0 (HBasePlanEmulationSetting, 1);

  g_atomic_ref_count_init (&setting->ref_count);
  setting->name = g_strdup (name);
  setting->value = g_strdup (value);
  setting->unit = unit;
  setting->origin = origin;
  setting->effect = effect;
  return setting;
}

/**
 * hbase_plan_emulation_setting_ref: (skip)
 * @setting: a setting
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @setting
 */

/**
 * hbase_plan_emulation_setting_unref: (skip)
 * @setting: (transfer full): a setting
 *
 * Releases a reference; the last one frees the setting.
 */

/**
 * hbase_plan_emulation_setting_get_name:
 * @setting: a setting
 *
 * Returns the setting's name: that of a property, or, in capitals, that of a descriptor's attribute.
 *
 * Returns: (transfer none): the name
 */
const char *
hbase_plan_emulation_setting_get_name (HBasePlanEmulationSetting *setting)
{
  g_return_val_if_fail (setting != NULL, NULL);

  return setting->name;
}

/**
 * hbase_plan_emulation_setting_get_value:
 * @setting: a setting
 *
 * Returns the value as it was written, with its variables replaced.
 *
 * Returns: (transfer none): the value
 */
const char *
hbase_plan_emulation_setting_get_value (HBasePlanEmulationSetting *setting)
{
  g_return_val_if_fail (setting != NULL, NULL);

  return setting->value;
}

/**
 * hbase_plan_emulation_setting_get_unit:
 * @setting: a setting
 *
 * Returns the unit of the value, with the meaning of special values: `ms; 0: off`.
 *
 * Returns: (transfer none): the unit; empty if the value has none, or isn't used
 */
const char *
hbase_plan_emulation_setting_get_unit (HBasePlanEmulationSetting *setting)
{
  g_return_val_if_fail (setting != NULL, NULL);

  return setting->unit;
}

/**
 * hbase_plan_emulation_setting_get_origin:
 * @setting: a setting
 *
 * Returns the place that the value is from: file and line, `hbase-site.xml:12`, or for a default the source
 * file of HBase that reads the setting, `HBase 2.6, HRegion.java`.
 *
 * Returns: (transfer none): the place
 */
const char *
hbase_plan_emulation_setting_get_origin (HBasePlanEmulationSetting *setting)
{
  g_return_val_if_fail (setting != NULL, NULL);

  return setting->origin;
}

/**
 * hbase_plan_emulation_setting_is_default:
 * @setting: a setting
 *
 * Returns whether no file sets it, so that the value is HBase's default.
 *
 * Returns: whether the value is the default
 */
gboolean
hbase_plan_emulation_setting_is_default (HBasePlanEmulationSetting *setting)
{
  g_return_val_if_fail (setting != NULL, FALSE);

  return setting->is_default;
}

/**
 * hbase_plan_emulation_setting_get_effect:
 * @setting: a setting
 *
 * Returns whether the emulation depends on the setting.
 *
 * Returns: the effect
 */
HBasePlanSettingEffect
hbase_plan_emulation_setting_get_effect (HBasePlanEmulationSetting *setting)
{
  g_return_val_if_fail (setting != NULL, HBASE_PLAN_SETTING_EFFECT_UNKNOWN);

  return setting->effect;
}

/**
 * HBasePlanEmulationSettings:
 *
 * The settings of HBase on which [class@HBasePlan.Emulator] depends, from configuration files or with HBase
 * 2.6's defaults.
 *
 * It is immutable and may be used from any thread.
 */
struct _HBasePlanEmulationSettings {
  GObject parent;
  HBasePlanEmulationValues values;
  GPtrArray *list; /* of HBasePlanEmulationSetting */
};

G_DEFINE_FINAL_TYPE (HBasePlanEmulationSettings, hbase_plan_emulation_settings, G_TYPE_OBJECT)

static void
hbase_plan_emulation_settings_init (HBasePlanEmulationSettings *settings)
{
  settings->list = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_plan_emulation_setting_unref);
}

static void
finalize (GObject *object)
{
  g_ptr_array_unref (HBASE_PLAN_EMULATION_SETTINGS (object)->list);
  G_OBJECT_CLASS (hbase_plan_emulation_settings_parent_class)->finalize (object);
}

static void
hbase_plan_emulation_settings_class_init (HBasePlanEmulationSettingsClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
}

/* ---- values ---- */

typedef struct {
  const char *name;
  int value;
} ClassName;

static const ClassName split_policies[] = {
  { "DisabledRegionSplitPolicy", HBASE_PLAN_SPLIT_POLICY_DISABLED },
  { "ConstantSizeRegionSplitPolicy", HBASE_PLAN_SPLIT_POLICY_CONSTANT_SIZE },
  { "IncreasingToUpperBoundRegionSplitPolicy", HBASE_PLAN_SPLIT_POLICY_INCREASING },
  { "SteppingSplitPolicy", HBASE_PLAN_SPLIT_POLICY_STEPPING },
  { NULL, 0 },
};

static const ClassName balancers[] = {
  { "SimpleLoadBalancer", HBASE_PLAN_BALANCER_ROUND_ROBIN },
  { "StochasticLoadBalancer", HBASE_PLAN_BALANCER_STOCHASTIC },
  { NULL, 0 },
};

static const char *
parse_class (const ClassName *classes, const char *text, gint64 *value)
{
  const char *point = strrchr (text, '.');
  const char *name = point != NULL ? point + 1 : text;

  for (; classes->name != NULL; classes++)
    if (g_str_equal (classes->name, name))
      {
        *value = classes->value;
        return NULL;
      }
  return "isn't a class that can be emulated";
}

/* Stores the value. Returns NULL, or what is wrong with the text. */
static const char *
parse_value (const Setting *setting, const char *text, gpointer value, double *number)
{
  const char *problem = NULL;

  switch (setting->type)
    {
    case TYPE_INTEGER:
      problem = hbase_plan_setting_value_parse_integer (text, value);
      *number = (double) *(gint64 *) value;
      break;
    case TYPE_BYTES:
      problem = hbase_plan_setting_value_parse_bytes (text, value);
      *number = (double) *(gint64 *) value;
      break;
    case TYPE_NUMBER:
      problem = hbase_plan_setting_value_parse_number (text, value);
      *number = *(double *) value;
      break;
    case TYPE_BOOLEAN:
      problem = hbase_plan_setting_value_parse_boolean (text, value);
      *number = 0;
      break;
    case TYPE_SPLIT_POLICY:
      problem = parse_class (split_policies, text, value);
      *number = 0;
      break;
    case TYPE_BALANCER:
      problem = parse_class (balancers, text, value);
      *number = 0;
      break;
    }
  return problem;
}

/* Settings that have no limit but their type's are at most the largest signed number of 64 bits. */
static void
fail_out_of_range (
    const Setting *setting, const char *name, const char *origin, const char *shown, GError **error)
{
  g_autofree char *most = setting->max < (double) G_MAXINT64
                              ? g_strdup_printf ("%.15g", setting->max)
                              : g_strdup_printf ("%" G_GINT64_FORMAT, G_MAXINT64);

  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "%s: %s: %s is out of range: %.15g to %s are valid",
                   origin, name, shown, setting->min, most);
}

static gboolean
read_value (HBasePlanEmulationSettings *settings,
            const Setting *setting,
            const char *name,
            const char *origin,
            const char *text,
            GError **error)
{
  g_autofree char *shown = g_utf8_make_valid (text, -1);
  double number = 0;
  const char *problem
      = parse_value (setting, text, G_STRUCT_MEMBER_P (&settings->values, setting->offset), &number);

  if (problem != NULL)
    hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "%s: %s: “%s” %s", origin, name, shown, problem);
  else if (number < setting->min || number > setting->max)
    fail_out_of_range (setting, name, origin, shown, error);
  else
    return TRUE;
  return FALSE;
}

/* The name under which the files have the setting: its attribute's, its own, or its old one; NULL: none. */
static const char *
find_name (const Setting *setting, HBasePlanSiteSettings *site)
{
  const char *names[] = { setting->attribute, setting->name, setting->old_name };

  if (site == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i] != NULL && hbase_plan_site_settings_get_origin (site, names[i]) != NULL)
      return names[i];
  return NULL;
}

static gboolean
read_setting (HBasePlanEmulationSettings *settings,
              const Setting *setting,
              HBasePlanSiteSettings *site,
              GError **error)
{
  const char *name = find_name (setting, site);
  g_autofree char *text
      = name != NULL ? hbase_plan_site_settings_get (site, name, error) : g_strdup (setting->value);
  char *origin = name != NULL ? g_strdup (hbase_plan_site_settings_get_origin (site, name))
                              : g_strdup_printf ("HBase 2.6, %s", setting->source);
  HBasePlanEmulationSetting *listed;

  if (text == NULL
      || !read_value (settings, setting, name != NULL ? name : setting->name, origin, text, error))
    {
      g_free (origin);
      return FALSE;
    }
  listed = setting_new (name != NULL ? name : setting->name, text, setting->unit, origin,
                        HBASE_PLAN_SETTING_EFFECT_USED);
  listed->is_default = name == NULL;
  g_ptr_array_add (settings->list, listed);
  return TRUE;
}

static gboolean
is_listed (HBasePlanEmulationSettings *settings, const char *name)
{
  g_autoptr (HBasePlanEmulationSetting) setting = hbase_plan_emulation_settings_find (settings, name);

  return setting != NULL;
}

/* A property that another name of the same setting overrides is known, too. */
static gboolean
is_known (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings_table); i++)
    if (g_str_equal (settings_table[i].name, name) || g_strcmp0 (settings_table[i].attribute, name) == 0
        || g_strcmp0 (settings_table[i].old_name, name) == 0)
      return TRUE;
  return hbase_plan_known_settings_contain (name);
}

static gboolean
list_others (HBasePlanEmulationSettings *settings, HBasePlanSiteSettings *site, GError **error)
{
  g_auto (GStrv) names = hbase_plan_site_settings_get_names (site);

  for (char **name = names; *name != NULL; name++)
    {
      g_autofree char *value = NULL;

      if (is_listed (settings, *name))
        continue;
      value = hbase_plan_site_settings_get (site, *name, error);
      if (value == NULL)
        return FALSE;
      g_ptr_array_add (settings->list,
                       setting_new (*name, value, "",
                                    g_strdup (hbase_plan_site_settings_get_origin (site, *name)),
                                    is_known (*name) ? HBASE_PLAN_SETTING_EFFECT_NONE
                                                     : HBASE_PLAN_SETTING_EFFECT_UNKNOWN));
    }
  return TRUE;
}

static const char *
origin_of (HBasePlanEmulationSettings *settings, const char *name)
{
  g_autoptr (HBasePlanEmulationSetting) setting = hbase_plan_emulation_settings_find (settings, name);

  return setting != NULL ? setting->origin : "?"; /* the list has another reference */
}

/* What HBase refuses when it starts, although each value is valid. */
static gboolean
check_together (HBasePlanEmulationSettings *settings, GError **error)
{
  const HBasePlanEmulationValues *values = &settings->values;

  if (values->global_memstore_size + values->block_cache_size > 0.8 + 1e-6)
    {
      hbase_error_set (
          error, HBASE_ERROR_INVALID_ARGUMENT,
          "%s: hfile.block.cache.size (%g) and hbase.regionserver.global.memstore.size (%g) are more "
          "than 0.8 of the heap together: HBase doesn't start",
          origin_of (settings, "hfile.block.cache.size"), values->block_cache_size,
          values->global_memstore_size);
      return FALSE;
    }
  if (values->throughput_higher_bound < values->throughput_lower_bound)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                       "%s: hbase.hstore.compaction.throughput.higher.bound is less than the lower bound",
                       origin_of (settings, "hbase.hstore.compaction.throughput.higher.bound"));
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_all (HBasePlanEmulationSettings *settings, HBasePlanSiteSettings *site, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings_table); i++)
    if (!read_setting (settings, &settings_table[i], site, error))
      return FALSE;
  settings->values.min_files = MAX (settings->values.min_files, 2);
  return check_together (settings, error) && (site == NULL || list_others (settings, site, error));
}

/**
 * hbase_plan_emulation_settings_new:
 * @site: (nullable): the properties of configuration files; NULL: all settings have their defaults
 * @error: location of an error, or NULL
 *
 * Reads the settings on which the emulation depends. Those that @site doesn't have get the defaults of
 * HBase 2.6.
 *
 * Fails with %HBASE_ERROR_INVALID_ARGUMENT if a value isn't a number where it must be one, is out of range,
 * or names a class that can't be emulated, and if HBase would refuse to start with the values. The message
 * begins with the file and line.
 *
 * Returns: (transfer full) (nullable): the settings, or NULL with an error
 */
HBasePlanEmulationSettings *
hbase_plan_emulation_settings_new (HBasePlanSiteSettings *site, GError **error)
{
  g_autoptr (HBasePlanEmulationSettings) settings = g_object_new (HBASE_PLAN_TYPE_EMULATION_SETTINGS, NULL);

  g_return_val_if_fail (site == NULL || HBASE_PLAN_IS_SITE_SETTINGS (site), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return read_all (settings, site, error) ? g_steal_pointer (&settings) : NULL;
}

/**
 * hbase_plan_emulation_settings_list:
 * @settings: settings
 *
 * Returns all settings: first those on which the emulation depends, then the others that the files have.
 *
 * Returns: (transfer container) (element-type HBasePlanEmulationSetting): the settings
 */
GPtrArray *
hbase_plan_emulation_settings_list (HBasePlanEmulationSettings *settings)
{
  g_return_val_if_fail (HBASE_PLAN_IS_EMULATION_SETTINGS (settings), NULL);

  return g_ptr_array_ref (settings->list);
}

/**
 * hbase_plan_emulation_settings_find:
 * @settings: settings
 * @name: a name
 *
 * Finds the setting of a name.
 *
 * Returns: (transfer full) (nullable): the setting, or NULL if there is none of that name
 */
HBasePlanEmulationSetting *
hbase_plan_emulation_settings_find (HBasePlanEmulationSettings *settings, const char *name)
{
  g_return_val_if_fail (HBASE_PLAN_IS_EMULATION_SETTINGS (settings), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < settings->list->len; i++)
    {
      HBasePlanEmulationSetting *setting = g_ptr_array_index (settings->list, i);

      if (g_str_equal (setting->name, name))
        return hbase_plan_emulation_setting_ref (setting);
    }
  return NULL;
}

/* Makes default values if the object was made without hbase_plan_emulation_settings_new(). */
const HBasePlanEmulationValues *
hbase_plan_emulation_settings_get_values (HBasePlanEmulationSettings *settings)
{
  if (settings->list->len == 0)
    read_all (settings, NULL, NULL);
  return &settings->values;
}
