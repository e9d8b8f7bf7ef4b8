/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-connection-private.h"
#include "hbase-task-private.h"

/* What a connection did, and its end. */

/* NULL: there is no such pool. */
static void
add_pool (HBasePoolStatistics *sum, HBasePool *pool)
{
  HBasePoolStatistics counts = { 0 };

  if (pool == NULL)
    return;
  hbase_pool_get_statistics (pool, &counts);
  sum->opened += counts.opened;
  sum->dropped += counts.dropped;
  sum->renewed += counts.renewed;
  sum->exchanges += counts.exchanges;
  sum->acquired += counts.acquired;
  sum->idle += counts.idle;
  sum->bytes_sent += counts.bytes_sent;
  sum->bytes_received += counts.bytes_received;
}

static void
add_count (GVariantBuilder *builder, const char *name, guint64 count)
{
  g_variant_builder_add (builder, "{sv}", name, g_variant_new_uint64 (count));
}

/**
 * hbase_connection_get_statistics:
 * @connection: a connection
 *
 * What the connection did so far, as a dictionary of counters, 64-bit unsigned each:
 *
 * - `opened`: channels that were connected
 * - `dropped`: channels given up after an error
 * - `renewed`: channels given up because they had been idle for too long
 * - `exchanges`: requests that were answered
 * - `acquired`, `idle`: channels at work now, and waiting for work
 * - `bytes-sent`, `bytes-received`
 *
 * The channels to the URI's `admin=` gateways count like the others.
 *
 * Returns: (transfer full): an `a{sv}`
 *
 * Since: 0.1
 */
GVariant *
hbase_connection_get_statistics (HBaseConnection *connection)
{
  HBasePoolStatistics counts = { 0 };
  GVariantBuilder builder;

  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), NULL);

  if (hbase_connection_has_address (connection))
    {
      add_pool (&counts, hbase_connection_get_pool (connection));
      add_pool (&counts, hbase_connection_get_admin_pool (connection));
    }
  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  add_count (&builder, "opened", counts.opened);
  add_count (&builder, "dropped", counts.dropped);
  add_count (&builder, "renewed", counts.renewed);
  add_count (&builder, "exchanges", counts.exchanges);
  add_count (&builder, "lent", counts.acquired);
  add_count (&builder, "idle", counts.idle);
  add_count (&builder, "bytes-sent", counts.bytes_sent);
  add_count (&builder, "bytes-received", counts.bytes_received);
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

/**
 * hbase_connection_close:
 * @connection: a connection
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Closes the connection: its idle channels now, those at work when they are done. Every later call of its
 * tables, cursors and admins is %HBASE_ERROR_CLOSED. Rows that were read stay good. To close twice does no
 * harm.
 *
 * A connection that is just dropped closes its channels, too, once the last of its tables and cursors is
 * gone.
 *
 * Errors: %HBASE_ERROR_INVALID_URI and %HBASE_ERROR_INVALID_ARGUMENT, of an object that was made without
 * [ctor@HBase.Connection.new] and leads nowhere.
 *
 * Returns: whether it was closed
 *
 * Since: 0.1
 */
gboolean
hbase_connection_close (HBaseConnection *connection, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), FALSE);

  if (!hbase_connection_check (connection, error))
    return FALSE;
  hbase_pool_close (hbase_connection_get_pool (connection));
  if (hbase_connection_get_admin_pool (connection) != NULL)
    hbase_pool_close (hbase_connection_get_admin_pool (connection));
  return TRUE;
}

/**
 * hbase_connection_close_async:
 * @connection: a connection
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Closes the connection, see [method@HBase.Connection.close].
 *
 * Since: 0.1
 */
void
hbase_connection_close_async (HBaseConnection *connection,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_CONNECTION (connection));

  task = hbase_task_new (connection, hbase_connection_close_async, cancellable, callback, user_data);
  if (hbase_connection_close (connection, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * hbase_connection_close_finish:
 * @connection: a connection
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Connection.close_async].
 *
 * Returns: whether it was closed
 *
 * Since: 0.1
 */
gboolean
hbase_connection_close_finish (HBaseConnection *connection, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), FALSE);

  return hbase_task_finish_boolean (connection, hbase_connection_close_async, result, error);
}
