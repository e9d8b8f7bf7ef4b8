/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command lint. */

#include "config.h"

#include "column.h"
#include "findings.h"
#include "load.h"
#include "output.h"
#include "rows.h"
#include "tool.h"

typedef struct {
  char *splits, *sample, *guard;
  char **columns;
  gint64 value_size, rows_per_day, region_size;
  int guard_size;
} Design;

static void
clear_design (Design *design)
{
  g_free (design->splits);
  g_free (design->sample);
  g_free (design->guard);
  g_strfreev (design->columns);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Design, clear_design)

/* Parses the key of a row, which can be given by its fields and needn't match the schema, or of a split. */
static GBytes *
parse_key (Tool *tool, const Load *load, const char *text, gboolean is_row, GError **error)
{
  Tool any = { .schema = tool->schema, .raw = TRUE };
  GBytes *key = is_row ? row_parse_key (&any, text, error) : hbase_bytes_from_escaped (text, error);

  if (key == NULL)
    load_prefix_error (load, load_get_line (load), error);
  return key;
}

/* Reads the keys of a file, the first word of each line. In the output of `regions` the key of the first
 * region is empty, as there is no split. */
static GPtrArray *
load_keys (Tool *tool, const char *path, gboolean are_rows, GError **error)
{
  g_autoptr (Load) load = load_open (path, error);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) problem = NULL;
  char **words;

  while (load != NULL && (words = load_next (load, tool->cancellable, &problem)) != NULL)
    {
      GBytes *key;

      if (!are_rows && words[0][0] == '\0')
        continue;
      key = parse_key (tool, load, words[0], are_rows, error);
      if (key == NULL)
        return NULL;
      g_ptr_array_add (keys, key);
    }
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  else if (load != NULL)
    return g_steal_pointer (&keys);
  return NULL;
}

static gboolean
add_keys (Tool *tool, const Design *design, HBasePlanKeyLint *lint, GError **error)
{
  g_autoptr (GPtrArray) splits = NULL, sample = NULL;

  if (design->splits != NULL && (splits = load_keys (tool, design->splits, FALSE, error)) == NULL)
    return FALSE;
  if (design->sample != NULL && (sample = load_keys (tool, design->sample, TRUE, error)) == NULL)
    return FALSE;
  if (splits != NULL)
    hbase_plan_key_lint_set_splits (lint, splits);
  if (sample != NULL)
    hbase_plan_key_lint_set_sample (lint, sample);
  return TRUE;
}

/* Both names are needed, as their lengths are part of the findings. */
static gboolean
parse_column (const char *option, const char *text, ToolColumn *column, GError **error)
{
  if (!tool_parse_column (text, COLUMN_NAME, column, error))
    return FALSE;
  if (column->qualifier.data != NULL)
    return TRUE;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "--%s=%s isn't FAMILY:QUALIFIER", option,
               text);
  return FALSE;
}

static gboolean
add_columns (HBasePlanKeyLint *lint, char **columns, GError **error)
{
  for (char **text = columns; text != NULL && *text != NULL; text++)
    {
      g_auto (ToolColumn) column = { 0 };

      if (!parse_column ("column", *text, &column, error))
        return FALSE;
      hbase_plan_key_lint_add_column (lint, column.family, column.qualifier.data, column.qualifier.length);
    }
  return TRUE;
}

static gboolean
set_guard (HBasePlanKeyLint *lint, const Design *design, GError **error)
{
  g_auto (ToolColumn) guard = { 0 };

  if (design->guard != NULL && !parse_column ("guard", design->guard, &guard, error))
    return FALSE;
  hbase_plan_key_lint_set_guard (lint, design->guard, (guint) design->guard_size);
  return TRUE;
}

