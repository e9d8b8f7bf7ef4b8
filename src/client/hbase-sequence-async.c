/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-sequence-private.h"

#include <unistd.h>

/* The async calls of a sequence.
 *
 *  1. Waiters are served in order. Who can be served from memory is not made to wait, unless others do.
 *  2. Who waits has a block under way in the context of his own (`fetching`), one for all who wait there:
 *     another's need not be iterated any more. Whichever block comes first serves the queue, so with several
 *     contexts a block a context may be taken too early. Ahead of need one block is under way, anywhere.
 *  3. Its failure is that of all who wait: they would meet it too. Nobody can cancel it.
 *  4. A waiter that is cancelled leaves the queue, and the block goes on for the others.
 *  5. A forked child drops its parent's waiters, and what is under way for them.
 */

/* When so small a part of a block is left, the next one is asked for. */
#define AHEAD 4

typedef struct {
  HBaseSequence *sequence; /* the task's source keeps it */
  guint n;
  GArray *ids;
  GSource *cancelled; /* while it waits; NULL: it can't be cancelled */
} Waiter;

static void
waiter_free (gpointer data)
{
  Waiter *waiter = data;

  g_array_unref (waiter->ids);
  g_clear_pointer (&waiter->cancelled, g_source_unref);
  g_free (waiter);
}

static Waiter *
waiter_of (GTask *task)
{
  return g_task_get_task_data (task);
}

/* ---- the end of a call ---- */

static void
stop_watching (GTask *task)
{
  if (waiter_of (task)->cancelled != NULL)
    g_source_destroy (waiter_of (task)->cancelled);
}

/* Takes the task. */
static void
return_ids (GTask *task)
{
  stop_watching (task);
  g_task_return_pointer (task, g_array_ref (waiter_of (task)->ids), (GDestroyNotify) g_array_unref);
  g_object_unref (task);
}

/* Takes both. */
static void
return_error (GTask *task, GError *error)
{
  Waiter *waiter = waiter_of (task);

  stop_watching (task);
  hbase_sequence_store_release (waiter->sequence->store, waiter->ids);
  g_task_return_error (task, error);
  g_object_unref (task);
}

/* ---- who waits ---- */

/* Whether the waiter has all it wants now. */
static gboolean
serve (GTask *task)
{
  Waiter *waiter = waiter_of (task);

  return hbase_sequence_store_take (waiter->sequence->store, waiter->ids, waiter->n) == 0;
}

static gboolean
waiter_was_cancelled (GCancellable *cancellable, gpointer data)
{
  GTask *task = data;
  HBaseSequence *self = waiter_of (task)->sequence;
  gboolean waited;

  g_mutex_lock (&self->lock);
  waited = g_queue_remove (&self->waiters, task);
  g_mutex_unlock (&self->lock);
  if (waited)
    return_error (task, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "Operation was cancelled"));
  return G_SOURCE_REMOVE;
}

/* Under the lock, when the task is in the queue: its context may be iterated elsewhere, at once. */
static void
watch_cancellable_locked (GTask *task)
{
  Waiter *waiter = waiter_of (task);

  if (g_task_get_cancellable (task) == NULL)
    return;
  waiter->cancelled = g_cancellable_source_new (g_task_get_cancellable (task));
  g_source_set_callback (waiter->cancelled, G_SOURCE_FUNC (waiter_was_cancelled), g_object_ref (task),
                         g_object_unref);
  g_source_attach (waiter->cancelled, g_task_get_context (task));
}

/* ---- a block ---- */

typedef struct {
  HBaseOperation *operation;
  gint64 block;
} Fetch;

static void
fetch_free (gpointer data)
{
  Fetch *fetch = data;

  g_clear_pointer (&fetch->operation, hbase_operation_free);
  g_free (fetch);
}

static void fetch (HBaseSequence *self, gint64 missing);

/* Takes the first waiter out where it can be served; NULL: nobody can. `*missing`: what the first one of
 * those left still wants, and so the context goes on fetching, 0: there is none. */
