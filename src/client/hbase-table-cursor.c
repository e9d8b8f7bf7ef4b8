/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements HBaseTableCursor, which reads the rows of a scan. */

#include "config.h"

#include "hbase-table-cursor.h"

#include "hbase-busy-flag-private.h"
#include "hbase-error-private.h"
#include "hbase-object-private.h"
#include "hbase-table-private.h"
#include "hbase-unsalted-operations-private.h"

/* How a call takes buffered rows, and frees what it took. */
typedef struct {
  gpointer (*take) (HBaseTableCursor *cursor);
  GDestroyNotify destroy;
} CursorRead;

/**
 * HBaseTableCursor:
 *
 * Reads the rows of a scan, one after the other.
 *
 * A cursor returns the rows of a table one by one, in the order of their keys or in the reverse order. It
 * fetches replies of one to two mebibytes, and requests the next reply before all rows of the last one have
 * been returned. Without a filter and a batch size, a scan costs one call if all its rows are in the first
 * reply, which is a smaller one, or if its limit fits into a reply. Otherwise the table's regions are looked
 * up, by one call, and each of them costs one call, or three besides those for its rows.
 *
 * ```c
 * g_autoptr (HBaseScan) scan = hbase_scan_new ();
 * g_autoptr (HBaseTableCursor) cursor = NULL;
 * g_autoptr (GError) error = NULL;
 * HBaseRow *row;
 *
 * hbase_scan_set_prefix_utf8 (scan, "user7");
 * cursor = hbase_table_scan (table, scan);
 * while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
 *   {
 *     g_autofree char *key = hbase_row_dup_key_escaped (row);
 *
 *     g_print ("%s\n", key);
 *     hbase_row_unref (row);
 *   }
 * if (error != NULL)
 *   g_printerr ("%s\n", error->message);
 * ```
 *
 * Any time may pass between two rows. If the gateway has closed the scan because it wasn't used for a
 * minute, or was restarted, or can't be reached, the cursor resumes after the last row that it returned,
 * through any gateway.
 *
 * **Guarantees.** Rows are returned in strict order, and none twice. A row that isn't changed between the
 * first call and the last is returned exactly once. A row has the cells that it had at one moment, in all
 * its families. No more rows than the limit are returned. Every reply is checked: if it has rows that are
 * out of order, duplicate, or outside the range, it is dropped and read again, up to three times in
 * succession. If the replies remain wrong, or if rows have families that weren't requested, the call
 * fails with %HBASE_ERROR_PROTOCOL.
 *
 * This holds while regions are moved and split, too. If regions are merged during a scan, HBase itself may
 * leave out rows. Cursors prevent that by a scanner for each region, but not for a filter that depends on the
 * rows before ([ctor@HBase.Filter.new_while], a filter in bytes), and in some rare cases that
 * `docs/deviations.md` lists.
 *
 * **What isn't guaranteed.** A scan isn't a snapshot of the table: it may or may not return what is written
 * meanwhile. With a batch size ([method@HBase.Scan.set_batch_size]) rows are returned in parts. If the scan
 * is interrupted between two parts of a row, the row is read again, and its cells up to the last one that
 * was returned are left out. If the row was changed in between, some parts show it before the change and
 * some after it; each cell that wasn't changed is returned once.
 *
 * With parallel ranges ([method@HBase.Scan.set_parallelism]) several regions are read at a time. On a
 * handle whose keys have no salts ([ctor@HBase.Table.new_unsalted]) the rows of all salts are read at a
 * time. The guarantees hold for these scans, too, except that unordered parallel ranges have no order.
 *
 * A cursor makes one call at a time: a second call while the first one is under way fails with
 * %G_IO_ERROR_PENDING. If a call is cancelled or times out, no row is lost: the next call continues.
 * Blocking and asynchronous calls can be mixed, and can be made from any thread.
 *
 * [method@HBase.TableCursor.close] waits until the gateway has closed the scan. A cursor that was read
 * until it returned %NULL, or that is finalized, closes its scan without waiting.
 */
