/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the calls of HBaseAdmin for namespaces. */

#include "hbase-admin-operations-private.h"
#include "hbase-admin-private.h"
#include "hbase-task-private.h"

/**
 * hbase_admin_create_namespace:
 * @admin: an admin
 * @descriptor: the namespace's descriptor
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Creates a namespace.
 *
 * If the connection is lost after the request was sent, the call reads what became of it, and repeats it
 * if necessary.
 *
 * Errors: %HBASE_ERROR_NAMESPACE_EXISTS, %HBASE_ERROR_INVALID_ARGUMENT, and those of any call, see
 * [class@HBase.Table].
 *
 * Returns: %TRUE if the namespace was created; %FALSE on error
 */
gboolean
hbase_admin_create_namespace (HBaseAdmin *admin,
                              HBaseNamespaceDescriptor *descriptor,
                              GCancellable *cancellable,
                              GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (descriptor != NULL, FALSE);

  return hbase_call (admin, hbase_admin_run,
                     hbase_create_namespace_operation_new (hbase_admin_get_target (admin, NULL), descriptor),
                     cancellable, error);
}

/**
 * hbase_admin_create_namespace_async:
 * @admin: an admin
 * @descriptor: the namespace's descriptor
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.create_namespace] without blocking.
 */
void
hbase_admin_create_namespace_async (HBaseAdmin *admin,
                                    HBaseNamespaceDescriptor *descriptor,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (descriptor != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_create_namespace_async,
                    hbase_create_namespace_operation_new (hbase_admin_get_target (admin, NULL), descriptor),
                    cancellable, callback, user_data);
}

/**
 * hbase_admin_create_namespace_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.create_namespace_async].
 *
 * Returns: %TRUE if the namespace was created; %FALSE on error
 */
gboolean
hbase_admin_create_namespace_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_create_namespace_async, result, error);
}

/**
 * hbase_admin_modify_namespace:
 * @admin: an admin
 * @descriptor: the namespace's descriptor
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Replaces the configuration of a namespace.
 *
 * If the connection is lost after the request was sent, it is sent again: executed twice, it has the same
 * result.
 *
 * Errors: %HBASE_ERROR_NAMESPACE_NOT_FOUND, %HBASE_ERROR_INVALID_ARGUMENT, and those of any call, see
 * [class@HBase.Table].
 *
 * Returns: %TRUE if the namespace was modified; %FALSE on error
 */
gboolean
hbase_admin_modify_namespace (HBaseAdmin *admin,
                              HBaseNamespaceDescriptor *descriptor,
                              GCancellable *cancellable,
                              GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (descriptor != NULL, FALSE);

  return hbase_call (admin, hbase_admin_run,
                     hbase_modify_namespace_operation_new (hbase_admin_get_target (admin, NULL), descriptor),
                     cancellable, error);
}

/**
 * hbase_admin_modify_namespace_async:
 * @admin: an admin
 * @descriptor: the namespace's descriptor
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.modify_namespace] without blocking.
 */
void
hbase_admin_modify_namespace_async (HBaseAdmin *admin,
                                    HBaseNamespaceDescriptor *descriptor,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (descriptor != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_modify_namespace_async,
                    hbase_modify_namespace_operation_new (hbase_admin_get_target (admin, NULL), descriptor),
                    cancellable, callback, user_data);
}

/**
 * hbase_admin_modify_namespace_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.modify_namespace_async].
 *
 * Returns: %TRUE if the namespace was modified; %FALSE on error
 */
gboolean
hbase_admin_modify_namespace_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_modify_namespace_async, result, error);
}

/**
 * hbase_admin_delete_namespace:
 * @admin: an admin
 * @name: the namespace's name
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Deletes a namespace, which must have no tables.
 *
 * If the connection is lost after the request was sent, the call reads what became of it, and repeats it
 * if necessary.
 *
 * Errors: %HBASE_ERROR_NAMESPACE_NOT_FOUND, %HBASE_ERROR_REMOTE if it has tables or is HBase's own, and
 * those of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the namespace was deleted; %FALSE on error
 */
gboolean
hbase_admin_delete_namespace (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call (admin, hbase_admin_run,
                     hbase_delete_namespace_operation_new (hbase_admin_get_target (admin, NULL), name),
                     cancellable, error);
}

/**
 * hbase_admin_delete_namespace_async:
 * @admin: an admin
 * @name: the namespace's name
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.delete_namespace] without blocking.
 */
