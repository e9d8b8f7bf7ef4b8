/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements HBaseTable, the handle of a table: its properties, and its calls, which read and write
 * rows. */

#include "hbase-table-private.h"

#include "hbase-admin-operations-private.h"
#include "hbase-collect-operation-private.h"
#include "hbase-data-operations-private.h"
#include "hbase-gatherer-private.h"
#include "hbase-last-row-operation-private.h"
#include "hbase-object-private.h"
#include "hbase-table-names-private.h"

/**
 * HBaseTable:
 *
 * A handle of a table, whose calls read and write rows by their keys. [ctor@HBase.Table.new] makes one
 * without sending anything.
 *
 * Every call has three forms: `foo` blocks; `foo_async` calls its callback in the thread-default main context
 * of its caller; `foo_finish` returns the result. Gets, puts, keys and other arguments are read before `foo`
 * or `foo_async` returns, and may be changed or freed afterwards. A handle may be used from any thread.
 *
 * Errors of any call. After all but the last two nothing was written; only a call that changes several rows
 * may have written some of them, when HBase refused it because of another one.
 *
 * - %HBASE_ERROR_INVALID_ARGUMENT: an argument is invalid; most are checked before anything is sent
 * - %HBASE_ERROR_INVALID_URI: the connection was constructed with an invalid URI, or a file that the URI
 *   names for TLS (`ca`, `cert`, `key`) can't be used
 * - %HBASE_ERROR_UNREACHABLE, %HBASE_ERROR_CONNECTION_REFUSED, %HBASE_ERROR_HOST_NOT_FOUND,
 *   %HBASE_ERROR_PERMISSION_DENIED: no gateway can be connected to
 * - %HBASE_ERROR_UNTRUSTED: the gateway's certificate isn't accepted
 * - %HBASE_ERROR_UNAUTHENTICATED: the gateway requires another user and password, or another certificate of
 *   the client
 * - %HBASE_ERROR_ACCESS_DENIED: HBase doesn't permit the call to the gateway's user, or a gateway in HTTP
 *   mode (or a proxy before it) refuses it
 * - %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_TABLE_DISABLED, %HBASE_ERROR_FAMILY_NOT_FOUND: if the table
 *   was changed during the call, a write may have been executed before
 * - %HBASE_ERROR_READ_ONLY, of writes only: the gateway or the table doesn't accept them
 * - %HBASE_ERROR_UNSUPPORTED: the gateway, the embedded engine, this build or installation of the library, or
 *   a handle whose keys have no salts ([ctor@HBase.Table.new_unsalted]) doesn't support the call
 * - %HBASE_ERROR_INVALID_KEY, %HBASE_ERROR_DUPLICATE_KEY, on a handle whose keys have no salts: the row key
 *   doesn't match the key schema; the row is stored more than once
 * - %HBASE_ERROR_REMOTE: HBase refused the call for another reason
 * - %HBASE_ERROR_PROTOCOL: the peer isn't a Thrift2 gateway with the protocol and framing of the URI, or its
 *   response isn't the expected one
 * - %HBASE_ERROR_TOO_LARGE: the request is too large, or the response is larger than
 *   [property@HBase.Connection:max-reply-size]
 * - %HBASE_ERROR_STORAGE: a database of the embedded engine can't be opened, read or written
 * - %HBASE_ERROR_RETRY_BUDGET, of reads only: a request failed and isn't sent again, as too many requests of
 *   the connection have failed ([property@HBase.Connection:retry-budget])
 * - %HBASE_ERROR_TIMED_OUT: [property@HBase.Table:timeout] expired; the message says what failed until then
 * - %HBASE_ERROR_CLOSED: the connection was closed before the call, or during it
 * - %HBASE_ERROR_OUTCOME_UNKNOWN, of writes only: the write may have been executed, or may still be. After
 *   its request was sent the connection was lost, the timeout expired, or the response wasn't a valid one; or
 *   HBase refused the request with a message that says nothing about earlier attempts of its gateway; or the
 *   embedded engine couldn't sync its disk
 * - %G_IO_ERROR_CANCELLED: the caller cancelled the call; a write whose request was sent may have been
 *   executed. If the cancellable was cancelled before the call, nothing is sent
 *
 * Reads that fail because of a connection, or because HBase is temporarily unavailable, are repeated until
 * the timeout; no call fails with %HBASE_ERROR_CONNECTION_LOST or %HBASE_ERROR_UNAVAILABLE. Writes of which
 * no byte was sent are repeated, too, and puts and deletes whose timestamps are all set by the caller.
 */
struct _HBaseTable {
  GObject parent_instance;
  HBaseConnection *connection;
  char *name;
  HBaseKeySchema *key_schema; /* NULL: none */
  gboolean unsalted;
  GMutex lock;         /* protects the fields below */
  int timeout;         /* ms; −1: that of the connection */
  int attempt_timeout; /* ms; −1: that of the connection */
  gsize row_width;     /* in bytes; 0: unknown */
  gboolean prefer_newest;
  guint max_gathered;
  HBaseGatherer *gatherer; /* NULL: no call was gathered yet; constant afterwards */
};

/* Of max-gathered. */
#define MAX_GATHERED 100000

enum {
  PROP_CONNECTION = 1,
  PROP_NAME,
  PROP_TIMEOUT,
  PROP_ATTEMPT_TIMEOUT,
  PROP_KEY_SCHEMA,
  PROP_UNSALTED,
  PROP_PREFER_NEWEST,
  PROP_MAX_GATHERED,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (HBaseTable, hbase_table, G_TYPE_OBJECT)

/* Reads a field of the handle under its lock. */
static int
get_int (HBaseTable *self, const int *value)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return *value;
}

/* The next two functions return the timeouts of a call. The handle must have a connection. */
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

/* Where the properties are stored. */
static const gsize members[N_PROPERTIES] = {
  [PROP_CONNECTION] = G_STRUCT_OFFSET (HBaseTable, connection),
  [PROP_NAME] = G_STRUCT_OFFSET (HBaseTable, name),
  [PROP_TIMEOUT] = G_STRUCT_OFFSET (HBaseTable, timeout),
  [PROP_ATTEMPT_TIMEOUT] = G_STRUCT_OFFSET (HBaseTable, attempt_timeout),
  [PROP_KEY_SCHEMA] = G_STRUCT_OFFSET (HBaseTable, key_schema),
  [PROP_UNSALTED] = G_STRUCT_OFFSET (HBaseTable, unsalted),
  [PROP_PREFER_NEWEST] = G_STRUCT_OFFSET (HBaseTable, prefer_newest),
  [PROP_MAX_GATHERED] = G_STRUCT_OFFSET (HBaseTable, max_gathered),
};

static void
hbase_table_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&HBASE_TABLE (object)->lock);

  hbase_object_get_member (object, members[id], value);
}

/* So that a table has the same name in comparisons, tokens and messages, however it was given. */
static void
set_name (HBaseTable *table, const char *name)
{
  g_free (table->name);
  table->name = name != NULL ? g_strdup (hbase_table_name_get_canonical (name)) : NULL;
}

static void
hbase_table_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HBaseTable *table = HBASE_TABLE (object);

  if (id == PROP_NAME)
    set_name (table, g_value_get_string (value));
  else
    hbase_object_set_locked_member (object, &table->lock, members[id], value, pspec);
}

static void
hbase_table_finalize (GObject *object)
{
  HBaseTable *self = HBASE_TABLE (object);

  g_clear_pointer (&self->gatherer, hbase_gatherer_free);
  g_clear_pointer (&self->key_schema, hbase_key_schema_unref);
  g_clear_object (&self->connection);
  g_free (self->name);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (hbase_table_parent_class)->finalize (object);
}