struct _HBaseTableCursor {
  GObject parent_instance;
  HBaseTable *table;
  HBaseScan *scan;
  int io_priority;
  HBaseBusyFlag busy; /* protects what follows */
  gboolean closed;
  HBaseScanOperation *operation; /* made by the first call */
  const CursorRead *read;        /* of the call under way */
  guint max_rows;
};

G_DEFINE_FINAL_TYPE (HBaseTableCursor, hbase_table_cursor, G_TYPE_OBJECT)

enum { PROP_TABLE = 1, PROP_IO_PRIORITY, N_PROPERTIES };

static GParamSpec *properties[N_PROPERTIES];

static void
hbase_table_cursor_finalize (GObject *object)
{
  HBaseTableCursor *cursor = HBASE_TABLE_CURSOR (object);

  hbase_operation_free (cursor->operation);
  g_clear_pointer (&cursor->scan, hbase_query_unref);
  g_clear_object (&cursor->table);
  G_OBJECT_CLASS (hbase_table_cursor_parent_class)->finalize (object);
}

/* Where the properties are stored. */
static const gsize members[N_PROPERTIES] = {
  [PROP_TABLE] = G_STRUCT_OFFSET (HBaseTableCursor, table),
  [PROP_IO_PRIORITY] = G_STRUCT_OFFSET (HBaseTableCursor, io_priority),
};

static void
hbase_table_cursor_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  hbase_object_get_member (object, members[id], value);
}

static void
hbase_table_cursor_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  hbase_object_set_member (object, members[id], value, pspec);
}

static void
hbase_table_cursor_class_init (HBaseTableCursorClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->finalize = hbase_table_cursor_finalize;
  object_class->get_property = hbase_table_cursor_get_property;
  object_class->set_property = hbase_table_cursor_set_property;

  /**
   * HBaseTableCursor:table:
   *
   * The table that is read.
   */
  properties[PROP_TABLE] = g_param_spec_object ("table", NULL, NULL, HBASE_TYPE_TABLE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseTableCursor:io-priority: (getter get_io_priority) (setter set_io_priority)
   *
   * The priority of the sources that dispatch asynchronous calls, for example %G_PRIORITY_DEFAULT_IDLE; the
   * default is %G_PRIORITY_DEFAULT. Each row or batch, even a buffered one, is returned in a dispatch of
   * its own, so sources of higher priority wait for at most one row or batch. A change applies to the next
   * call.
   */
  properties[PROP_IO_PRIORITY]
      = g_param_spec_int ("io-priority", NULL, NULL, G_MININT, G_MAXINT, G_PRIORITY_DEFAULT,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_table_cursor_init (HBaseTableCursor *cursor)
{
}

/**
 * hbase_table_scan:
 * @table: a table
 * @scan: the rows and columns to read; it is copied
 *
 * Creates a cursor that reads rows of the table. Nothing is sent yet: errors of the scan or the table are
 * reported by the first [method@HBase.TableCursor.next].
 *
 * Returns: (transfer full): the cursor, before the first row
 */
HBaseTableCursor *
hbase_table_scan (HBaseTable *table, HBaseScan *scan)
{
  HBaseTableCursor *cursor;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (scan != NULL, NULL);

  cursor = g_object_new (HBASE_TYPE_TABLE_CURSOR, NULL);
  cursor->table = g_object_ref (table);
  cursor->scan = hbase_scan_copy (scan);
  return cursor;
}

/**
 * hbase_table_cursor_get_table:
 * @cursor: a cursor
 *
 * Returns the table that is read.
 *
 * Returns: (transfer none): the table
 */
HBaseTable *
hbase_table_cursor_get_table (HBaseTableCursor *cursor)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), NULL);

  return cursor->table;
}

/**
 * hbase_table_cursor_get_io_priority: (get-property io-priority)
 * @cursor: a cursor
 *
 * Returns the priority of the sources that dispatch asynchronous calls.
 *
 * Returns: the priority, for example %G_PRIORITY_DEFAULT
 */
int
hbase_table_cursor_get_io_priority (HBaseTableCursor *cursor)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), 0);

  return cursor->io_priority;
}

