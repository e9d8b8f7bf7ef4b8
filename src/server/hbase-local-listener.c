/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The server's listening socket: a thread that accepts connections, and one for each connection. It
 * neither needs nor uses a main loop.
 *
 * 1. A connection is closed if it is idle for too long, or takes too long to send a call or to receive a
 *    reply. hbase-local-connections-private.h says which ones are closed when there are too many.
 * 2. The accepting thread does the stopping: it waits for the other threads, so that no caller has to,
 *    and holds a reference until then.
 * 3. While clients are connected, and until all is done after the last one has left, the accepting thread
 *    also closes connections to the database that nobody uses, from time to time, and returns memory to the
 *    system after large messages were freed, or if nobody is connected.
 * 4. GLib aborts the process if it gets no descriptor where it waits for a cancellable. All waits for the
 *    stop share one descriptor, which the server holds from the beginning. Clients get only what leaves
 *    others enough: see hbase-local-descriptors.c.
 * 5. The threads aren't GLib's shared ones: of those a forked child counts its parent's idle ones as its
 *    own, and a connection given to one of them would be served by nobody. */

#include "config.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "hbase-local-descriptors-private.h"
#include "hbase-local-listener-private.h"
#include "hbase-local-socket-file-private.h"
#include "hbase-local-store-private.h"

/* A client of a Unix socket that finds this queue full isn't kept waiting: its connection fails. The system
 * may set a lower limit. */
#define BACKLOG 4096
#define ADMIT_RETRY_US 100000

struct _HBaseLocalListener {
  gatomicrefcount ref_count;
  HBaseLocalService *service;
  HBaseLocalListenerOptions options;
  GSocket *listener;
  GSocketAddress *address;
  HBaseLocalSocketFile file;
  GCancellable *stop;
  gboolean holds_stop_fd;
  GCancellable *stopped;
  gint64 next_tidy; /* µs; G_MAXINT64: there is nothing to do */
  guint n_quiet;    /* the number of times, one after the other, when nobody was connected */
  GMutex mutex;
  GCond has_stopped;   /* `stopped` is cancelled */
  guint n_sessions;    /* threads, under the mutex */
  GCond sessions_over; /* `n_sessions` is 0 */
  HBaseLocalConnections *connections;
};

/* What a connection's thread is given. */
typedef struct {
  HBaseLocalListener *server;
  HBaseLocalConnection *connection;
} Session;

static const HBaseLocalListenerOptions default_options = {
  .run_session = hbase_local_session_run,
  .max_connections = 1000, /* hbase.thrift.maxWorkerThreads */
  .max_connections_of_peer = 500,
  .idle_timeout = 60000, /* hbase.thrift.server.socket.read.timeout */
  .message_timeout = 60000,
  .max_call_size = (gsize) 256 * 1024 * 1024,
  .max_memory = (gsize) 256 * 1024 * 1024,
  .tidy_interval = 10000,
  .descriptors = 1,
  .call_limits = { .time_ms = 60000 /* hbase.rpc.timeout */, .rows = 100000000 },
};

HBaseLocalListenerOptions
hbase_local_listener_default_options (void)
{
  return default_options;
}

/* ---- the threads of connections ---- */

static void
count_session (HBaseLocalListener *server, int n)
{
  g_mutex_lock (&server->mutex);
  server->n_sessions += (guint) n;
  if (server->n_sessions == 0)
    g_cond_signal (&server->sessions_over);
  g_mutex_unlock (&server->mutex);
}

static guint
count_sessions (HBaseLocalListener *server)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&server->mutex);

  return server->n_sessions;
}

static void
wait_for_sessions (HBaseLocalListener *server)
{
  g_mutex_lock (&server->mutex);
  while (server->n_sessions > 0)
    g_cond_wait (&server->sessions_over, &server->mutex);
  g_mutex_unlock (&server->mutex);
}

static void
end_session (Session *session)
{
  hbase_local_connection_remove (session->connection);
  count_session (session->server, -1);
  hbase_local_listener_unref (session->server);
  g_free (session);
}

static gpointer
run_session (gpointer data)
{
  Session *session = data;
  HBaseLocalListener *server = session->server;

  server->options.run_session (session->connection, server->service, &server->options, server->stop);
  end_session (session);
  return NULL;
}

/* Closes the connection if the system has no thread for it. */
static void
begin_session (HBaseLocalListener *server, HBaseLocalConnection *connection)
{
  Session *session = g_new (Session, 1);
  GThread *thread;

  *session = (Session){ hbase_local_listener_ref (server), connection };
  count_session (server, 1);
  thread = g_thread_try_new ("hbase-session", run_session, session, NULL);
  if (thread != NULL)
    g_thread_unref (thread);
  else
    end_session (session);
}

/* ---- the accepting thread ---- */

static gint64
get_interval (const HBaseLocalListener *server)
{
  return server->options.tidy_interval * G_GINT64_CONSTANT (1000);
}

