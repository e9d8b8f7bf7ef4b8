/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements HBaseLocalServer: its properties, start and stop, and the faults that tests add. The
 * listener of the embedded engine (src/local) has the threads and the clients. */

#include "config.h"

#include "hbase-local-server.h"

#include "hbase-error-private.h"
#include "hbase-io-error-private.h"
#include "hbase-listen-address-private.h"
#include "hbase-local-server-private.h"
#include "hbase-object-private.h"
#include "hbase-task-private.h"
#ifdef HBASE_WITH_LOCAL
#include "hbase-http-session-private.h"
#include "hbase-local-listener-private.h"
#endif

/**
 * HBaseLocalServer:
 *
 * A Thrift2 gateway to the embedded engine: it serves one directory on a socket, for Thrift2 clients in any
 * language.
 *
 * The server speaks the binary and the compact protocol, framed or not; it detects which one from the first
 * bytes that a client sends. Several servers and `local:` connections, of several processes, may share a
 * directory.
 *
 * A call fails when it takes longer than [property@HBase.LocalServer:call-timeout], or has examined
 * 100,000,000 rows; calls that drop or truncate a table, or change its families, have neither limit. A call
 * also ends when its client closes the connection. One that ends for such a reason has written nothing.
 * Calls of other clients are executed meanwhile, except that a database in memory executes one call at a
 * time.
 *
 * There is no authentication: every client that can connect can read and write all tables. Therefore the
 * server listens only on loopback addresses and Unix sockets (whose files only their user may connect to),
 * unless [property@HBase.LocalServer:allow-remote] is set.
 *
 * Limits keep a client from excluding the others and from using all memory. A connection is closed when it is
 * silent for [property@HBase.LocalServer:idle-timeout] and when a call takes longer than
 * [property@HBase.LocalServer:message-timeout] to arrive; a call of more than
 * [property@HBase.LocalServer:max-call-size] is refused. When there are more than
 * [property@HBase.LocalServer:max-connections], the idle ones that were used least recently are closed. A
 * scanner belongs to the connection that opened it; it is closed with the connection, or after a minute
 * without a call. The number of open scanners is limited by [property@HBase.LocalServer:max-scanners] and
 * [property@HBase.LocalServer:max-scanners-per-connection], their memory by
 * [property@HBase.LocalServer:max-scanner-memory].
 *
 * The server has threads of its own and needs no main loop. It stops when it is disposed of, but dispose
 * doesn't wait until it has stopped: before another server uses the same address, or the directory is used by
 * one program alone, call [method@HBase.LocalServer.stop] or [method@HBase.LocalServer.stop_async].
 *
 * One thread at a time may call [method@HBase.LocalServer.start] and [method@HBase.LocalServer.restart]. Any
 * thread may stop the server, also while another one restarts it, which then succeeds all the same: a stop
 * ends what has been started before it, and doesn't prevent a start that is under way. The properties don't
 * change once a constructor has returned the server, and any thread may read them, and add faults.
 *
 * This serves a database in memory on a free port:
 *
 * ```c
 * g_autoptr (HBaseLocalServer) server = hbase_local_server_new (NULL, "tcp://127.0.0.1:0", NULL, &error);
 *
 * if (server == NULL)
 *   return FALSE;
 * g_print ("listening on %s\n", hbase_local_server_get_address (server));
 * ```
 */
struct _HBaseLocalServer {
  GObject parent_instance;
  char *directory;
  char *listen;
  char *address;
  gboolean allow_remote;
  gboolean read_only;
  gboolean strict_fidelity;
  gboolean http;
  guint max_connections;
  guint max_connections_per_peer;
  guint idle_timeout;
  guint message_timeout;
  guint call_timeout;
  guint64 max_call_size;
  guint64 max_message_memory;
  guint max_scanners;
  guint max_scanners_per_connection;
  guint64 max_scanner_memory;
  guint64 max_scanner_memory_per_connection;
#ifdef HBASE_WITH_LOCAL
  GMutex lock;
  HBaseLocalListener *listener; /* under `lock`; NULL: it hasn't been started */
  HBaseLocalService *memory;    /* of a database in memory: it survives a stop */
  HBaseServerFaults *faults;
  GSocket *kept_port; /* NULL: the system didn't choose the port */
#endif
};

enum {
  PROP_DIRECTORY = 1,
  PROP_LISTEN,
  PROP_ADDRESS,
  PROP_ALLOW_REMOTE,
  PROP_READ_ONLY,
  PROP_STRICT_FIDELITY,
  PROP_HTTP,
  PROP_MAX_CONNECTIONS,
  PROP_MAX_CONNECTIONS_PER_PEER,
  PROP_IDLE_TIMEOUT,
  PROP_MESSAGE_TIMEOUT,
  PROP_CALL_TIMEOUT,
  PROP_MAX_CALL_SIZE,
  PROP_MAX_MESSAGE_MEMORY,
  PROP_MAX_SCANNERS,
  PROP_MAX_SCANNERS_PER_CONNECTION,
  PROP_MAX_SCANNER_MEMORY,
  PROP_MAX_SCANNER_MEMORY_PER_CONNECTION,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void initable_interface_init (GInitableIface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HBaseLocalServer,
                               hbase_local_server,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_INITABLE, initable_interface_init))

