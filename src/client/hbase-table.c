/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the handle of a table: its properties, and the calls that read and write rows. */

#include "hbase-table-private.h"

#include "hbase-admin-operations-private.h"
#include "hbase-collect-private.h"
#include "hbase-data-operations-private.h"
#include "hbase-last-row-operation-private.h"
#include "hbase-object-private.h"

/**
 * HBaseTable:
 *
 * A handle of a table: the calls that read and write rows by their keys. It is made by
 * [ctor@HBase.Table.new], which sends nothing.
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
  GMutex lock;                /* guards what follows */
  int timeout;                /* ms; −1: the connection's */
  int attempt_timeout;        /* ms; −1: the connection's */
  HBaseKeySchema *key_schema; /* of `schemas`; may be NULL */
  GPtrArray *schemas; /* all that were ever set: targets and callers of the getter hold no reference */
  gsize row_width;    /* in bytes; 0: unknown */
  gboolean prefer_newest;
  gboolean unsalted; /* never changes */
};

enum {
  PROP_CONNECTION = 1,
  PROP_NAME,
  PROP_TIMEOUT,
  PROP_ATTEMPT_TIMEOUT,
  PROP_KEY_SCHEMA,
  PROP_UNSALTED,
  PROP_PREFER_NEWEST,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (HBaseTable, hbase_table, G_TYPE_OBJECT)

/* Returns the value of an int of the handle. */
static int
get_int (HBaseTable *self, const int *value)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return *value;
}

/* Return the timeouts that a call uses; the handle must have a connection. */
static guint
choose_timeout (HBaseTable *self)
{
  int timeout = get_int (self, &self->timeout);

  return timeout >= 0 ? (guint) timeout : hbase_connection_get_timeout (self->connection);
}

