/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-data-operations-private.h"
#include "hbase-table-private.h"

/**
 * hbase_table_put:
 * @table: a table
 * @put: what to write
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Writes a row's cells, all of them or none.
 *
 * A cell without a time stamp gets the server's time. If the connection is lost after the request has left,
 * such a put is %HBASE_ERROR_OUTCOME_UNKNOWN: it isn't sent again, since its cells could then cover what
 * another wrote in between. A put whose every cell has a stamp of its own may be repeated without harm, and
 * is.
 *
 * Returns: %TRUE: it is written; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_put (HBaseTable *table, HBasePut *put, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (put != NULL, FALSE);

  operation = hbase_put_operation_new (hbase_table_get_target (table), put, error);
  return hbase_table_call (table, operation, cancellable, error) != NULL;
}

/**
 * hbase_table_put_async:
 * @table: a table
 * @put: what to write
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Writes a row's cells, see [method@HBase.Table.put].
 *
 * Since: 0.1
 */
void
hbase_table_put_async (HBaseTable *table,
                       HBasePut *put,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (put != NULL);

  operation = hbase_put_operation_new (hbase_table_get_target (table), put, &error);
  hbase_table_call_async (table, hbase_table_put_async, operation, error, cancellable, callback, user_data);
}

/**
 * hbase_table_put_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.put_async].
 *
 * Returns: %TRUE: it is written; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_put_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);

  return hbase_task_finish (table, hbase_table_put_async, result, error) != NULL;
}

/**
 * hbase_table_put_multiple:
 * @table: a table
 * @puts: (element-type HBase.Put): what to write
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Writes several rows in one exchange. Each row is written whole or not at all, but the rows aren't one
 * transaction: after an error some may be there and others not. All of them are checked before anything is
 * sent. No puts are no error, and nothing is sent.
 *
 * Repetition after a loss is as in [method@HBase.Table.put], by the stamps of all the cells.
 *
 * Returns: %TRUE: they are written; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_put_multiple (HBaseTable *table, GPtrArray *puts, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (puts != NULL, FALSE);

  operation = hbase_put_multiple_operation_new (hbase_table_get_target (table), puts, error);
  return hbase_table_call (table, operation, cancellable, error) != NULL;
}

/**
 * hbase_table_put_multiple_async:
 * @table: a table
 * @puts: (element-type HBase.Put): what to write
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Writes several rows, see [method@HBase.Table.put_multiple].
 *
 * Since: 0.1
 */
void
hbase_table_put_multiple_async (HBaseTable *table,
                                GPtrArray *puts,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (puts != NULL);

  operation = hbase_put_multiple_operation_new (hbase_table_get_target (table), puts, &error);
  hbase_table_call_async (table, hbase_table_put_multiple_async, operation, error, cancellable, callback,
                          user_data);
}

/**
 * hbase_table_put_multiple_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.put_multiple_async].
 *
 * Returns: %TRUE: they are written; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_put_multiple_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);

  return hbase_task_finish (table, hbase_table_put_multiple_async, result, error) != NULL;
}

/**
 * hbase_table_delete:
 * @table: a table
 * @delete_: what to delete
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Deletes a row, or some families, columns or versions of it. What isn't there is no error.
 *
 * If the connection is lost after the request has left, a delete without stamps is
 * %HBASE_ERROR_OUTCOME_UNKNOWN: it isn't sent again, since it could then take away what another wrote in
 * between. One whose every part has a stamp is.
 *
 * Without timestamps the clock of the region's server says what is deleted: no cell that is newer. A cell is newer
 * if its writer gave it a timestamp in the future, or if the region was moved from a server whose clock was ahead.
 * Where that matters, give the timestamp of the newest cell that was read.
 *
 * Returns: %TRUE: it is deleted; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_delete (HBaseTable *table, HBaseDelete *delete_, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (delete_ != NULL, FALSE);

  operation = hbase_delete_operation_new (hbase_table_get_target (table), delete_, error);
  return hbase_table_call (table, operation, cancellable, error) != NULL;
}

/**
 * hbase_table_delete_async:
 * @table: a table
 * @delete_: what to delete
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Deletes a row or parts of it, see [method@HBase.Table.delete].
 *
 * Since: 0.1
 */
void
hbase_table_delete_async (HBaseTable *table,
                          HBaseDelete *delete_,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (delete_ != NULL);

  operation = hbase_delete_operation_new (hbase_table_get_target (table), delete_, &error);
  hbase_table_call_async (table, hbase_table_delete_async, operation, error, cancellable, callback,
                          user_data);
}

