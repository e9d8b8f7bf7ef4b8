/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command append. */

#include "config.h"

#include "column.h"
#include "output.h"
#include "record-options.h"
#include "rows.h"
#include "tool.h"

static HBaseAppend *
make_append (Tool *tool, HBaseTable *table, char **words, const WriteOptions *options, GError **error)
{
  g_autoptr (GBytes) row = row_find (tool, table, words[0], TRUE, error);
  g_autoptr (HBaseAppend) append = NULL;

  if (row == NULL || !row_check_cells (words + 1, COLUMN_VALUE, error))
    return NULL;
  append = hbase_append_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));
  for (char **text = words + 1; *text != NULL; text++)
    {
      g_auto (ToolColumn) column = { 0 };

      if (!tool_parse_column (*text, COLUMN_VALUE, &column, error))
        return NULL;
      hbase_append_add (append, column.family, column.qualifier.data, column.qualifier.length,
                        column.value.data, column.value.length);
    }
  return write_options_set (options, HBASE_MUTATION (append), error) ? g_steal_pointer (&append) : NULL;
}

static int
run_append (Tool *tool, char **argv)
{
  g_auto (WriteOptions) options = { 0 };
  gboolean no_results = FALSE;
  GOptionEntry entries[] = {
    { "no-results", 0, 0, G_OPTION_ARG_NONE, &no_results, "don't read and print the results", NULL },
    G_OPTION_ENTRY_NULL,
  };
  GOptionEntry more[] = { WRITE_OPTIONS_CELL_ENTRIES (&options), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseAppend) append = NULL;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse_more (tool, &command_append, entries, more, &words, 3, G_MAXINT))
    return TOOL_USAGE;
  table = tool_open_table (tool, words[1], &error);
  append = table != NULL ? make_append (tool, table, words + 2, &options, &error) : NULL;
  if (append != NULL)
    {
      hbase_mutation_set_return_results (HBASE_MUTATION (append), !no_results);
      row = hbase_table_append (table, append, tool->cancellable, &error);
    }
  if (row == NULL)
    return tool_failed (error);
  if (!no_results)
    output_row (tool, row);
  return TOOL_DONE;
}

const ToolCommand command_append = {
  "append",
  "TABLE ROW COLUMN=VALUE…",
  "append bytes to values, and print the results",
  "A column that doesn't exist counts as empty.",
  run_append,
  TOOL_RECORDS,
};
