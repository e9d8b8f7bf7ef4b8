/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the calls of HBaseAdmin for whole tables, besides those in hbase-admin.c. */

#include "hbase-admin-operations-private.h"
#include "hbase-admin-private.h"
#include "hbase-task-private.h"

/**
 * hbase_admin_delete_table:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Deletes a disabled table with all its rows. [method@HBase.Admin.drop_table] disables it first.
 *
 * If the connection is lost after the request was sent, the call reads what became of it, and repeats it
 * if necessary.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_TABLE_NOT_DISABLED if it is enabled, and those of
 * any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the table was deleted; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_delete_table (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call (admin, hbase_admin_run,
                     hbase_delete_table_operation_new (hbase_admin_get_target (admin, name)), cancellable,
                     error);
}

/**
 * hbase_admin_delete_table_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.delete_table] without blocking.
 *
 * Since: 0.1
 */
void
hbase_admin_delete_table_async (HBaseAdmin *admin,
                                const char *name,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_delete_table_async,
                    hbase_delete_table_operation_new (hbase_admin_get_target (admin, name)), cancellable,
                    callback, user_data);
}

/**
 * hbase_admin_delete_table_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.delete_table_async].
 *
 * Returns: %TRUE if the table was deleted; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_delete_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_delete_table_async, result, error);
}

/**
 * hbase_admin_truncate_table:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @preserve_splits: whether the table keeps its regions; %FALSE: it has one afterwards
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Deletes all rows of a table. An enabled table is disabled first; afterwards it is enabled.
 *
 * If the connection is lost after the request was sent, the call reads what became of it, and repeats it
 * if necessary.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, and those of any call, see [class@HBase.Table]. After one that came
 * when the table had been disabled it still is.
 *
 * Returns: %TRUE if the table is empty and enabled; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_truncate_table (
    HBaseAdmin *admin, const char *name, gboolean preserve_splits, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call (
      admin, hbase_admin_run,
      hbase_truncate_table_operation_new (hbase_admin_get_target (admin, name), preserve_splits), cancellable,
      error);
}

/**
 * hbase_admin_truncate_table_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @preserve_splits: whether the table keeps its regions; %FALSE: it has one afterwards
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.truncate_table] without blocking.
 *
 * Since: 0.1
 */
void
hbase_admin_truncate_table_async (HBaseAdmin *admin,
                                  const char *name,
                                  gboolean preserve_splits,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_call_async (
      admin, hbase_admin_run_async, hbase_admin_truncate_table_async,
      hbase_truncate_table_operation_new (hbase_admin_get_target (admin, name), preserve_splits), cancellable,
      callback, user_data);
}

/**
 * hbase_admin_truncate_table_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.truncate_table_async].
 *
 * Returns: %TRUE if the table is empty and enabled; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_truncate_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_truncate_table_async, result, error);
}

/**
 * hbase_admin_recreate_table:
 * @admin: an admin
 * @descriptor: the table's descriptor
 * @splits: (nullable) (element-type GLib.Bytes): the split keys, in any order; %NULL or empty: none
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Drops the table of that name with all its rows, if there is one, and creates it as described.
 *
 * Errors: those of [method@HBase.Admin.create_table]; %HBASE_ERROR_TABLE_EXISTS if another program
 * creates it at the same time. After one that came when the table had been dropped there is none.
 *
 * Returns: %TRUE if the table was created; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_recreate_table (HBaseAdmin *admin,
                            HBaseTableDescriptor *descriptor,
                            GPtrArray *splits,
                            GCancellable *cancellable,
                            GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (descriptor != NULL, FALSE);

  return hbase_call (
      admin, hbase_admin_run,
      hbase_recreate_table_operation_new (
          hbase_admin_get_target (admin, hbase_table_descriptor_get_name (descriptor)), descriptor, splits),
      cancellable, error);
}

/**
 * hbase_admin_recreate_table_async:
 * @admin: an admin
 * @descriptor: the table's descriptor
 * @splits: (nullable) (element-type GLib.Bytes): the split keys, in any order; %NULL or empty: none
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.recreate_table] without blocking.
 *
 * Since: 0.1
 */
void
hbase_admin_recreate_table_async (HBaseAdmin *admin,
                                  HBaseTableDescriptor *descriptor,
                                  GPtrArray *splits,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (descriptor != NULL);

  hbase_call_async (
      admin, hbase_admin_run_async, hbase_admin_recreate_table_async,
      hbase_recreate_table_operation_new (
          hbase_admin_get_target (admin, hbase_table_descriptor_get_name (descriptor)), descriptor, splits),
      cancellable, callback, user_data);
}

