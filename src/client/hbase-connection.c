/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements HBaseConnection: its properties, its pools, their statistics, and how they are
 * closed. */

#include "hbase-connection-private.h"
#include "hbase-connector-private.h"
#include "hbase-error-private.h"
#include "hbase-object-private.h"
#include "hbase-task-private.h"

/**
 * HBaseConnection:
 *
 * Is a connection to an HBase cluster, through its Thrift2 gateways, or to the embedded engine. Its URI
 * says which:
 *
 * - `thrift://host[:9090][,host2[:port]…]/?protocol=binary|compact&framing=none|framed`: gateways over TCP;
 *   by default `protocol=binary` and `framing=none`, the defaults of HBase's gateways; with `auto` instead,
 *   the first connection to each gateway finds it out
 * - `…&admin=host[:9090]`: with `framing=framed`, an unframed gateway of the same HBase. It executes the
 *   calls that framed gateways execute incorrectly, such as the creation of tables with split keys; see
 *   [method@HBase.Admin.create_table]
 * - `thrifts://host[:9090][,…]/?…&ca=/path.pem&cert=/path.pem&key=/path.pem`: the same over TLS, for gateways
 *   after a terminator of TLS (those of HBase speak it in HTTP mode only). The gateway's certificate must be
 *   signed by an authority of the system, or by one in the file `ca`, and be made out for the URI's host, and
 *   the version of TLS be at least 1.2, or calls fail with %HBASE_ERROR_UNTRUSTED; `cert` and `key` are the
 *   client's certificate, if the gateway requires one. `key` may be in the file of `cert`. A file of PKCS #12
 *   (`.p12`, `.pfx`) has both; its password comes from the environment variable `HBASE_TLS_PASSWORD`. TLS is
 *   that of GIO, which needs glib-networking
 * - `http://host[:80][,…]/path?do-as=USER`: gateways in HTTP mode, which have the binary protocol only. HBase's
 *   accept any path. With `do-as` they act for that user, if their configuration permits it. Where a proxy
 *   requires a user and a password (“basic”), the program gives them by
 *   [method@HBase.Connection.set_credentials_func], or the environment variables `HBASE_HTTP_USER` and
 *   `HBASE_HTTP_PASSWORD` do; they are sent with each request to the gateways of the URI. Redirections aren't
 *   followed; proxies are those of GIO's #GProxyResolver. Where libsoup isn't installed, calls fail with
 *   %HBASE_ERROR_UNSUPPORTED
 * - `https://host[:443][,…]/path?do-as=USER&ca=…&cert=…&key=…`: the same over TLS
 * - `thrift+unix:///path?…`: a gateway behind a Unix domain socket
 * - `local:///directory`: the embedded engine, with a durable database in that directory, which several
 *   processes may share. If the directory doesn't exist, it is made; with `?create=no` calls fail with
 *   %HBASE_ERROR_STORAGE instead
 * - `local::memory:`: the embedded engine with a database in memory, a separate one for each connection
 *   object
 *
 * In the embedded engine cells that are written without timestamps aren't hidden by what was written before,
 * and deletes without timestamps leave none of it: a put after a delete in the same millisecond is visible,
 * which it isn't in HBase. This is so unless the same column has cells or deletes an hour or more ahead of
 * the clock. With the option `fidelity=strict`, as in `local::memory:?fidelity=strict`, cells get the time
 * of the clock, as in HBase.
 *
 * All addresses of a host's name are tried, a next one after 250 ms or so of silence (“happy eyeballs”, as
 * #GSocketClient does it). A URI has no place for user names and passwords.
 *
 * A connection is a pool of channels. A channel is opened when a call needs one, is used by one exchange at
 * a time, and is closed after any error. Channels are spread evenly over the gateways of the URI; one that
 * fails is left out for a time. One connection is enough for a program. It may be used from any
 * thread; the callbacks of asynchronous calls are called in the thread-default main context of the caller.
 *
 * The open scans of a `local:` connection may hold 1 GiB of memory in the engine, and 256 MiB for each of
 * its channels; a scan that needs more fails. A scan that isn't read for a minute is closed by the engine,
 * as HBase does it, and is opened again by the next call of its cursor.
 *
 * After `fork()` the child may continue to make blocking calls, over channels of its own, if no other thread
 * of the parent was working at that moment: what it had locked, in GLib for example, stays locked. A `local:`
 * connection can't be used there: make a new one. Asynchronous calls that were under way, and their main
 * context, belong to the parent. From GLib 2.76 on, a child whose parent had made a call connects only to
 * IP addresses, `localhost` and Unix sockets, and without TLS; elsewhere its calls fail with
 * %HBASE_ERROR_UNSUPPORTED.
 *
 * The environment variable `HBASE_DEBUG` is a list of what the library logs, in the domain `HBase` at the
 * level of messages: `calls` (each call's method, table, sizes, time and error), `protocol` (each request
 * and its response, and the whole text of an error that a gateway sent), `pool` (channels that are opened
 * and closed), `retry` (what is sent again, and why), or `all`. Keys may be logged, values aren't.
 *
 * ```c
 * g_autoptr (HBaseConnection) connection = hbase_connection_new ("local::memory:", &error);
 * g_autoptr (HBaseTable) table = hbase_table_new (connection, "comments");
 * ```
 */
