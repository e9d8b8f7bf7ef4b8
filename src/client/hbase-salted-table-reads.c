/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-salted-table-private.h"
#include "hbase-table-cursor-private.h"

/* ---- get ---- */

static HBaseOperation *
make_get (HBaseSaltedTable *salted, GPtrArray *gets, GError **error)
{
  g_auto (HBaseSaltedCall) call;

  if (!hbase_salted_call_begin (&call, salted, error))
    return NULL;
  return hbase_salted_get_operation_new (call.target, call.schema, gets, call.duplicates, error);
}

static HBaseOperation *
make_one_get (HBaseSaltedTable *salted, HBaseGet *get, GError **error)
{
  g_autoptr (GPtrArray) gets = g_ptr_array_new ();

  g_ptr_array_add (gets, get);
  return make_get (salted, gets, error);
}

static HBaseRow *
take_row (HBaseOperation *operation)
{
  g_autoptr (GPtrArray) rows = operation != NULL ? hbase_salted_operation_take_rows (operation) : NULL;

  return rows != NULL ? g_ptr_array_steal_index (rows, 0) : NULL;
}

/**
 * hbase_salted_table_get:
 * @salted: a salted table
 * @get: what to read; its row is an unsalted key
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads a row, or some columns of it, wherever it is. A row that isn't there is an empty one with the key
 * that was asked for.
 *
 * Errors: %HBASE_ERROR_DUPLICATE_KEY where the columns asked for are in two rows of that key, and not the
 * newest one counts.
 *
 * Returns: (transfer full): the row
 *
 * Since: 0.1
 */
HBaseRow *
hbase_salted_table_get (HBaseSaltedTable *salted, HBaseGet *get, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);
  g_return_val_if_fail (get != NULL, NULL);

  operation = make_one_get (salted, get, error);
  return take_row (hbase_salted_table_call (salted, operation, cancellable, error));
}

/**
 * hbase_salted_table_get_async:
 * @salted: a salted table
 * @get: what to read
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads a row, see [method@HBase.SaltedTable.get].
 *
 * Since: 0.1
 */
void
hbase_salted_table_get_async (HBaseSaltedTable *salted,
                              HBaseGet *get,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_SALTED_TABLE (salted));
  g_return_if_fail (get != NULL);

  operation = make_one_get (salted, get, &error);
  hbase_salted_table_call_async (salted, hbase_salted_table_get_async, operation, error, cancellable,
                                 callback, user_data);
}

/**
 * hbase_salted_table_get_finish:
 * @salted: a salted table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.SaltedTable.get_async].
 *
 * Returns: (transfer full): the row
 *
 * Since: 0.1
 */
HBaseRow *
hbase_salted_table_get_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);

  return take_row (hbase_task_finish (salted, hbase_salted_table_get_async, result, error));
}

/**
 * hbase_salted_table_get_multiple:
 * @salted: a salted table
 * @gets: (element-type HBase.Get): what to read; their rows are unsalted keys
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads several rows, wherever they are: in one exchange for up to 4,096 places, one after the other for
 * more. They come in the order they were asked for, one row for each get.
 *
 * Errors: as of [method@HBase.SaltedTable.get]; any failure fails the whole call.
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows; never %NULL ones
 *
 * Since: 0.1
 */
GPtrArray *
hbase_salted_table_get_multiple (HBaseSaltedTable *salted,
                                 GPtrArray *gets,
                                 GCancellable *cancellable,
                                 GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);
  g_return_val_if_fail (gets != NULL, NULL);

  operation = make_get (salted, gets, error);
  if (hbase_salted_table_call (salted, operation, cancellable, error) == NULL)
    return NULL;
  return hbase_salted_operation_take_rows (operation);
}

/**
 * hbase_salted_table_get_multiple_async:
 * @salted: a salted table
 * @gets: (element-type HBase.Get): what to read
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads several rows, see [method@HBase.SaltedTable.get_multiple].
 *
 * Since: 0.1
 */
void
hbase_salted_table_get_multiple_async (HBaseSaltedTable *salted,
                                       GPtrArray *gets,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_SALTED_TABLE (salted));
  g_return_if_fail (gets != NULL);

  operation = make_get (salted, gets, &error);
  hbase_salted_table_call_async (salted, hbase_salted_table_get_multiple_async, operation, error, cancellable,
                                 callback, user_data);
}

