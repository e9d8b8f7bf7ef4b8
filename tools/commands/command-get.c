/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command get. */

#include "config.h"

#include "column.h"
#include "gets.h"
#include "output.h"
#include "rows.h"

/* One row is read by the call for one row, so that logs and errors name what the user asked for. */
static GPtrArray *
read_rows (Tool *tool, HBaseTable *table, GPtrArray *gets, GError **error)
{
  g_autoptr (GPtrArray) rows = NULL;
  HBaseRow *row;

  if (gets->len != 1)
    return hbase_table_get_multiple (table, gets, tool->cancellable, error);
  row = hbase_table_get (table, gets->pdata[0], tool->cancellable, error);
  if (row == NULL)
    return NULL;
  rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  g_ptr_array_add (rows, row);
  return g_steal_pointer (&rows);
}

static gboolean
selects_cells (char **columns, const GetOptions *options)
{
  return *columns != NULL || options->filter != NULL || options->times.range != NULL
         || options->times.timestamp != NULL || options->store_offset > 0;
}

/* Prints the rows that exist. */
static int
print_rows (
    Tool *tool, const char *name, char **rows, gboolean are_whole, const GetList *list, GPtrArray *results)
{
  int status = TOOL_DONE;

  for (guint i = 0; rows[i] != NULL; i++)
    {
      int index = g_array_index (list->indices, int, i);

      if (index >= 0 && !hbase_row_is_empty (results->pdata[index]))
        output_row (tool, results->pdata[index]);
      else
        status = tool_not_found ("table “%s” has no row “%s”%s", name, rows[i],
                                 are_whole ? "" : " with such cells");
    }
  return status;
}

/* Prints the value of the row's only cell. */
static int
print_value (const char *name, const char *text, const GetList *list, GPtrArray *results)
{
  HBaseRow *row = list->gets->len > 0 ? results->pdata[0] : NULL;
  HBaseCellIter cell;

  if (row == NULL || hbase_row_is_empty (row))
    return tool_not_found ("table “%s” has no row “%s” with such a cell", name, text);
  if (hbase_row_get_n_cells (row) > 1)
    {
      tool_complain ("table “%s”, row “%s”: --value prints one cell, and there are %u: give a column", name,
                     text, hbase_row_get_n_cells (row));
      return TOOL_FAILED;
    }
  hbase_cell_iter_init (&cell, row);
  hbase_cell_iter_next (&cell);
  output_raw (cell.value, cell.value_length);
  return TOOL_DONE;
}

static int
get_rows (
    Tool *tool, const char *name, char **rows, char **columns, gboolean as_value, const GetOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, &error);
  g_auto (GetList) list = { 0 };
  g_autoptr (GPtrArray) results = NULL;

  if (table != NULL && gets_make (tool, table, rows, columns, options, &list, &error))
    results = read_rows (tool, table, list.gets, &error);
  if (results == NULL)
    {
      column_add_advice (columns, options->rows != NULL, &error);
      return tool_failed (error);
    }
  if (as_value)
    return print_value (name, rows[0], &list, results);
  return print_rows (tool, name, rows, !selects_cells (columns, options), &list, results);
}

static int
run_get (Tool *tool, char **argv)
{
  g_auto (GetOptions) options = GET_OPTIONS_INIT;
  gboolean as_value = FALSE;
  GOptionEntry entries[] = {
    { "value", 0, 0, G_OPTION_ARG_NONE, &as_value,
      "print only the bytes of the value, unchanged, as those of a file; of one cell", NULL },
    { "versions", 0, 0, G_OPTION_ARG_STRING, &options.versions,
      "how many versions of each column are read: a number, or all (1)", "N" },
    SELECTION_TIMESTAMPS_ENTRY (tool),
    GET_ENTRIES (&options),
    G_OPTION_ENTRY_NULL,
  };
  GOptionEntry more[] = {
    { "store-limit", 0, 0, G_OPTION_ARG_INT, &options.store_limit,
      "the maximum number of cells of each family; 0: all (0)", "CELLS" },
    { "store-offset", 0, 0, G_OPTION_ARG_INT, &options.store_offset,
      "how many cells of each family are left out at its beginning (0)", "CELLS" },
    READ_OPTIONS_ENTRIES (&options.read),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  char *single[2], **rows, **columns;

  if (!tool_parse_more (tool, &command_get, entries, more, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (!gets_find_rows (&options, words, single, &rows, &columns))
    return tool_usage (&command_get, "ROW is missing");
  if (as_value && (rows[1] != NULL || tool->format != NULL))
    return tool_usage (&command_get, "--value prints the value of one row, without a format");
  return get_rows (tool, words[1], rows, columns, as_value, &options);
}

const ToolCommand command_get = {
  "get",
  "TABLE ROW [COLUMN…]",
  "print a row, or several",
  "Without columns, all are read. A column is family:qualifier; the name of a family stands for all its\n"
  "columns. The exit status is 1 if the row doesn't exist. With --schema the row can be given by its\n"
  "fields: userid=7,stamp=2024-05-01,actionid=1; a comma in a value is written \\x2C. A key that doesn't\n"
  "match the schema is refused without --raw.\n"
  "\n"
  "Several rows are read by one call: hbase-glib get TABLE --row=a --row=b [COLUMN…]\n"
  "\n"
  "To store a file as a value, and to read it back:\n"
  "  hbase-glib put TABLE ROW family:qualifier --value-from=picture.png\n"
  "  hbase-glib get TABLE ROW family:qualifier --value >copy.png",
  run_get,
  TOOL_RECORDS,
  TRUE,
};
