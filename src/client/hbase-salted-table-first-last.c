/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-salted-table-private.h"

#include "hbase-collect-private.h"

static HBaseTableCursor *
cursor_new (HBaseSaltedTable *salted, HBaseScan *scan /* (transfer full) */)
{
  g_autoptr (HBaseScan) held = scan;

  return hbase_salted_table_scan (salted, held);
}

/* ---- the first row ---- */

/**
 * hbase_salted_table_first_row:
 * @salted: a salted table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * The row with the least unsalted key, of the whole table or of the scan's range: the first rows of all
 * places are asked for at once. Where there is none it is %NULL, without an error.
 *
 * Of the scan, its range, prefix, and what is read of the rows are heeded, not its direction and limit: the
 * first row is always the one with the least key. Its keys are unsalted ones.
 *
 * Errors: those of [method@HBase.TableCursor.next].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_salted_table_first_row (HBaseSaltedTable *salted,
                              HBaseScan *scan,
                              GCancellable *cancellable,
                              GError **error)
{
  HBaseTableCursor *cursor;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  cursor = cursor_new (salted, hbase_scan_copy_reversed (scan, FALSE, 1));
  return hbase_collect_take_row (hbase_collect_rows (cursor, 1, cancellable, error));
}

/**
 * hbase_salted_table_first_row_async:
 * @salted: a salted table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads the row with the least key, see [method@HBase.SaltedTable.first_row].
 *
 * Since: 0.1
 */
void
hbase_salted_table_first_row_async (HBaseSaltedTable *salted,
                                    HBaseScan *scan,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_return_if_fail (HBASE_IS_SALTED_TABLE (salted));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  hbase_collect_rows_async (
      cursor_new (salted, hbase_scan_copy_reversed (scan, FALSE, 1)), 1,
      hbase_task_new (salted, hbase_salted_table_first_row_async, cancellable, callback, user_data));
}

/**
 * hbase_salted_table_first_row_finish:
 * @salted: a salted table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.SaltedTable.first_row_async].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_salted_table_first_row_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error)
{
  return hbase_collect_take_row (
      hbase_collect_finish (salted, hbase_salted_table_first_row_async, result, error));
}

/* ---- the last row ---- */

/**
 * hbase_salted_table_last_row:
 * @salted: a salted table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * The row with the greatest unsalted key, of the whole table or of the scan's range. Where there is none it
 * is %NULL, without an error. Of the scan the same is heeded as by [method@HBase.SaltedTable.first_row].
 *
 * The last rows of all places are asked for at once, by reversed scans. There is no other method here: where
 * a gateway refuses these, [method@HBase.Table.last_row] finds the last row of each place by its prefix.
 *
 * Errors: those of [method@HBase.TableCursor.next].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_salted_table_last_row (HBaseSaltedTable *salted,
                             HBaseScan *scan,
                             GCancellable *cancellable,
                             GError **error)
{
  HBaseTableCursor *cursor;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  cursor = cursor_new (salted, hbase_scan_copy_reversed (scan, TRUE, 1));
  return hbase_collect_take_row (hbase_collect_rows (cursor, 1, cancellable, error));
}

/**
 * hbase_salted_table_last_row_async:
 * @salted: a salted table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads the row with the greatest key, see [method@HBase.SaltedTable.last_row].
 *
 * Since: 0.1
 */
void
hbase_salted_table_last_row_async (HBaseSaltedTable *salted,
                                   HBaseScan *scan,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_return_if_fail (HBASE_IS_SALTED_TABLE (salted));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  hbase_collect_rows_async (
      cursor_new (salted, hbase_scan_copy_reversed (scan, TRUE, 1)), 1,
      hbase_task_new (salted, hbase_salted_table_last_row_async, cancellable, callback, user_data));
}

/**
 * hbase_salted_table_last_row_finish:
 * @salted: a salted table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.SaltedTable.last_row_async].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_salted_table_last_row_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error)
{
  return hbase_collect_take_row (
      hbase_collect_finish (salted, hbase_salted_table_last_row_async, result, error));
}

/* ---- the last rows ---- */

/**
 * hbase_salted_table_last_rows:
 * @salted: a salted table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @n_rows: how many, at most; at least 1
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * The rows with the greatest unsalted keys, of the whole table or of the scan's range, in the order of their
 * keys: the last row is the last one. Where there are fewer, these; of an empty table, none. All are held in
 * memory. Of the scan the same is heeded as by [method@HBase.SaltedTable.first_row].
 *
 * They are read by reversed scans of all places at once, each by one call where the rows fit into a reply.
 *
 * Errors: those of [method@HBase.TableCursor.next], and %HBASE_ERROR_INVALID_ARGUMENT where @n_rows is 0.
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows, or %NULL on error
 *
 * Since: 0.1
 */
