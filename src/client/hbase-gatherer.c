/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the gathering of asynchronous calls.
 *
 *   add … ── in the context's next iteration, or when it is full: one request ── each task returns its result
 *                                                                            └─ or each call is made alone
 *
 *  1. A gathering is the calls of one kind (gets or puts) that one request, or one operation, carries. They
 *     have the same main context, priority and settings. While it collects calls it is in the gatherer's
 *     list; calls are added under the gatherer's lock, by any thread.
 *  2. Whoever sets `is_sent` under the lock sends the requests. From then on only the thread that iterates
 *     the context uses the gathering, except for the watches of cancellables.
 *  3. Each call's task is taken once, by the first of: its cancellation, its result, its call alone.
 *     The watch of its cancellable, in any thread, only sets a flag and wakes the source.
 *  4. The request is cancelled when all its calls have been.
 *  5. Tasks call back user code, which may iterate the context: before that the source is armed, and nested
 *     dispatches return the other results and make the other calls.
 *  6. A gathering of gets is full when a request is. Puts of one iteration are all in one gathering, and
 *     their operation sends several requests, so that those of one row stay in order.
 *  7. The source is destroyed when all tasks have been taken. */

#include "hbase-gatherer-private.h"

#include "hbase-arguments-private.h"
#include "hbase-batch-operation-private.h"
#include "hbase-cancel-watch-private.h"
#include "hbase-data-operations-private.h"
#include "hbase-get-private.h"
#include "hbase-task-private.h"

/* Requests of puts at a time. */
#define N_PUT_LANES 4

struct _HBaseGatherer {
  guint32 random; /* chooses the salts of new rows: one stored key for all puts of a row */
  GMutex lock;
  GPtrArray *collecting; /* (element-type Gathering) without references */
};

typedef struct {
  GSource source;
  HBaseGatherer *gatherer;
  HBaseGatherSettings settings; /* with references to the table and the schema */
  gboolean of_puts;
  /* the gatherer's lock, until `is_sent` */
  gboolean is_sent;
  gsize length;     /* an upper bound of the request's bytes */
  GPtrArray *calls; /* (element-type HBaseGatheredCall) */
  /* the thread that iterates the context */
  gint64 deadline;           /* 0: none */
  GCancellable *cancellable; /* of the request */
  GPtrArray *sent;           /* (element-type HBaseGatheredCall) those of the request, in its order, … */
  guint n_returned;          /* … of which the results of the first ones were returned */
  gboolean has_results;
} Gathering;

struct _HBaseGatheredCall {
  HBaseGet *get; /* NULL: it is a put */
  HBaseBatchItem *item;
  gsize length;
  GTask *task; /* NULL: taken */
  Gathering *gathering;
  HBaseCancelWatch *cancel_watch; /* NULL: none */
  gint is_cancelled;              /* any thread */
  HBaseRow *row;                  /* the result of a get; NULL: none yet, or … */
  GError *error;                  /* … an error; NULL: none */
};

/* ---- calls ---- */

HBaseGatheredCall *
hbase_gathered_get_new (HBaseTarget target, HBaseGet *get)
{
  HBaseGatheredCall *call;

  if (!hbase_table_name_check (target.table, NULL) || !hbase_get_check (get, NULL))
    return NULL;
  call = g_new0 (HBaseGatheredCall, 1);
  call->get = hbase_get_copy_to (get, hbase_get_row_slice (get));
  call->length = hbase_get_get_max_length (get);
  return call;
}

HBaseGatheredCall *
hbase_gathered_put_new (HBaseGatherer *gatherer, HBaseTarget target, HBasePut *put)
{
  HBaseGatheredCall *call;
  HBaseBatchItem *item;

  target.random = gatherer->random;
  item = hbase_batch_item_new (target, HBASE_MUTATION (put), NULL);
  if (item == NULL)
    return NULL;
  call = g_new0 (HBaseGatheredCall, 1);
  call->item = item;
  call->length = item->length;
  return call;
}

/* After this no other thread uses the call. */
static GTask *
take_task (HBaseGatheredCall *call)
{
  hbase_cancel_watch_free (g_steal_pointer (&call->cancel_watch));
  return g_steal_pointer (&call->task);
}

