/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-operations-private.h"
#include "hbase-admin-private.h"

/**
 * hbase_admin_create_table:
 * @admin: an admin
 * @descriptor: the table: its name and families
 * @splits: (nullable) (element-type GLib.Bytes): the keys at which regions begin, in any order; %NULL or empty: the
 *   table has one region
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Creates a table, and returns when it is enabled.
 *
 * With `n` split keys the table has `n` + 1 regions: one before the first key, and one from each key on.
 * [iface@HBase.SplitCalculator] makes such keys. A table that is there already stays as it is, whatever its
 * regions.
 *
 * If the connection is lost after the request has left, the call looks: a table of that name with the same
 * families and regions is taken for its own work, as there was none before it began; where there is none yet, it
 * asks again.
 *
 * HBase's framed gateways corrupt split keys. So a connection whose URI says `framing=framed` sends none through
 * them: it uses the unframed gateway that the URI names for this, `…&admin=host:port`, which only then is
 * connected to; where the URI names none the call is %HBASE_ERROR_UNSUPPORTED, and nothing was sent.
 *
 * However the keys travelled, the regions are read back and compared. If they are others than asked for, the
 * error is %HBASE_ERROR_WRONG_REGIONS and names the first wrong key. The table is there then, and is not taken
 * away again, for others may have written to it: [method@HBase.Admin.disable_table] and
 * [method@HBase.Admin.drop_table] do that. If they couldn't be read in time, the error is
 * %HBASE_ERROR_OUTCOME_UNKNOWN, and [method@HBase.Table.get_regions] shows them later.
 *
 * Errors: %HBASE_ERROR_TABLE_EXISTS, %HBASE_ERROR_NAMESPACE_NOT_FOUND, %HBASE_ERROR_INVALID_ARGUMENT (no
 * families, a name that can't be, a split key that is empty, longer than 32,767 bytes, or there twice),
 * %HBASE_ERROR_UNSUPPORTED, %HBASE_ERROR_WRONG_REGIONS, and those of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE: the table is there; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_create_table (HBaseAdmin *admin,
                          HBaseTableDescriptor *descriptor,
                          GPtrArray *splits,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (descriptor != NULL, FALSE);

  operation = hbase_create_table_operation_new (
      hbase_admin_get_target (admin, hbase_table_descriptor_get_name (descriptor)), descriptor, splits,
      error);
  return hbase_admin_call (admin, operation, cancellable, error) != NULL;
}

/**
 * hbase_admin_create_table_async:
 * @admin: an admin
 * @descriptor: the table: its name and families
 * @splits: (nullable) (element-type GLib.Bytes): the keys at which regions begin
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Creates a table, see [method@HBase.Admin.create_table].
 *
 * Since: 0.1
 */
void
hbase_admin_create_table_async (HBaseAdmin *admin,
                                HBaseTableDescriptor *descriptor,
                                GPtrArray *splits,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (descriptor != NULL);

  operation = hbase_create_table_operation_new (
      hbase_admin_get_target (admin, hbase_table_descriptor_get_name (descriptor)), descriptor, splits,
      &error);
  hbase_admin_call_async (admin, hbase_admin_create_table_async, operation, error, cancellable, callback,
                          user_data);
}

/**
 * hbase_admin_create_table_finish:
 * @admin: an admin
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Admin.create_table_async].
 *
 * Returns: %TRUE: the table is there; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_create_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);

  return hbase_task_finish (admin, hbase_admin_create_table_async, result, error) != NULL;
}

/**
 * hbase_admin_enable_table:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Enables a table that was disabled, and returns when it is.
 *
 * If the connection is lost after the request has left, the call looks: a table that is enabled is enough.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_TABLE_NOT_DISABLED (it is enabled already), and those of
 * any call, see [class@HBase.Table].
 *
 * Returns: %TRUE: the table is enabled; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_enable_table (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  operation = hbase_enable_table_operation_new (hbase_admin_get_target (admin, name), error);
  return hbase_admin_call (admin, operation, cancellable, error) != NULL;
}

/**
 * hbase_admin_enable_table_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Enables a table, see [method@HBase.Admin.enable_table].
 *
 * Since: 0.1
 */
void
hbase_admin_enable_table_async (HBaseAdmin *admin,
                                const char *name,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_admin_make_async (admin, hbase_admin_enable_table_async, hbase_enable_table_operation_new, name,
                          cancellable, callback, user_data);
}

/**
 * hbase_admin_enable_table_finish:
 * @admin: an admin
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Admin.enable_table_async].
 *
 * Returns: %TRUE: the table is enabled; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_enable_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);

  return hbase_task_finish (admin, hbase_admin_enable_table_async, result, error) != NULL;
}

/**
 * hbase_admin_disable_table:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Disables a table, and returns when it is. Nothing can be read from or written to it until it is enabled
 * again.
 *
 * If the connection is lost after the request has left, the call looks: a table that is disabled is enough.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_TABLE_DISABLED (it is disabled already), and those of
 * any call, see [class@HBase.Table].
 *
 * Returns: %TRUE: the table is disabled; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_disable_table (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  operation = hbase_disable_table_operation_new (hbase_admin_get_target (admin, name), error);
  return hbase_admin_call (admin, operation, cancellable, error) != NULL;
}

/**
 * hbase_admin_disable_table_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Disables a table, see [method@HBase.Admin.disable_table].
 *
 * Since: 0.1
 */
void
hbase_admin_disable_table_async (HBaseAdmin *admin,
                                 const char *name,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_admin_make_async (admin, hbase_admin_disable_table_async, hbase_disable_table_operation_new, name,
                          cancellable, callback, user_data);
}

/**
 * hbase_admin_disable_table_finish:
 * @admin: an admin
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Admin.disable_table_async].
 *
 * Returns: %TRUE: the table is disabled; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_disable_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);

  return hbase_task_finish (admin, hbase_admin_disable_table_async, result, error) != NULL;
}

/**
 * hbase_admin_drop_table:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Deletes a table with everything in it. It has to be disabled first, by [method@HBase.Admin.disable_table].
 *
 * If the connection is lost after the request has left, the call looks: a table that is gone is enough.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_TABLE_NOT_DISABLED, and those of any call, see
 * [class@HBase.Table].
 *
 * Returns: %TRUE: the table is gone; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_drop_table (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  operation = hbase_drop_table_operation_new (hbase_admin_get_target (admin, name), error);
  return hbase_admin_call (admin, operation, cancellable, error) != NULL;
}

/**
 * hbase_admin_drop_table_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Deletes a table, see [method@HBase.Admin.drop_table].
 *
 * Since: 0.1
 */
void
hbase_admin_drop_table_async (HBaseAdmin *admin,
                              const char *name,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_admin_make_async (admin, hbase_admin_drop_table_async, hbase_drop_table_operation_new, name,
                          cancellable, callback, user_data);
}

/**
 * hbase_admin_drop_table_finish:
 * @admin: an admin
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Admin.drop_table_async].
 *
 * Returns: %TRUE: the table is gone; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_drop_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);

  return hbase_task_finish (admin, hbase_admin_drop_table_async, result, error) != NULL;
}