/**
 * hbase_admin_recreate_table_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.recreate_table_async].
 *
 * Returns: %TRUE if the table was created; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_recreate_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_recreate_table_async, result, error);
}

/**
 * hbase_admin_ensure_table:
 * @admin: an admin
 * @descriptor: the table's descriptor
 * @splits: (nullable) (element-type GLib.Bytes): the split keys, in any order; %NULL or empty: none
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Ensures that a table exists and has all families of a descriptor.
 *
 * If there is no such table, it is created, with regions that begin at @splits. If it exists, column
 * families that it lacks are added. Nothing else is changed: what is set in the descriptor and differs in
 * the table is reported. What only the table has isn't a difference, nor are its regions compared.
 * Several programs may do this at the same time.
 *
 * Errors: those of [method@HBase.Admin.create_table], but for %HBASE_ERROR_TABLE_EXISTS.
 *
 * Returns: (transfer full) (array zero-terminated=1): the differences that remain, a line each as
 *   `content: TTL is forever, not 7d`; empty if there are none; or %NULL on error
 *
 * Since: 0.1
 */
char **
hbase_admin_ensure_table (HBaseAdmin *admin,
                          HBaseTableDescriptor *descriptor,
                          GPtrArray *splits,
                          GCancellable *cancellable,
                          GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);
  g_return_val_if_fail (descriptor != NULL, NULL);

  return hbase_call_pointer (
      admin, hbase_admin_run,
      hbase_ensure_table_operation_new (
          hbase_admin_get_target (admin, hbase_table_descriptor_get_name (descriptor)), descriptor, splits),
      cancellable, error);
}

/**
 * hbase_admin_ensure_table_async:
 * @admin: an admin
 * @descriptor: the table's descriptor
 * @splits: (nullable) (element-type GLib.Bytes): the split keys, in any order; %NULL or empty: none
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.ensure_table] without blocking.
 *
 * Since: 0.1
 */
void
hbase_admin_ensure_table_async (HBaseAdmin *admin,
                                HBaseTableDescriptor *descriptor,
                                GPtrArray *splits,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (descriptor != NULL);

  hbase_call_async (
      admin, hbase_admin_run_async, hbase_admin_ensure_table_async,
      hbase_ensure_table_operation_new (
          hbase_admin_get_target (admin, hbase_table_descriptor_get_name (descriptor)), descriptor, splits),
      cancellable, callback, user_data);
}

/**
 * hbase_admin_ensure_table_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.ensure_table_async].
 *
 * Returns: (transfer full) (array zero-terminated=1): the differences that remain, a line each as
 *   `content: TTL is forever, not 7d`; empty if there are none; or %NULL on error
 *
 * Since: 0.1
 */
char **
hbase_admin_ensure_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (admin, hbase_admin_ensure_table_async, result, error);
}

/**
 * hbase_admin_wait_available:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Waits until a table is enabled and a server serves each of its regions. The connection's timeout limits
 * the wait.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_TIMED_OUT if it isn't available in time, and those
 * of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the table is available; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_wait_available (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call (admin, hbase_admin_run,
                     hbase_wait_available_operation_new (hbase_admin_get_target (admin, name)), cancellable,
                     error);
}

/**
 * hbase_admin_wait_available_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.wait_available] without blocking.
 *
 * Since: 0.1
 */
void
hbase_admin_wait_available_async (HBaseAdmin *admin,
                                  const char *name,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_wait_available_async,
                    hbase_wait_available_operation_new (hbase_admin_get_target (admin, name)), cancellable,
                    callback, user_data);
}

/**
 * hbase_admin_wait_available_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.wait_available_async].
 *
 * Returns: %TRUE if the table is available; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_wait_available_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_wait_available_async, result, error);
}

/**
 * hbase_admin_modify_table:
 * @admin: an admin
 * @descriptor: the table's descriptor
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Gives a table the settings and families of a descriptor. Families that the descriptor lacks are deleted
 * with all their cells, and settings that aren't set have HBase's default; so change what
 * [method@HBase.Admin.describe_table] returned.
 *
 * If the connection is lost after the request was sent, it is sent again: executed twice, it has the same
 * result.
 *
 * Framed gateways corrupt attributes, so the request goes through an unframed one, as
 * [method@HBase.Admin.create_table] explains.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_INVALID_ARGUMENT, %HBASE_ERROR_UNSUPPORTED, and
 * those of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the table was modified; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_modify_table (HBaseAdmin *admin,
                          HBaseTableDescriptor *descriptor,
                          GCancellable *cancellable,
                          GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (descriptor != NULL, FALSE);

  return hbase_call (
      admin, hbase_admin_run,
      hbase_modify_table_operation_new (
          hbase_admin_get_target (admin, hbase_table_descriptor_get_name (descriptor)), descriptor),
      cancellable, error);
}

/**
 * hbase_admin_modify_table_async:
 * @admin: an admin
 * @descriptor: the table's descriptor
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.modify_table] without blocking.
 *
 * Since: 0.1
 */
