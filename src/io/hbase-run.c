/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-pump-private.h"

#include "hbase-error.h"

/* One drive of an operation, from its start step to DONE, FAIL, the deadline or the caller's cancel.
 *
 * 1. Steps are called by one thread, one at a time, never under a lock.
 * 2. A run that is over is never moved again, though a late cancel or event may make it ready once more.
 * 3. Deadline and cancel end the run and touch nothing of the operation; `interrupted` chooses the words. A
 *    cancel is always G_IO_ERROR_CANCELLED.
 * 4. DONE waits for nothing: what was asked ahead leaves if a channel is idle, else with the next run.
 * 5. A run that has ended isn't over before the connections it asked for have called back. */

/* ---- waking ---- */

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

/* Any thread, and in the midst of anything: so it only marks. */
static void
cancelled (GCancellable *cancellable, gpointer run)
{
  hbase_run_wake (run);
}

HBaseRun *
hbase_run_new (HBasePump *pump,
               HBaseOperation *operation,
               guint timeout,
               guint attempt_timeout,
               GCancellable *cancellable,
               GTask *task)
{
  HBaseRun *run = g_new0 (HBaseRun, 1);

  run->pump = (HBasePump *) g_source_ref (&pump->source);
  run->operation = operation;
  run->timeout = timeout;
  run->attempt_timeout = attempt_timeout;
  run->deadline = timeout > 0 ? g_get_monotonic_time () + timeout * G_GINT64_CONSTANT (1000) : 0;
  run->task = task;
  run->in_runs.data = run;
  run->in_ready.data = run;
  for (guint i = 0; i < operation->n_lanes; i++)
    hbase_lane_link_attach (&operation->lanes[i], run);
  g_set_object (&run->cancellable, cancellable);
  return run;
}

/* ---- the end ---- */

static void
interrupt (HBaseRun *run, GError *why)
{
  HBaseOperation *operation = run->operation;
  gboolean by_caller = why->domain == G_IO_ERROR;

  run->error = operation->class->interrupted != NULL ? operation->class->interrupted (operation, why) : why;
  g_assert (!by_caller || g_error_matches (run->error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}

/* Why the run isn't done: the last failure, else what its first lane waits for. */
static char *
describe_delay (HBaseRun *run)
{
  return run->operation->last_failure != NULL ? g_strdup (run->operation->last_failure)
                                              : hbase_lane_link_describe_wait (&run->operation->lanes[0]);
}

static GError *
timed_out (HBaseRun *run)
{
  g_autofree char *delay = describe_delay (run);

  return hbase_operation_error (run->operation, HBASE_ERROR_TIMED_OUT, "not done within %u ms%s%s",
                                run->timeout, delay != NULL ? "; so far: " : "", delay != NULL ? delay : "");
}

/* TRUE: the run has ended, if it isn't over yet. */
static gboolean
has_ended (HBaseRun *run)
{
  GError *why = NULL;

  if (run->done || run->error != NULL)
    return TRUE;
  if (g_cancellable_set_error_if_cancelled (run->cancellable, &why))
    interrupt (run, why);
  else if (run->deadline != 0 && g_get_monotonic_time () >= run->deadline)
    interrupt (run, timed_out (run));
  return run->error != NULL;
}

static void
stop_connecting (HBaseOperation *operation)
{
  for (guint i = 0; i < operation->n_lanes; i++)
    {
      HBaseLaneLink *link = operation->lanes[i].link;

      if (link->connecting != NULL)
        g_cancellable_cancel (link->connecting);
    }
}

static gboolean
end (HBaseRun *run)
{
  HBaseOperation *operation = run->operation;

  if (run->connecting > 0)
    {
      stop_connecting (operation);
      return FALSE;
    }
  for (guint i = 0; i < operation->n_lanes; i++)
    hbase_lane_link_detach (&operation->lanes[i]);
  run->over = TRUE;
  return TRUE;
}

/* ---- steps ---- */

static void
take_next (HBaseRun *run, HBaseNext next)
{
  run->done = next == HBASE_DONE;
  if (next == HBASE_FAIL)
    run->error = g_steal_pointer (&run->operation->error);
}

/* TRUE: its step was called. */
static gboolean
move_lane (HBaseRun *run, HBaseLane *lane, gint64 now)
{
  hbase_lane_link_move (lane, now);
  if (lane->state != HBASE_LANE_READY)
    return FALSE;
  lane->state = HBASE_LANE_IDLE;
  take_next (run, lane->next (run->operation, lane));
  hbase_lane_link_settle (lane);
  return TRUE;
}

static void
start (HBaseRun *run)
{
  if (run->started || has_ended (run))
    return;
  run->started = TRUE;
  if (run->cancellable != NULL)
    run->cancelled_handler = g_cancellable_connect (run->cancellable, G_CALLBACK (cancelled), run, NULL);
  take_next (run, run->operation->class->start (run->operation, &run->operation->lanes[0]));
}

static void
move_lanes (HBaseRun *run)
{
  HBaseOperation *operation = run->operation;
  gboolean moved = TRUE;

  while (moved && !has_ended (run))
    {
      gint64 now = g_get_monotonic_time ();

      moved = FALSE;
      for (guint i = 0; i < operation->n_lanes && !run->done && run->error == NULL; i++)
        moved |= move_lane (run, &operation->lanes[i], now);
    }
}

/* To a caller that waits the engine in this process answers at once, in this thread: nothing would be gained, and the
 * caller has its result already. */
static void
send_ahead (HBaseRun *run)
{
  if (run->pump->blocking && run->pump->pool->connector == NULL)
    return;
  for (guint i = 0; i < run->operation->n_lanes; i++)
    if (run->operation->lanes[i].state == HBASE_LANE_SENDING)
      hbase_lane_link_move (&run->operation->lanes[i], 0);
}

gboolean
hbase_run_move (HBaseRun *run)
{
  gboolean was_done = run->done;

  if (run->over)
    return TRUE;
  start (run);
  move_lanes (run);
  if (run->done && !was_done)
    send_ahead (run);
  return has_ended (run) && end (run);
}

gint64
hbase_run_next (const HBaseRun *run)
{
  gint64 next = run->deadline != 0 ? run->deadline : G_MAXINT64;

  if (run->done || run->error != NULL)
    return G_MAXINT64;
  for (guint i = 0; i < run->operation->n_lanes; i++)
    next = MIN (next, hbase_lane_link_next (&run->operation->lanes[i]));
  return next;
}

gboolean
hbase_run_finish (HBaseRun *run, GError **error)
{
  HBasePump *pump = run->pump;
  gboolean done = run->done;

  g_assert (run->over);

  /* Before the lock: it waits for a handler in another thread. */
  if (run->cancelled_handler != 0)
    g_cancellable_disconnect (run->cancellable, run->cancelled_handler);
  g_mutex_lock (&pump->pool->lock);
  g_queue_unlink (&pump->runs, &run->in_runs);
  if (run->is_ready)
    g_queue_unlink (&pump->ready, &run->in_ready);
  g_mutex_unlock (&pump->pool->lock);
  if (!done)
    g_propagate_error (error, g_steal_pointer (&run->error));
  g_clear_object (&run->cancellable);
  g_source_unref (&pump->source);
  g_free (run);
  return done;
}
