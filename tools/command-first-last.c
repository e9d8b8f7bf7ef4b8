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

/* Where rows are retired, not deleted: those that only hold a guard aren't rows to who looks for the last one. */
#define GUARD_FAMILY "g"

typedef struct {
  Selection selection;
  gboolean with_guards;
} Ends;

static void
ends_clear (Ends *ends)
{
  selection_clear (&ends->selection);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ends, ends_clear)

#define ENDS_ENTRIES(tool, ends)                                                                             \
  SELECTION_RANGE_ENTRIES (&(ends)->selection), SELECTION_VERSIONS_ENTRY (&(ends)->selection),               \
      SELECTION_TIMESTAMPS_ENTRY (tool), SELECTION_GUARDS_ENTRY (&(ends)->selection),                        \
  {                                                                                                          \
    "with-guards", 0, 0, G_OPTION_ARG_NONE, &(ends)->with_guards, "show retired rows and guards, too", NULL  \
  }
#define ENDS_TEXT                                                                                            \
  "Exit status 1 where there is no row. Of a --schema with salts the rows of all buckets are merged, in "    \
  "the\n"                                                                                                    \
  "order of their unsalted keys. Of one that `prepend` takes, retired rows are left out, and guards, of "    \
  "the\n"                                                                                                    \
  "family g unless --skip-guards says another."

/* Whether rows are prepended to tables of that schema: its last field counts down, or time. */
static gboolean
is_prepended (HBaseKeySchema *schema)
{
  static const char *const types[] = { ":downward", ":reverse-s", ":reverse-ms", ":reverse-us" };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_has_suffix (hbase_key_schema_get_text (schema), types[i]))
      return TRUE;
  return FALSE;
}

/* NULL: what was wrong has been told. */
static HBaseScan *
prepare (Tool *tool, const ToolCommand *command, char **words, Ends *ends)
{
  Selection *selection = &ends->selection;

  if (ends->with_guards && selection->guards != NULL)
    {
      tool_usage (command, "give either --skip-guards or --with-guards");
      return NULL;
    }
  selection->salted = tool->schema != NULL && hbase_key_schema_has_salt (tool->schema);
  if (!ends->with_guards && selection->guards == NULL && tool->schema != NULL && is_prepended (tool->schema))
    selection->guards = g_strdup (GUARD_FAMILY);
  return selection_prepare (selection, tool, command, words);
}

/* ---- first ---- */

static HBaseRow *
read_first (Tool *tool, HBaseTable *table, HBaseScan *scan, gboolean is_salted, GError **error)
{
  g_autoptr (HBaseSaltedTable) salted = NULL;

  if (!is_salted)
    return hbase_table_first_row (table, scan, tool->cancellable, error);
  salted = hbase_salted_table_new (table);
  return hbase_salted_table_first_row (salted, scan, tool->cancellable, error);
}

static int
run_first (Tool *tool, char **argv)
{
  g_auto (Ends) ends = { .selection = SELECTION_INIT };
  GOptionEntry entries[] = { ENDS_ENTRIES (tool, &ends), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_first, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  scan = prepare (tool, &command_first, words, &ends);
  if (scan == NULL)
    return TOOL_USAGE;
  table = tool_open_table (tool, words[1], &error);
  if (table == NULL)
    return tool_failed (error);
  row = read_first (tool, table, scan, ends.selection.salted, &error);
  return print_row (tool, words[1], row, error);
}

const ToolCommand command_first = {
  "first", "TABLE [COLUMN…]", "print the first row", SELECTION_TEXT "\n\n" ENDS_TEXT, run_first,
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
find_problem (const LastOptions *options, const Tool *tool, HBaseLastRowMethod *method)
{
  if (options->rows < 1)
    return "--rows is 1 at least";
  if (options->rows > 1 && options->method != NULL)
    return "--method says how to find one row: several are always read by a reversed scan";
  if (!parse_method (options->method, method))
    return "--method is auto, reverse, bisection or constant";
  if (*method != HBASE_LAST_ROW_METHOD_AUTO && tool->schema != NULL
      && hbase_key_schema_has_salt (tool->schema))
    return "--method isn't for a schema with salts: the last rows of all buckets are always read backwards";
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

static GPtrArray *
read_last_rows (
    Tool *tool, HBaseTable *table, HBaseScan *scan, gboolean is_salted, guint n_rows, GError **error)
{
  g_autoptr (HBaseSaltedTable) salted = NULL;

  if (!is_salted)
    return hbase_table_last_rows (table, scan, n_rows, tool->cancellable, error);
  salted = hbase_salted_table_new (table);
  return hbase_salted_table_last_rows (salted, scan, n_rows, tool->cancellable, error);
}

static int
print_last (
    Tool *tool, const char *name, HBaseScan *scan, gboolean salted, guint n_rows, HBaseLastRowMethod method)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, &error);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (HBaseRow) row = NULL;

  if (table == NULL)
    return tool_failed (error);
  if (salted || n_rows > 1)
    {
      rows = read_last_rows (tool, table, scan, salted, n_rows, &error);
      return print_rows (tool, name, rows, error);
    }
  row = hbase_table_last_row (table, scan, method, tool->cancellable, &error);
  return print_row (tool, name, row, error);
}

static int
run_last (Tool *tool, char **argv)
{
  g_auto (Ends) ends = { .selection = SELECTION_INIT };
  g_auto (LastOptions) options = { .rows = 1 };
  GOptionEntry entries[] = {
    ENDS_ENTRIES (tool, &ends),
    { "rows", 'n', 0, G_OPTION_ARG_INT, &options.rows, "so many, in the order of their keys (1)", "N" },
    { "method", 0, 0, G_OPTION_ARG_STRING, &options.method, "auto, reverse, bisection, or constant (auto)",
      "METHOD" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;
  HBaseLastRowMethod method = HBASE_LAST_ROW_METHOD_AUTO;
  const char *problem;

  if (!tool_parse (tool, &command_last, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  problem = find_problem (&options, tool, &method);
  if (problem != NULL)
    return tool_usage (&command_last, "%s", problem);
  scan = prepare (tool, &command_last, words, &ends);
  if (scan == NULL)
    return TOOL_USAGE;
  return print_last (tool, words[1], scan, ends.selection.salted, (guint) options.rows, method);
}

const ToolCommand command_last = {
  "last",
  "TABLE [COLUMN…]",
  "print the last row, or the last few",
  SELECTION_TEXT
  "\n\n" ENDS_TEXT "\n\n"
  "It is found by one reversed scan, by bisection with scans forward, or, in a table that grows\n"
  "downwards, by its constant key, which --schema tells.",
  run_last,
};
