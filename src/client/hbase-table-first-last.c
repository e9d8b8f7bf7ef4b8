/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-collect-private.h"
#include "hbase-last-row-operation-private.h"
#include "hbase-table-private.h"

static HBaseTableCursor *
cursor_new (HBaseTable *table, HBaseScan *scan /* (transfer full) */)
{
  g_autoptr (HBaseScan) held = scan;

  return hbase_table_scan (table, held);
}

/* ---- the first row ---- */

/**
 * hbase_table_first_row:
 * @table: a table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * The row with the least key, of the whole table or of the scan's range, by one call. Where there is none it
 * is %NULL, without an error.
 *
 * Of the scan, its range, prefix, and what is read of the rows are heeded, not its direction and limit: the
 * first row is always the one with the least key. Its direction only matters with a filter of which HBase says
 * something else where it reads the other way (they are named by [ctor@HBase.PageIterator.new]): to read
 * against it is refused, with %HBASE_ERROR_INVALID_ARGUMENT.
 *
 * ```c
 * g_autoptr (HBaseScan) of_user = hbase_scan_new ();
 * g_autoptr (HBaseRow) newest = NULL;
 *
 * hbase_scan_set_prefix (of_user, g_bytes_get_data (user, NULL), g_bytes_get_size (user));
 * newest = hbase_table_first_row (table, of_user, NULL, &error);
 * ```
 *
 * Errors: those of [method@HBase.TableCursor.next].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_first_row (HBaseTable *table, HBaseScan *scan, GCancellable *cancellable, GError **error)
{
  HBaseTableCursor *cursor;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  cursor = cursor_new (table, hbase_scan_copy_reversed (scan, FALSE, 1));
  return hbase_collect_take_row (hbase_collect_rows (cursor, 1, cancellable, error));
}

/**
 * hbase_table_first_row_async:
 * @table: a table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads the row with the least key, see [method@HBase.Table.first_row].
 *
 * Since: 0.1
 */
void
hbase_table_first_row_async (HBaseTable *table,
                             HBaseScan *scan,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  hbase_collect_rows_async (
      cursor_new (table, hbase_scan_copy_reversed (scan, FALSE, 1)), 1,
      hbase_task_new (table, hbase_table_first_row_async, cancellable, callback, user_data));
}

/**
 * hbase_table_first_row_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.first_row_async].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_first_row_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_collect_take_row (hbase_collect_finish (table, hbase_table_first_row_async, result, error));
}

/* ---- the last row ---- */

static gboolean
run (gpointer table, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  return hbase_table_run (table, operation, cancellable, error);
}

static void
run_async (gpointer table, HBaseOperation *operation, GTask *task)
{
  hbase_table_run_async (table, operation, task);
}

/**
 * hbase_table_last_row:
 * @table: a table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @method: how to find it
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * The row with the greatest key, of the whole table or of the scan's range. Where there is none it is %NULL,
 * without an error. Of the scan the same is heeded as by [method@HBase.Table.first_row].
 *
 * All methods find the same row, where all rows have keys as the key schema says; they differ in what is
 * sent: see [enum@HBase.LastRowMethod]. A row that was there all the time isn't passed over by one before it;
 * of rows that come and go meanwhile any may be it.
 *
 * Of a table that grows downwards the last row is the oldest. Once that was retired only its guard is left,
 * and a scan that skips guards ([method@HBase.Scan.set_skip_guards]) finds the oldest one that wasn't:
 * %HBASE_LAST_ROW_METHOD_AUTO by one call more.
 *
 * Errors: those of [method@HBase.TableCursor.next], and %HBASE_ERROR_INVALID_ARGUMENT for
 * %HBASE_LAST_ROW_METHOD_CONSTANT where no constant key is known.
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_last_row (
    HBaseTable *table, HBaseScan *scan, HBaseLastRowMethod method, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (method <= HBASE_LAST_ROW_METHOD_CONSTANT, NULL);

  return hbase_call_pointer (table, run,
                             hbase_last_row_operation_new (hbase_table_get_target (table), scan, method),
                             cancellable, error);
}

/**
 * hbase_table_last_row_async:
 * @table: a table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @method: how to find it
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads the row with the greatest key, see [method@HBase.Table.last_row].
 *
 * Since: 0.1
 */
void
hbase_table_last_row_async (HBaseTable *table,
                            HBaseScan *scan,
                            HBaseLastRowMethod method,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (method <= HBASE_LAST_ROW_METHOD_CONSTANT);

  hbase_call_async (table, run_async, hbase_table_last_row_async,
                    hbase_last_row_operation_new (hbase_table_get_target (table), scan, method), cancellable,
                    callback, user_data);
}