/**
 * hbase_table_cursor_set_io_priority: (set-property io-priority)
 * @cursor: a cursor
 * @io_priority: the priority, for example %G_PRIORITY_DEFAULT_IDLE
 *
 * Sets the priority of the sources that dispatch asynchronous calls. It applies to the next call.
 */
void
hbase_table_cursor_set_io_priority (HBaseTableCursor *cursor, int io_priority)
{
  g_return_if_fail (HBASE_IS_TABLE_CURSOR (cursor));

  g_object_set (cursor, "io-priority", io_priority, NULL);
}

/* ---- calls that read ---- */

static gboolean
cursor_prepare (HBaseTableCursor *cursor, GError **error)
{
  HBaseScanRequest request;
  HBaseTarget target;

  target = hbase_table_get_target (cursor->table);
  if (!hbase_target_prefix_error (target, hbase_scan_check (cursor->scan, error), error)
      || !hbase_unsalted_check_scan (target, cursor->scan, error))
    return FALSE;
  request = hbase_scan_request (target, cursor->scan);
  cursor->operation = hbase_scan_operation_new (target.protocol, &request);
  return TRUE;
}

/* Acquires the busy flag and prepares the operation. On error returns FALSE, and the flag isn't acquired. */
static gboolean
cursor_begin_read (HBaseTableCursor *cursor,
                   const CursorRead *read,
                   guint max_rows,
                   GCancellable *cancellable,
                   GError **error)
{
  if (!hbase_busy_flag_acquire (&cursor->busy, "cursor", error))
    return FALSE;
  cursor->read = read;
  cursor->max_rows = max_rows;
  if (cursor->closed)
    hbase_error_set (error, HBASE_ERROR_CLOSED, "table “%s”: the cursor was closed; make a new one",
                     hbase_table_get_target (cursor->table).table);
  else if (hbase_table_check_call (cursor, cursor->table, cancellable, error)
           && (cursor->operation != NULL || cursor_prepare (cursor, error)))
    return TRUE;
  hbase_busy_flag_release (&cursor->busy);
  return FALSE;
}

static gboolean
cursor_knows_next (HBaseTableCursor *cursor)
{
  return hbase_scan_operation_has_row (cursor->operation)
         || hbase_scan_operation_has_ended (cursor->operation);
}

/* Takes the next row; NULL: none is buffered. */
static gpointer
take_row (HBaseTableCursor *cursor)
{
  g_autoptr (HBaseBlock) block = NULL;
  guint row;

  if (!hbase_scan_operation_take (cursor->operation, &block, &row))
    return NULL;
  return hbase_scan_operation_make_row (cursor->operation, block, row,
                                        hbase_table_get_key_schema (cursor->table));
}

static gpointer
cursor_end_read (HBaseTableCursor *cursor, gboolean ran)
{
  gpointer taken = ran ? cursor->read->take (cursor) : NULL;

  /* After the last row the prefetched responses aren't awaited: their scanners would stay open until the
   * cursor is finalized. */
  if (hbase_scan_operation_has_ended (cursor->operation))
    hbase_operation_release_channels ((HBaseOperation *) cursor->operation);
  hbase_busy_flag_release (&cursor->busy);
  return taken;
}

static gpointer
cursor_read (HBaseTableCursor *cursor,
             const CursorRead *read,
             guint max_rows,
             GCancellable *cancellable,
             GError **error)
{
  gboolean ran;

  if (!cursor_begin_read (cursor, read, max_rows, cancellable, error))
    return NULL;
  ran = cursor_knows_next (cursor)
        || hbase_table_run (cursor, cursor->table, (HBaseOperation *) cursor->operation, cancellable, error);
  return cursor_end_read (cursor, ran);
}

static void
cursor_return (HBaseTableCursor *cursor, GTask *task, gboolean ran, GError *error)
{
  GDestroyNotify destroy = cursor->read->destroy;
  gpointer taken = cursor_end_read (cursor, ran);

  if (ran)
    g_task_return_pointer (task, taken, destroy);
  else
    g_task_return_error (task, error);
}