void
hbase_admin_modify_table_async (HBaseAdmin *admin,
                                HBaseTableDescriptor *descriptor,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (descriptor != NULL);

  hbase_call_async (
      admin, hbase_admin_run_async, hbase_admin_modify_table_async,
      hbase_modify_table_operation_new (
          hbase_admin_get_target (admin, hbase_table_descriptor_get_name (descriptor)), descriptor),
      cancellable, callback, user_data);
}

/**
 * hbase_admin_modify_table_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.modify_table_async].
 *
 * Returns: %TRUE if the table was modified; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_modify_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_modify_table_async, result, error);
}

/**
 * hbase_admin_is_table_disabled:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @disabled: (out) (optional): whether it is disabled
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Checks whether a table is disabled.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, and those of any call, see [class@HBase.Table].
 *
 * Returns: (skip): %TRUE if @disabled was set; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_is_table_disabled (
    HBaseAdmin *admin, const char *name, gboolean *disabled, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call_flag (admin, hbase_admin_run,
                          hbase_is_table_disabled_operation_new (hbase_admin_get_target (admin, name)),
                          disabled, cancellable, error);
}

/**
 * hbase_admin_is_table_disabled_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.is_table_disabled] without blocking.
 *
 * Since: 0.1
 */
void
hbase_admin_is_table_disabled_async (HBaseAdmin *admin,
                                     const char *name,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_is_table_disabled_async,
                    hbase_is_table_disabled_operation_new (hbase_admin_get_target (admin, name)), cancellable,
                    callback, user_data);
}

/**
 * hbase_admin_is_table_disabled_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @disabled: (out) (optional): whether it is disabled
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.is_table_disabled_async].
 *
 * Returns: (skip): %TRUE if @disabled was set; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_is_table_disabled_finish (HBaseAdmin *admin,
                                      GAsyncResult *result,
                                      gboolean *disabled,
                                      GError **error)
{
  return hbase_call_finish_flag (admin, hbase_admin_is_table_disabled_async, result, disabled, error);
}

/**
 * hbase_admin_is_table_available:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @splits: (nullable) (element-type GLib.Bytes): the split keys with which the table was created; %NULL
 *   or empty: any
 * @available: (out) (optional): whether it is available
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Checks whether a table is enabled and a server serves each of its regions; with split keys, also
 * whether each region begins at one of them. A table that doesn't exist isn't available.
 *
 * Framed gateways corrupt split keys, so the request goes through an unframed one, as
 * [method@HBase.Admin.create_table] explains.
 *
 * Errors: %HBASE_ERROR_UNSUPPORTED, and those of any call, see [class@HBase.Table].
 *
 * Returns: (skip): %TRUE if @available was set; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_is_table_available (HBaseAdmin *admin,
                                const char *name,
                                GPtrArray *splits,
                                gboolean *available,
                                GCancellable *cancellable,
                                GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call_flag (
      admin, hbase_admin_run,
      hbase_is_table_available_operation_new (hbase_admin_get_target (admin, name), splits), available,
      cancellable, error);
}

/**
 * hbase_admin_is_table_available_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @splits: (nullable) (element-type GLib.Bytes): the split keys with which the table was created; %NULL
 *   or empty: any
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.is_table_available] without blocking.
 *
 * Since: 0.1
 */
void
hbase_admin_is_table_available_async (HBaseAdmin *admin,
                                      const char *name,
                                      GPtrArray *splits,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_is_table_available_async,
                    hbase_is_table_available_operation_new (hbase_admin_get_target (admin, name), splits),
                    cancellable, callback, user_data);
}

/**
 * hbase_admin_is_table_available_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @available: (out) (optional): whether it is available
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.is_table_available_async].
 *
 * Returns: (skip): %TRUE if @available was set; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_is_table_available_finish (HBaseAdmin *admin,
                                       GAsyncResult *result,
                                       gboolean *available,
                                       GError **error)
{
  return hbase_call_finish_flag (admin, hbase_admin_is_table_available_async, result, available, error);
}
