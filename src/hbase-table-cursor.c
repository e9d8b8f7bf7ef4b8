/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-table-cursor-private.h"

#include "hbase-scan-operation-private.h"
#include "hbase-table-private.h"
#include "hbase-turn-private.h"

/**
 * HBaseTableCursor:
 *
 * The rows of a scan, one after the other.
 *
 * A cursor reads a table in its order, or against it, row by row, while it fetches whole replies of one to
 * two mebibytes behind the scenes: the next is asked for before the last is used up. A scan with a limit that
 * fits into one reply costs one call.
 *
 * ```c
 * g_autoptr (HBaseScan) scan = hbase_scan_new ();
 * g_autoptr (HBaseTableCursor) cursor = NULL;
 * g_autoptr (GError) error = NULL;
 * HBaseRow *row;
 *
 * hbase_scan_set_prefix (scan, (const guint8 *) "user7", 5);
 * cursor = hbase_table_scan (table, scan);
 * while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
 *   {
 *     g_autofree char *key = hbase_row_dup_key_text (row);
 *
 *     g_print ("%s\n", key);
 *     hbase_row_unref (row);
 *   }
 * if (error != NULL)
 *   g_printerr ("%s\n", error->message);
 * ```
 *
 * A cursor may wait as long as it likes between two rows: a gateway forgets a scan that rests for a minute,
 * is restarted, or gone, and the cursor goes on behind the last row it gave, through whichever gateway there
 * is. Rows come once each and in order. They aren't a snapshot of the table: what is written meanwhile may be
 * seen or not. With a batch size a row that is interrupted between two of its pieces is read anew, and as
 * many pieces as were given are left out; if it was changed in between, its pieces show it partly before and
 * partly after the change.
 *
 * One call at a time: a second one while the first is under way is refused with %G_IO_ERROR_PENDING. A call
 * that is cancelled or timed out loses nothing: the next one goes on. Calls may be blocking or asynchronous
 * by turns, from any thread.
 *
 * Closing is for who leaves early and wants to know that nothing stays open on the gateway; a cursor that was
 * read to its end or is dropped closes its scan there by itself, without waiting.
 *
 * Since: 0.1
 */
struct _HBaseTableCursor {
  GObject parent_instance;
  HBaseTable *table;
  HBaseScan *scan;
  HBaseKeySchema *schema; /* the table's when the cursor was made; may be NULL */
  guint limit;
  GBytes *after;          /* may be NULL */
  HBaseScanOperation *operation; /* made by the first call */
  HBaseTurn turn;
  gboolean closed;        /* protected by the turn */
};

G_DEFINE_FINAL_TYPE (HBaseTableCursor, hbase_table_cursor, G_TYPE_OBJECT)

enum {
  PROP_TABLE = 1,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

/* Tells the gateway that a scanner isn't needed any more, without waiting for its answer. */
static void
cursor_say_farewell (HBaseTableCursor *cursor)
{
  HBaseConnection *connection = hbase_table_get_connection (cursor->table);
  HBaseRequest farewell;

  if (!hbase_scan_operation_take_farewell (cursor->operation, &farewell))
    return;
  hbase_pool_post (hbase_connection_get_pool (connection), farewell.channel, farewell.method,
                   farewell.arguments);
  g_bytes_unref (farewell.arguments);
}

static void
hbase_table_cursor_finalize (GObject *object)
{
  HBaseTableCursor *cursor = HBASE_TABLE_CURSOR (object);

  if (cursor->operation != NULL)
    {
      hbase_scan_operation_begin_close (cursor->operation);
      cursor_say_farewell (cursor);
      hbase_operation_free (cursor->operation);
    }
  g_clear_pointer (&cursor->after, g_bytes_unref);
  g_clear_pointer (&cursor->schema, hbase_key_schema_unref);
  g_clear_pointer (&cursor->scan, hbase_scan_unref);
  g_clear_object (&cursor->table);
  G_OBJECT_CLASS (hbase_table_cursor_parent_class)->finalize (object);
}

static void
hbase_table_cursor_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HBaseTableCursor *cursor = HBASE_TABLE_CURSOR (object);

