/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the pump: a GSource for each pool, context and priority, which moves all the runs
 * begun there. A blocking call has a context of its thread's own, which that thread iterates until its run is
 * over.
 *
 *  1. A run becomes ready by a descriptor, the time, a place in the pool, the callback of a connection, or a
 *     cancel.
 *  2. Ready runs are popped one at a time, and moved without the lock. User code (a task's callback) may
 *     iterate the context, begin runs, block in others: the source can recurse, and its prepare() finds the
 *     runs that the dispatch around it has left.
 *  3. Only the earliest of all ends of sleeps and deadlines is armed; when it comes, all runs are examined.
 *  4. The ready time changes only under the pool's lock, and only if it must: each change is a write to an
 *     eventfd, for which the context polls once more. It isn't set for runs that prepare() finds.
 *  5. A dispatch moves no more runs than were ready when it began to: runs that become ready meanwhile are
 *     moved by the next dispatch, and sources of other priorities come in between.
 *  6. An asynchronous pump stays in the pool's table as long as it has runs, or a run is about to be
 *     added. */

#include "config.h"

#include "hbase-pump-private.h"

#include "hbase-forks-private.h"

/* ---- the queue of ready runs ---- */

/* Before a dispatch calls user code, or ends: the same thread iterates the context next. */
static void
leave_ready_locked (HBasePump *pump)
{
  pump->has_ready = pump->ready.head != NULL;
  hbase_pump_arm_locked (pump);
}

static void
take_time_locked (HBasePump *pump, gint64 now)
{
  if (now < pump->next)
    return;
  pump->next = G_MAXINT64;
  for (GList *i = pump->runs.head; i != NULL; i = i->next)
    {
      gint64 next = hbase_run_next (i->data);

      if (next <= now)
        hbase_run_wake_locked (i->data);
      else
        pump->next = MIN (pump->next, next);
    }
}

/* ---- moving ---- */

/* Called under the lock, which it leaves meanwhile. TRUE: the run is over. */
static gboolean
move_unlocked (HBasePump *pump, HBaseRun *run, gint64 now)
{
  gboolean over;

  pump->moving++;
  g_mutex_unlock (&pump->pool->lock);
  over = hbase_run_move (run, now);
  g_mutex_lock (&pump->pool->lock);
  pump->moving--;
  if (!over)
    pump->next = MIN (pump->next, hbase_run_next (run));
  return over;
}

/* Moves a run for the first time, in the thread that will go on moving it. */
static void
begin (HBaseRun *run)
{
  HBasePump *pump = run->pump;

  g_mutex_lock (&pump->pool->lock);
  g_queue_push_tail_link (&pump->runs, &run->in_runs);
  move_unlocked (pump, run, run->now);
  hbase_pump_arm_locked (pump);
  g_mutex_unlock (&pump->pool->lock);
}

/* The callback is called in here, or in the next iteration. */
static void
return_result (HBaseRun *run)
{
  g_autoptr (GTask) task = run->task;
  GError *error = NULL;

  if (hbase_run_finish (run, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
move_ready_locked (HBasePump *pump, gint64 now)
{
  HBaseRun *run;
  gboolean over;

  for (guint n = pump->ready.length; n > 0 && pump->ready.head != NULL; n--)
    {
      run = g_queue_pop_head_link (&pump->ready)->data;
      run->is_ready = FALSE;
      over = move_unlocked (pump, run, now);
      now = MAX (now, run->now);
      if (!over || run->task == NULL)
        continue;
      leave_ready_locked (pump);
      g_mutex_unlock (&pump->pool->lock);
      return_result (run);
      now = g_get_monotonic_time ();
      g_mutex_lock (&pump->pool->lock);
    }
}

/* Only the thread that is asked changes has_ready. */
static gboolean
pump_prepare (GSource *source, gint *timeout)
{
  *timeout = -1;
  return ((HBasePump *) source)->has_ready;
}

static gboolean
pump_dispatch (GSource *source, GSourceFunc callback, gpointer data)
{
  HBasePump *pump = (HBasePump *) source;
  HBasePool *pool = pump->pool;
  gint64 now = g_get_monotonic_time ();
  gboolean idle;

  g_mutex_lock (&pool->lock);
  /* Runs that become ready here are moved below: the source needn't be armed for them. */
  pump->moving++;
  hbase_pump_take_events_locked (pump);
  take_time_locked (pump, now);
  pump->moving--;
  move_ready_locked (pump, now);
  leave_ready_locked (pump);
  idle = !pump->blocking && pump->runs.length == 0 && pump->coming == 0;
  if (idle)
    {
      g_ptr_array_remove_fast (pool->pumps, pump);
      hbase_pump_forget_watched (pump);
    }
  g_mutex_unlock (&pool->lock);
  return idle ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

static void
pump_finalize (GSource *source)
{
  HBasePump *pump = (HBasePump *) source;

  hbase_pump_forget_watched (pump);
  g_ptr_array_unref (pump->watched);
  g_main_context_unref (pump->context);
  g_clear_pointer (&pump->pool, hbase_pool_unref);
}

static GSourceFuncs pump_funcs = {
  .prepare = pump_prepare,
  .dispatch = pump_dispatch,
  .finalize = pump_finalize,
};

static gboolean
blocking_pump_check (GSource *source)
{
  return hbase_pump_has_events ((HBasePump *) source);
}

static GSourceFuncs blocking_pump_funcs = {
  .prepare = pump_prepare,
  .check = blocking_pump_check,
  .dispatch = pump_dispatch,
  .finalize = pump_finalize,
};

/* The context and each run have a reference. */
static HBasePump *
pump_new (HBasePool *pool, GMainContext *context, int io_priority, gboolean blocking)
{
  HBasePump *pump
      = (HBasePump *) g_source_new (blocking ? &blocking_pump_funcs : &pump_funcs, sizeof (HBasePump));

  pump->pool = hbase_pool_ref (pool);
  pump->context = g_main_context_ref (context);
  pump->blocking = blocking;
  pump->watched = g_ptr_array_new ();
  pump->next = G_MAXINT64;
  pump->armed = -1;
  g_source_set_static_name (&pump->source, "hbase-glib pump");
  g_source_set_can_recurse (&pump->source, TRUE);
  g_source_set_priority (&pump->source, io_priority);
  return pump;
}

/* ---- blocking ---- */

/* What the blocking calls of a thread use. */
typedef struct {
  GMainContext *context;
  HBasePump *spare; /* of the last call, if it didn't have to wait; NULL: none */
  gint forks;
} Own;

static Own *
own_new (void)
{
  Own *own = g_new0 (Own, 1);

  own->context = g_main_context_new ();
  g_main_context_set_poll_func (own->context, hbase_pump_poll);
  own->forks = hbase_get_forks ();
  return own;
}

static void
own_free (gpointer data)
{
  Own *own = data;

  if (own->spare != NULL)
    g_source_unref (&own->spare->source);
  g_main_context_unref (own->context);
  g_free (own);
}

/* After a fork the child makes a new context: parent and child would take each other's wake-ups. */
static Own *
get_own (void)
{
  static GPrivate private = G_PRIVATE_INIT (own_free);
  Own *own = g_private_get (&private);

  if (own != NULL && own->forks == hbase_get_forks ())
    return own;
  own = own_new ();
  g_private_replace (&private, own);
  return own;
}

static HBasePump *
take_blocking_pump (HBasePool *pool)
{
  Own *own = get_own ();
  HBasePump *pump = g_steal_pointer (&own->spare);

  if (pump == NULL)
    return pump_new (pool, own->context, G_PRIORITY_DEFAULT, TRUE);
  pump->pool = hbase_pool_ref (pool);
  return pump;
}

/* A source can't be attached twice. A callback may have made calls, and forked, meanwhile. */
static void
return_blocking_pump (HBasePump *pump)
{
  Own *own = get_own ();

  hbase_pump_forget_watched (pump);
  if (g_source_get_context (&pump->source) != NULL || own->context != pump->context || own->spare != NULL)
    {
      g_source_destroy (&pump->source);
      g_source_unref (&pump->source);
      return;
    }
  g_clear_pointer (&pump->pool, hbase_pool_unref);
  pump->next = G_MAXINT64;
  own->spare = pump;
}

/* While a connection is being made, what GIO starts in its callbacks must come back to this context, too. */
static void
iterate (HBaseRun *run, GMainContext *context)
{
  gboolean pushed = run->connecting > 0;

  if (pushed)
    g_main_context_push_thread_default (context);
  g_main_context_iteration (context, TRUE);
  if (pushed)
    g_main_context_pop_thread_default (context);
}

/* The source is attached only now, because each change of an attached source costs a write to an eventfd.
 * Under the lock, because a thread that sets its ready time must know whether to wake another thread. */
static void
iterate_until_over (HBaseRun *run)
{
  HBasePump *pump = run->pump;

  g_mutex_lock (&pump->pool->lock);
  g_source_attach (&pump->source, pump->context);
  g_mutex_unlock (&pump->pool->lock);
  hbase_pump_begin_polling (pump);
  while (!run->over)
    iterate (run, pump->context);
  hbase_pump_end_polling (pump);
}

gboolean
hbase_pool_run (HBasePool *pool,
                HBaseOperation *operation,
                guint timeout,
                guint attempt_timeout,
                GCancellable *cancellable,
                GError **error)
{
  HBasePump *pump = take_blocking_pump (pool);
  g_autoptr (GMainContext) context = g_main_context_ref (pump->context);
  HBaseRun *run;
  gboolean done;

  g_main_context_acquire (context);
  run = hbase_run_new (pump, operation, timeout, attempt_timeout, cancellable, NULL);
  begin (run);
  /* The embedded engine has responded already. */
  if (!run->over)
    iterate_until_over (run);
  done = hbase_run_finish (run, error);
  return_blocking_pump (pump);
  g_main_context_release (context);
  return done;
}

/* ---- async ---- */

/* Of a context and priority there is one pump. */
static HBasePump *
find_pump_locked (HBasePool *pool, GMainContext *context, int io_priority)
{
  for (guint i = 0; i < pool->pumps->len; i++)
    {
      HBasePump *pump = pool->pumps->pdata[i];

      if (pump->context == context && g_source_get_priority (&pump->source) == io_priority)
        return (HBasePump *) g_source_ref (&pump->source);
    }
  return NULL;
}

static HBasePump *
find_or_add_pump (HBasePool *pool, GTask *task)
{
  GMainContext *context = g_task_get_context (task);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);
  HBasePump *pump = find_pump_locked (pool, context, g_task_get_priority (task));

  if (pump == NULL)
    {
      pump = pump_new (pool, context, g_task_get_priority (task), FALSE);
      g_ptr_array_add (pool->pumps, pump);
      g_source_attach (&pump->source, context);
    }
  pump->coming++;
  return pump;
}

/* The first bytes are sent at once, unless another thread iterates this context: then that thread moves the
 * run, which may be over, and freed, before this function returns. */
static void
begin_or_hand_over (HBasePump *pump, HBaseRun *run)
{
  if (!g_main_context_acquire (pump->context))
    {
      g_mutex_lock (&pump->pool->lock);
      g_queue_push_tail_link (&pump->runs, &run->in_runs);
      hbase_run_wake_locked (run);
      g_mutex_unlock (&pump->pool->lock);
      return;
    }
  begin (run);
  if (run->over)
    return_result (run);
  g_main_context_release (pump->context);
}

void
hbase_pool_run_async (
    HBasePool *pool, HBaseOperation *operation, guint timeout, guint attempt_timeout, GTask *task)
{
  HBasePump *pump = find_or_add_pump (pool, task);
  HBaseRun *run
      = hbase_run_new (pump, operation, timeout, attempt_timeout, g_task_get_cancellable (task), task);

  begin_or_hand_over (pump, run);
  g_mutex_lock (&pool->lock);
  pump->coming--;
  /* Without runs it needs one dispatch, which removes it. */
  if (pump->runs.length == 0)
    pump->next = 0;
  hbase_pump_arm_locked (pump);
  g_mutex_unlock (&pool->lock);
  g_source_unref (&pump->source);
}