static void
define_constant_properties (void)
{
  const GParamFlags made_with = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  /**
   * HBaseTable:connection: (getter get_connection)
   *
   * The connection that the table's calls use.
   */
  properties[PROP_CONNECTION]
      = g_param_spec_object ("connection", NULL, NULL, HBASE_TYPE_CONNECTION, made_with);
  /**
   * HBaseTable:name: (getter get_name)
   *
   * The table's name, `name` or `namespace:name`; without the namespace if that is `default`.
   */
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, made_with);
  /**
   * HBaseTable:key-schema: (getter get_key_schema)
   *
   * The schema of the table's row keys; %NULL, the default, means none. It belongs to this handle, and isn't
   * stored in the table. Rows that the handle reads return the fields of their keys by name.
   */
  properties[PROP_KEY_SCHEMA]
      = g_param_spec_boxed ("key-schema", NULL, NULL, HBASE_TYPE_KEY_SCHEMA, made_with);
  /**
   * HBaseTable:unsalted: (getter is_unsalted)
   *
   * Whether keys of rows are given and returned without the salts of [property@HBase.Table:key-schema], see
   * [ctor@HBase.Table.new_unsalted].
   */
  properties[PROP_UNSALTED] = g_param_spec_boolean ("unsalted", NULL, NULL, FALSE, made_with);
}

static void
define_settable_properties (void)
{
  const GParamFlags settable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  /**
   * HBaseTable:timeout: (getter get_timeout) (setter set_timeout)
   *
   * The maximum duration of a call of this handle, with all its attempts, in milliseconds. 0 means no limit;
   * −1, the default, means the value of [property@HBase.Connection:timeout].
   */
  properties[PROP_TIMEOUT] = g_param_spec_int ("timeout", NULL, NULL, -1, G_MAXINT32, -1, settable);
  /**
   * HBaseTable:attempt-timeout: (getter get_attempt_timeout) (setter set_attempt_timeout)
   *
   * The maximum duration of one exchange with one gateway, in milliseconds. 0 means no limit; −1, the
   * default, means the value of [property@HBase.Connection:attempt-timeout].
   */
  properties[PROP_ATTEMPT_TIMEOUT]
      = g_param_spec_int ("attempt-timeout", NULL, NULL, -1, G_MAXINT32, -1, settable);
  /**
   * HBaseTable:prefer-newest: (getter get_prefer_newest) (setter set_prefer_newest)
   *
   * Whether the newest of several rows is chosen if a row is stored more than once, on a handle whose keys
   * have no salts: the row with the newest cell among the columns that a get requests. With %FALSE, the
   * default, calls that look up such a row fail with %HBASE_ERROR_DUPLICATE_KEY.
   */
  properties[PROP_PREFER_NEWEST] = g_param_spec_boolean ("prefer-newest", NULL, NULL, FALSE, settable);
  /**
   * HBaseTable:max-gathered: (getter get_max_gathered) (setter set_max_gathered)
   *
   * The most gets, or puts, that are gathered in one request. 1, the default, means that each is sent by
   * itself.
   *
   * With a greater number, the asynchronous gets that are begun in one iteration of the main loop are sent
   * together, as one `getMultiple`, and so are the puts, as one `putMultiple`. A program that begins
   * hundreds of calls at a time, such as one for each item of a list, is several times as fast by that. The
   * callbacks, the results and the errors are those of single calls: each call has its own row or error,
   * and its own cancellable. Blocking calls, and the other asynchronous ones, are never gathered.
   *
   * - A request is sent when it has this many gets, or 2,000,000 bytes; the others in the next iteration.
   *   So a call that is begun alone is sent alone, one iteration later.
   * - The timeout begins when the request is sent.
   * - If HBase refuses a request, because of one of the gets for example, each of its gets is sent by
   *   itself. Puts are sent as those of [class@HBase.Batch] are: puts of one row in the order in which they
   *   were begun, and after a refusal each by itself, by which a put without a timestamp may be stored as
   *   two versions.
   * - If the connection is lost, each call is handled by the rules of single calls: gets are repeated, and
   *   a put without a timestamp fails with %HBASE_ERROR_OUTCOME_UNKNOWN.
   * - A cancelled call is complete at once; the request goes on for the others. A put that is cancelled
   *   after its request was sent may have been executed.
   * - A response has all rows of its request, and gateways hold it in memory: with rows of more than some
   *   kilobytes, choose a number by which it stays below [property@HBase.Connection:max-reply-size]. Gets
   *   whose response is larger are sent again, each by itself.
   */
  properties[PROP_MAX_GATHERED]
      = g_param_spec_uint ("max-gathered", NULL, NULL, 1, MAX_GATHERED, 1, settable);
}

static void
hbase_table_class_init (HBaseTableClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = hbase_table_get_property;
  object_class->set_property = hbase_table_set_property;
  object_class->finalize = hbase_table_finalize;
  define_constant_properties ();
  define_settable_properties ();
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_table_init (HBaseTable *self)
{
  g_mutex_init (&self->lock);
  self->timeout = -1;
  self->attempt_timeout = -1;
  self->max_gathered = 1;
}

HBaseWireProtocol
hbase_table_get_protocol (HBaseTable *table)
{
  return hbase_connection_get_protocol (table->connection);
}

/* Updates the estimate of a row's width with the average width of the rows of a response; 0 is ignored. A
 * greater width is used at once, and a smaller one lowers the estimate by an eighth at most: columns of few
 * bytes say little about whole rows. */
static void
learn_row_width (gpointer table, gsize width)
{
  HBaseTable *self = table;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (width > 0)
    self->row_width = MAX (width, self->row_width - self->row_width / 8);
}

/* Operations are made for a table without a name, too: hbase_table_check() fails before they are run. */
static HBaseTarget
get_target (HBaseTable *table)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);
  HBaseTimestamps *timestamps = hbase_connection_get_timestamps (table->connection);

  return (HBaseTarget){ .protocol = hbase_table_get_protocol (table),
                        .table = table->name != NULL ? table->name : "unnamed",
                        .schema = table->key_schema,
                        .unsalted = table->unsalted,
                        .prefer_newest = table->prefer_newest,
                        .random = table->unsalted ? g_random_int () : 0,
                        .row_width = table->row_width,
                        .learn_row_width = learn_row_width,
                        .learn_data = table,
                        .draw_timestamp = timestamps != NULL ? hbase_timestamps_draw : NULL,
                        .timestamps = timestamps };
}

HBaseTarget
hbase_table_get_target (HBaseTable *table)
{
  return get_target (table);
}

gboolean
hbase_table_check (gpointer owner, HBaseTable *table, GError **error)
{
  if (!hbase_object_check_property (owner, "table", table, error)
      || !hbase_object_check_property (table, "connection", table->connection, error)
      || !hbase_object_check_property (table, "name", table->name, error)
      || !hbase_connection_check (table->connection, error))
    return FALSE;
  if (hbase_connection_check_open (table->connection, error))
    return TRUE;
  hbase_error_prefix (error, "table “%s”: ", table->name);
  return FALSE;
}

gboolean
hbase_table_check_call (gpointer owner, HBaseTable *table, GCancellable *cancellable, GError **error)
{
  return !g_cancellable_set_error_if_cancelled (cancellable, error)
         && hbase_table_check (owner, table, error);
}

gboolean
hbase_table_run (
    gpointer owner, HBaseTable *table, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  HBasePool *pool = hbase_table_check (owner, table, error)
                        ? hbase_connection_choose_pool (table->connection, operation, error)
                        : NULL;

  return pool != NULL
         && hbase_pool_run (pool, operation, choose_timeout (table), choose_attempt_timeout (table),
                            cancellable, error);
}

static void
run_async_within (
    gpointer table, HBaseOperation *operation, guint timeout, guint attempt_timeout, GTask *task)
{
  g_autoptr (GTask) held = task;
  GError *error = NULL;
  HBasePool *pool = hbase_connection_choose_pool (HBASE_TABLE (table)->connection, operation, &error);

  if (pool == NULL)
    g_task_return_error (task, error);
  else
    hbase_pool_run_async (pool, operation, timeout, attempt_timeout, g_steal_pointer (&held));
}

void
hbase_table_run_async (gpointer owner, HBaseTable *table, HBaseOperation *operation, GTask *task)
{
  GError *error = NULL;

  if (hbase_table_check (owner, table, &error))
    run_async_within (table, operation, choose_timeout (table), choose_attempt_timeout (table), task);
  else
    {
      g_task_return_error (task, error);
      g_object_unref (task);
    }
}