struct _HBaseConnection {
  GObject parent_instance;
  char *uri;
  HBaseUri *address;     /* `uri`, parsed; NULL: it is invalid */
  GMutex lock;           /* protects what follows */
  HBasePool *pool;       /* made at the first use; NULL before */
  HBasePool *admin_pool; /* of the URI's admin= gateways, likewise */
  guint max_channels;
  guint max_reply_size;
  guint timeout;
  guint attempt_timeout;
  guint retry_budget;
  gboolean client_timestamps;
  HBaseTimestamps *timestamps;       /* constant; NULL: the servers set them */
  HBaseAuthenticator *authenticator; /* constant */
  gint is_closed;                    /* atomic */
  GQueue finished;                   /* (element-type FinishedCall) calls to be emitted; the lock */
  GSource *emission;                 /* that emits them; NULL: there are none; the lock */
  GMainContext *context;             /* in which it was made: call-finished is emitted there */
};

/* Calls that wait for call-finished. Where nobody iterates the context they would be without limit. */
#define MAX_FINISHED 10000
/* Programs make few calls that create tables. */
#define MAX_ADMIN_CHANNELS 2

enum {
  PROP_URI = 1,
  PROP_MAX_CHANNELS,
  PROP_MAX_REPLY_SIZE,
  PROP_TIMEOUT,
  PROP_ATTEMPT_TIMEOUT,
  PROP_RETRY_BUDGET,
  PROP_CLIENT_TIMESTAMPS,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static guint call_finished_signal;

static void initable_iface_init (GInitableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HBaseConnection,
                               hbase_connection,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_INITABLE, initable_iface_init))

static gboolean
hbase_connection_initable_init (GInitable *initable, GCancellable *cancellable, GError **error)
{
  HBaseConnection *self = HBASE_CONNECTION (initable);

  /* An invalid URI is parsed again to get the error. */
  return self->address != NULL || hbase_uri_parse (self->uri != NULL ? self->uri : "", error) != NULL;
}

static void
initable_iface_init (GInitableIface *iface)
{
  iface->init = hbase_connection_initable_init;
}

/* Where the properties are stored. */
static const gsize members[N_PROPERTIES] = {
  [PROP_URI] = G_STRUCT_OFFSET (HBaseConnection, uri),
  [PROP_MAX_CHANNELS] = G_STRUCT_OFFSET (HBaseConnection, max_channels),
  [PROP_MAX_REPLY_SIZE] = G_STRUCT_OFFSET (HBaseConnection, max_reply_size),
  [PROP_TIMEOUT] = G_STRUCT_OFFSET (HBaseConnection, timeout),
  [PROP_ATTEMPT_TIMEOUT] = G_STRUCT_OFFSET (HBaseConnection, attempt_timeout),
  [PROP_RETRY_BUDGET] = G_STRUCT_OFFSET (HBaseConnection, retry_budget),
  [PROP_CLIENT_TIMESTAMPS] = G_STRUCT_OFFSET (HBaseConnection, client_timestamps),
};

/* Reads a member under its lock. */
static guint
get_number (HBaseConnection *self, const guint *number)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return *number;
}

static void
hbase_connection_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&HBASE_CONNECTION (object)->lock);

  hbase_object_get_member (object, members[id], value);
}

static void
hbase_connection_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  hbase_object_set_locked_member (object, &HBASE_CONNECTION (object)->lock, members[id], value, pspec);
}

/* The URI is parsed here, because bindings may make objects without calling init(). That only reports the
 * error. */
static void
hbase_connection_constructed (GObject *object)
{
  HBaseConnection *self = HBASE_CONNECTION (object);

  if (self->uri != NULL)
    self->address = hbase_uri_parse (self->uri, NULL);
  if (self->client_timestamps)
    self->timestamps = hbase_timestamps_new ();
  G_OBJECT_CLASS (hbase_connection_parent_class)->constructed (object);
}

/* No run is under way: its call's object has a reference to the connection. */
static void
disown (HBasePool *pool)
{
  if (pool == NULL)
    return;
  pool->call_finished = NULL;
  pool->timestamps = NULL;
}

static void finished_call_free (gpointer data);