void
hbase_admin_delete_namespace_async (HBaseAdmin *admin,
                                    const char *name,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_delete_namespace_async,
                    hbase_delete_namespace_operation_new (hbase_admin_get_target (admin, NULL), name),
                    cancellable, callback, user_data);
}

/**
 * hbase_admin_delete_namespace_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.delete_namespace_async].
 *
 * Returns: %TRUE if the namespace was deleted; %FALSE on error
 */
gboolean
hbase_admin_delete_namespace_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_delete_namespace_async, result, error);
}

/**
 * hbase_admin_describe_namespace:
 * @admin: an admin
 * @name: the namespace's name
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads the configuration of a namespace.
 *
 * Errors: %HBASE_ERROR_NAMESPACE_NOT_FOUND, and those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer full): the namespace's descriptor; or %NULL on error
 */
HBaseNamespaceDescriptor *
hbase_admin_describe_namespace (HBaseAdmin *admin,
                                const char *name,
                                GCancellable *cancellable,
                                GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return hbase_call_pointer (
      admin, hbase_admin_run,
      hbase_describe_namespace_operation_new (hbase_admin_get_target (admin, NULL), name), cancellable,
      error);
}

/**
 * hbase_admin_describe_namespace_async:
 * @admin: an admin
 * @name: the namespace's name
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.describe_namespace] without blocking.
 */
void
hbase_admin_describe_namespace_async (HBaseAdmin *admin,
                                      const char *name,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_describe_namespace_async,
                    hbase_describe_namespace_operation_new (hbase_admin_get_target (admin, NULL), name),
                    cancellable, callback, user_data);
}

/**
 * hbase_admin_describe_namespace_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.describe_namespace_async].
 *
 * Returns: (transfer full): the namespace's descriptor; or %NULL on error
 */
HBaseNamespaceDescriptor *
hbase_admin_describe_namespace_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (admin, hbase_admin_describe_namespace_async, result, error);
}

/**
 * hbase_admin_describe_namespaces:
 * @admin: an admin
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads the descriptors of all namespaces, including HBase's own, `default` and `hbase`.
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer container) (element-type HBaseNamespaceDescriptor): the descriptors; or %NULL on
 *   error
 */
GPtrArray *
hbase_admin_describe_namespaces (HBaseAdmin *admin, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);

  return hbase_call_pointer (admin, hbase_admin_run,
                             hbase_describe_namespaces_operation_new (hbase_admin_get_target (admin, NULL)),
                             cancellable, error);
}

/**
 * hbase_admin_describe_namespaces_async:
 * @admin: an admin
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.describe_namespaces] without blocking.
 */
void
hbase_admin_describe_namespaces_async (HBaseAdmin *admin,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_describe_namespaces_async,
                    hbase_describe_namespaces_operation_new (hbase_admin_get_target (admin, NULL)),
                    cancellable, callback, user_data);
}

/**
 * hbase_admin_describe_namespaces_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.describe_namespaces_async].
 *
 * Returns: (transfer container) (element-type HBaseNamespaceDescriptor): the descriptors; or %NULL on
 *   error
 */
GPtrArray *
hbase_admin_describe_namespaces_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (admin, hbase_admin_describe_namespaces_async, result, error);
}

/**
 * hbase_admin_list_namespaces:
 * @admin: an admin
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Lists the names of all namespaces, including HBase's own, `default` and `hbase`.
 *
 * Errors: %HBASE_ERROR_UNSUPPORTED by HBase 2.2, and those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer full) (array zero-terminated=1): the names, sorted by their bytes; or %NULL on error
 */
char **
hbase_admin_list_namespaces (HBaseAdmin *admin, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);

  return hbase_call_pointer (admin, hbase_admin_run,
                             hbase_list_namespaces_operation_new (hbase_admin_get_target (admin, NULL)),
                             cancellable, error);
}

/**
 * hbase_admin_list_namespaces_async:
 * @admin: an admin
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.list_namespaces] without blocking.
 */
void
hbase_admin_list_namespaces_async (HBaseAdmin *admin,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_list_namespaces_async,
                    hbase_list_namespaces_operation_new (hbase_admin_get_target (admin, NULL)), cancellable,
                    callback, user_data);
}

/**
 * hbase_admin_list_namespaces_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.list_namespaces_async].
 *
 * Returns: (transfer full) (array zero-terminated=1): the names, sorted by their bytes; or %NULL on error
 */
char **
hbase_admin_list_namespaces_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (admin, hbase_admin_list_namespaces_async, result, error);
}