/* ---- properties ---- */

/**
 * hbase_table_new:
 * @connection: a connection
 * @name: the table's name, `name` or `namespace:name`
 *
 * Makes a handle of a table, without a key schema. Nothing is sent: the first call finds out whether the
 * table exists. Each handle has timeouts of its own.
 *
 * Returns: (transfer full): the table's handle
 */
HBaseTable *
hbase_table_new (HBaseConnection *connection, const char *name)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return g_object_new (HBASE_TYPE_TABLE, "connection", connection, "name", name, NULL);
}

/**
 * hbase_table_new_with_key_schema:
 * @connection: a connection
 * @name: the table's name, `name` or `namespace:name`
 * @schema: (nullable): the schema of the table's row keys; %NULL for none
 *
 * Makes a handle of a table whose rows return the fields of their keys by name. Keys are given and returned
 * as they are stored, with their salts if the schema has any. Nothing is sent.
 *
 * Returns: (transfer full): the table's handle
 */
HBaseTable *
hbase_table_new_with_key_schema (HBaseConnection *connection, const char *name, HBaseKeySchema *schema)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return g_object_new (HBASE_TYPE_TABLE, "connection", connection, "name", name, "key-schema", schema, NULL);
}

/**
 * hbase_table_new_unsalted:
 * @connection: a connection
 * @name: the table's name, `name` or `namespace:name`
 * @schema: the schema of the table's row keys
 *
 * Makes a handle of a table with salted keys, for which keys are given and returned *without* the salts.
 * Nothing is sent.
 *
 * Salts are bytes of a row key that distribute adjacent rows over the table's regions. Calls of this handle
 * take keys without salts. Scans and pages return rows in the order of the keys without salts, and the first
 * and the last row are those of that order: the rows of all salts are read concurrently and merged.
 * [method@HBase.Row.get_key] returns a row's key without salts, and [method@HBase.Row.get_stored_key] the
 * key under which it is stored.
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
 * With **salts that are computed** from the key (`md5-hex`, `phoenix`, `modulo`…) each row has one stored
 * key, and a call sends the same requests as on a handle of stored keys.
 *
 * With **random salts** (`random`, `one-of`) a row may be stored under any of n keys:
 *
 * | call                                | requests                                                     |
 * |-------------------------------------|--------------------------------------------------------------|
 * | get, exists                         | one for all keys                                             |
 * | put                                 | one for all keys, then the put, to the row found or a new one |
 * | put with assume-new                 | the put only ([method@HBase.Put.set_assume_new])             |
 * | delete                              | one for all keys                                             |
 * | increment, append, check_and_put, … | one, if made for a row that was read; else UNSUPPORTED       |
 *
 * [ctor@HBase.Put.new_for_row], [ctor@HBase.Increment.new_for_row] and so on make a change for a row that was
 * read.
 *
 * A put chooses one key, and all its attempts use that key. The lookup and the put aren't atomic: if two
 * programs put a new row at the same time, or a put is repeated after %HBASE_ERROR_OUTCOME_UNKNOWN, the row
 * may be stored twice. Calls that look up such a row fail with %HBASE_ERROR_DUPLICATE_KEY until one of the
 * two is deleted, or the newest one is preferred ([property@HBase.Table:prefer-newest]). If a put must be
 * safe to repeat, choose the key with [method@HBase.KeySchema.salt_with_random], and put the row by a handle
 * of stored keys: then a repetition writes the same row.
 *
 * Further errors of the calls: %HBASE_ERROR_INVALID_KEY if a key doesn't match the schema without its salts;
 * %HBASE_ERROR_INVALID_ARGUMENT if a row may have more than 4,096 stored keys; %HBASE_ERROR_UNSUPPORTED for
 * requests that refer to stored keys: regions, bisection, unordered parallel ranges, and filters of row keys,
 * such as `PrefixFilter` and `RowFilter`.
 *
 * Returns: (transfer full): the table's handle
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
 * Returns whether the handle takes and returns keys without salts.
 *
 * Returns: %FALSE if they are the stored keys
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
 * Returns whether the newest row is chosen if a row is stored more than once.
 *
 * Returns: %FALSE if such a row is an error
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
 * @prefer_newest: %TRUE to choose the newest row; %FALSE to fail with %HBASE_ERROR_DUPLICATE_KEY
 *
 * Sets whether the newest row is chosen if a row is stored more than once, see
 * [property@HBase.Table:prefer-newest].
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
 * Returns the table's name.
 *
 * Returns: (transfer none): `name` or `namespace:name`; without the namespace if that is `default`
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
 * Returns the connection that the table's calls use.
 *
 * Returns: (transfer none): the connection
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
 * Returns the schema of the table's row keys that this handle was made with.
 *
 * Returns: (transfer none) (nullable): the key schema; %NULL if it has none
 */
HBaseKeySchema *
hbase_table_get_key_schema (HBaseTable *table)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return table->key_schema;
}

/**
 * hbase_table_get_timeout: (get-property timeout)
 * @table: a table
 *
 * Returns the maximum duration of a call of this handle, with all its attempts.
 *
 * Returns: milliseconds; 0: no limit; −1: the value of [property@HBase.Connection:timeout]
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
 * @timeout: milliseconds; 0: no limit; −1: the value of [property@HBase.Connection:timeout]
 *
 * Sets the maximum duration of a call of this handle, with all its attempts. Calls that have begun keep their
 * timeouts.
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
 * Returns the maximum duration of one exchange with one gateway.
 *
 * Returns: milliseconds; 0: no limit; −1: the value of [property@HBase.Connection:attempt-timeout]
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
 * @timeout: milliseconds; 0: no limit; −1: the value of [property@HBase.Connection:attempt-timeout]
 *
 * Sets the maximum duration of one exchange with one gateway. Calls that have begun keep their timeouts.
 */
void
hbase_table_set_attempt_timeout (HBaseTable *table, int timeout)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (timeout >= -1);

  g_object_set (table, "attempt-timeout", timeout, NULL);
}

/**
 * hbase_table_get_max_gathered: (get-property max-gathered)
 * @table: a table
 *
 * Returns the most asynchronous gets, or puts, that are gathered in one request.
 *
 * Returns: the number; 1: each is sent by itself
 */
guint
hbase_table_get_max_gathered (HBaseTable *table)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), 1);

  return (guint) get_int (table, (const int *) &table->max_gathered);
}

/**
 * hbase_table_set_max_gathered: (set-property max-gathered)
 * @table: a table
 * @max_gathered: the number, 1 to 100,000; 1: each is sent by itself
 *
 * Sets the most asynchronous gets, or puts, that are gathered in one request, see
 * [property@HBase.Table:max-gathered]. 1,000 is a good number for rows of up to some kilobytes.
 */
void
hbase_table_set_max_gathered (HBaseTable *table, guint max_gathered)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (max_gathered >= 1 && max_gathered <= MAX_GATHERED);

  g_object_set (table, "max-gathered", max_gathered, NULL);
}

/* ---- calls ---- */

static gboolean
run (gpointer table, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  return hbase_table_run (table, table, operation, cancellable, error);
}

static void
run_async (gpointer table, HBaseOperation *operation, GTask *task)
{
  hbase_table_run_async (table, table, operation, task);
}

/* Returns whether asynchronous calls are gathered; then there is a gatherer. A handle that lacks a property
 * fails each call alone. */
static gboolean
gathers (HBaseTable *table)
{
  g_autoptr (GMutexLocker) locker = NULL;

  if (hbase_table_get_max_gathered (table) == 1 || !hbase_table_check (table, table, NULL))
    return FALSE;
  locker = g_mutex_locker_new (&table->lock);
  if (table->gatherer == NULL)
    table->gatherer = hbase_gatherer_new ();
  return TRUE;
}

