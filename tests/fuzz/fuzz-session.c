/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "fuzz.h"

#include <gio/gio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine.h"
#include "hbase-local-listener-private.h"

/* Any bytes of a client: the server replies, or closes the connection. */

#define INPUT_MAX 65536 /* what a socket accepts at once */

/* The client, which reads everything until the server closes the connection. */
static gpointer
read_all (gpointer data)
{
  char buffer[4096];

  while (read (GPOINTER_TO_INT (data), buffer, sizeof buffer) > 0)
    ;
  return NULL;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  HBaseLocalListenerOptions options = hbase_local_listener_default_options ();
  HBaseLocalConnections *connections = hbase_local_connections_new (1, 1, G_MAXSIZE);
  HBaseLocalConnection *connection = NULL;
  g_autoptr (HBaseLocalService) service = engine_new ();
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  g_autoptr (GSocket) server = NULL;
  GThread *client;
  int ends[2];

  options.call_limits = (HBaseLocalCallLimits){ .time_ms = 1000, .rows = 10000 };
  size = MIN (size, INPUT_MAX);
  fuzz_assert (socketpair (AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  server = g_socket_new_from_fd (ends[0], NULL);
  fuzz_assert (server != NULL && write (ends[1], data, size) == (gssize) size);
  shutdown (ends[1], SHUT_WR);
  client = g_thread_new ("client", read_all, GINT_TO_POINTER (ends[1]));
  fuzz_assert (
      hbase_local_connections_admit (connections, server, "peer", g_get_monotonic_time (), &connection)
      == HBASE_LOCAL_ADMISSION_ADMITTED);
  hbase_local_session_run (connection, service, &options, stop);
  hbase_local_connection_remove (connection);
  g_thread_join (client);
  close (ends[1]);
  hbase_local_connections_free (connections);
  return 0;
}