#ifdef HBASE_WITH_LOCAL

static gboolean
check_read_only (HBaseLocalServer *self, GError **error)
{
  return !self->read_only || self->directory != NULL
         || hbase_error_set (
             error, HBASE_ERROR_INVALID_ARGUMENT,
             "a database in memory has no tables before somebody writes to it: read-only needs "
             "a directory");
}

/* HTTP URIs name no Unix sockets. */
static gboolean
check_http (HBaseLocalServer *self, GSocketAddress *address, GError **error)
{
  if (!self->http)
    return TRUE;
  if (!G_IS_INET_SOCKET_ADDRESS (address))
    return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                            "HTTP is served at TCP addresses only, not at %s", self->listen);
  return hbase_http_session_prepare (error);
}

/* When the server is started again it listens at the port that the system chose the first time. */
static gboolean
find_address (HBaseLocalServer *self, HBaseListenAddress *address, GError **error)
{
  const char *listen = self->listen != NULL ? self->listen : "";
  const char *text
      = self->address != NULL && !hbase_listen_address_is_inherited (listen) ? self->address : listen;

  return check_read_only (self, error) && hbase_listen_address_init (address, text, self->allow_remote, error)
         && check_http (self, address->address, error);
}

static void
set_scanner_limits (HBaseLocalServer *self, HBaseLocalService *service)
{
  HBaseLocalScanners *scanners = hbase_local_service_get_scanners (service);
  HBaseLocalScannerLimits limits = hbase_local_scanners_get_limits (scanners);

  limits.max_open = self->max_scanners;
  limits.max_open_of_owner = self->max_scanners_per_connection;
  limits.max_bytes = self->max_scanner_memory;
  limits.max_bytes_of_owner = self->max_scanner_memory_per_connection;
  hbase_local_scanners_set_limits (scanners, &limits);
}

static HBaseLocalListenerOptions
get_options (const HBaseLocalServer *self)
{
  HBaseLocalListenerOptions options = hbase_local_listener_default_options ();

  options.max_connections = self->max_connections;
  options.max_connections_of_peer = self->max_connections_per_peer;
  options.idle_timeout = self->idle_timeout;
  options.message_timeout = self->message_timeout;
  options.call_limits.time_ms = self->call_timeout;
  options.max_call_size = MIN (self->max_call_size, G_MAXUINT32);
  options.accepts_any_host = self->allow_remote;
  options.faults = self->faults;
  options.max_memory = MIN (self->max_message_memory, G_MAXSIZE);
  if (self->http)
    {
      options.run_session = hbase_http_session_run;
      options.descriptors = HBASE_HTTP_SESSION_DESCRIPTORS;
    }
  return options;
}

/* Waits for another process's lock on the database, unless it is cancelled. */
static HBaseLocalService *
open_service (HBaseLocalServer *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failure = NULL;
  HBaseLocalBudget budget = { .cancellable = cancellable };
  HBaseLocalService *service;

  if (self->memory != NULL)
    return hbase_local_service_ref (self->memory);
  service = hbase_local_service_open (self->directory,
                                      self->read_only ? HBASE_LOCAL_OPEN_READ_ONLY : HBASE_LOCAL_OPEN_CREATE,
                                      &budget, &failure);
  if (service != NULL)
    hbase_local_service_set_strict (service, self->strict_fidelity);
  else if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    g_propagate_error (error, g_steal_pointer (&failure));
  return service;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseLocalListener, hbase_local_listener_unref)

/* Another thread may replace the listener while this one stops it. */
static HBaseLocalListener *
ref_listener (HBaseLocalServer *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->listener != NULL ? hbase_local_listener_ref (self->listener) : NULL;
}

/* Takes the listener. */
static void
replace_listener (HBaseLocalServer *self, HBaseLocalListener *listener)
{
  HBaseLocalListener *old;

  g_mutex_lock (&self->lock);
  old = self->listener;
  self->listener = listener;
  g_mutex_unlock (&self->lock);
  g_clear_pointer (&old, hbase_local_listener_unref);
}

static gboolean
listen_for (HBaseLocalServer *self,
            HBaseLocalService *service,
            const HBaseListenAddress *address,
            GError **error)
{
  HBaseLocalListenerOptions options = get_options (self);
  g_autoptr (GError) failure = NULL;
  HBaseLocalListener *listener
      = address->inherited != NULL
            ? hbase_local_listener_new_for_socket (service, address->inherited, &options, &failure)
            : hbase_local_listener_new (service, address->address, &options, &failure);

  if (listener == NULL)
    return hbase_error_set (error, hbase_io_error_code (failure, HBASE_ERROR_UNREACHABLE),
                            "can't listen on %s: %s", self->listen, failure->message);
  if (self->address == NULL)
    self->address = hbase_listen_address_print (hbase_local_listener_get_address (listener));
  replace_listener (self, listener);
  return TRUE;
}