static void
gather (HBaseTable *table, HBaseTarget target, HBaseGatheredCall *call, GTask *task)
{
  const HBaseGatherSettings settings = { .table = table,
                                         .run_async = run_async_within,
                                         .target = target,
                                         .max_count = hbase_table_get_max_gathered (table),
                                         .timeout = choose_timeout (table),
                                         .attempt_timeout = choose_attempt_timeout (table) };

  hbase_gatherer_add (table->gatherer, &settings, call, task);
}

/**
 * hbase_table_get:
 * @table: a table
 * @get: the row and columns to read
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads a row, or some of its columns.
 *
 * A missing row isn't an error: the result is an empty row with the key of the get, for which
 * [method@HBase.Row.is_empty] returns %TRUE. (Calls that search for a row, such as
 * [method@HBase.Table.first_row], return an empty row with an empty key.)
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer full): the row, which may be empty; or %NULL on error
 */
HBaseRow *
hbase_table_get (HBaseTable *table, HBaseGet *get, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (get != NULL, NULL);

  return hbase_call_pointer (table, run, hbase_get_operation_new (get_target (table), get), cancellable,
                             error);
}

/**
 * hbase_table_get_async:
 * @table: a table
 * @get: the row and columns to read
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.get] without blocking. Gets that are begun at the same time may be sent as one
 * request, see [property@HBase.Table:max-gathered].
 */
void
hbase_table_get_async (HBaseTable *table,
                       HBaseGet *get,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  HBaseGatheredCall *call;
  HBaseTarget target;

  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (get != NULL);

  target = get_target (table);
  call = gathers (table) ? hbase_gathered_get_new (target, get) : NULL;
  if (call != NULL)
    gather (table, target, call,
            hbase_task_new (table, hbase_table_get_async, cancellable, callback, user_data));
  else
    hbase_call_async (table, run_async, hbase_table_get_async, hbase_get_operation_new (target, get),
                      cancellable, callback, user_data);
}

/**
 * hbase_table_get_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.get_async].
 *
 * Returns: (transfer full): the row, which may be empty; or %NULL on error
 */
HBaseRow *
hbase_table_get_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (table, hbase_table_get_async, result, error);
}

/**
 * hbase_table_get_multiple:
 * @table: a table
 * @gets: (element-type HBase.Get): the rows and columns to read
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads several rows in one exchange. The result has one row for each get, in the order of the gets, also if
 * several gets name the same row; a missing row is an empty row with its key. If @gets is empty, the result
 * is empty and nothing is sent.
 *
 * If one of the gets fails, the whole call fails.
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows, none of which is %NULL; or %NULL on error
 */
GPtrArray *
hbase_table_get_multiple (HBaseTable *table, GPtrArray *gets, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (gets != NULL, NULL);

  return hbase_call_pointer (table, run, hbase_get_multiple_operation_new (get_target (table), gets),
                             cancellable, error);
}

/**
 * hbase_table_get_multiple_async:
 * @table: a table
 * @gets: (element-type HBase.Get): the rows and columns to read
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.get_multiple] without blocking.
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
                    hbase_get_multiple_operation_new (get_target (table), gets), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_get_multiple_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.get_multiple_async].
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows, none of which is %NULL; or %NULL on error
 */
GPtrArray *
hbase_table_get_multiple_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (table, hbase_table_get_multiple_async, result, error);
}

/**
 * hbase_table_exists:
 * @table: a table
 * @get: the row and columns to check
 * @exists: (out) (optional): whether it exists
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Checks whether a row exists, or, if the get names columns, whether the row has any of them. No cells are
 * sent.
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * Returns: (skip): %TRUE if @exists was set; %FALSE on error
 */
gboolean
hbase_table_exists (
    HBaseTable *table, HBaseGet *get, gboolean *exists, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (get != NULL, FALSE);

  return hbase_call_flag (table, run, hbase_exists_operation_new (get_target (table), get), exists,
                          cancellable, error);
}

/**
 * hbase_table_exists_async:
 * @table: a table
 * @get: the row and columns to check
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.exists] without blocking.
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
                    hbase_exists_operation_new (get_target (table), get), cancellable, callback, user_data);
}

/**
 * hbase_table_exists_finish:
 * @table: a table
 * @result: the result that the callback received
 * @exists: (out) (optional): whether it exists
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.exists_async].
 *
 * Returns: (skip): %TRUE if @exists was set; %FALSE on error
 */
gboolean
hbase_table_exists_finish (HBaseTable *table, GAsyncResult *result, gboolean *exists, GError **error)
{
  return hbase_call_finish_flag (table, hbase_table_exists_async, result, exists, error);
}

/**
 * hbase_table_exists_multiple:
 * @table: a table
 * @gets: (element-type HBase.Get): the rows and columns to check
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Checks in one exchange which rows exist, as [method@HBase.Table.exists] does for one. The result has one
 * boolean for each get, in the order of the gets. No cells are sent. If @gets is empty, the result is empty
 * and nothing is sent.
 *
 * If one of the gets fails, the whole call fails.
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer full) (element-type gboolean): for each get, whether the row exists; or %NULL on error
 */
GArray *
hbase_table_exists_multiple (HBaseTable *table, GPtrArray *gets, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (gets != NULL, NULL);

  return hbase_call_pointer (table, run, hbase_exists_multiple_operation_new (get_target (table), gets),
                             cancellable, error);
}

/**
 * hbase_table_exists_multiple_async:
 * @table: a table
 * @gets: (element-type HBase.Get): the rows and columns to check
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.exists_multiple] without blocking.
 */
void
hbase_table_exists_multiple_async (HBaseTable *table,
                                   GPtrArray *gets,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (gets != NULL);

  hbase_call_async (table, run_async, hbase_table_exists_multiple_async,
                    hbase_exists_multiple_operation_new (get_target (table), gets), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_exists_multiple_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.exists_multiple_async].
 *
 * Returns: (transfer full) (element-type gboolean): for each get, whether the row exists; or %NULL on error
 */
GArray *
hbase_table_exists_multiple_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (table, hbase_table_exists_multiple_async, result, error);
}

/**
 * hbase_table_put:
 * @table: a table
 * @put: the cells to write
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Writes cells of a row, all of them or none.
 *
 * A cell without a timestamp gets the server's time. If the connection is lost after the request of a put
 * with such cells was sent, the call fails with %HBASE_ERROR_OUTCOME_UNKNOWN. It isn't repeated, since the
 * repeated cells could hide cells that others wrote meanwhile. A put whose cells all have timestamps of their
 * own can be repeated without harm, and is repeated, as is one that may be executed twice
 * ([method@HBase.Put.set_idempotent]).
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the cells were written; %FALSE on error
 */
gboolean
hbase_table_put (HBaseTable *table, HBasePut *put, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (put != NULL, FALSE);

  return hbase_call (table, run, hbase_put_operation_new (get_target (table), put), cancellable, error);
}

/**
 * hbase_table_put_async:
 * @table: a table
 * @put: the cells to write
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.put] without blocking. Puts that are begun at the same time may be sent as one
 * request, see [property@HBase.Table:max-gathered].
 */
void
hbase_table_put_async (HBaseTable *table,
                       HBasePut *put,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  HBaseGatheredCall *call;
  HBaseTarget target;

  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (put != NULL);

  target = get_target (table);
  call = gathers (table) ? hbase_gathered_put_new (table->gatherer, target, put) : NULL;
  if (call != NULL)
    gather (table, target, call,
            hbase_task_new (table, hbase_table_put_async, cancellable, callback, user_data));
  else
    hbase_call_async (table, run_async, hbase_table_put_async, hbase_put_operation_new (target, put),
                      cancellable, callback, user_data);
}

/**
 * hbase_table_put_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.put_async].
 *
 * Returns: %TRUE if the cells were written; %FALSE on error
 */
gboolean
hbase_table_put_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (table, hbase_table_put_async, result, error);
}

