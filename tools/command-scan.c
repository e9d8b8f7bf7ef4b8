/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "output.h"
#include "selection.h"
#include "tool.h"

/* scan, count, first, last: they walk a cursor. */

/* Calls `take` for each row; FALSE with an error where the walk failed. */
static gboolean
walk (Tool *tool,
      const char *name,
      HBaseScan *scan,
      void (*take) (Tool *tool, HBaseRow *row),
      guint64 *n_rows,
      GError **error)
{
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, error);
  g_autoptr (HBaseTableCursor) cursor = table != NULL ? hbase_table_scan (table, scan) : NULL;
  g_autoptr (GError) fault = NULL;

  *n_rows = 0;
  if (cursor == NULL)
    return FALSE;
  for (; !output_is_lost (); ++*n_rows)
    {
      g_autoptr (HBaseRow) row = hbase_table_cursor_next (cursor, tool->cancellable, &fault);

      if (row == NULL)
        break;
      take (tool, row);
    }
  if (fault == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&fault));
  return FALSE;
}

/* Whether it can be scanned so; else the status to leave with. */
static HBaseScan *
prepare (Tool *tool, const ToolCommand *command, const Selection *selection, char **words, int *status)
{
  const char *fault = selection_find_fault (selection);
  g_autoptr (GError) error = NULL;
  HBaseScan *scan = NULL;

  if (fault == NULL)
    scan = selection_make_scan (selection, tool, words + 2, &error);
  if (scan == NULL)
    *status = tool_usage (command, "%s", fault != NULL ? fault : error->message);
  return scan;
}

#define SELECTION_TEXT                                                                                       \
  "Without columns, all are read. A column is family:qualifier; a family's name stands for all its\n"        \
  "columns. With --schema, rows and prefixes may be given by their fields: userid=7,stamp=2024-05-01T00:00Z"

/* ---- scan ---- */

static int
run_scan (Tool *tool, char **argv)
{
  g_auto (Selection) selection = { 0 };
  GOptionEntry entries[] = {
    SELECTION_ROWS_ENTRIES (&selection),
    SELECTION_VERSIONS_ENTRY (&selection),
    { "limit", 0, 0, G_OPTION_ARG_INT, &selection.limit, "so many rows at most", "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (GError) error = NULL;
  int status = TOOL_USAGE;
  guint64 n_rows;

  if (!tool_parse (tool, &command_scan, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  scan = prepare (tool, &command_scan, &selection, words, &status);
  if (scan == NULL)
    return status;
  return walk (tool, words[1], scan, output_row, &n_rows, &error) ? TOOL_DONE : tool_failed (error);
}

const ToolCommand command_scan = {
  "scan",
  "TABLE [COLUMN…]",
  "print rows in the order of their keys",
  SELECTION_TEXT,
  run_scan,
};

/* ---- count ---- */

static void
take_nothing (Tool *tool, HBaseRow *row)
{
}

static int
run_count (Tool *tool, char **argv)
{
  g_auto (Selection) selection = { 0 };
  GOptionEntry entries[] = { SELECTION_ROWS_ENTRIES (&selection), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (GError) error = NULL;
  int status = TOOL_USAGE;
  guint64 n_rows;

  if (!tool_parse (tool, &command_count, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  scan = prepare (tool, &command_count, &selection, words, &status);
  if (scan == NULL)
    return status;
  if (!walk (tool, words[1], scan, take_nothing, &n_rows, &error))
    return tool_failed (error);
  output_number (tool, "count", n_rows);
  return TOOL_DONE;
}

const ToolCommand command_count = {
  "count",
  "TABLE [COLUMN…]",
  "print how many rows there are",
  SELECTION_TEXT "\n\nAll rows are read: naming one short column saves time.",
  run_count,
};

/* ---- first, last ---- */

static int
run_end (Tool *tool, char **argv, const ToolCommand *command, gboolean reverse)
{
  g_auto (Selection) selection = { .limit = 1, .reverse = reverse };
  GOptionEntry entries[] = {
    SELECTION_PREFIX_ENTRY (&selection),
    SELECTION_VERSIONS_ENTRY (&selection),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (GError) error = NULL;
  int status = TOOL_USAGE;
  guint64 n_rows;

  if (!tool_parse (tool, command, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  scan = prepare (tool, command, &selection, words, &status);
  if (scan == NULL)
    return status;
  if (!walk (tool, words[1], scan, output_row, &n_rows, &error))
    return tool_failed (error);
  return n_rows > 0 ? TOOL_DONE : tool_not_found ("table “%s” has no such row", words[1]);
}

static int
run_first (Tool *tool, char **argv)
{
  return run_end (tool, argv, &command_first, FALSE);
}

static int
run_last (Tool *tool, char **argv)
{
  return run_end (tool, argv, &command_last, TRUE);
}

const ToolCommand command_first = {
  "first",
  "TABLE [COLUMN…]",
  "print the first row",
  SELECTION_TEXT,
  run_first,
};

const ToolCommand command_last = {
  "last",
  "TABLE [COLUMN…]",
  "print the last row",
  SELECTION_TEXT,
  run_last,
};
