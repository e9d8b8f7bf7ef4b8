/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Where a server listens: an address in a text, or a socket that the program has inherited; and whether other
 * machines, or other users, could reach it. */

#include "config.h"

#include "hbase-listen-address-private.h"

#include <fcntl.h>
#include <gio/gunixsocketaddress.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "hbase-error-private.h"

#define TCP "tcp://"
#define UNIX "unix:"
#define DESCRIPTOR "fd:"
#define FORMS "tcp://ADDRESS:PORT, tcp://[ADDRESS]:PORT, unix:PATH or fd:NUMBER"

/* Parses HOST:PORT or [HOST]:PORT; the host is a number, or localhost. */
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

/* Returns what follows the scheme in the text, or NULL if the text has another one. */
static const char *
after_scheme (const char *text, const char *scheme)
{
  gsize length = strlen (scheme);

  return strncmp (text, scheme, length) == 0 ? text + length : NULL;
}

/* GLib would cut a longer path. */
static gboolean
check_path_length (const char *path, const char *text, GError **error)
{
  guint most = (guint) sizeof ((struct sockaddr_un *) NULL)->sun_path - 1;

  return strlen (path) <= most
         || hbase_error_set (error, HBASE_ERROR_INVALID_URI,
                             "“%s” isn't an address to listen on: a socket's path has at most %u bytes", text,
                             most);
}

static GSocketAddress *
parse (const char *text, GError **error)
{
  const char *endpoint = after_scheme (text, TCP);
  const char *path = after_scheme (text, UNIX);
  GSocketAddress *address = NULL;

  if (path != NULL && !check_path_length (path, text, error))
    return NULL;
  if (endpoint != NULL)
    address = parse_tcp (endpoint);
  else if (path != NULL && *path != '\0')
    address = g_unix_socket_address_new (path);
  if (address == NULL)
    hbase_error_set (error, HBASE_ERROR_INVALID_URI, "“%s” isn't an address to listen on: write %s", text,
                     FORMS);
  return address;
}

/* ---- a socket that the program has inherited ---- */

gboolean
hbase_listen_address_is_inherited (const char *text)
{
  return g_str_has_prefix (text, DESCRIPTOR);
}

static gboolean
is_listening (GSocket *socket)
{
  int accepts;

  return g_socket_get_option (socket, SOL_SOCKET, SO_ACCEPTCONN, &accepts, NULL) && accepts != 0;
}

/* Returns a duplicate of the descriptor: a stop closes it, and a start uses the inherited one again. */
static GSocket *
duplicate_inherited (const char *text, GError **error)
{
  g_autoptr (GSocket) socket = NULL;
  guint64 fd;
  int duplicate = -1;

  if (g_ascii_string_to_unsigned (text + strlen (DESCRIPTOR), 10, 0, G_MAXINT, &fd, NULL))
    duplicate = fcntl ((int) fd, F_DUPFD_CLOEXEC, 0);
  if (duplicate >= 0 && (socket = g_socket_new_from_fd (duplicate, NULL)) == NULL)
    close (duplicate);
  if (socket != NULL && is_listening (socket))
    return g_steal_pointer (&socket);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "“%s” isn't a socket that listens: pass the descriptor of one to this process", text);
  return NULL;
}

/* Every user of the machine can connect to an abstract Unix socket, and no URI names it. */
static gboolean
is_supported (GSocketAddress *address)
{
  return G_IS_INET_SOCKET_ADDRESS (address)
         || (G_IS_UNIX_SOCKET_ADDRESS (address)
             && g_unix_socket_address_get_address_type (G_UNIX_SOCKET_ADDRESS (address))
                    == G_UNIX_SOCKET_ADDRESS_PATH);
}

static GSocketAddress *
find_inherited_address (GSocket *inherited, const char *text, GError **error)
{
  g_autoptr (GSocketAddress) address = g_socket_get_local_address (inherited, error);

  if (address == NULL || is_supported (address))
    return g_steal_pointer (&address);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "“%s” isn't a TCP socket or a Unix socket with a file, whose permissions say who may "
                   "connect: pass one of these",
                   text);
  return NULL;
}