/**
 * hbase_table_put_multiple:
 * @table: a table
 * @puts: (element-type HBase.Put): the cells to write
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Writes cells of several rows in one exchange. Each put is written completely or not at all, but they aren't
 * one transaction: after an error some of them may have been written and others not. All of them are checked
 * before anything is sent. If @puts is empty, the call succeeds and nothing is sent.
 *
 * After a connection was lost the puts are repeated only if all cells of all puts have timestamps of their
 * own or may be executed twice, as in [method@HBase.Table.put]; otherwise the call fails with
 * %HBASE_ERROR_OUTCOME_UNKNOWN.
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if all puts were written; %FALSE on error
 */
gboolean
hbase_table_put_multiple (HBaseTable *table, GPtrArray *puts, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (puts != NULL, FALSE);

  return hbase_call (table, run, hbase_put_multiple_operation_new (get_target (table), puts), cancellable,
                     error);
}

/**
 * hbase_table_put_multiple_async:
 * @table: a table
 * @puts: (element-type HBase.Put): the cells to write
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.put_multiple] without blocking.
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
                    hbase_put_multiple_operation_new (get_target (table), puts), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_put_multiple_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.put_multiple_async].
 *
 * Returns: %TRUE if all puts were written; %FALSE on error
 */
gboolean
hbase_table_put_multiple_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (table, hbase_table_put_multiple_async, result, error);
}

/**
 * hbase_table_delete:
 * @table: a table
 * @delete_: what to delete
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Deletes a row, or some of its families, columns or versions. Deleting what doesn't exist isn't an error.
 *
 * If the connection is lost after the request of a delete without timestamps was sent, the call fails with
 * %HBASE_ERROR_OUTCOME_UNKNOWN. It isn't repeated, since the repeated delete could remove cells that others
 * wrote meanwhile. A delete of which every item has a timestamp is repeated, as is one that may be executed
 * twice ([method@HBase.Delete.set_idempotent]).
 *
 * A delete without timestamps never deletes cells that are newer than the time of the region server's clock.
 * A cell is newer if its writer gave it a timestamp in the future, or if the region was moved from a server
 * whose clock was ahead. Where that matters, set the timestamp of the newest cell that was read.
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the delete was executed; %FALSE on error
 */
gboolean
hbase_table_delete (HBaseTable *table, HBaseDelete *delete_, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (delete_ != NULL, FALSE);

  return hbase_call (table, run, hbase_delete_operation_new (get_target (table), delete_), cancellable,
                     error);
}

/**
 * hbase_table_delete_async:
 * @table: a table
 * @delete_: what to delete
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.delete] without blocking.
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
                    hbase_delete_operation_new (get_target (table), delete_), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_delete_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.delete_async].
 *
 * Returns: %TRUE if the delete was executed; %FALSE on error
 */
gboolean
hbase_table_delete_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (table, hbase_table_delete_async, result, error);
}

/**
 * hbase_table_delete_multiple:
 * @table: a table
 * @deletes: (element-type HBase.Delete): what to delete
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Deletes several rows, or some of their families, columns or versions, in one exchange. The deletes aren't
 * one transaction: after an error some of them may have been executed and others not. All of them are checked
 * before anything is sent. If @deletes is empty, the call succeeds and nothing is sent.
 *
 * After a connection was lost the deletes are repeated only if all of them have timestamps, as in
 * [method@HBase.Table.delete]; otherwise the call fails with %HBASE_ERROR_OUTCOME_UNKNOWN.
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if all deletes were executed; %FALSE on error
 */
gboolean
hbase_table_delete_multiple (HBaseTable *table, GPtrArray *deletes, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (deletes != NULL, FALSE);

  return hbase_call (table, run, hbase_delete_multiple_operation_new (get_target (table), deletes),
                     cancellable, error);
}

/**
 * hbase_table_delete_multiple_async:
 * @table: a table
 * @deletes: (element-type HBase.Delete): what to delete
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.delete_multiple] without blocking.
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
                    hbase_delete_multiple_operation_new (get_target (table), deletes), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_delete_multiple_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.delete_multiple_async].
 *
 * Returns: %TRUE if all deletes were executed; %FALSE on error
 */
gboolean
hbase_table_delete_multiple_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (table, hbase_table_delete_multiple_async, result, error);
}

/**
 * hbase_table_check_and_put:
 * @table: a table
 * @family: the family of the column to compare
 * @qualifier: (array length=qualifier_length) (nullable): its qualifier; %NULL: the empty one
 * @qualifier_length: length of @qualifier in bytes
 * @value: (array length=value_length) (nullable): the expected value; %NULL: the column must be missing
 * @value_length: length of @value in bytes
 * @put: the cells to write
 * @applied: (out) (optional): whether the cells were written
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Compares the value of a column and, if it is the expected one, writes cells of the same row, in one atomic
 * step. The row is that of @put. Only the newest version of the column is compared.
 *
 * With %NULL as the @value, the cells are written if the column is missing. HBase treats a cell with an empty
 * value as missing, too, so an empty value can't be distinguished from a missing cell: use a value that isn't
 * empty as a mark.
 *
 * If the connection is lost after the request was sent, the call fails with %HBASE_ERROR_OUTCOME_UNKNOWN. It
 * isn't repeated: if a second attempt found another value, that wouldn't show that the first one wasn't
 * executed. To find out, put a value of your own (for example a random token) into the row, and read it.
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * Returns: (skip): %TRUE if @applied was set; %FALSE on error
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
                          hbase_check_and_put_operation_new (get_target (table), hbase_slice_text (family),
                                                             hbase_slice (qualifier, qualifier_length),
                                                             hbase_slice (value, value_length), put),
                          applied, cancellable, error);
}

/**
 * hbase_table_check_and_put_async:
 * @table: a table
 * @family: the family of the column to compare
 * @qualifier: (array length=qualifier_length) (nullable): its qualifier; %NULL: the empty one
 * @qualifier_length: length of @qualifier in bytes
 * @value: (array length=value_length) (nullable): the expected value; %NULL: the column must be missing
 * @value_length: length of @value in bytes
 * @put: the cells to write
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.check_and_put] without blocking.
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
                    hbase_check_and_put_operation_new (get_target (table), hbase_slice_text (family),
                                                       hbase_slice (qualifier, qualifier_length),
                                                       hbase_slice (value, value_length), put),
                    cancellable, callback, user_data);
}

/**
 * hbase_table_check_and_put_finish:
 * @table: a table
 * @result: the result that the callback received
 * @applied: (out) (optional): whether the cells were written
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.check_and_put_async].
 *
 * Returns: (skip): %TRUE if @applied was set; %FALSE on error
 */
gboolean
hbase_table_check_and_put_finish (HBaseTable *table, GAsyncResult *result, gboolean *applied, GError **error)
{
  return hbase_call_finish_flag (table, hbase_table_check_and_put_async, result, applied, error);
}

/**
 * hbase_table_check_and_delete:
 * @table: a table
 * @family: the family of the column to compare
 * @qualifier: (array length=qualifier_length) (nullable): its qualifier; %NULL: the empty one
 * @qualifier_length: length of @qualifier in bytes
 * @value: (array length=value_length) (nullable): the expected value; %NULL: the column must be missing
 * @value_length: length of @value in bytes
 * @delete_: what to delete
 * @applied: (out) (optional): whether the delete was executed
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Compares the value of a column and, if it is the expected one, deletes cells of the same row, or all of
 * it, in one atomic step. The row is that of @delete_. The comparison is that of
 * [method@HBase.Table.check_and_put]: with %NULL as the @value, the column must be missing or empty.
 *
 * If the connection is lost after the request was sent, the call fails with %HBASE_ERROR_OUTCOME_UNKNOWN. It
 * isn't repeated, and nothing shows afterwards whether it was this delete that removed the cells. If that
 * must be known, put a mark into the row by [method@HBase.Table.check_and_put], and delete it afterwards.
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * Returns: (skip): %TRUE if @applied was set; %FALSE on error
 */
