/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-prepender-private.h"

/* Rows that shall not be: those in doubt are cancelled, those that were prepended are retired. */

/**
 * hbase_prepender_cancel:
 * @prepender: a prepender
 * @prepend: a row to be prepended whose outcome is unknown
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Brings a row in doubt to its end without writing it. [method@HBase.PrependRequest.get_state] returns how far that
 * went:
 *
 * - %HBASE_PREPEND_STATE_STANDS: the row was written already, by whomever, and stays where
 *   [method@HBase.PrependRequest.get_row] says;
 * - %HBASE_PREPEND_STATE_CANCELLED: it wasn't, and never will be. A guard without an owner, a tombstone, is in
 *   the list, and has the token in it: whatever of the row is still under way finds it, and so does every
 *   holder of the token who tries the row later, whichever key it was in doubt at. That key is lost; readers
 *   that skip rows which hold only a guard skip it;
 * - %HBASE_PREPEND_STATE_NOT_FINAL: only where keys are times, or handed out by a sequence. Another row is at
 *   the key in doubt, or no key is known, and the token is nowhere in the list. What this object has sent
 *   can't write the row any more; another process that has the token and goes on with the row may.
 *
 * It may be called at any later time, by any process that has the token and the row, several times, and at the
 * same time as others settle the row or cancel it: all come to the same end. With
 * %HBASE_PREPEND_STRATEGY_PROBE and a `downward` counter that holds for any key the row was ever in doubt at,
 * and for the token alone. Else it holds for the last such key only.
 *
 * If there is no guard at the key in doubt, the tombstone is put there: one call. If another row is there, the
 * guards between it and the list's first row are read (without a key, all of the list's), a thousand a call,
 * and the tombstone is put below the first row. A row that this object has never attempted is cancelled
 * without a call, in this object alone: if its token was given to others, cancel one that was made by
 * [ctor@HBase.PrependRequest.new_resumed]. To end a call that is under way, cancel its [class@Gio.Cancellable] first.
 *
 * Errors: %HBASE_ERROR_OUTCOME_UNKNOWN where time is over, or HBase refuses: the row is in doubt still, and to
 * prepend or settle it may end with the word that it was cancelled;
 * %HBASE_ERROR_UNSUPPORTED where a column of content is the guard; %HBASE_ERROR_INVALID_KEY where the row in
 * doubt isn't of the prepender's list, or the first row's key isn't of the schema; %HBASE_ERROR_UNGUARDED_ROW
 * where the first row has no guard; %HBASE_ERROR_INVALID_ARGUMENT for a table without a fitting key schema;
 * %G_IO_ERROR_PENDING while another call works on the same row.
 *
 * Returns: whether it is known now
 *
 * Since: 0.1
 */
gboolean
hbase_prepender_cancel (HBasePrepender *prepender,
                        HBasePrependRequest *prepend,
                        GCancellable *cancellable,
                        GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);
  g_return_val_if_fail (prepend != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return hbase_prepender_call (prepender, prepend, HBASE_PREPEND_ACTION_CANCEL, cancellable, error);
}

/**
 * hbase_prepender_cancel_async:
 * @prepender: a prepender
 * @prepend: a row to be prepended whose outcome is unknown
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when it is known
 * @user_data: for the callback
 *
 * [method@HBase.Prepender.cancel] without blocking; ends in the thread-default main context of the caller.
 *
 * Since: 0.1
 */
void
hbase_prepender_cancel_async (HBasePrepender *prepender,
                              HBasePrependRequest *prepend,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_return_if_fail (HBASE_IS_PREPENDER (prepender));
  g_return_if_fail (prepend != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  hbase_prepender_call_async (
      prepender, prepend, HBASE_PREPEND_ACTION_CANCEL,
      hbase_task_new (prepender, hbase_prepender_cancel_async, cancellable, callback, user_data));
}

/**
 * hbase_prepender_cancel_finish:
 * @prepender: a prepender
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Prepender.cancel_async].
 *
 * Returns: whether it is known now
 *
 * Since: 0.1
 */
gboolean
hbase_prepender_cancel_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);

  return hbase_task_finish_boolean (prepender, hbase_prepender_cancel_async, result, error);
}

/**
 * hbase_prepender_retire:
 * @prepender: a prepender
 * @row: (array length=row_length): the key of a row that was prepended, by whomever
 * @row_length: how many bytes
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Deletes a row's content and keeps its guard, marked, in one atomic change: what is used in place of
 * deletion.
 *
 * The key stays taken for ever, and whatever of the row's first attempts is still under way finds it taken: a
 * row that was deleted plainly could come back. To readers that skip rows which hold only a guard the row is
 * gone. A row that is retired already, or that was cancelled, is a success; content that was written to it
 * since is deleted, and its guard stays.
 *
 * It takes three calls: the table's families; the guard's family, and the keys of the row's other cells; the
 * change. All other families are deleted whole; of the guard's own family each column that was seen there.
 * Cells are deleted whatever their timestamps are: they may be ahead of the region server's clock, where the
 * region was moved from a server whose clock was ahead, or where the writer gave them. Don't write to a retired
 * row: what is put right after it may be lost.
 *
 * Errors: %HBASE_ERROR_ROW_NOT_FOUND where there is no guard; %HBASE_ERROR_UNSUPPORTED where a column of
 * content is the guard, or the table isn't fit for guards; %HBASE_ERROR_OUTCOME_UNKNOWN where time is over
 * before the change was answered: to retire it again does no harm; %HBASE_ERROR_INVALID_ARGUMENT for an
 * impossible row; %HBASE_ERROR_FAMILY_NOT_FOUND.
 *
 * Returns: whether it is retired
 *
 * Since: 0.1
 */
gboolean
hbase_prepender_retire (
    HBasePrepender *prepender, const guint8 *row, gsize row_length, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);
  hbase_return_if_no_bytes (row, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  operation = hbase_prepender_make_retirement (prepender, hbase_slice (row, row_length), error);
  return operation != NULL && hbase_table_run (prepender->table, operation, cancellable, error);
}

/**
 * hbase_prepender_retire_async:
 * @prepender: a prepender
 * @row: (array length=row_length): the key of a row that was prepended; it is copied
 * @row_length: how many bytes
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the row is retired
 * @user_data: for the callback
 *
 * [method@HBase.Prepender.retire] without blocking; ends in the thread-default main context of the caller.
 *
 * Since: 0.1
 */
void
hbase_prepender_retire_async (HBasePrepender *prepender,
                              const guint8 *row,
                              gsize row_length,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  HBaseOperation *operation;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_PREPENDER (prepender));
  hbase_return_if_no_bytes (row);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = hbase_task_new (prepender, hbase_prepender_retire_async, cancellable, callback, user_data);
  operation = hbase_prepender_make_retirement (prepender, hbase_slice (row, row_length), &error);
  if (hbase_task_take_operation (task, operation, error))
    hbase_table_run_async (prepender->table, operation, g_steal_pointer (&task));
}

/**
 * hbase_prepender_retire_finish:
 * @prepender: a prepender
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Prepender.retire_async].
 *
 * Returns: whether it is retired
 *
 * Since: 0.1
 */
gboolean
hbase_prepender_retire_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);

  return hbase_task_finish (prepender, hbase_prepender_retire_async, result, error) != NULL;
}