static guint
choose_attempt_timeout (HBaseTable *self)
{
  int timeout = get_int (self, &self->attempt_timeout);

  return timeout >= 0 ? (guint) timeout : hbase_connection_get_attempt_timeout (self->connection);
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
      g_value_set_int (value, get_int (self, &self->timeout));
      break;
    case PROP_ATTEMPT_TIMEOUT:
      g_value_set_int (value, get_int (self, &self->attempt_timeout));
      break;
    case PROP_KEY_SCHEMA:
      g_value_take_boxed (value, hbase_table_dup_key_schema (self));
      break;
    case PROP_UNSALTED:
      g_value_set_boolean (value, self->unsalted);
      break;
    case PROP_PREFER_NEWEST:
      g_value_set_boolean (value, hbase_table_get_prefer_newest (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_key_schema (HBaseTable *self, HBaseKeySchema *schema)
{
  self->key_schema = schema;
  if (schema != NULL && !g_ptr_array_find (self->schemas, schema, NULL))
    g_ptr_array_add (self->schemas, hbase_key_schema_ref (schema));
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
      self->timeout = g_value_get_int (value);
      break;
    case PROP_ATTEMPT_TIMEOUT:
      self->attempt_timeout = g_value_get_int (value);
      break;
    case PROP_KEY_SCHEMA:
      if (!self->unsalted || self->key_schema == NULL)
        set_key_schema (self, g_value_get_boxed (value));
      break;
    case PROP_UNSALTED:
      self->unsalted = g_value_get_boolean (value);
      break;
    case PROP_PREFER_NEWEST:
      self->prefer_newest = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hbase_table_finalize (GObject *object)
{
  HBaseTable *self = HBASE_TABLE (object);

  g_ptr_array_unref (self->schemas);
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
   * HBaseTable:timeout: (getter get_timeout) (setter set_timeout)
   *
   * How long a call of this handle may take in all, in milliseconds; 0: without a limit; −1, the default:
   * as long as
   * [property@HBase.Connection:timeout] says.
   *
   * Since: 0.1
   */
  properties[PROP_TIMEOUT] = g_param_spec_int ("timeout", NULL, NULL, -1, G_MAXINT32, -1, settable);
  /**
   * HBaseTable:attempt-timeout: (getter get_attempt_timeout) (setter set_attempt_timeout)
   *
   * How long one exchange with one gateway may take, in milliseconds; 0: without a limit; −1, the default:
   * as long as
   * [property@HBase.Connection:attempt-timeout] says.
   *
   * Since: 0.1
   */
  properties[PROP_ATTEMPT_TIMEOUT]
      = g_param_spec_int ("attempt-timeout", NULL, NULL, -1, G_MAXINT32, -1, settable);
  /**
   * HBaseTable:key-schema: (getter dup_key_schema) (setter set_key_schema)
   *
   * What the table's row keys are made of. It belongs to this handle: nothing of it is stored in the table.
   * The rows that the handle reads give their key's fields by name.
   *
   * Since: 0.1
   */
  properties[PROP_KEY_SCHEMA]
      = g_param_spec_boxed ("key-schema", NULL, NULL, HBASE_TYPE_KEY_SCHEMA, settable);
  /**
   * HBaseTable:unsalted: (getter is_unsalted)
   *
   * Whether rows are named by their keys without the salts of [property@HBase.Table:key-schema], see
   * [ctor@HBase.Table.new_unsalted].
   *
   * Since: 0.1
   */
  properties[PROP_UNSALTED] = g_param_spec_boolean ("unsalted", NULL, NULL, FALSE, made_with);
  /**
   * HBaseTable:prefer-newest: (getter get_prefer_newest) (setter set_prefer_newest)
   *
   * Which row is meant if a row is stored twice, on a handle whose keys have no salts: the one with the
   * newest cell, of the columns that a get requests. The default is %FALSE: such a row is
   * %HBASE_ERROR_DUPLICATE_KEY.
   *
   * Since: 0.1
   */
  properties[PROP_PREFER_NEWEST] = g_param_spec_boolean ("prefer-newest", NULL, NULL, FALSE, settable);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_table_init (HBaseTable *self)
{
  g_mutex_init (&self->lock);
  self->schemas = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_key_schema_unref);
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
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);

  return (HBaseTarget){ .protocol = hbase_table_get_protocol (table),
                        .table = table->name != NULL ? table->name : "unnamed",
                        .schema = table->key_schema,
                        .unsalted = table->unsalted,
                        .prefer_newest = table->prefer_newest,
                        .random = table->unsalted ? g_random_int () : 0 };
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
         && hbase_pool_run (pool, operation, choose_timeout (table), choose_attempt_timeout (table),
                            cancellable, error);
}

void
hbase_table_run_async (HBaseTable *table, HBaseOperation *operation, GTask *task)
{
  GError *error = NULL;
  HBasePool *pool = table_choose_pool (table, operation, &error);

  if (pool != NULL)
    {
      hbase_pool_run_async (pool, operation, choose_timeout (table), choose_attempt_timeout (table), task);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

/* ---- properties ---- */

/**
 * hbase_table_new:
 * @connection: a connection
 * @name: the table's name, `name` or `namespace:name`
 *
 * Makes a handle of a table. Nothing is sent: the first call finds out whether the table exists. Each
 * handle has
 * timeouts and a key schema of its own.
 *
 * Returns: (transfer full): the table's handle
 *
 * Since: 0.1
 */
HBaseTable *
hbase_table_new (HBaseConnection *connection, const char *name)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return g_object_new (HBASE_TYPE_TABLE, "connection", connection, "name", name, NULL);
}

/**
 * hbase_table_new_unsalted:
 * @connection: a connection
 * @name: the table's name, `name` or `namespace:name`
 * @schema: what the table's row keys are made of
 *
 * Makes a handle of a table with salted keys, whose rows are named by their keys *without* the salts.
 * Nothing is sent.
 *
 * Salts are bytes of a row key that spread neighbours over the table's regions. All keys that calls of this
 * handle take have none, and scans, pages, first and last rows come in the order of the keys without salts:
 * the rows of all salts are read side by side and merged. Of a row [method@HBase.Row.get_key] is the key
 * without salts, and [method@HBase.Row.get_stored_key] the one under which it is stored.
 *
 * ```c
 * g_autoptr (HBaseKeySchema) users = hbase_key_schema_new ("salt:random(4),name:text", NULL);
 * g_autoptr (HBaseTable) by_name = hbase_table_new_unsalted (connection, "users", users);
 * g_autoptr (HBasePut) put = hbase_put_new_utf8 ("ada");
 * g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("ada");
 * g_autoptr (HBaseRow) found = NULL;
 *
 * hbase_put_add_utf8 (put, "content", "mail", "ada@example.org");
 * if (!hbase_table_put (by_name, put, NULL, &error))
 *   return FALSE;
 * found = hbase_table_get (by_name, get, NULL, &error);
 * ```
 *
 * **Salts that are computed** from the key (`md5-hex`, `phoenix`, `modulo`…): each row has one stored key,
 * and every call sends what it sends on a handle of stored keys.
 *
 * **Random salts** (`random`, `one-of`): a row may be stored under any of n keys.
 *
 * | call                             | requests                                                        |
 * |----------------------------------|-----------------------------------------------------------------|
 * | get, exists                      | one for all keys                                                |
 * | put                              | one for all keys, then the put, to the row found or to a new one |
 * | put with assume-new              | the put only ([method@HBase.Put.set_assume_new])                |
 * | delete                           | one for all keys                                                |
 * | check_and_put, increment, append | one, if made for a row that was read; else UNSUPPORTED          |
 *
 * A change is made for a row by [ctor@HBase.Put.new_for_row], [ctor@HBase.Increment.new_for_row] and so on.
 *
 * A put chooses one key, and all its attempts go there. The lookup and the put aren't atomic: if two
 * programs put a new row at a time, or one puts again after %HBASE_ERROR_OUTCOME_UNKNOWN, the row may be
 * stored twice. Such a row is %HBASE_ERROR_DUPLICATE_KEY until one of the two is deleted, or the newest one
 * is taken ([property@HBase.Table:prefer-newest]). To be certain, choose the key with
 * [method@HBase.KeySchema.salt_with_random], and put it by a handle of stored keys: repeated, it is the same
 * row.
 *
 * Further errors of the calls: %HBASE_ERROR_INVALID_KEY if a key isn't one of the schema without its salts;
 * %HBASE_ERROR_INVALID_ARGUMENT if there are more than 4,096 stored keys for a row; %HBASE_ERROR_UNSUPPORTED
 * for what is about stored keys: regions, bisection, unordered parallel ranges, and filters of row keys,
 * such as `PrefixFilter` and `RowFilter`.
 *
 * Returns: (transfer full): the table's handle
 *
 * Since: 0.1
 */
HBaseTable *
hbase_table_new_unsalted (HBaseConnection *connection, const char *name, HBaseKeySchema *schema)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (schema != NULL, NULL);

  return g_object_new (HBASE_TYPE_TABLE, "connection", connection, "name", name, "key-schema", schema,
                       "unsalted", TRUE, NULL);
}

/**
 * hbase_table_is_unsalted: (get-property unsalted)
 * @table: a table
 *
 * Returns whether the handle's rows are named by their keys without salts.
 *
 * Returns: %FALSE if they are named by their stored keys
 *
 * Since: 0.1
 */
gboolean
hbase_table_is_unsalted (HBaseTable *table)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);

  return table->unsalted;
}

/**
 * hbase_table_get_prefer_newest: (get-property prefer-newest)
 * @table: a table
 *
 * Returns whether the newest row is taken if a row is stored twice.
 *
 * Returns: %FALSE if such a row is an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_get_prefer_newest (HBaseTable *table)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);

  locker = g_mutex_locker_new (&table->lock);
  return table->prefer_newest;
}

/**
 * hbase_table_set_prefer_newest: (set-property prefer-newest)
 * @table: a table
 * @prefer_newest: %FALSE if such a row is an error
 *
 * Sets which row is meant if a row is stored twice: [property@HBase.Table:prefer-newest].
 *
 * Since: 0.1
 */
void
hbase_table_set_prefer_newest (HBaseTable *table, gboolean prefer_newest)
{
  g_return_if_fail (HBASE_IS_TABLE (table));

  g_object_set (table, "prefer-newest", prefer_newest, NULL);
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
 * hbase_table_dup_key_schema: (get-property key-schema)
 * @table: a table
 *
 * Returns what the table's row keys are made of, as set on this handle. May be called from any thread.
 *
 * Returns: (transfer full) (nullable): the key schema; %NULL if none was set
 *
 * Since: 0.1
 */
HBaseKeySchema *
hbase_table_dup_key_schema (HBaseTable *table)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  locker = g_mutex_locker_new (&table->lock);
  return table->key_schema != NULL ? hbase_key_schema_ref (table->key_schema) : NULL;
}

/**
 * hbase_table_set_key_schema: (set-property key-schema)
 * @table: a table
 * @schema: (nullable): a key schema
 *
 * On a handle whose keys have no salts it does nothing: its schema can't be changed.
 *
 * Says what the table's row keys are made of. Set it before other threads use the handle.
 *
 * Since: 0.1
 */
void
hbase_table_set_key_schema (HBaseTable *table, HBaseKeySchema *schema)
{
  g_return_if_fail (HBASE_IS_TABLE (table));

  if (!table->unsalted)
    g_object_set (table, "key-schema", schema, NULL);
}

/**
 * hbase_table_get_timeout: (get-property timeout)
 * @table: a table
 *
 * Returns how long a call of this handle may take in all.
 *
 * Returns: milliseconds; 0: without a limit; −1: as the connection's property of that name says
 *
 * Since: 0.1
 */
int
hbase_table_get_timeout (HBaseTable *table)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), -1);

  return get_int (table, &table->timeout);
}

