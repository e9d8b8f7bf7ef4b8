/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command mutate. */

#include "config.h"

#include "row-actions.h"
#include "rows.h"

static gboolean
mutate (Tool *tool, char **words, const RowActionOptions *options, GError **error)
{
  g_autoptr (HBaseTable) table = tool_open_table (tool, words[1], error);
  g_autoptr (GBytes) row = table != NULL ? row_find (tool, table, words[2], TRUE, error) : NULL;
  g_autoptr (GArray) actions = row != NULL ? row_actions_parse (row, words + 3, options, error) : NULL;
  g_autoptr (HBaseRowMutations) mutations = actions != NULL ? row_actions_to_mutations (actions) : NULL;

  return mutations != NULL && hbase_table_mutate_row (table, mutations, tool->cancellable, error);
}

static int
run_mutate (Tool *tool, char **argv)
{
  g_auto (RowActionOptions) options = { 0 };
  GOptionEntry entries[] = { ROW_ACTION_ENTRIES (&options), G_OPTION_ENTRY_NULL };
  GOptionEntry more[] = { WRITE_OPTIONS_CELL_ENTRIES (&options.write), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (GError) error = NULL;

  if (!tool_parse_more (tool, &command_mutate, entries, more, &words, 3, G_MAXINT))
    return TOOL_USAGE;
  return mutate (tool, words, &options, &error) ? TOOL_DONE : tool_failed (error);
}

const ToolCommand command_mutate = {
  "mutate",
  "TABLE ROW ACTION…",
  "put and delete columns of a row in one atomic step",
  ROW_ACTIONS_TEXT "\n"
                   "\n"
                   "Example: hbase-glib mutate guests ada put content:name=Ada delete content:nick\n"
                   "`check` does the same on a condition.",
  run_mutate,
};