static gboolean
start (HBaseLocalServer *self, GCancellable *cancellable, GError **error)
{
  g_auto (HBaseListenAddress) address = { NULL, NULL };
  g_autoptr (HBaseLocalService) service = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !find_address (self, &address, error)
      || (service = open_service (self, cancellable, error)) == NULL)
    return FALSE;
  set_scanner_limits (self, service);
  if (self->kept_port == NULL)
    self->kept_port = hbase_listen_address_keep_port (&address);
  if (!listen_for (self, service, &address, error))
    {
      if (self->address == NULL)
        g_clear_object (&self->kept_port);
      return FALSE;
    }
  if (self->directory == NULL && self->memory == NULL)
    self->memory = hbase_local_service_ref (service);
  return TRUE;
}

static gboolean
hbase_local_server_initable_init (GInitable *initable, GCancellable *cancellable, GError **error)
{
  HBaseLocalServer *self = HBASE_LOCAL_SERVER (initable);

  if (self->listener == NULL)
    return start (self, cancellable, error);
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "this server listens on %s already: it is initialised once", self->address);
}

#else

gboolean
hbase_local_server_set_unsupported_error (GError **error)
{
  return hbase_error_set (error, HBASE_ERROR_UNSUPPORTED,
                          "this build of hbase-glib has no embedded engine: "
                          "configure it without --without-local");
}

static gboolean
start (HBaseLocalServer *self, GCancellable *cancellable, GError **error)
{
  return hbase_local_server_set_unsupported_error (error);
}

static gboolean
hbase_local_server_initable_init (GInitable *initable, GCancellable *cancellable, GError **error)
{
  return hbase_local_server_set_unsupported_error (error);
}

#endif

static void
initable_interface_init (GInitableIface *interface)
{
  interface->init = hbase_local_server_initable_init;
}

#define MIB (G_GUINT64_CONSTANT (1) << 20)
#define MEMBER(name) G_STRUCT_OFFSET (HBaseLocalServer, name)