/**
 * hbase_table_set_timeout: (set-property timeout)
 * @table: a table
 * @timeout: milliseconds; 0: without a limit; −1: as the connection's property of that name says
 *
 * Sets how long a call of this handle may take in all. Calls that have begun keep their timeouts.
 *
 * Since: 0.1
 */
void
hbase_table_set_timeout (HBaseTable *table, int timeout)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (timeout >= -1);

  g_object_set (table, "timeout", timeout, NULL);
}

/**
 * hbase_table_get_attempt_timeout: (get-property attempt-timeout)
 * @table: a table
 *
 * Returns how long one exchange with one gateway may take.
 *
 * Returns: milliseconds; 0: without a limit; −1: as the connection's property of that name says
 *
 * Since: 0.1
 */
int
hbase_table_get_attempt_timeout (HBaseTable *table)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), -1);

  return get_int (table, &table->attempt_timeout);
}

/**
 * hbase_table_set_attempt_timeout: (set-property attempt-timeout)
 * @table: a table
 * @timeout: milliseconds; 0: without a limit; −1: as the connection's property of that name says
 *
 * Sets how long one exchange with one gateway may take. Calls that have begun keep their timeouts.
 *
 * Since: 0.1
 */
void
hbase_table_set_attempt_timeout (HBaseTable *table, int timeout)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (timeout >= -1);

  g_object_set (table, "attempt-timeout", timeout, NULL);
}

gsize
hbase_table_get_row_width (HBaseTable *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->row_width;
}

/* Up at once, down by and by: columns of few bytes say little about whole rows. */
void
hbase_table_learn_row_width (gpointer table, gsize width)
{
  HBaseTable *self = table;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (width > 0)
    self->row_width = MAX (width, self->row_width - self->row_width / 8);
}

/* ---- calls ---- */

static gboolean
run (gpointer table, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  return hbase_table_run (table, operation, cancellable, error);
}

static void
run_async (gpointer table, HBaseOperation *operation, GTask *task)
{
  hbase_table_run_async (table, operation, task);
}

/**
 * hbase_table_get:
 * @table: a table
 * @get: what to read
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads a row, or some columns of it. A row that isn't there is no error: it comes as an empty row with the
 * key that was asked for, see [method@HBase.Row.is_empty].
 *
 * Returns: (transfer full): the row
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_get (HBaseTable *table, HBaseGet *get, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (get != NULL, NULL);

  return hbase_call_pointer (table, run, hbase_get_operation_new (hbase_table_get_target (table), get),
                             cancellable, error);
}

/**
 * hbase_table_get_async:
 * @table: a table
 * @get: what to read
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads a row, see [method@HBase.Table.get].
 *
 * Since: 0.1
 */
