/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-table-cursor-private.h"

#include "hbase-table-private.h"

/* Reading: the next row, or those at hand. */

/* ---- a call that reads ---- */

static gboolean
cursor_check_salts (HBaseTableCursor *cursor, GError **error)
{
  if (!cursor->salted || cursor->schema != NULL)
    return TRUE;
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "table “%s”: it has no key schema, so its unsalted keys aren't known: set one",
                   hbase_table_get_name (cursor->table));
  return FALSE;
}

static gboolean
cursor_prepare (HBaseTableCursor *cursor, GError **error)
{
  HBaseTarget target;
  gsize length = 0;
  const guint8 *after = cursor->after != NULL ? g_bytes_get_data (cursor->after, &length) : NULL;
  HBaseScanRequest request = { .scan = cursor->scan,
                               .salts = cursor->salted ? cursor->schema : NULL,
                               .limit = cursor->limit,
                               .after = hbase_slice (after, length) };

  if (!hbase_table_check (cursor, cursor->table, error))
    return FALSE;
  target = hbase_table_get_target (cursor->table);
  request.table = target.table;
  request.row_width = hbase_table_get_row_width (cursor->table);
  if (!hbase_target_prefix_error (target, hbase_scan_check (cursor->scan, error), error)
      || !cursor_check_salts (cursor, error))
    return FALSE;
  cursor->operation = hbase_scan_operation_new (target.protocol, &request);
  return TRUE;
}

/* FALSE: there is an error, and it isn't this call's turn (any more). */
static gboolean
cursor_begin_read (HBaseTableCursor *cursor, GCancellable *cancellable, GError **error)
{
  if (!hbase_busy_flag_acquire (&cursor->turn, "cursor", error))
    return FALSE;
  if (cursor->closed)
    hbase_error_set (error, HBASE_ERROR_CLOSED, "table “%s”: the cursor was closed; scan anew",
                     hbase_table_get_target (cursor->table).table);
  else if (!g_cancellable_set_error_if_cancelled (cancellable, error)
           && (cursor->operation != NULL || cursor_prepare (cursor, error)))
    return TRUE;
  hbase_busy_flag_release (&cursor->turn);
  return FALSE;
}

static gboolean
cursor_knows_next (HBaseTableCursor *cursor)
{
  return hbase_scan_operation_has_row (cursor->operation)
         || hbase_scan_operation_has_ended (cursor->operation);
}

HBaseRow *
hbase_table_cursor_take (HBaseTableCursor *cursor)
{
  g_autoptr (HBaseBlock) block = NULL;
  guint row;

  if (cursor->operation == NULL || !hbase_scan_operation_take (cursor->operation, &block, &row))
    return NULL;
  return hbase_row_new (block, row, hbase_slice (NULL, 0), cursor->schema);
}

/* What a call gives of the rows at hand. */
typedef struct {
  gpointer (*take) (HBaseTableCursor *cursor, guint max_rows);
  GDestroyNotify destroy;
} CursorRead;

/* Nothing is asked for any more. What lanes asked ahead isn't waited for, lest their scanners stay open for as
 * long as somebody keeps the cursor. */
static void
cursor_leave (HBaseTableCursor *cursor)
{
  hbase_scan_operation_begin_close (cursor->operation);
  hbase_table_close_abandoned_scanners (cursor->table, cursor->operation);
  hbase_operation_release_channels ((HBaseOperation *) cursor->operation);
}

static gpointer
cursor_end_read (HBaseTableCursor *cursor, const CursorRead *read, guint max_rows, gboolean ran)
{
  gpointer taken = ran ? read->take (cursor, max_rows) : NULL;

  hbase_table_learn_row_width (cursor->table, hbase_scan_operation_take_row_width (cursor->operation));
  if (hbase_scan_operation_has_ended (cursor->operation))
    cursor_leave (cursor);
  else
    hbase_table_close_abandoned_scanners (cursor->table, cursor->operation);
  hbase_busy_flag_release (&cursor->turn);
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

  if (!cursor_begin_read (cursor, cancellable, error))
    return NULL;
  ran = cursor_knows_next (cursor)
        || hbase_table_run (cursor->table, (HBaseOperation *) cursor->operation, cancellable, error);
  return cursor_end_read (cursor, read, max_rows, ran);
}

typedef struct {
  const CursorRead *read;
  guint max_rows;
} CursorTask;

static void
cursor_return (HBaseTableCursor *cursor, GTask *task, gboolean ran, GError *error)
{
  const CursorTask *data = g_task_get_task_data (task);
  gpointer taken = cursor_end_read (cursor, data->read, data->max_rows, ran);

  if (ran)
    g_task_return_pointer (task, taken, data->read->destroy);
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
  CursorTask *about = g_new (CursorTask, 1);
  GError *error = NULL;

  *about = (CursorTask){ read, max_rows };
  g_task_set_task_data (task, about, g_free);
  if (!cursor_begin_read (cursor, cancellable, &error))
    g_task_return_error (task, error);
  else if (cursor_knows_next (cursor))
    cursor_return (cursor, task, TRUE, NULL);
  else
    hbase_table_run_async (
        cursor->table, (HBaseOperation *) cursor->operation,
        hbase_task_new (cursor, cursor_ran, cancellable, cursor_ran, g_steal_pointer (&task)));
}