/* The properties, and where they are stored. */
static const struct {
  const char *name;
  GType type;
  gsize member;
  guint64 minimum, initial; /* of numbers */
} table[N_PROPERTIES] = {
  /**
   * HBaseLocalServer:directory:
   *
   * The directory that holds the database, or %NULL for a database in memory.
   */
  [PROP_DIRECTORY] = { "directory", G_TYPE_STRING, MEMBER (directory) },
  /**
   * HBaseLocalServer:listen:
   *
   * The address to listen on, as it was given to the constructor.
   */
  [PROP_LISTEN] = { "listen", G_TYPE_STRING, MEMBER (listen) },
  /**
   * HBaseLocalServer:address:
   *
   * The address that the server listens on, in the form of [property@HBase.LocalServer:listen], with the port
   * that the system chose.
   */
  [PROP_ADDRESS] = { "address", G_TYPE_STRING, MEMBER (address) },
  /**
   * HBaseLocalServer:allow-remote:
   *
   * Whether the server may listen on an address that isn't a loopback address. There is no authentication:
   * every client that reaches the address can read and write all tables.
   */
  [PROP_ALLOW_REMOTE] = { "allow-remote", G_TYPE_BOOLEAN, MEMBER (allow_remote) },
  /**
   * HBaseLocalServer:read-only:
   *
   * Whether the server refuses every call that would change something, with the `TIOError` of a read-only
   * gateway of HBase (%HBASE_ERROR_READ_ONLY). HBase's gateway still creates, changes and drops tables
   * then; this server doesn't.
   *
   * The directory must hold a database already. The server doesn't need permission to write there, and
   * without it creates no file there. Then other programs should not write to the directory either: a call
   * during which they do may fail with a `TIOError`. And if a process was killed that wrote to the directory,
   * its last writes may be in a log that can't be read without that permission: the server fails to start,
   * with %HBASE_ERROR_STORAGE, until a program that has it opens the directory.
   */
  [PROP_READ_ONLY] = { "read-only", G_TYPE_BOOLEAN, MEMBER (read_only) },
  /**
   * HBaseLocalServer:strict-fidelity:
   *
   * Whether cells that are written without timestamps get the time of the clock, as in HBase, even if they
   * are lost by that: a put in the millisecond of a delete of its column is hidden by the delete. By default
   * such a put gets a later timestamp and is visible, unless the delete's timestamp is an hour or more ahead
   * of the clock. This is for tests of programs that will use HBase itself; a `local:` URI has the option
   * `fidelity=strict` for it.
   */
  [PROP_STRICT_FIDELITY] = { "strict-fidelity", G_TYPE_BOOLEAN, MEMBER (strict_fidelity) },
  /**
   * HBaseLocalServer:http:
   *
   * Whether clients send their calls by HTTP, as to a gateway of HBase in HTTP mode: as the body of a POST to
   * `/` of the type `application/x-thrift`, in the binary protocol. The address must be one of TCP.
   *
   * HTTP clients may send each request on a new connection. So scanners don't belong to a connection but to
   * all clients together, for which the limits of one connection hold.
   */
  [PROP_HTTP] = { "http", G_TYPE_BOOLEAN, MEMBER (http) },
  /**
   * HBaseLocalServer:max-connections:
   *
   * The largest number of connections at a time; each has a thread. When another client connects, the server
   * closes the idle connection that was used least recently, or else one whose call has been arriving, or
   * whose reply has been leaving, for more than a second. While all connections execute calls, the new client
   * waits.
   *
   * It is less if the process may not have enough files open (`ulimit -n`): a connection takes one, by HTTP
   * five, and at most eighty are left to the database and others.
   */
  [PROP_MAX_CONNECTIONS] = { "max-connections", G_TYPE_UINT, MEMBER (max_connections), 1, 1000 },
  /**
   * HBaseLocalServer:max-connections-per-peer:
   *
   * The largest number of connections of one peer: an IPv4 address, an IPv6 network of 64 bits, or the user
   * at the other end of a Unix socket. When that peer connects once more, another connection of it is closed,
   * as for [property@HBase.LocalServer:max-connections]; while all of them execute calls, the new one is
   * closed.
   */
  [PROP_MAX_CONNECTIONS_PER_PEER]
  = { "max-connections-per-peer", G_TYPE_UINT, MEMBER (max_connections_per_peer), 1, 500 },
  /**
   * HBaseLocalServer:idle-timeout:
   *
   * The time without a call, in milliseconds, after which a connection is closed; 0 means never. The default
   * is that of HBase's gateway.
   */
  [PROP_IDLE_TIMEOUT] = { "idle-timeout", G_TYPE_UINT, MEMBER (idle_timeout), 0, 60000 },
  /**
   * HBaseLocalServer:message-timeout:
   *
   * The time, in milliseconds, that a call may take to arrive from its first byte to its last, and a reply to
   * be received by its client; 0 means any time. A message gets another second for each 64 KiB. A connection
   * that takes longer is closed, and its call isn't executed.
   */
  [PROP_MESSAGE_TIMEOUT] = { "message-timeout", G_TYPE_UINT, MEMBER (message_timeout), 0, 60000 },
  /**
   * HBaseLocalServer:call-timeout:
   *
   * The time, in milliseconds, that the execution of a call may take; 0 means any time. A call that takes
   * longer fails with a `TIOError`, and has written nothing. Calls that drop or truncate a table, or change
   * its families, may take any time. The default is that of HBase's region servers.
   */
  [PROP_CALL_TIMEOUT] = { "call-timeout", G_TYPE_UINT, MEMBER (call_timeout), 0, 60000 },
  /**
   * HBaseLocalServer:max-call-size:
   *
   * The largest size of a call in bytes, at most 4 GiB. A larger one fails with a `TIOError`, and its
   * connection is closed.
   */
  [PROP_MAX_CALL_SIZE] = { "max-call-size", G_TYPE_UINT64, MEMBER (max_call_size), 1, 256 * MIB },
  /**
   * HBaseLocalServer:max-message-memory:
   *
   * The largest number of bytes that the calls that arrive and the replies that leave may hold at a time, of
   * all clients; those of up to 256 KiB don't count. Beyond it a call waits until others have been sent. Then
   * a connection is closed whose client has taken nothing of its reply for a second, or whose message is in
   * transfer for ten seconds: the slowest one first. One message at a time may exceed the limit.
   */
  [PROP_MAX_MESSAGE_MEMORY]
  = { "max-message-memory", G_TYPE_UINT64, MEMBER (max_message_memory), 1, 256 * MIB },
  /**
   * HBaseLocalServer:max-scanners:
   *
   * The largest number of scanners that all connections may have open. Opening one more fails with a
   * `TIOError`.
   */
  [PROP_MAX_SCANNERS] = { "max-scanners", G_TYPE_UINT, MEMBER (max_scanners), 0, 10000 },
  /**
   * HBaseLocalServer:max-scanners-per-connection:
   *
   * The largest number of scanners that one connection may have open.
   */
  [PROP_MAX_SCANNERS_PER_CONNECTION]
  = { "max-scanners-per-connection", G_TYPE_UINT, MEMBER (max_scanners_per_connection), 0, 1000 },
  /**
   * HBaseLocalServer:max-scanner-memory:
   *
   * The largest number of bytes that the open scanners of all connections may hold: their scans, filters, and
   * partial rows. A call that needs more fails with a `TIOError`; a scanner that has grown beyond it is
   * closed.
   */
  [PROP_MAX_SCANNER_MEMORY]
  = { "max-scanner-memory", G_TYPE_UINT64, MEMBER (max_scanner_memory), 0, 1024 * MIB },
  /**
   * HBaseLocalServer:max-scanner-memory-per-connection:
   *
   * The largest number of bytes of [property@HBase.LocalServer:max-scanner-memory] that the scanners of one
   * connection may hold.
   */
  [PROP_MAX_SCANNER_MEMORY_PER_CONNECTION] = { "max-scanner-memory-per-connection", G_TYPE_UINT64,
                                               MEMBER (max_scanner_memory_per_connection), 0, 256 * MIB },
};