static void
hbase_connection_finalize (GObject *object)
{
  HBaseConnection *self = HBASE_CONNECTION (object);

  if (self->emission != NULL)
    g_source_destroy (self->emission);
  g_clear_pointer (&self->emission, g_source_unref);
  g_queue_clear_full (&self->finished, finished_call_free);
  disown (self->pool);
  disown (self->admin_pool);
  g_clear_pointer (&self->pool, hbase_pool_unref);
  g_clear_pointer (&self->admin_pool, hbase_pool_unref);
  g_clear_pointer (&self->address, hbase_uri_unref);
  g_clear_pointer (&self->timestamps, hbase_timestamps_free);
  hbase_authenticator_unref (self->authenticator);
  g_free (self->uri);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (hbase_connection_parent_class)->finalize (object);
}

static GParamSpec *
number_property (const char *name, guint minimum, guint maximum, guint value, GParamFlags construct)
{
  return g_param_spec_uint (name, NULL, NULL, minimum, maximum, value,
                            G_PARAM_READWRITE | construct | G_PARAM_STATIC_STRINGS);
}

static void
define_gateway_properties (void)
{
  /**
   * HBaseConnection:uri: (getter get_uri)
   *
   * The URI of the gateways or of the embedded engine.
   */
  properties[PROP_URI] = g_param_spec_string (
      "uri", NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseConnection:max-channels: (getter get_max_channels)
   *
   * The largest number of channels to one gateway that blocking calls use at a time, from 1 to 4096; the
   * default is 8. Asynchronous calls may use as many again, so there are at most twice that number of
   * channels in use for each gateway of the URI that can be connected to. Further calls wait until a
   * channel is released, and get it in the order in which they came. A `local:` URI counts as one gateway.
   */
  properties[PROP_MAX_CHANNELS] = number_property ("max-channels", 1, 4096, 8, G_PARAM_CONSTRUCT_ONLY);
  /**
   * HBaseConnection:max-reply-size: (getter get_max_reply_size)
   *
   * The largest response that is accepted, in bytes; a call with a larger one fails with
   * %HBASE_ERROR_TOO_LARGE. The default is 256 MiB.
   */
  properties[PROP_MAX_REPLY_SIZE]
      = number_property ("max-reply-size", 1024, G_MAXINT32, 256 << 20, G_PARAM_CONSTRUCT_ONLY);
}

static void
define_timeout_properties (void)
{
  const GParamFlags settable = G_PARAM_CONSTRUCT | G_PARAM_EXPLICIT_NOTIFY;

  /**
   * HBaseConnection:timeout: (getter get_timeout) (setter set_timeout)
   *
   * The time that a call may take in all, including connecting and repetitions, in milliseconds; 0 means no
   * limit. The default is 60,000, one minute. A table handle may have a timeout of its own
   * ([property@HBase.Table:timeout]).
   *
   * If a gateway accepts connections but doesn't respond, for example because its protocol or framing isn't
   * the URI's, calls fail only after this time; the error names the gateway and what to check.
   */
  properties[PROP_TIMEOUT] = number_property ("timeout", 0, G_MAXINT32, 60000, settable);
  /**
   * HBaseConnection:attempt-timeout: (getter get_attempt_timeout) (setter set_attempt_timeout)
   *
   * The time that one exchange with one gateway may take, in milliseconds, so that a gateway that doesn't
   * respond doesn't use up the whole [property@HBase.Connection:timeout]; 0 means no limit. The default is
   * 20,000. A table handle may have a timeout of its own ([property@HBase.Table:attempt-timeout]).
   */
  properties[PROP_ATTEMPT_TIMEOUT] = number_property ("attempt-timeout", 0, G_MAXINT32, 20000, settable);
}

static void
define_repetition_properties (void)
{
  /**
   * HBaseConnection:retry-budget: (getter get_retry_budget)
   *
   * How many requests may be sent again after failures, in percent of the calls; the default is 10. Ten
   * requests a second may be sent again in any case, and a hundred at once, so that this limits only those
   * that make many calls. Otherwise clients that repeat what fails would multiply the load of a cluster that
   * is overloaded already.
   *
   * When the budget is used up, a call that fails isn't repeated: a read fails with
   * %HBASE_ERROR_RETRY_BUDGET, and a write that may have been executed with %HBASE_ERROR_OUTCOME_UNKNOWN.
   * Requests of which nothing was sent, because no gateway accepted the connection, don't count.
   */
  properties[PROP_RETRY_BUDGET]
      = number_property ("retry-budget", 0, 1000000, HBASE_DEFAULT_RETRY_BUDGET, G_PARAM_CONSTRUCT_ONLY);
  /**
   * HBaseConnection:client-timestamps: (getter get_client_timestamps)
   *
   * Whether puts and deletes without timestamps get them from this connection, rather than from the region
   * servers; the default is %FALSE.
   *
   * The connection's timestamp is the time of its clock in milliseconds, but always greater than the one it
   * gave before, and than those of the cells it has read. So a put that follows a delete within one
   * millisecond is never hidden by it, and a write whose response was lost is sent again instead of
   * failing with %HBASE_ERROR_OUTCOME_UNKNOWN: executing it twice changes nothing.
   *
   * The order of writes to a cell is that of their timestamps. Therefore all writers of a table should do
   * this, with clocks that agree: cells that a writer with a clock behind the others' puts are hidden by
   * older ones, and its deletes don't delete newer cells, unless it has read these before. All changes of a
   * request get one timestamp, except in [method@HBase.Table.mutate_row], so a connection that makes more
   * than a thousand requests a second for long runs ahead of its clock. Timestamps in responses that are
   * more than an hour ahead of the clock are ignored.
   *
   * Increments and appends have no timestamps, deletes of the newest version of a column
   * (%HBASE_DELETE_TYPE_COLUMN) and those made by prependers don't get one.
   */
  properties[PROP_CLIENT_TIMESTAMPS]
      = g_param_spec_boolean ("client-timestamps", NULL, NULL, FALSE,
                              G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
}

static void
define_signals (void)
{
  /**
   * HBaseConnection::call-finished:
   * @connection: a connection
   * @method: the Thrift2 service's name of the call; of a call that sent different requests, the first one
   * @table: (nullable): the table, `name` or `namespace:name`; %NULL if the call has none
   * @bytes_sent: the size of its requests in bytes
   * @bytes_received: the size of their responses in bytes
   * @duration: its time in microseconds, with connecting and all repetitions
   * @attempts: the number of its requests, at least 1; those that were sent again are counted again
   * @error: (nullable): why it failed; %NULL if it succeeded
   *
   * Is emitted when a call has ended that sent a request, or failed because it couldn't. A call of a cursor
   * that returns a row which has been received already isn't reported. Keys may be a part of the error's
   * message; values aren't reported.
   *
   * It is emitted in the thread-default main context in which the connection was made, after the call's own
   * callback or return, and only if that context is iterated: a program without a main loop gets no reports,
   * unless it iterates that context between its calls. Up to 10,000 calls wait for that; if there are more,
   * the oldest aren't reported, nor are those of a connection that was finalized meanwhile. Nothing is kept
   * for later handlers: a call that ends when none is connected isn't reported.
   */
  call_finished_signal = g_signal_new ("call-finished", HBASE_TYPE_CONNECTION, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 7, G_TYPE_STRING, G_TYPE_STRING,
                                       G_TYPE_UINT64, G_TYPE_UINT64, G_TYPE_INT64, G_TYPE_UINT, G_TYPE_ERROR);
}

static void
hbase_connection_class_init (HBaseConnectionClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = hbase_connection_get_property;
  object_class->set_property = hbase_connection_set_property;
  object_class->constructed = hbase_connection_constructed;
  object_class->finalize = hbase_connection_finalize;
  define_gateway_properties ();
  define_timeout_properties ();
  define_repetition_properties ();
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  define_signals ();
}

static void
hbase_connection_init (HBaseConnection *self)
{
  g_mutex_init (&self->lock);
  self->context = g_main_context_ref_thread_default ();
  self->authenticator = hbase_authenticator_new ();
}

/* ---- call-finished ---- */

/* A call that has ended, until it is emitted. */
typedef struct {
  HBaseCallRecord call;
  char *table;
  GError *error;
} FinishedCall;

static void
finished_call_free (gpointer data)
{
  FinishedCall *finished = data;

  g_free (finished->table);
  g_clear_error (&finished->error);
  g_free (finished);
}

/* Returns the next call that is to be emitted; NULL: there is none, and its source ends. */
static FinishedCall *
pop_finished (HBaseConnection *connection)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&connection->lock);
  FinishedCall *finished = g_queue_pop_head (&connection->finished);

  if (finished == NULL)
    g_clear_pointer (&connection->emission, g_source_unref);
  return finished;
}

