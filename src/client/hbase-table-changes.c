/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-data-operations-private.h"
#include "hbase-table-private.h"

/* The calls that change what is there and tell what it is then. */

static HBaseRow *
take_row (HBaseTable *table, HBaseOperation *operation, GError **error)
{
  g_autoptr (HBaseKeySchema) schema = hbase_table_ref_key_schema (table);

  return operation != NULL ? hbase_data_operation_take_row (operation, schema, error) : NULL;
}

/**
 * hbase_table_increment:
 * @table: a table
 * @increment: what to raise
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Raises numbers of a row, all of them or none, and tells what they are then.
 *
 * If the connection is lost after the request has left, it is %HBASE_ERROR_OUTCOME_UNKNOWN: sent again it could
 * be done twice.
 *
 * Returns: (transfer full): the row with these columns as they are then; an empty one where results weren't
 * wanted; or %NULL: an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_increment (HBaseTable *table,
                       HBaseIncrement *increment,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (increment != NULL, NULL);

  operation = hbase_increment_operation_new (hbase_table_get_target (table), increment, error);
  return take_row (table, hbase_table_call (table, operation, cancellable, error), error);
}

/**
 * hbase_table_increment_async:
 * @table: a table
 * @increment: what to raise
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * The same as [method@HBase.Table.increment], without blocking.
 *
 * Since: 0.1
 */
void
hbase_table_increment_async (HBaseTable *table,
                             HBaseIncrement *increment,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (increment != NULL);

  operation = hbase_increment_operation_new (hbase_table_get_target (table), increment, &error);
  hbase_table_call_async (table, hbase_table_increment_async, operation, error, cancellable, callback,
                          user_data);
}

/**
 * hbase_table_increment_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.increment_async].
 *
 * Returns: (transfer full): the row with these columns as they are then, or %NULL: an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_increment_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return take_row (table, hbase_task_finish (table, hbase_table_increment_async, result, error), error);
}

/**
 * hbase_table_append:
 * @table: a table
 * @append: what to put behind
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Puts bytes behind values of a row, of all of them or none, and tells what they are then.
 *
 * If the connection is lost after the request has left, it is %HBASE_ERROR_OUTCOME_UNKNOWN: sent again it could
 * be done twice.
 *
 * Returns: (transfer full): the row with these columns as they are then; an empty one where results weren't
 * wanted; or %NULL: an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_append (HBaseTable *table, HBaseAppend *append, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (append != NULL, NULL);

  operation = hbase_append_operation_new (hbase_table_get_target (table), append, error);
  return take_row (table, hbase_table_call (table, operation, cancellable, error), error);
}

/**
 * hbase_table_append_async:
 * @table: a table
 * @append: what to put behind
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * The same as [method@HBase.Table.append], without blocking.
 *
 * Since: 0.1
 */
void
hbase_table_append_async (HBaseTable *table,
                          HBaseAppend *append,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (append != NULL);

  operation = hbase_append_operation_new (hbase_table_get_target (table), append, &error);
  hbase_table_call_async (table, hbase_table_append_async, operation, error, cancellable, callback,
                          user_data);
}

/**
 * hbase_table_append_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.append_async].
 *
 * Returns: (transfer full): the row with these columns as they are then, or %NULL: an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_append_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return take_row (table, hbase_task_finish (table, hbase_table_append_async, result, error), error);
}
