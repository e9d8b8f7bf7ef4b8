/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-emulation-report-private.h"

#include "hbase-plan-emulated-region-private.h"
#include "hbase-plan-emulation-picture-private.h"
#include "hbase-plan-report-text-private.h"
#include "hbase-ref-counted-private.h"

/* This file implements HBasePlanEmulationReport, a boxed type, and its forms: text and JSON. */

/* Regions that the text lists; the JSON lists all. */
#define MAX_LISTED 40

G_DEFINE_ENUM_TYPE (HBasePlanEmulationFigure,
                    hbase_plan_emulation_figure,
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_TIME, "time"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_ROWS, "rows"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_REGIONS, "regions"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_SPLITS, "splits"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_FIRST_SPLIT, "first-split"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_MOVES, "moves"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_WRITTEN_BYTES, "written-bytes"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_STORE_BYTES, "store-bytes"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_MEMSTORE_BYTES, "memstore-bytes"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_FILES, "files"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_FLUSHES, "flushes"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_FLUSHED_BYTES, "flushed-bytes"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_COMPACTIONS, "compactions"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_MAJOR_COMPACTIONS, "major-compactions"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_COMPACTED_BYTES, "compacted-bytes"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_LOG_FLUSHES, "log-flushes"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_PRESSURE_FLUSHES, "pressure-flushes"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_WRITE_AMPLIFICATION,
                                         "write-amplification"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_REGION_STALLS, "region-stalls"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_SERVER_STALLS, "server-stalls"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_DEAD_REGIONS, "dead-regions"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_NEVER_SPLIT, "never-split"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_UNSPLITTABLE, "unsplittable"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_HOTTEST_REGION, "hottest-region"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_HOTTEST_SERVER, "hottest-server"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_EMULATION_FIGURE_HOTTEST_SERVER_SHARE,
                                         "hottest-server-share"))

static void
free_report (HBasePlanEmulationReport *report)
{
  g_clear_object (&report->settings);
  g_ptr_array_unref (report->regions);
  g_array_unref (report->growth);
  g_free (report);
}

/**
 * HBasePlanEmulationReport:
 *
 * What happened in an emulation: figures, regions, growth, and the settings on which they rest.
 *
 * It is immutable and may be used from any thread.
 */
HBASE_DEFINE_REF_COUNTED (HBasePlanEmulationReport, hbase_plan_emulation_report, free_report)

HBasePlanEmulationReport *
hbase_plan_emulation_report_new (HBasePlanEmulationSettings *settings, GPtrArray *regions, GArray *growth)
{
  HBasePlanEmulationReport *report = g_new0 (HBasePlanEmulationReport, 1);

  g_atomic_ref_count_init (&report->ref_count);
  g_set_object (&report->settings, settings);
  report->regions = regions;
  report->growth = growth;
  return report;
}

/**
 * hbase_plan_emulation_report_ref: (skip)
 * @report: a report
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @report
 */

/**
 * hbase_plan_emulation_report_unref: (skip)
 * @report: (transfer full): a report
 *
 * Releases a reference; the last one frees the report.
 */

/**
 * hbase_plan_emulation_report_get_figure:
 * @report: a report
 * @figure: what to return
 *
 * Returns one of the figures; its unit is in the description of @figure.
 *
 * Returns: the figure
 */
double
hbase_plan_emulation_report_get_figure (HBasePlanEmulationReport *report, HBasePlanEmulationFigure figure)
{
  g_return_val_if_fail (report != NULL, 0);
  g_return_val_if_fail ((guint) figure < HBASE_PLAN_N_EMULATION_FIGURES, 0);

  return report->figures[figure];
}

/**
 * hbase_plan_emulation_report_get_regions:
 * @report: a report
 *
 * Returns all regions that there ever were, in the order in which they were created.
 *
 * Returns: (transfer container) (element-type HBasePlanEmulatedRegion): the regions
 */
