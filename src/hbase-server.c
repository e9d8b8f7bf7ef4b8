/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-server.h"

#include <gio/gunixsocketaddress.h>

#include "hbase-error.h"
#include "hbase-io-error-private.h"
#ifdef HBASE_WITH_LOCAL
#include "hbase-local-server-private.h"
#endif

/**
 * HBaseServer:
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
 * A connection that is silent for 60 seconds is closed, as a gateway does it. Of all clients together, 10,000 scanners
 * may be open.
 *
 * It has threads of its own, needs no main loop, and stops when it is disposed of.
 *
 * With a database in memory, on any free port:
 *
 * ```c
 * g_autoptr (HBaseServer) server = hbase_server_new (NULL, "tcp://127.0.0.1:0", &error);
 *
 * if (server == NULL)
 *   return FALSE;
 * g_print ("listening on %s\n", hbase_server_get_address (server));
 * ```
 *
 * Since: 0.1
 */
struct _HBaseServer {
  GObject parent_instance;
  char *directory;
  char *listen;
  char *address;
#ifdef HBASE_WITH_LOCAL
  HBaseLocalServer *server;
#endif
};

enum {
  PROP_DIRECTORY = 1,
  PROP_LISTEN,
  PROP_ADDRESS,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void initable_interface_init (GInitableIface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HBaseServer, hbase_server, G_TYPE_OBJECT,
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
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI, "“%s” is no address to listen on: write %s",
                 listen, LISTEN_FORMS);
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
  return g_strdup_printf (g_inet_address_get_family (inet) == G_SOCKET_FAMILY_IPV6 ? TCP "[%s]:%u"
                                                                                   : TCP "%s:%u",
                          host, port);
}

static gboolean
hbase_server_initable_init (GInitable *initable, GCancellable *cancellable, GError **error)
{
  HBaseServer *self = HBASE_SERVER (initable);
  g_autoptr (GSocketAddress) address = parse_listen (self->listen != NULL ? self->listen : "", error);
  g_autoptr (HBaseLocalService) service = address != NULL ? hbase_local_service_open (self->directory, error)
                                                          : NULL;
  g_autoptr (GError) failure = NULL;

  if (service == NULL)
    return FALSE;
  self->server = hbase_local_server_new (service, address, &failure);
  if (self->server == NULL)
    {
      g_set_error (error, HBASE_ERROR, (int) hbase_io_error_code (failure, HBASE_ERROR_UNREACHABLE), "can't listen on %s: %s", self->listen,
                   failure->message);
      return FALSE;
    }
  self->address = address_text (hbase_local_server_get_address (self->server));
  return TRUE;
}

#else

static gboolean
hbase_server_initable_init (GInitable *initable, GCancellable *cancellable, GError **error)
{
  g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED,
                       "this build of hbase-glib has no embedded engine to serve: "
                       "configure it without --without-local");
  return FALSE;
}

#endif

static void
initable_interface_init (GInitableIface *interface)
{
  interface->init = hbase_server_initable_init;
}

static void
hbase_server_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HBaseServer *self = HBASE_SERVER (object);

  if (id == PROP_DIRECTORY)
    g_value_set_string (value, self->directory);
  else if (id == PROP_LISTEN)
    g_value_set_string (value, self->listen);
  else if (id == PROP_ADDRESS)
    g_value_set_string (value, self->address);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
hbase_server_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HBaseServer *self = HBASE_SERVER (object);

  if (id == PROP_DIRECTORY)
    self->directory = g_value_dup_string (value);
  else if (id == PROP_LISTEN)
    self->listen = g_value_dup_string (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
hbase_server_finalize (GObject *object)
{
  HBaseServer *self = HBASE_SERVER (object);

#ifdef HBASE_WITH_LOCAL
  g_clear_pointer (&self->server, hbase_local_server_free);
#endif
  g_free (self->directory);
  g_free (self->listen);
  g_free (self->address);
  G_OBJECT_CLASS (hbase_server_parent_class)->finalize (object);
}

static void
hbase_server_class_init (HBaseServerClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = hbase_server_get_property;
  object_class->set_property = hbase_server_set_property;
  object_class->finalize = hbase_server_finalize;

  /**
   * HBaseServer:directory:
   *
   * The directory that the data live in; %NULL: in memory.
   *
   * Since: 0.1
   */
  properties[PROP_DIRECTORY]
    = g_param_spec_string ("directory", NULL, NULL, NULL,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseServer:listen:
   *
   * Where to listen, as it was asked for.
   *
   * Since: 0.1
   */
  properties[PROP_LISTEN]
    = g_param_spec_string ("listen", NULL, NULL, NULL,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseServer:address:
   *
   * Where it listens, in the form of [property@HBase.Server:listen], with the real port.
   *
   * Since: 0.1
   */
  properties[PROP_ADDRESS]
    = g_param_spec_string ("address", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_server_init (HBaseServer *self)
{
}

/**
 * hbase_server_new:
 * @directory: (type filename) (nullable): the directory of the data, made if it isn't there (its parents
 *   aren't); %NULL for a database in memory, which goes with the server
 * @listen: where to listen: `tcp://127.0.0.1:9090`, `tcp://[::1]:0` or `unix:PATH`. The host is an address or
 *   `localhost`; port 0 is any free one
 * @error: return location for an error
 *
 * Opens the directory and listens: clients may connect when this has returned.
 *
 * Whoever can connect can do anything: there is no authentication. So listen on a loopback address or a Unix
 * socket, unless everybody in the network may read and write. A Unix socket's file that an earlier server has
 * left behind is replaced; one that is in use isn't.
 *
 * Errors: %HBASE_ERROR_INVALID_URI for a @listen that isn't of these forms; %HBASE_ERROR_STORAGE when the
 * directory can't be made, read or written, or holds another program's data or a newer version's;
 * %HBASE_ERROR_ADDRESS_IN_USE when another process listens there; %HBASE_ERROR_PERMISSION_DENIED when the
 * system doesn't allow it; %HBASE_ERROR_UNREACHABLE for other reasons (the address isn't this machine's);
 * %HBASE_ERROR_UNSUPPORTED in a library that was built without the engine.
 *
 * Returns: (transfer full): the server; %NULL on error
 *
 * Since: 0.1
 */
HBaseServer *
hbase_server_new (const char *directory, const char *listen, GError **error)
{
  g_return_val_if_fail (listen != NULL, NULL);

  return g_initable_new (HBASE_TYPE_SERVER, NULL, error, "directory", directory, "listen", listen, NULL);
}

/**
 * hbase_server_get_address:
 * @server: a server
 *
 * Where the server listens, in the form that [ctor@HBase.Server.new] takes, with the port that the system
 * gave it.
 *
 * Returns: the address
 *
 * Since: 0.1
 */
const char *
hbase_server_get_address (HBaseServer *server)
{
  g_return_val_if_fail (HBASE_IS_SERVER (server), NULL);

  return server->address;
}

/**
 * hbase_server_stop:
 * @server: a server
 *
 * Takes no more connections and closes those there are. A call that is being answered is ended within a fraction of a
 * second: what it has not yet committed is rolled back, and its client gets a reply that says so. This waits
 * for that. To stop a server that is stopped does nothing.
 *
 * Since: 0.1
 */
void
hbase_server_stop (HBaseServer *server)
{
  g_return_if_fail (HBASE_IS_SERVER (server));

#ifdef HBASE_WITH_LOCAL
  if (server->server != NULL)
    hbase_local_server_stop (server->server);
#endif
}
