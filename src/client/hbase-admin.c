/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements HBaseAdmin, and those of its calls that most programs need: they create,
 * describe, enable and disable tables. */

#include "hbase-admin.h"

#include "hbase-admin-operations-private.h"
#include "hbase-admin-private.h"
#include "hbase-connection-private.h"
#include "hbase-object-private.h"
#include "hbase-table-names-private.h"
#include "hbase-task-private.h"

/**
 * HBaseAdmin:
 *
 * Administers tables, column families and namespaces.
 *
 * Names and descriptors are checked before anything is sent.
 *
 * The forms of the calls, and the errors of any call, are those of [class@HBase.Table]. The timeouts are
 * those of the connection. An admin may be used from any thread.
 *
 * ```c
 * g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
 * g_autoptr (HBaseTableDescriptor) comments = hbase_table_descriptor_new ("comments");
 * g_autoptr (HBaseFamilyDescriptor) content = hbase_family_descriptor_new ("content");
 *
 * hbase_table_descriptor_add_family (comments, content);
 * if (!hbase_admin_create_table (admin, comments, NULL, NULL, &error))
 *   return FALSE;
 * ```
 */
struct _HBaseAdmin {
  GObject parent_instance;
  HBaseConnection *connection;
};

enum {
  PROP_CONNECTION = 1,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (HBaseAdmin, hbase_admin, G_TYPE_OBJECT)

static void
hbase_admin_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_CONNECTION)
    g_value_set_object (value, HBASE_ADMIN (object)->connection);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
hbase_admin_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_CONNECTION)
    HBASE_ADMIN (object)->connection = g_value_dup_object (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
hbase_admin_finalize (GObject *object)
{
  g_clear_object (&HBASE_ADMIN (object)->connection);
  G_OBJECT_CLASS (hbase_admin_parent_class)->finalize (object);
}

static void
hbase_admin_class_init (HBaseAdminClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = hbase_admin_get_property;
  object_class->set_property = hbase_admin_set_property;
  object_class->finalize = hbase_admin_finalize;

  /**
   * HBaseAdmin:connection: (getter get_connection)
   *
   * The connection that the admin's calls use.
   */
  properties[PROP_CONNECTION]
      = g_param_spec_object ("connection", NULL, NULL, HBASE_TYPE_CONNECTION,
                             G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_admin_init (HBaseAdmin *self)
{
}

/**
 * hbase_admin_new:
 * @connection: a connection
 *
 * Makes an object that administers tables, column families and namespaces. Nothing is sent.
 *
 * Returns: (transfer full): the admin
 */
HBaseAdmin *
hbase_admin_new (HBaseConnection *connection)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), NULL);

  return g_object_new (HBASE_TYPE_ADMIN, "connection", connection, NULL);
}

/**
 * hbase_admin_get_connection: (get-property connection)
 * @admin: an admin
 *
 * Returns the connection that the admin's calls use.
 *
 * Returns: (transfer none): the connection
 */
HBaseConnection *
hbase_admin_get_connection (HBaseAdmin *admin)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);

  return admin->connection;
}

/* ---- calls ---- */

HBaseTarget
hbase_admin_get_target (HBaseAdmin *admin, const char *table)
{
  return (HBaseTarget){ .protocol = hbase_connection_get_protocol (admin->connection),
                        .table = table != NULL ? hbase_table_name_get_canonical (table) : NULL };
}

static HBasePool *
choose_pool (HBaseAdmin *admin, HBaseOperation *operation, GError **error)
{
  return hbase_object_check_property (admin, "connection", admin->connection, error)
             ? hbase_connection_choose_pool (admin->connection, operation, error)
             : NULL;
}

gboolean
hbase_admin_run (gpointer object, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  HBaseAdmin *admin = object;
  HBasePool *pool = choose_pool (admin, operation, error);

  return pool != NULL
         && hbase_pool_run (pool, operation, hbase_connection_get_timeout (admin->connection),
                            hbase_connection_get_attempt_timeout (admin->connection), cancellable, error);
}

void
hbase_admin_run_async (gpointer object, HBaseOperation *operation, GTask *task)
{
  HBaseAdmin *admin = object;
  g_autoptr (GTask) held = task;
  GError *error = NULL;
  HBasePool *pool = choose_pool (admin, operation, &error);

  if (pool == NULL)
    g_task_return_error (task, error);
  else
    hbase_pool_run_async (pool, operation, hbase_connection_get_timeout (admin->connection),
                          hbase_connection_get_attempt_timeout (admin->connection), g_steal_pointer (&held));
}

/**
 * hbase_admin_describe_table:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads a table's column families and their settings.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, and those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer full): the table's descriptor; or %NULL on error
 */
HBaseTableDescriptor *
hbase_admin_describe_table (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return hbase_call_pointer (admin, hbase_admin_run,
                             hbase_describe_table_operation_new (hbase_admin_get_target (admin, name)),
                             cancellable, error);
}

/**
 * hbase_admin_describe_table_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.describe_table] without blocking.
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

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_describe_table_async,
                    hbase_describe_table_operation_new (hbase_admin_get_target (admin, name)), cancellable,
                    callback, user_data);
}

/**
 * hbase_admin_describe_table_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.describe_table_async].
 *
 * Returns: (transfer full): the table's descriptor; or %NULL on error
 */
HBaseTableDescriptor *
hbase_admin_describe_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (admin, hbase_admin_describe_table_async, result, error);
}