GPtrArray *
hbase_plan_emulation_report_get_regions (HBasePlanEmulationReport *report)
{
  g_return_val_if_fail (report != NULL, NULL);

  return g_ptr_array_ref (report->regions);
}

/**
 * hbase_plan_emulation_report_get_growth:
 * @report: a report
 * @time_ms: a virtual time, in milliseconds
 * @n_regions: (out) (optional): location for the number of regions at that time
 * @bytes: (out) (optional): location for the bytes that had been written
 *
 * Returns the size of the table at a time, as of the last time before it that was recorded: a split, or a
 * check for compactions, of which there is one every 10,000 seconds by default.
 *
 * Returns: whether the time lies within the emulation; the values are 0 otherwise
 */
gboolean
hbase_plan_emulation_report_get_growth (HBasePlanEmulationReport *report,
                                        double time_ms,
                                        guint *n_regions,
                                        double *bytes)
{
  HBasePlanGrowth found = { 0 };
  gboolean is_within;

  g_return_val_if_fail (report != NULL, FALSE);

  is_within = time_ms >= 0 && time_ms <= report->figures[HBASE_PLAN_EMULATION_FIGURE_TIME];
  for (guint i = 0; is_within && i < report->growth->len; i++)
    if (g_array_index (report->growth, HBasePlanGrowth, i).time <= time_ms)
      found = g_array_index (report->growth, HBasePlanGrowth, i);
  if (n_regions != NULL)
    *n_regions = found.n_regions;
  if (bytes != NULL)
    *bytes = found.bytes;
  return is_within;
}

/* ---- text ---- */

typedef enum { FORMAT_NUMBER, FORMAT_DECIMAL, FORMAT_BYTES, FORMAT_DURATION, FORMAT_SHARE } Format;

typedef struct {
  HBasePlanEmulationFigure figure;
  Format format;
  const char *label;
} Line;

static const Line lines[] = {
  { HBASE_PLAN_EMULATION_FIGURE_TIME, FORMAT_DURATION, "virtual time" },
  { HBASE_PLAN_EMULATION_FIGURE_ROWS, FORMAT_NUMBER, "rows" },
  { HBASE_PLAN_EMULATION_FIGURE_WRITTEN_BYTES, FORMAT_BYTES, "written" },
  { HBASE_PLAN_EMULATION_FIGURE_REGIONS, FORMAT_NUMBER, "regions" },
  { HBASE_PLAN_EMULATION_FIGURE_SPLITS, FORMAT_NUMBER, "splits" },
  { HBASE_PLAN_EMULATION_FIGURE_FIRST_SPLIT, FORMAT_DURATION, "first split after" },
  { HBASE_PLAN_EMULATION_FIGURE_MOVES, FORMAT_NUMBER, "moves to other servers" },
  { HBASE_PLAN_EMULATION_FIGURE_DEAD_REGIONS, FORMAT_NUMBER, "regions without rows" },
  { HBASE_PLAN_EMULATION_FIGURE_NEVER_SPLIT, FORMAT_NUMBER, "first regions never split" },
  { HBASE_PLAN_EMULATION_FIGURE_UNSPLITTABLE, FORMAT_NUMBER, "regions that can't be split" },
  { HBASE_PLAN_EMULATION_FIGURE_FLUSHES, FORMAT_NUMBER, "flushes" },
  { HBASE_PLAN_EMULATION_FIGURE_LOG_FLUSHES, FORMAT_NUMBER, "flushes for old logs" },
  { HBASE_PLAN_EMULATION_FIGURE_PRESSURE_FLUSHES, FORMAT_NUMBER, "flushes for want of memory" },
  { HBASE_PLAN_EMULATION_FIGURE_FLUSHED_BYTES, FORMAT_BYTES, "flushed" },
  { HBASE_PLAN_EMULATION_FIGURE_COMPACTIONS, FORMAT_NUMBER, "compactions" },
  { HBASE_PLAN_EMULATION_FIGURE_MAJOR_COMPACTIONS, FORMAT_NUMBER, "compactions of all files" },
  { HBASE_PLAN_EMULATION_FIGURE_COMPACTED_BYTES, FORMAT_BYTES, "compacted" },
  { HBASE_PLAN_EMULATION_FIGURE_WRITE_AMPLIFICATION, FORMAT_DECIMAL, "write amplification" },
  { HBASE_PLAN_EMULATION_FIGURE_FILES, FORMAT_NUMBER, "store files" },
  { HBASE_PLAN_EMULATION_FIGURE_STORE_BYTES, FORMAT_BYTES, "in store files" },
  { HBASE_PLAN_EMULATION_FIGURE_MEMSTORE_BYTES, FORMAT_BYTES, "not flushed yet" },
  { HBASE_PLAN_EMULATION_FIGURE_REGION_STALLS, FORMAT_DURATION, "writes blocked by regions" },
  { HBASE_PLAN_EMULATION_FIGURE_SERVER_STALLS, FORMAT_DURATION, "writes blocked by servers" },
  { HBASE_PLAN_EMULATION_FIGURE_HOTTEST_REGION, FORMAT_NUMBER, "hottest region" },
  { HBASE_PLAN_EMULATION_FIGURE_HOTTEST_SERVER, FORMAT_NUMBER, "hottest server" },
  { HBASE_PLAN_EMULATION_FIGURE_HOTTEST_SERVER_SHARE, FORMAT_SHARE, "its share of the rows" },
};