/**
 * hbase_table_last_row_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.last_row_async].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_last_row_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return hbase_call_finish_pointer (table, hbase_table_last_row_async, result, error);
}

/* ---- the last rows ---- */

/**
 * hbase_table_last_rows:
 * @table: a table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @n_rows: how many, at most; at least 1
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * The rows with the greatest keys, of the whole table or of the scan's range, in the order of their keys:
 * the last row is the last one. Where there are fewer, these; of an empty table, none. All are held in
 * memory. Of the scan the same is heeded as by [method@HBase.Table.first_row].
 *
 * They are read by a reversed scan: by one call, where they fit into one reply.
 *
 * Errors: those of [method@HBase.TableCursor.next], and %HBASE_ERROR_INVALID_ARGUMENT where @n_rows is 0.
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows, or %NULL on error
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_last_rows (
    HBaseTable *table, HBaseScan *scan, guint n_rows, GCancellable *cancellable, GError **error)
{
  HBaseTableCursor *cursor;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!hbase_collect_check_n_rows (table, table, n_rows, error))
    return NULL;
  cursor = cursor_new (table, hbase_scan_copy_reversed (scan, TRUE, n_rows));
  return hbase_reverse_rows (hbase_collect_rows (cursor, n_rows, cancellable, error));
}

/**
 * hbase_table_last_rows_async:
 * @table: a table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @n_rows: how many, at most; at least 1
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads the rows with the greatest keys, see [method@HBase.Table.last_rows].
 *
 * Since: 0.1
 */
void
hbase_table_last_rows_async (HBaseTable *table,
                             HBaseScan *scan,
                             guint n_rows,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = hbase_task_new (table, hbase_table_last_rows_async, cancellable, callback, user_data);
  if (hbase_collect_check_n_rows (table, table, n_rows, &error))
    hbase_collect_rows_async (cursor_new (table, hbase_scan_copy_reversed (scan, TRUE, n_rows)), n_rows,
                              g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/**
 * hbase_table_last_rows_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.last_rows_async].
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows, or %NULL on error
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_last_rows_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_reverse_rows (hbase_collect_finish (table, hbase_table_last_rows_async, result, error));
}

/* ---- the row at a key, or before it ---- */

/**
 * hbase_table_row_at_or_before:
 * @table: a table
 * @key: (array length=key_length): a row key; there need not be such a row
 * @key_length: how many bytes
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * The row with that key, or, where there is none, the next one before it; of the scan's range, where there is
 * a scan. Where there is none at all it is %NULL, without an error. Of the scan the same is heeded as by
 * [method@HBase.Table.first_row].
 *
 * It is read by one call, a reversed scan.
 *
 * Errors: those of [method@HBase.TableCursor.next].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_row_at_or_before (HBaseTable *table,
                              const guint8 *key,
                              gsize key_length,
                              HBaseScan *scan,
                              GCancellable *cancellable,
                              GError **error)
{
  HBaseSlice row = hbase_slice (key, key_length);
  HBaseTableCursor *cursor;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  hbase_return_if_no_bytes (key, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!hbase_collect_check_key (table, table, row, error))
    return NULL;
  cursor = cursor_new (table, hbase_scan_copy_down_from (scan, row));
  return hbase_collect_take_row (hbase_collect_rows (cursor, 1, cancellable, error));
}

/**
 * hbase_table_row_at_or_before_async:
 * @table: a table
 * @key: (array length=key_length): a row key; there need not be such a row
 * @key_length: how many bytes
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads the row at a key, or the next one before it, see [method@HBase.Table.row_at_or_before].
 *
 * Since: 0.1
 */
void
hbase_table_row_at_or_before_async (HBaseTable *table,
                                    const guint8 *key,
                                    gsize key_length,
                                    HBaseScan *scan,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  HBaseSlice row = hbase_slice (key, key_length);
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_TABLE (table));
  hbase_return_if_no_bytes (key);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = hbase_task_new (table, hbase_table_row_at_or_before_async, cancellable, callback, user_data);
  if (hbase_collect_check_key (table, table, row, &error))
    hbase_collect_rows_async (cursor_new (table, hbase_scan_copy_down_from (scan, row)), 1,
                              g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/**
 * hbase_table_row_at_or_before_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.row_at_or_before_async].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_row_at_or_before_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_collect_take_row (
      hbase_collect_finish (table, hbase_table_row_at_or_before_async, result, error));
}
