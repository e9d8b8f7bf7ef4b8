/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "output.h"
#include "selection.h"
#include "tool.h"

/* first, last: the rows at the ends of a table, or of a part of it. */

/* `row`: NULL where there is none, or an error. */
static int
print_row (Tool *tool, const char *name, HBaseRow *row, const GError *error)
{
  if (error != NULL)
    return tool_failed (error);
  if (row == NULL)
    return tool_not_found ("table “%s” has no such row", name);
  output_row (tool, row);
  return TOOL_DONE;
}

/* ---- first ---- */

static int
run_first (Tool *tool, char **argv)
{
  g_auto (Selection) selection = { 0 };
  GOptionEntry entries[] = {
    SELECTION_RANGE_ENTRIES (&selection),
    SELECTION_VERSIONS_ENTRY (&selection),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_first, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  scan = selection_prepare (&selection, tool, &command_first, words);
  if (scan == NULL)
    return TOOL_USAGE;
  table = tool_open_table (tool, words[1], &error);
  if (table == NULL)
    return tool_failed (error);
  row = hbase_table_first_row (table, scan, tool->cancellable, &error);
  return print_row (tool, words[1], row, error);
}

const ToolCommand command_first = {
  "first",
  "TABLE [COLUMN…]",
  "print the first row",
  SELECTION_TEXT "\n\nExit status 1 where there is no row.",
  run_first,
};

/* ---- last ---- */

typedef struct {
  int rows;
  char *method; /* NULL: not said */
} LastOptions;

static void
last_options_clear (LastOptions *options)
{
  g_free (options->method);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LastOptions, last_options_clear)

static gboolean
parse_method (const char *nick, HBaseLastRowMethod *method)
{
  g_autoptr (GEnumClass) methods = g_type_class_ref (HBASE_TYPE_LAST_ROW_METHOD);
  GEnumValue *value = nick != NULL ? g_enum_get_value_by_nick (methods, nick) : &methods->values[0];

  if (value != NULL)
    *method = (HBaseLastRowMethod) value->value;
  return value != NULL;
}

/* What is wrong with them, or NULL. */
static const char *
find_fault (const LastOptions *options, HBaseLastRowMethod *method)
{
  if (options->rows < 1)
    return "--rows is 1 at least";
  if (options->rows > 1 && options->method != NULL)
    return "--method says how to find one row: several are always read by a reversed scan";
  if (!parse_method (options->method, method))
    return "--method is auto, reverse, bisection or constant";
  return NULL;
}

/* `rows`: NULL where there is an error. */
static int
print_rows (Tool *tool, const char *name, GPtrArray *rows, const GError *error)
{
  if (rows == NULL)
    return tool_failed (error);
  for (guint i = 0; i < rows->len && !output_is_lost (); i++)
    output_row (tool, rows->pdata[i]);
  return rows->len > 0 ? TOOL_DONE : tool_not_found ("table “%s” has no such row", name);
}

static int
print_last (Tool *tool, const char *name, HBaseScan *scan, guint n_rows, HBaseLastRowMethod method)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, &error);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (HBaseRow) row = NULL;

  if (table == NULL)
    return tool_failed (error);
  if (n_rows > 1)
    {
      rows = hbase_table_last_rows (table, scan, n_rows, tool->cancellable, &error);
      return print_rows (tool, name, rows, error);
    }
  row = hbase_table_last_row (table, scan, method, tool->cancellable, &error);
  return print_row (tool, name, row, error);
}

static int
run_last (Tool *tool, char **argv)
{
  g_auto (Selection) selection = { 0 };
  g_auto (LastOptions) options = { .rows = 1 };
  GOptionEntry entries[] = {
    SELECTION_RANGE_ENTRIES (&selection),
    SELECTION_VERSIONS_ENTRY (&selection),
    { "rows", 'n', 0, G_OPTION_ARG_INT, &options.rows, "so many, in the order of their keys (1)", "N" },
    { "method", 0, 0, G_OPTION_ARG_STRING, &options.method, "auto, reverse, bisection, or constant (auto)",
      "METHOD" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;
  HBaseLastRowMethod method = HBASE_LAST_ROW_METHOD_AUTO;
  const char *fault;

  if (!tool_parse (tool, &command_last, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  fault = find_fault (&options, &method);
  if (fault != NULL)
    return tool_usage (&command_last, "%s", fault);
  scan = selection_prepare (&selection, tool, &command_last, words);
  if (scan == NULL)
    return TOOL_USAGE;
  return print_last (tool, words[1], scan, (guint) options.rows, method);
}

const ToolCommand command_last = {
  "last",
  "TABLE [COLUMN…]",
  "print the last row, or the last few",
  SELECTION_TEXT "\n\nExit status 1 where there is no row. It is found by one reversed scan, by bisection\n"
                 "with scans forward, or, in a table that grows downwards, by its constant key, which\n"
                 "--schema tells.",
  run_last,
};