/**
 * hbase_table_delete_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.delete_async].
 *
 * Returns: %TRUE: it is deleted; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_delete_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);

  return hbase_task_finish (table, hbase_table_delete_async, result, error) != NULL;
}

/**
 * hbase_table_delete_multiple:
 * @table: a table
 * @deletes: (element-type HBase.Delete): what to delete
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Deletes several rows, or parts of them, in one exchange. The deletes aren't one transaction: after an error
 * some may have been executed and others not. All of them are checked before anything is sent. An empty array
 * is no error, and nothing is sent.
 *
 * After a lost response they are sent again only if all of them have timestamps, as in
 * [method@HBase.Table.delete]; otherwise the call is %HBASE_ERROR_OUTCOME_UNKNOWN.
 *
 * Returns: %TRUE: they are deleted; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_delete_multiple (HBaseTable *table, GPtrArray *deletes, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (deletes != NULL, FALSE);

  operation = hbase_delete_multiple_operation_new (hbase_table_get_target (table), deletes, error);
  return hbase_table_call (table, operation, cancellable, error) != NULL;
}

/**
 * hbase_table_delete_multiple_async:
 * @table: a table
 * @deletes: (element-type HBase.Delete): what to delete
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Deletes several rows or parts of them, see [method@HBase.Table.delete_multiple].
 *
 * Since: 0.1
 */
void
hbase_table_delete_multiple_async (HBaseTable *table,
                                   GPtrArray *deletes,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (deletes != NULL);

  operation = hbase_delete_multiple_operation_new (hbase_table_get_target (table), deletes, &error);
  hbase_table_call_async (table, hbase_table_delete_multiple_async, operation, error, cancellable, callback,
                          user_data);
}

/**
 * hbase_table_delete_multiple_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.delete_multiple_async].
 *
 * Returns: %TRUE: they are deleted; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_delete_multiple_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);

  return hbase_task_finish (table, hbase_table_delete_multiple_async, result, error) != NULL;
}

/**
 * hbase_table_check_and_put:
 * @table: a table
 * @family: the family of the column to look at
 * @qualifier: (array length=qualifier_length) (nullable): its qualifier; %NULL: the empty one
 * @qualifier_length: length of @qualifier in bytes
 * @value: (array length=value_length) (nullable): the value expected; %NULL: none
 * @value_length: length of @value in bytes
 * @put: what to write
 * @applied: (out) (optional): whether it was written
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Writes a row's cells if one of its columns has the value expected, in one atomic step. Only the column's
 * newest version is looked at. The row is that of @put.
 *
 * With @value %NULL the column is expected not to be there. HBase takes a cell whose value is empty for one
 * that isn't there, too: don't mark anything by an empty value.
 *
 * If the connection is lost after the request has left, the call is %HBASE_ERROR_OUTCOME_UNKNOWN: that it was
 * answered with “not applied” by a second attempt wouldn't say that the first one wasn't. Put a value of
 * one's own into the row and read it back to know.
 *
 * Returns: (skip): %TRUE: @applied says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_check_and_put (HBaseTable *table,
                           const char *family,
                           const guint8 *qualifier,
                           gsize qualifier_length,
                           const guint8 *value,
                           gsize value_length,
                           HBasePut *put,
                           gboolean *applied,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (family != NULL, FALSE);
  hbase_return_if_no_bytes (qualifier, FALSE);
  hbase_return_if_no_bytes (value, FALSE);
  g_return_val_if_fail (put != NULL, FALSE);

  operation = hbase_check_and_put_operation_new (hbase_table_get_target (table), hbase_slice_text (family),
                                                 hbase_slice (qualifier, qualifier_length),
                                                 hbase_slice (value, value_length), put, error);
  return hbase_task_take_flag (hbase_table_call (table, operation, cancellable, error), applied);
}

/**
 * hbase_table_check_and_put_async:
 * @table: a table
 * @family: the family of the column to look at
 * @qualifier: (array length=qualifier_length) (nullable): its qualifier; %NULL: the empty one
 * @qualifier_length: length of @qualifier in bytes
 * @value: (array length=value_length) (nullable): the value expected; %NULL: none
 * @value_length: length of @value in bytes
 * @put: what to write
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Writes a row's cells if one of its columns has the value expected, see [method@HBase.Table.check_and_put].
 *
 * Since: 0.1
 */
void
hbase_table_check_and_put_async (HBaseTable *table,
                                 const char *family,
                                 const guint8 *qualifier,
                                 gsize qualifier_length,
                                 const guint8 *value,
                                 gsize value_length,
                                 HBasePut *put,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);
  hbase_return_if_no_bytes (value);
  g_return_if_fail (put != NULL);

  operation = hbase_check_and_put_operation_new (hbase_table_get_target (table), hbase_slice_text (family),
                                                 hbase_slice (qualifier, qualifier_length),
                                                 hbase_slice (value, value_length), put, &error);
  hbase_table_call_async (table, hbase_table_check_and_put_async, operation, error, cancellable, callback,
                          user_data);
}

/**
 * hbase_table_check_and_put_finish:
 * @table: a table
 * @result: what the callback was given
 * @applied: (out) (optional): whether it was written
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.check_and_put_async].
 *
 * Returns: (skip): %TRUE: @applied says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_check_and_put_finish (HBaseTable *table, GAsyncResult *result, gboolean *applied, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);

  return hbase_task_take_flag (hbase_task_finish (table, hbase_table_check_and_put_async, result, error),
                               applied);
}