static gboolean
emit_call_finished (gpointer data)
{
  g_autoptr (HBaseConnection) connection = g_weak_ref_get (data);
  FinishedCall *finished = connection != NULL ? pop_finished (connection) : NULL;

  if (finished == NULL)
    return G_SOURCE_REMOVE;
  g_signal_emit (connection, call_finished_signal, 0, finished->call.method, finished->table,
                 finished->call.bytes_sent, finished->call.bytes_received, finished->call.duration_us,
                 finished->call.n_attempts, finished->error);
  finished_call_free (finished);
  return G_SOURCE_CONTINUE;
}

static void
weak_ref_free (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

/* Nothing that waits for the context keeps the connection alive: it may never be iterated. */
static void
attach_emission_locked (HBaseConnection *connection)
{
  GWeakRef *weak = g_new0 (GWeakRef, 1);

  g_weak_ref_init (weak, connection);
  connection->emission = g_idle_source_new ();
  g_source_set_priority (connection->emission, G_PRIORITY_DEFAULT);
  g_source_set_can_recurse (connection->emission, TRUE);
  g_source_set_static_name (connection->emission, "hbase-glib call-finished");
  g_source_set_callback (connection->emission, emit_call_finished, weak, weak_ref_free);
  g_source_attach (connection->emission, connection->context);
}

/* Returns the oldest call if there are too many, which isn't emitted then. */
static FinishedCall *
push_finished (HBaseConnection *connection, FinishedCall *finished)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&connection->lock);

  g_queue_push_tail (&connection->finished, finished);
  if (connection->emission == NULL)
    attach_emission_locked (connection);
  return connection->finished.length > MAX_FINISHED ? g_queue_pop_head (&connection->finished) : NULL;
}