gboolean
hbase_local_listener_is_stopping (HBaseLocalListener *server)
{
  return g_cancellable_is_cancelled (server->stop);
}

/* Closes an idle connection, and waits for a while, or until one is closed: returns TRUE then. */
static gboolean
free_descriptors (HBaseLocalListener *server)
{
  hbase_local_connections_evict (server->connections, g_get_monotonic_time ());
  return hbase_local_connections_wait (server->connections, ADMIT_RETRY_US);
}

/* The threads that have just begun may not have opened all of theirs. */
static gboolean
has_too_few_descriptors (HBaseLocalListener *server)
{
  guint n_beginning = hbase_local_connections_count_new (server->connections) + 1;

  return hbase_local_descriptors_are_short (
      n_beginning * (server->options.descriptors - 1),
      hbase_local_store_count_on_disk (hbase_local_service_get_store (server->service)));
}

/* A client takes the place of one other. If there are still too few, the program itself has most of them. */
static void
wait_for_descriptors (HBaseLocalListener *server)
{
  while (!hbase_local_listener_is_stopping (server) && has_too_few_descriptors (server)
         && hbase_local_connections_count (server->connections) > 0 && !free_descriptors (server))
    ;
}

/* Returns NULL if the socket wasn't admitted. Later connections wait in the system's queue. */
static HBaseLocalConnection *
admit (HBaseLocalListener *server, GSocket *socket)
{
  g_autofree char *peer = hbase_local_connections_describe_peer (socket);
  HBaseLocalConnection *connection = NULL;

  while (!hbase_local_listener_is_stopping (server)
         && hbase_local_connections_admit (server->connections, socket, peer, g_get_monotonic_time (),
                                           &connection)
                == HBASE_LOCAL_ADMISSION_FULL)
    hbase_local_connections_wait (server->connections, ADMIT_RETRY_US);
  return connection;
}

static void
accept_one (HBaseLocalListener *server)
{
  g_autoptr (GSocket) socket = g_socket_accept (server->listener, server->stop, NULL);
  HBaseLocalConnection *connection;

  if (socket == NULL)
    {
      /* The process is most likely out of descriptors. */
      if (!hbase_local_listener_is_stopping (server))
        free_descriptors (server);
      return;
    }
  if (g_socket_get_family (socket) != G_SOCKET_FAMILY_UNIX)
    g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, TRUE, NULL);
  wait_for_descriptors (server);
  connection = admit (server, socket);
  if (connection == NULL)
    return;
  begin_session (server, connection);
  server->n_quiet = 0;
  server->next_tidy = MIN (server->next_tidy, g_get_monotonic_time () + get_interval (server));
}

static GSocket *
listen_at (HBaseLocalSocketFile *file, GSocketAddress *address, GError **error)
{
  g_autoptr (GSocket) socket = g_socket_new (g_socket_address_get_family (address), G_SOCKET_TYPE_STREAM,
                                             G_SOCKET_PROTOCOL_DEFAULT, error);

  if (socket == NULL)
    return NULL;
  g_socket_set_listen_backlog (socket, BACKLOG);
  return hbase_local_socket_file_listen (file, socket, address, error) ? g_steal_pointer (&socket) : NULL;
}

/* Holds the descriptor of the cancellable until the server ends. */
static gboolean
hold_stop (HBaseLocalListener *server, GError **error)
{
  GPollFD fd;

  if (!hbase_local_descriptors_are_left ())
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_OPEN_FILES, "too many files are open");
      return FALSE;
    }
  server->holds_stop_fd = g_cancellable_make_pollfd (server->stop, &fd);
  return TRUE;
}

/* Takes a reference. */
static void
end_listening (HBaseLocalListener *server)
{
  /* The file is removed first: once the socket is closed another server may have created its own. */
  hbase_local_socket_file_remove (&server->file);
  g_socket_close (server->listener, NULL);
  wait_for_sessions (server);
  /* A caller that waits for the stop may open the directory exclusively next, or look for leaks. */
  g_clear_pointer (&server->options.shared_client, hbase_local_client_free);
  g_clear_pointer (&server->service, hbase_local_service_unref);
  g_mutex_lock (&server->mutex);
  g_cancellable_cancel (server->stopped);
  g_cond_broadcast (&server->has_stopped);
  g_mutex_unlock (&server->mutex);
  hbase_local_listener_unref (server);
}

/* ---- what is unused ---- */

/* This takes long in a program with much memory of its own. */
static void
return_memory (void)
{
#ifdef __GLIBC__
  malloc_trim (0);
#endif
}

/* The last time is one interval after nobody was connected: all databases are unused by then. */
static void
tidy (HBaseLocalListener *server, gint64 now)
{
  server->n_quiet = count_sessions (server) > 0 ? 0 : server->n_quiet + 1;
  hbase_local_service_close_idle (server->service, now - get_interval (server));
  if (hbase_local_connections_take_freed (server->connections) || server->n_quiet > 0)
    return_memory ();
  server->next_tidy = server->n_quiet < 2 ? now + get_interval (server) : G_MAXINT64;
}

