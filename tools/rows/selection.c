/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes a scan from the options and words that select rows. */

#include "config.h"

#include <string.h>

#include "bounds.h"
#include "column.h"
#include "filters.h"
#include "rows.h"
#include "selection.h"

void
selection_clear (Selection *selection)
{
  g_free (selection->start);
  g_free (selection->stop);
  g_free (selection->prefix);
  g_free (selection->filter);
  g_free (selection->guards);
  g_free (selection->versions);
  g_free (selection->read_type);
  g_strfreev (selection->family_time_range);
  read_options_clear (&selection->read);
  selection_clear_times (&selection->times);
}

/* ---- timestamps ---- */

void
selection_clear_times (Times *times)
{
  g_free (times->range);
  g_free (times->timestamp);
}

static gboolean
parse_range (const char *option, const char *text, gint64 *min, gint64 *max, GError **error)
{
  g_auto (GStrv) bounds = g_strsplit (text, ",", -1);

  if (g_strv_length (bounds) != 2)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "%s: “%s” isn't MIN,MAX: give two timestamps with a comma, or one of them", option, text);
      return FALSE;
    }
  if (*bounds[0] != '\0' && !tool_parse_time_bound (bounds[0], min, error))
    return FALSE;
  if (*bounds[1] != '\0' && !tool_parse_time_bound (bounds[1], max, error))
    return FALSE;
  if (*min < *max)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s: MIN must be less than MAX", option);
  return FALSE;
}

gboolean
selection_parse_times (const Times *times, gint64 *min, gint64 *max, GError **error)
{
  *min = 0;
  *max = G_MAXINT64;
  if (times->range != NULL && times->timestamp != NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "give either --time-range or --timestamp");
      return FALSE;
    }
  if (times->range != NULL)
    return parse_range ("--time-range", times->range, min, max, error);
  if (times->timestamp == NULL)
    return TRUE;
  if (!tool_parse_timestamp (times->timestamp, min, error))
    return FALSE;
  *max = *min + 1;
  return TRUE;
}

/* ---- the scan ---- */

/* Returns what is invalid in the options, or NULL. */
static const char *
find_problem (const Selection *selection)
{
  if (selection->limit < 0)
    return "--limit must be at least 0";
  if (selection->caching < 0 || selection->batch < 0)
    return selection->caching < 0 ? "--caching must be at least 0" : "--batch must be at least 0";
  return NULL;
}

typedef void (*SetRow) (HBaseScan *scan, const guint8 *row, gsize row_length);

typedef void (*SetInclusive) (HBaseScan *scan, gboolean inclusive);

/* `inclusive`: whether the row itself is read. A bound between two rows becomes the later one, which is read
 * if `with_later`. */
static gboolean
set_bound (HBaseScan *scan,
           SetRow set,
           SetInclusive set_inclusive,
           Tool *tool,
           gboolean unsalted,
           const char *text,
           gboolean inclusive,
           gboolean with_later,
           GError **error)
{
  g_autoptr (GBytes) row = NULL;
  gboolean between;

  if (text == NULL)
    return TRUE;
  row = bound_parse (tool, text, unsalted, &between, error);
  if (row == NULL)
    return FALSE;
  set (scan, g_bytes_get_data (row, NULL), g_bytes_get_size (row));
  set_inclusive (scan, between ? with_later : inclusive);
  return TRUE;
}

static gboolean
set_start (HBaseScan *scan, const Selection *selection, Tool *tool, GError **error)
{
  return set_bound (scan, hbase_scan_set_start, hbase_scan_set_start_inclusive, tool, selection->salted,
                    selection->start, !selection->exclude_start, !selection->reverse, error);
}

static gboolean
set_stop (HBaseScan *scan, const Selection *selection, Tool *tool, GError **error)
{
  return set_bound (scan, hbase_scan_set_stop, hbase_scan_set_stop_inclusive, tool, selection->salted,
                    selection->stop, selection->include_stop, selection->reverse, error);
}

static gboolean
set_prefix (HBaseScan *scan, const Selection *selection, Tool *tool, GError **error)
{
  g_autoptr (GBytes) row = NULL;

  if (selection->prefix == NULL)
    return TRUE;
  row = row_parse_bound (tool, selection->prefix, selection->salted, error);
  if (row == NULL)
    return FALSE;
  hbase_scan_set_prefix (scan, g_bytes_get_data (row, NULL), g_bytes_get_size (row));
  return TRUE;
}

