/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the timestamps of a client. */

#include "config.h"

#include "hbase-timestamps-private.h"

static gint64
wall_clock (void)
{
  return g_get_real_time () / 1000;
}

HBaseTimestamps *
hbase_timestamps_new (void)
{
  HBaseTimestamps *timestamps = g_new0 (HBaseTimestamps, 1);

  timestamps->now = wall_clock;
  g_mutex_init (&timestamps->lock);
  return timestamps;
}

void
hbase_timestamps_free (HBaseTimestamps *timestamps)
{
  g_mutex_clear (&timestamps->lock);
  g_free (timestamps);
}

gint64
hbase_timestamps_draw (gpointer data)
{
  HBaseTimestamps *timestamps = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&timestamps->lock);

  timestamps->last = MAX (timestamps->now (), timestamps->last + 1);
  return timestamps->last;
}

void
hbase_timestamps_observe (HBaseTimestamps *timestamps, const HBaseBlock *block)
{
  gint64 limit = timestamps->now () + HBASE_TIMESTAMPS_MAX_AHEAD_MS, greatest = 0;
  g_autoptr (GMutexLocker) locker = NULL;

  for (guint i = 0; i < block->n_cells; i++)
    {
      HBaseCellView view;

      hbase_block_cell (block, i, &view);
      if (view.timestamp <= limit)
        greatest = MAX (greatest, view.timestamp);
    }
  locker = g_mutex_locker_new (&timestamps->lock);
  timestamps->last = MAX (timestamps->last, greatest);
}