void
hbase_table_get_async (HBaseTable *table,
                       HBaseGet *get,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (get != NULL);

  hbase_call_async (table, run_async, hbase_table_get_async,
                    hbase_get_operation_new (hbase_table_get_target (table), get), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_get_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.get_async].
 *
 * Returns: (transfer full): the row
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_get_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return hbase_call_finish_pointer (table, hbase_table_get_async, result, error);
}

/**
 * hbase_table_get_multiple:
 * @table: a table
 * @gets: (element-type HBase.Get): what to read
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads several rows in one exchange. They come in the order they were asked for, one row for each get, also
 * where the same row is asked for twice; a row that isn't there is an empty one with its key. No gets, no
 * rows, and nothing is sent.
 *
 * Any failure fails the whole call.
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows; never %NULL ones
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_get_multiple (HBaseTable *table, GPtrArray *gets, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (gets != NULL, NULL);

  return hbase_call_pointer (table, run,
                             hbase_get_multiple_operation_new (hbase_table_get_target (table), gets),
                             cancellable, error);
}

/**
 * hbase_table_get_multiple_async:
 * @table: a table
 * @gets: (element-type HBase.Get): what to read
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads several rows, see [method@HBase.Table.get_multiple].
 *
 * Since: 0.1
 */
void
hbase_table_get_multiple_async (HBaseTable *table,
                                GPtrArray *gets,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (gets != NULL);

  hbase_call_async (table, run_async, hbase_table_get_multiple_async,
                    hbase_get_multiple_operation_new (hbase_table_get_target (table), gets), cancellable,
                    callback, user_data);
}

/**
 * hbase_table_get_multiple_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.get_multiple_async].
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows; never %NULL ones
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_get_multiple_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return hbase_call_finish_pointer (table, hbase_table_get_multiple_async, result, error);
}

/**
 * hbase_table_exists:
 * @table: a table
 * @get: what to read
 * @exists: (out) (optional): whether it is there
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Asks whether a row is there, or whether it has any of the columns that the get names. No cells travel.
 *
 * Returns: (skip): %TRUE: @exists says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_exists (
    HBaseTable *table, HBaseGet *get, gboolean *exists, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (get != NULL, FALSE);

  return hbase_call_flag (table, run, hbase_exists_operation_new (hbase_table_get_target (table), get),
                          exists, cancellable, error);
}

/**
 * hbase_table_exists_async:
 * @table: a table
 * @get: what to read
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Asks whether a row is there, see [method@HBase.Table.exists].
 *
 * Since: 0.1
 */
void
hbase_table_exists_async (HBaseTable *table,
                          HBaseGet *get,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (get != NULL);

  hbase_call_async (table, run_async, hbase_table_exists_async,
                    hbase_exists_operation_new (hbase_table_get_target (table), get), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_exists_finish:
 * @table: a table
 * @result: what the callback was given
 * @exists: (out) (optional): whether it is there
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.exists_async].
 *
 * Returns: (skip): %TRUE: @exists says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_exists_finish (HBaseTable *table, GAsyncResult *result, gboolean *exists, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);

  return hbase_call_finish_flag (table, hbase_table_exists_async, result, exists, error);
}

/**
 * hbase_table_put:
 * @table: a table
 * @put: what to write
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Writes a row's cells, all of them or none.
 *
 * A cell without a time stamp gets the server's time. If the connection is lost after the request has left,
 * such a put is %HBASE_ERROR_OUTCOME_UNKNOWN: it isn't sent again, since its cells could then cover what
 * another wrote in between. A put whose every cell has a stamp of its own may be repeated without harm, and
 * is.
 *
 * Returns: %TRUE: it is written; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_put (HBaseTable *table, HBasePut *put, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (put != NULL, FALSE);

  return hbase_call (table, run, hbase_put_operation_new (hbase_table_get_target (table), put), cancellable,
                     error);
}

/**
 * hbase_table_put_async:
 * @table: a table
 * @put: what to write
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Writes a row's cells, see [method@HBase.Table.put].
 *
 * Since: 0.1
 */
void
hbase_table_put_async (HBaseTable *table,
                       HBasePut *put,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (put != NULL);

  hbase_call_async (table, run_async, hbase_table_put_async,
                    hbase_put_operation_new (hbase_table_get_target (table), put), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_put_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.put_async].
 *
 * Returns: %TRUE: it is written; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_put_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);

  return hbase_call_finish (table, hbase_table_put_async, result, error);
}

/**
 * hbase_table_put_multiple:
 * @table: a table
 * @puts: (element-type HBase.Put): what to write
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Writes several rows in one exchange. Each row is written whole or not at all, but the rows aren't one
 * transaction: after an error some may be there and others not. All of them are checked before anything is
 * sent. No puts are no error, and nothing is sent.
 *
 * Repetition after a loss is as in [method@HBase.Table.put], by the stamps of all the cells.
 *
 * Returns: %TRUE: they are written; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_put_multiple (HBaseTable *table, GPtrArray *puts, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (puts != NULL, FALSE);

  return hbase_call (table, run, hbase_put_multiple_operation_new (hbase_table_get_target (table), puts),
                     cancellable, error);
}

/**
 * hbase_table_put_multiple_async:
 * @table: a table
 * @puts: (element-type HBase.Put): what to write
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Writes several rows, see [method@HBase.Table.put_multiple].
 *
 * Since: 0.1
 */
void
hbase_table_put_multiple_async (HBaseTable *table,
                                GPtrArray *puts,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (puts != NULL);

  hbase_call_async (table, run_async, hbase_table_put_multiple_async,
                    hbase_put_multiple_operation_new (hbase_table_get_target (table), puts), cancellable,
                    callback, user_data);
}