static GTask *
pop_served (HBaseSequence *self, GMainContext *context, gint64 *missing)
{
  GTask *task;

  g_mutex_lock (&self->lock);
  task = g_queue_peek_head (&self->waiters);
  *missing = 0;
  if (task != NULL && serve (task))
    g_queue_pop_head (&self->waiters);
  else if (task != NULL)
    {
      *missing = (gint64) waiter_of (task)->n - waiter_of (task)->ids->len;
      task = NULL;
    }
  if (task == NULL && *missing == 0)
    g_ptr_array_remove (self->fetching, context);
  g_mutex_unlock (&self->lock);
  return task;
}

static gpointer
pop_waiter (HBaseSequence *self)
{
  gpointer task;

  g_mutex_lock (&self->lock);
  task = g_queue_pop_head (&self->waiters);
  g_mutex_unlock (&self->lock);
  return task;
}

static void
fail_waiters (HBaseSequence *self, const GError *error)
{
  GTask *task;

  while ((task = pop_waiter (self)) != NULL)
    return_error (task, g_error_copy (error));
}

static void
fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  HBaseSequence *self = HBASE_SEQUENCE (source);
  Fetch *fetched = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  GMainContext *context = g_task_get_context (G_TASK (result));
  gboolean done = g_task_propagate_boolean (G_TASK (result), &error);
  gint64 missing;
  GTask *task;

  if (!hbase_sequence_take_block (self, fetched->operation, fetched->block, done, done ? &error : NULL))
    fail_waiters (self, error);
  while ((task = pop_served (self, context, &missing)) != NULL)
    return_ids (task);
  if (missing > 0)
    fetch (self, missing);
}

