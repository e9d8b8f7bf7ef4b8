/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "output.h"
#include "selection.h"
#include "tool.h"

/* scan, count: they walk a cursor. */

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
  guint64 n_rows;

  if (!tool_parse (tool, &command_scan, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  scan = selection_prepare (&selection, tool, &command_scan, words);
  if (scan == NULL)
    return TOOL_USAGE;
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
  guint64 n_rows;

  if (!tool_parse (tool, &command_count, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  scan = selection_prepare (&selection, tool, &command_count, words);
  if (scan == NULL)
    return TOOL_USAGE;
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