static void
cursor_ran (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  gboolean ran = g_task_propagate_boolean (G_TASK (result), &error);

  cursor_return (HBASE_TABLE_CURSOR (source), task, ran, error);
}

/* Takes the task. */
static void
cursor_read_async (HBaseTableCursor *cursor, const CursorRead *read, guint max_rows, GTask *data)
{
  g_autoptr (GTask) task = data;
  GCancellable *cancellable = g_task_get_cancellable (task);
  GError *error = NULL;

  if (!cursor_begin_read (cursor, read, max_rows, cancellable, &error))
    g_task_return_error (task, error);
  else if (cursor_knows_next (cursor))
    cursor_return (cursor, task, TRUE, NULL);
  else
    hbase_table_run_async (cursor, cursor->table, (HBaseOperation *) cursor->operation,
                           hbase_task_new_with_priority (cursor, cursor->io_priority, cursor_ran, cancellable,
                                                         cursor_ran, g_steal_pointer (&task)));
}

/* ---- next ---- */

static const CursorRead read_row = { take_row, (GDestroyNotify) hbase_row_unref };

/**
 * hbase_table_cursor_next:
 * @cursor: a cursor
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Returns the next row, and waits for it if it isn't buffered. After the last row it returns %NULL without
 * an error, and so do all later calls.
 *
 * A row references the whole reply that contained it. To keep single rows of a long scan, keep their copies
 * from [method@HBase.Row.copy].
 *
 * With a filter that lets few rows pass, a gateway may search for a long time. If no rows are received
 * within the table's [property@HBase.Table:attempt-timeout], fewer rows are requested at a time. If even
 * one row may take longer, increase that property.
 *
 * Errors: those of any call, see [class@HBase.Table], among them %HBASE_ERROR_INVALID_ARGUMENT for an invalid
 * scan; %HBASE_ERROR_TIMED_OUT if the table's timeout expires, and %G_IO_ERROR_CANCELLED: after these two the
 * next call returns the same row; %HBASE_ERROR_UNSUPPORTED if the scan was interrupted and can't be resumed
 * because its filter depends on earlier rows, or if the gateway doesn't support the scan;
 * %HBASE_ERROR_TOO_LARGE for a row larger than [property@HBase.Connection:max-reply-size];
 * %HBASE_ERROR_PROTOCOL for rows out of order; %HBASE_ERROR_CLOSED if the cursor or the connection was
 * closed, whether rows are buffered or not; %G_IO_ERROR_PENDING while another call is under way.
 *
 * Returns: (transfer full) (nullable): the row; %NULL after the last row, or on error
 */
HBaseRow *
hbase_table_cursor_next (HBaseTableCursor *cursor, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), NULL);

  return cursor_read (cursor, &read_row, 1, cancellable, error);
}

/**
 * hbase_table_cursor_next_async:
 * @cursor: a cursor
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called with the result
 * @user_data: for the callback
 *
 * Starts [method@HBase.TableCursor.next] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_table_cursor_next_async (HBaseTableCursor *cursor,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE_CURSOR (cursor));

  cursor_read_async (cursor, &read_row, 1,
                     hbase_task_new_with_priority (cursor, cursor->io_priority, hbase_table_cursor_next_async,
                                                   cancellable, callback, user_data));
}

/**
 * hbase_table_cursor_next_finish:
 * @cursor: a cursor
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.TableCursor.next_async].
 *
 * Returns: (transfer full) (nullable): the row; %NULL after the last row, or on error
 */
HBaseRow *
hbase_table_cursor_next_finish (HBaseTableCursor *cursor, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_pointer (cursor, hbase_table_cursor_next_async, result, error);
}

/**
 * hbase_table_cursor_is_ready:
 * @cursor: a cursor
 *
 * Returns whether [method@HBase.TableCursor.next] returns without waiting: a row is buffered, or the last one
 * was returned. A caller that must not block calls it then, and its asynchronous twin otherwise.
 *
 * Returns: %TRUE if it does
 */
