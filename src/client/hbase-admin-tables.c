/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the calls of HBaseAdmin for whole tables, besides those in hbase-admin.c. */

#include "hbase-admin-operations-private.h"
#include "hbase-admin-private.h"
#include "hbase-task-private.h"

static HBaseOperation *
delete_operation (HBaseAdmin *admin, const char *name, HBaseDeleteTableFlags flags)
{
  HBaseTarget target = hbase_admin_get_target (admin, name);

  return (flags & HBASE_DELETE_TABLE_DISABLE) != 0 ? hbase_disable_and_delete_table_operation_new (target)
                                                   : hbase_delete_table_operation_new (target);
}

/**
 * hbase_admin_delete_table:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @flags: %HBASE_DELETE_TABLE_DISABLE to disable an enabled table first
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Deletes a disabled table with all its rows. If it was disabled by this call and then can't be deleted, it
 * stays disabled.
 *
 * If the connection is lost after a request was sent, the call reads what became of it, and repeats it if
 * necessary.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_TABLE_NOT_DISABLED if it is enabled and
 * %HBASE_DELETE_TABLE_DISABLE wasn't given, and those of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the table was deleted; %FALSE on error
 */
gboolean
hbase_admin_delete_table (HBaseAdmin *admin,
                          const char *name,
                          HBaseDeleteTableFlags flags,
                          GCancellable *cancellable,
                          GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call (admin, hbase_admin_run, delete_operation (admin, name, flags), cancellable, error);
}

/**
 * hbase_admin_delete_table_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @flags: %HBASE_DELETE_TABLE_DISABLE to disable an enabled table first
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.delete_table] without blocking.
 */
void
hbase_admin_delete_table_async (HBaseAdmin *admin,
                                const char *name,
                                HBaseDeleteTableFlags flags,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_delete_table_async,
                    delete_operation (admin, name, flags), cancellable, callback, user_data);
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
 */
gboolean
hbase_admin_delete_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_delete_table_async, result, error);
}

static HBaseOperation *
truncate_operation (HBaseAdmin *admin, const char *name, HBaseTruncateTableFlags flags)
{
  HBaseTarget target = hbase_admin_get_target (admin, name);
  gboolean preserve_splits = (flags & HBASE_TRUNCATE_TABLE_PRESERVE_SPLITS) != 0;

  return (flags & HBASE_TRUNCATE_TABLE_DISABLE) != 0
             ? hbase_disable_and_truncate_table_operation_new (target, preserve_splits)
             : hbase_truncate_table_operation_new (target, preserve_splits);
}

/**
 * hbase_admin_truncate_table:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @flags: %HBASE_TRUNCATE_TABLE_DISABLE to disable an enabled table first,
 *   %HBASE_TRUNCATE_TABLE_PRESERVE_SPLITS to keep its regions: without that it has one afterwards
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Deletes all rows of a disabled table, and enables it.
 *
 * If the connection is lost after a request was sent, the call reads what became of it, and repeats it if
 * necessary.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_TABLE_NOT_DISABLED if it is enabled and
 * %HBASE_TRUNCATE_TABLE_DISABLE wasn't given, and those of any call, see [class@HBase.Table]. After an error
 * that came when the table had been disabled it still is.
 *
 * Returns: %TRUE if the table is empty and enabled; %FALSE on error
 */
gboolean
hbase_admin_truncate_table (HBaseAdmin *admin,
                            const char *name,
                            HBaseTruncateTableFlags flags,
                            GCancellable *cancellable,
                            GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call (admin, hbase_admin_run, truncate_operation (admin, name, flags), cancellable, error);
}

/**
 * hbase_admin_truncate_table_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @flags: %HBASE_TRUNCATE_TABLE_DISABLE to disable an enabled table first,
 *   %HBASE_TRUNCATE_TABLE_PRESERVE_SPLITS to keep its regions: without that it has one afterwards
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.truncate_table] without blocking.
 */
void
hbase_admin_truncate_table_async (HBaseAdmin *admin,
                                  const char *name,
                                  HBaseTruncateTableFlags flags,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_truncate_table_async,
                    truncate_operation (admin, name, flags), cancellable, callback, user_data);
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
 */
gboolean
hbase_admin_truncate_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_truncate_table_async, result, error);
}

/* Takes the differences (NULL: an error). */
static gboolean
take_differences (char **found, char ***differences)
{
  gboolean is_ensured = found != NULL;

  if (differences != NULL)
    *differences = found;
  else
    g_strfreev (found);
  return is_ensured;
}

/**
 * hbase_admin_ensure_table:
 * @admin: an admin
 * @descriptor: the table's descriptor
 * @splits: (nullable) (element-type GLib.Bytes): the split keys, in any order; %NULL or empty: none
 * @differences: (out) (optional) (transfer full) (array zero-terminated=1): the differences that remain, a
 *   line each as `content: TTL is forever, not 7d`; empty if there are none
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
 * Returns: (skip): %TRUE if the table exists with these families; %FALSE on error
 */
