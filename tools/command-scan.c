/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the commands scan and count, which read a table by a cursor. */

#include "config.h"

#include <unistd.h>

#include "follow.h"
#include "output.h"
#include "progress.h"
#include "selection.h"
#include "tool.h"

/* How many rows are read before the progress may be shown again. */
#define PROGRESS_ROWS 1024

/* Which rows are read, and how. */
typedef struct {
  Selection selection;
  int parallelism;
} Reading;

static void
reading_clear (Reading *reading)
{
  selection_clear (&reading->selection);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

#define READING_ENTRIES(reading)                                                                             \
  SELECTION_ROWS_ENTRIES (&(reading)->selection), SELECTION_GUARDS_ENTRY (&(reading)->selection),            \
  {                                                                                                          \
    "parallelism", 0, 0, G_OPTION_ARG_INT, &(reading)->parallelism,                                          \
        "how many regions are read at a time (1)", "N"                                                       \
  }

#define INVALID_PARALLELISM "--parallelism must be at least 0"

/* Returns a handle of the keys in whose order rows are read. */
static HBaseTable *
open_handle (Tool *tool, const char *name, const Reading *reading, GError **error)
{
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, error);

  if (table == NULL || !reading->selection.salted)
    return g_steal_pointer (&table);
  return tool_unsalted_table (tool, table);
}

static HBaseTableCursor *
open_cursor (HBaseTable *handle, HBaseScan *scan, const Reading *reading, gboolean ordered)
{
  hbase_scan_set_parallelism (scan, (guint) reading->parallelism, ordered || reading->selection.salted);
  return hbase_table_scan (handle, scan);
}

/* Calls `take` for each row, in the order of their keys or in any order. `follow`: NULL, or records them. */
static gboolean
walk (Tool *tool,
      HBaseTable *handle,
      HBaseScan *scan,
      const Reading *reading,
      gboolean ordered,
      void (*take) (Tool *tool, HBaseRow *row),
      Follow *follow,
      guint64 *n_rows,
      GError **error)
{
  g_autoptr (HBaseTableCursor) cursor = open_cursor (handle, scan, reading, ordered);
  g_autoptr (GError) problem = NULL;

  /* Rows on a terminal show it by themselves. */
  gboolean shows_progress = take != output_row || !isatty (STDOUT_FILENO);

  *n_rows = 0;
  for (; !output_is_lost (); ++*n_rows)
    {
      g_autoptr (HBaseRow) row = hbase_table_cursor_next (cursor, tool->cancellable, &problem);

      if (row == NULL)
        break;
      take (tool, row);
      if (follow != NULL)
        follow_add (follow, row);
      if (*n_rows % PROGRESS_ROWS == 0 && shows_progress)
        progress_show ("read", *n_rows, "rows");
    }
  progress_end ();
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

/* ---- scan ---- */

/* Prints the rows, and then those that come. */
static gboolean
scan_rows (Tool *tool,
           const char *name,
           HBaseScan *scan,
           const Reading *reading,
           const FollowOptions *options,
           GError **error)
{
  g_autoptr (HBaseTable) handle = open_handle (tool, name, reading, error);
  g_autoptr (Follow) follow = handle != NULL && options->enabled ? follow_new (tool, handle, scan) : NULL;
  guint64 n_rows;

  if (handle == NULL || !walk (tool, handle, scan, reading, TRUE, output_row, follow, &n_rows, error))
    return FALSE;
  return follow == NULL || follow_run (follow, options->interval, error);
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

  if (!tool_parse_more (tool, &command_scan, entries, more, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (reading.parallelism < 0)
    return tool_usage (&command_scan, INVALID_PARALLELISM);
  if (follow.enabled && reading.selection.reverse)
    return tool_usage (&command_scan, "--follow waits for rows before the first one: leave out --reverse");
  if (follow_check (&follow, tool) != NULL)
    return tool_usage (&command_scan, "%s", follow_check (&follow, tool));
  scan = selection_prepare (&reading.selection, tool, &command_scan, words);
  if (scan == NULL)
    return TOOL_USAGE;
  return scan_rows (tool, words[1], scan, &reading, &follow, &error) ? TOOL_DONE : tool_failed (error);
}

const ToolCommand command_scan = {
  "scan",
  "TABLE [COLUMN…]",
  "print rows in the order of their keys",
  SELECTION_TEXT "\n\nTo copy a table with all versions, or to store it in a file:\n"
                 "  hbase-glib scan FROM --versions=all --timestamps | hbase-glib put TO --from=-\n"
                 "`put --help` describes such a file.\n\n" FOLLOW_TEXT,
  run_scan,
  TOOL_RECORDS,
};

/* ---- count ---- */

/* Reads one cell of each row, without its value. With other filters it would remove the cells that they
 * test. */
#define ONLY_KEYS "FirstKeyOnlyFilter() AND KeyOnlyFilter()"

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
  if (reading.selection.filter == NULL && reading.selection.guards == NULL)
    hbase_scan_set_filter_text (scan, ONLY_KEYS);
  handle = open_handle (tool, words[1], &reading, &error);
  if (handle == NULL || !walk (tool, handle, scan, &reading, FALSE, ignore_row, NULL, &n_rows, &error))
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
