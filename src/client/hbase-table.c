/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-table-private.h"

#include "hbase-object-private.h"

/**
 * HBaseTable:
 *
 * A handle of a table: the calls that read and write rows by their keys. It is made by
 * [method@HBase.Connection.get_table], which sends nothing.
 *
 * Every call has three forms: `foo` blocks, `foo_async` answers in the thread-default context of its caller,
 * `foo_finish` gives the result. What is handed to a call is read before the call, or its `_async`, returns.
 * A handle may be used from any thread.
 *
 * Errors that any call may have:
 *
 * - %HBASE_ERROR_INVALID_ARGUMENT: what was asked for can't be; nothing was sent
 * - %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_TABLE_DISABLED, %HBASE_ERROR_FAMILY_NOT_FOUND
 * - %HBASE_ERROR_UNREACHABLE, %HBASE_ERROR_PROTOCOL, %HBASE_ERROR_UNAVAILABLE, %HBASE_ERROR_REMOTE
 * - %HBASE_ERROR_TIMED_OUT: [property@HBase.Table:timeout] was over and nothing was written
 * - %HBASE_ERROR_OUTCOME_UNKNOWN, of writes: the connection was lost, or the time was over, after the request
 *   had left; it may have been executed, or may still be
 * - %HBASE_ERROR_CLOSED: the connection was closed
 * - %G_IO_ERROR_CANCELLED: the caller's cancel; a write that had left may have been executed
 *
 * Reads that fail for the connection's sake are tried again until the time is over, and so are writes of
 * which no byte had left, or all of whose stamps were given.
 *
 * Since: 0.1
 */
struct _HBaseTable {
  GObject parent_instance;
  HBaseConnection *connection;
  char *name;
  GMutex lock;            /* guards what follows */
  gint64 timeout;         /* ms; −1: the connection's */
  gint64 attempt_timeout; /* ms; −1: the connection's */
  HBaseKeySchema *key_schema;
  gsize row_width; /* 0: unknown */
};

enum {
  PROP_CONNECTION = 1,
  PROP_NAME,
  PROP_TIMEOUT,
  PROP_ATTEMPT_TIMEOUT,
  PROP_KEY_SCHEMA,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (HBaseTable, hbase_table, G_TYPE_OBJECT)

/* Bindings can make a handle without a connection. */
static guint
default_of (guint id)
{
  return G_PARAM_SPEC_UINT (properties[id])->default_value;
}

static guint
get_timeout (HBaseTable *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->timeout >= 0)
    return (guint) self->timeout;
  return self->connection != NULL ? hbase_connection_get_timeout (self->connection)
                                  : default_of (PROP_TIMEOUT);
}

static guint
get_attempt_timeout (HBaseTable *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->attempt_timeout >= 0)
    return (guint) self->attempt_timeout;
  return self->connection != NULL ? hbase_connection_get_attempt_timeout (self->connection)
                                  : default_of (PROP_ATTEMPT_TIMEOUT);
}