/* Returns NULL if one of the columns is invalid. */
static HBasePlanKeyLint *
make_lint (const Design *design, HBaseKeySchema *schema, GError **error)
{
  g_autoptr (HBasePlanKeyLint) lint = hbase_plan_key_lint_new (schema);

  if (!add_columns (lint, design->columns, error) || !set_guard (lint, design, error))
    return NULL;
  g_object_set (lint, "value-size", design->value_size, "rows-per-day", (guint64) design->rows_per_day, NULL);
  if (design->region_size > 0)
    g_object_set (lint, "region-size", (guint64) design->region_size, NULL);
  return g_steal_pointer (&lint);
}

/* Prints the findings. Notes don't change the exit status. */
static int
print_findings (Tool *tool, HBasePlanKeyLint *lint)
{
  g_autoptr (GPtrArray) findings = hbase_plan_key_lint_run (lint);
  int status = TOOL_DONE;

  for (guint i = 0; i < findings->len; i++)
    {
      finding_print (tool, findings->pdata[i]);
      if (hbase_plan_key_finding_get_severity (findings->pdata[i]) > HBASE_PLAN_KEY_SEVERITY_NOTE)
        status = TOOL_FAILED;
    }
  return status;
}

static const char *
find_problem (const Design *design)
{
  if (design->value_size < -1 || design->guard_size < 0 || design->rows_per_day < 0
      || design->region_size < 0)
    return "sizes and numbers must be at least 0";
  if (g_strcmp0 (design->splits, "-") == 0 && g_strcmp0 (design->sample, "-") == 0)
    return "--splits and --sample can't both be read from the standard input";
  return NULL;
}

static int
run_lint (Tool *tool, char **argv)
{
  g_auto (Design) design = { .value_size = -1 };
  GOptionEntry entries[] = {
    { "splits", 0, 0, G_OPTION_ARG_FILENAME, &design.splits, "the table's split keys, one on each line",
      "FILE|-" },
    { "sample", 0, 0, G_OPTION_ARG_FILENAME, &design.sample,
      "some row keys, one on each line, best in the order in which they are written", "FILE|-" },
    { "column", 0, 0, G_OPTION_ARG_STRING_ARRAY, &design.columns,
      "a column that each row has; can be repeated", "FAMILY:QUALIFIER" },
    { "guard", 0, 0, G_OPTION_ARG_STRING, &design.guard,
      "the column that must not exist for checkAndPut to write", "FAMILY:QUALIFIER" },
    { "guard-size", 0, 0, G_OPTION_ARG_INT, &design.guard_size, "the least length of the guard's value (0)",
      "BYTES" },
    { "value-size", 0, 0, G_OPTION_ARG_INT64, &design.value_size, "the approximate length of a value",
      "BYTES" },
    { "rows-per-day", 0, 0, G_OPTION_ARG_INT64, &design.rows_per_day, "how many rows are added each day",
      "N" },
    { "region-size", 0, 0, G_OPTION_ARG_INT64, &design.region_size,
      "the size at which HBase splits a region (10 GiB)", "BYTES" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBasePlanKeyLint) lint = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_lint, entries, &words, 1, 1))
    return TOOL_USAGE;
  if (find_problem (&design) != NULL)
    return tool_usage (&command_lint, "%s", find_problem (&design));
  g_clear_pointer (&tool->schema, hbase_key_schema_unref);
  tool->schema = hbase_key_schema_new (words[1], &error);
  if (tool->schema != NULL)
    lint = make_lint (&design, tool->schema, &error);
  if (lint == NULL)
    return tool_usage (&command_lint, "%s", error->message);
  return add_keys (tool, &design, lint, &error) ? print_findings (tool, lint) : tool_failed_in_data (error);
}

const ToolCommand command_lint = {
  "lint",
  "SCHEMA",
  "report the problems of a key schema",
  "SCHEMA is the fields of row keys, name:type,name:type…. The more options are given, the more can be\n"
  "checked. Each finding is printed on a line: its severity, its effect, advice, and its name.\n"
  "\n"
  "The exit status is 1 if a finding is more severe than a note.\n"
  "\n"
  "Example: hbase-glib lint 'salt:phoenix(16),name:text' --column=c:name --value-size=20",
  run_lint,
};
