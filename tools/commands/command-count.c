/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command count. */

#include "config.h"

#include "output.h"
#include "reading.h"

static void
ignore_row (Tool *tool, HBaseRow *row)
{
}

static int
run_count (Tool *tool, char **argv)
{
  g_auto (Reading) reading = { .selection = SELECTION_INIT };
  GOptionEntry entries[] = { READING_ENTRIES (&reading), G_OPTION_ENTRY_NULL };
  GOptionEntry more[] = { SELECTION_MORE_ENTRIES (&reading.selection), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (HBaseTable) handle = NULL;
  g_autoptr (GError) error = NULL;
  guint64 n_rows;

  if (!tool_parse_more (tool, &command_count, entries, more, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (reading.parallelism < 0)
    return tool_usage (&command_count, INVALID_PARALLELISM);
  scan = selection_prepare (&reading.selection, tool, &command_count, words);
  if (scan == NULL)
    return TOOL_USAGE;
  reading_request_keys (&reading, scan);
  handle = reading_open (tool, words[1], &reading, &error);
  if (handle == NULL
      || !reading_walk (tool, handle, scan, &reading, FALSE, ignore_row, NULL, &n_rows, &error))
    return tool_failed (error);
  output_number (tool, "count", n_rows);
  return TOOL_DONE;
}

const ToolCommand command_count = {
  "count",
  "TABLE [COLUMN…]",
  "print the number of rows",
  SELECTION_TEXT
  "\n\nUnless a filter is given, servers send only the first key of each row. With --parallelism several\n"
  "regions are read at a time.",
  run_count,
};