/* Comes in the thread of the call. */
static void
call_finished (const HBaseCallRecord *call, gpointer connection)
{
  FinishedCall *finished, *dropped;

  if (!g_signal_has_handler_pending (connection, call_finished_signal, 0, FALSE))
    return;
  finished = g_new (FinishedCall, 1);
  *finished = (FinishedCall){ *call, g_strdup (call->table),
                              call->error != NULL ? g_error_copy (call->error) : NULL };
  dropped = push_finished (connection, finished);
  if (dropped != NULL)
    finished_call_free (dropped);
}

static HBasePool *
make_pool (HBaseConnection *connection, HBaseUri *uri, guint max_channels)
{
  HBasePool *pool = hbase_pool_new (uri, max_channels, connection->max_reply_size);

  pool->call_finished = call_finished;
  pool->budget.percent = connection->retry_budget;
  pool->timestamps = connection->timestamps;
  pool->owner = connection;
  hbase_pool_set_authenticator (pool, connection->authenticator);
  return pool;
}

/* The next two functions return the pools of a connection that has an address; NULL: it has no admin
 * gateways. */
static HBasePool *
get_pool (HBaseConnection *connection)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&connection->lock);

  if (connection->pool == NULL)
    connection->pool = make_pool (connection, connection->address, connection->max_channels);
  return connection->pool;
}

static HBasePool *
get_admin_pool (HBaseConnection *connection)
{
  HBaseUri *admin = connection->address->admin;
  g_autoptr (GMutexLocker) locker = NULL;

  if (admin == NULL)
    return NULL;
  locker = g_mutex_locker_new (&connection->lock);
  if (connection->admin_pool == NULL)
    connection->admin_pool = make_pool (connection, admin, MAX_ADMIN_CHANNELS);
  return connection->admin_pool;
}

HBasePool *
hbase_connection_choose_pool (HBaseConnection *connection, HBaseOperation *operation, GError **error)
{
  if (!hbase_connection_check_open (connection, error))
    return NULL;
  if (!operation->unframed || (!connection->address->framed && !connection->address->is_framing_unknown))
    return get_pool (connection);
  if (connection->address->admin != NULL)
    return get_admin_pool (connection);
  if (connection->address->is_framing_unknown)
    return get_pool (connection);
  g_propagate_error (error,
                     hbase_operation_error (operation, HBASE_ERROR_UNSUPPORTED, "%s", HBASE_FRAMING_REFUSED));
  return NULL;
}

gboolean
hbase_connection_check_open (HBaseConnection *connection, GError **error)
{
  return hbase_connection_check (connection, error)
         && (!g_atomic_int_get (&connection->is_closed)
             || hbase_error_set (error, HBASE_ERROR_CLOSED, "the connection was closed: make a new one"));
}

HBaseUri *
hbase_connection_get_address (HBaseConnection *connection)
{
  return connection->address;
}

gboolean
hbase_connection_check (HBaseConnection *connection, GError **error)
{
  return hbase_object_check_property (connection, "uri", connection->uri, error)
         && (connection->address != NULL || g_initable_init (G_INITABLE (connection), NULL, error));
}

HBaseWireProtocol
hbase_connection_get_protocol (HBaseConnection *connection)
{
  return connection != NULL && connection->address != NULL ? connection->address->protocol
                                                           : HBASE_WIRE_PROTOCOL_BINARY;
}

gboolean
hbase_connection_is_framed (HBaseConnection *connection)
{
  HBasePool *pool = connection->address != NULL ? get_pool (connection) : NULL;

  return pool != NULL && pool->connector != NULL && hbase_connector_is_framed (pool->connector);
}

