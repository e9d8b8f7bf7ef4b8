/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements HBaseBatch, which gathers changes of rows and sends many of them in a request.
 *
 *   add ── wait (asynchronous calls, while the buffer is full) ── buffer ── flush ── written, or failed
 *
 *  1. Each change that was added is in one place: in the buffer, in the operation of the flush under way,
 *     written, or failed. Failures are kept until they are taken.
 *  2. A flush takes the whole buffer. One flush is under way at a time, so that changes of one row are
 *     sent in the order in which they were added; its operation sends several requests at a time.
 *  3. Memory is bounded: the buffer has at most as many changes and bytes as a flush can send at a time, or
 *     fewer than one request and one change more; so has the flush under way. No change is added while
 *     `max_count` failures or more are kept.
 *  4. Calls that wait are completed in the order in which they were made: an addition when the buffer has
 *     space for it, a flush when the buffer is empty and no flush is under way. While a call waits none
 *     overtakes it.
 *  5. A blocking call that would have to wait for an asynchronous flush fails with G_IO_ERROR_PENDING: it
 *     can't iterate the caller's main context.
 *  6. Handlers of the signal and callbacks are called when all of the above holds, and may make further
 *     calls: whoever has called them looks again. */

#include "hbase-batch.h"

#include "hbase-arguments-private.h"
#include "hbase-batch-failure-private.h"
#include "hbase-batch-operation-private.h"
#include "hbase-object-private.h"
#include "hbase-record-check-private.h"
#include "hbase-table-private.h"

#define DEFAULT_MAX_COUNT 1000
#define DEFAULT_MAX_BYTES HBASE_ARGUMENTS_MAX_BYTES
#define DEFAULT_PARALLELISM 4
#define MAX_PARALLELISM 256

/**
 * HBaseBatch:
 *
 * Gathers changes of a table's rows, and sends many of them in a request.
 *
 * Puts, deletes, increments and appends are added to the batch, which copies them.
 * [method@HBase.Batch.flush] sends all that was added, in requests of up to
 * [property@HBase.Batch:max-count] changes and [property@HBase.Batch:max-bytes] bytes,
 * [property@HBase.Batch:parallelism] of them at a time. A batch is full when it has as many changes as
 * these requests can have; an addition to a full batch flushes it first. So memory is bounded, and a
 * caller that is faster than HBase waits.
 *
 * ```c
 * g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
 *
 * for (guint i = 0; i < 10000; i++)
 *   {
 *     g_autofree char *row = g_strdup_printf ("user%u", i);
 *     g_autoptr (HBasePut) put = hbase_put_new_utf8 (row);
 *
 *     hbase_put_add_utf8 (put, "content", "state", "new");
 *     if (!hbase_batch_add (batch, HBASE_MUTATION (put), NULL, &error))
 *       return FALSE;
 *   }
 * if (!hbase_batch_flush (batch, NULL, &error))
 *   {
 *     g_autoptr (GPtrArray) failures = hbase_batch_take_failures (batch);
 *
 *     for (guint i = 0; i < failures->len; i++)
 *       {
 *         const GError *reason = hbase_batch_failure_get_error (failures->pdata[i]);
 *
 *         g_printerr ("%s\n", reason->message);
 *       }
 *   }
 * ```
 *
 * **What must be flushed.** Changes that weren't flushed when the batch is freed are lost, and a warning
 * is logged. Call [method@HBase.Batch.flush] at the end, or [method@HBase.Batch.discard].
 *
 * **Results.** A change that fails doesn't prevent others. Each one that failed is kept, with its error,
 * until [method@HBase.Batch.take_failures] returns it; as long as there are any, flushes fail with the
 * error of the first. HBase doesn't report which changes of a request it has executed if it refuses one
 * of them: then each is sent again alone, to find out. By this a put without a timestamp may be stored as
 * two versions, and it hides what another client has written to its columns meanwhile. Increments,
 * appends, and deletes of the newest version of a column are sent alone, and never again if their outcome
 * is unknown.
 *
 * **Order.** Changes of one row are executed in the order in which they were added. HBase's timestamps
 * are in milliseconds: a put in the same millisecond as a delete of its column is hidden by it, unless
 * both have timestamps. After a change whose outcome is unknown the next one of its row is sent all the
 * same, and HBase may execute the earlier one after it. Changes of different rows are executed in any order.
 *
 * **Asynchronous calls** are complete at once while the batch isn't full. Requests are then sent while
 * the caller goes on, as soon as there are enough changes for one. All asynchronous calls of a batch must
 * be made in the thread-default main context in which it was made. Cancelling one ends its waiting, and
 * changes that were added before are still sent. Blocking calls that would have to wait for an
 * asynchronous flush fail with %G_IO_ERROR_PENDING.
 *
 * **Threads.** A batch is used by one thread at a time. One whose [property@HBase.Batch:interval] isn't 0, or
 * of which asynchronous calls are under way, belongs to the thread that iterates the main context in which
 * it was made: the timer and the responses change it there, without a lock.
 *
 * With a table whose keys have no salts
 * ([ctor@HBase.Table.new_unsalted]) changes are the same as those of that table's own calls; stored keys
 * that must be looked up are looked up many at a time.
 *
 * Errors of the calls that add a change, which then isn't added:
 *
 * - %HBASE_ERROR_INVALID_ARGUMENT, %HBASE_ERROR_INVALID_KEY, %HBASE_ERROR_UNSUPPORTED: the change is invalid
 * - %HBASE_ERROR_TOO_LARGE: the change is larger than [property@HBase.Batch:max-bytes], and the gateways
 *   are framed: they close the connection without a response
 * - %HBASE_ERROR_CLOSED: the connection was closed
 * - %G_IO_ERROR_CANCELLED: the caller cancelled the call
 * - %G_IO_ERROR_PENDING: see above
 * - the error of the first failure, if [property@HBase.Batch:max-count] failures or more weren't taken
 */
