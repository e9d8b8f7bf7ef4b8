/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements runs. A run drives an operation and its children once: from the first step to DONE,
 * FAIL, the deadline or the caller's cancel.
 *
 *  1. Steps are called by one thread, one at a time, never under a lock.
 *  2. A run that is over is never moved again, though a late cancel or event may make it ready once more.
 *  3. Deadline and cancel end the run and change nothing in the operation; `interrupted` chooses the error.
 *     Before the deadline ends it, replies that have come are taken.
 *     A cancel is always G_IO_ERROR_CANCELLED.
 *  4. DONE waits for nothing: a prefetch is sent if a channel is idle, else by the next run.
 *  5. An operation that has ended is detached only after the connections that its lanes asked for have
 *     called back. */

#include "config.h"

#include "hbase-pump-private.h"

#include "hbase-error-private.h"
#include "hbase-memory-private.h"

/* ---- cancels ---- */

/* Is called in any thread, at any time: so it only wakes the run. */
static void
cancelled (gpointer run)
{
  hbase_run_wake (run);
}

/* ---- operations enter and leave ---- */

/* A child may have the whole timeout for itself, from now on and not from the beginning of the dispatch. */
static void
attach (HBaseOperation *operation, gpointer data)
{
  HBaseRun *run = data;
  gboolean is_first = operation->parent == NULL;

  if (!is_first)
    run->now = g_get_monotonic_time ();
  if (run->timeout > 0 && (is_first || operation->parent->class->child_has_own_deadline))
    run->deadline = run->now + run->timeout * G_GINT64_CONSTANT (1000);
  for (guint i = 0; i < operation->n_lanes; i++)
    hbase_lane_link_attach (&operation->lanes[i], run);
}

/* Sends what the lanes prefetch. To a blocking caller the engine in this process responds at once, in this
 * thread: nothing would be gained, and the caller has its result already. */