static void
call_free (gpointer data)
{
  HBaseGatheredCall *call = data;

  if (call->task != NULL)
    g_object_unref (take_task (call));
  g_clear_pointer (&call->get, hbase_query_unref);
  g_clear_pointer (&call->item, hbase_batch_item_free);
  g_clear_pointer (&call->row, hbase_row_unref);
  g_clear_error (&call->error);
  g_free (call);
}

static HBaseGatheredCall *
get_call (const GPtrArray *calls, guint index)
{
  return calls->pdata[index];
}

static void
cancelled (gpointer data)
{
  HBaseGatheredCall *call = data;

  g_atomic_int_set (&call->is_cancelled, TRUE);
  g_source_set_ready_time (&call->gathering->source, 0);
}

/* ---- calls alone ---- */

static guint
get_remaining_ms (const Gathering *self)
{
  return self->deadline == 0 ? 0 : (guint) MAX ((self->deadline - g_get_monotonic_time ()) / 1000, 1);
}

static void
call_alone (Gathering *self, HBaseGatheredCall *call, guint timeout)
{
  HBaseOperation *operation = hbase_get_operation_new (self->settings.target, call->get);
  GTask *task = take_task (call);

  g_task_set_task_data (task, operation, hbase_operation_free);
  self->settings.run_async (self->settings.table, operation, timeout, self->settings.attempt_timeout, task);
}

/* ---- results ---- */

/* The request is cancelled; if it has its response, that has no effect. */
static void
finish_if_all_are_taken (Gathering *self)
{
  for (guint i = 0; i < self->calls->len; i++)
    if (get_call (self->calls, i)->task != NULL)
      return;
  g_cancellable_cancel (self->cancellable);
  g_source_destroy (&self->source);
}

static void
return_cancelled (Gathering *self)
{
  for (guint i = 0; i < self->calls->len; i++)
    {
      HBaseGatheredCall *call = get_call (self->calls, i);
      g_autoptr (GTask) task = NULL;

      if (call->task == NULL || !g_atomic_int_get (&call->is_cancelled))
        continue;
      task = take_task (call);
      g_source_set_ready_time (&self->source, 0);
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Operation was cancelled");
    }
}

/* A get that has none is called alone. */
static gboolean
has_result (const HBaseGatheredCall *call)
{
  return call->get == NULL || call->row != NULL || call->error != NULL;
}

static void
return_result (HBaseGatheredCall *call)
{
  g_autoptr (GTask) task = take_task (call);

  if (call->error != NULL)
    g_task_return_error (task, g_steal_pointer (&call->error));
  else if (call->row != NULL)
    g_task_return_pointer (task, g_steal_pointer (&call->row), (GDestroyNotify) hbase_row_unref);
  else
    g_task_return_boolean (task, TRUE);
}

static void
return_results (Gathering *self)
{
  if (!self->has_results)
    return;
  g_source_set_ready_time (&self->source, 0);
  while (self->n_returned < self->sent->len)
    {
      HBaseGatheredCall *call = get_call (self->sent, self->n_returned++);

      if (call->task == NULL)
        continue;
      if (has_result (call))
        return_result (call);
      else
        call_alone (self, call, get_remaining_ms (self));
    }
}

/* ---- requests ---- */

/* Returns whether the error may be that of some gets only. */
static gboolean
concerns_some (const GError *error)
{
  return hbase_batch_error_concerns_some (error)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TOO_LARGE);
}

/* Returns the results in the dispatch of the source, which nested dispatches may continue. */
static void
set_has_results (Gathering *self)
{
  self->has_results = TRUE;
  return_results (self);
  finish_if_all_are_taken (self);
}

static void
set_rows (Gathering *self, const GPtrArray *rows)
{
  for (guint i = 0; i < self->sent->len; i++)
    get_call (self->sent, i)->row = hbase_row_ref (rows->pdata[i]);
}

static void
set_errors (Gathering *self, const HBaseOperation *operation, const GError *error)
{
  for (guint i = 0; i < self->sent->len; i++)
    {
      HBaseGatheredCall *call = get_call (self->sent, i);

      call->error = hbase_operation_error_of_row (operation, error, hbase_get_row_slice (call->get));
    }
}

static void
got_rows (GObject *table, GAsyncResult *result, gpointer data)
{
  Gathering *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) rows = hbase_call_finish_pointer (table, got_rows, result, &error);

  if (rows != NULL)
    set_rows (self, rows);
  else if (!concerns_some (error))
    set_errors (self, g_task_get_task_data (G_TASK (result)), error);
  set_has_results (self);
  g_source_unref (&self->source);
}