struct _HBaseBatch {
  GObject parent_instance;
  HBaseTable *table;
  guint max_count;
  guint64 max_bytes;
  guint parallelism;
  guint interval;        /* ms; 0: none */
  GMainContext *context; /* in which it was made */
  guint32 random;        /* chooses the salts of new rows: one stored key for all changes of a row */
  GPtrArray *buffer;     /* (element-type HBaseBatchItem) */
  gsize buffered_bytes;
  gint64 buffered_since;     /* monotonic µs: when the first change of the buffer was added */
  GQueue waiters;            /* of Waiter */
  HBaseOperation *operation; /* of the flush under way; NULL: there is none */
  GSource *timer;            /* NULL: it isn't running */
  GPtrArray *failures;       /* (element-type HBaseBatchFailure) */
  guint64 n_added, n_written, n_failed;
};

/* An asynchronous call that isn't complete. */
typedef struct {
  HBaseBatch *batch;
  GTask *task;
  HBaseBatchItem *item;  /* to be added; NULL: it is a flush */
  GSource *cancellation; /* NULL: the caller can't cancel it */
} Waiter;

enum { PROP_TABLE = 1, PROP_MAX_COUNT, PROP_MAX_BYTES, PROP_PARALLELISM, PROP_INTERVAL, N_PROPERTIES };

static GParamSpec *properties[N_PROPERTIES];
static guint progress_signal;

G_DEFINE_FINAL_TYPE (HBaseBatch, hbase_batch, G_TYPE_OBJECT)

static const gsize members[N_PROPERTIES] = {
  [PROP_TABLE] = G_STRUCT_OFFSET (HBaseBatch, table),
  [PROP_MAX_COUNT] = G_STRUCT_OFFSET (HBaseBatch, max_count),
  [PROP_MAX_BYTES] = G_STRUCT_OFFSET (HBaseBatch, max_bytes),
  [PROP_PARALLELISM] = G_STRUCT_OFFSET (HBaseBatch, parallelism),
  [PROP_INTERVAL] = G_STRUCT_OFFSET (HBaseBatch, interval),
};

static void
hbase_batch_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  hbase_object_get_member (object, members[id], value);
}

static void
stop_timer (HBaseBatch *batch)
{
  if (batch->timer != NULL)
    g_source_destroy (batch->timer);
  g_clear_pointer (&batch->timer, g_source_unref);
}

static void start_timer (HBaseBatch *batch);

static void
hbase_batch_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HBaseBatch *batch = HBASE_BATCH (object);

  if (!hbase_object_set_member (object, members[id], value, pspec) || id != PROP_INTERVAL)
    return;
  stop_timer (batch);
  start_timer (batch);
}