static GParamSpec *
new_property (guint id)
{
  const char *name = table[id].name;
  guint64 minimum = table[id].minimum, initial = table[id].initial;
  GParamFlags flags = G_PARAM_STATIC_STRINGS
                      | (id == PROP_ADDRESS ? G_PARAM_READABLE : G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY);

  switch (table[id].type)
    {
    case G_TYPE_STRING:
      return g_param_spec_string (name, NULL, NULL, NULL, flags);
    case G_TYPE_BOOLEAN:
      return g_param_spec_boolean (name, NULL, NULL, FALSE, flags);
    case G_TYPE_UINT:
      return g_param_spec_uint (name, NULL, NULL, (guint) minimum, G_MAXINT, (guint) initial, flags);
    default:
      return g_param_spec_uint64 (name, NULL, NULL, minimum, G_MAXUINT64, initial, flags);
    }
}

static void
hbase_local_server_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  hbase_object_get_member (object, table[id].member, value);
}

static void
hbase_local_server_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  hbase_object_set_member (object, table[id].member, value, pspec);
}

/* This never waits, since the last reference may be released by a main loop. */
static void
hbase_local_server_dispose (GObject *object)
{
#ifdef HBASE_WITH_LOCAL
  HBaseLocalServer *self = HBASE_LOCAL_SERVER (object);

  if (self->listener != NULL)
    hbase_local_listener_begin_stop (self->listener);
#endif
  G_OBJECT_CLASS (hbase_local_server_parent_class)->dispose (object);
}

static void
hbase_local_server_finalize (GObject *object)
{
  HBaseLocalServer *self = HBASE_LOCAL_SERVER (object);

#ifdef HBASE_WITH_LOCAL
  g_clear_pointer (&self->listener, hbase_local_listener_unref);
  g_clear_pointer (&self->memory, hbase_local_service_unref);
  g_clear_pointer (&self->faults, hbase_server_faults_unref);
  g_clear_object (&self->kept_port);
  g_mutex_clear (&self->lock);
#endif
  g_free (self->directory);
  g_free (self->listen);
  g_free (self->address);
  G_OBJECT_CLASS (hbase_local_server_parent_class)->finalize (object);
}

static void
hbase_local_server_class_init (HBaseLocalServerClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = hbase_local_server_get_property;
  object_class->set_property = hbase_local_server_set_property;
  object_class->dispose = hbase_local_server_dispose;
  object_class->finalize = hbase_local_server_finalize;
  for (guint id = 1; id < N_PROPERTIES; id++)
    properties[id] = new_property (id);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_local_server_init (HBaseLocalServer *self)
{
#ifdef HBASE_WITH_LOCAL
  g_mutex_init (&self->lock);
  self->faults = hbase_server_faults_new ();
#endif
}

/**
 * hbase_local_server_new:
 * @directory: (type filename) (nullable): the directory of the database, which is made if it doesn't exist
 *   (its parents aren't); %NULL for a database in memory, which is freed with the server
 * @listen: the address to listen on: `tcp://127.0.0.1:9090`, `tcp://[::1]:0` or `unix:PATH`. The host is a
 *   numeric address or `localhost`; port 0 means any free port. `fd:NUMBER` is the descriptor of a socket
 *   that listens already, as service managers pass one: TCP, or a Unix socket with a file, which keeps the
 *   permissions that its maker gave it; it stays open
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Opens the database and listens: clients may connect when this returns. It blocks while another process has
 * locked the database, for at most 30 seconds.
 *
 * The directory is made with the permissions 0700, and the database and a Unix socket with 0600, whatever the
 * umask; existing files keep their permissions. A directory that all users can write to is refused, as are
 * links in place of the database. The file of a Unix socket that an earlier server has left is replaced,
 * unless a process listens on it.
 *
 * To set other properties, such as [property@HBase.LocalServer:allow-remote], use g_initable_new().
 *
 * Errors: %HBASE_ERROR_INVALID_URI if @listen doesn't have one of these forms; %HBASE_ERROR_INVALID_ARGUMENT
 * if it isn't a loopback address and that isn't allowed, or if a descriptor isn't that of such a socket;
 * %HBASE_ERROR_STORAGE if the directory can't be made,
 * read or written, or holds another program's data or those of a newer version; %HBASE_ERROR_ADDRESS_IN_USE
 * if another process listens on the address; %HBASE_ERROR_PERMISSION_DENIED if the system doesn't allow it;
 * %HBASE_ERROR_UNREACHABLE for other reasons, such as an address of another machine; %HBASE_ERROR_UNSUPPORTED
 * in a library that was built without the engine; %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the server; %NULL on error
 */
HBaseLocalServer *
hbase_local_server_new (const char *directory, const char *listen, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (listen != NULL, NULL);

  return g_initable_new (HBASE_TYPE_LOCAL_SERVER, cancellable, error, "directory", directory, "listen",
                         listen, NULL);
}

/**
 * hbase_local_server_get_directory:
 * @server: a server
 *
 * Returns the directory of the database, [property@HBase.LocalServer:directory].
 *
 * Returns: (type filename) (nullable): the directory; %NULL if the database is in memory
 */
const char *
hbase_local_server_get_directory (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), NULL);

  return server->directory;
}

