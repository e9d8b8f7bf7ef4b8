/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file prints rows as they come.
 *
 *  1. `window` has the keys of the first rows of the range, in their order, as they were at the last request.
 *     The next request reads the rows before the window's last key: rows whose keys it doesn't have are new.
 *     So a row that appears late, below a row that was prepended after it, is found, too.
 *  2. No row is printed twice while its key is in the window. */

#include "config.h"

#include <errno.h>
#include <poll.h>

#include "follow.h"
#include "output.h"

#define WINDOW_ROWS 100
#define MS_PER_SECOND 1000

struct _Follow {
  Tool *tool;
  HBaseTable *table;
  HBaseScan *scan;   /* of the range */
  GPtrArray *window; /* (element-type GBytes) */
};

const char *
follow_check (const FollowOptions *options, Tool *tool)
{
  /* Of a table each batch would have a heading. */
  if (options->enabled && tool->format == NULL)
    tool->table = FALSE;
  if (options->interval >= 0.01 && options->interval <= G_MAXINT32 / MS_PER_SECOND)
    return NULL;
  return "--interval must be from 0.01 to 2147483 seconds";
}

Follow *
follow_new (Tool *tool, HBaseTable *table, HBaseScan *scan)
{
  Follow *follow = g_new0 (Follow, 1);

  follow->tool = tool;
  follow->table = g_object_ref (table);
  follow->scan = hbase_scan_copy (scan);
  hbase_scan_set_limit (follow->scan, 0);
  follow->window = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  return follow;
}

void
follow_free (Follow *follow)
{
  g_object_unref (follow->table);
  hbase_query_unref (follow->scan);
  g_ptr_array_unref (follow->window);
  g_free (follow);
}

static GBytes *
key_of (HBaseRow *row)
{
  gsize length;
  const guint8 *key = hbase_row_get_key (row, &length);

  return g_bytes_new (key, length);
}

void
follow_add (Follow *follow, HBaseRow *row)
{
  if (follow->window->len < WINDOW_ROWS)
    g_ptr_array_add (follow->window, key_of (row));
}

/* Returns the rows of the scan (element-type HBaseRow), in the order of their keys. */
static GPtrArray *
read_rows (Follow *follow, HBaseScan *scan, GError **error)
{
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (follow->table, scan);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  g_autoptr (GError) problem = NULL;
  HBaseRow *row;

  while ((row = hbase_table_cursor_next (cursor, follow->tool->cancellable, &problem)) != NULL)
    g_ptr_array_add (rows, row);
  if (problem == NULL)
    return g_steal_pointer (&rows);
  g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}

gboolean
follow_begin_with_first (Follow *follow, GError **error)
{
  g_autoptr (HBaseScan) scan = hbase_scan_copy (follow->scan);
  g_autoptr (GPtrArray) rows = NULL;

  hbase_scan_set_limit (scan, WINDOW_ROWS);
  rows = read_rows (follow, scan, error);
  if (rows == NULL)
    return FALSE;
  for (guint i = 0; i < rows->len; i++)
    follow_add (follow, rows->pdata[i]);
  if (rows->len > 0)
    output_row (follow->tool, rows->pdata[0]);
  return TRUE;
}

/* Returns the rows before the window's last key. */
static GPtrArray *
read_window (Follow *follow, GError **error)
{
  g_autoptr (HBaseScan) scan = hbase_scan_copy (follow->scan);

  if (follow->window->len > 0)
    {
      hbase_scan_set_stop_bytes (scan, follow->window->pdata[follow->window->len - 1]);
      hbase_scan_set_stop_inclusive (scan, FALSE);
    }
  return read_rows (follow, scan, error);
}

/* Prints the rows that aren't in the window, from the last to the first. */
static void
print_new (Follow *follow, GPtrArray *rows)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_bytes_hash, g_bytes_equal);

  for (guint i = 0; i < follow->window->len; i++)
    g_hash_table_add (seen, follow->window->pdata[i]);
  for (guint i = rows->len; i > 0 && !output_is_lost (); i--)
    {
      g_autoptr (GBytes) key = key_of (rows->pdata[i - 1]);

      if (!g_hash_table_contains (seen, key))
        output_row (follow->tool, rows->pdata[i - 1]);
    }
}

/* The last key stays the bound as long as the window isn't full. */
static void
move_window (Follow *follow, GPtrArray *rows)
{
  g_autoptr (GPtrArray) old = g_steal_pointer (&follow->window);

  follow->window = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  for (guint i = 0; i < rows->len; i++)
    follow_add (follow, rows->pdata[i]);
  if (old->len > 0 && follow->window->len < WINDOW_ROWS)
    g_ptr_array_add (follow->window, g_bytes_ref (old->pdata[old->len - 1]));
}

/* Returns whether the time has passed, not the command been cancelled. */
static gboolean
wait_for_next (Follow *follow, double interval)
{
  GCancellable *cancellable = follow->tool->cancellable;
  struct pollfd polled = { .fd = g_cancellable_get_fd (cancellable), .events = POLLIN };

  while (poll (&polled, 1, (int) (interval * MS_PER_SECOND)) < 0 && errno == EINTR)
    continue;
  g_cancellable_release_fd (cancellable);
  return !g_cancellable_is_cancelled (cancellable);
}

gboolean
follow_run (Follow *follow, double interval, GError **error)
{
  while (output_flush () && wait_for_next (follow, interval))
    {
      g_autoptr (GError) problem = NULL;
      g_autoptr (GPtrArray) rows = read_window (follow, &problem);

      if (g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return TRUE;
      if (rows == NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      print_new (follow, rows);
      move_window (follow, rows);
    }
  return TRUE;
}