/**
 * hbase_connection_new:
 * @uri: the URI of the gateways or of the embedded engine; its forms are listed at [class@HBase.Connection]
 * @error: return location for an error
 *
 * Creates a connection. This only parses the URI; the first call connects, and fails if it can't.
 *
 * To set a construct-only property, use g_initable_new() instead:
 *
 * ```c
 * g_autoptr (HBaseConnection) narrow = g_initable_new (HBASE_TYPE_CONNECTION, NULL, &error,
 *                                                      "uri", "local::memory:", "max-channels", 2, NULL);
 * ```
 *
 * Errors: %HBASE_ERROR_INVALID_URI if @uri is invalid; the message says what was expected.
 *
 * Returns: (transfer full): the connection; %NULL on error
 */
HBaseConnection *
hbase_connection_new (const char *uri, GError **error)
{
  g_return_val_if_fail (uri != NULL, NULL);

  return g_initable_new (HBASE_TYPE_CONNECTION, NULL, error, "uri", uri, NULL);
}

/**
 * hbase_connection_get_uri: (get-property uri)
 * @connection: a connection
 *
 * Returns the URI of the gateways or of the embedded engine.
 *
 * Returns: (transfer none): the URI, as it was given to the constructor
 */
const char *
hbase_connection_get_uri (HBaseConnection *connection)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), NULL);

  return connection->uri;
}

/**
 * hbase_connection_get_max_channels: (get-property max-channels)
 * @connection: a connection
 *
 * Returns the largest number of channels to one gateway that blocking calls use at a time, and asynchronous
 * calls, too.
 *
 * Returns: half of the number of channels that may be in use at a time for each gateway
 */
guint
hbase_connection_get_max_channels (HBaseConnection *connection)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), 0);

  return get_number (connection, &connection->max_channels);
}

/**
 * hbase_connection_get_max_reply_size: (get-property max-reply-size)
 * @connection: a connection
 *
 * Returns the size of the largest response that is accepted.
 *
 * Returns: the size in bytes
 */
guint
hbase_connection_get_max_reply_size (HBaseConnection *connection)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), 0);

  return get_number (connection, &connection->max_reply_size);
}

/**
 * hbase_connection_get_timeout: (get-property timeout)
 * @connection: a connection
 *
 * Returns how long a call may take in all.
 *
 * Returns: the time in milliseconds; 0 means no limit
 */
guint
hbase_connection_get_timeout (HBaseConnection *connection)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), 0);

  return get_number (connection, &connection->timeout);
}

/**
 * hbase_connection_set_timeout: (set-property timeout)
 * @connection: a connection
 * @timeout: the time in milliseconds; 0 means no limit
 *
 * Sets the time that a call may take in all. It applies to calls that begin later.
 */
void
hbase_connection_set_timeout (HBaseConnection *connection, guint timeout)
{
  g_return_if_fail (HBASE_IS_CONNECTION (connection));

  g_object_set (connection, "timeout", timeout, NULL);
}

/**
 * hbase_connection_get_attempt_timeout: (get-property attempt-timeout)
 * @connection: a connection
 *
 * Returns the time that one exchange with one gateway may take.
 *
 * Returns: the time in milliseconds; 0 means no limit
 */
guint
hbase_connection_get_attempt_timeout (HBaseConnection *connection)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), 0);

  return get_number (connection, &connection->attempt_timeout);
}

/**
 * hbase_connection_set_attempt_timeout: (set-property attempt-timeout)
 * @connection: a connection
 * @timeout: the time in milliseconds; 0 means no limit
 *
 * Sets the time that one exchange with one gateway may take. It applies to calls that begin later.
 */
void
hbase_connection_set_attempt_timeout (HBaseConnection *connection, guint timeout)
{
  g_return_if_fail (HBASE_IS_CONNECTION (connection));

  g_object_set (connection, "attempt-timeout", timeout, NULL);
}

/**
 * hbase_connection_get_retry_budget: (get-property retry-budget)
 * @connection: a connection
 *
 * Returns how many requests may be sent again after failures.
 *
 * Returns: the number in percent of the calls
 */
guint
hbase_connection_get_retry_budget (HBaseConnection *connection)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), 0);

  return get_number (connection, &connection->retry_budget);
}

/**
 * hbase_connection_get_client_timestamps: (get-property client-timestamps)
 * @connection: a connection
 *
 * Returns whether writes without timestamps get them from the connection.
 *
 * Returns: %TRUE if they do; %FALSE if the region servers set them
 */
gboolean
hbase_connection_get_client_timestamps (HBaseConnection *connection)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), FALSE);

  return connection->client_timestamps;
}

HBaseTimestamps *
hbase_connection_get_timestamps (HBaseConnection *connection)
{
  return connection != NULL ? connection->timestamps : NULL;
}

/* ---- credentials ---- */