static void
hbase_batch_dispose (GObject *object)
{
  HBaseBatch *batch = HBASE_BATCH (object);

  if (batch->buffer->len > 0)
    g_warning ("table “%s”: %u changes of a batch are lost, because it was freed without a flush",
               hbase_table_get_name (batch->table), batch->buffer->len);
  hbase_batch_discard (batch);
  G_OBJECT_CLASS (hbase_batch_parent_class)->dispose (object);
}

static void
hbase_batch_finalize (GObject *object)
{
  HBaseBatch *batch = HBASE_BATCH (object);

  g_ptr_array_unref (batch->buffer);
  g_ptr_array_unref (batch->failures);
  g_main_context_unref (batch->context);
  g_clear_object (&batch->table);
  G_OBJECT_CLASS (hbase_batch_parent_class)->finalize (object);
}

static void
hbase_batch_class_init (HBaseBatchClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags settable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hbase_batch_get_property;
  object_class->set_property = hbase_batch_set_property;
  object_class->dispose = hbase_batch_dispose;
  object_class->finalize = hbase_batch_finalize;

  /**
   * HBaseBatch:table: (getter get_table)
   *
   * The table whose rows are changed. A flush takes at most the table's timeout.
   */
  properties[PROP_TABLE]
      = g_param_spec_object ("table", NULL, NULL, HBASE_TYPE_TABLE, settable | G_PARAM_CONSTRUCT_ONLY);
  /**
   * HBaseBatch:max-count: (getter get_max_count) (setter set_max_count)
   *
   * The most changes in a request; 1000 by default.
   */
  properties[PROP_MAX_COUNT]
      = g_param_spec_uint ("max-count", NULL, NULL, 1, G_MAXINT32, DEFAULT_MAX_COUNT, settable);
  /**
   * HBaseBatch:max-bytes: (getter get_max_bytes) (setter set_max_bytes)
   *
   * The most bytes in a request; 2,000,000 by default, since framed gateways accept 2 MiB unless their
   * `hbase.regionserver.thrift.framed.max_frame_size_in_mb` says otherwise. A larger change is refused
   * when it is added, if the gateways are framed, and else sent alone.
   */
  properties[PROP_MAX_BYTES]
      = g_param_spec_uint64 ("max-bytes", NULL, NULL, 1, G_MAXINT32, DEFAULT_MAX_BYTES, settable);
  /**
   * HBaseBatch:parallelism: (getter get_parallelism) (setter set_parallelism)
   *
   * The most requests at a time; 4 by default. Each uses a channel of the connection.
   */
  properties[PROP_PARALLELISM]
      = g_param_spec_uint ("parallelism", NULL, NULL, 1, MAX_PARALLELISM, DEFAULT_PARALLELISM, settable);
  /**
   * HBaseBatch:interval: (getter get_interval) (setter set_interval)
   *
   * The time after which a change is sent at the latest, in milliseconds. 0, the default, means no limit:
   * changes are sent when there are enough of them, or by a flush.
   *
   * The time is measured by the main context in which the batch was made, which must be iterated. It is
   * of no use to programs that only make blocking calls.
   */
  properties[PROP_INTERVAL] = g_param_spec_uint ("interval", NULL, NULL, 0, G_MAXINT32, 0, settable);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  /**
   * HBaseBatch::progress:
   * @batch: a batch
   * @n_written: changes that were written so far
   * @n_failed: changes that failed so far
   *
   * Is emitted at the end of each flush, also of those that additions start: in the call that blocks, or,
   * if the flush is asynchronous, in its main context.
   */
  progress_signal = g_signal_new ("progress", HBASE_TYPE_BATCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_UINT64, G_TYPE_UINT64);
}

static void
hbase_batch_init (HBaseBatch *batch)
{
  batch->max_count = DEFAULT_MAX_COUNT;
  batch->max_bytes = DEFAULT_MAX_BYTES;
  batch->parallelism = DEFAULT_PARALLELISM;
  batch->context = g_main_context_ref_thread_default ();
  batch->random = g_random_int ();
  batch->buffer = g_ptr_array_new_with_free_func (hbase_batch_item_free);
  batch->failures = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_batch_failure_unref);
}

/**
 * hbase_batch_new:
 * @table: the table whose rows are changed
 *
 * Makes an empty batch. Nothing is sent.
 *
 * Returns: (transfer full): the batch
 */
HBaseBatch *
hbase_batch_new (HBaseTable *table)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return g_object_new (HBASE_TYPE_BATCH, "table", table, NULL);
}