static void
append_line (GString *text, const Line *line, double value)
{
  g_string_append_printf (text, "%-28s ", line->label);
  if (line->figure == HBASE_PLAN_EMULATION_FIGURE_FIRST_SPLIT && value < 0)
    g_string_append (text, "–");
  else if (line->format == FORMAT_BYTES)
    hbase_plan_report_append_bytes (text, value);
  else if (line->format == FORMAT_DURATION)
    hbase_plan_report_append_duration (text, value);
  else
    hbase_plan_report_append_decimal (text,
                                      line->format == FORMAT_DECIMAL ? "%.2f"
                                      : line->format == FORMAT_SHARE ? "%.3f"
                                                                     : "%.0f",
                                      value);
  g_string_append_c (text, '\n');
}

static void
append_regions (GString *text, HBasePlanEmulationReport *report)
{
  g_autoptr (GPtrArray) live = hbase_plan_emulated_regions_find_live (report->regions);

  g_string_append (text, "\nregion  server  files            rows        size  start key\n");
  for (guint i = 0; i < MIN (live->len, MAX_LISTED); i++)
    {
      HBasePlanEmulatedRegion *region = live->pdata[i];
      const double *figures = region->figures;
      g_autofree char *key = hbase_plan_report_describe_key (region->start);
      g_autoptr (GString) size = g_string_new (NULL);

      hbase_plan_report_append_bytes (size, figures[HBASE_PLAN_REGION_FIGURE_STORE_BYTES]);
      g_string_append_printf (
          text, "%6u %7.0f %6.0f %15.0f %11s  %s\n", region->number, figures[HBASE_PLAN_REGION_FIGURE_SERVER],
          figures[HBASE_PLAN_REGION_FIGURE_FILES], figures[HBASE_PLAN_REGION_FIGURE_ROWS], size->str, key);
    }
  if (live->len > MAX_LISTED)
    g_string_append_printf (text, "… and %u more\n", live->len - MAX_LISTED);
}

typedef gboolean (*SettingFilter) (HBasePlanEmulationSetting *setting);

static gboolean
is_set (HBasePlanEmulationSetting *setting)
{
  return hbase_plan_emulation_setting_get_effect (setting) == HBASE_PLAN_SETTING_EFFECT_USED
         && !hbase_plan_emulation_setting_is_default (setting);
}

static gboolean
is_default (HBasePlanEmulationSetting *setting)
{
  return hbase_plan_emulation_setting_is_default (setting);
}

