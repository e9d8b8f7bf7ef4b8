/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command last. */

#include "config.h"

#include "end-options.h"
#include "output.h"

#define NOT_GIVEN G_MININT64

typedef struct {
  int rows;
  char *method;         /* NULL: auto */
  gint64 prepend_start; /* the counter of the first row ever, or NOT_GIVEN */
} LastOptions;

#define LAST_OPTIONS_INIT                                                                                    \
  {                                                                                                          \
    .rows = 1, .prepend_start = NOT_GIVEN                                                                    \
  }

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

/* Returns why --prepend-start can't be used, or NULL. */
static const char *
find_start_problem (const LastOptions *options,
                    const Selection *selection,
                    const Tool *tool,
                    HBaseLastRowMethod method)
{
  if (options->prepend_start == NOT_GIVEN)
    return NULL;
  if (method != HBASE_LAST_ROW_METHOD_CONSTANT)
    return "--prepend-start needs --method=constant";
  if (tool->schema == NULL || !g_str_has_suffix (hbase_key_schema_get_text (tool->schema), ":downward"))
    return "--prepend-start is the number of a counter: the last field of --schema must be “downward”";
  if (selection->start != NULL || selection->stop != NULL)
    return "--prepend-start names one row: leave out --start and --stop";
  return options->prepend_start < 0 ? "--prepend-start must be from 0 to 9223372036854775807" : NULL;
}

/* Returns what is invalid in the options, or NULL. */
static const char *
find_problem (const LastOptions *options,
              const Selection *selection,
              const Tool *tool,
              HBaseLastRowMethod *method)
{
  if (options->rows < 1)
    return "--rows must be at least 1";
  if (options->rows > 1 && options->method != NULL)
    return "--method applies to one row: several are always read by a reversed scan";
  if (!parse_method (options->method, method))
    return "--method must be auto, reverse, bisection or constant";
  if (*method != HBASE_LAST_ROW_METHOD_AUTO && tool->schema != NULL
      && hbase_key_schema_has_salt (tool->schema))
    return "--method can't be used with a schema that has salts: the last rows of all buckets are always "
           "read backwards";
  return find_start_problem (options, selection, tool, *method);
}

/* Limits the scan to the row whose key is the scan's prefix and this counter. */
static gboolean
select_constant_key (Tool *tool, HBaseScan *scan, gint64 counter, GError **error)
{
  g_autoptr (GBytes) prefix = hbase_scan_ref_prefix (scan);
  g_autoptr (GByteArray) key = g_byte_array_new ();
  guint64 stored = GUINT64_TO_BE ((guint64) counter);
  g_autoptr (GVariant) values = NULL;

  if (prefix != NULL)
    g_byte_array_append (key, g_bytes_get_data (prefix, NULL), (guint) g_bytes_get_size (prefix));
  g_byte_array_append (key, (const guint8 *) &stored, sizeof stored);
  values = hbase_key_schema_decode (tool->schema, key->data, key->len, error);
  if (values == NULL)
    {
      g_prefix_error (error, "--prefix must be exactly the fields before the counter: ");
      return FALSE;
    }
  hbase_scan_set_start (scan, key->data, key->len);
  hbase_scan_set_stop (scan, key->data, key->len);
  hbase_scan_set_stop_inclusive (scan, TRUE);
  return TRUE;
}

/* `rows`: NULL after an error. */
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
  g_autoptr (HBaseTable) handle = is_salted ? tool_unsalted_table (tool, table) : g_object_ref (table);

  return hbase_table_last_rows (handle, scan, n_rows, tool->cancellable, error);
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
  return end_options_print_row (tool, name, row, error);
}

static int
run_last (Tool *tool, char **argv)
{
  g_auto (EndOptions) ends = { .selection = SELECTION_INIT };
  g_auto (LastOptions) options = LAST_OPTIONS_INIT;
  GOptionEntry entries[] = {
    END_ENTRIES (tool, &ends),
    { "rows", 'n', 0, G_OPTION_ARG_INT, &options.rows,
      "how many rows are printed, in the order of their keys (1)", "N" },
    { "method", 0, 0, G_OPTION_ARG_STRING, &options.method,
      "how to find the row: auto, reverse, bisection or constant (auto)", "METHOD" },
    { "prepend-start", 0, 0, G_OPTION_ARG_INT64, &options.prepend_start,
      "with --method=constant: the --start of `prepend` (9223372036854775807)", "N" },
    G_OPTION_ENTRY_NULL,
  };
  GOptionEntry more[] = { SELECTION_MORE_ENTRIES (&ends.selection), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (GError) error = NULL;
  HBaseLastRowMethod method = HBASE_LAST_ROW_METHOD_AUTO;
  const char *problem;

  if (!tool_parse_more (tool, &command_last, entries, more, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  problem = find_problem (&options, &ends.selection, tool, &method);
  if (problem != NULL)
    return tool_usage (&command_last, "%s", problem);
  scan = end_options_prepare (tool, &command_last, words, &ends);
  if (scan == NULL)
    return TOOL_USAGE;
  if (options.prepend_start != NOT_GIVEN)
    {
      if (!select_constant_key (tool, scan, options.prepend_start, &error))
        return tool_usage (&command_last, "%s", error->message);
      method = HBASE_LAST_ROW_METHOD_AUTO; /* as only that row is in the range */
    }
  return print_last (tool, words[1], scan, ends.selection.salted, (guint) options.rows, method);
}

const ToolCommand command_last = {
  "last",
  "TABLE [COLUMN…]",
  "print the last row, or the last few rows",
  SELECTION_TEXT
  "\n\n" END_TEXT
  "\n\nThe row is found by one reversed scan, by bisection with forward scans, or, in a table that grows\n"
  "downwards and whose --schema is given, by its constant key: that of the first row ever. If the rows of\n"
  "the table began at another counter than the highest one, --prepend-start says at which:\n"
  "  hbase-glib prepend comments --schema=id:downward --start=20 content:text=Hello\n"
  "  hbase-glib last comments --schema=id:downward --method=constant --prepend-start=20",
  run_last,
  TOOL_RECORDS,
};