static void
wrote_puts (GObject *table, GAsyncResult *result, gpointer data)
{
  Gathering *self = data;
  HBaseOperation *operation = g_task_get_task_data (G_TASK (result));
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GError) error = NULL;

  hbase_call_finish (table, wrote_puts, result, &error);
  items = hbase_batch_operation_take_items (operation, error);
  for (guint i = 0; i < self->sent->len; i++)
    get_call (self->sent, i)->error = g_steal_pointer (&((HBaseBatchItem *) items->pdata[i])->error);
  set_has_results (self);
  g_source_unref (&self->source);
}

static HBaseOperation *
make_get_operation (const Gathering *self)
{
  g_autoptr (GPtrArray) gets = g_ptr_array_new_full (self->sent->len, NULL);

  for (guint i = 0; i < self->sent->len; i++)
    g_ptr_array_add (gets, get_call (self->sent, i)->get);
  return hbase_get_multiple_operation_new (self->settings.target, gets);
}

static HBaseOperation *
make_put_operation (const Gathering *self)
{
  GPtrArray *items = g_ptr_array_new_full (self->sent->len, hbase_batch_item_free);

  for (guint i = 0; i < self->sent->len; i++)
    g_ptr_array_add (items, g_steal_pointer (&get_call (self->sent, i)->item));
  return hbase_batch_operation_new (self->settings.target, items, MIN (items->len, N_PUT_LANES),
                                    self->settings.max_count, HBASE_ARGUMENTS_MAX_BYTES);
}

static void
send_together (Gathering *self)
{
  const HBaseGatherSettings *settings = &self->settings;
  HBaseOperation *operation = self->of_puts ? make_put_operation (self) : make_get_operation (self);
  GAsyncReadyCallback ready = self->of_puts ? wrote_puts : got_rows;
  GTask *task
      = hbase_task_new (settings->table, ready, self->cancellable, ready, g_source_ref (&self->source));

  g_task_set_priority (task, g_source_get_priority (&self->source));
  g_task_set_task_data (task, operation, hbase_operation_free);
  settings->run_async (settings->table, operation, settings->timeout, settings->attempt_timeout, task);
}

static void
send_calls (Gathering *self)
{
  if (self->settings.timeout > 0)
    self->deadline = g_get_monotonic_time () + self->settings.timeout * G_GINT64_CONSTANT (1000);
  for (guint i = 0; i < self->calls->len; i++)
    if (!g_atomic_int_get (&get_call (self->calls, i)->is_cancelled))
      g_ptr_array_add (self->sent, get_call (self->calls, i));
  if (self->sent->len == 1 && !self->of_puts)
    call_alone (self, get_call (self->sent, 0), self->settings.timeout);
  else if (self->sent->len > 0)
    send_together (self);
}

/* ---- the source ---- */

/* No call is added any more. */
static void
stop_collecting_locked (Gathering *self)
{
  g_ptr_array_remove_fast (self->gatherer->collecting, self);
}

/* Returns whether the caller must send the calls. */
static gboolean
begin_sending (Gathering *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->gatherer->lock);
  gboolean was_sent = self->is_sent;

  self->is_sent = TRUE;
  stop_collecting_locked (self);
  return !was_sent;
}

static gboolean
gathering_dispatch (GSource *source, GSourceFunc callback, gpointer data)
{
  Gathering *self = (Gathering *) source;
  GMainContext *context = g_source_get_context (source);

  g_source_set_ready_time (source, -1);
  if (begin_sending (self))
    {
      g_main_context_push_thread_default (context);
      send_calls (self);
      g_main_context_pop_thread_default (context);
    }
  return_cancelled (self);
  return_results (self);
  finish_if_all_are_taken (self);
  return G_SOURCE_CONTINUE;
}

static void
gathering_finalize (GSource *source)
{
  Gathering *self = (Gathering *) source;

  g_ptr_array_unref (self->sent);
  g_ptr_array_unref (self->calls);
  g_object_unref (self->cancellable);
  g_clear_pointer (&self->settings.target.schema, hbase_key_schema_unref);
  g_object_unref (self->settings.table);
}

static GSourceFuncs gathering_funcs = {
  .dispatch = gathering_dispatch,
  .finalize = gathering_finalize,
};