/**
 * hbase_batch_get_table: (get-property table)
 * @batch: a batch
 *
 * Returns the table whose rows are changed.
 *
 * Returns: (transfer none): the table
 */
HBaseTable *
hbase_batch_get_table (HBaseBatch *batch)
{
  g_return_val_if_fail (HBASE_IS_BATCH (batch), NULL);

  return batch->table;
}

/**
 * hbase_batch_get_max_count: (get-property max-count)
 * @batch: a batch
 *
 * Returns the most changes in a request.
 *
 * Returns: the number
 */
guint
hbase_batch_get_max_count (HBaseBatch *batch)
{
  g_return_val_if_fail (HBASE_IS_BATCH (batch), 0);

  return batch->max_count;
}

/**
 * hbase_batch_set_max_count: (set-property max-count)
 * @batch: a batch
 * @max_count: the number; at least 1
 *
 * Sets the most changes in a request.
 */
void
hbase_batch_set_max_count (HBaseBatch *batch, guint max_count)
{
  g_return_if_fail (HBASE_IS_BATCH (batch));

  g_object_set (batch, "max-count", max_count, NULL);
}

/**
 * hbase_batch_get_max_bytes: (get-property max-bytes)
 * @batch: a batch
 *
 * Returns the most bytes in a request.
 *
 * Returns: the number of bytes
 */
guint64
hbase_batch_get_max_bytes (HBaseBatch *batch)
{
  g_return_val_if_fail (HBASE_IS_BATCH (batch), 0);

  return batch->max_bytes;
}

/**
 * hbase_batch_set_max_bytes: (set-property max-bytes)
 * @batch: a batch
 * @max_bytes: the number of bytes; at least 1
 *
 * Sets the most bytes in a request.
 */
void
hbase_batch_set_max_bytes (HBaseBatch *batch, guint64 max_bytes)
{
  g_return_if_fail (HBASE_IS_BATCH (batch));

  g_object_set (batch, "max-bytes", max_bytes, NULL);
}

/**
 * hbase_batch_get_parallelism: (get-property parallelism)
 * @batch: a batch
 *
 * Returns the most requests at a time.
 *
 * Returns: the number
 */
guint
hbase_batch_get_parallelism (HBaseBatch *batch)
{
  g_return_val_if_fail (HBASE_IS_BATCH (batch), 0);

  return batch->parallelism;
}

/**
 * hbase_batch_set_parallelism: (set-property parallelism)
 * @batch: a batch
 * @parallelism: the number; at least 1
 *
 * Sets the most requests at a time.
 */
void
hbase_batch_set_parallelism (HBaseBatch *batch, guint parallelism)
{
  g_return_if_fail (HBASE_IS_BATCH (batch));

  g_object_set (batch, "parallelism", parallelism, NULL);
}

/**
 * hbase_batch_get_interval: (get-property interval)
 * @batch: a batch
 *
 * Returns the time after which a change is sent at the latest.
 *
 * Returns: the time in milliseconds
 */
guint
hbase_batch_get_interval (HBaseBatch *batch)
{
  g_return_val_if_fail (HBASE_IS_BATCH (batch), 0);

  return batch->interval;
}

/**
 * hbase_batch_set_interval: (set-property interval)
 * @batch: a batch
 * @interval: the time in milliseconds; 0 for no limit
 *
 * Sets the time after which a change is sent at the latest.
 */
void
hbase_batch_set_interval (HBaseBatch *batch, guint interval)
{
  g_return_if_fail (HBASE_IS_BATCH (batch));

  g_object_set (batch, "interval", interval, NULL);
}

/* ---- failures ---- */

static gboolean
report_failures (HBaseBatch *batch, GError **error)
{
  GError *first;

  if (batch->failures->len == 0)
    return TRUE;
  first = g_error_copy (hbase_batch_failure_get_error (batch->failures->pdata[0]));
  if (batch->failures->len > 1)
    g_prefix_error (&first, "%u changes of the batch failed; the first: ", batch->failures->len);
  g_propagate_error (error, first);
  return FALSE;
}

static gboolean
check_failures (HBaseBatch *batch, GError **error)
{
  return batch->failures->len < batch->max_count || report_failures (batch, error);
}

static void
record_item (HBaseBatch *batch, HBaseBatchItem *item)
{
  if (item->state == HBASE_BATCH_ITEM_WRITTEN)
    batch->n_written++;
  else
    {
      batch->n_failed++;
      g_ptr_array_add (batch->failures,
                       hbase_batch_failure_new (item->index, item->mutation, g_steal_pointer (&item->error)));
    }
}