/**
 * hbase_local_server_get_listen:
 * @server: a server
 *
 * Returns the address to listen on, as it was given to the constructor, [property@HBase.LocalServer:listen].
 *
 * Returns: the address, whose port may be 0
 */
const char *
hbase_local_server_get_listen (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), NULL);

  return server->listen;
}

/**
 * hbase_local_server_get_address:
 * @server: a server
 *
 * Returns the address that the server listens on, with the port that the system chose,
 * [property@HBase.LocalServer:address].
 *
 * Returns: the address, in the form that [ctor@HBase.LocalServer.new] takes
 */
const char *
hbase_local_server_get_address (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), NULL);

  return server->address;
}

/**
 * hbase_local_server_get_allow_remote:
 * @server: a server
 *
 * Returns whether the server may listen on an address that isn't a loopback address,
 * [property@HBase.LocalServer:allow-remote].
 *
 * Returns: %TRUE if it may
 */
gboolean
hbase_local_server_get_allow_remote (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), FALSE);

  return server->allow_remote;
}

/**
 * hbase_local_server_get_read_only:
 * @server: a server
 *
 * Returns whether the server refuses every call that would change something,
 * [property@HBase.LocalServer:read-only].
 *
 * Returns: %TRUE if it does
 */
gboolean
hbase_local_server_get_read_only (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), FALSE);

  return server->read_only;
}

/**
 * hbase_local_server_get_strict_fidelity:
 * @server: a server
 *
 * Returns whether cells without timestamps get the time of the clock, as in HBase,
 * [property@HBase.LocalServer:strict-fidelity].
 *
 * Returns: %TRUE if they get it even if they are hidden by a delete then
 */
gboolean
hbase_local_server_get_strict_fidelity (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), FALSE);

  return server->strict_fidelity;
}

/**
 * hbase_local_server_get_http:
 * @server: a server
 *
 * Returns whether clients send their calls by HTTP, [property@HBase.LocalServer:http].
 *
 * Returns: %TRUE if they do
 */
gboolean
hbase_local_server_get_http (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), FALSE);

  return server->http;
}

/**
 * hbase_local_server_get_max_connections:
 * @server: a server
 *
 * Returns the largest number of connections, [property@HBase.LocalServer:max-connections].
 *
 * Returns: the number
 */
guint
hbase_local_server_get_max_connections (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), 0);

  return server->max_connections;
}

/**
 * hbase_local_server_get_max_connections_per_peer:
 * @server: a server
 *
 * Returns the largest number of connections of one peer,
 * [property@HBase.LocalServer:max-connections-per-peer].
 *
 * Returns: the number
 */
guint
hbase_local_server_get_max_connections_per_peer (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), 0);

  return server->max_connections_per_peer;
}

/**
 * hbase_local_server_get_idle_timeout:
 * @server: a server
 *
 * Returns the time after which an idle connection is closed, [property@HBase.LocalServer:idle-timeout].
 *
 * Returns: the time in milliseconds; 0 means never
 */
guint
hbase_local_server_get_idle_timeout (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), 0);

  return server->idle_timeout;
}

/**
 * hbase_local_server_get_message_timeout:
 * @server: a server
 *
 * Returns the time that a call may take to arrive, and a reply to be received,
 * [property@HBase.LocalServer:message-timeout].
 *
 * Returns: the time in milliseconds; 0 means any time
 */
guint
hbase_local_server_get_message_timeout (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), 0);

  return server->message_timeout;
}

/**
 * hbase_local_server_get_call_timeout:
 * @server: a server
 *
 * Returns the time that the execution of a call may take, [property@HBase.LocalServer:call-timeout].
 *
 * Returns: the time in milliseconds; 0 means any time
 */
guint
hbase_local_server_get_call_timeout (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), 0);

  return server->call_timeout;
}

/**
 * hbase_local_server_get_max_call_size:
 * @server: a server
 *
 * Returns the largest size of a call, [property@HBase.LocalServer:max-call-size].
 *
 * Returns: the number of bytes
 */
guint64
hbase_local_server_get_max_call_size (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), 0);

  return server->max_call_size;
}

/**
 * hbase_local_server_get_max_scanners:
 * @server: a server
 *
 * Returns the largest number of open scanners, [property@HBase.LocalServer:max-scanners].
 *
 * Returns: the number
 */
guint
hbase_local_server_get_max_scanners (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), 0);

  return server->max_scanners;
}

/**
 * hbase_local_server_get_max_scanners_per_connection:
 * @server: a server
 *
 * Returns the largest number of open scanners of one connection,
 * [property@HBase.LocalServer:max-scanners-per-connection].
 *
 * Returns: the number
 */
guint
hbase_local_server_get_max_scanners_per_connection (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), 0);

  return server->max_scanners_per_connection;
}

/**
 * hbase_local_server_get_max_scanner_memory:
 * @server: a server
 *
 * Returns the largest number of bytes that all open scanners may hold,
 * [property@HBase.LocalServer:max-scanner-memory].
 *
 * Returns: the number of bytes
 */
guint64
hbase_local_server_get_max_scanner_memory (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), 0);

  return server->max_scanner_memory;
}