/**
 * hbase_salted_table_get_multiple_finish:
 * @salted: a salted table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.SaltedTable.get_multiple_async].
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows; never %NULL ones
 *
 * Since: 0.1
 */
GPtrArray *
hbase_salted_table_get_multiple_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error)
{
  HBaseOperation *operation;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);

  operation = hbase_task_finish (salted, hbase_salted_table_get_multiple_async, result, error);
  return operation != NULL ? hbase_salted_operation_take_rows (operation) : NULL;
}

/* ---- exists ---- */

static HBaseOperation *
make_exists (HBaseSaltedTable *salted, HBaseGet *get, GError **error)
{
  g_auto (HBaseSaltedCall) call;

  if (!hbase_salted_call_begin (&call, salted, error))
    return NULL;
  return hbase_salted_exists_operation_new (call.target, call.schema, get, error);
}

static gboolean
take_exists (HBaseOperation *operation, gboolean *exists)
{
  if (exists != NULL)
    *exists = operation != NULL && hbase_salted_operation_get_exists (operation);
  return operation != NULL;
}

/**
 * hbase_salted_table_exists:
 * @salted: a salted table
 * @get: what to read; its row is an unsalted key
 * @exists: (out) (optional): whether it is there
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Asks whether a row is there, or whether it has any of the columns that the get names. No cells travel.
 * That it is there twice is no error here.
 *
 * Returns: (skip): %TRUE: @exists says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_salted_table_exists (
    HBaseSaltedTable *salted, HBaseGet *get, gboolean *exists, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), FALSE);
  g_return_val_if_fail (get != NULL, FALSE);

  operation = make_exists (salted, get, error);
  return take_exists (hbase_salted_table_call (salted, operation, cancellable, error), exists);
}

/**
 * hbase_salted_table_exists_async:
 * @salted: a salted table
 * @get: what to read
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Asks whether a row is there, see [method@HBase.SaltedTable.exists].
 *
 * Since: 0.1
 */
void
hbase_salted_table_exists_async (HBaseSaltedTable *salted,
                                 HBaseGet *get,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_SALTED_TABLE (salted));
  g_return_if_fail (get != NULL);

  operation = make_exists (salted, get, &error);
  hbase_salted_table_call_async (salted, hbase_salted_table_exists_async, operation, error, cancellable,
                                 callback, user_data);
}

/**
 * hbase_salted_table_exists_finish:
 * @salted: a salted table
 * @result: what the callback was given
 * @exists: (out) (optional): whether it is there
 * @error: return location for an error
 *
 * Ends [method@HBase.SaltedTable.exists_async].
 *
 * Returns: (skip): %TRUE: @exists says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_salted_table_exists_finish (HBaseSaltedTable *salted,
                                  GAsyncResult *result,
                                  gboolean *exists,
                                  GError **error)
{
  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), FALSE);

  return take_exists (hbase_task_finish (salted, hbase_salted_table_exists_async, result, error), exists);
}

/* ---- scan ---- */

/**
 * hbase_salted_table_scan:
 * @salted: a salted table
 * @scan: which rows, by their unsalted keys, and which columns; it is copied
 *
 * Makes a cursor over rows in the order of their unsalted keys, forward or reversed. All salts that they may
 * have are read side by side, one lane each, and merged: of n of them at most 2 n replies are in memory, which
 * are the smaller the more there are. The limit is that of the whole. A row that is there twice comes twice.
 *
 * Nothing is sent yet: what is wrong is told by the first [method@HBase.TableCursor.next], as
 * %HBASE_ERROR_INVALID_ARGUMENT where there is no key schema, or where the range runs over several values of a
 * field that stands before a salt: then no merging gives that order. With unordered lanes
 * ([method@HBase.Scan.set_parallelism]) such a range can be read, too.
 *
 * Returns: (transfer full): the cursor, before the first row; its rows have their row keys
 *
 * Since: 0.1
 */
HBaseTableCursor *
hbase_salted_table_scan (HBaseSaltedTable *salted, HBaseScan *scan)
{
  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);
  g_return_val_if_fail (scan != NULL, NULL);

  return hbase_table_cursor_new_salted (hbase_salted_table_get_table (salted), scan, 0,
                                        hbase_slice (NULL, 0));
}
