/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-table-cursor-private.h"

#include "hbase-object-private.h"
#include "hbase-table-private.h"

/* FALSE: there is nothing to wait for, or (with an error) it isn't this call's turn. */
static gboolean
cursor_begin_close (HBaseTableCursor *cursor, GError **error)
{
  if (!hbase_object_check_property (cursor, "table", cursor->table, error)
      || !hbase_busy_flag_acquire (&cursor->turn, "cursor", error))
    return FALSE;
  cursor->closed = TRUE;
  if (cursor->operation != NULL)
    {
      hbase_scan_operation_begin_close (cursor->operation);
      if (hbase_scan_operation_is_open (cursor->operation))
        return TRUE;
    }
  hbase_busy_flag_release (&cursor->turn);
  return FALSE;
}

/**
 * hbase_table_cursor_close:
 * @cursor: a cursor
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Ends the scan and waits until nothing of it is open on the gateway. Later calls of
 * [method@HBase.TableCursor.next] fail with %HBASE_ERROR_CLOSED. To close twice, or a cursor at its end, does
 * nothing.
 *
 * Errors: %G_IO_ERROR_PENDING while another call is under way: the cursor isn't closed then. After any other
 * the cursor is closed, and the gateway forgets the scan by itself, within a minute by default.
 *
 * Returns: whether it was closed without an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_cursor_close (HBaseTableCursor *cursor, GCancellable *cancellable, GError **error)
{
  GError *busy = NULL;
  gboolean closed;

  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!cursor_begin_close (cursor, &busy))
    {
      if (busy == NULL)
        return TRUE;
      g_propagate_error (error, busy);
      return FALSE;
    }
  closed = hbase_table_run (cursor->table, (HBaseOperation *) cursor->operation, cancellable, error);
  hbase_busy_flag_release (&cursor->turn);
  return closed;
}

static void
cursor_close_ran (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  gboolean closed = g_task_propagate_boolean (G_TASK (result), &error);

  hbase_busy_flag_release (&HBASE_TABLE_CURSOR (source)->turn);
  if (closed)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * hbase_table_cursor_close_async:
 * @cursor: a cursor
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the cursor is closed
 * @user_data: for the callback
 *
 * [method@HBase.TableCursor.close] without blocking; ends in the thread-default main context of the caller.
 *
 * Since: 0.1
 */
void
hbase_table_cursor_close_async (HBaseTableCursor *cursor,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *busy = NULL;

  g_return_if_fail (HBASE_IS_TABLE_CURSOR (cursor));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = hbase_task_new (cursor, hbase_table_cursor_close_async, cancellable, callback, user_data);
  if (cursor_begin_close (cursor, &busy))
    hbase_table_run_async (
        cursor->table, (HBaseOperation *) cursor->operation,
        hbase_task_new (cursor, cursor_close_ran, cancellable, cursor_close_ran, g_steal_pointer (&task)));
  else if (busy != NULL)
    g_task_return_error (task, busy);
  else
    g_task_return_boolean (task, TRUE);
}

/**
 * hbase_table_cursor_close_finish:
 * @cursor: a cursor
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.TableCursor.close_async].
 *
 * Returns: whether it was closed without an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_cursor_close_finish (HBaseTableCursor *cursor, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), FALSE);

  return hbase_task_finish_boolean (cursor, hbase_table_cursor_close_async, result, error);
}