/**
 * hbase_table_put_multiple_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.put_multiple_async].
 *
 * Returns: %TRUE: they are written; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_put_multiple_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);

  return hbase_call_finish (table, hbase_table_put_multiple_async, result, error);
}

/**
 * hbase_table_delete:
 * @table: a table
 * @delete_: what to delete
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Deletes a row, or some families, columns or versions of it. What isn't there is no error.
 *
 * If the connection is lost after the request has left, a delete without stamps is
 * %HBASE_ERROR_OUTCOME_UNKNOWN: it isn't sent again, since it could then take away what another wrote in
 * between. One whose every part has a stamp is.
 *
 * Without timestamps the clock of the region's server says what is deleted: no cell that is newer. A cell
 * is newer
 * if its writer gave it a timestamp in the future, or if the region was moved from a server whose clock was
 * ahead.
 * Where that matters, give the timestamp of the newest cell that was read.
 *
 * Returns: %TRUE: it is deleted; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_delete (HBaseTable *table, HBaseDelete *delete_, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (delete_ != NULL, FALSE);

  return hbase_call (table, run, hbase_delete_operation_new (hbase_table_get_target (table), delete_),
                     cancellable, error);
}

/**
 * hbase_table_delete_async:
 * @table: a table
 * @delete_: what to delete
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Deletes a row or parts of it, see [method@HBase.Table.delete].
 *
 * Since: 0.1
 */
void
hbase_table_delete_async (HBaseTable *table,
                          HBaseDelete *delete_,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (delete_ != NULL);

  hbase_call_async (table, run_async, hbase_table_delete_async,
                    hbase_delete_operation_new (hbase_table_get_target (table), delete_), cancellable,
                    callback, user_data);
}

/**
 * hbase_table_delete_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.delete_async].
 *
 * Returns: %TRUE: it is deleted; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_delete_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);

  return hbase_call_finish (table, hbase_table_delete_async, result, error);
}

/**
 * hbase_table_delete_multiple:
 * @table: a table
 * @deletes: (element-type HBase.Delete): what to delete
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Deletes several rows, or parts of them, in one exchange. The deletes aren't one transaction: after an error
 * some may have been executed and others not. All of them are checked before anything is sent. An empty array
 * is no error, and nothing is sent.
 *
 * After a lost response they are sent again only if all of them have timestamps, as in
 * [method@HBase.Table.delete]; otherwise the call is %HBASE_ERROR_OUTCOME_UNKNOWN.
 *
 * Returns: %TRUE: they are deleted; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_delete_multiple (HBaseTable *table, GPtrArray *deletes, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (deletes != NULL, FALSE);

  return hbase_call (table, run,
                     hbase_delete_multiple_operation_new (hbase_table_get_target (table), deletes),
                     cancellable, error);
}

/**
 * hbase_table_delete_multiple_async:
 * @table: a table
 * @deletes: (element-type HBase.Delete): what to delete
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Deletes several rows or parts of them, see [method@HBase.Table.delete_multiple].
 *
 * Since: 0.1
 */
void
hbase_table_delete_multiple_async (HBaseTable *table,
                                   GPtrArray *deletes,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (deletes != NULL);

  hbase_call_async (table, run_async, hbase_table_delete_multiple_async,
                    hbase_delete_multiple_operation_new (hbase_table_get_target (table), deletes),
                    cancellable, callback, user_data);
}

/**
 * hbase_table_delete_multiple_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.delete_multiple_async].
 *
 * Returns: %TRUE: they are deleted; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_delete_multiple_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);

  return hbase_call_finish (table, hbase_table_delete_multiple_async, result, error);
}

/**
 * hbase_table_check_and_put:
 * @table: a table
 * @family: the family of the column to look at
 * @qualifier: (array length=qualifier_length) (nullable): its qualifier; %NULL: the empty one
 * @qualifier_length: length of @qualifier in bytes
 * @value: (array length=value_length) (nullable): the value expected; %NULL: none
 * @value_length: length of @value in bytes
 * @put: what to write
 * @applied: (out) (optional): whether it was written
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Writes a row's cells if one of its columns has the value expected, in one atomic step. Only the column's
 * newest version is looked at. The row is that of @put.
 *
 * With @value %NULL the column is expected not to be there. HBase takes a cell whose value is empty for one
 * that isn't there, too: don't mark anything by an empty value.
 *
 * If the connection is lost after the request has left, the call is %HBASE_ERROR_OUTCOME_UNKNOWN: that it was
 * answered with “not applied” by a second attempt wouldn't say that the first one wasn't. Put a value of
 * one's own into the row and read it back to know.
 *
 * Returns: (skip): %TRUE: @applied says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_check_and_put (HBaseTable *table,
                           const char *family,
                           const guint8 *qualifier,
                           gsize qualifier_length,
                           const guint8 *value,
                           gsize value_length,
                           HBasePut *put,
                           gboolean *applied,
                           GCancellable *cancellable,
                           GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (family != NULL, FALSE);
  hbase_return_if_no_bytes (qualifier, FALSE);
  hbase_return_if_no_bytes (value, FALSE);
  g_return_val_if_fail (put != NULL, FALSE);

  return hbase_call_flag (table, run,
                          hbase_check_and_put_operation_new (hbase_table_get_target (table),
                                                             hbase_slice_text (family),
                                                             hbase_slice (qualifier, qualifier_length),
                                                             hbase_slice (value, value_length), put),
                          applied, cancellable, error);
}

/**
 * hbase_table_check_and_put_async:
 * @table: a table
 * @family: the family of the column to look at
 * @qualifier: (array length=qualifier_length) (nullable): its qualifier; %NULL: the empty one
 * @qualifier_length: length of @qualifier in bytes
 * @value: (array length=value_length) (nullable): the value expected; %NULL: none
 * @value_length: length of @value in bytes
 * @put: what to write
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Writes a row's cells if one of its columns has the value expected, see [method@HBase.Table.check_and_put].
 *
 * Since: 0.1
 */