gboolean
hbase_table_cursor_is_ready (HBaseTableCursor *cursor)
{
  gboolean is_ready;

  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), FALSE);

  if (!hbase_busy_flag_acquire (&cursor->busy, "cursor", NULL))
    return FALSE;
  is_ready = cursor->operation != NULL && cursor_knows_next (cursor);
  hbase_busy_flag_release (&cursor->busy);
  return is_ready;
}

/* ---- next_batch ---- */

static gpointer
take_rows (HBaseTableCursor *cursor)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  HBaseRow *row;

  while ((cursor->max_rows == 0 || rows->len < cursor->max_rows) && (row = take_row (cursor)) != NULL)
    g_ptr_array_add (rows, row);
  if (rows->len > 0)
    return rows;
  g_ptr_array_unref (rows);
  return NULL;
}

static const CursorRead read_rows = { take_rows, (GDestroyNotify) g_ptr_array_unref };

/**
 * hbase_table_cursor_next_batch:
 * @cursor: a cursor
 * @max_rows: the largest number of rows to return; 0 means all buffered rows
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Returns the next rows, as many as one reply contained. It waits only for the first of them. After the
 * last row it returns %NULL without an error, and so do all later calls.
 *
 * Errors: those of [method@HBase.TableCursor.next].
 *
 * Returns: (transfer container) (element-type HBaseRow) (nullable): the rows, at least one; %NULL after the
 *   last row, or on error
 */
GPtrArray *
hbase_table_cursor_next_batch (HBaseTableCursor *cursor,
                               guint max_rows,
                               GCancellable *cancellable,
                               GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), NULL);

  return cursor_read (cursor, &read_rows, max_rows, cancellable, error);
}

/**
 * hbase_table_cursor_next_batch_async:
 * @cursor: a cursor
 * @max_rows: the largest number of rows to return; 0 means all buffered rows
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called with the result
 * @user_data: for the callback
 *
 * Starts [method@HBase.TableCursor.next_batch] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_table_cursor_next_batch_async (HBaseTableCursor *cursor,
                                     guint max_rows,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE_CURSOR (cursor));

  cursor_read_async (cursor, &read_rows, max_rows,
                     hbase_task_new_with_priority (cursor, cursor->io_priority,
                                                   hbase_table_cursor_next_batch_async, cancellable, callback,
                                                   user_data));
}

/**
 * hbase_table_cursor_next_batch_finish:
 * @cursor: a cursor
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.TableCursor.next_batch_async].
 *
 * Returns: (transfer container) (element-type HBaseRow) (nullable): the rows; %NULL after the last row, or
 *   on error
 */
GPtrArray *
hbase_table_cursor_next_batch_finish (HBaseTableCursor *cursor, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_pointer (cursor, hbase_table_cursor_next_batch_async, result, error);
}

/* ---- closing ---- */

/* Returns TRUE if a run must close scanners: then the busy flag is acquired. Returns FALSE if no scanner is
 * open, or on error. The scanners of a closed connection can't be closed any more. */
static gboolean
cursor_begin_close (HBaseTableCursor *cursor, GCancellable *cancellable, GError **error)
{
  if (!hbase_object_check_property (cursor, "table", cursor->table, error)
      || !hbase_busy_flag_acquire (&cursor->busy, "cursor", error))
    return FALSE;
  cursor->closed = TRUE;
  if (cursor->operation != NULL)
    {
      hbase_scan_operation_begin_close (cursor->operation);
      if (hbase_scan_operation_is_open (cursor->operation) && hbase_table_check (cursor, cursor->table, NULL))
        return TRUE;
    }
  hbase_busy_flag_release (&cursor->busy);
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return FALSE;
}

/**
 * hbase_table_cursor_close:
 * @cursor: a cursor
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Closes the cursor, and waits until the gateway has closed the scan. Later calls of
 * [method@HBase.TableCursor.next] fail with %HBASE_ERROR_CLOSED. Nothing is sent if the cursor or its
 * connection was closed before, or if the cursor was read until it returned %NULL.
 *
 * Errors: %G_IO_ERROR_PENDING while another call is under way: then the cursor isn't closed.
 * %HBASE_ERROR_TIMED_OUT and %G_IO_ERROR_CANCELLED: it is closed, and the gateway closes the scan itself when
 * it hasn't been used for some time, one minute by default. %HBASE_ERROR_INVALID_ARGUMENT for an object that
 * was constructed without a table.
 *
 * Returns: %TRUE if the cursor was closed without an error
 */