/**
 * hbase_batch_take_failures:
 * @batch: a batch
 *
 * Returns the changes that failed since the last call of this function, in the order in which they were
 * added, and removes them from the batch.
 *
 * Returns: (transfer container) (element-type HBase.BatchFailure): the failures; empty if there are none
 */
GPtrArray *
hbase_batch_take_failures (HBaseBatch *batch)
{
  GPtrArray *taken;

  g_return_val_if_fail (HBASE_IS_BATCH (batch), NULL);

  taken = batch->failures;
  batch->failures = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_batch_failure_unref);
  return taken;
}

/* ---- the buffer ---- */

static HBaseTarget
get_target (HBaseBatch *batch)
{
  HBaseTarget target = hbase_table_get_target (batch->table);

  target.random = batch->random;
  return target;
}

static gboolean
check_length (HBaseBatch *batch, const HBaseBatchItem *item, GError **error)
{
  const char *name = hbase_table_get_name (batch->table);
  guint64 length = item->length + hbase_arguments_get_overhead (get_target (batch));
  g_autofree char *row = NULL;

  if (length <= batch->max_bytes || !hbase_connection_is_framed (hbase_table_get_connection (batch->table)))
    return TRUE;
  row = hbase_record_show_row (hbase_mutation_row_slice (item->mutation));
  return hbase_error_set (error, HBASE_ERROR_TOO_LARGE,
                          "table “%s”, row %s: a %s takes up to %" G_GUINT64_FORMAT
                          " bytes, more than the batch's max-bytes, %" G_GUINT64_FORMAT
                          ": divide it, or raise max-bytes if the gateways accept larger frames",
                          name, row, item->mutation->class->name, length, batch->max_bytes);
}

/* Copies and checks a change that is to be added; NULL: an error. */
static HBaseBatchItem *
make_item (HBaseBatch *batch, HBaseMutation *mutation, GCancellable *cancellable, GError **error)
{
  HBaseBatchItem *item;

  if (!hbase_table_check_call (batch, batch->table, cancellable, error) || !check_failures (batch, error))
    return NULL;
  item = hbase_batch_item_new (get_target (batch), mutation, error);
  if (item == NULL || check_length (batch, item, error))
    return item;
  hbase_batch_item_free (item);
  return NULL;
}

/* Whether these are more changes or bytes than `n_requests` requests may have. */
static gboolean
exceeds (HBaseBatch *batch, gsize count, gsize bytes, guint n_requests)
{
  return count > (gsize) batch->max_count * n_requests || bytes > batch->max_bytes * n_requests;
}

static gboolean
has_whole_request (HBaseBatch *batch)
{
  return exceeds (batch, batch->buffer->len + 1, batch->buffered_bytes + 1, 1);
}

/* A buffer that hasn't a whole request has space for a change of any length: by this is_ready() is right
 * without knowing the change. */
static gboolean
has_space (HBaseBatch *batch, const HBaseBatchItem *item)
{
  return !has_whole_request (batch)
         || !exceeds (batch, batch->buffer->len + 1, batch->buffered_bytes + item->length,
                      batch->parallelism);
}

/* Takes the item. */
static void
add_to_buffer (HBaseBatch *batch, HBaseBatchItem *item)
{
  if (batch->buffer->len == 0)
    batch->buffered_since = g_get_monotonic_time ();
  item->index = batch->n_added++;
  batch->buffered_bytes += item->length;
  g_ptr_array_add (batch->buffer, item);
}

/* ---- flushes ---- */

/* Moves the buffer into an operation. */
static void
begin_flush (HBaseBatch *batch)
{
  stop_timer (batch);
  batch->operation = hbase_batch_operation_new (get_target (batch), batch->buffer, batch->parallelism,
                                                batch->max_count, batch->max_bytes);
  batch->buffer = g_ptr_array_new_with_free_func (hbase_batch_item_free);
  batch->buffered_bytes = 0;
}

/* `why`: the error of the operation's run; NULL: none. */
static void
end_flush (HBaseBatch *batch, const GError *why)
{
  g_autoptr (GPtrArray) items = hbase_batch_operation_take_items (batch->operation, why);

  g_clear_pointer (&batch->operation, hbase_operation_free);
  for (guint i = 0; i < items->len; i++)
    record_item (batch, items->pdata[i]);
}

