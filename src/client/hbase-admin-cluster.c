/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the calls of HBaseAdmin for the gateway, the cluster and its region servers. */

#include "hbase-admin-operations-private.h"
#include "hbase-admin-private.h"
#include "hbase-task-private.h"

/**
 * hbase_admin_get_cluster_id:
 * @admin: an admin
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads the id of the cluster, by which two URIs for the same one can be recognised.
 *
 * Errors: %HBASE_ERROR_UNSUPPORTED by HBase 2.3 and older, and those of any call, see
 * [class@HBase.Table].
 *
 * Returns: (transfer full): the id, a UUID; or %NULL on error
 */
char *
hbase_admin_get_cluster_id (HBaseAdmin *admin, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);

  return hbase_call_pointer (admin, hbase_admin_run,
                             hbase_cluster_id_operation_new (hbase_admin_get_target (admin, NULL)),
                             cancellable, error);
}

/**
 * hbase_admin_get_cluster_id_async:
 * @admin: an admin
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.get_cluster_id] without blocking.
 */
void
hbase_admin_get_cluster_id_async (HBaseAdmin *admin,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_get_cluster_id_async,
                    hbase_cluster_id_operation_new (hbase_admin_get_target (admin, NULL)), cancellable,
                    callback, user_data);
}

/**
 * hbase_admin_get_cluster_id_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.get_cluster_id_async].
 *
 * Returns: (transfer full): the id, a UUID; or %NULL on error
 */
char *
hbase_admin_get_cluster_id_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (admin, hbase_admin_get_cluster_id_async, result, error);
}

/**
 * hbase_admin_get_slow_log:
 * @admin: an admin
 * @servers: (array zero-terminated=1): the region servers' names, `host,port,startcode`, see
 *   [method@HBase.Region.dup_server_name]
 * @query: (nullable): conditions, of type `a{sv}`; %NULL: the last 10 slow calls of each server
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads the slow, or large, calls that region servers have recorded, if
 * `hbase.regionserver.slowlog.buffer.enabled` is set there.
 *
 * A query has any of `regionName`, `clientAddress`, `tableName` and `userName` (`s`), `limit` (`i`),
 * `logType` (`slow` or `large`) and `filterByOperator` (`and` or `or`, the default). Each call has
 * `startTime`, `processingTime`, `queueTime` (ms), `responseSize` (bytes), `clientAddress`,
 * `serverClass`, `methodName`, `callDetails`, `param`, `userName`, `multiGetsCount`,
 * `multiMutationsCount`, `multiServiceCalls`, and perhaps `regionName`, `blockBytesScanned` and
 * `fsReadTime`.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT for the name of a server or a query that isn't valid, and those
 * of any call, see [class@HBase.Table].
 *
 * Returns: (transfer full): the calls, of type `aa{sv}`; or %NULL on error
 */
GVariant *
hbase_admin_get_slow_log (
    HBaseAdmin *admin, const char *const *servers, GVariant *query, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);
  g_return_val_if_fail (servers != NULL, NULL);

  return hbase_call_pointer (
      admin, hbase_admin_run,
      hbase_slow_log_operation_new (hbase_admin_get_target (admin, NULL), servers, query), cancellable,
      error);
}

/**
 * hbase_admin_get_slow_log_async:
 * @admin: an admin
 * @servers: (array zero-terminated=1): the region servers' names, `host,port,startcode`, see
 *   [method@HBase.Region.dup_server_name]
 * @query: (nullable): conditions, of type `a{sv}`; %NULL: the last 10 slow calls of each server
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.get_slow_log] without blocking.
 */
void
hbase_admin_get_slow_log_async (HBaseAdmin *admin,
                                const char *const *servers,
                                GVariant *query,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (servers != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_get_slow_log_async,
                    hbase_slow_log_operation_new (hbase_admin_get_target (admin, NULL), servers, query),
                    cancellable, callback, user_data);
}

/**
 * hbase_admin_get_slow_log_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.get_slow_log_async].
 *
 * Returns: (transfer full): the calls, of type `aa{sv}`; or %NULL on error
 */
GVariant *
hbase_admin_get_slow_log_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (admin, hbase_admin_get_slow_log_async, result, error);
}

/**
 * hbase_admin_clear_slow_log:
 * @admin: an admin
 * @servers: (array zero-terminated=1): the region servers' names, `host,port,startcode`, see
 *   [method@HBase.Region.dup_server_name]
 * @cleared: (out) (optional): whether all servers have cleared it
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Clears the records of slow and large calls of region servers.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT for the name of a server that isn't valid, and those of any call,
 * see [class@HBase.Table].
 *
 * Returns: (skip): %TRUE if @cleared was set; %FALSE on error
 */
gboolean
hbase_admin_clear_slow_log (HBaseAdmin *admin,
                            const char *const *servers,
                            gboolean *cleared,
                            GCancellable *cancellable,
                            GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (servers != NULL, FALSE);

  return hbase_call_flag (admin, hbase_admin_run,
                          hbase_clear_slow_log_operation_new (hbase_admin_get_target (admin, NULL), servers),
                          cleared, cancellable, error);
}

/**
 * hbase_admin_clear_slow_log_async:
 * @admin: an admin
 * @servers: (array zero-terminated=1): the region servers' names, `host,port,startcode`, see
 *   [method@HBase.Region.dup_server_name]
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.clear_slow_log] without blocking.
 */
void
hbase_admin_clear_slow_log_async (HBaseAdmin *admin,
                                  const char *const *servers,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (servers != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_clear_slow_log_async,
                    hbase_clear_slow_log_operation_new (hbase_admin_get_target (admin, NULL), servers),
                    cancellable, callback, user_data);
}

/**
 * hbase_admin_clear_slow_log_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @cleared: (out) (optional): whether all servers have cleared it
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.clear_slow_log_async].
 *
 * Returns: (skip): %TRUE if @cleared was set; %FALSE on error
 */
gboolean
hbase_admin_clear_slow_log_finish (HBaseAdmin *admin, GAsyncResult *result, gboolean *cleared, GError **error)
{
  return hbase_call_finish_flag (admin, hbase_admin_clear_slow_log_async, result, cleared, error);
}