static void
hbase_table_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HBaseTable *self = HBASE_TABLE (object);

  switch (id)
    {
    case PROP_CONNECTION:
      g_value_set_object (value, self->connection);
      break;
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;
    case PROP_TIMEOUT:
      g_value_set_uint (value, get_timeout (self));
      break;
    case PROP_ATTEMPT_TIMEOUT:
      g_value_set_uint (value, get_attempt_timeout (self));
      break;
    case PROP_KEY_SCHEMA:
      g_value_take_boxed (value, hbase_table_ref_key_schema (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hbase_table_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HBaseTable *self = HBASE_TABLE (object);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  switch (id)
    {
    case PROP_CONNECTION:
      self->connection = g_value_dup_object (value);
      break;
    case PROP_NAME:
      self->name = g_value_dup_string (value);
      break;
    case PROP_TIMEOUT:
      self->timeout = g_value_get_uint (value);
      break;
    case PROP_ATTEMPT_TIMEOUT:
      self->attempt_timeout = g_value_get_uint (value);
      break;
    case PROP_KEY_SCHEMA:
      g_clear_pointer (&self->key_schema, hbase_key_schema_unref);
      self->key_schema = g_value_dup_boxed (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hbase_table_finalize (GObject *object)
{
  HBaseTable *self = HBASE_TABLE (object);

  g_clear_pointer (&self->key_schema, hbase_key_schema_unref);
  g_clear_object (&self->connection);
  g_free (self->name);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (hbase_table_parent_class)->finalize (object);
}

static void
hbase_table_class_init (HBaseTableClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags made_with = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;
  const GParamFlags settable = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hbase_table_get_property;
  object_class->set_property = hbase_table_set_property;
  object_class->finalize = hbase_table_finalize;

  /**
   * HBaseTable:connection: (getter get_connection)
   *
   * The connection that the table's calls go by.
   *
   * Since: 0.1
   */
  properties[PROP_CONNECTION]
      = g_param_spec_object ("connection", NULL, NULL, HBASE_TYPE_CONNECTION, made_with);
  /**
   * HBaseTable:name: (getter get_name)
   *
   * The table's name, `name` or `namespace:name`.
   *
   * Since: 0.1
   */
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, made_with);
  /**
   * HBaseTable:timeout:
   *
   * How long a call of this handle may take in all, in milliseconds; 0: as long as it likes. Until it is set,
   * that of the connection counts, [property@HBase.Connection:timeout].
   *
   * Since: 0.1
   */
  properties[PROP_TIMEOUT] = g_param_spec_uint ("timeout", NULL, NULL, 0, G_MAXINT32, 60000, settable);
  /**
   * HBaseTable:attempt-timeout:
   *
   * How long one exchange with one gateway may take, in milliseconds; 0: as long as it likes. Until it is
   * set, that of the connection counts, [property@HBase.Connection:attempt-timeout].
   *
   * Since: 0.1
   */
  properties[PROP_ATTEMPT_TIMEOUT]
      = g_param_spec_uint ("attempt-timeout", NULL, NULL, 0, G_MAXINT32, 20000, settable);
  /**
   * HBaseTable:key-schema: (getter get_key_schema) (setter set_key_schema)
   *
   * What the table's row keys are made of. It belongs to this handle: nothing of it is stored in the table.
   * The rows that the handle reads give their key's fields by name.
   *
   * Since: 0.1
   */
  properties[PROP_KEY_SCHEMA]
      = g_param_spec_boxed ("key-schema", NULL, NULL, HBASE_TYPE_KEY_SCHEMA, settable);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_table_init (HBaseTable *self)
{
  g_mutex_init (&self->lock);
  self->timeout = -1;
  self->attempt_timeout = -1;
}

HBaseWireProtocol
hbase_table_get_protocol (HBaseTable *table)
{
  return hbase_connection_get_protocol (table->connection);
}

/* Of a table without a name operations are made, too: hbase_table_check() fails before they are run. */
HBaseTarget
hbase_table_get_target (HBaseTable *table)
{
  return (HBaseTarget){ hbase_table_get_protocol (table), table->name != NULL ? table->name : "unnamed" };
}

HBaseKeySchema *
hbase_table_ref_key_schema (HBaseTable *table)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);

  return table->key_schema != NULL ? hbase_key_schema_ref (table->key_schema) : NULL;
}

gboolean
hbase_table_check (gpointer owner, HBaseTable *table, GError **error)
{
  return hbase_object_check_property (owner, "table", table, error)
         && hbase_object_check_property (table, "connection", table->connection, error)
         && hbase_object_check_property (table, "name", table->name, error)
         && hbase_connection_check (table->connection, error);
}

static HBasePool *
table_choose_pool (HBaseTable *table, HBaseOperation *operation, GError **error)
{
  return hbase_table_check (table, table, error)
             ? hbase_connection_choose_pool (table->connection, operation, error)
             : NULL;
}

gboolean
hbase_table_run (HBaseTable *table, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  HBasePool *pool = table_choose_pool (table, operation, error);

  return pool != NULL
         && hbase_pool_run (pool, operation, get_timeout (table), get_attempt_timeout (table), cancellable,
                            error);
}

void
hbase_table_run_async (HBaseTable *table, HBaseOperation *operation, GTask *task)
{
  GError *error = NULL;
  HBasePool *pool = table_choose_pool (table, operation, &error);

  if (pool != NULL)
    {
      hbase_pool_run_async (pool, operation, get_timeout (table), get_attempt_timeout (table), task);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

/* Tickets are those of channels of the pool that the operation runs in. */
void
hbase_table_close_abandoned_scanners (HBaseTable *table, HBaseScanOperation *scan)
{
  HBasePool *pool = NULL;
  HBaseRequest late_reply;

  while (hbase_scan_operation_take_close (scan, &late_reply))
    {
      pool = pool != NULL ? pool : table_choose_pool (table, (HBaseOperation *) scan, NULL);
      if (pool != NULL)
        hbase_pool_send_unawaited (pool, late_reply.channel, late_reply.method, late_reply.arguments);
      g_bytes_unref (late_reply.arguments);
    }
}

HBaseOperation *
hbase_table_call (HBaseTable *table, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  return operation != NULL && hbase_table_run (table, operation, cancellable, error) ? operation : NULL;
}

void
hbase_table_call_async (HBaseTable *table,
                        gpointer tag,
                        HBaseOperation *operation,
                        GError *error,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = hbase_task_new (table, tag, cancellable, callback, user_data);

  if (hbase_task_take_operation (task, operation, error))
    hbase_table_run_async (table, operation, g_steal_pointer (&task));
}

/**
 * hbase_table_get_name: (get-property name)
 * @table: a table
 *
 * The table's name.
 *
 * Returns: (transfer none): `name` or `namespace:name`
 *
 * Since: 0.1
 */
const char *
hbase_table_get_name (HBaseTable *table)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return table->name;
}

/**
 * hbase_table_get_connection: (get-property connection)
 * @table: a table
 *
 * The connection that the table's calls go by.
 *
 * Returns: (transfer none): the connection
 *
 * Since: 0.1
 */
HBaseConnection *
hbase_table_get_connection (HBaseTable *table)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return table->connection;
}

/**
 * hbase_table_get_key_schema: (get-property key-schema)
 * @table: a table
 *
 * What the table's row keys are made of, as far as this handle was told.
 *
 * Returns: (transfer none) (nullable): the key schema
 *
 * Since: 0.1
 */
HBaseKeySchema *
hbase_table_get_key_schema (HBaseTable *table)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return table->key_schema;
}

/**
 * hbase_table_set_key_schema: (set-property key-schema)
 * @table: a table
 * @schema: (nullable): a key schema
 *
 * Says what the table's row keys are made of. Set it before other threads use the handle.
 *
 * Since: 0.1
 */
void
hbase_table_set_key_schema (HBaseTable *table, HBaseKeySchema *schema)
{
  g_return_if_fail (HBASE_IS_TABLE (table));

  g_object_set (table, "key-schema", schema, NULL);
}

gsize
hbase_table_get_row_width (HBaseTable *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->row_width;
}

/* Up at once, down by and by: columns of few bytes say little about whole rows. */
void
hbase_table_learn_row_width (HBaseTable *self, gsize width)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (width > 0)
    self->row_width = MAX (width, self->row_width - self->row_width / 8);
}