/**
 * HBaseCredentialsFunc:
 * @gateway: the gateway's address, `host:port`
 * @realm: (nullable): what the user and the password are for, as the gateway (or a proxy before it) says it;
 *   %NULL if it doesn't
 * @was_refused: whether the request had a user and a password, which the gateway refused
 * @user: (out) (transfer full): the user
 * @password: (out) (transfer full) (nullable): the password; %NULL is the empty one
 * @user_data: data of the function
 *
 * Gives the user and the password that a gateway in HTTP mode requires; see
 * [method@HBase.Connection.set_credentials_func].
 *
 * Returns: whether there are any. If it is %FALSE, the call fails with %HBASE_ERROR_UNAUTHENTICATED, and the
 *   next call asks again
 */

/**
 * hbase_connection_set_credentials_func:
 * @connection: a connection
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): gives a user and a password;
 *   %NULL, the default: the environment variables `HBASE_HTTP_USER` and `HBASE_HTTP_PASSWORD` do, which are
 *   ignored while there is a function
 * @user_data: data for @func
 * @destroy: (nullable): frees @user_data, in any thread
 *
 * Sets the function that gives the user and the password for gateways of an `http:` or `https:` URI (“basic”
 * authentication). What an earlier function gave is forgotten.
 *
 * It is called when a gateway has refused a request with the status 401: for the first time when it requires
 * a user and a password at all, and again whenever it refuses what it got (@was_refused), until the function
 * returns %FALSE or what was refused already, three times for a request at most. The request is then sent
 * again; it hasn't been executed. The connection remembers what was given, and sends it with all later
 * requests to all gateways of its URI, so use https. It is never logged.
 *
 * The function is called in the thread that waits for the response: that of a blocking call, or the one that
 * iterates the main context of an asynchronous call. If several threads make calls, it may be called by them
 * at the same time. Its time counts as the call's and the attempt's
 * ([property@HBase.Connection:attempt-timeout]), so it should have what it returns, rather than ask a person
 * for it. It must not use the connection, nor iterate a main context.
 */
void
hbase_connection_set_credentials_func (HBaseConnection *connection,
                                       HBaseCredentialsFunc func,
                                       gpointer user_data,
                                       GDestroyNotify destroy)
{
  g_return_if_fail (HBASE_IS_CONNECTION (connection));

  hbase_authenticator_set_func (connection->authenticator, func, user_data, destroy);
}

HBaseAuthenticator *
hbase_connection_get_authenticator (HBaseConnection *connection)
{
  return connection->authenticator;
}

/* ---- statistics, close ---- */

/* Adds the pool's counters and gateways, unless it is NULL. */
static void
add_pool (HBasePoolStatistics *sum, GVariantBuilder *gateways, HBasePool *pool)
{
  HBasePoolStatistics counts = { 0 };

  if (pool == NULL)
    return;
  hbase_pool_get_statistics (pool, &counts);
  hbase_pool_describe_gateways (pool, gateways);
  sum->opened += counts.opened;
  sum->dropped += counts.dropped;
  sum->renewed += counts.renewed;
  sum->exchanges += counts.exchanges;
  sum->acquired += counts.acquired;
  sum->idle += counts.idle;
  sum->bytes_sent += counts.bytes_sent;
  sum->bytes_received += counts.bytes_received;
  sum->open += counts.open;
  sum->calls += counts.calls;
  sum->failures += counts.failures;
  sum->retries += counts.retries;
  sum->refused_retries += counts.refused_retries;
  for (guint i = 0; i < HBASE_LATENCY_BUCKETS; i++)
    sum->latencies[i] += counts.latencies[i];
}

/**
 * hbase_connection_get_statistics:
 * @connection: a connection
 *
 * Returns statistics of the connection so far, as a dictionary of counters, each an unsigned 64-bit number
 * (`t`), except the last one:
 *
 * - `opened`: channels that were connected
 * - `dropped`: channels that were closed after an error
 * - `renewed`: idle channels that were closed because they had been idle for too long, because the gateway
 *   had closed them, or because another channel to the same gateway had failed
 * - `exchanges`: requests that got a response
 * - `acquired`, `idle`: channels that are in use now, and open channels that aren't
 * - `bytes-sent`, `bytes-received`: the sizes of all requests and responses in bytes
 * - `open`: channels that are open now, including those that still expect a response for which no call waits
 * - `calls`, `failures`: calls that have ended and sent requests, and those of them that failed; a
 *   cancelled call isn't a failure
 * - `latency-p50`, `latency-p90`, `latency-p99`: the times in microseconds within which a half, nine tenths,
 *   and 99 of 100 calls ended, at most 19 % too large; 0 without calls
 * - `retries`, `retries-refused`: requests that were sent again after a part of them had been sent before,
 *   and those that weren't because the budget was used up ([property@HBase.Connection:retry-budget])
 * - `gateways`: a list of dictionaries (`aa{sv}`), one for each gateway of the URI, in its order: its `name`
 *   as in the URI (`s`); its `state`, `up`, or `down` since it failed (`s`); and numbers (`t`): `next-try`,
 *   in how many milliseconds it will be tried again; `open`, `idle` and `acquired` as above; `opened`; and
 *   `failures`, how often it refused a connection, lost one, or didn't respond in time
 *
 * The channels to the URI's `admin=` gateways are included, and these gateways come last.
 *
 * Returns: (transfer full): an `a{sv}`
 */
