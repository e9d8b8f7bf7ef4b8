/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command scan. */

#include "config.h"

#include <string.h>

#include "output.h"
#include "reading.h"

/* Prints the rows, and then those that come. */
static gboolean
scan_rows (Tool *tool,
           const char *name,
           HBaseScan *scan,
           const Reading *reading,
           const FollowOptions *options,
           GError **error)
{
  g_autoptr (HBaseTable) handle = reading_open (tool, name, reading, error);
  g_autoptr (Follow) follow = handle != NULL && options->enabled ? follow_new (tool, handle, scan) : NULL;
  guint64 n_rows;

  if (handle == NULL || !reading_walk (tool, handle, scan, reading, TRUE, output_row, follow, &n_rows, error))
    return FALSE;
  return follow == NULL || follow_run (follow, options->interval, error);
}

static gboolean
has_qualifier (char **columns)
{
  while (*columns != NULL && strchr (*columns, ':') == NULL)
    columns++;
  return *columns != NULL;
}

/* Returns what is wrong with the options, or NULL. */
static const char *
find_conflict (Tool *tool, char **columns, const Reading *reading, const FollowOptions *follow)
{
  const Selection *selection = &reading->selection;

  if (reading->parallelism < 0)
    return INVALID_PARALLELISM;
  if (follow->enabled && selection->reverse)
    return "--follow waits for rows before the first one: leave out --reverse";
  if (follow->enabled && selection->batch > 0)
    return "--follow prints whole rows: leave out --batch";
  if (tool->keys_only && selection->batch > 0)
    return "--keys-only prints no cells: leave out --batch";
  if (tool->with_deleted && has_qualifier (columns))
    return "HBase shows what is deleted of whole families only: give FAMILY without a qualifier";
  return follow_check (follow, tool);
}

static int
run_scan (Tool *tool, char **argv)
{
  g_auto (Reading) reading = { .selection = SELECTION_INIT };
  FollowOptions follow = FOLLOW_OPTIONS_INIT;
  GOptionEntry entries[] = {
    READING_ENTRIES (&reading),
    FOLLOW_ENTRIES (&follow),
    SELECTION_VERSIONS_ENTRY (&reading.selection),
    SELECTION_TIMESTAMPS_ENTRY (tool),
    { "keys-only", 0, 0, G_OPTION_ARG_NONE, &tool->keys_only, "print the keys of rows, without their cells",
      NULL },
    { "with-deleted", 0, 0, G_OPTION_ARG_NONE, &tool->with_deleted,
      "print all that is stored: delete markers, and what they hide, with timestamps (see --versions)",
      NULL },
    { "limit", 0, 0, G_OPTION_ARG_INT, &reading.selection.limit, "the maximum number of rows; 0: all (0)",
      "N" },
    G_OPTION_ENTRY_NULL,
  };
  GOptionEntry more[] = {
    { "batch", 0, 0, G_OPTION_ARG_INT, &reading.selection.batch,
      "print rows with more cells in parts of so many cells; 0: print whole rows (0)", "CELLS" },
    SELECTION_MORE_ENTRIES (&reading.selection),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (GError) error = NULL;
  const char *conflict;

  if (!tool_parse_more (tool, &command_scan, entries, more, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  conflict = find_conflict (tool, words + 2, &reading, &follow);
  if (conflict != NULL)
    return tool_usage (&command_scan, "%s", conflict);
  tool->timestamps = tool->timestamps || tool->with_deleted;
  scan = selection_prepare (&reading.selection, tool, &command_scan, words);
  if (scan == NULL)
    return TOOL_USAGE;
  hbase_scan_set_raw (scan, tool->with_deleted);
  if (tool->keys_only)
    reading_request_keys (&reading, scan);
  return scan_rows (tool, words[1], scan, &reading, &follow, &error) ? TOOL_DONE : tool_failed (error);
}

const ToolCommand command_scan = {
  "scan",
  "TABLE [COLUMN…]",
  "print rows in the order of their keys",
  SELECTION_TEXT
  "\n\nTo copy a table with all versions, or to store it in a file:\n"
  "  hbase-glib scan FROM --versions=all --timestamps | hbase-glib put TO --from=-\n"
  "`put --help` describes such a file.\n\n"
  "With --with-deleted a delete marker is shown as TIMESTAMP/family:qualifier (delete-column),\n"
  "or TIMESTAMP/family (delete-family), in JSON, CSV and tables by its type; a value has the type\n"
  "`put`. HBase counts markers as versions: --versions=all shows what they hide. A major\n"
  "compaction removes both. Columns can't be selected, but families can.\n\n" FOLLOW_TEXT,
  run_scan,
  TOOL_RECORDS,
};