/* In the thread-default context, which whoever calls it has put among those that fetch. */
static void
fetch (HBaseSequence *self, gint64 missing)
{
  g_autoptr (GTask) task = hbase_task_new (self, fetch, NULL, fetched, NULL);
  Fetch *wanted = g_new0 (Fetch, 1);
  GError *error = NULL;

  wanted->block = hbase_sequence_block_for (self, missing);
  wanted->operation = hbase_sequence_block_operation (self, wanted->block, &error);
  g_task_set_task_data (task, wanted, fetch_free);
  if (wanted->operation != NULL)
    hbase_table_run_async (self->table, wanted->operation, g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

static void
notice_fork_locked (HBaseSequence *self)
{
  if (self->process == getpid ())
    return;
  g_queue_clear (&self->waiters);
  g_ptr_array_set_size (self->fetching, 0);
  self->process = getpid ();
}

/* What is needed now, or soon. TRUE: whoever asks has to fetch. */
static gboolean
claim_fetch_locked (HBaseSequence *self, GMainContext *context)
{
  gint block = g_atomic_int_get (&self->block_size);
  gboolean soon = block > 1 && hbase_sequence_store_get_buffered (self->store) < (guint64) (block / AHEAD);

  if (self->waiters.length > 0 ? g_ptr_array_find (self->fetching, context, NULL)
                               : self->fetching->len > 0 || !soon)
    return FALSE;
  g_ptr_array_add (self->fetching, g_main_context_ref (context));
  return TRUE;
}

/* ---- the calls ---- */

static void
ask (HBaseSequence *self,
     gpointer tag,
     guint n,
     GCancellable *cancellable,
     GAsyncReadyCallback callback,
     gpointer user_data)
{
  GTask *task = hbase_task_new (self, tag, cancellable, callback, user_data);
  Waiter *waiter = g_new0 (Waiter, 1);
  gboolean served, fetches;
  GError *error = NULL;

  waiter->sequence = self;
  waiter->n = n;
  waiter->ids = g_array_sized_new (FALSE, FALSE, sizeof (gint64), n);
  g_task_set_task_data (task, waiter, waiter_free);
  if (!hbase_table_check (self, self->table, &error))
    {
      return_error (task, error);
      return;
    }
  g_mutex_lock (&self->lock);
  notice_fork_locked (self);
  served = self->waiters.length == 0 && serve (task);
  if (!served)
    {
      g_queue_push_tail (&self->waiters, task);
      watch_cancellable_locked (task);
    }
  fetches = claim_fetch_locked (self, g_task_get_context (task));
  g_mutex_unlock (&self->lock);
  if (fetches)
    fetch (self, served ? 1 : (gint64) n);
  if (served)
    return_ids (task);
}

/**
 * hbase_sequence_next_n_async:
 * @sequence: a sequence
 * @n: how many
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Hands out several ids, see [method@HBase.Sequence.next_n]. When only a quarter of a block is left, the next
 * one is asked for ahead of need.
 *
 * Since: 0.1
 */
void
hbase_sequence_next_n_async (
    HBaseSequence *self, guint n, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_return_if_fail (HBASE_IS_SEQUENCE (self));

  ask (self, hbase_sequence_next_n_async, n, cancellable, callback, user_data);
}

static GArray *
finish (HBaseSequence *self, gpointer tag, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_SEQUENCE (self), NULL);

  return hbase_task_finish_pointer (self, tag, result, error);
}

/**
 * hbase_sequence_next_n_finish:
 * @sequence: a sequence
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Sequence.next_n_async].
 *
 * Returns: (transfer full) (element-type gint64): the ids, or %NULL: an error
 *
 * Since: 0.1
 */
GArray *
hbase_sequence_next_n_finish (HBaseSequence *self, GAsyncResult *result, GError **error)
{
  return finish (self, hbase_sequence_next_n_async, result, error);
}

/**
 * hbase_sequence_next_async:
 * @sequence: a sequence
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Hands out the next id, see [method@HBase.Sequence.next_n_async].
 *
 * Since: 0.1
 */
void
hbase_sequence_next_async (HBaseSequence *self,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_return_if_fail (HBASE_IS_SEQUENCE (self));

  ask (self, hbase_sequence_next_async, 1, cancellable, callback, user_data);
}

/**
 * hbase_sequence_next_finish:
 * @sequence: a sequence
 * @result: what the callback was given
 * @id: (out): the id
 * @error: return location for an error
 *
 * Ends [method@HBase.Sequence.next_async].
 *
 * Returns: (skip): %TRUE, or %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_sequence_next_finish (HBaseSequence *self, GAsyncResult *result, gint64 *id, GError **error)
{
  g_autoptr (GArray) ids = finish (self, hbase_sequence_next_async, result, error);

  g_return_val_if_fail (id != NULL, FALSE);

  if (ids == NULL)
    return FALSE;
  *id = g_array_index (ids, gint64, 0);
  return TRUE;
}

/**
 * hbase_sequence_next_text_finish:
 * @sequence: a sequence
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Sequence.next_async] with decimal digits: JavaScript's numbers end at 2⁵³.
 *
 * Returns: (transfer full): the id, or %NULL: an error
 *
 * Since: 0.1
 */
char *
hbase_sequence_next_text_finish (HBaseSequence *self, GAsyncResult *result, GError **error)
{
  gint64 id;

  return hbase_sequence_next_finish (self, result, &id, error) ? g_strdup_printf ("%" G_GINT64_FORMAT, id)
                                                               : NULL;
}

/**
 * hbase_sequence_create_async:
 * @sequence: a sequence
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Makes the counter's row, see [method@HBase.Sequence.create].
 *
 * Since: 0.1
 */
void
hbase_sequence_create_async (HBaseSequence *self,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  HBaseOperation *operation;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_SEQUENCE (self));

  task = hbase_task_new (self, hbase_sequence_create_async, cancellable, callback, user_data);
  operation = hbase_sequence_creation (self, &error);
  if (hbase_task_take_operation (task, operation, error))
    hbase_table_run_async (self->table, operation, g_steal_pointer (&task));
}

/**
 * hbase_sequence_create_finish:
 * @sequence: a sequence
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Sequence.create_async].
 *
 * Returns: %TRUE: it is there; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_sequence_create_finish (HBaseSequence *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_SEQUENCE (self), FALSE);

  return hbase_task_finish (self, hbase_sequence_create_async, result, error) != NULL;
}