gboolean
hbase_table_check_and_delete (HBaseTable *table,
                              const char *family,
                              const guint8 *qualifier,
                              gsize qualifier_length,
                              const guint8 *value,
                              gsize value_length,
                              HBaseDelete *delete_,
                              gboolean *applied,
                              GCancellable *cancellable,
                              GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (family != NULL, FALSE);
  hbase_return_if_no_bytes (qualifier, FALSE);
  hbase_return_if_no_bytes (value, FALSE);
  g_return_val_if_fail (delete_ != NULL, FALSE);

  return hbase_call_flag (table, run,
                          hbase_check_and_delete_operation_new (get_target (table), hbase_slice_text (family),
                                                                hbase_slice (qualifier, qualifier_length),
                                                                hbase_slice (value, value_length), delete_),
                          applied, cancellable, error);
}

/**
 * hbase_table_check_and_delete_async:
 * @table: a table
 * @family: the family of the column to compare
 * @qualifier: (array length=qualifier_length) (nullable): its qualifier; %NULL: the empty one
 * @qualifier_length: length of @qualifier in bytes
 * @value: (array length=value_length) (nullable): the expected value; %NULL: the column must be missing
 * @value_length: length of @value in bytes
 * @delete_: what to delete
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.check_and_delete] without blocking.
 */
void
hbase_table_check_and_delete_async (HBaseTable *table,
                                    const char *family,
                                    const guint8 *qualifier,
                                    gsize qualifier_length,
                                    const guint8 *value,
                                    gsize value_length,
                                    HBaseDelete *delete_,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);
  hbase_return_if_no_bytes (value);
  g_return_if_fail (delete_ != NULL);

  hbase_call_async (table, run_async, hbase_table_check_and_delete_async,
                    hbase_check_and_delete_operation_new (get_target (table), hbase_slice_text (family),
                                                          hbase_slice (qualifier, qualifier_length),
                                                          hbase_slice (value, value_length), delete_),
                    cancellable, callback, user_data);
}

/**
 * hbase_table_check_and_delete_finish:
 * @table: a table
 * @result: the result that the callback received
 * @applied: (out) (optional): whether the delete was executed
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.check_and_delete_async].
 *
 * Returns: (skip): %TRUE if @applied was set; %FALSE on error
 */
gboolean
hbase_table_check_and_delete_finish (HBaseTable *table,
                                     GAsyncResult *result,
                                     gboolean *applied,
                                     GError **error)
{
  return hbase_call_finish_flag (table, hbase_table_check_and_delete_async, result, applied, error);
}

/**
 * hbase_table_mutate_row:
 * @table: a table
 * @mutations: puts and deletes of one row
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Executes puts and deletes of one row in one atomic step: all of them or none.
 *
 * The call fails with %HBASE_ERROR_INVALID_ARGUMENT, and sends nothing, if there are no mutations, if they
 * are of several rows, or if a delete would hide a put ([struct@HBase.RowMutations]).
 *
 * If the connection is lost after the request was sent, the mutations are repeated only if all of them have
 * timestamps, as in [method@HBase.Table.put] and [method@HBase.Table.delete]; otherwise the call fails with
 * %HBASE_ERROR_OUTCOME_UNKNOWN.
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the mutations were executed; %FALSE on error
 */
gboolean
hbase_table_mutate_row (HBaseTable *table,
                        HBaseRowMutations *mutations,
                        GCancellable *cancellable,
                        GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (mutations != NULL, FALSE);

  return hbase_call (table, run, hbase_mutate_row_operation_new (get_target (table), mutations), cancellable,
                     error);
}

/**
 * hbase_table_mutate_row_async:
 * @table: a table
 * @mutations: puts and deletes of one row
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.mutate_row] without blocking.
 */
void
hbase_table_mutate_row_async (HBaseTable *table,
                              HBaseRowMutations *mutations,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (mutations != NULL);

  hbase_call_async (table, run_async, hbase_table_mutate_row_async,
                    hbase_mutate_row_operation_new (get_target (table), mutations), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_mutate_row_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.mutate_row_async].
 *
 * Returns: %TRUE if the mutations were executed; %FALSE on error
 */
gboolean
hbase_table_mutate_row_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (table, hbase_table_mutate_row_async, result, error);
}

/**
 * hbase_table_check_and_mutate:
 * @table: a table
 * @family: the family of the column to compare
 * @qualifier: (array length=qualifier_length) (nullable): its qualifier; %NULL: the empty one
 * @qualifier_length: length of @qualifier in bytes
 * @compare_operator: how the cell's value must compare with @value: `cell OPERATOR value`
 * @value: (array length=value_length) (nullable): the value to compare with; %NULL: none
 * @value_length: length of @value in bytes
 * @mutations: puts and deletes of one row
 * @applied: (out) (optional): whether the mutations were executed
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Compares the value of a column with a given one and, if the result is true, executes puts and deletes of
 * the same row, in one atomic step. The row is that of the @mutations. Only the newest version of the column
 * is compared.
 *
 * The cell is the left operand: with %HBASE_COMPARE_OPERATOR_LESS and the value `5`, a cell with `4` lets the
 * mutations be executed. (HBase's own requests have it the other way round.)
 *
 * | column            | a @value                  | no value, EQUAL | no value, NOT_EQUAL |
 * |-------------------|---------------------------|-----------------|---------------------|
 * | missing           | false, also for NOT_EQUAL | true            | false               |
 * | with empty value  | compared                  | true            | false               |
 * | with bytes        | compared                  | false           | true                |
 *
 * With %NULL or an empty value as the @value, no other operators are possible: the call fails with
 * %HBASE_ERROR_INVALID_ARGUMENT. HBase can't distinguish a missing cell from one with an empty value: use a
 * value that isn't empty as a mark. Gateways of old HBase versions ignore the operator, and compare for
 * equality.
 *
 * The call also fails with %HBASE_ERROR_INVALID_ARGUMENT, and sends nothing, if there are no mutations, if
 * they are of several rows, or if a delete would hide a put ([struct@HBase.RowMutations]).
 *
 * If the connection is lost after the request was sent, the call fails with %HBASE_ERROR_OUTCOME_UNKNOWN, as
 * [method@HBase.Table.check_and_put] does.
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * Returns: (skip): %TRUE if @applied was set; %FALSE on error
 */
gboolean
hbase_table_check_and_mutate (HBaseTable *table,
                              const char *family,
                              const guint8 *qualifier,
                              gsize qualifier_length,
                              HBaseCompareOperator compare_operator,
                              const guint8 *value,
                              gsize value_length,
                              HBaseRowMutations *mutations,
                              gboolean *applied,
                              GCancellable *cancellable,
                              GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), FALSE);
  g_return_val_if_fail (family != NULL, FALSE);
  hbase_return_if_no_bytes (qualifier, FALSE);
  g_return_val_if_fail (compare_operator <= HBASE_COMPARE_OPERATOR_GREATER, FALSE);
  hbase_return_if_no_bytes (value, FALSE);
  g_return_val_if_fail (mutations != NULL, FALSE);

  return hbase_call_flag (table, run,
                          hbase_check_and_mutate_operation_new (get_target (table), hbase_slice_text (family),
                                                                hbase_slice (qualifier, qualifier_length),
                                                                compare_operator,
                                                                hbase_slice (value, value_length), mutations),
                          applied, cancellable, error);
}

/**
 * hbase_table_check_and_mutate_async:
 * @table: a table
 * @family: the family of the column to compare
 * @qualifier: (array length=qualifier_length) (nullable): its qualifier; %NULL: the empty one
 * @qualifier_length: length of @qualifier in bytes
 * @compare_operator: how the cell's value must compare with @value: `cell OPERATOR value`
 * @value: (array length=value_length) (nullable): the value to compare with; %NULL: none
 * @value_length: length of @value in bytes
 * @mutations: puts and deletes of one row
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.check_and_mutate] without blocking.
 */
void
hbase_table_check_and_mutate_async (HBaseTable *table,
                                    const char *family,
                                    const guint8 *qualifier,
                                    gsize qualifier_length,
                                    HBaseCompareOperator compare_operator,
                                    const guint8 *value,
                                    gsize value_length,
                                    HBaseRowMutations *mutations,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);
  g_return_if_fail (compare_operator <= HBASE_COMPARE_OPERATOR_GREATER);
  hbase_return_if_no_bytes (value);
  g_return_if_fail (mutations != NULL);

  hbase_call_async (table, run_async, hbase_table_check_and_mutate_async,
                    hbase_check_and_mutate_operation_new (get_target (table), hbase_slice_text (family),
                                                          hbase_slice (qualifier, qualifier_length),
                                                          compare_operator, hbase_slice (value, value_length),
                                                          mutations),
                    cancellable, callback, user_data);
}

