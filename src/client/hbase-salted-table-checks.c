/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-salted-table-private.h"

/* Calls that look at a row before they write it, in one step of HBase's: they have to know its place. */

typedef struct {
  HBaseRow *row; /* NULL: its place is computed */
  const char *family;
  HBaseSlice qualifier, value;
  HBasePut *put;
} Check;

static HBaseOperation *
make_check (HBaseSaltedTable *salted, const Check *check, GError **error)
{
  g_auto (HBaseSaltedCall) call;

  if (!hbase_salted_call_begin (&call, salted, error))
    return NULL;
  return hbase_salted_check_and_put_operation_new (call.target, call.schema, check->row,
                                                   hbase_slice_text (check->family), check->qualifier,
                                                   check->value, check->put, error);
}

static gboolean
take_flag (HBaseOperation *operation, gboolean *flag)
{
  if (flag != NULL)
    *flag = FALSE;
  return operation != NULL && hbase_operation_take (operation, flag, NULL);
}

/**
 * hbase_salted_table_check_and_put:
 * @salted: a salted table
 * @row: (nullable): the row as it was read; may be %NULL where no salt is drawn
 * @family: the family of the column to look at
 * @qualifier: (array length=qualifier_length) (nullable): its qualifier; %NULL: the empty one
 * @qualifier_length: length of @qualifier in bytes
 * @value: (array length=value_length) (nullable): the value expected; %NULL: none
 * @value_length: length of @value in bytes
 * @put: what to write; its row is an unsalted key
 * @applied: (out) (optional): whether it was written
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Writes a row's cells if one of its columns has the value expected, see [method@HBase.Table.check_and_put].
 *
 * Where a salt is drawn, only a row that was read tells its place: so it can't be used to insert a row that
 * isn't there yet.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT where a salt is drawn and @row is %NULL, wasn't found, or has
 * another key.
 *
 * Returns: (skip): %TRUE: @applied says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_salted_table_check_and_put (HBaseSaltedTable *salted,
                                  HBaseRow *row,
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
  const Check check
      = { row, family, hbase_slice (qualifier, qualifier_length), hbase_slice (value, value_length), put };
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), FALSE);
  g_return_val_if_fail (family != NULL, FALSE);
  hbase_return_if_no_bytes (qualifier, FALSE);
  hbase_return_if_no_bytes (value, FALSE);
  g_return_val_if_fail (put != NULL, FALSE);

  operation = make_check (salted, &check, error);
  return take_flag (hbase_salted_table_call (salted, operation, cancellable, error), applied);
}

/**
 * hbase_salted_table_check_and_put_async:
 * @salted: a salted table
 * @row: (nullable): the row as it was read; may be %NULL where no salt is drawn
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
 * Writes a row's cells if one of its columns has the value expected, see
 * [method@HBase.SaltedTable.check_and_put].
 *
 * Since: 0.1
 */
void
hbase_salted_table_check_and_put_async (HBaseSaltedTable *salted,
                                        HBaseRow *row,
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
  const Check check
      = { row, family, hbase_slice (qualifier, qualifier_length), hbase_slice (value, value_length), put };
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_SALTED_TABLE (salted));
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);
  hbase_return_if_no_bytes (value);
  g_return_if_fail (put != NULL);

  operation = make_check (salted, &check, &error);
  hbase_salted_table_call_async (salted, hbase_salted_table_check_and_put_async, operation, error,
                                 cancellable, callback, user_data);
}

/**
 * hbase_salted_table_check_and_put_finish:
 * @salted: a salted table
 * @result: what the callback was given
 * @applied: (out) (optional): whether it was written
 * @error: return location for an error
 *
 * Ends [method@HBase.SaltedTable.check_and_put_async].
 *
 * Returns: (skip): %TRUE: @applied says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_salted_table_check_and_put_finish (HBaseSaltedTable *salted,
                                         GAsyncResult *result,
                                         gboolean *applied,
                                         GError **error)
{
  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), FALSE);

  return take_flag (hbase_task_finish (salted, hbase_salted_table_check_and_put_async, result, error),
                    applied);
}
