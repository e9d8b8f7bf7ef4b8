/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the admin: the calls that create, describe, list and drop tables. */

#include "hbase-admin.h"

#include "hbase-admin-operations-private.h"
#include "hbase-connection-private.h"
#include "hbase-object-private.h"
#include "hbase-task-private.h"

/**
 * HBaseAdmin:
 *
 * The calls that create, describe, list and drop tables, made by [ctor@HBase.Admin.new].
 *
 * The forms of its calls and the errors that any of them may have are those of [class@HBase.Table]; the
 * timeouts are those of its connection. An admin may be used from any thread.
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
 *
 * Since: 0.1
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
   *
   * Since: 0.1
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
 * Makes the object that creates, lists and drops tables. Nothing is sent.
 *
 * Returns: (transfer full): the admin
 *
 * Since: 0.1
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
 *
 * Since: 0.1
 */
HBaseConnection *
hbase_admin_get_connection (HBaseAdmin *admin)
{
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);

  return admin->connection;
}

/* ---- calls ---- */

static HBaseTarget
get_target (HBaseAdmin *admin, const char *table)
{
  return (HBaseTarget){ hbase_connection_get_protocol (admin->connection), table };
}

static HBasePool *
choose_pool (HBaseAdmin *admin, HBaseOperation *operation, GError **error)
{
  return hbase_object_check_property (admin, "connection", admin->connection, error)
             ? hbase_connection_choose_pool (admin->connection, operation, error)
             : NULL;
}

static gboolean
run (gpointer object, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  HBaseAdmin *admin = object;
  HBasePool *pool = choose_pool (admin, operation, error);

  return pool != NULL
         && hbase_pool_run (pool, operation, hbase_connection_get_timeout (admin->connection),
                            hbase_connection_get_attempt_timeout (admin->connection), cancellable, error);
}

static void
run_async (gpointer object, HBaseOperation *operation, GTask *task)
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
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return hbase_call_pointer (admin, run, hbase_describe_table_operation_new (get_target (admin, name)),
                             cancellable, error);
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

  hbase_call_async (admin, run_async, hbase_admin_describe_table_async,
                    hbase_describe_table_operation_new (get_target (admin, name)), cancellable, callback,
                    user_data);
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

  return hbase_call_finish_pointer (admin, hbase_admin_describe_table_async, result, error);
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
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), NULL);

  return hbase_call_pointer (admin, run, hbase_list_tables_operation_new (get_target (admin, NULL)),
                             cancellable, error);
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

  hbase_call_async (admin, run_async, hbase_admin_list_tables_async,
                    hbase_list_tables_operation_new (get_target (admin, NULL)), cancellable, callback,
                    user_data);
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

  return hbase_call_finish_pointer (admin, hbase_admin_list_tables_async, result, error);
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
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call_flag (admin, run, hbase_table_exists_operation_new (get_target (admin, name)), exists,
                          cancellable, error);
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

  hbase_call_async (admin, run_async, hbase_admin_table_exists_async,
                    hbase_table_exists_operation_new (get_target (admin, name)), cancellable, callback,
                    user_data);
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

  return hbase_call_finish_flag (admin, hbase_admin_table_exists_async, result, exists, error);
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
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call_flag (admin, run, hbase_is_table_enabled_operation_new (get_target (admin, name)),
                          enabled, cancellable, error);
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

  hbase_call_async (admin, run_async, hbase_admin_is_table_enabled_async,
                    hbase_is_table_enabled_operation_new (get_target (admin, name)), cancellable, callback,
                    user_data);
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

  return hbase_call_finish_flag (admin, hbase_admin_is_table_enabled_async, result, enabled, error);
}

/**
 * hbase_admin_create_table:
 * @admin: an admin
 * @descriptor: the table: its name and families
 * @splits: (nullable) (element-type GLib.Bytes): the keys at which regions begin, in any order; %NULL or
 * empty: the
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
 * families and regions is taken for its own work, as there was none before it began; where there is none
 * yet, it
 * asks again.
 *
 * HBase's framed gateways corrupt split keys. So a connection whose URI says `framing=framed` sends none
 * through
 * them: it uses the unframed gateway that the URI names for this, `…&admin=host:port`, which only then is
 * connected to; where the URI names none the call is %HBASE_ERROR_UNSUPPORTED, and nothing was sent.
 *
 * However the keys travelled, the regions are read back and compared. If they are others than asked for, the
 * error is %HBASE_ERROR_WRONG_REGIONS and names the first wrong key. The table is there then, and is not
 * taken
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
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (descriptor != NULL, FALSE);

  return hbase_call (
      admin, run,
      hbase_create_table_operation_new (get_target (admin, hbase_table_descriptor_get_name (descriptor)),
                                        descriptor, splits),
      cancellable, error);
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
  g_return_if_fail (HBASE_IS_ADMIN (admin));
  g_return_if_fail (descriptor != NULL);

  hbase_call_async (admin, run_async, hbase_admin_create_table_async,
                    hbase_create_table_operation_new (
                        get_target (admin, hbase_table_descriptor_get_name (descriptor)), descriptor, splits),
                    cancellable, callback, user_data);
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

  return hbase_call_finish (admin, hbase_admin_create_table_async, result, error);
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
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call (admin, run, hbase_enable_table_operation_new (get_target (admin, name)), cancellable,
                     error);
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

  hbase_call_async (admin, run_async, hbase_admin_enable_table_async,
                    hbase_enable_table_operation_new (get_target (admin, name)), cancellable, callback,
                    user_data);
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

  return hbase_call_finish (admin, hbase_admin_enable_table_async, result, error);
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
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call (admin, run, hbase_disable_table_operation_new (get_target (admin, name)), cancellable,
                     error);
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

  hbase_call_async (admin, run_async, hbase_admin_disable_table_async,
                    hbase_disable_table_operation_new (get_target (admin, name)), cancellable, callback,
                    user_data);
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

  return hbase_call_finish (admin, hbase_admin_disable_table_async, result, error);
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
  g_return_val_if_fail (HBASE_IS_ADMIN (admin), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return hbase_call (admin, run, hbase_drop_table_operation_new (get_target (admin, name)), cancellable,
                     error);
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

  hbase_call_async (admin, run_async, hbase_admin_drop_table_async,
                    hbase_drop_table_operation_new (get_target (admin, name)), cancellable, callback,
                    user_data);
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

  return hbase_call_finish (admin, hbase_admin_drop_table_async, result, error);
}