/* The context has the only reference. */
static Gathering *
add_gathering_locked (HBaseGatherer *gatherer,
                      const HBaseGatherSettings *settings,
                      gboolean of_puts,
                      const GTask *task)
{
  Gathering *self = (Gathering *) g_source_new (&gathering_funcs, sizeof (Gathering));

  self->gatherer = gatherer;
  self->settings = *settings;
  self->settings.target.random = gatherer->random;
  g_object_ref (settings->table);
  if (settings->target.schema != NULL)
    hbase_key_schema_ref (settings->target.schema);
  self->of_puts = of_puts;
  self->length = hbase_arguments_get_overhead (settings->target);
  self->calls = g_ptr_array_new_with_free_func (call_free);
  self->sent = g_ptr_array_new ();
  self->cancellable = g_cancellable_new ();
  g_source_set_static_name (&self->source, "hbase-glib gatherer");
  g_source_set_can_recurse (&self->source, TRUE);
  g_source_set_priority (&self->source, g_task_get_priority ((GTask *) task));
  g_source_set_ready_time (&self->source, 0);
  g_ptr_array_add (gatherer->collecting, self);
  g_source_attach (&self->source, g_task_get_context ((GTask *) task));
  g_source_unref (&self->source);
  return self;
}

/* ---- the gatherer ---- */

HBaseGatherer *
hbase_gatherer_new (void)
{
  HBaseGatherer *gatherer = g_new0 (HBaseGatherer, 1);

  gatherer->random = g_random_int ();
  g_mutex_init (&gatherer->lock);
  gatherer->collecting = g_ptr_array_new ();
  return gatherer;
}

void
hbase_gatherer_free (HBaseGatherer *gatherer)
{
  g_assert (gatherer->collecting->len == 0);

  g_ptr_array_unref (gatherer->collecting);
  g_mutex_clear (&gatherer->lock);
  g_free (gatherer);
}

static gboolean
has_settings (const Gathering *self, const HBaseGatherSettings *settings)
{
  return self->settings.max_count == settings->max_count && self->settings.timeout == settings->timeout
         && self->settings.attempt_timeout == settings->attempt_timeout
         && self->settings.target.prefer_newest == settings->target.prefer_newest;
}

static Gathering *
find_or_add_locked (HBaseGatherer *gatherer,
                    const HBaseGatherSettings *settings,
                    gboolean of_puts,
                    GTask *task)
{
  for (guint i = 0; i < gatherer->collecting->len; i++)
    {
      Gathering *self = gatherer->collecting->pdata[i];

      if (self->of_puts == of_puts && g_source_get_context (&self->source) == g_task_get_context (task)
          && g_source_get_priority (&self->source) == g_task_get_priority (task)
          && has_settings (self, settings))
        return self;
    }
  return add_gathering_locked (gatherer, settings, of_puts, task);
}

/* Takes the call and the task. */
static void
add_call_locked (Gathering *self, HBaseGatheredCall *call, GTask *task)
{
  call->task = task;
  call->gathering = self;
  self->length += call->length;
  g_ptr_array_add (self->calls, call);
  call->cancel_watch = hbase_cancel_watch_new (g_task_get_cancellable (task), cancelled, call);
}

/* Sends a full gathering at once, unless another thread iterates the context: then that one sends it. */
static void
send_full (Gathering *self)
{
  GMainContext *context = g_main_context_ref_thread_default ();

  if (g_main_context_acquire (context))
    {
      if (begin_sending (self))
        send_calls (self);
      g_main_context_release (context);
    }
  g_main_context_unref (context);
  g_source_unref (&self->source);
}

void
hbase_gatherer_add (HBaseGatherer *gatherer,
                    const HBaseGatherSettings *settings,
                    HBaseGatheredCall *call,
                    GTask *task)
{
  gboolean of_puts = call->get == NULL, is_full;
  Gathering *self;

  g_mutex_lock (&gatherer->lock);
  self = find_or_add_locked (gatherer, settings, of_puts, task);
  if (!of_puts && self->calls->len > 0 && self->length + call->length > HBASE_ARGUMENTS_MAX_BYTES)
    {
      stop_collecting_locked (self);
      self = add_gathering_locked (gatherer, settings, of_puts, task);
    }
  add_call_locked (self, call, task);
  is_full = !of_puts && self->calls->len == settings->max_count;
  if (is_full)
    {
      stop_collecting_locked (self);
      g_source_ref (&self->source);
    }
  g_mutex_unlock (&gatherer->lock);
  if (is_full)
    send_full (self);
}
