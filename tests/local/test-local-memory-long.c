/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <gio/gunixsocketaddress.h>
#include <unistd.h>

#include "check-main.h"
#include "hbase-local-listener-private.h"
#include "local-call.h"

/* The memory of a server's process: many clients ask for large rows and never read them. It is limited while
 * they are connected, and returned to the system when they have left. */

#define N_CLIENTS 200
#define VALUE ((gsize) 3 << 20)
#define MIB ((gsize) 1 << 20)
/* The messages, and the pages that the connections to the database keep. */
#define LARGEST (640 * MIB)

static gsize
resident (void)
{
  g_autofree char *text = NULL;
  gsize n_pages;

  ck_assert (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  n_pages = g_ascii_strtoull (strchr (text, ' '), NULL, 10);
  return n_pages * (gsize) sysconf (_SC_PAGESIZE);
}

static GBytes *
get_message (Local *local)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_GET_ARGS_TGET);
  hbase_wire_write_binary (out, HBASE_T_GET_ROW, HBASE_SLICE_LITERAL ("r"));
  hbase_wire_end_struct (out);
  return call_message (local, HBASE_WIRE_METHOD_GET);
}

static GSocket *
ask (GSocketAddress *address, GBytes *message)
{
  GSocket *socket
      = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);

  ck_assert (g_socket_connect (socket, address, NULL, NULL));
  ck_assert_int_eq (
      g_socket_send (socket, g_bytes_get_data (message, NULL), g_bytes_get_size (message), NULL, NULL),
      (gssize) g_bytes_get_size (message));
  return socket;
}

/* Returns the largest memory while another client gets its replies, each of which needs memory. */
static gsize
read_replies (GSocketAddress *address, GBytes *message)
{
  g_autofree char *bytes = g_malloc (VALUE);
  gsize largest = 0;

  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (GSocket) client = ask (address, message);

      for (gsize length = 0; length < VALUE;)
        {
          gssize got = g_socket_receive (client, bytes, VALUE, NULL, NULL);

          ck_assert_int_gt (got, 0);
          length += (gsize) got;
          largest = MAX (largest, resident ());
        }
    }
  return largest;
}

START_TEST (test_unread_rows)
{
  char *directory = local_directory ();
  g_autofree char *path = g_build_filename (directory, "socket", NULL);
  g_autofree char *cell = NULL, *value = g_strnfill (VALUE, 'v');
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GBytes) message = NULL;
  GSocket *clients[N_CLIENTS];
  HBaseLocalListener *server;
  gint64 deadline;
  gsize start;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:1");
  cell = g_strconcat ("f:q=", value, NULL);
  ck_text (put (&local, "r", cell), "ok");
  message = get_message (&local);
  server = hbase_local_listener_new (local.service, address, NULL, NULL);
  read_replies (address, message);
  start = resident ();
  for (guint i = 0; i < N_CLIENTS; i++)
    clients[i] = ask (address, message);
  ck_assert_uint_le (read_replies (address, message), LARGEST);
  for (guint i = 0; i < N_CLIENTS; i++)
    g_object_unref (clients[i]);
  deadline = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;
  while (resident () > 2 * start && g_get_monotonic_time () < deadline)
    g_usleep (G_USEC_PER_SEC / 10);
  ck_assert_uint_le (resident (), 2 * start);
  hbase_local_listener_stop (server);
  hbase_local_listener_unref (server);
  local_close (&local);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("memory");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, test_unread_rows);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-memory", fill)