/**
 * hbase_local_server_get_max_scanner_memory_per_connection:
 * @server: a server
 *
 * Returns the largest number of bytes that the open scanners of one connection may hold,
 * [property@HBase.LocalServer:max-scanner-memory-per-connection].
 *
 * Returns: the number of bytes
 */
guint64
hbase_local_server_get_max_scanner_memory_per_connection (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), 0);

  return server->max_scanner_memory_per_connection;
}

/**
 * hbase_local_server_dup_uri:
 * @server: a server
 *
 * Returns the URI with which [ctor@HBase.Connection.new] connects to the server.
 *
 * ```c
 * g_autoptr (HBaseLocalServer) server = hbase_local_server_new (NULL, "tcp://127.0.0.1:0", NULL, &error);
 * g_autofree char *uri = hbase_local_server_dup_uri (server);
 * g_autoptr (HBaseConnection) connection = hbase_connection_new (uri, &error);
 *
 * g_assert_true (g_str_has_prefix (uri, "thrift://127.0.0.1:"));
 * g_assert_no_error (error);
 * ```
 *
 * Returns: (transfer full) (nullable): the URI, `thrift:`, `http:` or `thrift+unix:`; %NULL if the server hasn't been
 *   started. Free it with [func@GLib.free]
 */
char *
hbase_local_server_dup_uri (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), NULL);

  return server->address != NULL ? hbase_listen_address_print_uri (server->address, server->http) : NULL;
}

/**
 * hbase_local_server_start:
 * @server: a server
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Starts a stopped server again, at the same address. A database in memory still has its data. A port that
 * the system chose is kept while the server is stopped: on Linux no other program that asks for any port gets
 * it. Starting a server that hasn't been stopped does nothing.
 *
 * A constructor starts the server the first time. It blocks while another process has locked the database,
 * for at most 30 seconds.
 *
 * Errors: %HBASE_ERROR_ADDRESS_IN_USE if another program listens at the address now; those of
 * [ctor@HBase.LocalServer.new].
 *
 * Returns: %TRUE if the server listens; %FALSE on error
 */
gboolean
hbase_local_server_start (HBaseLocalServer *server, GCancellable *cancellable, GError **error)
{
#ifdef HBASE_WITH_LOCAL
  g_autoptr (HBaseLocalListener) listener = NULL;
#endif

  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), FALSE);

  if (!hbase_object_check_property (server, "listen", server->listen, error)
      || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
#ifdef HBASE_WITH_LOCAL
  listener = ref_listener (server);
  if (listener != NULL && !hbase_local_listener_is_stopping (listener))
    return TRUE;
#endif
  hbase_local_server_stop (server);
  return start (server, cancellable, error);
}

/**
 * hbase_local_server_restart:
 * @server: a server
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Stops the server, which closes all connections, and starts it again at the same address. So a test sees how
 * a program behaves when its gateway is restarted.
 *
 * Errors: those of [method@HBase.LocalServer.start].
 *
 * Returns: %TRUE if the server listens; %FALSE on error
 */
gboolean
hbase_local_server_restart (HBaseLocalServer *server, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), FALSE);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  hbase_local_server_stop (server);
  return hbase_local_server_start (server, cancellable, error);
}

/**
 * hbase_local_server_stop:
 * @server: a server
 *
 * Stops listening, closes all connections, and waits until that is done. A call that is being executed is
 * ended within a fraction of a second: what it hasn't committed is rolled back, and its client gets a reply
 * that says so. Stopping a server that is stopped does nothing. [method@HBase.LocalServer.start] starts it
 * again.
 *
 * In a program with a main loop, use [method@HBase.LocalServer.stop_async].
 */
void
hbase_local_server_stop (HBaseLocalServer *server)
{
#ifdef HBASE_WITH_LOCAL
  g_autoptr (HBaseLocalListener) listener = NULL;
#endif

  g_return_if_fail (HBASE_IS_LOCAL_SERVER (server));

#ifdef HBASE_WITH_LOCAL
  listener = ref_listener (server);
  if (listener != NULL)
    hbase_local_listener_stop (listener);
#endif
}

#ifdef HBASE_WITH_LOCAL

/* This is dispatched when the server has stopped, or when the caller's cancellable is cancelled, which
 * may have been reset meanwhile. */
static gboolean
return_stopped (GCancellable *stopped, gpointer task)
{
  if (g_cancellable_is_cancelled (stopped))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Operation was cancelled");
  return G_SOURCE_REMOVE;
}

static void
watch_cancellable (GSource *source, GCancellable *cancellable)
{
  g_autoptr (GSource) child = NULL;

  if (cancellable == NULL)
    return;
  child = g_cancellable_source_new (cancellable);
  g_source_set_dummy_callback (child);
  g_source_add_child_source (source, child);
}

static void
return_when_stopped (GTask *task, GCancellable *stopped)
{
  g_autoptr (GSource) source = g_cancellable_source_new (stopped);

  watch_cancellable (source, g_task_get_cancellable (task));
  g_task_attach_source (task, source, G_SOURCE_FUNC (return_stopped));
}

#endif