/**
 * hbase_table_check_and_mutate_finish:
 * @table: a table
 * @result: the result that the callback received
 * @applied: (out) (optional): whether the mutations were executed
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.check_and_mutate_async].
 *
 * Returns: (skip): %TRUE if @applied was set; %FALSE on error
 */
gboolean
hbase_table_check_and_mutate_finish (HBaseTable *table,
                                     GAsyncResult *result,
                                     gboolean *applied,
                                     GError **error)
{
  return hbase_call_finish_flag (table, hbase_table_check_and_mutate_async, result, applied, error);
}

/**
 * hbase_table_increment:
 * @table: a table
 * @increment: the columns, and the numbers to add
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Adds to numbers in columns of a row, to all of them or none, atomically, and returns the sums.
 *
 * If the connection is lost after the request was sent, the call fails with %HBASE_ERROR_OUTCOME_UNKNOWN. It
 * isn't repeated, since it could be executed twice.
 *
 * Errors: %HBASE_ERROR_REMOTE if the value of a column doesn't have eight bytes, and those of any call, see
 * [class@HBase.Table].
 *
 * If a region server crashed meanwhile, HBase may have executed the call and lost its result: then the row is
 * empty.
 *
 * Returns: (transfer full): a row with the new values of these columns, or an empty row if
 * [method@HBase.Increment.set_return_results] was called with %FALSE; or %NULL on error
 */
HBaseRow *
hbase_table_increment (HBaseTable *table,
                       HBaseIncrement *increment,
                       GCancellable *cancellable,
                       GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (increment != NULL, NULL);

  return hbase_call_pointer (table, run, hbase_increment_operation_new (get_target (table), increment),
                             cancellable, error);
}

/**
 * hbase_table_increment_async:
 * @table: a table
 * @increment: the columns, and the numbers to add
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.increment] without blocking.
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
                    hbase_increment_operation_new (get_target (table), increment), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_increment_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.increment_async].
 *
 * Returns: (transfer full): a row with the new values of these columns, or an empty row if they weren't
 * requested; or %NULL on error
 */
HBaseRow *
hbase_table_increment_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (table, hbase_table_increment_async, result, error);
}

/**
 * hbase_table_append:
 * @table: a table
 * @append: the columns, and the bytes to append
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Appends bytes to values in columns of a row, to all of them or none, atomically, and returns the new
 * values.
 *
 * If the connection is lost after the request was sent, the call fails with %HBASE_ERROR_OUTCOME_UNKNOWN. It
 * isn't repeated, since it could be executed twice.
 *
 * Errors: those of any call, see [class@HBase.Table].
 *
 * If a region server crashed meanwhile, HBase may have executed the call and lost its result: then the row is
 * empty.
 *
 * Returns: (transfer full): a row with the new values of these columns, or an empty row if
 * [method@HBase.Append.set_return_results] was called with %FALSE; or %NULL on error
 */
HBaseRow *
hbase_table_append (HBaseTable *table, HBaseAppend *append, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (append != NULL, NULL);

  return hbase_call_pointer (table, run, hbase_append_operation_new (get_target (table), append), cancellable,
                             error);
}

/**
 * hbase_table_append_async:
 * @table: a table
 * @append: the columns, and the bytes to append
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.append] without blocking.
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
                    hbase_append_operation_new (get_target (table), append), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_append_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.append_async].
 *
 * Returns: (transfer full): a row with the new values of these columns, or an empty row if they weren't
 * requested; or %NULL on error
 */
HBaseRow *
hbase_table_append_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (table, hbase_table_append_async, result, error);
}

/**
 * hbase_table_get_regions:
 * @table: a table
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads the table's regions, and the servers on which they are. Together the regions cover all keys; while
 * HBase creates, splits or merges regions, some may be missing temporarily. Read replicas aren't listed.
 *
 * ```c
 * g_autoptr (GPtrArray) regions = hbase_table_get_regions (table, NULL, &error);
 *
 * for (guint i = 0; regions != NULL && i < regions->len; i++)
 *   {
 *     gsize length;
 *     const guint8 *start = hbase_region_get_start_key (regions->pdata[i], &length);
 *     g_autofree char *text = hbase_bytes_to_escaped (start, length);
 *
 *     g_print ("%s at %s\n", text, hbase_region_get_host (regions->pdata[i]));
 *   }
 * ```
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_UNSUPPORTED on a handle whose keys have no salts, and
 * those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer container) (element-type HBase.Region): the regions, in the order of their start
 *   keys; or %NULL on error
 */
GPtrArray *
hbase_table_get_regions (HBaseTable *table, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return hbase_call_pointer (table, run, hbase_list_regions_operation_new (get_target (table)), cancellable,
                             error);
}

/**
 * hbase_table_get_regions_async:
 * @table: a table
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.get_regions] without blocking.
 */
void
hbase_table_get_regions_async (HBaseTable *table,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));

  hbase_call_async (table, run_async, hbase_table_get_regions_async,
                    hbase_list_regions_operation_new (get_target (table)), cancellable, callback, user_data);
}

/**
 * hbase_table_get_regions_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.get_regions_async].
 *
 * Returns: (transfer container) (element-type HBase.Region): the regions, in the order of their start
 *   keys; or %NULL on error
 */
GPtrArray *
hbase_table_get_regions_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (table, hbase_table_get_regions_async, result, error);
}

/**
 * hbase_table_get_region:
 * @table: a table
 * @row: (array length=row_length): a row key, whether there is such a row or not; the empty key is in the
 *   first region
 * @row_length: its length in bytes
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads the region that contains a row key, and the server on which it is.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_INVALID_ARGUMENT if the key has more than 32,767 bytes,
 * %HBASE_ERROR_UNSUPPORTED on a handle whose keys have no salts, and those of any call, see
 * [class@HBase.Table].
 *
 * Returns: (transfer full): the region; or %NULL on error
 */
HBaseRegion *
hbase_table_get_region (
    HBaseTable *table, const guint8 *row, gsize row_length, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  hbase_return_if_no_bytes (row, NULL);

  return hbase_call_pointer (
      table, run, hbase_find_region_operation_new (get_target (table), hbase_slice (row, row_length)),
      cancellable, error);
}

/**
 * hbase_table_get_region_async:
 * @table: a table
 * @row: (array length=row_length): a row key
 * @row_length: its length in bytes
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.get_region] without blocking.
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

  hbase_call_async (table, run_async, hbase_table_get_region_async,
                    hbase_find_region_operation_new (get_target (table), hbase_slice (row, row_length)),
                    cancellable, callback, user_data);
}

/**
 * hbase_table_get_region_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.get_region_async].
 *
 * Returns: (transfer full): the region; or %NULL on error
 */
HBaseRegion *
hbase_table_get_region_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (table, hbase_table_get_region_async, result, error);
}

/* ---- the first row ---- */

/**
 * hbase_table_first_row:
 * @table: a table
 * @scan: (nullable): the rows to search, and what to read of them; %NULL for the whole table; it is copied
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads the row with the least key, of the whole table or of the scan's range, in one request. If there is no
 * such row, the result is an empty row with an empty key ([method@HBase.Row.is_empty]).
 *
 * All settings of the scan are used except its direction, limit, batch size, caching and parallelism, which
 * are ignored: the first row is always the one with the least key. Filters that accept other rows or cells in
 * the other direction are an exception ([ctor@HBase.PageIterator.new] lists them). With such a filter the
 * call fails with %HBASE_ERROR_INVALID_ARGUMENT unless the scan has the direction in which the call reads:
 * forwards.
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
 * Returns: (transfer full): the row, which is empty if there is none; or %NULL on error
 */
