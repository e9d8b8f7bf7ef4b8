/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>
#include <sys/socket.h>

#include "check-main.h"
#include "hbase-http-session-private.h"
#include "hbase-local-clock-private.h"

/* One session of the engine's HTTP server, on a pair of sockets. */

#define MEMORY (4 * HBASE_LOCAL_UNCOUNTED_MAX)
#define ROW_LENGTH (300 * 1024)

typedef struct {
  HBaseLocalListenerOptions options;
  HBaseLocalService *service;
  HBaseLocalConnections *connections;
  HBaseLocalConnection *connection, *other;
  GSocket *client;
  GCancellable *stop;
  int n_executed; /* calls that have begun a transaction */
} World;

static gint64
count_executed (gpointer n_executed)
{
  g_atomic_int_inc ((int *) n_executed);
  return 1000000;
}

static gint64
no_ticks (gpointer unused)
{
  return 1000;
}

static HBaseLocalConnection *
admit (World *world, GSocket *socket)
{
  HBaseLocalConnection *connection = NULL;

  ck_assert_int_eq (hbase_local_connections_admit (world->connections, socket, "peer",
                                                   g_get_monotonic_time (), &connection),
                    HBASE_LOCAL_ADMISSION_ADMITTED);
  return connection;
}

/* libsoup wants addresses of TCP. Returns the server's end. */
static GSocket *
connect_by_tcp (GSocket **client)
{
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr (GSocketAddress) address = NULL;
  g_autoptr (GSocket) listening
      = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);

  ck_assert (g_socket_bind (listening, any, TRUE, NULL) && g_socket_listen (listening, NULL));
  address = g_socket_get_local_address (listening, NULL);
  *client = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
  ck_assert (g_socket_connect (*client, address, NULL, NULL));
  return g_socket_accept (listening, NULL, NULL);
}

/* Another connection has all the memory. */
static void
take_memory (World *world)
{
  g_autoptr (GSocket) client = NULL;
  g_autoptr (GSocket) server = connect_by_tcp (&client);

  world->other = admit (world, server);
  hbase_local_connection_set_memory (world->other, MEMORY, NULL);
  hbase_local_connection_set_state (world->other, HBASE_LOCAL_CONNECTION_TRANSFER, G_MAXINT64);
}

static void
set_up (World *world)
{
  HBaseLocalClock clock = { .now = count_executed, .ticks = no_ticks, .data = &world->n_executed };
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocket) server = NULL;

  ck_assert (hbase_http_session_prepare (NULL));
  *world = (World){ .options = hbase_local_listener_default_options () };
  world->service = hbase_local_service_open (NULL, HBASE_LOCAL_OPEN_CREATE, NULL, &error);
  ck_assert_no_error (error);
  hbase_local_service_set_clock (world->service, &clock);
  world->options.shared_client = hbase_local_client_new (world->service);
  world->connections = hbase_local_connections_new (2, 2, MEMORY);
  server = connect_by_tcp (&world->client);
  world->connection = admit (world, server);
  world->stop = g_cancellable_new ();
}

static void
tear_down (World *world)
{
  g_clear_pointer (&world->other, hbase_local_connection_remove);
  hbase_local_connections_free (world->connections);
  hbase_local_client_free (world->options.shared_client);
  hbase_local_service_unref (world->service);
  g_object_unref (world->client);
  g_object_unref (world->stop);
}

static gpointer
run_session (gpointer data)
{
  World *world = data;

  hbase_http_session_run (world->connection, world->service, &world->options, world->stop);
  hbase_local_connection_remove (world->connection);
  return NULL;
}

/* A get of a row with a long key. */
static GString *
make_request (void)
{
  static const char head[] = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-thrift\r\n";
  static const char get[] = "\x80\x01\x00\x01\x00\x00\x00\x03get\x00\x00\x00\x07"
                            "\x0b\x00\x01\x00\x00\x00\x01t\x0c\x00\x02\x0b\x00\x01";
  guint32 length = GUINT32_TO_BE (ROW_LENGTH);
  g_autofree char *row = g_strnfill (ROW_LENGTH, 'r');
  GString *request = g_string_new (head);

  g_string_append_printf (request, "Content-Length: %zu\r\n\r\n", sizeof get - 1 + 4 + ROW_LENGTH + 2);
  g_string_append_len (request, get, sizeof get - 1);
  g_string_append_len (request, (const char *) &length, 4);
  g_string_append_len (request, row, ROW_LENGTH);
  g_string_append_len (request, "\x00\x00", 2);
  return request;
}

/* The connection may be closed before everything is sent. */
static void
send_request (GSocket *client)
{
  g_autoptr (GString) request = make_request ();
  gsize sent = 0;
  gssize n;

  while (sent < request->len
         && (n = g_socket_send (client, request->str + sent, request->len - sent, NULL, NULL)) > 0)
    sent += (gsize) n;
}

/* A call that got no memory in its time isn't executed, although the rest of it has arrived; one that has
 * got it is. */
START_TEST (test_wait_for_memory)
{
  char response[12];
  GThread *thread;
  World world;

  set_up (&world);
  if (_i == 0)
    {
      world.options.call_limits.time_ms = 100;
      take_memory (&world);
    }
  thread = g_thread_new ("session", run_session, &world);
  send_request (world.client);
  if (_i == 1)
    {
      ck_assert_int_eq (g_socket_receive (world.client, response, sizeof response, NULL, NULL), 12);
      g_socket_shutdown (world.client, FALSE, TRUE, NULL);
    }
  g_thread_join (thread);
  ck_assert_int_eq (g_atomic_int_get (&world.n_executed), _i);
  ck_assert_uint_eq (hbase_local_connections_get_memory (world.connections), _i == 0 ? MEMORY : 0);
  tear_down (&world);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("http-session");

  tcase_set_timeout (tcase, 60);
  tcase_add_loop_test (tcase, test_wait_for_memory, 0, 2);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN_FORKED ("http-session", fill)