static gboolean
is_without_effect (HBasePlanEmulationSetting *setting)
{
  return hbase_plan_emulation_setting_get_effect (setting) == HBASE_PLAN_SETTING_EFFECT_NONE;
}

static gboolean
is_unknown (HBasePlanEmulationSetting *setting)
{
  return hbase_plan_emulation_setting_get_effect (setting) == HBASE_PLAN_SETTING_EFFECT_UNKNOWN;
}

static void
append_settings (GString *text, GPtrArray *settings, const char *title, SettingFilter filter)
{
  gboolean has_title = FALSE;

  for (guint i = 0; i < settings->len; i++)
    {
      HBasePlanEmulationSetting *setting = g_ptr_array_index (settings, i);
      const char *unit = hbase_plan_emulation_setting_get_unit (setting);

      if (!filter (setting))
        continue;
      if (!has_title)
        g_string_append_printf (text, "\n%s\n", title);
      has_title = TRUE;
      g_string_append_printf (text, "  %s = %s%s%s  [%s]\n", hbase_plan_emulation_setting_get_name (setting),
                              hbase_plan_emulation_setting_get_value (setting), *unit != '\0' ? " " : "",
                              unit, hbase_plan_emulation_setting_get_origin (setting));
    }
}

/**
 * hbase_plan_emulation_report_to_text:
 * @report: a report
 *
 * Formats the report for people: the figures, the first 40 regions at the end, and all settings.
 *
 * Returns: (transfer full): lines of text
 */
char *
hbase_plan_emulation_report_to_text (HBasePlanEmulationReport *report)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GPtrArray) settings = NULL;

  g_return_val_if_fail (report != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    append_line (text, &lines[i], report->figures[lines[i].figure]);
  append_regions (text, report);
  if (report->settings == NULL)
    return g_string_free (text, FALSE);
  settings = hbase_plan_emulation_settings_list (report->settings);
  append_settings (text, settings, "settings from files:", is_set);
  append_settings (text, settings, "settings without effect on the emulation:", is_without_effect);
  append_settings (text, settings,
                   "settings that HBase 2.6's hbase-default.xml doesn't have (misspelt?):", is_unknown);
  append_settings (text, settings, "defaults:", is_default);
  return g_string_free (text, FALSE);
}

/* ---- JSON ---- */

static void
append_member (GString *json, const char *separator, const char *name, double value)
{
  g_string_append_printf (json, "%s\"%s\": ", separator, name);
  hbase_plan_report_append_decimal (json, "%.15g", value);
}

static void
append_figures (GString *json, GType type, const double *figures, guint n, const char *separator)
{
  g_autoptr (GEnumClass) class = g_type_class_ref (type);

  for (guint i = 0; i < n; i++)
    append_member (json, i > 0 ? separator : "", g_enum_get_value (class, (int) i)->value_nick, figures[i]);
}

static void
append_region_object (GString *json, const HBasePlanEmulatedRegion *region)
{
  g_autofree char *start = hbase_plan_report_describe_key (region->start),
                  *end = hbase_plan_report_describe_key (region->end);

  append_member (json, "{", "number", region->number);
  g_string_append (json, ", \"start\": ");
  hbase_plan_report_append_string (json, start);
  g_string_append (json, ", \"end\": ");
  hbase_plan_report_append_string (json, end);
  g_string_append (json, ", ");
  append_figures (json, HBASE_PLAN_TYPE_REGION_FIGURE, region->figures, HBASE_PLAN_N_REGION_FIGURES, ", ");
  g_string_append_c (json, '}');
}

