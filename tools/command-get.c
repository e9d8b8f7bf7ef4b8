/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command get. */

#include "config.h"

#include "output.h"
#include "rows.h"
#include "selection.h"
#include "tool.h"

typedef struct {
  int versions;
  Times times;
  char **rows; /* more rows; NULL: none */
} GetOptions;

static void
get_options_clear (GetOptions *options)
{
  selection_clear_times (&options->times);
  g_strfreev (options->rows);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GetOptions, get_options_clear)

static gboolean
add_columns (HBaseGet *get, char **texts, GError **error)
{
  for (char **text = texts; *text != NULL; text++)
    {
      g_auto (ToolColumn) column = { 0 };

      if (!tool_parse_column (*text, COLUMN_NAME, &column, error))
        return FALSE;
      if (column.qualifier == NULL)
        hbase_get_add_family (get, column.family);
      else
        hbase_get_add_column (get, column.family, g_bytes_get_data (column.qualifier, NULL),
                              g_bytes_get_size (column.qualifier));
    }
  return TRUE;
}

static HBaseGet *
make_get (
    Tool *tool, HBaseTable *table, const char *key, char **columns, const GetOptions *options, GError **error)
{
  g_autoptr (GBytes) row = row_find (tool, table, key, FALSE, error);
  g_autoptr (HBaseGet) get = NULL;
  gint64 min, max;

  if (row == NULL)
    return NULL;
  get = hbase_get_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));
  hbase_get_set_max_versions (get, options->versions > 1 ? (guint) options->versions : 0);
  if (!add_columns (get, columns, error) || !selection_parse_times (&options->times, &min, &max, error))
    return NULL;
  if (min > 0 || max < G_MAXINT64)
    hbase_get_set_time_range (get, min, max);
  return g_steal_pointer (&get);
}

/* Makes a get of each row. */
static GPtrArray *
make_gets (
    Tool *tool, HBaseTable *table, char **rows, char **columns, const GetOptions *options, GError **error)
{
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_get_unref);

  for (char **row = rows; *row != NULL; row++)
    {
      HBaseGet *get = make_get (tool, table, *row, columns, options, error);

      if (get == NULL)
        return NULL;
      g_ptr_array_add (gets, get);
    }
  return g_steal_pointer (&gets);
}

/* One row is read by the call for one row, so that logs and errors name what the user asked for. */
static GPtrArray *
read_rows (Tool *tool, HBaseTable *table, GPtrArray *gets, GError **error)
{
  g_autoptr (GPtrArray) rows = NULL;
  HBaseRow *row;

  if (gets->len > 1)
    return hbase_table_get_multiple (table, gets, tool->cancellable, error);
  row = hbase_table_get (table, gets->pdata[0], tool->cancellable, error);
  if (row == NULL)
    return NULL;
  rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  g_ptr_array_add (rows, row);
  return g_steal_pointer (&rows);
}

/* Prints the rows that exist. */
static int
get_rows (Tool *tool, const char *name, char **rows, char **columns, const GetOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, &error);
  g_autoptr (GPtrArray) gets = table != NULL ? make_gets (tool, table, rows, columns, options, &error) : NULL;
  g_autoptr (GPtrArray) results = gets != NULL ? read_rows (tool, table, gets, &error) : NULL;
  int status = TOOL_DONE;

  if (results == NULL)
    return tool_failed (error);
  for (guint i = 0; i < results->len; i++)
    if (!hbase_row_is_empty (results->pdata[i]))
      output_row (tool, results->pdata[i]);
    else
      status = tool_not_found ("table “%s” has no row “%s” with such columns", name, rows[i]);
  return status;
}

static int
run_get (Tool *tool, char **argv)
{
  g_auto (GetOptions) options = { .versions = 1 };
  GOptionEntry entries[] = {
    { "versions", 0, 0, G_OPTION_ARG_INT, &options.versions, "how many versions of each column are read (1)",
      "N" },
    SELECTION_TIMESTAMPS_ENTRY (tool),
    SELECTION_TIME_ENTRIES (&options.times),
    ROWS_ENTRY (&options.rows),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);

  if (!tool_parse (tool, &command_get, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (options.versions < 1)
    return tool_usage (&command_get, "--versions must be at least 1");
  if (options.rows != NULL)
    return get_rows (tool, words[1], options.rows, words + 2, &options);
  if (words[2] == NULL)
    return tool_usage (&command_get, "ROW is missing");
  return get_rows (tool, words[1], (char *[]){ words[2], NULL }, words + 3, &options);
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
  "Several rows are read by one call: hbase-glib get TABLE --row=a --row=b [COLUMN…]",
  run_get,
  TOOL_RECORDS,
};