GPtrArray *
hbase_salted_table_last_rows (
    HBaseSaltedTable *salted, HBaseScan *scan, guint n_rows, GCancellable *cancellable, GError **error)
{
  HBaseTableCursor *cursor;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!hbase_collect_check_n_rows (salted, hbase_salted_table_get_table (salted), n_rows, error))
    return NULL;
  cursor = cursor_new (salted, hbase_scan_copy_reversed (scan, TRUE, n_rows));
  return hbase_reverse_rows (hbase_collect_rows (cursor, n_rows, cancellable, error));
}

/**
 * hbase_salted_table_last_rows_async:
 * @salted: a salted table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @n_rows: how many, at most; at least 1
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads the rows with the greatest keys, see [method@HBase.SaltedTable.last_rows].
 *
 * Since: 0.1
 */
void
hbase_salted_table_last_rows_async (HBaseSaltedTable *salted,
                                    HBaseScan *scan,
                                    guint n_rows,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_SALTED_TABLE (salted));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = hbase_task_new (salted, hbase_salted_table_last_rows_async, cancellable, callback, user_data);
  if (hbase_collect_check_n_rows (salted, hbase_salted_table_get_table (salted), n_rows, &error))
    hbase_collect_rows_async (cursor_new (salted, hbase_scan_copy_reversed (scan, TRUE, n_rows)), n_rows,
                              g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/**
 * hbase_salted_table_last_rows_finish:
 * @salted: a salted table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.SaltedTable.last_rows_async].
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows, or %NULL on error
 *
 * Since: 0.1
 */
GPtrArray *
hbase_salted_table_last_rows_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error)
{
  return hbase_reverse_rows (
      hbase_collect_finish (salted, hbase_salted_table_last_rows_async, result, error));
}

/* ---- the row at a key, or before it ---- */

/**
 * hbase_salted_table_row_at_or_before:
 * @salted: a salted table
 * @key: (array length=key_length): an unsalted key; there need not be such a row
 * @key_length: how many bytes
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * The row with that unsalted key, or, where there is none, the next one before it; of the scan's range, where
 * there is a scan. Where there is none at all it is %NULL, without an error. Of the scan the same is heeded
 * as by [method@HBase.SaltedTable.first_row].
 *
 * It is read by reversed scans, all places at once.
 *
 * Errors: those of [method@HBase.TableCursor.next].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_salted_table_row_at_or_before (HBaseSaltedTable *salted,
                                     const guint8 *key,
                                     gsize key_length,
                                     HBaseScan *scan,
                                     GCancellable *cancellable,
                                     GError **error)
{
  HBaseSlice row = hbase_slice (key, key_length);
  HBaseTableCursor *cursor;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);
  hbase_return_if_no_bytes (key, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!hbase_collect_check_key (salted, hbase_salted_table_get_table (salted), row, error))
    return NULL;
  cursor = cursor_new (salted, hbase_scan_copy_down_from (scan, row));
  return hbase_collect_take_row (hbase_collect_rows (cursor, 1, cancellable, error));
}

/**
 * hbase_salted_table_row_at_or_before_async:
 * @salted: a salted table
 * @key: (array length=key_length): an unsalted key; there need not be such a row
 * @key_length: how many bytes
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads the row at a key, or the next one before it, see [method@HBase.SaltedTable.row_at_or_before].
 *
 * Since: 0.1
 */
void
hbase_salted_table_row_at_or_before_async (HBaseSaltedTable *salted,
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

  g_return_if_fail (HBASE_IS_SALTED_TABLE (salted));
  hbase_return_if_no_bytes (key);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = hbase_task_new (salted, hbase_salted_table_row_at_or_before_async, cancellable, callback, user_data);
  if (hbase_collect_check_key (salted, hbase_salted_table_get_table (salted), row, &error))
    hbase_collect_rows_async (cursor_new (salted, hbase_scan_copy_down_from (scan, row)), 1,
                              g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/**
 * hbase_salted_table_row_at_or_before_finish:
 * @salted: a salted table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.SaltedTable.row_at_or_before_async].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_salted_table_row_at_or_before_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error)
{
  return hbase_collect_take_row (
      hbase_collect_finish (salted, hbase_salted_table_row_at_or_before_async, result, error));
}