static void
append_setting_object (GString *json, HBasePlanEmulationSetting *setting)
{
  g_autoptr (GEnumClass) class = g_type_class_ref (HBASE_PLAN_TYPE_SETTING_EFFECT);
  int effect = (int) hbase_plan_emulation_setting_get_effect (setting);

  g_string_append (json, "{\"name\": ");
  hbase_plan_report_append_string (json, hbase_plan_emulation_setting_get_name (setting));
  g_string_append (json, ", \"value\": ");
  hbase_plan_report_append_string (json, hbase_plan_emulation_setting_get_value (setting));
  g_string_append (json, ", \"origin\": ");
  hbase_plan_report_append_string (json, hbase_plan_emulation_setting_get_origin (setting));
  g_string_append_printf (json, ", \"default\": %s, \"effect\": \"%s\"}",
                          hbase_plan_emulation_setting_is_default (setting) ? "true" : "false",
                          g_enum_get_value (class, effect)->value_nick);
}

static void
append_growth_object (GString *json, const HBasePlanGrowth *growth)
{
  append_member (json, "{", "time", growth->time);
  append_member (json, ", ", "regions", growth->n_regions);
  append_member (json, ", ", "bytes", growth->bytes);
  g_string_append_c (json, '}');
}

/**
 * hbase_plan_emulation_report_to_json:
 * @report: a report
 *
 * Formats the report as a JSON object: `figures`, with the names of [enum@HBasePlan.EmulationFigure];
 * `regions`, with those of [enum@HBasePlan.RegionFigure], and with keys in printable escapes; `growth`; and
 * `settings`.
 *
 * Returns: (transfer full): the object
 */
char *
hbase_plan_emulation_report_to_json (HBasePlanEmulationReport *report)
{
  GString *json = g_string_new ("{\n  \"figures\": {\n    ");
  g_autoptr (GPtrArray) settings = NULL;

  g_return_val_if_fail (report != NULL, NULL);

  append_figures (json, HBASE_PLAN_TYPE_EMULATION_FIGURE, report->figures, HBASE_PLAN_N_EMULATION_FIGURES,
                  ",\n    ");
  g_string_append (json, "\n  },\n  \"regions\": [");
  for (guint i = 0; i < report->regions->len; i++)
    {
      g_string_append (json, i > 0 ? ",\n    " : "\n    ");
      append_region_object (json, report->regions->pdata[i]);
    }
  g_string_append (json, "\n  ],\n  \"growth\": [");
  for (guint i = 0; i < report->growth->len; i++)
    {
      g_string_append (json, i > 0 ? ",\n    " : "\n    ");
      append_growth_object (json, &g_array_index (report->growth, HBasePlanGrowth, i));
    }
  g_string_append (json, "\n  ],\n  \"settings\": [");
  settings
      = report->settings != NULL ? hbase_plan_emulation_settings_list (report->settings) : g_ptr_array_new ();
  for (guint i = 0; i < settings->len; i++)
    {
      g_string_append (json, i > 0 ? ",\n    " : "\n    ");
      append_setting_object (json, settings->pdata[i]);
    }
  g_string_append (json, "\n  ]\n}\n");
  return g_string_free (json, FALSE);
}

/**
 * hbase_plan_emulation_report_to_picture:
 * @report: a report
 *
 * Draws the tree of regions: time from left to right, keys from top to bottom, a colour for each server.
 *
 * Returns: (transfer full): the picture
 */
HBasePlanPicture *
hbase_plan_emulation_report_to_picture (HBasePlanEmulationReport *report)
{
  g_return_val_if_fail (report != NULL, NULL);

  return hbase_plan_emulation_picture_new (report->regions,
                                           report->figures[HBASE_PLAN_EMULATION_FIGURE_TIME]);
}

/**
 * hbase_plan_emulation_report_to_svg:
 * @report: a report
 *
 * Draws the picture of [method@HBasePlan.EmulationReport.to_picture] as SVG.
 *
 * Returns: (transfer full): a document of SVG 1.1 in UTF-8
 */
char *
hbase_plan_emulation_report_to_svg (HBasePlanEmulationReport *report)
{
  g_autoptr (HBasePlanPicture) picture = hbase_plan_emulation_report_to_picture (report);

  return picture != NULL ? hbase_plan_picture_to_svg (picture) : NULL;
}
