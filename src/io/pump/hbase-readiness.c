/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file makes runs ready: to wake a run, it adds it to its pump's queue, and arms the pump's source.
 * hbase-pump.c has the invariants. */

#include "config.h"

#include "hbase-pump-private.h"

void
hbase_pump_arm_locked (HBasePump *pump)
{
  gboolean is_due = pump->ready.head != NULL && !pump->has_ready;
  gint64 time = is_due ? 0 : pump->next == G_MAXINT64 ? -1 : pump->next;

  if (time == pump->armed)
    return;
  pump->armed = time;
  g_source_set_ready_time (&pump->source, time);
}

void
hbase_run_wake_locked (HBaseRun *run)
{
  HBasePump *pump = run->pump;

  if (!run->is_ready)
    g_queue_push_tail_link (&pump->ready, &run->in_ready);
  run->is_ready = TRUE;
  if (pump->moving == 0)
    hbase_pump_arm_locked (pump);
}

void
hbase_run_wake (HBaseRun *run)
{
  GMutex *lock = &run->pump->pool->lock;

  g_mutex_lock (lock);
  hbase_run_wake_locked (run);
  g_mutex_unlock (lock);
}
