/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-private.h"

#include "hbase-object-private.h"

/**
 * HBaseAdmin:
 *
 * The calls that create, describe, list and drop tables, made by [method@HBase.Connection.get_admin].
 *
 * The forms of its calls and the errors that any of them may have are those of [class@HBase.Table]; the
 * timeouts are those of its connection. An admin may be used from any thread.
 *
 * ```c
 * g_autoptr (HBaseAdmin) admin = hbase_connection_get_admin (connection);
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
   * HBaseAdmin:connection:
   *
   * The connection that the admin's calls go by.
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

HBaseTarget
hbase_admin_get_target (HBaseAdmin *admin, const char *table)
{
  return (HBaseTarget){ hbase_connection_get_protocol (admin->connection), table };
}

static HBasePool *
admin_choose_pool (HBaseAdmin *admin, HBaseOperation *operation, GError **error)
{
  return hbase_object_check_property (admin, "connection", admin->connection, error)
             ? hbase_connection_choose_pool (admin->connection, operation, error)
             : NULL;
}

HBaseOperation *
hbase_admin_call (HBaseAdmin *admin, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  HBaseConnection *connection = admin->connection;
  HBasePool *pool = operation != NULL ? admin_choose_pool (admin, operation, error) : NULL;

  if (pool == NULL
      || !hbase_pool_run (pool, operation, hbase_connection_get_timeout (connection),
                          hbase_connection_get_attempt_timeout (connection), cancellable, error))
    return NULL;
  return operation;
}

void
hbase_admin_call_async (HBaseAdmin *admin,
                        gpointer tag,
                        HBaseOperation *operation,
                        GError *error,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  HBaseConnection *connection = admin->connection;
  g_autoptr (GTask) task = hbase_task_new (admin, tag, cancellable, callback, user_data);

  HBasePool *pool;

  if (!hbase_task_take_operation (task, operation, error))
    return;
  pool = admin_choose_pool (admin, operation, &error);
  if (pool == NULL)
    g_task_return_error (task, error);
  else
    hbase_pool_run_async (pool, operation, hbase_connection_get_timeout (connection),
                          hbase_connection_get_attempt_timeout (connection), g_steal_pointer (&task));
}

void
hbase_admin_make_async (HBaseAdmin *admin,
                        gpointer tag,
                        HBaseOperation *(*make) (HBaseTarget target, GError **error),
                        const char *name,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation = make (hbase_admin_get_target (admin, name), &error);

  hbase_admin_call_async (admin, tag, operation, error, cancellable, callback, user_data);
}
