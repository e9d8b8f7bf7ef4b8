/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-local-server.h"

#include <gio/gunixsocketaddress.h>

#include "hbase-error-private.h"
#include "hbase-io-error-private.h"
#include "hbase-object-private.h"
#include "hbase-task-private.h"
#ifdef HBASE_WITH_LOCAL
#include "hbase-local-check-private.h"
#include "hbase-local-listener-private.h"
#endif

/**
 * HBaseLocalServer:
 *
 * The embedded engine on a socket: a Thrift2 gateway of one process and one directory, which any Thrift2
 * client in any language can talk to.
 *
 * It speaks the binary and the compact protocol, framed or not: what a client sends first tells. Several
 * servers and `local:` connections, of several processes, may share a directory.
 *
 * A call ends with an error when it takes longer than 60 seconds or has examined 100,000,000 rows, and without one
 * when its client hangs up: nothing of it is written then.
 *
 * There is no authentication: whoever can connect can read and write everything. So it listens on loopback addresses
 * and Unix sockets (whose files only their user may connect to) unless [property@HBase.LocalServer:allow-remote] is set.
 *
 * No client can keep the others out, or take all memory: a connection is closed when it is silent for
 * [property@HBase.LocalServer:idle-timeout], when a call takes longer than [property@HBase.LocalServer:message-timeout] to
 * arrive, or when there are more than [property@HBase.LocalServer:max-connections]: then idle ones go, those that were used
 * least recently first. Scanners belong to the connection that opened them, and are closed with it, or after a minute
 * without a call. A connection may have 1,000 of them open, all together 10,000, and what they hold is bounded by
 * [property@HBase.LocalServer:max-scanner-memory].
 *
 * It has threads of its own, needs no main loop, and stops when it is disposed of. That doesn't wait: where another
 * server is to use the address or the directory alone, call [method@HBase.LocalServer.stop] or
 * [method@HBase.LocalServer.stop_async] first.
 *
 * With a database in memory, on any free port:
 *
 * ```c
 * g_autoptr (HBaseLocalServer) server = hbase_local_server_new (NULL, "tcp://127.0.0.1:0", &error);
 *
 * if (server == NULL)
 *   return FALSE;
 * g_print ("listening on %s\n", hbase_local_server_get_address (server));
 * ```
 *
 * Since: 0.1
 */
struct _HBaseLocalServer {
  GObject parent_instance;
  char *directory;
  char *listen;
  char *address;
  gboolean allow_remote;
  guint max_connections;
  guint max_connections_per_peer;
  guint idle_timeout;
  guint message_timeout;
  guint64 max_scanner_memory;
  guint64 max_scanner_memory_per_connection;
#ifdef HBASE_WITH_LOCAL
  HBaseLocalListener *server;
#endif
};

enum {
  PROP_DIRECTORY = 1,
  PROP_LISTEN,
  PROP_ADDRESS,
  PROP_ALLOW_REMOTE,
  PROP_MAX_CONNECTIONS,
  PROP_MAX_CONNECTIONS_PER_PEER,
  PROP_IDLE_TIMEOUT,
  PROP_MESSAGE_TIMEOUT,
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

#define TCP "tcp://"
#define UNIX "unix:"
#define LISTEN_FORMS "tcp://ADDRESS:PORT, tcp://[ADDRESS]:PORT or unix:PATH"

/* HOST:PORT, [HOST]:PORT; the host is a number, or localhost. */
static GSocketAddress *
parse_tcp (const char *text)
{
  const char *colon = strrchr (text, ':');
  g_autofree char *host = NULL;
  guint64 port;

  if (colon == NULL || !g_ascii_string_to_unsigned (colon + 1, 10, 0, G_MAXUINT16, &port, NULL))
    return NULL;
  if (*text == '[' && colon > text + 1 && colon[-1] == ']')
    host = g_strndup (text + 1, (gsize) (colon - text) - 2);
  else
    host = g_strndup (text, (gsize) (colon - text));
  return g_inet_socket_address_new_from_string (strcmp (host, "localhost") == 0 ? "127.0.0.1" : host,
                                                (guint) port);
}

static GSocketAddress *
parse_listen (const char *listen, GError **error)
{
  GSocketAddress *address = NULL;

  if (g_str_has_prefix (listen, TCP))
    address = parse_tcp (listen + strlen (TCP));
  else if (g_str_has_prefix (listen, UNIX) && listen[strlen (UNIX)] != '\0')
    address = g_unix_socket_address_new (listen + strlen (UNIX));
  if (address == NULL)
    hbase_error_set (error, HBASE_ERROR_INVALID_URI, "“%s” is no address to listen on: write %s", listen,
                     LISTEN_FORMS);
  return address;
}

static char *
address_text (GSocketAddress *address)
{
  g_autofree char *host = NULL;
  GInetAddress *inet;
  guint port;

  if (G_IS_UNIX_SOCKET_ADDRESS (address))
    return g_strconcat (UNIX, g_unix_socket_address_get_path (G_UNIX_SOCKET_ADDRESS (address)), NULL);
  inet = g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address));
  host = g_inet_address_to_string (inet);
  port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));
  return g_strdup_printf (
      g_inet_address_get_family (inet) == G_SOCKET_FAMILY_IPV6 ? TCP "[%s]:%u" : TCP "%s:%u", host, port);
}