/* Returns FALSE if something else is due first. */
static gboolean
wait_for_client (HBaseLocalListener *server)
{
  gint64 now = g_get_monotonic_time ();
  gint64 left = server->next_tidy == G_MAXINT64 ? -1 : MAX (server->next_tidy - now, 0);

  if (left != 0)
    return g_socket_condition_timed_wait (server->listener, G_IO_IN, left, server->stop, NULL);
  tidy (server, now);
  return FALSE;
}

static gpointer
accept_until_stopped (gpointer data)
{
  HBaseLocalListener *server = data;

  while (!hbase_local_listener_is_stopping (server))
    if (wait_for_client (server))
      accept_one (server);
  end_listening (server);
  return NULL;
}

static HBaseLocalListener *
listener_new (HBaseLocalService *service,
              GSocket *socket,
              HBaseLocalSocketFile file,
              const HBaseLocalListenerOptions *options)
{
  HBaseLocalListener *server = g_new0 (HBaseLocalListener, 1);

  g_atomic_ref_count_init (&server->ref_count);
  server->service = hbase_local_service_ref (service);
  server->options = options != NULL ? *options : default_options;
  if (server->options.faults != NULL)
    hbase_server_faults_ref (server->options.faults);
  server->options.shared_client = hbase_local_client_new (service);
  server->address = g_socket_get_local_address (socket, NULL);
  server->listener = g_object_ref (socket);
  server->file = file;
  server->stop = g_cancellable_new ();
  server->stopped = g_cancellable_new ();
  g_mutex_init (&server->mutex);
  g_cond_init (&server->has_stopped);
  g_cond_init (&server->sessions_over);
  server->next_tidy = G_MAXINT64;
  server->connections = hbase_local_connections_new (
      hbase_local_descriptors_max_clients (server->options.max_connections, server->options.descriptors),
      server->options.max_connections_of_peer, server->options.max_memory);
  return server;
}

/* Takes the file. */
static HBaseLocalListener *
start_accepting (HBaseLocalService *service,
                 GSocket *socket,
                 HBaseLocalSocketFile file,
                 const HBaseLocalListenerOptions *options,
                 GError **error)
{
  HBaseLocalListener *server = listener_new (service, socket, file, options);
  GThread *thread = NULL;

  hbase_local_listener_ref (server);
  if (hold_stop (server, error))
    thread = g_thread_try_new ("hbase-accept", accept_until_stopped, server, error);
  if (thread != NULL)
    {
      g_thread_unref (thread);
      return server;
    }
  end_listening (server);
  hbase_local_listener_unref (server);
  return NULL;
}

HBaseLocalListener *
hbase_local_listener_new (HBaseLocalService *service,
                          GSocketAddress *address,
                          const HBaseLocalListenerOptions *options,
                          GError **error)
{
  HBaseLocalSocketFile file;
  g_autoptr (GSocket) socket = listen_at (&file, address, error);

  return socket != NULL ? start_accepting (service, socket, file, options, error) : NULL;
}

HBaseLocalListener *
hbase_local_listener_new_for_socket (HBaseLocalService *service,
                                     GSocket *socket,
                                     const HBaseLocalListenerOptions *options,
                                     GError **error)
{
  return start_accepting (service, socket, (HBaseLocalSocketFile){ .path = NULL }, options, error);
}

HBaseLocalListener *
hbase_local_listener_ref (HBaseLocalListener *server)
{
  g_atomic_ref_count_inc (&server->ref_count);
  return server;
}

void
hbase_local_listener_unref (HBaseLocalListener *server)
{
  if (!g_atomic_ref_count_dec (&server->ref_count))
    return;
  g_clear_pointer (&server->options.faults, hbase_server_faults_unref);
  hbase_local_connections_free (server->connections);
  g_object_unref (server->listener);
  g_object_unref (server->address);
  if (server->holds_stop_fd)
    g_cancellable_release_fd (server->stop);
  g_object_unref (server->stop);
  g_object_unref (server->stopped);
  g_mutex_clear (&server->mutex);
  g_cond_clear (&server->has_stopped);
  g_cond_clear (&server->sessions_over);
  g_free (server);
}

GSocketAddress *
hbase_local_listener_get_address (HBaseLocalListener *server)
{
  return server->address;
}

void
hbase_local_listener_begin_stop (HBaseLocalListener *server)
{
  g_cancellable_cancel (server->stop);
}

HBaseLocalConnections *
hbase_local_listener_get_connections (HBaseLocalListener *server)
{
  return server->connections;
}

GCancellable *
hbase_local_listener_get_stopped (HBaseLocalListener *server)
{
  return server->stopped;
}

void
hbase_local_listener_stop (HBaseLocalListener *server)
{
  hbase_local_listener_begin_stop (server);
  g_mutex_lock (&server->mutex);
  while (!g_cancellable_is_cancelled (server->stopped))
    g_cond_wait (&server->has_stopped, &server->mutex);
  g_mutex_unlock (&server->mutex);
}
