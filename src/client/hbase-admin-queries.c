/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-operations-private.h"
#include "hbase-admin-private.h"

/* What is taken from an operation that is done; nothing from none. */

static HBaseTableDescriptor *
take_descriptor (HBaseOperation *operation, GError **error)
{
  return operation != NULL ? hbase_admin_operation_take_descriptor (operation, error) : NULL;
}

static char **
take_names (HBaseOperation *operation, GError **error)
{
  return operation != NULL ? hbase_admin_operation_take_names (operation, error) : NULL;
}

/**
 * hbase_admin_describe_table:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads what a table is made of: its families and their settings.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, and those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer full): the descriptor
 *
 * Since: 0.1
 */
HBaseTableDescriptor *
hbase_admin_describe_table (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  operation = hbase_describe_table_operation_new (hbase_admin_get_target (admin, name), error);
  return take_descriptor (hbase_admin_call (admin, operation, cancellable, error), error);
}

/**
 * hbase_admin_describe_table_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads what a table is made of, see [method@HBase.Admin.describe_table].
 *
 * Since: 0.1
 */
void
hbase_admin_describe_table_async (HBaseAdmin *admin,
                                  const char *name,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_admin_make_async (admin, hbase_admin_describe_table_async, hbase_describe_table_operation_new, name,
                          cancellable, callback, user_data);
}

/**
 * hbase_admin_describe_table_finish:
 * @admin: an admin
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Admin.describe_table_async].
 *
 * Returns: (transfer full): the descriptor
 *
 * Since: 0.1
 */
HBaseTableDescriptor *
hbase_admin_describe_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);

  return take_descriptor (hbase_task_finish (admin, hbase_admin_describe_table_async, result, error), error);
}

/**
 * hbase_admin_list_tables:
 * @admin: an admin
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Lists the tables there are, HBase's own ones left out: `name`, or `namespace:name` where the namespace
 * isn't the default one, sorted by their bytes.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names
 *
 * Since: 0.1
 */
char **
hbase_admin_list_tables (HBaseAdmin *admin, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);

  operation = hbase_list_tables_operation_new (hbase_admin_get_target (admin, NULL), error);
  return take_names (hbase_admin_call (admin, operation, cancellable, error), error);
}

/**
 * hbase_admin_list_tables_async:
 * @admin: an admin
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Lists the tables there are, see [method@HBase.Admin.list_tables].
 *
 * Since: 0.1
 */
void
hbase_admin_list_tables_async (HBaseAdmin *admin,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));

  hbase_admin_make_async (admin, hbase_admin_list_tables_async, hbase_list_tables_operation_new, NULL,
                          cancellable, callback, user_data);
}

/**
 * hbase_admin_list_tables_finish:
 * @admin: an admin
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Admin.list_tables_async].
 *
 * Returns: (transfer full) (array zero-terminated=1): the names
 *
 * Since: 0.1
 */
char **
hbase_admin_list_tables_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);

  return take_names (hbase_task_finish (admin, hbase_admin_list_tables_async, result, error), error);
}

/**
 * hbase_admin_table_exists:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @exists: (out) (optional): whether it is there
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Asks whether there is a table of that name.
 *
 * Returns: (skip): %TRUE: @exists says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_table_exists (
    HBaseAdmin *admin, const char *name, gboolean *exists, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  operation = hbase_table_exists_operation_new (hbase_admin_get_target (admin, name), error);
  return hbase_task_take_flag (hbase_admin_call (admin, operation, cancellable, error), exists);
}

/**
 * hbase_admin_table_exists_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Asks whether there is a table of that name, see [method@HBase.Admin.table_exists].
 *
 * Since: 0.1
 */
void
hbase_admin_table_exists_async (HBaseAdmin *admin,
                                const char *name,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_admin_make_async (admin, hbase_admin_table_exists_async, hbase_table_exists_operation_new, name,
                          cancellable, callback, user_data);
}

/**
 * hbase_admin_table_exists_finish:
 * @admin: an admin
 * @result: what the callback was given
 * @exists: (out) (optional): whether it is there
 * @error: return location for an error
 *
 * Ends [method@HBase.Admin.table_exists_async].
 *
 * Returns: (skip): %TRUE: @exists says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_table_exists_finish (HBaseAdmin *admin, GAsyncResult *result, gboolean *exists, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);

  return hbase_task_take_flag (hbase_task_finish (admin, hbase_admin_table_exists_async, result, error),
                               exists);
}

/**
 * hbase_admin_is_table_enabled:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @enabled: (out) (optional): whether it is enabled
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Asks whether a table is enabled.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, and those of any call, see [class@HBase.Table].
 *
 * Returns: (skip): %TRUE: @enabled says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_is_table_enabled (
    HBaseAdmin *admin, const char *name, gboolean *enabled, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  operation = hbase_is_table_enabled_operation_new (hbase_admin_get_target (admin, name), error);
  return hbase_task_take_flag (hbase_admin_call (admin, operation, cancellable, error), enabled);
}

/**
 * hbase_admin_is_table_enabled_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Asks whether a table is enabled, see [method@HBase.Admin.is_table_enabled].
 *
 * Since: 0.1
 */
void
hbase_admin_is_table_enabled_async (HBaseAdmin *admin,
                                    const char *name,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (name != NULL);

  hbase_admin_make_async (admin, hbase_admin_is_table_enabled_async, hbase_is_table_enabled_operation_new,
                          name, cancellable, callback, user_data);
}

/**
 * hbase_admin_is_table_enabled_finish:
 * @admin: an admin
 * @result: what the callback was given
 * @enabled: (out) (optional): whether it is enabled
 * @error: return location for an error
 *
 * Ends [method@HBase.Admin.is_table_enabled_async].
 *
 * Returns: (skip): %TRUE: @enabled says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_admin_is_table_enabled_finish (HBaseAdmin *admin,
                                     GAsyncResult *result,
                                     gboolean *enabled,
                                     GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);

  return hbase_task_take_flag (hbase_task_finish (admin, hbase_admin_is_table_enabled_async, result, error),
                               enabled);
}