/* Nobody outside of this machine can reach a loopback address; of a Unix socket its file's permissions decide. */
static gboolean
check_remote (HBaseLocalServer *self, GSocketAddress *address, GError **error)
{
  if (self->allow_remote || !G_IS_INET_SOCKET_ADDRESS (address)
      || g_inet_address_get_is_loopback (g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address))))
    return TRUE;
  hbase_error_set (
      error, HBASE_ERROR_INVALID_ARGUMENT,
      "%s isn't a loopback address, and there is no authentication: whoever reaches it could read and write "
      "all tables; set allow-remote if that is meant",
      self->listen);
  return FALSE;
}

static GSocketAddress *
check_arguments (HBaseLocalServer *self, GError **error)
{
  g_autoptr (GSocketAddress) address = NULL;

  if (self->server != NULL)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                       "this server listens on %s already: it is initialised once", self->address);
      return NULL;
    }
  address = parse_listen (self->listen != NULL ? self->listen : "", error);
  return address != NULL && check_remote (self, address, error) ? g_steal_pointer (&address) : NULL;
}

static void
set_scanner_limits (HBaseLocalServer *self, HBaseLocalService *service)
{
  HBaseLocalScanners *scanners = hbase_local_service_get_scanners (service);
  HBaseLocalScannerLimits limits = hbase_local_scanners_get_limits (scanners);

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
  return options;
}

static gboolean
hbase_local_server_initable_init (GInitable *initable, GCancellable *cancellable, GError **error)
{
  HBaseLocalServer *self = HBASE_LOCAL_SERVER (initable);
  g_autoptr (GSocketAddress) address = check_arguments (self, error);
  g_autoptr (HBaseLocalService) service
      = address != NULL ? hbase_local_service_open (self->directory, error) : NULL;
  HBaseLocalListenerOptions options = get_options (self);
  g_autoptr (GError) failure = NULL;

  if (service == NULL)
    return FALSE;
  set_scanner_limits (self, service);
  self->server = hbase_local_listener_new (service, address, &options, &failure);
  if (self->server == NULL)
    {
      hbase_error_set (error, (int) hbase_io_error_code (failure, HBASE_ERROR_UNREACHABLE),
                       "can't listen on %s: %s", self->listen, failure->message);
      return FALSE;
    }
  self->address = address_text (hbase_local_listener_get_address (self->server));
  return TRUE;
}

#else

static gpointer
fail_unsupported (GError **error)
{
  g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED,
                       "this build of hbase-glib has no embedded engine: "
                       "configure it without --without-local");
  return NULL;
}

static gboolean
hbase_local_server_initable_init (GInitable *initable, GCancellable *cancellable, GError **error)
{
  fail_unsupported (error);
  return FALSE;
}

#endif

static void
initable_interface_init (GInitableIface *interface)
{
  interface->init = hbase_local_server_initable_init;
}