static void
send_prefetches (HBaseRun *run, HBaseOperation *operation)
{
  if (run->pump->blocking && run->pump->pool->connector == NULL)
    return;
  for (guint i = 0; i < operation->n_lanes; i++)
    if (operation->lanes[i].state == HBASE_LANE_SENDING)
      hbase_lane_link_move (&operation->lanes[i], 0);
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
detach (HBaseOperation *operation, gboolean done, gpointer data)
{
  HBaseRun *run = data;

  if (done && !run->is_leaving)
    send_prefetches (run, operation);
  run->is_leaving = run->connecting > 0;
  if (run->is_leaving)
    {
      stop_connecting (operation);
      return FALSE;
    }
  for (guint i = 0; i < operation->n_lanes; i++)
    hbase_lane_link_detach (&operation->lanes[i]);
  hbase_lane_link_send_unawaited (run->pump->pool, operation, FALSE);
  return TRUE;
}

static const HBaseOperationDriver driver = { attach, detach };

HBaseRun *
hbase_run_new (HBasePump *pump,
               HBaseOperation *operation,
               guint timeout,
               guint attempt_timeout,
               GCancellable *cancellable,
               GTask *task)
{
  HBaseRun *run = hbase_malloc0 (sizeof (HBaseRun));

  run->pump = (HBasePump *) g_source_ref (&pump->source);
  run->timeout = timeout;
  run->attempt_timeout = attempt_timeout;
  run->task = task;
  run->in_runs.data = run;
  run->in_ready.data = run;
  run->now = g_get_monotonic_time ();
  hbase_operation_stack_init (&run->stack, operation, &driver, run);
  g_set_object (&run->cancellable, cancellable);
  return run;
}

/* ---- deadline and cancel ---- */

/* The error says why the run isn't done: the last failure, else what the first lane waits for. */
static GError *
make_timeout_error (HBaseRun *run)
{
  const GError *last_failure = hbase_operation_stack_get_last_failure (&run->stack);
  HBaseOperation *subject = hbase_operation_stack_get_subject (&run->stack);
  g_autofree char *delay = last_failure != NULL
                               ? g_strdup (hbase_operation_skip_subject (subject, last_failure->message))
                               : hbase_lane_link_describe_wait (&run->stack.operation->lanes[0]);
  GError *error
      = hbase_operation_error (subject, HBASE_ERROR_TIMED_OUT, "not done within %u ms%s%s", run->timeout,
                               delay != NULL ? "; so far: " : "", delay != NULL ? delay : "");

  return hbase_error_with_details_of (error, last_failure);
}

/* Interrupts a run that waits, if its caller has cancelled it. TRUE: it goes on. */
static gboolean
check_cancellable (HBaseRun *run)
{
  GError *why = NULL;

  if (!hbase_operation_stack_is_waiting (&run->stack))
    return FALSE;
  if (!g_cancellable_set_error_if_cancelled (run->cancellable, &why))
    return TRUE;
  hbase_operation_stack_interrupt (&run->stack, why);
  g_assert (g_error_matches (run->stack.error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  return FALSE;
}

static gboolean
is_late (const HBaseRun *run)
{
  return run->deadline != 0 && run->now >= run->deadline;
}

/* ---- steps ---- */

static void
log_retry (const HBaseRun *run, const HBaseLane *lane)
{
  const GError *failure = hbase_operation_stack_get_last_failure (&run->stack);

  if (lane->state == HBASE_LANE_SLEEPING && failure != NULL)
    hbase_debug_log (HBASE_DEBUG_RETRY, "%s is repeated after at most %u ms: %s", lane->request.method->name,
                     lane->sleep_ms, failure->message);
}

/* TRUE: a step was called. */
static gboolean
move_lane (HBaseRun *run, HBaseLane *lane, gint64 now)
{
  hbase_lane_link_move (lane, now);
  if (lane->state != HBASE_LANE_READY)
    return FALSE;
  hbase_operation_stack_call_step (&run->stack, lane);
  log_retry (run, lane);
  hbase_lane_link_settle (lane);
  return TRUE;
}

/* TRUE: a step was called. */
static gboolean
move_lanes (HBaseRun *run)
{
  HBaseOperation *operation = run->stack.operation;
  gboolean moved = FALSE;

  for (guint i = 0; i < operation->n_lanes && hbase_operation_stack_is_waiting (&run->stack); i++)
    moved |= move_lane (run, &operation->lanes[i], run->now);
  return moved;
}

/* A service in this process has stopped its work by itself. */
static gboolean
awaits_gateway (const HBaseRun *run, const HBaseLane *lane)
{
  const HBaseLaneLink *link = lane->link;

  return lane->state == HBASE_LANE_AWAITING && link->channel != NULL && run->pump->pool->connector != NULL;
}

/* Nothing is sent any more. TRUE: a step was called. */
static gboolean
take_replies (HBaseRun *run)
{
  HBaseOperation *operation = run->stack.operation;
  gboolean moved = FALSE;

  for (guint i = 0; i < operation->n_lanes && hbase_operation_stack_is_waiting (&run->stack); i++)
    if (awaits_gateway (run, &operation->lanes[i]))
      moved |= move_lane (run, &operation->lanes[i], 0);
  return moved;
}

/* Replies that have come count: the process may have been stopped since then. */
static void
end_late (HBaseRun *run)
{
  if (!take_replies (run))
    hbase_operation_stack_interrupt (&run->stack, make_timeout_error (run));
}

static void
start (HBaseRun *run)
{
  if (run->started || !check_cancellable (run))
    return;
  run->started = TRUE;
  run->began = run->now;
  run->cancel_watch = hbase_cancel_watch_new (run->cancellable, cancelled, run);
  hbase_operation_stack_start (&run->stack);
}

/* Returns TRUE if it may move further. Steps may take a while, so the clock is read again then; the time of
 * the first step counts as its attempt's. */
static gboolean
move_on (HBaseRun *run)
{
  gboolean moved = TRUE;

  if (check_cancellable (run))
    {
      if (is_late (run))
        end_late (run);
      else
        moved = move_lanes (run);
    }
  run->over = hbase_operation_stack_advance (&run->stack);
  if (moved && !run->over)
    run->now = g_get_monotonic_time ();
  return moved;
}

gboolean
hbase_run_move (HBaseRun *run, gint64 now)
{
  if (run->over)
    return TRUE;
  run->now = now;
  start (run);
  run->over = hbase_operation_stack_advance (&run->stack);
  while (!run->over && hbase_operation_stack_is_waiting (&run->stack) && move_on (run))
    ;
  return run->over;
}

gint64
hbase_run_next (const HBaseRun *run)
{
  const HBaseOperation *operation = run->stack.operation;
  gint64 next = run->deadline != 0 ? run->deadline : G_MAXINT64;

  if (!hbase_operation_stack_is_waiting (&run->stack))
    return G_MAXINT64;
  for (guint i = 0; i < operation->n_lanes; i++)
    {
      const HBaseLaneLink *link = operation->lanes[i].link;

      if (link->until != 0)
        next = MIN (next, link->until);
    }
  return next;
}

/* The record of a call that sent nothing isn't reported. */
static void
report (HBaseRun *run)
{
  HBaseCallRecord *record = &run->record;

  if (record->method == NULL)
    return;
  record->table = hbase_operation_stack_get_subject (&run->stack)->table;
  record->duration_us = g_get_monotonic_time () - run->began;
  record->n_attempts = MAX (record->n_attempts, 1);
  record->error = run->stack.error;
  hbase_pool_report_call (run->pump->pool, record);
}

gboolean
hbase_run_finish (HBaseRun *run, GError **error)
{
  HBasePump *pump = run->pump;
  gboolean done;

  g_assert (run->over);

  /* Before the lock, which cancelled() acquires. */
  hbase_cancel_watch_free (run->cancel_watch);
  g_mutex_lock (&pump->pool->lock);
  g_queue_unlink (&pump->runs, &run->in_runs);
  if (run->is_ready)
    g_queue_unlink (&pump->ready, &run->in_ready);
  g_mutex_unlock (&pump->pool->lock);
  report (run);
  done = hbase_operation_stack_finish (&run->stack, error);
  g_clear_object (&run->cancellable);
  g_source_unref (&pump->source);
  g_free (run);
  return done;
}
