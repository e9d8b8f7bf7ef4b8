/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-salted-table-private.h"

/* A place is drawn once a call: an operation's attempts all go there. */

/* ---- put ---- */

static HBaseOperation *
make_put (HBaseSaltedTable *salted, HBasePut *put, GError **error)
{
  g_auto (HBaseSaltedCall) call;

  if (!hbase_salted_call_begin (&call, salted, error))
    return NULL;
  return hbase_salted_put_operation_new (call.target, call.schema, put, g_random_int (), error);
}

/**
 * hbase_salted_table_put:
 * @salted: a salted table
 * @put: what to write; its row is an unsalted key
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Writes a row's cells, all of them or none.
 *
 * Where the salts are computed, that is [method@HBase.Table.put] to the row's place. Where one is drawn, the
 * row is inserted: at a place that is drawn once for all attempts. It isn't looked for first; of a key that
 * is there already a second row comes. If the connection is lost after a put without time stamps has left,
 * it is %HBASE_ERROR_OUTCOME_UNKNOWN, and [method@HBase.SaltedTable.update] finds out.
 *
 * Returns: %TRUE: it is written; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_salted_table_put (HBaseSaltedTable *salted, HBasePut *put, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), FALSE);
  g_return_val_if_fail (put != NULL, FALSE);

  operation = make_put (salted, put, error);
  return hbase_salted_table_call (salted, operation, cancellable, error) != NULL;
}

/**
 * hbase_salted_table_put_async:
 * @salted: a salted table
 * @put: what to write; its row is an unsalted key
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Writes a row's cells, see [method@HBase.SaltedTable.put].
 *
 * Since: 0.1
 */
void
hbase_salted_table_put_async (HBaseSaltedTable *salted,
                              HBasePut *put,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_SALTED_TABLE (salted));
  g_return_if_fail (put != NULL);

  operation = make_put (salted, put, &error);
  hbase_salted_table_call_async (salted, hbase_salted_table_put_async, operation, error, cancellable,
                                 callback, user_data);
}

/**
 * hbase_salted_table_put_finish:
 * @salted: a salted table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.SaltedTable.put_async].
 *
 * Returns: %TRUE: it is written; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_salted_table_put_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), FALSE);

  return hbase_task_finish (salted, hbase_salted_table_put_async, result, error) != NULL;
}

/* ---- update ---- */

static HBaseOperation *
make_update (HBaseSaltedTable *salted, HBasePut *put, gboolean insert, GError **error)
{
  guint32 draw = g_random_int ();
  g_auto (HBaseSaltedCall) call;

  if (!hbase_salted_call_begin (&call, salted, error))
    return NULL;
  return hbase_salted_update_operation_new (call.target, call.schema, put, insert ? &draw : NULL,
                                            call.duplicates, error);
}

/**
 * hbase_salted_table_update:
 * @salted: a salted table
 * @put: what to write; its row is an unsalted key
 * @insert: whether to insert the row where there is none
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Looks where the row is, and writes cells there. Both aren't one step: of two that insert the same key at a
 * time each may find nothing, and where a salt is drawn the row is there twice then. A row that is deleted
 * in between comes back with these cells.
 *
 * Errors: %HBASE_ERROR_ROW_NOT_FOUND where there is none, and it isn't to be inserted;
 * %HBASE_ERROR_DUPLICATE_KEY where it is there twice, and not the newest one counts; nothing is written
 * then.
 *
 * Returns: %TRUE: it is written; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_salted_table_update (
    HBaseSaltedTable *salted, HBasePut *put, gboolean insert, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), FALSE);
  g_return_val_if_fail (put != NULL, FALSE);

  operation = make_update (salted, put, insert, error);
  return hbase_salted_table_call (salted, operation, cancellable, error) != NULL;
}

/**
 * hbase_salted_table_update_async:
 * @salted: a salted table
 * @put: what to write; its row is an unsalted key
 * @insert: whether to insert the row where there is none
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Writes to a row that is there, see [method@HBase.SaltedTable.update].
 *
 * Since: 0.1
 */
void
hbase_salted_table_update_async (HBaseSaltedTable *salted,
                                 HBasePut *put,
                                 gboolean insert,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_SALTED_TABLE (salted));
  g_return_if_fail (put != NULL);

  operation = make_update (salted, put, insert, &error);
  hbase_salted_table_call_async (salted, hbase_salted_table_update_async, operation, error, cancellable,
                                 callback, user_data);
}

/**
 * hbase_salted_table_update_finish:
 * @salted: a salted table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.SaltedTable.update_async].
 *
 * Returns: %TRUE: it is written; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_salted_table_update_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), FALSE);

  return hbase_task_finish (salted, hbase_salted_table_update_async, result, error) != NULL;
}

/* ---- delete ---- */

static HBaseOperation *
make_delete (HBaseSaltedTable *salted, HBaseDelete *delete_, GError **error)
{
  g_auto (HBaseSaltedCall) call;

  if (!hbase_salted_call_begin (&call, salted, error))
    return NULL;
  return hbase_salted_delete_operation_new (call.target, call.schema, delete_, error);
}

/**
 * hbase_salted_table_delete:
 * @salted: a salted table
 * @delete_: what to delete; its row is an unsalted key
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Deletes a row, or parts of it, at all places where it can be. What isn't there is no error.
 *
 * The places aren't one transaction: after an error it may be deleted at some of them. If the connection is
 * lost after a delete without time stamps has left, it is %HBASE_ERROR_OUTCOME_UNKNOWN.
 *
 * Returns: %TRUE: it is deleted; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_salted_table_delete (HBaseSaltedTable *salted,
                           HBaseDelete *delete_,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), FALSE);
  g_return_val_if_fail (delete_ != NULL, FALSE);

  operation = make_delete (salted, delete_, error);
  return hbase_salted_table_call (salted, operation, cancellable, error) != NULL;
}

/**
 * hbase_salted_table_delete_async:
 * @salted: a salted table
 * @delete_: what to delete; its row is an unsalted key
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Deletes a row or parts of it, see [method@HBase.SaltedTable.delete].
 *
 * Since: 0.1
 */
void
hbase_salted_table_delete_async (HBaseSaltedTable *salted,
                                 HBaseDelete *delete_,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_SALTED_TABLE (salted));
  g_return_if_fail (delete_ != NULL);

  operation = make_delete (salted, delete_, &error);
  hbase_salted_table_call_async (salted, hbase_salted_table_delete_async, operation, error, cancellable,
                                 callback, user_data);
}

/**
 * hbase_salted_table_delete_finish:
 * @salted: a salted table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.SaltedTable.delete_async].
 *
 * Returns: %TRUE: it is deleted; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_salted_table_delete_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), FALSE);

  return hbase_task_finish (salted, hbase_salted_table_delete_async, result, error) != NULL;
}
