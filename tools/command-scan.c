/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "output.h"
#include "selection.h"
#include "tool.h"

/* scan, count: they walk a cursor. */

/* How it is read, beside which rows. */
typedef struct {
  Selection selection;
  int lanes;
} Reading;

static void
reading_clear (Reading *reading)
{
  selection_clear (&reading->selection);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

#define READING_ENTRIES(reading)                                                                             \
  SELECTION_ROWS_ENTRIES (&(reading)->selection), SELECTION_SALTED_ENTRY (&(reading)->selection),            \
      SELECTION_GUARDS_ENTRY (&(reading)->selection),                                                        \
  {                                                                                                          \
    "lanes", 0, 0, G_OPTION_ARG_INT, &(reading)->lanes, "so many regions at a time (1)", "N"                 \
  }

#define LANES_FAULT "--lanes can't be below 0"

static HBaseTableCursor *
open_cursor (HBaseTable *table, HBaseScan *scan, const Reading *reading, gboolean ordered)
{
  g_autoptr (HBaseSaltedTable) salted = NULL;

  hbase_scan_set_parallelism (scan, (guint) reading->lanes, ordered);
  if (!reading->selection.salted)
    return hbase_table_scan (table, scan);
  salted = hbase_salted_table_new (table);
  return hbase_salted_table_scan (salted, scan);
}

/* Calls `take` for each row, in order or as they come; FALSE with an error where the walk failed. */
static gboolean
walk (Tool *tool,
      const char *name,
      HBaseScan *scan,
      const Reading *reading,
      gboolean ordered,
      void (*take) (Tool *tool, HBaseRow *row),
      guint64 *n_rows,
      GError **error)
{
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, error);
  g_autoptr (HBaseTableCursor) cursor = table != NULL ? open_cursor (table, scan, reading, ordered) : NULL;
  g_autoptr (GError) problem = NULL;

  *n_rows = 0;
  if (cursor == NULL)
    return FALSE;
  for (; !output_is_lost (); ++*n_rows)
    {
      g_autoptr (HBaseRow) row = hbase_table_cursor_next (cursor, tool->cancellable, &problem);

      if (row == NULL)
        break;
      take (tool, row);
    }
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

/* ---- scan ---- */

static int
run_scan (Tool *tool, char **argv)
{
  g_auto (Reading) reading = { .selection = SELECTION_INIT };
  GOptionEntry entries[] = {
    READING_ENTRIES (&reading),
    SELECTION_VERSIONS_ENTRY (&reading.selection),
    SELECTION_TIMESTAMPS_ENTRY (tool),
    { "limit", 0, 0, G_OPTION_ARG_INT, &reading.selection.limit, "so many rows at most; 0: all (0)", "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (GError) error = NULL;
  guint64 n_rows;

  if (!tool_parse (tool, &command_scan, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (reading.lanes < 0)
    return tool_usage (&command_scan, LANES_FAULT);
  scan = selection_prepare (&reading.selection, tool, &command_scan, words);
  if (scan == NULL)
    return TOOL_USAGE;
  return walk (tool, words[1], scan, &reading, TRUE, output_row, &n_rows, &error) ? TOOL_DONE
                                                                                  : tool_failed (error);
}

const ToolCommand command_scan = {
  "scan",
  "TABLE [COLUMN…]",
  "print rows in the order of their keys",
  SELECTION_TEXT "\n\nTo copy a table with all versions, or to keep it in a file:\n"
                 "  hbase-glib scan FROM --versions=2147483647 --timestamps | hbase-glib put TO --from=-\n"
                 "`put --help` tells what is in such a file.",
  run_scan,
};

/* ---- count ---- */

/* One cell a row, without its value. Joined to other filters it would take from them the cells that they look at. */
#define NOTHING_BUT_KEYS "FirstKeyOnlyFilter() AND KeyOnlyFilter()"

static void
take_nothing (Tool *tool, HBaseRow *row)
{
}

static int
run_count (Tool *tool, char **argv)
{
  g_auto (Reading) reading = { .selection = SELECTION_INIT };
  GOptionEntry entries[] = { READING_ENTRIES (&reading), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (GError) error = NULL;
  guint64 n_rows;

  if (!tool_parse (tool, &command_count, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (reading.lanes < 0)
    return tool_usage (&command_count, LANES_FAULT);
  scan = selection_prepare (&reading.selection, tool, &command_count, words);
  if (scan == NULL)
    return TOOL_USAGE;
  if (reading.selection.filter == NULL && reading.selection.guards == NULL)
    hbase_scan_set_filter (scan, NOTHING_BUT_KEYS);
  if (!walk (tool, words[1], scan, &reading, FALSE, take_nothing, &n_rows, &error))
    return tool_failed (error);
  output_number (tool, "count", n_rows);
  return TOOL_DONE;
}

const ToolCommand command_count = {
  "count",
  "TABLE [COLUMN…]",
  "print how many rows there are",
  SELECTION_TEXT
  "\n\nServers send each row's first key alone, unless a filter is given; --lanes lets several send at\n"
  "a time.",
  run_count,
};