void
hbase_table_check_and_put_async (HBaseTable *table,
                                 const char *family,
                                 const guint8 *qualifier,
                                 gsize qualifier_length,
                                 const guint8 *value,
                                 gsize value_length,
                                 HBasePut *put,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);
  hbase_return_if_no_bytes (value);
  g_return_if_fail (put != NULL);

  hbase_call_async (table, run_async, hbase_table_check_and_put_async,
                    hbase_check_and_put_operation_new (
                        hbase_table_get_target (table), hbase_slice_text (family),
                        hbase_slice (qualifier, qualifier_length), hbase_slice (value, value_length), put),
                    cancellable, callback, user_data);
}

/**
 * hbase_table_check_and_put_finish:
 * @table: a table
 * @result: what the callback was given
 * @applied: (out) (optional): whether it was written
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.check_and_put_async].
 *
 * Returns: (skip): %TRUE: @applied says it; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_table_check_and_put_finish (HBaseTable *table, GAsyncResult *result, gboolean *applied, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);

  return hbase_call_finish_flag (table, hbase_table_check_and_put_async, result, applied, error);
}

/**
 * hbase_table_increment:
 * @table: a table
 * @increment: what to raise
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Raises numbers of a row, all of them or none, and tells what they are then.
 *
 * If the connection is lost after the request has left, it is %HBASE_ERROR_OUTCOME_UNKNOWN: sent again it
 * could
 * be done twice.
 *
 * Returns: (transfer full): the row with these columns as they are then; an empty one where results weren't
 * wanted; or %NULL: an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_increment (HBaseTable *table,
                       HBaseIncrement *increment,
                       GCancellable *cancellable,
                       GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (increment != NULL, NULL);

  return hbase_call_pointer (table, run,
                             hbase_increment_operation_new (hbase_table_get_target (table), increment),
                             cancellable, error);
}

/**
 * hbase_table_increment_async:
 * @table: a table
 * @increment: what to raise
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * The same as [method@HBase.Table.increment], without blocking.
 *
 * Since: 0.1
 */
void
hbase_table_increment_async (HBaseTable *table,
                             HBaseIncrement *increment,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (increment != NULL);

  hbase_call_async (table, run_async, hbase_table_increment_async,
                    hbase_increment_operation_new (hbase_table_get_target (table), increment), cancellable,
                    callback, user_data);
}

/**
 * hbase_table_increment_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.increment_async].
 *
 * Returns: (transfer full): the row with these columns as they are then, or %NULL: an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_increment_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return hbase_call_finish_pointer (table, hbase_table_increment_async, result, error);
}

/**
 * hbase_table_append:
 * @table: a table
 * @append: what to put behind
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Puts bytes behind values of a row, of all of them or none, and tells what they are then.
 *
 * If the connection is lost after the request has left, it is %HBASE_ERROR_OUTCOME_UNKNOWN: sent again it
 * could
 * be done twice.
 *
 * Returns: (transfer full): the row with these columns as they are then; an empty one where results weren't
 * wanted; or %NULL: an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_append (HBaseTable *table, HBaseAppend *append, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (append != NULL, NULL);

  return hbase_call_pointer (table, run, hbase_append_operation_new (hbase_table_get_target (table), append),
                             cancellable, error);
}

/**
 * hbase_table_append_async:
 * @table: a table
 * @append: what to put behind
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * The same as [method@HBase.Table.append], without blocking.
 *
 * Since: 0.1
 */
void
hbase_table_append_async (HBaseTable *table,
                          HBaseAppend *append,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (append != NULL);

  hbase_call_async (table, run_async, hbase_table_append_async,
                    hbase_append_operation_new (hbase_table_get_target (table), append), cancellable,
                    callback, user_data);
}

/**
 * hbase_table_append_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.append_async].
 *
 * Returns: (transfer full): the row with these columns as they are then, or %NULL: an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_append_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return hbase_call_finish_pointer (table, hbase_table_append_async, result, error);
}

/**
 * hbase_table_get_regions:
 * @table: a table
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads which regions the table has, and which servers have them. Together they hold all keys; while HBase
 * creates, splits or merges regions, some may be missing for a moment. Copies for reading aren't listed.
 *
 * ```c
 * g_autoptr (GPtrArray) regions = hbase_table_get_regions (table, NULL, &error);
 *
 * for (guint i = 0; regions != NULL && i < regions->len; i++)
 *   {
 *     gsize length;
 *     const guint8 *start = hbase_region_get_start_key (regions->pdata[i], &length);
 *     g_autofree char *text = hbase_bytes_to_text (start, length);
 *
 *     g_print ("%s at %s\n", text, hbase_region_get_host (regions->pdata[i]));
 *   }
 * ```
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, and those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer container) (element-type HBase.Region): the regions, by their start keys
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_get_regions (HBaseTable *table, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return hbase_call_pointer (table, run, hbase_list_regions_operation_new (hbase_table_get_target (table)),
                             cancellable, error);
}

/**
 * hbase_table_get_regions_async:
 * @table: a table
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads which regions the table has, see [method@HBase.Table.get_regions].
 *
 * Since: 0.1
 */
