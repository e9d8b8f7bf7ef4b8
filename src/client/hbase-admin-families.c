/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the calls of HBaseAdmin for column families. */

#include "hbase-admin-operations-private.h"
#include "hbase-admin-private.h"
#include "hbase-task-private.h"

/**
 * hbase_admin_add_family:
 * @admin: an admin
 * @table: the table's name, `name` or `namespace:name`
 * @family: the column family's descriptor
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Adds a column family to a table, which may be enabled.
 *
 * If the connection is lost after the request was sent, the call reads what became of it, and repeats it
 * if necessary.
 *
 * Framed gateways corrupt attributes, so the request goes through an unframed one, as
 * [method@HBase.Admin.create_table] explains.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_FAMILY_EXISTS, %HBASE_ERROR_INVALID_ARGUMENT,
 * %HBASE_ERROR_UNSUPPORTED, and those of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the family was added; %FALSE on error
 */
gboolean
hbase_admin_add_family (HBaseAdmin *admin,
                        const char *table,
                        HBaseFamilyDescriptor *family,
                        GCancellable *cancellable,
                        GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (table != NULL, FALSE);
  g_return_val_if_fail (family != NULL, FALSE);

  return hbase_call (admin, hbase_admin_run,
                     hbase_add_family_operation_new (hbase_admin_get_target (admin, table), family),
                     cancellable, error);
}

/**
 * hbase_admin_add_family_async:
 * @admin: an admin
 * @table: the table's name, `name` or `namespace:name`
 * @family: the column family's descriptor
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.add_family] without blocking.
 */
void
hbase_admin_add_family_async (HBaseAdmin *admin,
                              const char *table,
                              HBaseFamilyDescriptor *family,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (table != NULL);
  g_return_if_fail (family != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_add_family_async,
                    hbase_add_family_operation_new (hbase_admin_get_target (admin, table), family),
                    cancellable, callback, user_data);
}

/**
 * hbase_admin_add_family_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.add_family_async].
 *
 * Returns: %TRUE if the family was added; %FALSE on error
 */
gboolean
hbase_admin_add_family_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_add_family_async, result, error);
}

/**
 * hbase_admin_modify_family:
 * @admin: an admin
 * @table: the table's name, `name` or `namespace:name`
 * @family: the column family's descriptor
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Gives a column family of a table the settings of a descriptor. Settings that aren't set have HBase's
 * default; so change what [method@HBase.Admin.describe_table] returned, for example by
 * [method@HBase.FamilyDescriptor.merge].
 *
 * If the connection is lost after the request was sent, it is sent again: executed twice, it has the same
 * result.
 *
 * Framed gateways corrupt attributes, so the request goes through an unframed one, as
 * [method@HBase.Admin.create_table] explains.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_FAMILY_NOT_FOUND, %HBASE_ERROR_INVALID_ARGUMENT,
 * %HBASE_ERROR_UNSUPPORTED, and those of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the family was modified; %FALSE on error
 */
gboolean
hbase_admin_modify_family (HBaseAdmin *admin,
                           const char *table,
                           HBaseFamilyDescriptor *family,
                           GCancellable *cancellable,
                           GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (table != NULL, FALSE);
  g_return_val_if_fail (family != NULL, FALSE);

  return hbase_call (admin, hbase_admin_run,
                     hbase_modify_family_operation_new (hbase_admin_get_target (admin, table), family),
                     cancellable, error);
}

/**
 * hbase_admin_modify_family_async:
 * @admin: an admin
 * @table: the table's name, `name` or `namespace:name`
 * @family: the column family's descriptor
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.modify_family] without blocking.
 */
void
hbase_admin_modify_family_async (HBaseAdmin *admin,
                                 const char *table,
                                 HBaseFamilyDescriptor *family,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (table != NULL);
  g_return_if_fail (family != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_modify_family_async,
                    hbase_modify_family_operation_new (hbase_admin_get_target (admin, table), family),
                    cancellable, callback, user_data);
}

/**
 * hbase_admin_modify_family_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.modify_family_async].
 *
 * Returns: %TRUE if the family was modified; %FALSE on error
 */
gboolean
hbase_admin_modify_family_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_modify_family_async, result, error);
}

/**
 * hbase_admin_delete_family:
 * @admin: an admin
 * @table: the table's name, `name` or `namespace:name`
 * @family: the column family's name
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Deletes a column family of a table with all its cells. A table keeps at least one family.
 *
 * If the connection is lost after the request was sent, the call reads what became of it, and repeats it
 * if necessary.
 *
 * Framed gateways corrupt the family's name, so the request goes through an unframed one, as
 * [method@HBase.Admin.create_table] explains.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_FAMILY_NOT_FOUND, %HBASE_ERROR_REMOTE if it is the
 * only one, %HBASE_ERROR_UNSUPPORTED, and those of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the family was deleted; %FALSE on error
 */
gboolean
hbase_admin_delete_family (
    HBaseAdmin *admin, const char *table, const char *family, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (table != NULL, FALSE);
  g_return_val_if_fail (family != NULL, FALSE);

  return hbase_call (admin, hbase_admin_run,
                     hbase_delete_family_operation_new (hbase_admin_get_target (admin, table), family),
                     cancellable, error);
}

/**
 * hbase_admin_delete_family_async:
 * @admin: an admin
 * @table: the table's name, `name` or `namespace:name`
 * @family: the column family's name
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.delete_family] without blocking.
 */
void
hbase_admin_delete_family_async (HBaseAdmin *admin,
                                 const char *table,
                                 const char *family,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (table != NULL);
  g_return_if_fail (family != NULL);

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_delete_family_async,
                    hbase_delete_family_operation_new (hbase_admin_get_target (admin, table), family),
                    cancellable, callback, user_data);
}

/**
 * hbase_admin_delete_family_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.delete_family_async].
 *
 * Returns: %TRUE if the family was deleted; %FALSE on error
 */
gboolean
hbase_admin_delete_family_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_delete_family_async, result, error);
}
