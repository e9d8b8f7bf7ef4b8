/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command exists. */

#include "config.h"

#include "column.h"
#include "gets.h"
#include "output.h"
#include "rows.h"

/* Returns for each get whether its row exists. One row is looked up by the call for one row. */
static GArray *
send (Tool *tool, HBaseTable *table, GPtrArray *gets, GError **error)
{
  g_autoptr (GArray) results = NULL;
  gboolean exists;

  if (gets->len != 1)
    return hbase_table_exists_multiple (table, gets, tool->cancellable, error);
  if (!hbase_table_exists (table, gets->pdata[0], &exists, tool->cancellable, error))
    return NULL;
  results = g_array_new (FALSE, FALSE, sizeof exists);
  g_array_append_val (results, exists);
  return g_steal_pointer (&results);
}

/* Prints a record for each row. */
static int
print_results (Tool *tool, char **rows, const GetList *list, GArray *results)
{
  gboolean all_exist = TRUE;

  for (guint i = 0; rows[i] != NULL; i++)
    {
      int index = g_array_index (list->indices, int, i);
      gboolean exists = index >= 0 && g_array_index (results, gboolean, index);

      all_exist = all_exist && exists;
      output_existence (tool, rows[i], exists);
    }
  return all_exist ? TOOL_DONE : TOOL_FAILED;
}

static int
look_up (Tool *tool, const char *name, char **rows, char **columns, const GetOptions *options)
{
  g_auto (GetList) list = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, &error);
  g_autoptr (GArray) results = NULL;

  if (table != NULL && gets_make (tool, table, rows, columns, options, &list, &error))
    results = send (tool, table, list.gets, &error);
  if (results == NULL)
    {
      column_add_advice (columns, options->rows != NULL, &error);
      return tool_failed (error);
    }
  return print_results (tool, rows, &list, results);
}

static int
run_exists (Tool *tool, char **argv)
{
  g_auto (GetOptions) options = GET_OPTIONS_INIT;
  GOptionEntry entries[] = { GET_ENTRIES (&options), G_OPTION_ENTRY_NULL };
  GOptionEntry more[] = { READ_OPTIONS_ENTRIES (&options.read), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  char *single[2], **rows, **columns;

  if (!tool_parse_more (tool, &command_exists, entries, more, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (!gets_find_rows (&options, words, single, &rows, &columns))
    return tool_usage (&command_exists,
                       "ROW is missing; `hbase-glib tables %s` says whether the table exists", words[1]);
  return look_up (tool, words[1], rows, columns, &options);
}

const ToolCommand command_exists = {
  "exists",
  "TABLE ROW [COLUMN…]",
  "print whether a row exists, or several",
  "Prints each row, and true or false. The exit status is 1 if one of the rows doesn't exist. With columns,\n"
  "or the names of families, a row exists if it has one of them. No cells are sent.\n"
  "\n"
  "Several rows are looked up by one call: hbase-glib exists TABLE --row=a --row=b [COLUMN…]",
  run_exists,
  TOOL_CSV | TOOL_TABLE,
  TRUE,
};