void
hbase_table_get_regions_async (HBaseTable *table,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));

  hbase_call_async (table, run_async, hbase_table_get_regions_async,
                    hbase_list_regions_operation_new (hbase_table_get_target (table)), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_get_regions_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.get_regions_async].
 *
 * Returns: (transfer container) (element-type HBase.Region): the regions, by their start keys
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_get_regions_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return hbase_call_finish_pointer (table, hbase_table_get_regions_async, result, error);
}

/**
 * hbase_table_get_region:
 * @table: a table
 * @row: (array length=row_length): a row's key, whether there is such a row or not; no bytes: the first
 * region's
 * @row_length: how many bytes
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads which region a row is in, and which server has it.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_INVALID_ARGUMENT (a key of more than 32,767 bytes), and
 * those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer full): the region
 *
 * Since: 0.1
 */
HBaseRegion *
hbase_table_get_region (
    HBaseTable *table, const guint8 *row, gsize row_length, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  hbase_return_if_no_bytes (row, NULL);

  return hbase_call_pointer (
      table, run,
      hbase_find_region_operation_new (hbase_table_get_target (table), hbase_slice (row, row_length)),
      cancellable, error);
}

/**
 * hbase_table_get_region_async:
 * @table: a table
 * @row: (array length=row_length): a row's key
 * @row_length: how many bytes
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads which region a row is in, see [method@HBase.Table.get_region].
 *
 * Since: 0.1
 */
void
hbase_table_get_region_async (HBaseTable *table,
                              const guint8 *row,
                              gsize row_length,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  hbase_return_if_no_bytes (row);

  hbase_call_async (
      table, run_async, hbase_table_get_region_async,
      hbase_find_region_operation_new (hbase_table_get_target (table), hbase_slice (row, row_length)),
      cancellable, callback, user_data);
}

/**
 * hbase_table_get_region_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.get_region_async].
 *
 * Returns: (transfer full): the region
 *
 * Since: 0.1
 */
HBaseRegion *
hbase_table_get_region_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return hbase_call_finish_pointer (table, hbase_table_get_region_async, result, error);
}

/* ---- first and last rows ---- */

static HBaseTableCursor *
cursor_new (HBaseTable *table, HBaseScan *scan /* (transfer full) */)
{
  g_autoptr (HBaseScan) held = scan;

  return hbase_table_scan (table, held);
}

/* ---- the first row ---- */

/**
 * hbase_table_first_row:
 * @table: a table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * The row with the least key, of the whole table or of the scan's range, by one call. Where there is none it
 * is %NULL, without an error.
 *
 * Of the scan, its range, prefix, and what is read of the rows are heeded, not its direction and limit: the
 * first row is always the one with the least key. Its direction only matters with a filter of which HBase
 * says
 * something else where it reads the other way (they are named by [ctor@HBase.PageIterator.new]): to read
 * against it is refused, with %HBASE_ERROR_INVALID_ARGUMENT.
 *
 * ```c
 * g_autoptr (HBaseScan) of_user = hbase_scan_new ();
 * g_autoptr (HBaseRow) newest = NULL;
 *
 * hbase_scan_set_prefix (of_user, g_bytes_get_data (user, NULL), g_bytes_get_size (user));
 * newest = hbase_table_first_row (table, of_user, NULL, &error);
 * ```
 *
 * Errors: those of [method@HBase.TableCursor.next].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_first_row (HBaseTable *table, HBaseScan *scan, GCancellable *cancellable, GError **error)
{
  HBaseTableCursor *cursor;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  cursor = cursor_new (table, hbase_scan_copy_reversed (scan, FALSE, 1));
  return hbase_collect_take_row (hbase_collect_rows (cursor, 1, cancellable, error));
}

/**
 * hbase_table_first_row_async:
 * @table: a table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads the row with the least key, see [method@HBase.Table.first_row].
 *
 * Since: 0.1
 */
void
hbase_table_first_row_async (HBaseTable *table,
                             HBaseScan *scan,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  hbase_collect_rows_async (
      cursor_new (table, hbase_scan_copy_reversed (scan, FALSE, 1)), 1,
      hbase_task_new (table, hbase_table_first_row_async, cancellable, callback, user_data));
}

/**
 * hbase_table_first_row_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.first_row_async].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_first_row_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_collect_take_row (hbase_collect_finish (table, hbase_table_first_row_async, result, error));
}

/* ---- the last row ---- */

/**
 * hbase_table_last_row:
 * @table: a table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @method: how to find it
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * The row with the greatest key, of the whole table or of the scan's range. Where there is none it is %NULL,
 * without an error. Of the scan the same is heeded as by [method@HBase.Table.first_row].
 *
 * All methods find the same row, where all rows have keys as the key schema says; they differ in what is
 * sent: see [enum@HBase.LastRowMethod]. A row that was there all the time isn't passed over by one before it;
 * of rows that come and go meanwhile any may be it.
 *
 * Of a table that grows downwards the last row is the oldest. Once that was retired only its guard is left,
 * and a scan that skips guards ([method@HBase.Scan.set_skip_guards]) finds the oldest one that wasn't:
 * %HBASE_LAST_ROW_METHOD_AUTO by one call more.
 *
 * Errors: those of [method@HBase.TableCursor.next], and %HBASE_ERROR_INVALID_ARGUMENT for
 * %HBASE_LAST_ROW_METHOD_CONSTANT where no constant key is known.
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_last_row (
    HBaseTable *table, HBaseScan *scan, HBaseLastRowMethod method, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (method <= HBASE_LAST_ROW_METHOD_CONSTANT, NULL);

  return hbase_call_pointer (table, run,
                             hbase_last_row_operation_new (hbase_table_get_target (table), scan, method),
                             cancellable, error);
}

/**
 * hbase_table_last_row_async:
 * @table: a table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @method: how to find it
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads the row with the greatest key, see [method@HBase.Table.last_row].
 *
 * Since: 0.1
 */