gboolean
hbase_admin_ensure_table (HBaseAdmin *admin,
                          HBaseTableDescriptor *descriptor,
                          GPtrArray *splits,
                          char ***differences,
                          GCancellable *cancellable,
                          GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (descriptor != NULL, FALSE);

  return take_differences (
      hbase_call_pointer (admin, hbase_admin_run,
                          hbase_ensure_table_operation_new (
                              hbase_admin_get_target (admin, hbase_table_descriptor_get_name (descriptor)),
                              descriptor, splits),
                          cancellable, error),
      differences);
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
 * @differences: (out) (optional) (transfer full) (array zero-terminated=1): the differences that remain, a
 *   line each as `content: TTL is forever, not 7d`; empty if there are none
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.ensure_table_async].
 *
 * Returns: (skip): %TRUE if the table exists with these families; %FALSE on error
 */
gboolean
hbase_admin_ensure_table_finish (HBaseAdmin *admin, GAsyncResult *result, char ***differences, GError **error)
{
  return take_differences (hbase_call_finish_pointer (admin, hbase_admin_ensure_table_async, result, error),
                           differences);
}

/**
 * hbase_admin_wait_available:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @splits: (nullable) (element-type GLib.Bytes): the split keys with which the table was created, in any
 *   order; %NULL or empty: its regions aren't compared with keys
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Waits until a table is enabled and a server serves each of its regions. The connection's timeout limits
 * the wait.
 *
 * With split keys the call then checks whether a region begins at each of them, and at no other key: what
 * [method@HBase.Admin.create_table] checks, too, unless it fails with %HBASE_ERROR_OUTCOME_UNKNOWN. Framed
 * gateways corrupt split keys, so these are sent through an unframed one, as create_table() explains.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_TIMED_OUT if it isn't available in time,
 * %HBASE_ERROR_WRONG_REGIONS if its regions begin at other keys, %HBASE_ERROR_UNSUPPORTED, and those of any
 * call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the table is available; %FALSE on error
 */
gboolean
hbase_admin_wait_available (
    HBaseAdmin *admin, const char *name, GPtrArray *splits, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call (admin, hbase_admin_run,
                     hbase_wait_available_operation_new (hbase_admin_get_target (admin, name), splits),
                     cancellable, error);
}

/**
 * hbase_admin_wait_available_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @splits: (nullable) (element-type GLib.Bytes): the split keys with which the table was created, in any
 *   order; %NULL or empty: its regions aren't compared with keys
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.wait_available] without blocking.
 */
void
hbase_admin_wait_available_async (HBaseAdmin *admin,
                                  const char *name,
                                  GPtrArray *splits,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_wait_available_async,
                    hbase_wait_available_operation_new (hbase_admin_get_target (admin, name), splits),
                    cancellable, callback, user_data);
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
 */
gboolean
hbase_admin_wait_available_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_wait_available_async, result, error);
}

/**
 * hbase_admin_get_table_state:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @state: (out) (optional): its state
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Finds out whether a table exists, and whether it is disabled, enabled or available.
 *
 * HBase's Thrift service has a call for each state. They are made one after the other until one says `true`,
 * or that there is no such table: isTableAvailable, isTableEnabled, isTableDisabled. So an available table
 * takes one request, and the state is what one call of HBase has seen after this call began. The exception
 * is %HBASE_TABLE_STATE_CHANGING: the table was not enabled and, a moment later, not disabled.
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * Returns: (skip): %TRUE if @state was set; %FALSE on error
 */
gboolean
hbase_admin_get_table_state (
    HBaseAdmin *admin, const char *name, HBaseTableState *state, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call_flag (admin, hbase_admin_run,
                          hbase_table_state_operation_new (hbase_admin_get_target (admin, name)),
                          (gboolean *) state, cancellable, error);
}

/**
 * hbase_admin_get_table_state_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.get_table_state] without blocking.
 */
void
hbase_admin_get_table_state_async (HBaseAdmin *admin,
                                   const char *name,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_get_table_state_async,
                    hbase_table_state_operation_new (hbase_admin_get_target (admin, name)), cancellable,
                    callback, user_data);
}

/**
 * hbase_admin_get_table_state_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @state: (out) (optional): its state
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.get_table_state_async].
 *
 * Returns: (skip): %TRUE if @state was set; %FALSE on error
 */
gboolean
hbase_admin_get_table_state_finish (HBaseAdmin *admin,
                                    GAsyncResult *result,
                                    HBaseTableState *state,
                                    GError **error)
{
  return hbase_call_finish_flag (admin, hbase_admin_get_table_state_async, result, (gboolean *) state, error);
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
 */
gboolean
hbase_admin_modify_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_modify_table_async, result, error);
}
