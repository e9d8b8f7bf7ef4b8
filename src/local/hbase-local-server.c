/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/stat.h>

#include "hbase-error.h"
#include "hbase-local-server-private.h"

/* A thread that accepts, and one for each connection, as many as the gateway has: those that come then wait
 * their turn. So that they get one, a client that is silent for long is left, in the middle of a call or
 * between two. No main loop is needed, and none is used. */

#define CONNECTIONS_MAX 1000
#define BACKLOG 128
#define ACCEPT_AGAIN_US 50000
#define IDLE_S 60 /* hbase.thrift.server.socket.read.timeout */
#define CALL_TIME_MS 60000 /* hbase.rpc.timeout */
#define CALL_ROWS 100000000

struct _HBaseLocalServer {
  HBaseLocalService *service;
  GSocket *listener;
  GSocketAddress *address;
  GCancellable *stop;
  GThreadPool *sessions;
  GThread *accepting;
  int idle_limit; /* seconds; atomic */
  HBaseLocalCallLimits limits;
};

static void
run_session (gpointer socket, gpointer data)
{
  HBaseLocalServer *server = data;

  g_socket_set_timeout (socket, (guint) g_atomic_int_get (&server->idle_limit));
  hbase_local_session_run (socket, server->service, &server->limits, server->stop);
  g_object_unref (socket);
}

static gpointer
accept_all (gpointer data)
{
  HBaseLocalServer *server = data;

  while (!g_cancellable_is_cancelled (server->stop))
    {
      GSocket *socket = g_socket_accept (server->listener, server->stop, NULL);

      if (socket == NULL)
        {
          /* Out of descriptors, most likely: some will be free again. */
          if (!g_cancellable_is_cancelled (server->stop))
            g_usleep (ACCEPT_AGAIN_US);
          continue;
        }
      if (g_socket_get_family (socket) != G_SOCKET_FAMILY_UNIX)
        g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, TRUE, NULL);
      g_thread_pool_push (server->sessions, socket, NULL);
    }
  return NULL;
}

static const char *
socket_path (GSocketAddress *address)
{
  return G_IS_UNIX_SOCKET_ADDRESS (address) ? g_unix_socket_address_get_path (G_UNIX_SOCKET_ADDRESS (address))
                                            : NULL;
}

/* A server that was killed leaves its socket's file, and nobody could listen there again. */
static void
remove_stale (GSocketAddress *address)
{
  const char *path = socket_path (address);
  g_autoptr (GSocket) probe = NULL;
  g_autoptr (GError) error = NULL;
  GStatBuf status;

  if (path == NULL || g_lstat (path, &status) != 0 || !S_ISSOCK (status.st_mode))
    return;
  probe = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
  if (probe == NULL)
    return;
  g_socket_set_blocking (probe, FALSE);
  if (!g_socket_connect (probe, address, NULL, &error)
      && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    g_unlink (path);
}

/* A Unix socket's file is its owner's. Linux makes it with the socket's own permissions, so that they are right from
 * its first moment; elsewhere they are once it is bound, before anybody can be listened to. */
static gboolean
bind_privately (GSocket *socket, GSocketAddress *address, GError **error)
{
  const char *path = socket_path (address);

  if (path == NULL)
    return g_socket_bind (socket, address, TRUE, error);
  fchmod (g_socket_get_fd (socket), 0600);
  if (!g_socket_bind (socket, address, TRUE, error))
    return FALSE;
  g_chmod (path, 0600);
  return TRUE;
}

static GSocket *
listen_at (GSocketAddress *address, GError **error)
{
  g_autoptr (GSocket) socket = g_socket_new (g_socket_address_get_family (address), G_SOCKET_TYPE_STREAM,
                                             G_SOCKET_PROTOCOL_DEFAULT, error);

  if (socket == NULL)
    return NULL;
  remove_stale (address);
  g_socket_set_listen_backlog (socket, BACKLOG);
  if (!bind_privately (socket, address, error) || !g_socket_listen (socket, error))
    return NULL;
  return g_steal_pointer (&socket);
}

HBaseLocalServer *
hbase_local_server_new (HBaseLocalService *service, GSocketAddress *address, GError **error)
{
  g_autoptr (GSocket) listener = listen_at (address, error);
  HBaseLocalServer *server;

  if (listener == NULL)
    return NULL;
  server = g_new0 (HBaseLocalServer, 1);
  server->service = hbase_local_service_ref (service);
  server->address = g_socket_get_local_address (listener, NULL);
  server->listener = g_steal_pointer (&listener);
  server->stop = g_cancellable_new ();
  server->idle_limit = IDLE_S;
  server->limits = (HBaseLocalCallLimits){ CALL_TIME_MS, CALL_ROWS };
  server->sessions = g_thread_pool_new (run_session, server, CONNECTIONS_MAX, FALSE, NULL);
  server->accepting = g_thread_new ("hbase-accept", accept_all, server);
  return server;
}

GSocketAddress *
hbase_local_server_get_address (HBaseLocalServer *server)
{
  return server->address;
}

void
hbase_local_server_set_idle_limit (HBaseLocalServer *server, guint seconds)
{
  g_atomic_int_set (&server->idle_limit, (int) seconds);
}

void
hbase_local_server_set_call_limits (HBaseLocalServer *server, const HBaseLocalCallLimits *limits)
{
  server->limits = *limits;
}

void
hbase_local_server_stop (HBaseLocalServer *server)
{
  const char *path = socket_path (server->address);

  if (server->accepting == NULL)
    return;
  g_cancellable_cancel (server->stop);
  g_thread_join (g_steal_pointer (&server->accepting));
  g_socket_close (server->listener, NULL);
  g_thread_pool_free (g_steal_pointer (&server->sessions), FALSE, TRUE);
  if (path != NULL)
    g_unlink (path);
}

void
hbase_local_server_free (HBaseLocalServer *server)
{
  hbase_local_server_stop (server);
  g_object_unref (server->listener);
  g_object_unref (server->address);
  g_object_unref (server->stop);
  hbase_local_service_unref (server->service);
  g_free (server);
}