static gboolean
find_inherited (HBaseListenAddress *self, const char *text, GError **error)
{
  self->inherited = duplicate_inherited (text, error);
  if (self->inherited != NULL)
    self->address = find_inherited_address (self->inherited, text, error);
  return self->address != NULL;
}

/* ---- addresses ---- */

/* Only this machine can reach a loopback address; a Unix socket's file has permissions. */
static gboolean
check_remote (GSocketAddress *address, const char *text, GError **error)
{
  if (!G_IS_INET_SOCKET_ADDRESS (address)
      || g_inet_address_get_is_loopback (g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address))))
    return TRUE;
  return hbase_error_set (
      error, HBASE_ERROR_INVALID_ARGUMENT,
      "%s isn't a loopback address, and there is no authentication: every client that reaches it "
      "could read and write all tables; set allow-remote to allow it",
      text);
}

gboolean
hbase_listen_address_init (HBaseListenAddress *self, const char *text, gboolean allow_remote, GError **error)
{
  *self = (HBaseListenAddress){ NULL, NULL };
  if (hbase_listen_address_is_inherited (text))
    find_inherited (self, text, error);
  else
    self->address = parse (text, error);
  return self->address != NULL && (allow_remote || check_remote (self->address, text, error));
}

static gboolean
has_no_port (GSocketAddress *address)
{
  return G_IS_INET_SOCKET_ADDRESS (address)
         && g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address)) == 0;
}

/* Linux lets a server bind to the port of another socket if that one doesn't listen and both have
 * SO_REUSEADDR, but gives that port to nobody who asks for any. Elsewhere the port is free during a stop. */
GSocket *
hbase_listen_address_keep_port (HBaseListenAddress *self)
{
#ifdef __linux__
  g_autoptr (GSocket) socket = NULL;

  if (!has_no_port (self->address))
    return NULL;
  socket = g_socket_new (g_socket_address_get_family (self->address), G_SOCKET_TYPE_STREAM,
                         G_SOCKET_PROTOCOL_DEFAULT, NULL);
  if (socket == NULL || !g_socket_bind (socket, self->address, TRUE, NULL))
    return NULL;
  g_object_unref (self->address);
  self->address = g_socket_get_local_address (socket, NULL);
  return g_steal_pointer (&socket);
#else
  return NULL;
#endif
}

void
hbase_listen_address_clear (HBaseListenAddress *self)
{
  g_clear_object (&self->address);
  g_clear_object (&self->inherited);
}

static char *
print_inet (GInetSocketAddress *address)
{
  GInetAddress *inet = g_inet_socket_address_get_address (address);
  g_autofree char *host = g_inet_address_to_string (inet);
  gboolean is_ipv6 = g_inet_address_get_family (inet) == G_SOCKET_FAMILY_IPV6;

  return g_strdup_printf (is_ipv6 ? TCP "[%s]:%u" : TCP "%s:%u", host,
                          g_inet_socket_address_get_port (address));
}

char *
hbase_listen_address_print (GSocketAddress *address)
{
  if (G_IS_UNIX_SOCKET_ADDRESS (address))
    return g_strconcat (UNIX, g_unix_socket_address_get_path (G_UNIX_SOCKET_ADDRESS (address)), NULL);
  return print_inet (G_INET_SOCKET_ADDRESS (address));
}

char *
hbase_listen_address_print_uri (const char *address, gboolean is_http)
{
  g_autofree char *path = NULL, *escaped = NULL;

  if (g_str_has_prefix (address, TCP))
    return g_strconcat (is_http ? "http://" : "thrift://", address + strlen (TCP), NULL);
  path = g_canonicalize_filename (address + strlen (UNIX), NULL);
  escaped = g_uri_escape_string (path, "/", FALSE);
  return g_strconcat ("thrift+unix://", escaped, NULL);
}
