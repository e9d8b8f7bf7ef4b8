/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the calls of HBaseAdmin that list and describe several tables. */

#include "hbase-admin-operations-private.h"
#include "hbase-admin-private.h"
#include "hbase-task-private.h"

/**
 * hbase_admin_list_tables:
 * @admin: an admin
 * @namespace_name: (nullable): the namespace whose tables are listed; %NULL: all namespaces
 * @pattern: (nullable): a regular expression of Java that a whole name must match; %NULL: all tables
 * @system_tables: whether HBase's own system tables, as `hbase:meta`, are listed, too. They are the tables of
 *   the namespace `hbase`, so @namespace_name decides alone if it is given
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Lists the names of tables, sorted by their bytes. A name is `name`, or `namespace:name` if the namespace
 * isn't `default`.
 *
 * Without a namespace HBase compares @pattern with names as they are returned, and with `default:name`:
 * `user.*` finds tables of the default namespace, `shop:.*` those of `shop`. With a namespace @pattern is for
 * the names within it: `shop` and `user.*` find `shop:users`.
 *
 * The call sends one request; with both a namespace and a pattern two, since HBase has none for both: the
 * first reads whether there is such a namespace.
 *
 * Errors: %HBASE_ERROR_NAMESPACE_NOT_FOUND, %HBASE_ERROR_INVALID_ARGUMENT if the pattern isn't valid or a
 * namespace can't have that name, and those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer full) (array zero-terminated=1): the names; or %NULL on error
 */
char **
hbase_admin_list_tables (HBaseAdmin *admin,
                         const char *namespace_name,
                         const char *pattern,
                         gboolean system_tables,
                         GCancellable *cancellable,
                         GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);

  return hbase_call_pointer (admin, hbase_admin_run,
                             hbase_find_table_names_operation_new (hbase_admin_get_target (admin, NULL),
                                                                   namespace_name, pattern, system_tables),
                             cancellable, error);
}

/**
 * hbase_admin_list_tables_async:
 * @admin: an admin
 * @namespace_name: (nullable): the namespace whose tables are listed; %NULL: all namespaces
 * @pattern: (nullable): a regular expression of Java that a whole name must match; %NULL: all tables
 * @system_tables: whether HBase's own system tables are listed, too
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.list_tables] without blocking.
 */
void
hbase_admin_list_tables_async (HBaseAdmin *admin,
                               const char *namespace_name,
                               const char *pattern,
                               gboolean system_tables,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_list_tables_async,
                    hbase_find_table_names_operation_new (hbase_admin_get_target (admin, NULL),
                                                          namespace_name, pattern, system_tables),
                    cancellable, callback, user_data);
}

/**
 * hbase_admin_list_tables_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.list_tables_async].
 *
 * Returns: (transfer full) (array zero-terminated=1): the names; or %NULL on error
 */
char **
hbase_admin_list_tables_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (admin, hbase_admin_list_tables_async, result, error);
}

/**
 * hbase_admin_describe_tables:
 * @admin: an admin
 * @namespace_name: (nullable): the namespace whose tables are described; %NULL: all namespaces
 * @pattern: (nullable): a regular expression of Java that a whole name must match; %NULL: all tables
 * @system_tables: whether HBase's own system tables, as `hbase:meta`, are described, too
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads the descriptors of the tables that [method@HBase.Admin.list_tables] would list with the same
 * arguments, by as many requests. The pattern `users|shop:orders` describes the tables that it names.
 *
 * Errors: %HBASE_ERROR_NAMESPACE_NOT_FOUND, %HBASE_ERROR_INVALID_ARGUMENT if the pattern isn't valid or a
 * namespace can't have that name, and those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer container) (element-type HBaseTableDescriptor): the descriptors, in HBase's order; or
 *   %NULL on error
 */
GPtrArray *
hbase_admin_describe_tables (HBaseAdmin *admin,
                             const char *namespace_name,
                             const char *pattern,
                             gboolean system_tables,
                             GCancellable *cancellable,
                             GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);

  return hbase_call_pointer (admin, hbase_admin_run,
                             hbase_find_tables_operation_new (hbase_admin_get_target (admin, NULL),
                                                              namespace_name, pattern, system_tables),
                             cancellable, error);
}

/**
 * hbase_admin_describe_tables_async:
 * @admin: an admin
 * @namespace_name: (nullable): the namespace whose tables are described; %NULL: all namespaces
 * @pattern: (nullable): a regular expression of Java that a whole name must match; %NULL: all tables
 * @system_tables: whether HBase's own system tables are described, too
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.describe_tables] without blocking.
 */
void
hbase_admin_describe_tables_async (HBaseAdmin *admin,
                                   const char *namespace_name,
                                   const char *pattern,
                                   gboolean system_tables,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_describe_tables_async,
                    hbase_find_tables_operation_new (hbase_admin_get_target (admin, NULL), namespace_name,
                                                     pattern, system_tables),
                    cancellable, callback, user_data);
}

/**
 * hbase_admin_describe_tables_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.describe_tables_async].
 *
 * Returns: (transfer container) (element-type HBaseTableDescriptor): the descriptors, in HBase's order; or
 *   %NULL on error
 */
GPtrArray *
hbase_admin_describe_tables_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (admin, hbase_admin_describe_tables_async, result, error);
}