static void
emit_progress (HBaseBatch *batch)
{
  g_signal_emit (batch, progress_signal, 0, batch->n_written, batch->n_failed);
}

static gboolean
check_not_pending (HBaseBatch *batch, GError **error)
{
  if (batch->operation == NULL && g_queue_is_empty (&batch->waiters))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PENDING,
                       "asynchronous calls of this batch are under way: wait for their end");
  return FALSE;
}

/* On a closed connection the changes that were added fail, each with CLOSED. */
static gboolean
check_flush (HBaseBatch *batch, GCancellable *cancellable, GError **error)
{
  return batch->buffer->len > 0 ? !g_cancellable_set_error_if_cancelled (cancellable, error)
                                : hbase_table_check_call (batch, batch->table, cancellable, error);
}

/* FALSE: it was cancelled, or can't be done now. Failures of changes are recorded. */
static gboolean
flush_blocking (HBaseBatch *batch, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) why = NULL;

  if (!check_not_pending (batch, error))
    return FALSE;
  if (batch->buffer->len == 0)
    return TRUE;
  begin_flush (batch);
  hbase_table_run (batch, batch->table, batch->operation, cancellable, &why);
  end_flush (batch, why);
  emit_progress (batch);
  if (!g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&why));
  return FALSE;
}

/* ---- asynchronous calls ---- */

static void
waiter_free (Waiter *waiter)
{
  if (waiter->cancellation != NULL)
    g_source_destroy (waiter->cancellation);
  g_clear_pointer (&waiter->cancellation, g_source_unref);
  g_clear_pointer (&waiter->item, hbase_batch_item_free);
  g_object_unref (waiter->task);
  g_free (waiter);
}

/* Removes the first call from the queue, and completes it. */
static void
complete_first (HBaseBatch *batch, gboolean success, GError *error)
{
  Waiter *waiter = g_queue_pop_head (&batch->waiters);
  g_autoptr (GTask) task = g_object_ref (waiter->task);

  waiter_free (waiter);
  if (success)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static gboolean
must_wait (HBaseBatch *batch, const Waiter *waiter)
{
  if (waiter->item == NULL)
    return batch->operation != NULL || batch->buffer->len > 0;
  return !has_space (batch, waiter->item) && check_failures (batch, NULL);
}

/* Completes the first waiting call if it needn't wait any longer. */
static gboolean
advance_first (HBaseBatch *batch)
{
  Waiter *waiter = g_queue_peek_head (&batch->waiters);
  GError *error = NULL;
  gboolean success;

  if (waiter == NULL || must_wait (batch, waiter))
    return FALSE;
  success = waiter->item != NULL ? check_failures (batch, &error) : report_failures (batch, &error);
  if (success && waiter->item != NULL)
    add_to_buffer (batch, g_steal_pointer (&waiter->item));
  complete_first (batch, success, error);
  return TRUE;
}

static void advance (HBaseBatch *batch);

static void
handle_flushed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  HBaseBatch *batch = HBASE_BATCH (source);
  g_autoptr (GError) why = NULL;

  g_task_propagate_boolean (G_TASK (result), &why);
  end_flush (batch, why);
  advance (batch);
  emit_progress (batch);
}

static void
start_flush (HBaseBatch *batch)
{
  GTask *task = hbase_task_new (batch, start_flush, NULL, handle_flushed, NULL);

  begin_flush (batch);
  hbase_table_run_async (batch, batch->table, batch->operation, task);
}

/* A context may be iterated without being the thread-default one. */
static gboolean
handle_timer (gpointer data)
{
  HBaseBatch *batch = data;

  stop_timer (batch);
  g_main_context_push_thread_default (batch->context);
  if (batch->operation == NULL && batch->buffer->len > 0)
    start_flush (batch);
  g_main_context_pop_thread_default (batch->context);
  return G_SOURCE_REMOVE;
}

static void
start_timer (HBaseBatch *batch)
{
  gint64 age_ms;

  if (batch->interval == 0 || batch->timer != NULL || batch->buffer->len == 0 || batch->operation != NULL)
    return;
  age_ms = (g_get_monotonic_time () - batch->buffered_since) / 1000;
  batch->timer = g_timeout_source_new ((guint) MAX (batch->interval - age_ms, 0));
  g_source_set_callback (batch->timer, handle_timer, batch, NULL);
  g_source_attach (batch->timer, batch->context);
}

