/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads the rows of scan and count by a cursor. */

#include "config.h"

#include <unistd.h>

#include "output.h"
#include "progress.h"
#include "reading.h"

/* How many rows are read before the progress may be shown, and shown again. */
#define PROGRESS_ROWS 1024
#define ONLY_KEYS "FirstKeyOnlyFilter() AND KeyOnlyFilter()"

void
reading_clear (Reading *reading)
{
  selection_clear (&reading->selection);
}

void
reading_request_keys (const Reading *reading, HBaseScan *scan)
{
  if (reading->selection.filter == NULL && reading->selection.guards == NULL
      && reading->selection.read.filter_bytes == NULL)
    hbase_query_set_filter_text (HBASE_QUERY (scan), ONLY_KEYS);
}

HBaseTable *
reading_open (Tool *tool, const char *name, const Reading *reading, GError **error)
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

gboolean
reading_walk (Tool *tool,
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
      if ((*n_rows + 1) % PROGRESS_ROWS == 0 && shows_progress)
        progress_show ("read", *n_rows + 1, "rows");
    }
  progress_end ();
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}