gboolean
hbase_table_cursor_close (HBaseTableCursor *cursor, GCancellable *cancellable, GError **error)
{
  GError *problem = NULL;
  gboolean closed;

  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), FALSE);

  if (!cursor_begin_close (cursor, cancellable, &problem))
    {
      if (problem == NULL)
        return TRUE;
      g_propagate_error (error, problem);
      return FALSE;
    }
  closed = hbase_table_run (cursor, cursor->table, (HBaseOperation *) cursor->operation, cancellable, error);
  hbase_busy_flag_release (&cursor->busy);
  return closed;
}

static void
cursor_close_ran (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  gboolean closed = g_task_propagate_boolean (G_TASK (result), &error);

  hbase_busy_flag_release (&HBASE_TABLE_CURSOR (source)->busy);
  if (closed)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * hbase_table_cursor_close_async:
 * @cursor: a cursor
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the cursor is closed
 * @user_data: for the callback
 *
 * Starts [method@HBase.TableCursor.close] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_table_cursor_close_async (HBaseTableCursor *cursor,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *problem = NULL;

  g_return_if_fail (HBASE_IS_TABLE_CURSOR (cursor));

  task = hbase_task_new_with_priority (cursor, cursor->io_priority, hbase_table_cursor_close_async,
                                       cancellable, callback, user_data);
  if (cursor_begin_close (cursor, cancellable, &problem))
    hbase_table_run_async (cursor, cursor->table, (HBaseOperation *) cursor->operation,
                           hbase_task_new_with_priority (cursor, cursor->io_priority, cursor_close_ran,
                                                         cancellable, cursor_close_ran,
                                                         g_steal_pointer (&task)));
  else if (problem != NULL)
    g_task_return_error (task, problem);
  else
    g_task_return_boolean (task, TRUE);
}

/**
 * hbase_table_cursor_close_finish:
 * @cursor: a cursor
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.TableCursor.close_async].
 *
 * Returns: %TRUE if the cursor was closed without an error
 */
gboolean
hbase_table_cursor_close_finish (HBaseTableCursor *cursor, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_boolean (cursor, hbase_table_cursor_close_async, result, error);
}

/**
 * hbase_table_cursor_get_statistics:
 * @cursor: a cursor
 *
 * Returns statistics of the cursor's calls so far, as a dictionary of counters, each an unsigned 64-bit
 * number (`t`):
 *
 * - `rows`: rows that were returned. A row that is returned in parts counts once, when it is known that no
 *   part follows: at the latest when the next row was returned, or %NULL
 * - `cells`: cells of these rows
 * - `bytes`: the size of all replies, including prefetched ones
 * - `calls`: calls that were sent to gateways
 * - `resumes`: scanners that were opened to resume the scan, because a gateway couldn't be reached, had
 *   closed the scanner, or sent a reply that was rejected
 * - `rejected-replies`: replies that were dropped because they had rows that were out of order, duplicate, or
 *   outside the range
 *
 * The rows of a rejected reply are read again by another scanner. HBase itself occasionally sends such
 * replies while regions move; if most replies are rejected, check the gateways and proxies between the
 * program and HBase.
 *
 * This must not be called while another call is under way.
 *
 * Returns: (transfer full): an `a{sv}`
 */
GVariant *
hbase_table_cursor_get_statistics (HBaseTableCursor *cursor)
{
  HBaseScanCounts counts = { 0 };

  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), NULL);

  if (cursor->operation != NULL)
    counts = *hbase_scan_operation_get_counts (cursor->operation);
  return g_variant_ref_sink (g_variant_new_parsed ("{'rows': <%t>, 'cells': <%t>, 'bytes': <%t>, 'calls': "
                                                   "<%t>, 'resumes': <%t>, 'rejected-replies': <%t>}",
                                                   counts.rows, counts.cells, counts.bytes, counts.calls,
                                                   counts.resumes, counts.rejected));
}