/* Completes the calls that needn't wait, and begins a flush if there is a reason for one. */
static void
advance (HBaseBatch *batch)
{
  g_autoptr (HBaseBatch) held = g_object_ref (batch);

  while (advance_first (batch))
    ;
  if (batch->operation == NULL && batch->buffer->len > 0
      && (has_whole_request (batch) || !g_queue_is_empty (&batch->waiters)))
    start_flush (batch);
  start_timer (batch);
}

static gboolean
handle_cancellation (GCancellable *cancellable, gpointer data)
{
  Waiter *waiter = data;
  HBaseBatch *batch = waiter->batch;
  g_autoptr (GTask) task = g_object_ref (waiter->task);

  g_queue_remove (&batch->waiters, waiter);
  waiter_free (waiter);
  /* It may have been reset meanwhile. */
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Operation was cancelled");
  advance (batch);
  return G_SOURCE_REMOVE;
}

/* Adds the call to those that wait; takes the task and the item. */
static void
wait_for_turn (HBaseBatch *batch, GTask *task, HBaseBatchItem *item)
{
  Waiter *waiter = g_new0 (Waiter, 1);
  GCancellable *cancellable = g_task_get_cancellable (task);

  waiter->batch = batch;
  waiter->task = task;
  waiter->item = item;
  if (cancellable != NULL)
    {
      waiter->cancellation = g_cancellable_source_new (cancellable);
      g_source_set_callback (waiter->cancellation, G_SOURCE_FUNC (handle_cancellation), waiter, NULL);
      g_source_attach (waiter->cancellation, g_task_get_context (task));
    }
  g_queue_push_tail (&batch->waiters, waiter);
  advance (batch);
}

/* ---- additions ---- */

static gboolean
make_space (HBaseBatch *batch, const HBaseBatchItem *item, GCancellable *cancellable, GError **error)
{
  while (!has_space (batch, item) || !g_queue_is_empty (&batch->waiters))
    if (!flush_blocking (batch, cancellable, error))
      return FALSE;
  return check_failures (batch, error);
}

/**
 * hbase_batch_is_ready:
 * @batch: a batch
 *
 * Returns whether any change can be added without waiting, and without a request being sent: fewer changes
 * and bytes are buffered than a request may have, and no call waits. A caller that must not block adds it by
 * the blocking call then, such as [method@HBase.Batch.put], and by its asynchronous twin otherwise.
 *
 * Returns: %TRUE if it can
 */
gboolean
hbase_batch_is_ready (HBaseBatch *batch)
{
  g_return_val_if_fail (HBASE_IS_BATCH (batch), FALSE);

  return g_queue_is_empty (&batch->waiters) && !has_whole_request (batch);
}

/**
 * hbase_batch_add:
 * @batch: a batch
 * @mutation: a put, delete, increment or append; it is copied
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Adds a change to the batch. It is sent by a later flush; if the batch is full, the call flushes it first,
 * and blocks until then.
 *
 * - A put without a timestamp may be stored as two versions, if HBase refuses another change of its request.
 * - A delete of a column's newest version ([enum@HBase.DeleteType]) is sent alone.
 * - An increment or append is sent alone, once, and its result isn't returned.
 *
 * Errors: see [class@HBase.Batch].
 *
 * Returns: %TRUE if the change was added; %FALSE on error
 */
gboolean
hbase_batch_add (HBaseBatch *batch, HBaseMutation *mutation, GCancellable *cancellable, GError **error)
{
  HBaseBatchItem *item;

  g_return_val_if_fail (HBASE_IS_BATCH (batch), FALSE);
  g_return_val_if_fail (mutation != NULL, FALSE);

  item = make_item (batch, mutation, cancellable, error);
  if (item == NULL)
    return FALSE;
  if (make_space (batch, item, cancellable, error))
    {
      add_to_buffer (batch, item);
      start_timer (batch);
      return TRUE;
    }
  hbase_batch_item_free (item);
  return FALSE;
}

/**
 * hbase_batch_add_async:
 * @batch: a batch
 * @mutation: a put, delete, increment or append; it is copied
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the change was added
 * @user_data: data for @callback
 *
 * Starts an addition without blocking. The call is complete at once while the batch isn't full.
 */