static void
hbase_local_server_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HBaseLocalServer *self = HBASE_LOCAL_SERVER (object);

  switch (id)
    {
    case PROP_DIRECTORY:
      g_value_set_string (value, self->directory);
      break;
    case PROP_LISTEN:
      g_value_set_string (value, self->listen);
      break;
    case PROP_ADDRESS:
      g_value_set_string (value, self->address);
      break;
    case PROP_ALLOW_REMOTE:
      g_value_set_boolean (value, self->allow_remote);
      break;
    case PROP_MAX_CONNECTIONS:
      g_value_set_uint (value, self->max_connections);
      break;
    case PROP_MAX_CONNECTIONS_PER_PEER:
      g_value_set_uint (value, self->max_connections_per_peer);
      break;
    case PROP_IDLE_TIMEOUT:
      g_value_set_uint (value, self->idle_timeout);
      break;
    case PROP_MESSAGE_TIMEOUT:
      g_value_set_uint (value, self->message_timeout);
      break;
    case PROP_MAX_SCANNER_MEMORY:
      g_value_set_uint64 (value, self->max_scanner_memory);
      break;
    case PROP_MAX_SCANNER_MEMORY_PER_CONNECTION:
      g_value_set_uint64 (value, self->max_scanner_memory_per_connection);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hbase_local_server_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HBaseLocalServer *self = HBASE_LOCAL_SERVER (object);

  switch (id)
    {
    case PROP_DIRECTORY:
      self->directory = g_value_dup_string (value);
      break;
    case PROP_LISTEN:
      self->listen = g_value_dup_string (value);
      break;
    case PROP_ALLOW_REMOTE:
      self->allow_remote = g_value_get_boolean (value);
      break;
    case PROP_MAX_CONNECTIONS:
      self->max_connections = g_value_get_uint (value);
      break;
    case PROP_MAX_CONNECTIONS_PER_PEER:
      self->max_connections_per_peer = g_value_get_uint (value);
      break;
    case PROP_IDLE_TIMEOUT:
      self->idle_timeout = g_value_get_uint (value);
      break;
    case PROP_MESSAGE_TIMEOUT:
      self->message_timeout = g_value_get_uint (value);
      break;
    case PROP_MAX_SCANNER_MEMORY:
      self->max_scanner_memory = g_value_get_uint64 (value);
      break;
    case PROP_MAX_SCANNER_MEMORY_PER_CONNECTION:
      self->max_scanner_memory_per_connection = g_value_get_uint64 (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

/* Never waits: the main loop may be the one that drops the last reference. */
static void
hbase_local_server_dispose (GObject *object)
{
#ifdef HBASE_WITH_LOCAL
  HBaseLocalServer *self = HBASE_LOCAL_SERVER (object);

  if (self->server != NULL)
    hbase_local_listener_begin_stop (self->server);
#endif
  G_OBJECT_CLASS (hbase_local_server_parent_class)->dispose (object);
}

static void
hbase_local_server_finalize (GObject *object)
{
  HBaseLocalServer *self = HBASE_LOCAL_SERVER (object);

#ifdef HBASE_WITH_LOCAL
  g_clear_pointer (&self->server, hbase_local_listener_unref);
#endif
  g_free (self->directory);
  g_free (self->listen);
  g_free (self->address);
  G_OBJECT_CLASS (hbase_local_server_parent_class)->finalize (object);
}

#define CONSTRUCT_ONLY (G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS)
#define MIB (G_GUINT64_CONSTANT (1) << 20)

static void
hbase_local_server_class_init (HBaseLocalServerClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = hbase_local_server_get_property;
  object_class->set_property = hbase_local_server_set_property;
  object_class->dispose = hbase_local_server_dispose;
  object_class->finalize = hbase_local_server_finalize;

  /**
   * HBaseLocalServer:directory:
   *
   * The directory that the data live in; %NULL: in memory.
   *
   * Since: 0.1
   */
  properties[PROP_DIRECTORY] = g_param_spec_string (
      "directory", NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseLocalServer:listen:
   *
   * Where to listen, as it was asked for.
   *
   * Since: 0.1
   */
  properties[PROP_LISTEN] = g_param_spec_string (
      "listen", NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseLocalServer:address:
   *
   * Where it listens, in the form of [property@HBase.LocalServer:listen], with the real port.
   *
   * Since: 0.1
   */
  properties[PROP_ADDRESS]
      = g_param_spec_string ("address", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseLocalServer:allow-remote:
   *
   * Whether the server may listen on an address that isn't a loopback one. There is no authentication: whoever reaches
   * it can read and write all tables.
   *
   * Since: 0.1
   */
  properties[PROP_ALLOW_REMOTE] = g_param_spec_boolean ("allow-remote", NULL, NULL, FALSE, CONSTRUCT_ONLY);
  /**
   * HBaseLocalServer:max-connections:
   *
   * How many connections there may be at a time; each has a thread. For one more, the idle connection that was used
   * least recently is closed; or else one whose call has been arriving, or whose reply leaving, for more than a second.
   * Where all execute calls, the new one waits.
   *
   * Since: 0.1
   */
  properties[PROP_MAX_CONNECTIONS]
      = g_param_spec_uint ("max-connections", NULL, NULL, 1, G_MAXINT, 1000, CONSTRUCT_ONLY);
  /**
   * HBaseLocalServer:max-connections-per-peer:
   *
   * How many connections a peer may have at a time: an IPv4 address, an IPv6 network of 64 bits, or the user at the
   * other end of a Unix socket. For one more, another one of that peer is closed, as for
   * [property@HBase.LocalServer:max-connections]; where all execute calls, the new one is closed.
   *
   * Since: 0.1
   */
  properties[PROP_MAX_CONNECTIONS_PER_PEER]
      = g_param_spec_uint ("max-connections-per-peer", NULL, NULL, 1, G_MAXINT, 500, CONSTRUCT_ONLY);
  /**
   * HBaseLocalServer:idle-timeout:
   *
   * After how many milliseconds without a call a connection is closed; 0: never. The default is that of HBase's
   * gateway.
   *
   * Since: 0.1
   */
  properties[PROP_IDLE_TIMEOUT]
      = g_param_spec_uint ("idle-timeout", NULL, NULL, 0, G_MAXINT, 60000, CONSTRUCT_ONLY);
  /**
   * HBaseLocalServer:message-timeout:
   *
   * How many milliseconds a call may take to arrive, from its first byte to its last, and a reply to be received by
   * its client; 0: any time. A message gets another second for each 64 KiB of it. A connection that takes longer is
   * closed, and the call isn't executed.
   *
   * Since: 0.1
   */
  properties[PROP_MESSAGE_TIMEOUT]
      = g_param_spec_uint ("message-timeout", NULL, NULL, 0, G_MAXINT, 60000, CONSTRUCT_ONLY);
  /**
   * HBaseLocalServer:max-scanner-memory:
   *
   * How many bytes the open scanners of all connections may hold: their scans, filters, and rows that are being
   * delivered in pieces. A call that needs more fails with a `TIOError`; a scanner that has grown so is closed.
   *
   * Since: 0.1
   */
  properties[PROP_MAX_SCANNER_MEMORY]
      = g_param_spec_uint64 ("max-scanner-memory", NULL, NULL, 0, G_MAXUINT64, 1024 * MIB, CONSTRUCT_ONLY);
  /**
   * HBaseLocalServer:max-scanner-memory-per-connection:
   *
   * How many bytes of [property@HBase.LocalServer:max-scanner-memory] the scanners of one connection may hold.
   *
   * Since: 0.1
   */
  properties[PROP_MAX_SCANNER_MEMORY_PER_CONNECTION] = g_param_spec_uint64 (
      "max-scanner-memory-per-connection", NULL, NULL, 0, G_MAXUINT64, 256 * MIB, CONSTRUCT_ONLY);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_local_server_init (HBaseLocalServer *self)
{
}

/**
 * hbase_local_server_new:
 * @directory: (type filename) (nullable): the directory of the data, made if it isn't there (its parents
 *   aren't); %NULL for a database in memory, which goes with the server
 * @listen: where to listen: `tcp://127.0.0.1:9090`, `tcp://[::1]:0` or `unix:PATH`. The host is an address or
 *   `localhost`; port 0 is any free one
 * @error: return location for an error
 *
 * Opens the directory and listens: clients may connect when this has returned.
 *
 * The directory is made for its user only (0700), and so are the database (0600) and a Unix socket (0600), whatever the
 * umask; what exists keeps its permissions. A Unix socket's file that an earlier server has left behind is replaced;
 * one that is in use isn't.
 *
 * Other properties, such as [property@HBase.LocalServer:allow-remote], are given to [ctor@Gio.Initable.new].
 *
 * Errors: %HBASE_ERROR_INVALID_URI for a @listen that isn't of these forms; %HBASE_ERROR_INVALID_ARGUMENT for an
 * address beyond loopback where that isn't allowed; %HBASE_ERROR_STORAGE when the
 * directory can't be made, read or written, or holds another program's data or a newer version's;
 * %HBASE_ERROR_ADDRESS_IN_USE when another process listens there; %HBASE_ERROR_PERMISSION_DENIED when the
 * system doesn't allow it; %HBASE_ERROR_UNREACHABLE for other reasons (the address isn't this machine's);
 * %HBASE_ERROR_UNSUPPORTED in a library that was built without the engine.
 *
 * Returns: (transfer full): the server; %NULL on error
 *
 * Since: 0.1
 */
HBaseLocalServer *
hbase_local_server_new (const char *directory, const char *listen, GError **error)
{
  g_return_val_if_fail (listen != NULL, NULL);

  return g_initable_new (HBASE_TYPE_LOCAL_SERVER, NULL, error, "directory", directory, "listen", listen,
                         NULL);
}

/**
 * hbase_local_server_get_address:
 * @server: a server
 *
 * Where the server listens, in the form that [ctor@HBase.LocalServer.new] takes, with the port that the system
 * gave it.
 *
 * Returns: the address
 *
 * Since: 0.1
 */
const char *
hbase_local_server_get_address (HBaseLocalServer *server)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), NULL);

  return server->address;
}

/**
 * hbase_local_server_stop:
 * @server: a server
 *
 * Takes no more connections and closes those there are. A call that is being answered is ended within a fraction of a
 * second: what it has not yet committed is rolled back, and its client gets a reply that says so. This waits
 * for that. To stop a server that is stopped does nothing.
 *
 * In a program with a main loop use [method@HBase.LocalServer.stop_async].
 *
 * Since: 0.1
 */
void
hbase_local_server_stop (HBaseLocalServer *server)
{
  g_return_if_fail (HBASE_IS_LOCAL_SERVER (server));

#ifdef HBASE_WITH_LOCAL
  if (server->server != NULL)
    hbase_local_listener_stop (server->server);
#endif
}

#ifdef HBASE_WITH_LOCAL

/* Dispatched when the server has stopped, or when the caller no longer waits. */
static gboolean
return_stopped (GCancellable *stopped, gpointer task)
{
  GError *error = NULL;

  if (!g_cancellable_is_cancelled (stopped)
      && g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error))
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
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
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: what it gets
 *
 * Does what [method@HBase.LocalServer.stop] does, also to calls that are being answered, without waiting for it: the result is
 * there when no call is executed any more, all connections are closed, and address and directory are free.
 *
 * Nothing takes the stopping back: a cancellable only ends the wait for it. To stop a server that is stopped, or that is being stopped, is no error.
 *
 * Since: 0.1
 */
void
hbase_local_server_stop_async (HBaseLocalServer *server,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_LOCAL_SERVER (server));

  task = hbase_task_new (server, hbase_local_server_stop_async, cancellable, callback, user_data);
  if (!hbase_object_check_property (server, "listen", server->listen, &error))
    {
      g_task_return_error (task, error);
      return;
    }
#ifdef HBASE_WITH_LOCAL
  if (server->server != NULL)
    {
      hbase_local_listener_begin_stop (server->server);
      if (g_task_return_error_if_cancelled (task))
        return;
      return_when_stopped (task, hbase_local_listener_get_stopped (server->server));
      return;
    }
#endif
  g_task_return_boolean (task, TRUE);
}

/**
 * hbase_local_server_stop_finish:
 * @server: a server
 * @result: what the callback got
 * @error: return location for an error
 *
 * Finishes [method@HBase.LocalServer.stop_async].
 *
 * Errors: %G_IO_ERROR_CANCELLED where the wait was cancelled before the server had stopped;
 * %HBASE_ERROR_INVALID_ARGUMENT for an object that was constructed without [property@HBase.LocalServer:listen].
 *
 * Returns: %TRUE if the server has stopped; %FALSE on error
 *
 * Since: 0.1
 */
gboolean
hbase_local_server_stop_finish (HBaseLocalServer *server, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_LOCAL_SERVER (server), FALSE);

  return hbase_task_finish_boolean (server, hbase_local_server_stop_async, result, error);
}

/**
 * hbase_local_server_check_directory:
 * @directory: (type filename): a directory of data
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads everything in a directory's database, and finds what is damaged: pages whose checksums are wrong, trees that don't
 * hold together, tables whose descriptors or cells can't be read, and between which rows these lie.
 *
 * Whatever is read in ordinary calls is verified as well: what is damaged is an error there, %HBASE_ERROR_STORAGE. This tells
 * what else is, before it is needed. Nothing is changed. Servers and connections may use the directory meanwhile.
 *
 * A directory that was made before there were checksums has none: of its values, damage isn't found.
 *
 * It takes as long as it takes to read the whole file; it isn't for a main loop's thread.
 *
 * Errors: %HBASE_ERROR_STORAGE when there is no database in @directory, or it may not be read;
 * %HBASE_ERROR_UNSUPPORTED in a library that was built without the engine; %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (array zero-terminated=1): a line for each problem, none if the data are sound; %NULL on error.
 *   Free it by [func@GLib.strfreev]
 *
 * Since: 0.1
 */
char **
hbase_local_server_check_directory (const char *directory, GCancellable *cancellable, GError **error)
{
#ifdef HBASE_WITH_LOCAL
  g_autoptr (GPtrArray) problems = NULL;
#endif

  g_return_val_if_fail (directory != NULL, NULL);

#ifdef HBASE_WITH_LOCAL
  problems = hbase_local_check (directory, cancellable, error);
  if (problems == NULL)
    return NULL;
  g_ptr_array_set_free_func (problems, NULL);
  g_ptr_array_add (problems, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&problems), FALSE);
#else
  return fail_unsupported (error);
#endif
}