  if (id == PROP_TABLE)
    g_value_set_object (value, cursor->table);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
hbase_table_cursor_class_init (HBaseTableCursorClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->finalize = hbase_table_cursor_finalize;
  object_class->get_property = hbase_table_cursor_get_property;

  /**
   * HBaseTableCursor:table:
   *
   * The table that is read.
   *
   * Since: 0.1
   */
  properties[PROP_TABLE] =
    g_param_spec_object ("table", NULL, NULL, HBASE_TYPE_TABLE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_table_cursor_init (HBaseTableCursor *cursor)
{
}

HBaseTableCursor *
hbase_table_cursor_new (HBaseTable *table, HBaseScan *scan, guint limit, HBaseSlice after)
{
  HBaseTableCursor *cursor = g_object_new (HBASE_TYPE_TABLE_CURSOR, NULL);

  cursor->table = g_object_ref (table);
  cursor->schema = hbase_table_ref_key_schema (table);
  cursor->scan = hbase_scan_copy (scan);
  cursor->limit = limit;
  if (after.data != NULL)
    cursor->after = g_bytes_new (after.data, after.length);
  return cursor;
}

/**
 * hbase_table_scan:
 * @table: a table
 * @scan: which rows and columns; it is copied
 *
 * Makes a cursor over rows of the table. Nothing is sent yet: what is wrong with the scan, or with the table,
 * is told by the first [method@HBase.TableCursor.next].
 *
 * Returns: (transfer full): the cursor, before the first row
 *
 * Since: 0.1
 */
HBaseTableCursor *
hbase_table_scan (HBaseTable *table, HBaseScan *scan)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (scan != NULL, NULL);

  return hbase_table_cursor_new (table, scan, 0, hbase_slice (NULL, 0));
}

/**
 * hbase_table_cursor_get_table:
 * @cursor: a cursor
 *
 * The table that is read.
 *
 * Returns: (transfer none): the table
 *
 * Since: 0.1
 */
HBaseTable *
hbase_table_cursor_get_table (HBaseTableCursor *cursor)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), NULL);

  return cursor->table;
}

/* ---- next ---- */

static gboolean
cursor_prepare (HBaseTableCursor *cursor, GError **error)
{
  gsize length = 0;
  const guint8 *after = cursor->after != NULL ? g_bytes_get_data (cursor->after, &length) : NULL;
  HBaseScanRequest request = { .table = hbase_table_get_name (cursor->table),
                               .scan = cursor->scan,
                               .limit = cursor->limit,
                               .after = hbase_slice (after, length),
                               .row_width = hbase_table_get_row_width (cursor->table) };

  if (cursor->operation != NULL)
    return TRUE;
  if (!hbase_scan_check (cursor->scan, error))
    return FALSE;
  cursor->operation = hbase_scan_operation_new (hbase_table_get_protocol (cursor->table), &request);
  return TRUE;
}

/* FALSE: there is an error, and it isn't this call's turn (any more). */
static gboolean
cursor_begin_next (HBaseTableCursor *cursor, GCancellable *cancellable, GError **error)
{
  if (!hbase_turn_take (&cursor->turn, "cursor", error))
    return FALSE;
  if (cursor->closed)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_CLOSED, "table “%s”: the cursor was closed; scan anew",
                 hbase_table_get_name (cursor->table));
  else if (!g_cancellable_set_error_if_cancelled (cancellable, error) && cursor_prepare (cursor, error))
    return TRUE;
  hbase_turn_give_back (&cursor->turn);
  return FALSE;
}

static gboolean
cursor_knows_next (HBaseTableCursor *cursor)
{
  return hbase_scan_operation_has_row (cursor->operation)
         || hbase_scan_operation_has_ended (cursor->operation);
}

HBaseRow *
hbase_table_cursor_take (HBaseTableCursor *cursor)
{
  g_autoptr (HBaseBlock) block = NULL;
  guint row;

  if (cursor->operation == NULL || !hbase_scan_operation_take (cursor->operation, &block, &row))
    return NULL;
  return hbase_row_new (block, row, hbase_slice (NULL, 0), cursor->schema);
}

/* After a run: `ran` says whether it brought anything. */
static HBaseRow *
cursor_end_next (HBaseTableCursor *cursor, gboolean ran)
{
  HBaseRow *row = ran ? hbase_table_cursor_take (cursor) : NULL;

  hbase_table_learn_row_width (cursor->table, hbase_scan_operation_get_row_width (cursor->operation));
  cursor_say_farewell (cursor);
  hbase_turn_give_back (&cursor->turn);
  return row;
}