void
hbase_batch_add_async (HBaseBatch *batch,
                       HBaseMutation *mutation,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  GTask *task;
  GError *error = NULL;
  HBaseBatchItem *item;

  g_return_if_fail (HBASE_IS_BATCH (batch));
  g_return_if_fail (mutation != NULL);

  task = hbase_task_new (batch, hbase_batch_add_async, cancellable, callback, user_data);
  item = make_item (batch, mutation, cancellable, &error);
  if (item != NULL)
    {
      wait_for_turn (batch, task, item);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

/**
 * hbase_batch_add_finish:
 * @batch: a batch
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes an addition that was started without blocking.
 *
 * Returns: %TRUE if the change was added; %FALSE on error
 */
gboolean
hbase_batch_add_finish (HBaseBatch *batch, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_boolean (batch, hbase_batch_add_async, result, error);
}

/**
 * hbase_batch_flush:
 * @batch: a batch
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Sends all changes that were added, and waits until it is known of each whether it was written.
 *
 * The call fails with the error of the first failure if there are failures, of this flush or of earlier
 * ones; [method@HBase.Batch.take_failures] returns them. If the call times out or is cancelled, changes
 * that weren't sent fail with %HBASE_ERROR_TIMED_OUT or %G_IO_ERROR_CANCELLED, and those that were sent
 * with %HBASE_ERROR_OUTCOME_UNKNOWN. If @cancellable was cancelled before the call, the changes remain in the
 * batch. If the connection was closed, they fail with %HBASE_ERROR_CLOSED, and so does the call.
 *
 * Errors: that of the first failure, one of those of any call, see [class@HBase.Table];
 * %G_IO_ERROR_CANCELLED; %G_IO_ERROR_PENDING, of the blocking call only, while asynchronous calls of the
 * batch are under way: then nothing is sent; %HBASE_ERROR_INVALID_ARGUMENT or %HBASE_ERROR_INVALID_URI if
 * the batch, its table or the connection was constructed without a property that it needs, or with an
 * invalid URI.
 *
 * Returns: %TRUE if all changes since the last [method@HBase.Batch.take_failures] were written; %FALSE on
 * error
 */
gboolean
hbase_batch_flush (HBaseBatch *batch, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_BATCH (batch), FALSE);

  return check_flush (batch, cancellable, error) && flush_blocking (batch, cancellable, error)
         && report_failures (batch, error);
}

/**
 * hbase_batch_flush_async:
 * @batch: a batch
 * @cancellable: (nullable): a cancellable, which ends the waiting
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Batch.flush] without blocking. Changes that are added afterwards wait until it is
 * complete.
 */
void
hbase_batch_flush_async (HBaseBatch *batch,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  GTask *task;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_BATCH (batch));

  task = hbase_task_new (batch, hbase_batch_flush_async, cancellable, callback, user_data);
  if (check_flush (batch, cancellable, &error))
    {
      wait_for_turn (batch, task, NULL);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

/**
 * hbase_batch_flush_finish:
 * @batch: a batch
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Batch.flush_async].
 *
 * Returns: %TRUE if all changes since the last [method@HBase.Batch.take_failures] were written; %FALSE on
 * error
 */
gboolean
hbase_batch_flush_finish (HBaseBatch *batch, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_boolean (batch, hbase_batch_flush_async, result, error);
}

/**
 * hbase_batch_discard:
 * @batch: a batch
 *
 * Drops the changes that were added and not sent yet. Asynchronous calls that wait aren't affected.
 */
void
hbase_batch_discard (HBaseBatch *batch)
{
  g_return_if_fail (HBASE_IS_BATCH (batch));

  stop_timer (batch);
  g_ptr_array_set_size (batch->buffer, 0);
  batch->buffered_bytes = 0;
}

/**
 * hbase_batch_get_statistics:
 * @batch: a batch
 *
 * Returns statistics of the batch so far, as a dictionary of counters, each an unsigned 64-bit number
 * (`t`):
 *
 * - `added`: changes that were added
 * - `written`: changes that were written
 * - `failed`: changes that failed
 *
 * The others are buffered, in a flush that is under way, or discarded.
 *
 * Returns: (transfer full): an `a{sv}`
 */
GVariant *
hbase_batch_get_statistics (HBaseBatch *batch)
{
  g_return_val_if_fail (HBASE_IS_BATCH (batch), NULL);

  return g_variant_ref_sink (g_variant_new_parsed ("{'added': <%t>, 'written': <%t>, 'failed': <%t>}",
                                                   batch->n_added, batch->n_written, batch->n_failed));
}
