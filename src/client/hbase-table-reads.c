/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-data-operations-private.h"
#include "hbase-table-private.h"

/* What is taken from an operation that is done; nothing from none. */

static HBaseRow *
take_row (HBaseTable *self, HBaseOperation *operation, GError **error)
{
  g_autoptr (HBaseKeySchema) schema = hbase_table_ref_key_schema (self);

  return operation != NULL ? hbase_data_operation_take_row (operation, schema, error) : NULL;
}

static GPtrArray *
take_rows (HBaseTable *self, HBaseOperation *operation, GError **error)
{
  g_autoptr (HBaseKeySchema) schema = hbase_table_ref_key_schema (self);

  return operation != NULL ? hbase_data_operation_take_rows (operation, schema, error) : NULL;
}

/**
 * hbase_table_get:
 * @table: a table
 * @get: what to read
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads a row, or some columns of it. A row that isn't there is no error: it comes as an empty row with the
 * key that was asked for, see [method@HBase.Row.is_empty].
 *
 * Returns: (transfer full): the row
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_get (HBaseTable *table, HBaseGet *get, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (get != NULL, NULL);

  operation = hbase_get_operation_new (hbase_table_get_target (table), get, error);
  return take_row (table, hbase_table_call (table, operation, cancellable, error), error);
}

/**
 * hbase_table_get_async:
 * @table: a table
 * @get: what to read
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads a row, see [method@HBase.Table.get].
 *
 * Since: 0.1
 */
void
hbase_table_get_async (HBaseTable *table,
                       HBaseGet *get,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (get != NULL);

  operation = hbase_get_operation_new (hbase_table_get_target (table), get, &error);
  hbase_table_call_async (table, hbase_table_get_async, operation, error, cancellable, callback, user_data);
}

/**
 * hbase_table_get_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.get_async].
 *
 * Returns: (transfer full): the row
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_get_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return take_row (table, hbase_task_finish (table, hbase_table_get_async, result, error), error);
}

/**
 * hbase_table_get_multiple:
 * @table: a table
 * @gets: (element-type HBase.Get): what to read
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads several rows in one exchange. They come in the order they were asked for, one row for each get, also
 * where the same row is asked for twice; a row that isn't there is an empty one with its key. No gets, no
 * rows, and nothing is sent.
 *
 * Any failure fails the whole call.
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows; never %NULL ones
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_get_multiple (HBaseTable *table, GPtrArray *gets, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (gets != NULL, NULL);

  operation = hbase_get_multiple_operation_new (hbase_table_get_target (table), gets, error);
  return take_rows (table, hbase_table_call (table, operation, cancellable, error), error);
}

/**
 * hbase_table_get_multiple_async:
 * @table: a table
 * @gets: (element-type HBase.Get): what to read
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads several rows, see [method@HBase.Table.get_multiple].
 *
 * Since: 0.1
 */
void
hbase_table_get_multiple_async (HBaseTable *table,
                                GPtrArray *gets,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (gets != NULL);

  operation = hbase_get_multiple_operation_new (hbase_table_get_target (table), gets, &error);
  hbase_table_call_async (table, hbase_table_get_multiple_async, operation, error, cancellable, callback,
                          user_data);
}

/**
 * hbase_table_get_multiple_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.get_multiple_async].
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows; never %NULL ones
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_get_multiple_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return take_rows (table, hbase_task_finish (table, hbase_table_get_multiple_async, result, error), error);
}

/**
 * hbase_table_exists:
 * @table: a table
 * @get: what to read
 * @exists: (out) (optional): whether it is there
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Asks whether a row is there, or whether it has any of the columns that the get names. No cells travel.
 *
 * Returns: (skip): %TRUE: @exists says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_exists (
    HBaseTable *table, HBaseGet *get, gboolean *exists, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (get != NULL, FALSE);

  operation = hbase_exists_operation_new (hbase_table_get_target (table), get, error);
  return hbase_task_take_flag (hbase_table_call (table, operation, cancellable, error), exists);
}

/**
 * hbase_table_exists_async:
 * @table: a table
 * @get: what to read
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Asks whether a row is there, see [method@HBase.Table.exists].
 *
 * Since: 0.1
 */
void
hbase_table_exists_async (HBaseTable *table,
                          HBaseGet *get,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (get != NULL);

  operation = hbase_exists_operation_new (hbase_table_get_target (table), get, &error);
  hbase_table_call_async (table, hbase_table_exists_async, operation, error, cancellable, callback,
                          user_data);
}

/**
 * hbase_table_exists_finish:
 * @table: a table
 * @result: what the callback was given
 * @exists: (out) (optional): whether it is there
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.exists_async].
 *
 * Returns: (skip): %TRUE: @exists says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_exists_finish (HBaseTable *table, GAsyncResult *result, gboolean *exists, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);

  return hbase_task_take_flag (hbase_task_finish (table, hbase_table_exists_async, result, error), exists);
}