/**
 * hbase_local_server_stop_async:
 * @server: a server
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the server has stopped
 * @user_data: data for @callback
 *
 * Starts [method@HBase.LocalServer.stop] without blocking. When the callback is called without an error, no
 * call is being executed, all connections are closed, and the address and the directory are free.
 *
 * @cancellable only ends the wait; the server stops all the same. Stopping a server that is stopped, or is
 * being stopped, isn't an error.
 */
void
hbase_local_server_stop_async (HBaseLocalServer *server,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;
#ifdef HBASE_WITH_LOCAL
  g_autoptr (HBaseLocalListener) listener = NULL;
#endif

  g_return_if_fail (HBASE_IS_LOCAL_SERVER (server));

  task = hbase_task_new (server, hbase_local_server_stop_async, cancellable, callback, user_data);
  if (!hbase_object_check_property (server, "listen", server->listen, &error))
    {
      g_task_return_error (task, error);
      return;
    }
#ifdef HBASE_WITH_LOCAL
  listener = ref_listener (server);
  if (listener != NULL)
    {
      hbase_local_listener_begin_stop (listener);
      if (g_task_return_error_if_cancelled (task))
        return;
      return_when_stopped (task, hbase_local_listener_get_stopped (listener));
      return;
    }
#endif
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_boolean (task, TRUE);
}

/**
 * hbase_local_server_stop_finish:
 * @server: a server
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.LocalServer.stop_async].
 *
 * Errors: %G_IO_ERROR_CANCELLED if the wait was cancelled before the server had stopped;
 * %HBASE_ERROR_INVALID_ARGUMENT for an object that was constructed without
 * [property@HBase.LocalServer:listen].
 *
 * Returns: %TRUE if the server has stopped; %FALSE on error
 */
gboolean
hbase_local_server_stop_finish (HBaseLocalServer *server, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), FALSE);

  return hbase_task_finish_boolean (server, hbase_local_server_stop_async, result, error);
}

/**
 * hbase_local_server_add_fault:
 * @server: a server
 * @fault: what goes wrong
 * @method: (nullable): a method of Thrift2's service, such as `put` or `getScannerRows`; %NULL for any
 * @first: which call is the first one with the fault, counted from now on: 1 for the next one
 * @n_calls: how many calls have the fault; 0 for all further ones
 * @delay: how long the call waits before all else, in milliseconds
 *
 * Lets calls go wrong, so that a test sees what a program does then. The calls of all clients are counted
 * together, in the order in which they arrive. If several faults are due, the call has the one that was added
 * first.
 *
 * A client sends some calls by itself: it repeats reads that failed, and a scan consists of several calls.
 *
 * Here the reply to the next put is lost. The put was executed, which the client can't know:
 *
 * ```c
 * g_autoptr (HBaseLocalServer) server = hbase_local_server_new (NULL, "tcp://127.0.0.1:0", NULL, &error);
 * g_autofree char *uri = hbase_local_server_dup_uri (server);
 * g_autoptr (HBaseConnection) connection = hbase_connection_new (uri, &error);
 * g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
 * g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new ("t");
 * g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new ("f");
 * g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
 * g_autoptr (HBasePut) put = hbase_put_new_utf8 ("row");
 *
 * hbase_table_descriptor_add_family (descriptor, family);
 * hbase_admin_create_table (admin, descriptor, NULL, NULL, &error);
 * hbase_put_add_utf8 (put, "f", "name", "Ada");
 * hbase_local_server_add_fault (server, HBASE_SERVER_FAULT_LOSE_REPLY, "put", 1, 1, 0);
 * g_assert_false (hbase_table_put (table, put, NULL, &error));
 * g_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
 * g_assert_cmpuint (hbase_local_server_get_n_faults (server), ==, 1);
 * g_clear_error (&error);
 * ```
 *
 * It may be called in any thread, and while the server is stopped.
 */
void
hbase_local_server_add_fault (HBaseLocalServer *server,
                              HBaseServerFault fault,
                              const char *method,
                              guint first,
                              guint n_calls,
                              guint delay)
{
  g_return_if_fail (HBASE_IS_LOCAL_SERVER (server));
  g_return_if_fail (first > 0);

#ifdef HBASE_WITH_LOCAL
  hbase_server_faults_add (server->faults, fault, method, first, n_calls, delay);
#endif
}

/**
 * hbase_local_server_clear_faults:
 * @server: a server
 *
 * Forgets the faults that haven't occurred yet. The number of those that have is kept.
 */
void
hbase_local_server_clear_faults (HBaseLocalServer *server)
{
  g_return_if_fail (HBASE_IS_LOCAL_SERVER (server));

#ifdef HBASE_WITH_LOCAL
  hbase_server_faults_clear (server->faults);
#endif
}

/**
 * hbase_local_server_get_n_faults:
 * @server: a server
 *
 * Returns how many calls had a fault of [method@HBase.LocalServer.add_fault]. A test compares it with what it
 * expects, so that it can't pass because nothing went wrong.
 *
 * Returns: the number of calls
 */
guint
hbase_local_server_get_n_faults (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), 0);

#ifdef HBASE_WITH_LOCAL
  return hbase_server_faults_get_n_taken (server->faults);
#else
  return 0;
#endif
}