HBaseRow *
hbase_table_first_row (HBaseTable *table, HBaseScan *scan, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return hbase_call_pointer (table, run, hbase_first_row_operation_new (get_target (table), scan),
                             cancellable, error);
}

/**
 * hbase_table_first_row_async:
 * @table: a table
 * @scan: (nullable): the rows to search, and what to read of them; %NULL for the whole table; it is copied
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.first_row] without blocking.
 */
void
hbase_table_first_row_async (HBaseTable *table,
                             HBaseScan *scan,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));

  hbase_call_async (table, run_async, hbase_table_first_row_async,
                    hbase_first_row_operation_new (get_target (table), scan), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_first_row_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.first_row_async].
 *
 * Returns: (transfer full): the row, which is empty if there is none; or %NULL on error
 */
HBaseRow *
hbase_table_first_row_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (table, hbase_table_first_row_async, result, error);
}

/* ---- the last row ---- */

/**
 * hbase_table_last_row:
 * @table: a table
 * @scan: (nullable): the rows to search, and what to read of them; %NULL for the whole table; it is copied
 * @method: how to find the row
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads the row with the greatest key, of the whole table or of the scan's range. If there is no such row,
 * the result is an empty row with an empty key ([method@HBase.Row.is_empty]).
 *
 * All methods find the same row, provided that all row keys match the key schema; they differ in the requests
 * that they send, see [enum@HBase.LastRowMethod]. If rows are inserted or deleted meanwhile, the result may
 * be any of these, but it is never a row before one that exists during the whole call.
 *
 * The same settings of the scan are used as by [method@HBase.Table.first_row]. A filter that depends on the
 * direction needs a reversed scan and %HBASE_LAST_ROW_METHOD_REVERSE, or a forward scan and
 * %HBASE_LAST_ROW_METHOD_BISECTION.
 *
 * In a table to which a [class@HBase.Prepender] writes by a `downward` counter, the last row is the oldest.
 * After it was retired only its guard is left, and a scan that skips guards
 * ([method@HBase.Scan.set_skip_guards]) finds the oldest row that wasn't retired; %HBASE_LAST_ROW_METHOD_AUTO
 * needs one more request for this.
 *
 * Errors: those of [method@HBase.TableCursor.next]; %HBASE_ERROR_INVALID_ARGUMENT for
 * %HBASE_LAST_ROW_METHOD_CONSTANT if no constant key is known, and for %HBASE_LAST_ROW_METHOD_BISECTION with
 * a filter that depends on other rows; %HBASE_ERROR_UNSUPPORTED for both methods on a handle whose keys have
 * no salts.
 *
 * Returns: (transfer full): the row, which is empty if there is none; or %NULL on error
 */
HBaseRow *
hbase_table_last_row (
    HBaseTable *table, HBaseScan *scan, HBaseLastRowMethod method, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (method <= HBASE_LAST_ROW_METHOD_CONSTANT, NULL);

  return hbase_call_pointer (table, run, hbase_last_row_operation_new (get_target (table), scan, method),
                             cancellable, error);
}

/**
 * hbase_table_last_row_async:
 * @table: a table
 * @scan: (nullable): the rows to search, and what to read of them; %NULL for the whole table; it is copied
 * @method: how to find the row
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.last_row] without blocking.
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
                    hbase_last_row_operation_new (get_target (table), scan, method), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_last_row_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.last_row_async].
 *
 * Returns: (transfer full): the row, which is empty if there is none; or %NULL on error
 */
HBaseRow *
hbase_table_last_row_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (table, hbase_table_last_row_async, result, error);
}

/* ---- the last rows ---- */

/**
 * hbase_table_last_rows:
 * @table: a table
 * @scan: (nullable): the rows to search, and what to read of them; %NULL for the whole table; it is copied
 * @n_rows: the maximum number of rows; at least 1
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads the rows with the greatest keys, of the whole table or of the scan's range, in the order of their
 * keys: the table's last row is the last element. If there are fewer than @n_rows, all of them are returned;
 * the result for an empty range is an empty array. All rows are held in memory.
 *
 * The rows are read by a reversed scan, in one request if they fit into one response. The same settings of
 * the scan are used as by [method@HBase.Table.first_row]; if its filter depends on the direction, the scan
 * must be reversed.
 *
 * Errors: those of [method@HBase.TableCursor.next], and %HBASE_ERROR_INVALID_ARGUMENT if @n_rows is 0.
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows; or %NULL on error
 */
GPtrArray *
hbase_table_last_rows (
    HBaseTable *table, HBaseScan *scan, guint n_rows, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return hbase_call_pointer (table, run, hbase_last_rows_operation_new (get_target (table), scan, n_rows),
                             cancellable, error);
}

/**
 * hbase_table_last_rows_async:
 * @table: a table
 * @scan: (nullable): the rows to search, and what to read of them; %NULL for the whole table; it is copied
 * @n_rows: the maximum number of rows; at least 1
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.last_rows] without blocking.
 */
void
hbase_table_last_rows_async (HBaseTable *table,
                             HBaseScan *scan,
                             guint n_rows,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_return_if_fail (HBASE_IS_TABLE (table));

  hbase_call_async (table, run_async, hbase_table_last_rows_async,
                    hbase_last_rows_operation_new (get_target (table), scan, n_rows), cancellable, callback,
                    user_data);
}

/**
 * hbase_table_last_rows_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.last_rows_async].
 *
 * Returns: (transfer container) (element-type HBase.Row): the rows; or %NULL on error
 */
GPtrArray *
hbase_table_last_rows_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (table, hbase_table_last_rows_async, result, error);
}

/* ---- the row at or before a key ---- */

/**
 * hbase_table_row_at_or_before:
 * @table: a table
 * @key: (array length=key_length): a row key, whether there is such a row or not
 * @key_length: its length in bytes
 * @scan: (nullable): the rows to search, and what to read of them; %NULL for the whole table; it is copied
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads the row with the key or, if there is no such row, the last row before the key; with a scan, only rows
 * of its range are considered. If there is no row at or before the key, the result is an empty row with an
 * empty key ([method@HBase.Row.is_empty]).
 *
 * The row is read by a reversed scan, in one request. The same settings of the scan are used as by
 * [method@HBase.Table.first_row]; if its filter depends on the direction, the scan must be reversed.
 *
 * Errors: those of [method@HBase.TableCursor.next], and %HBASE_ERROR_INVALID_ARGUMENT if the key is empty or
 * has more than 32,767 bytes.
 *
 * Returns: (transfer full): the row, which is empty if there is none; or %NULL on error
 */
HBaseRow *
hbase_table_row_at_or_before (HBaseTable *table,
                              const guint8 *key,
                              gsize key_length,
                              HBaseScan *scan,
                              GCancellable *cancellable,
                              GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  hbase_return_if_no_bytes (key, NULL);

  return hbase_call_pointer (
      table, run,
      hbase_row_at_or_before_operation_new (get_target (table), scan, hbase_slice (key, key_length)),
      cancellable, error);
}

/**
 * hbase_table_row_at_or_before_async:
 * @table: a table
 * @key: (array length=key_length): a row key, whether there is such a row or not
 * @key_length: its length in bytes
 * @scan: (nullable): the rows to search, and what to read of them; %NULL for the whole table; it is copied
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the call is complete
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Table.row_at_or_before] without blocking.
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
  g_return_if_fail (HBASE_IS_TABLE (table));
  hbase_return_if_no_bytes (key);

  hbase_call_async (
      table, run_async, hbase_table_row_at_or_before_async,
      hbase_row_at_or_before_operation_new (get_target (table), scan, hbase_slice (key, key_length)),
      cancellable, callback, user_data);
}

/**
 * hbase_table_row_at_or_before_finish:
 * @table: a table
 * @result: the result that the callback received
 * @error: return location for an error
 *
 * Finishes [method@HBase.Table.row_at_or_before_async].
 *
 * Returns: (transfer full): the row, which is empty if there is none; or %NULL on error
 */
HBaseRow *
hbase_table_row_at_or_before_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (table, hbase_table_row_at_or_before_async, result, error);
}
