/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-salted-table-private.h"

#include "hbase-data-operations-private.h"

/* Calls that change what is there and tell what it is then: they have to know the row's place. */

static HBaseRow *
take_row (HBaseSaltedTable *salted, HBaseOperation *operation, GError **error)
{
  HBaseRow *row = NULL;

  if (operation != NULL)
    hbase_operation_take (operation, &row, error);
  return row;
}

/* ---- increment ---- */

static HBaseOperation *
make_increment (HBaseSaltedTable *salted, HBaseRow *row, HBaseIncrement *increment, GError **error)
{
  g_auto (HBaseSaltedCall) call;

  if (!hbase_salted_call_begin (&call, salted, error))
    return NULL;
  return hbase_salted_increment_operation_new (call.target, call.schema, row, increment, error);
}

/**
 * hbase_salted_table_increment:
 * @salted: a salted table
 * @row: (nullable): the row as it was read; may be %NULL where no salt is drawn
 * @increment: what to raise; its row is an unsalted key
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Raises numbers of a row, see [method@HBase.Table.increment]. Where a salt is
 * drawn, only a row that was read tells its place.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT where a salt is drawn and @row is %NULL, wasn't found, or has another
 * key.
 *
 * Returns: (transfer full): the row with these columns as they are then; an empty one where results weren't
 * wanted
 *
 * Since: 0.1
 */
HBaseRow *
hbase_salted_table_increment (HBaseSaltedTable *salted,
                              HBaseRow *row,
                              HBaseIncrement *increment,
                              GCancellable *cancellable,
                              GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);
  g_return_val_if_fail (increment != NULL, NULL);

  operation = make_increment (salted, row, increment, error);
  return take_row (salted, hbase_salted_table_call (salted, operation, cancellable, error), error);
}

/**
 * hbase_salted_table_increment_async:
 * @salted: a salted table
 * @row: (nullable): the row as it was read; may be %NULL where no salt is drawn
 * @increment: what to raise; its row is an unsalted key
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Raises numbers of a row, see [method@HBase.SaltedTable.increment].
 *
 * Since: 0.1
 */
void
hbase_salted_table_increment_async (HBaseSaltedTable *salted,
                                    HBaseRow *row,
                                    HBaseIncrement *increment,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_SALTED_TABLE (salted));
  g_return_if_fail (increment != NULL);

  operation = make_increment (salted, row, increment, &error);
  hbase_salted_table_call_async (salted, hbase_salted_table_increment_async, operation, error, cancellable,
                                 callback, user_data);
}

/**
 * hbase_salted_table_increment_finish:
 * @salted: a salted table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.SaltedTable.increment_async].
 *
 * Returns: (transfer full): the row with these columns as they are then
 *
 * Since: 0.1
 */
HBaseRow *
hbase_salted_table_increment_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error)
{
  HBaseOperation *operation;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);

  operation = hbase_task_finish (salted, hbase_salted_table_increment_async, result, error);
  return take_row (salted, operation, error);
}

/* ---- append ---- */

static HBaseOperation *
make_append (HBaseSaltedTable *salted, HBaseRow *row, HBaseAppend *append, GError **error)
{
  g_auto (HBaseSaltedCall) call;

  if (!hbase_salted_call_begin (&call, salted, error))
    return NULL;
  return hbase_salted_append_operation_new (call.target, call.schema, row, append, error);
}

/**
 * hbase_salted_table_append:
 * @salted: a salted table
 * @row: (nullable): the row as it was read; may be %NULL where no salt is drawn
 * @append: what to append; its row is an unsalted key
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Makes values of a row longer, see [method@HBase.Table.append]. Where a salt is
 * drawn, only a row that was read tells its place.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT where a salt is drawn and @row is %NULL, wasn't found, or has another
 * key.
 *
 * Returns: (transfer full): the row with these columns as they are then; an empty one where results weren't
 * wanted
 *
 * Since: 0.1
 */
HBaseRow *
hbase_salted_table_append (
    HBaseSaltedTable *salted, HBaseRow *row, HBaseAppend *append, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);
  g_return_val_if_fail (append != NULL, NULL);

  operation = make_append (salted, row, append, error);
  return take_row (salted, hbase_salted_table_call (salted, operation, cancellable, error), error);
}

/**
 * hbase_salted_table_append_async:
 * @salted: a salted table
 * @row: (nullable): the row as it was read; may be %NULL where no salt is drawn
 * @append: what to append; its row is an unsalted key
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Makes values of a row longer, see [method@HBase.SaltedTable.append].
 *
 * Since: 0.1
 */
void
hbase_salted_table_append_async (HBaseSaltedTable *salted,
                                 HBaseRow *row,
                                 HBaseAppend *append,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_SALTED_TABLE (salted));
  g_return_if_fail (append != NULL);

  operation = make_append (salted, row, append, &error);
  hbase_salted_table_call_async (salted, hbase_salted_table_append_async, operation, error, cancellable,
                                 callback, user_data);
}

/**
 * hbase_salted_table_append_finish:
 * @salted: a salted table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.SaltedTable.append_async].
 *
 * Returns: (transfer full): the row with these columns as they are then
 *
 * Since: 0.1
 */
HBaseRow *
hbase_salted_table_append_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error)
{
  HBaseOperation *operation;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);

  operation = hbase_task_finish (salted, hbase_salted_table_append_async, result, error);
  return take_row (salted, operation, error);
}