/**
 * hbase_admin_create_table:
 * @admin: an admin
 * @descriptor: the table's name and families
 * @splits: (nullable) (element-type GLib.Bytes): the split keys, at which regions begin, in any order; %NULL
 *   or empty for a table with one region
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Creates a table, and returns when it is enabled.
 *
 * With `n` split keys the table has `n` + 1 regions: one before the first key, and one from each key on.
 * [iface@HBase.SplitCalculator] computes such keys. A table that exists already isn't changed, even if it has
 * other regions.
 *
 * If the connection is lost after the request was sent, the call reads the table's families and, with split
 * keys, its regions. If they are as requested, the call succeeds, since the table didn't exist when the call
 * began. If they differ, the table is assumed to be another program's, and the call fails with
 * %HBASE_ERROR_TABLE_EXISTS. If there is no such table, the request is sent again.
 *
 * HBase's framed gateways corrupt split keys, and attributes of descriptors. So a connection whose URI
 * has `framing=framed` doesn't send any through them, but through the unframed gateway that the URI
 * names for this purpose, `…&admin=host:port`, to which it connects only then. If the URI names none,
 * the call fails with %HBASE_ERROR_UNSUPPORTED, and nothing is sent.
 *
 * With split keys, through whichever gateway they were sent, the table's regions are read after its creation
 * and compared. If they differ from those requested, the call fails with %HBASE_ERROR_WRONG_REGIONS; the
 * message names the first wrong key. The table then exists. It isn't deleted, since others may have written
 * to it: to do so, call [method@HBase.Admin.delete_table]. If the
 * regions can't be read before the timeout, the call fails with %HBASE_ERROR_OUTCOME_UNKNOWN;
 * [method@HBase.Table.get_regions] can read them later.
 *
 * Errors: %HBASE_ERROR_TABLE_EXISTS, %HBASE_ERROR_NAMESPACE_NOT_FOUND, %HBASE_ERROR_INVALID_ARGUMENT (no
 * families; an invalid name; a split key that is empty, longer than 32,767 bytes, or a duplicate),
 * %HBASE_ERROR_UNSUPPORTED, %HBASE_ERROR_WRONG_REGIONS, and those of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the table was created; %FALSE on error
 */
gboolean
hbase_admin_create_table (HBaseAdmin *admin,
                          HBaseTableDescriptor *descriptor,
                          GPtrArray *splits,
                          GCancellable *cancellable,
                          GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (descriptor != NULL, FALSE);

  return hbase_call (
      admin, hbase_admin_run,
      hbase_create_table_operation_new (
          hbase_admin_get_target (admin, hbase_table_descriptor_get_name (descriptor)), descriptor, splits),
      cancellable, error);
}

/**
 * hbase_admin_create_table_async:
 * @admin: an admin
 * @descriptor: the table's name and families
 * @splits: (nullable) (element-type GLib.Bytes): the split keys, at which regions begin
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.create_table] without blocking.
 */
void
hbase_admin_create_table_async (HBaseAdmin *admin,
                                HBaseTableDescriptor *descriptor,
                                GPtrArray *splits,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (descriptor != NULL);

  hbase_call_async (
      admin, hbase_admin_run_async, hbase_admin_create_table_async,
      hbase_create_table_operation_new (
          hbase_admin_get_target (admin, hbase_table_descriptor_get_name (descriptor)), descriptor, splits),
      cancellable, callback, user_data);
}

/**
 * hbase_admin_create_table_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.create_table_async].
 *
 * Returns: %TRUE if the table was created; %FALSE on error
 */
gboolean
hbase_admin_create_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_create_table_async, result, error);
}

/**
 * hbase_admin_enable_table:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Enables a disabled table, and returns when it is enabled.
 *
 * If the connection is lost after the request was sent, the call reads the table's state: if the table is
 * enabled, the call succeeds; otherwise the request is sent again.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_TABLE_NOT_DISABLED if it is enabled already, and those
 * of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the table is enabled; %FALSE on error
 */
gboolean
hbase_admin_enable_table (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call (admin, hbase_admin_run,
                     hbase_enable_table_operation_new (hbase_admin_get_target (admin, name)), cancellable,
                     error);
}

/**
 * hbase_admin_enable_table_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.enable_table] without blocking.
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

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_enable_table_async,
                    hbase_enable_table_operation_new (hbase_admin_get_target (admin, name)), cancellable,
                    callback, user_data);
}

/**
 * hbase_admin_enable_table_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.enable_table_async].
 *
 * Returns: %TRUE if the table is enabled; %FALSE on error
 */
gboolean
hbase_admin_enable_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_enable_table_async, result, error);
}

/**
 * hbase_admin_disable_table:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Disables a table, and returns when it is disabled. Its rows can't be read or written until it is enabled
 * again.
 *
 * If the connection is lost after the request was sent, the call reads the table's state: if the table is
 * disabled, the call succeeds; otherwise the request is sent again.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_TABLE_DISABLED if it is disabled already, and those of
 * any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the table is disabled; %FALSE on error
 */
gboolean
hbase_admin_disable_table (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call (admin, hbase_admin_run,
                     hbase_disable_table_operation_new (hbase_admin_get_target (admin, name)), cancellable,
                     error);
}

/**
 * hbase_admin_disable_table_async:
 * @admin: an admin
 * @name: the table's name, `name` or `namespace:name`
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Admin.disable_table] without blocking.
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

  hbase_call_async (admin, hbase_admin_run_async, hbase_admin_disable_table_async,
                    hbase_disable_table_operation_new (hbase_admin_get_target (admin, name)), cancellable,
                    callback, user_data);
}

/**
 * hbase_admin_disable_table_finish:
 * @admin: an admin
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Admin.disable_table_async].
 *
 * Returns: %TRUE if the table is disabled; %FALSE on error
 */
gboolean
hbase_admin_disable_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (admin, hbase_admin_disable_table_async, result, error);
}
