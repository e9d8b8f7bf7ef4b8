/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command first. */

#include "config.h"

#include "end-options.h"
#include "follow.h"
#include "output.h"

static HBaseTable *
open_handle (Tool *tool, const char *name, gboolean is_salted, GError **error)
{
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, error);

  return table == NULL || !is_salted ? g_steal_pointer (&table) : tool_unsalted_table (tool, table);
}

static int
follow_first (Tool *tool, HBaseTable *handle, HBaseScan *scan, double interval)
{
  g_autoptr (Follow) follow = follow_new (tool, handle, scan);
  g_autoptr (GError) error = NULL;

  if (!follow_begin_with_first (follow, &error) || !follow_run (follow, interval, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

static int
run_first (Tool *tool, char **argv)
{
  g_auto (EndOptions) ends = { .selection = SELECTION_INIT };
  FollowOptions follow = FOLLOW_OPTIONS_INIT;
  GOptionEntry entries[] = { END_ENTRIES (tool, &ends), FOLLOW_ENTRIES (&follow), G_OPTION_ENTRY_NULL };
  GOptionEntry more[] = { SELECTION_MORE_ENTRIES (&ends.selection), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (HBaseTable) handle = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse_more (tool, &command_first, entries, more, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (follow_check (&follow, tool) != NULL)
    return tool_usage (&command_first, "%s", follow_check (&follow, tool));
  scan = end_options_prepare (tool, &command_first, words, &ends);
  if (scan == NULL)
    return TOOL_USAGE;
  handle = open_handle (tool, words[1], ends.selection.salted, &error);
  if (handle == NULL)
    return tool_failed (error);
  if (follow.enabled)
    return follow_first (tool, handle, scan, follow.interval);
  row = hbase_table_first_row (handle, scan, tool->cancellable, &error);
  return end_options_print_row (tool, words[1], row, error);
}

const ToolCommand command_first = {
  "first",   "TABLE [COLUMN…]", "print the first row", SELECTION_TEXT "\n\n" END_TEXT "\n\n" FOLLOW_TEXT,
  run_first, TOOL_RECORDS,
};