void
hbase_table_last_row_async (HBaseTable *table,
                            HBaseScan *scan,
                            HBaseLastRowMethod method,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (method <= HBASE_LAST_ROW_METHOD_CONSTANT);

  hbase_call_async (table, run_async, hbase_table_last_row_async,
                    hbase_last_row_operation_new (hbase_table_get_target (table), scan, method), cancellable,
                    callback, user_data);
}

/**
 * hbase_table_last_row_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.last_row_async].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_last_row_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return hbase_call_finish_pointer (table, hbase_table_last_row_async, result, error);
}

/* ---- the last rows ---- */

/**
 * hbase_table_last_rows:
 * @table: a table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @n_rows: how many, at most; at least 1
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * The rows with the greatest keys, of the whole table or of the scan's range, in the order of their keys:
 * the last row is the last one. Where there are fewer, these; of an empty table, none. All are held in
 * memory. Of the scan the same is heeded as by [method@HBase.Table.first_row].
 *
 * They are read by a reversed scan: by one call, where they fit into one reply.
 *
 * Errors: those of [method@HBase.TableCursor.next], and %HBASE_ERROR_INVALID_ARGUMENT where @n_rows is 0.
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows, or %NULL on error
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_last_rows (
    HBaseTable *table, HBaseScan *scan, guint n_rows, GCancellable *cancellable, GError **error)
{
  HBaseTableCursor *cursor;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!hbase_collect_check_n_rows (table, table, n_rows, error))
    return NULL;
  cursor = cursor_new (table, hbase_scan_copy_reversed (scan, TRUE, n_rows));
  return hbase_reverse_rows (hbase_collect_rows (cursor, n_rows, cancellable, error));
}

/**
 * hbase_table_last_rows_async:
 * @table: a table
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @n_rows: how many, at most; at least 1
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads the rows with the greatest keys, see [method@HBase.Table.last_rows].
 *
 * Since: 0.1
 */
void
hbase_table_last_rows_async (HBaseTable *table,
                             HBaseScan *scan,
                             guint n_rows,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = hbase_task_new (table, hbase_table_last_rows_async, cancellable, callback, user_data);
  if (hbase_collect_check_n_rows (table, table, n_rows, &error))
    hbase_collect_rows_async (cursor_new (table, hbase_scan_copy_reversed (scan, TRUE, n_rows)), n_rows,
                              g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/**
 * hbase_table_last_rows_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.last_rows_async].
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows, or %NULL on error
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_last_rows_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_reverse_rows (hbase_collect_finish (table, hbase_table_last_rows_async, result, error));
}

/* ---- the row at a key, or before it ---- */

/**
 * hbase_table_row_at_or_before:
 * @table: a table
 * @key: (array length=key_length): a row key; there need not be such a row
 * @key_length: how many bytes
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * The row with that key, or, where there is none, the next one before it; of the scan's range, where there is
 * a scan. Where there is none at all it is %NULL, without an error. Of the scan the same is heeded as by
 * [method@HBase.Table.first_row].
 *
 * It is read by one call, a reversed scan.
 *
 * Errors: those of [method@HBase.TableCursor.next].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_row_at_or_before (HBaseTable *table,
                              const guint8 *key,
                              gsize key_length,
                              HBaseScan *scan,
                              GCancellable *cancellable,
                              GError **error)
{
  HBaseSlice row = hbase_slice (key, key_length);
  HBaseTableCursor *cursor;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  hbase_return_if_no_bytes (key, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!hbase_collect_check_key (table, table, row, error))
    return NULL;
  cursor = cursor_new (table, hbase_scan_copy_down_from (scan, row));
  return hbase_collect_take_row (hbase_collect_rows (cursor, 1, cancellable, error));
}

/**
 * hbase_table_row_at_or_before_async:
 * @table: a table
 * @key: (array length=key_length): a row key; there need not be such a row
 * @key_length: how many bytes
 * @scan: (nullable): which rows and columns; %NULL for all; it is copied
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads the row at a key, or the next one before it, see [method@HBase.Table.row_at_or_before].
 *
 * Since: 0.1
 */
void
hbase_table_row_at_or_before_async (HBaseTable *table,
                                    const guint8 *key,
                                    gsize key_length,
                                    HBaseScan *scan,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  HBaseSlice row = hbase_slice (key, key_length);
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_TABLE (table));
  hbase_return_if_no_bytes (key);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = hbase_task_new (table, hbase_table_row_at_or_before_async, cancellable, callback, user_data);
  if (hbase_collect_check_key (table, table, row, &error))
    hbase_collect_rows_async (cursor_new (table, hbase_scan_copy_down_from (scan, row)), 1,
                              g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/**
 * hbase_table_row_at_or_before_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.row_at_or_before_async].
 *
 * Returns: (transfer full) (nullable): the row; %NULL: there is none, or an error
 *
 * Since: 0.1
 */
HBaseRow *
hbase_table_row_at_or_before_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_collect_take_row (
      hbase_collect_finish (table, hbase_table_row_at_or_before_async, result, error));
}