/**
 * hbase_table_cursor_next:
 * @cursor: a cursor
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * The next row, waiting for it if it isn't at hand. %NULL without an error is the end, and stays it.
 *
 * A row holds on to the reply it came in: who keeps single rows of a long scan should keep what
 * [method@HBase.Row.detach] gives.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT for a scan that can't be, %HBASE_ERROR_TABLE_NOT_FOUND,
 * %HBASE_ERROR_TABLE_DISABLED, %HBASE_ERROR_FAMILY_NOT_FOUND; %HBASE_ERROR_TIMED_OUT when the table's timeout
 * is over, and %G_IO_ERROR_CANCELLED: after these two the same row can be asked for again;
 * %HBASE_ERROR_TOO_LARGE for a row beyond the connection's `max-reply-size`; %HBASE_ERROR_WRONG_PEER for rows
 * out of order; %HBASE_ERROR_CLOSED after closing; %G_IO_ERROR_PENDING while another call is under way.
 *
 * Returns: (transfer full) (nullable): the row; %NULL at the end or on error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_cursor_next (HBaseTableCursor *cursor, GCancellable *cancellable, GError **error)
{
  gboolean ran;

  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), NULL);
  g_return_val_if_fail (cursor->table != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!cursor_begin_next (cursor, cancellable, error))
    return NULL;
  ran = cursor_knows_next (cursor)
        || hbase_table_run (cursor->table, (HBaseOperation *) cursor->operation, cancellable, error);
  return cursor_end_next (cursor, ran);
}

static void
cursor_return_next (HBaseTableCursor *cursor, GTask *task, gboolean ran, GError *error)
{
  HBaseRow *row = cursor_end_next (cursor, ran);

  if (ran)
    g_task_return_pointer (task, row, (GDestroyNotify) hbase_row_unref);
  else
    g_task_return_error (task, error);
}

static void
cursor_next_ran (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  gboolean ran = g_task_propagate_boolean (G_TASK (result), &error);

  cursor_return_next (HBASE_TABLE_CURSOR (source), task, ran, error);
}

/**
 * hbase_table_cursor_next_async:
 * @cursor: a cursor
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the row is there
 * @user_data: for the callback
 *
 * [method@HBase.TableCursor.next] without blocking; ends in the thread-default main context of the caller.
 *
 * Since: 0.1
 */
void
hbase_table_cursor_next_async (HBaseTableCursor *cursor,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_TABLE_CURSOR (cursor));
  g_return_if_fail (cursor->table != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = hbase_task_new (cursor, hbase_table_cursor_next_async, cancellable, callback, user_data);
  if (!cursor_begin_next (cursor, cancellable, &error))
    g_task_return_error (task, error);
  else if (cursor_knows_next (cursor))
    cursor_return_next (cursor, task, TRUE, NULL);
  else
    hbase_table_run_async (cursor->table, (HBaseOperation *) cursor->operation,
                           hbase_task_new (cursor, cursor_next_ran, cancellable, cursor_next_ran,
                                           g_steal_pointer (&task)));
}

/**
 * hbase_table_cursor_next_finish:
 * @cursor: a cursor
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.TableCursor.next_async].
 *
 * Returns: (transfer full) (nullable): the row; %NULL at the end or on error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_cursor_next_finish (HBaseTableCursor *cursor, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE_CURSOR (cursor), NULL);
  g_return_val_if_fail (g_task_is_valid (result, cursor), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* ---- close ---- */

/* FALSE: there is nothing to wait for, or (with an error) it isn't this call's turn. */
static gboolean
cursor_begin_close (HBaseTableCursor *cursor, GError **error)
{
  if (!hbase_turn_take (&cursor->turn, "cursor", error))
    return FALSE;
  cursor->closed = TRUE;
  if (cursor->operation != NULL)
    {
      hbase_scan_operation_begin_close (cursor->operation);
      if (hbase_scan_operation_is_open (cursor->operation))
        return TRUE;
    }
  hbase_turn_give_back (&cursor->turn);
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
  hbase_turn_give_back (&cursor->turn);
  return closed;
}

static void
cursor_close_ran (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  gboolean closed = g_task_propagate_boolean (G_TASK (result), &error);

  hbase_turn_give_back (&HBASE_TABLE_CURSOR (source)->turn);
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
    hbase_table_run_async (cursor->table, (HBaseOperation *) cursor->operation,
                           hbase_task_new (cursor, cursor_close_ran, cancellable, cursor_close_ran,
                                           g_steal_pointer (&task)));
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
  g_return_val_if_fail (g_task_is_valid (result, cursor), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
