/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-prepender-private.h"

/* Prepending rows, and bringing those in doubt to an end. */

/**
 * hbase_prepender_prepend:
 * @prepender: a prepender
 * @prepend: the row to be prepended
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Writes the row at the key below the table's first one, waiting until it is there.
 * [method@HBase.PrependRequest.get_row] tells the key then.
 *
 * Of a row that was left in doubt it first settles the key where it was tried; of one that is settled it does
 * nothing.
 *
 * Errors: %HBASE_ERROR_OUTCOME_UNKNOWN when the table's timeout is over, or HBase refuses, while it isn't
 * known whether the row was written at [method@HBase.PrependRequest.get_row]: to be settled by
 * [method@HBase.Prepender.settle] with the same [struct@HBase.PrependRequest]; after %G_IO_ERROR_CANCELLED, and a
 * refusal of HBase's, it may be so, too: the row isn't empty then. %HBASE_ERROR_UNGUARDED_ROW where the first row has no guard;
 * %HBASE_ERROR_KEY_SPACE_EXHAUSTED where it has the counter 0; %HBASE_ERROR_INVALID_ARGUMENT for a table
 * without a fitting key schema, a missing prefix or sequence, a row that was cancelled, a put with a row key, and cells with
 * stamps, in the guard's column or with a durability below `SYNC_WAL`; %HBASE_ERROR_SEQUENCE_MISSING where
 * the sequence's counter is gone; %HBASE_ERROR_FAMILY_NOT_FOUND and %HBASE_ERROR_UNSUPPORTED for a table that
 * isn't fit; %HBASE_ERROR_INVALID_KEY where the first row's key isn't of the schema, or the row in doubt
 * isn't of the prepender's prefix; %G_IO_ERROR_PENDING while another call works on the same row.
 *
 * Returns: whether the row is there
 *
 * Since: 0.1
 */
gboolean
hbase_prepender_prepend (HBasePrepender *prepender,
                         HBasePrependRequest *prepend,
                         GCancellable *cancellable,
                         GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);
  g_return_val_if_fail (prepend != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return hbase_prepender_call (prepender, prepend, HBASE_PREPEND_ACTION_WRITE, cancellable, error);
}

/**
 * hbase_prepender_prepend_async:
 * @prepender: a prepender
 * @prepend: the row to be prepended
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the row is there
 * @user_data: for the callback
 *
 * [method@HBase.Prepender.prepend] without blocking; ends in the thread-default main context of the caller.
 *
 * Since: 0.1
 */
void
hbase_prepender_prepend_async (HBasePrepender *prepender,
                               HBasePrependRequest *prepend,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_return_if_fail (HBASE_IS_PREPENDER (prepender));
  g_return_if_fail (prepend != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  hbase_prepender_call_async (
      prepender, prepend, HBASE_PREPEND_ACTION_WRITE,
      hbase_task_new (prepender, hbase_prepender_prepend_async, cancellable, callback, user_data));
}

/**
 * hbase_prepender_prepend_finish:
 * @prepender: a prepender
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Prepender.prepend_async].
 *
 * Returns: whether the row is there
 *
 * Since: 0.1
 */
gboolean
hbase_prepender_prepend_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);

  return hbase_task_finish_boolean (prepender, hbase_prepender_prepend_async, result, error);
}

/**
 * hbase_prepender_settle:
 * @prepender: a prepender
 * @prepend: a row to be prepended whose outcome is unknown
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Brings a row in doubt to its end: looks at the guard of [method@HBase.PrependRequest.get_row], and if it is the
 * row's own, that was it; if it is another's, looks whether the row was settled further down, and else
 * prepends it; if there is none, tries again at the same key. So afterwards the row is there, once. It may be
 * called at any later time, by any process that has the token and the row, and once more by another; waiting
 * alone never tells that a row was not written. Of one resumed by its token alone, see
 * [ctor@HBase.PrependRequest.new_resumed], all guards are looked at.
 *
 * Errors: those of [method@HBase.Prepender.prepend], and %HBASE_ERROR_INVALID_ARGUMENT where no row is in
 * doubt, or somebody has cancelled it.
 *
 * Returns: whether the row is there
 *
 * Since: 0.1
 */
gboolean
hbase_prepender_settle (HBasePrepender *prepender,
                        HBasePrependRequest *prepend,
                        GCancellable *cancellable,
                        GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);
  g_return_val_if_fail (prepend != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return hbase_prepender_call (prepender, prepend, HBASE_PREPEND_ACTION_SETTLE, cancellable, error);
}

/**
 * hbase_prepender_settle_async:
 * @prepender: a prepender
 * @prepend: a row to be prepended whose outcome is unknown
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the row is there
 * @user_data: for the callback
 *
 * [method@HBase.Prepender.settle] without blocking; ends in the thread-default main context of the caller.
 *
 * Since: 0.1
 */
void
hbase_prepender_settle_async (HBasePrepender *prepender,
                              HBasePrependRequest *prepend,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_return_if_fail (HBASE_IS_PREPENDER (prepender));
  g_return_if_fail (prepend != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  hbase_prepender_call_async (
      prepender, prepend, HBASE_PREPEND_ACTION_SETTLE,
      hbase_task_new (prepender, hbase_prepender_settle_async, cancellable, callback, user_data));
}

/**
 * hbase_prepender_settle_finish:
 * @prepender: a prepender
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Prepender.settle_async].
 *
 * Returns: whether the row is there
 *
 * Since: 0.1
 */
gboolean
hbase_prepender_settle_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);

  return hbase_task_finish_boolean (prepender, hbase_prepender_settle_async, result, error);
}