static gboolean
add_columns (HBaseScan *scan, char **texts, GError **error)
{
  for (char **text = texts; *text != NULL; text++)
    {
      g_auto (ToolColumn) column = { 0 };

      if (!tool_parse_column (*text, COLUMN_NAME, &column, error))
        return FALSE;
      if (column.qualifier.data == NULL)
        hbase_query_add_family (HBASE_QUERY (scan), column.family);
      else
        hbase_query_add_column (HBASE_QUERY (scan), column.family, column.qualifier.data,
                                column.qualifier.length);
    }
  return TRUE;
}

/* `text`: `family`, or `family:qualifier` if the guards have a qualifier; NULL: none. */
static gboolean
skip_guards (HBaseScan *scan, const char *text, GError **error)
{
  g_auto (ToolColumn) column = { 0 };

  if (text == NULL)
    return TRUE;
  if (!tool_parse_column (text, COLUMN_NAME, &column, error))
    {
      g_prefix_error (error, "--skip-guards: ");
      return FALSE;
    }
  hbase_scan_set_skip_guards (scan, column.family, column.qualifier.data, column.qualifier.length);
  return TRUE;
}

static gboolean
set_family_time_ranges (HBaseScan *scan, char **texts, GError **error)
{
  for (char **text = texts; text != NULL && *text != NULL; text++)
    {
      const char *colon = strchr (*text, ':');
      g_autofree char *family = NULL;
      gint64 min = 0, max = G_MAXINT64;

      if (!parse_range ("--family-time-range", colon != NULL ? colon + 1 : *text, &min, &max, error))
        return FALSE;
      family = tool_parse_family (*text, colon != NULL ? (gsize) (colon - *text) : 0, error);
      if (family == NULL)
        return FALSE;
      hbase_scan_set_family_time_range (scan, family, min, max);
    }
  return TRUE;
}

/* Sets what is rarely needed. */
static gboolean
set_more (HBaseScan *scan, const Selection *selection, GError **error)
{
  int read_type = HBASE_READ_TYPE_DEFAULT;

  if (!option_parse_nick (HBASE_TYPE_READ_TYPE, "--read-type", selection->read_type, &read_type, error))
    return FALSE;
  if (selection->read_type != NULL)
    hbase_scan_set_read_type (scan, (HBaseReadType) read_type);
  hbase_scan_set_caching (scan, (guint) selection->caching);
  hbase_scan_set_batch_size (scan, (guint) selection->batch);
  return set_family_time_ranges (scan, selection->family_time_range, error)
         && read_options_set (&selection->read, HBASE_QUERY (scan), error);
}

/* `columns`: `family` or `family:qualifier`, NULL-terminated. */
static HBaseScan *
make_scan (const Selection *selection, Tool *tool, char **columns, GError **error)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseFilter) filter = NULL;
  gint64 min, max;
  guint versions;

  if (!set_start (scan, selection, tool, error) || !set_stop (scan, selection, tool, error)
      || !set_prefix (scan, selection, tool, error) || !add_columns (scan, columns, error)
      || !skip_guards (scan, selection->guards, error)
      || !selection_parse_times (&selection->times, &min, &max, error)
      || !option_parse_versions (selection->versions, &versions, error)
      || !filter_parse (selection->filter, &filter, error))
    return NULL;
  hbase_query_set_filter (HBASE_QUERY (scan), filter);
  if (min > 0 || max < G_MAXINT64)
    hbase_query_set_time_range (HBASE_QUERY (scan), min, max);
  hbase_scan_set_reversed (scan, selection->reverse);
  hbase_scan_set_limit (scan, (guint) selection->limit);
  hbase_query_set_max_versions (HBASE_QUERY (scan), versions > 1 ? versions : 0);
  return set_more (scan, selection, error) ? g_steal_pointer (&scan) : NULL;
}

/* Returns whether the rows can be read in the order of their unsalted keys: each salt is read separately. A
 * prefix may determine the salts, even if there are too many of them. */
static gboolean
is_read_unsalted (const Selection *selection, HBaseKeySchema *schema)
{
  g_autoptr (GPtrArray) salts = NULL;

  if (schema == NULL || !hbase_key_schema_has_salt (schema))
    return FALSE;
  if (selection->prefix != NULL)
    return TRUE;
  salts = hbase_key_schema_list_salted_prefixes (schema, g_variant_new ("()"), NULL);
  return salts != NULL;
}

HBaseScan *
selection_prepare (Selection *selection, Tool *tool, const ToolCommand *command, char **words)
{
  const char *problem = find_problem (selection);
  g_autoptr (GError) error = NULL;
  HBaseScan *scan = NULL;

  selection->salted = is_read_unsalted (selection, tool->schema);
  if (problem == NULL)
    scan = make_scan (selection, tool, words + 2, &error);
  if (scan == NULL)
    tool_usage (command, "%s", problem != NULL ? problem : error->message);
  return scan;
}