/* ---- next ---- */

static gpointer
take_row (HBaseTableCursor *cursor, guint max_rows)
{
  return hbase_table_cursor_take (cursor);
}

static const CursorRead read_row = { take_row, (GDestroyNotify) hbase_row_unref };

/**
 * hbase_table_cursor_next:
 * @cursor: a cursor
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * The next row, waiting for it if it isn't at hand. %NULL without an error is the end, and stays it.
 *
 * A row holds on to the reply it came in: who keeps single rows of a long scan should keep what
 * [method@HBase.Row.detach] gives.
 *
 * A filter that finds few rows keeps a gateway looking for long. What doesn't come within the table's
 * [property@HBase.Table:attempt-timeout] is asked for again in fewer rows; where even one may take longer, set
 * that to more.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT for a scan that can't be, %HBASE_ERROR_TABLE_NOT_FOUND,
 * %HBASE_ERROR_TABLE_DISABLED, %HBASE_ERROR_FAMILY_NOT_FOUND; %HBASE_ERROR_TIMED_OUT when the table's timeout
 * is over, and %G_IO_ERROR_CANCELLED: after these two the same row can be asked for again;
 * %HBASE_ERROR_UNREACHABLE and %HBASE_ERROR_UNAVAILABLE where no gateway was left to go on with;
 * %HBASE_ERROR_UNSUPPORTED for a scan that was interrupted and can't be gone on with, as its filter remembers
 * rows, and for what a gateway can't do; %HBASE_ERROR_TOO_LARGE for a row beyond the connection's
 * `max-reply-size`; %HBASE_ERROR_PROTOCOL for rows out of order; %HBASE_ERROR_CLOSED after closing;
 * %G_IO_ERROR_PENDING while another call is under way.
 *
 * Returns: (transfer full) (nullable): the row; %NULL at the end or on error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_cursor_next (HBaseTableCursor *cursor, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return cursor_read (cursor, &read_row, 1, cancellable, error);
}

/**
 * hbase_table_cursor_next_async:
 * @cursor: a cursor
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the row is there
 * @user_data: for the callback
 *
 * [method@HBase.TableCursor.next] without blocking; ends in the thread-default main context of the caller.
 *
 * Since: 0.1
 */
void
hbase_table_cursor_next_async (HBaseTableCursor *cursor,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE_CURSOR (cursor));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  cursor_read_async (
      cursor, &read_row, 1,
      hbase_task_new (cursor, hbase_table_cursor_next_async, cancellable, callback, user_data));
}

/**
 * hbase_table_cursor_next_finish:
 * @cursor: a cursor
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.TableCursor.next_async].
 *
 * Returns: (transfer full) (nullable): the row; %NULL at the end or on error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_cursor_next_finish (HBaseTableCursor *cursor, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), NULL);

  return hbase_task_finish_pointer (cursor, hbase_table_cursor_next_async, result, error);
}

/* ---- next_batch ---- */

static gpointer
take_rows (HBaseTableCursor *cursor, guint max_rows)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  HBaseRow *row;

  while ((max_rows == 0 || rows->len < max_rows) && (row = hbase_table_cursor_take (cursor)) != NULL)
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
 * @max_rows: how many rows, at most; 0: all that are at hand
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * The next rows, as many as came in one reply: it waits for the first of them only. %NULL without an error is
 * the end, and stays it.
 *
 * Errors: those of [method@HBase.TableCursor.next].
 *
 * Returns: (transfer container) (element-type HBaseRow) (nullable): the rows, one at least; %NULL at the end or
 * on error
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_cursor_next_batch (HBaseTableCursor *cursor,
                               guint max_rows,
                               GCancellable *cancellable,
                               GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return cursor_read (cursor, &read_rows, max_rows, cancellable, error);
}

/**
 * hbase_table_cursor_next_batch_async:
 * @cursor: a cursor
 * @max_rows: how many rows, at most; 0: all that are at hand
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the rows are there
 * @user_data: for the callback
 *
 * [method@HBase.TableCursor.next_batch] without blocking; ends in the thread-default main context of the
 * caller.
 *
 * Since: 0.1
 */
void
hbase_table_cursor_next_batch_async (HBaseTableCursor *cursor,
                                     guint max_rows,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE_CURSOR (cursor));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  cursor_read_async (
      cursor, &read_rows, max_rows,
      hbase_task_new (cursor, hbase_table_cursor_next_batch_async, cancellable, callback, user_data));
}

/**
 * hbase_table_cursor_next_batch_finish:
 * @cursor: a cursor
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.TableCursor.next_batch_async].
 *
 * Returns: (transfer container) (element-type HBaseRow) (nullable): the rows; %NULL at the end or on error
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_cursor_next_batch_finish (HBaseTableCursor *cursor, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), NULL);

  return hbase_task_finish_pointer (cursor, hbase_table_cursor_next_batch_async, result, error);
}