GVariant *
hbase_connection_get_statistics (HBaseConnection *connection)
{
  HBasePoolStatistics counts = { 0 };
  GVariantBuilder gateways;

  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), NULL);

  g_variant_builder_init (&gateways, G_VARIANT_TYPE ("aa{sv}"));
  if (connection->address != NULL)
    {
      add_pool (&counts, &gateways, get_pool (connection));
      add_pool (&counts, &gateways, get_admin_pool (connection));
    }
  return g_variant_ref_sink (g_variant_new_parsed (
      "{'opened': <%t>, 'dropped': <%t>, 'renewed': <%t>, 'exchanges': <%t>, 'acquired': <%t>, 'idle': <%t>, "
      "'bytes-sent': <%t>, 'bytes-received': <%t>, 'open': <%t>, 'calls': <%t>, 'failures': <%t>, "
      "'latency-p50': <%t>, 'latency-p90': <%t>, 'latency-p99': <%t>, 'retries': <%t>, "
      "'retries-refused': <%t>, 'gateways': <%@aa{sv}>}",
      (guint64) counts.opened, (guint64) counts.dropped, (guint64) counts.renewed, (guint64) counts.exchanges,
      (guint64) counts.acquired, (guint64) counts.idle, counts.bytes_sent, counts.bytes_received,
      (guint64) counts.open, (guint64) counts.calls, (guint64) counts.failures,
      hbase_latencies_get_quantile (counts.latencies, 0.5),
      hbase_latencies_get_quantile (counts.latencies, 0.9),
      hbase_latencies_get_quantile (counts.latencies, 0.99), (guint64) counts.retries,
      (guint64) counts.refused_retries, g_variant_builder_end (&gateways)));
}

/**
 * hbase_connection_close:
 * @connection: a connection
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Closes the connection: its idle channels immediately, the others when the calls that use them are done.
 * Later calls of the connection, and of all objects that use it, fail with %HBASE_ERROR_CLOSED, even if they
 * need no gateway: a cursor doesn't return the rows that it has buffered, a sequence no ids, and nothing can
 * be added to a batch. Only what closes something succeeds: there is nothing left to close. Rows that were
 * read remain valid. Closing a connection again does nothing.
 *
 * This doesn't wait for gateways. The database of a `local:` URI is closed in the thread that uses it last:
 * in this one, unless a call is under way. If nobody else has the database open, the rest of its log is
 * written to its file then, which waits for the disk (up to two fdatasync() calls).
 *
 * A connection that is finalized closes its channels and its database, too, in the thread that has the last
 * reference; its tables and cursors hold references to it.
 *
 * Errors: %G_IO_ERROR_CANCELLED if @cancellable was cancelled: the connection is closed all the same.
 * %HBASE_ERROR_INVALID_URI if the object was constructed with an invalid URI; %HBASE_ERROR_INVALID_ARGUMENT
 * if it was constructed without one. Neither of these is possible after [ctor@HBase.Connection.new].
 *
 * Returns: %TRUE if the connection is closed; %FALSE on error
 */
gboolean
hbase_connection_close (HBaseConnection *connection, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), FALSE);

  if (!hbase_connection_check (connection, error))
    return FALSE;
  g_atomic_int_set (&connection->is_closed, TRUE);
  hbase_pool_close (get_pool (connection));
  if (get_admin_pool (connection) != NULL)
    hbase_pool_close (get_admin_pool (connection));
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/**
 * hbase_connection_close_async:
 * @connection: a connection
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the connection is closed
 * @user_data: data for @callback
 *
 * Closes the connection as [method@HBase.Connection.close] does, before this function returns: it doesn't
 * wait for gateways, but it may wait for the disk if the URI is a `local:` one. A program that must not wait
 * for that closes the connection in another thread. The callback is called in the thread-default main context
 * of the caller.
 */
void
hbase_connection_close_async (HBaseConnection *connection,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_CONNECTION (connection));

  task = hbase_task_new (connection, hbase_connection_close_async, cancellable, callback, user_data);
  if (hbase_connection_close (connection, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * hbase_connection_close_finish:
 * @connection: a connection
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.Connection.close_async].
 *
 * Returns: %TRUE if the connection is closed; %FALSE on error
 */
gboolean
hbase_connection_close_finish (HBaseConnection *connection, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_boolean (connection, hbase_connection_close_async, result, error);
}
