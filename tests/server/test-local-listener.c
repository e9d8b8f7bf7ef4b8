/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"
#include "refused-threads.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "hbase-local-descriptors-private.h"
#include "hbase-local-listener-private.h"

/* The server on sockets: what clients of each kind receive, and what happens to those that send something
 * else. */

#define REPLY_MAX (1 << 20)
#define LARGE_VALUE ((gsize) 60 * 1024)

typedef struct {
  Local local;
  HBaseLocalListener *server;
} Served;

/* `directory` NULL: in memory. */
static void
serve_at (Served *served, const char *directory, const HBaseLocalListenerOptions *options)
{
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr (GError) error = NULL;

  local_open_at (&served->local, directory);
  make_table (&served->local, TABLE, "f:3 g:1");
  served->server = hbase_local_listener_new (served->local.service, address, options, &error);
  ck_assert_no_error (error);
}

static void
serve_with (Served *served, const HBaseLocalListenerOptions *options)
{
  serve_at (served, NULL, options);
}

static void
serve (Served *served)
{
  serve_with (served, NULL);
}

static void
end (Served *served)
{
  hbase_local_listener_stop (served->server);
  hbase_local_listener_unref (served->server);
  local_close (&served->local);
}

/* The size of the receive buffer in bytes; 0: the default of the system, up to 32 MiB. */
static GSocket *
connect_with_buffer (GSocketAddress *address, int size)
{
  g_autoptr (GError) error = NULL;
  GSocket *socket = g_socket_new (g_socket_address_get_family (address), G_SOCKET_TYPE_STREAM,
                                  G_SOCKET_PROTOCOL_DEFAULT, &error);

  ck_assert_no_error (error);
  if (size > 0)
    ck_assert (g_socket_set_option (socket, SOL_SOCKET, SO_RCVBUF, size, NULL));
  g_socket_connect (socket, address, NULL, &error);
  ck_assert_no_error (error);
  return socket;
}

static GSocket *
connect_to (GSocketAddress *address)
{
  return connect_with_buffer (address, 0);
}

static void
send_bytes (GSocket *socket, const guint8 *data, gsize length)
{
  g_autoptr (GError) error = NULL;

  while (length > 0)
    {
      gssize sent = g_socket_send (socket, (const char *) data, length, NULL, &error);

      ck_assert_no_error (error);
      data += sent;
      length -= (gsize) sent;
    }
}

static GBytes *
frame (GBytes *message, gboolean framed)
{
  guint32 length = GUINT32_TO_BE ((guint32) g_bytes_get_size (message));
  GByteArray *array = g_byte_array_new ();

  if (framed)
    g_byte_array_append (array, (const guint8 *) &length, sizeof length);
  g_byte_array_append (array, g_bytes_get_data (message, NULL), (guint) g_bytes_get_size (message));
  return g_byte_array_free_to_bytes (array);
}

static HBaseBlock *
receive_reply (GSocket *socket, HBaseWireProtocol protocol, gboolean framed, HBaseWireMethodId method)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  HBaseWireReader reader;
  HBaseWireStatus status;
  guint8 byte;

  hbase_wire_reader_init_reply (&reader, protocol, framed, REPLY_MAX, &hbase_wire_methods[method], 7);
  do
    {
      ck_assert_int_eq (g_socket_receive (socket, (char *) &byte, 1, NULL, NULL), 1);
      g_byte_array_append (bytes, &byte, 1);
      status = hbase_wire_reader_feed (&reader, bytes->data, bytes->len);
    }
  while (status == HBASE_WIRE_MORE);
  ck_assert_int_eq (status, HBASE_WIRE_WHOLE);
  return hbase_wire_reader_take (&reader, g_memdup2 (bytes->data, bytes->len));
}

static GBytes *
put_message (Local *local, const char *value)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);
  g_autofree char *cell = g_strconcat ("f:q@5=", value, NULL);

  hbase_wire_write_struct (out, HBASE_PUT_ARGS_TPUT);
  hbase_wire_write_binary (out, HBASE_T_PUT_ROW, HBASE_SLICE_LITERAL ("r"));
  write_cells (out, HBASE_T_PUT_COLUMN_VALUES, cell);
  hbase_wire_end_struct (out);
  return call_message (local, HBASE_WIRE_METHOD_PUT);
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

/* Clients of all four kinds, with a put and a get each, in pieces of one byte and in one piece. */
START_TEST (test_kinds_of_clients)
{
  Served served;
  gboolean framed = (_i & 1) != 0, in_bytes = (_i & 4) != 0;
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GBytes) put_plain = NULL, get_plain = NULL, put_bytes = NULL, get_bytes = NULL;
  g_autoptr (HBaseBlock) written = NULL, read = NULL;

  serve (&served);
  served.local.protocol = (_i & 2) != 0 ? HBASE_WIRE_PROTOCOL_COMPACT : HBASE_WIRE_PROTOCOL_BINARY;
  socket = connect_to (hbase_local_listener_get_address (served.server));
  put_plain = put_message (&served.local, "v");
  put_bytes = frame (put_plain, framed);
  for (gsize i = 0; i < g_bytes_get_size (put_bytes); i += in_bytes ? 1 : g_bytes_get_size (put_bytes))
    send_bytes (socket, (const guint8 *) g_bytes_get_data (put_bytes, NULL) + i,
                in_bytes ? 1 : g_bytes_get_size (put_bytes));
  written = receive_reply (socket, served.local.protocol, framed, HBASE_WIRE_METHOD_PUT);
  ck_text (reply_text (written), "ok");
  get_plain = get_message (&served.local);
  get_bytes = frame (get_plain, framed);
  send_bytes (socket, g_bytes_get_data (get_bytes, NULL), g_bytes_get_size (get_bytes));
  read = receive_reply (socket, served.local.protocol, framed, HBASE_WIRE_METHOD_GET);
  ck_text (reply_text (read), "r f:q@5=v");
  end (&served);
}
END_TEST

/* Calls that are sent at once are answered in their order. */
START_TEST (test_pipelined)
{
  Served served;
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GByteArray) calls = g_byte_array_new ();
  g_autoptr (GBytes) getting = NULL;

  serve (&served);
  socket = connect_to (hbase_local_listener_get_address (served.server));
  getting = get_message (&served.local);
  for (int i = 0; i < 20; i++)
    {
      g_autofree char *value = g_strdup_printf ("v%d", i);
      g_autoptr (GBytes) putting = put_message (&served.local, value);

      g_byte_array_append (calls, g_bytes_get_data (putting, NULL), (guint) g_bytes_get_size (putting));
      g_byte_array_append (calls, g_bytes_get_data (getting, NULL), (guint) g_bytes_get_size (getting));
    }
  send_bytes (socket, calls->data, calls->len);
  for (int i = 0; i < 20; i++)
    {
      g_autoptr (HBaseBlock) written
          = receive_reply (socket, HBASE_WIRE_PROTOCOL_BINARY, FALSE, HBASE_WIRE_METHOD_PUT);
      g_autoptr (HBaseBlock) read
          = receive_reply (socket, HBASE_WIRE_PROTOCOL_BINARY, FALSE, HBASE_WIRE_METHOD_GET);
      g_autofree char *expected = g_strdup_printf ("r f:q@5=v%d", i);

      ck_text (reply_text (written), "ok");
      ck_text (reply_text (read), expected);
    }
  end (&served);
}
END_TEST

static void
receive_bytes (GSocket *socket, const HBaseBlock *expected)
{
  g_autofree char *bytes = g_malloc (expected->length);
  gsize length = 0;

  while (length < expected->length)
    {
      gssize got = g_socket_receive (socket, bytes + length, expected->length - length, NULL, NULL);

      ck_assert_int_gt (got, 0);
      length += (gsize) got;
    }
  ck_assert_mem_eq (bytes, expected->data, length);
}

static GBytes *
large_put_message (Local *local)
{
  g_autofree char *value = g_strnfill (LARGE_VALUE, 'v');

  return put_message (local, value);
}

static GBytes *
large_get_message (Local *local)
{
  g_autoptr (GBytes) putting = large_put_message (local);
  g_autoptr (HBaseBlock) reply = call_raw (local, HBASE_WIRE_PROTOCOL_BINARY,
                                           g_bytes_get_data (putting, NULL), g_bytes_get_size (putting));

  return get_message (local);
}

/* A client sends calls and reads no replies: when the system's buffers are full its next calls wait until
 * it reads. Then it gets all replies in their order. */
START_TEST (test_backpressure)
{
  enum { N_GETS = 300, BUFFER = 65536 };
  Served served;
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GBytes) getting = NULL, putting = NULL;
  g_autoptr (HBaseBlock) reply = NULL, written = NULL;

  serve (&served);
  socket = connect_with_buffer (hbase_local_listener_get_address (served.server), BUFFER);
  getting = large_get_message (&served.local);
  reply = call_raw (&served.local, HBASE_WIRE_PROTOCOL_BINARY, g_bytes_get_data (getting, NULL),
                    g_bytes_get_size (getting));
  for (int i = 0; i < N_GETS; i++)
    send_bytes (socket, g_bytes_get_data (getting, NULL), g_bytes_get_size (getting));
  putting = put_message (&served.local, "later");
  send_bytes (socket, g_bytes_get_data (putting, NULL), g_bytes_get_size (putting));
  /* The replies are being sent. More of them than any socket buffers come before the put. */
  receive_bytes (socket, reply);
  for (int i = 0; i < 100; i++)
    {
      g_autofree char *row = get (&served.local, "r", NULL, 1);

      ck_assert (!g_str_has_suffix (row, "=later"));
    }
  for (int i = 1; i < N_GETS; i++)
    receive_bytes (socket, reply);
  written = receive_reply (socket, HBASE_WIRE_PROTOCOL_BINARY, FALSE, HBASE_WIRE_METHOD_PUT);
  ck_text (reply_text (written), "ok");
  ck_text (get (&served.local, "r", NULL, 1), "r f:q@5=later");
  end (&served);
}
END_TEST

/* A server stops although a client doesn't read its replies. */
START_TEST (test_stop_with_backpressure)
{
  enum { N_GETS = 300, BUFFER = 65536 };
  Served served;
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GBytes) getting = NULL;
  g_autoptr (HBaseBlock) reply = NULL;

  serve (&served);
  socket = connect_with_buffer (hbase_local_listener_get_address (served.server), BUFFER);
  getting = large_get_message (&served.local);
  reply = call_raw (&served.local, HBASE_WIRE_PROTOCOL_BINARY, g_bytes_get_data (getting, NULL),
                    g_bytes_get_size (getting));
  for (int i = 0; i < N_GETS; i++)
    send_bytes (socket, g_bytes_get_data (getting, NULL), g_bytes_get_size (getting));
  receive_bytes (socket, reply);
  end (&served);
}
END_TEST

/* On one connection each method gets a reply of its own, and so does the next call; with all required
 * fields, and with none. */
START_TEST (test_all_methods)
{
  Served served;
  g_autoptr (GSocket) socket = NULL;

  serve (&served);
  socket = connect_to (hbase_local_listener_get_address (served.server));
  for (guint method = 0; method < HBASE_WIRE_N_METHODS; method++)
    {
      const HBaseWireSchema *arguments = hbase_wire_methods[method].arguments;
      HBaseWireWriter *out = call_begin (&served.local);
      g_autoptr (GBytes) call = NULL;
      g_autoptr (HBaseBlock) reply = NULL;
      g_autofree char *text = NULL;

      if (_i == 0)
        write_required_fields (out, arguments);
      call = call_message (&served.local, (HBaseWireMethodId) method);
      send_bytes (socket, g_bytes_get_data (call, NULL), g_bytes_get_size (call));
      reply = receive_reply (socket, HBASE_WIRE_PROTOCOL_BINARY, FALSE, (HBaseWireMethodId) method);
      text = reply_text (reply);
      if (_i == 1 && arguments->required != 0)
        ck_assert_msg (g_str_has_prefix (text, "EXCEPTION 7: "), "%s: %s", hbase_wire_methods[method].name,
                       text);
      else
        ck_assert_msg (g_str_has_prefix (text, "EXCEPTION 6: ") || !g_str_has_prefix (text, "EXCEPTION"),
                       "%s: %s", hbase_wire_methods[method].name, text);
    }
  end (&served);
}
END_TEST

/* After bytes that aren't a call the connection is closed without a reply, and other connections continue. */
START_TEST (test_garbage)
{
  static const char *const garbage[] = { "GET / HTTP/1.1\r\n\r\n", "\x16\x03\x01\x02", "\xff\xff\xff\xff",
                                         "\x80\x02\x00\x01xxxx", "\x82\x00xxxxxxxx" };
  static const gsize lengths[] = { 18, 4, 4, 8, 10 };
  Served served;
  g_autoptr (GSocket) good = NULL;
  g_autoptr (GSocket) bad = NULL;
  g_autoptr (GBytes) getting = NULL;
  g_autoptr (HBaseBlock) read = NULL;
  guint8 byte;

  serve (&served);
  good = connect_to (hbase_local_listener_get_address (served.server));
  bad = connect_to (hbase_local_listener_get_address (served.server));
  send_bytes (bad, (const guint8 *) garbage[_i], lengths[_i]);
  g_socket_shutdown (bad, FALSE, TRUE, NULL);
  ck_assert_int_le (g_socket_receive (bad, (char *) &byte, 1, NULL, NULL), 0);
  getting = get_message (&served.local);
  send_bytes (good, g_bytes_get_data (getting, NULL), g_bytes_get_size (getting));
  read = receive_reply (good, HBASE_WIRE_PROTOCOL_BINARY, FALSE, HBASE_WIRE_METHOD_GET);
  ck_text (reply_text (read), "-");
  end (&served);
}
END_TEST

static void
ck_closed (GSocket *socket)
{
  g_autoptr (GError) error = NULL;
  guint8 byte;

  ck_assert_int_eq (g_socket_receive (socket, (char *) &byte, 1, NULL, &error), 0);
  ck_assert_no_error (error);
}

/* The connection of a silent client is closed, in the middle of a call or before one. */
START_TEST (test_silent)
{
  static const char *const begun[] = { "", "\x80\x01", "\x80\x01\x01\x01gettt" };
  HBaseLocalListenerOptions options = hbase_local_listener_default_options ();
  Served served;
  g_autoptr (GSocket) socket = NULL;

  options.idle_timeout = _i == 0 ? 10 : 0;
  options.message_timeout = _i == 0 ? 0 : 10;
  serve_with (&served, &options);
  socket = connect_to (hbase_local_listener_get_address (served.server));
  send_bytes (socket, (const guint8 *) begun[_i], strlen (begun[_i]));
  ck_closed (socket);
  end (&served);
}
END_TEST

/* Returns how many bytes were sent before the server closed the connection. */
static gsize
send_trickle (guint message_timeout)
{
  HBaseLocalListenerOptions options = hbase_local_listener_default_options ();
  Served served;
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GBytes) putting = NULL;
  const guint8 *bytes;
  gsize length, sent = 0;

  options.message_timeout = message_timeout;
  serve_with (&served, &options);
  socket = connect_to (hbase_local_listener_get_address (served.server));
  putting = large_put_message (&served.local);
  bytes = g_bytes_get_data (putting, &length);
  do
    ck_assert_uint_lt (sent, length / 2);
  while (g_socket_send (socket, (const char *) bytes + sent++, 1, NULL, NULL) == 1
         && !g_socket_condition_timed_wait (socket, G_IO_IN, G_USEC_PER_SEC / 1000, NULL, NULL));
  ck_text (get (&served.local, "r", NULL, 1), "-");
  end (&served);
  return sent;
}

/* The connection of a client whose call arrives byte by byte is closed, although it is never silent for
 * long. Where less than that was sent in time, it is tried again with twice the time. */
START_TEST (test_trickle)
{
  for (guint timeout = 500; send_trickle (timeout) <= 2; timeout *= 2)
    ck_assert_uint_lt (timeout, 30000);
}
END_TEST

/* One session on a pair of sockets, in a thread of its own. */
typedef struct {
  Local local;
  HBaseLocalListenerOptions options;
  HBaseLocalConnections *connections;
  HBaseLocalConnection *connection;
  GSocket *client;
  GCancellable *stop;
  GThread *thread;
  int is_over; /* atomic */
} OneSession;

static gpointer
run_one_session (gpointer data)
{
  OneSession *session = data;

  hbase_local_session_run (session->connection, session->local.service, &session->options, session->stop);
  hbase_local_connection_remove (session->connection);
  g_atomic_int_set (&session->is_over, TRUE);
  return NULL;
}

static void
begin_session (OneSession *session, HBaseLocalListenerOptions options)
{
  g_autoptr (GSocket) server = NULL;
  int pair[2];

  *session = (OneSession){ .options = options };
  local_open (&session->local);
  ck_assert_int_eq (socketpair (AF_UNIX, SOCK_STREAM, 0, pair), 0);
  session->client = g_socket_new_from_fd (pair[0], NULL);
  server = g_socket_new_from_fd (pair[1], NULL);
  session->connections = hbase_local_connections_new (1, 1, options.max_memory);
  ck_assert_int_eq (hbase_local_connections_admit (session->connections, server, "peer",
                                                   g_get_monotonic_time (), &session->connection),
                    HBASE_LOCAL_ADMISSION_ADMITTED);
  session->stop = g_cancellable_new ();
  session->thread = g_thread_new ("session", run_one_session, session);
}

static void
end_session (OneSession *session)
{
  g_cancellable_cancel (session->stop);
  g_thread_join (session->thread);
  g_object_unref (session->client);
  g_object_unref (session->stop);
  hbase_local_connections_free (session->connections);
  local_close (&session->local);
}

/* Returns how many bytes were received before the server closed the connection. */
static gsize
receive_trickle (guint message_timeout)
{
  HBaseLocalListenerOptions options = hbase_local_listener_default_options ();
  OneSession session;
  g_autoptr (GBytes) getting = NULL;
  gsize received = 0;
  guint8 byte;

  options.message_timeout = message_timeout;
  begin_session (&session, options);
  getting = large_get_message (&session.local);
  for (int i = 0; i < 20; i++)
    send_bytes (session.client, g_bytes_get_data (getting, NULL), g_bytes_get_size (getting));
  while (!g_atomic_int_get (&session.is_over))
    {
      ck_assert_int_eq (g_socket_receive (session.client, (char *) &byte, 1, NULL, NULL), 1);
      received++;
      g_socket_condition_timed_wait (session.client, G_IO_HUP, G_USEC_PER_SEC / 1000, NULL, NULL);
    }
  end_session (&session);
  return received;
}

/* So is that of a client that receives its reply byte by byte. */
START_TEST (test_trickled_reply)
{
  for (guint timeout = 500; receive_trickle (timeout) <= 1; timeout *= 2)
    ck_assert_uint_lt (timeout, 30000);
}
END_TEST

/* A get on the connection is answered. */
static gboolean
is_served (Served *served, GSocket *socket)
{
  g_autoptr (GBytes) getting = get_message (&served->local);
  g_autoptr (HBaseBlock) reply = NULL;
  guint8 byte;

  if (g_socket_send (socket, g_bytes_get_data (getting, NULL), g_bytes_get_size (getting), NULL, NULL) <= 0
      || !g_socket_condition_wait (socket, G_IO_IN, NULL, NULL)
      || recv (g_socket_get_fd (socket), &byte, 1, MSG_PEEK) <= 0)
    return FALSE;
  reply = receive_reply (socket, HBASE_WIRE_PROTOCOL_BINARY, FALSE, HBASE_WIRE_METHOD_GET);
  return TRUE;
}

/* A full server closes the connection that has been idle for longest; so does one if a peer has all the
 * connections that it may have. */
START_TEST (test_full)
{
  HBaseLocalListenerOptions options = hbase_local_listener_default_options ();
  GSocketAddress *address;
  Served served;
  g_autoptr (GSocket) first = NULL, second = NULL, third = NULL;

  *(_i == 0 ? &options.max_connections : &options.max_connections_of_peer) = 2;
  serve_with (&served, &options);
  address = hbase_local_listener_get_address (served.server);
  first = connect_to (address);
  second = connect_to (address);
  third = connect_to (address);
  ck_assert (is_served (&served, third));
  ck_closed (first);
  ck_assert (is_served (&served, second));
  end (&served);
}
END_TEST

/* Many connections, more than the server accepts, send their calls slowly: another client is served. */
START_TEST (test_slowloris)
{
  enum { N_CONNECTIONS = 20, N_ATTACKERS = 30 };
  HBaseLocalListenerOptions options = hbase_local_listener_default_options ();
  GSocket *attackers[N_ATTACKERS];
  Served served;

  options.max_connections = N_CONNECTIONS;
  serve_with (&served, &options);
  for (guint i = 0; i < N_ATTACKERS; i++)
    {
      attackers[i] = connect_to (hbase_local_listener_get_address (served.server));
      send_bytes (attackers[i], (const guint8 *) "\x80\x01", 2);
    }
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GSocket) client = connect_to (hbase_local_listener_get_address (served.server));

      /* Those in the queue still send; what they send to a closed connection is lost. */
      for (guint j = 0; j < N_ATTACKERS; j++)
        g_socket_send (attackers[j], "\x01", 1, NULL, NULL);
      ck_assert (is_served (&served, client));
    }
  for (guint i = 0; i < N_ATTACKERS; i++)
    g_object_unref (attackers[i]);
  end (&served);
}
END_TEST

/* A stopped server closes its clients' connections and accepts no others. */
START_TEST (test_stop)
{
  Served served;
  g_autoptr (GSocket) idle = NULL;
  g_autoptr (GSocket) late = NULL;
  GSocketAddress *address;
  guint8 byte;

  serve (&served);
  address = hbase_local_listener_get_address (served.server);
  idle = connect_to (address);
  hbase_local_listener_stop (served.server);
  ck_assert_int_le (g_socket_receive (idle, (char *) &byte, 1, NULL, NULL), 0);
  late = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
  ck_assert (!g_socket_connect (late, address, NULL, NULL));
  hbase_local_listener_stop (served.server);
  end (&served);
}
END_TEST

static gint64
no_ticks (gpointer unused)
{
  return 1000;
}

/* A clock at which calls wait as long as the test wants. */
typedef struct {
  GMutex gate;
  int n_begun; /* atomic */
} Gate;

static gint64
wait_at_gate (gpointer data)
{
  Gate *gate = data;

  g_atomic_int_inc (&gate->n_begun);
  g_mutex_lock (&gate->gate);
  g_mutex_unlock (&gate->gate);
  return 1000000;
}

/* A caller that only begins to stop a server waits for nothing, not even for a call that is executed. */
START_TEST (test_begin_stop)
{
  Gate gate = { .n_begun = 0 };
  HBaseLocalClock clock = { .now = wait_at_gate, .ticks = no_ticks, .data = &gate };
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GBytes) putting = NULL;
  g_autoptr (GCancellable) stopped = NULL;
  g_autoptr (HBaseBlock) written = NULL;
  Served served;

  serve (&served);
  hbase_local_service_set_clock (served.local.service, &clock);
  socket = connect_to (hbase_local_listener_get_address (served.server));
  putting = put_message (&served.local, "v");
  g_mutex_init (&gate.gate);
  g_mutex_lock (&gate.gate);
  send_bytes (socket, g_bytes_get_data (putting, NULL), g_bytes_get_size (putting));
  while (g_atomic_int_get (&gate.n_begun) == 0)
    g_thread_yield ();
  stopped = g_object_ref (hbase_local_listener_get_stopped (served.server));
  hbase_local_listener_begin_stop (served.server);
  hbase_local_listener_unref (hbase_local_listener_ref (served.server));
  ck_assert (!g_cancellable_is_cancelled (stopped));
  g_mutex_unlock (&gate.gate);
  written = receive_reply (socket, HBASE_WIRE_PROTOCOL_BINARY, FALSE, HBASE_WIRE_METHOD_PUT);
  ck_closed (socket);
  end (&served);
  ck_assert (g_cancellable_is_cancelled (stopped));
  g_mutex_clear (&gate.gate);
}
END_TEST

/* The socket file of a server that was killed is replaced, that of a running one isn't; and a server
 * removes its own. */
START_TEST (test_unix_socket)
{
  Local local;
  char *directory = local_directory ();
  g_autofree char *path = g_build_filename (directory, "socket", NULL);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocket) dead
      = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
  g_autoptr (GSocket) client = NULL;
  g_autoptr (GError) error = NULL;
  HBaseLocalListener *server;

  local_open (&local);
  ck_assert (g_socket_bind (dead, address, TRUE, NULL));
  ck_assert (g_socket_close (dead, NULL));
  ck_assert (g_file_test (path, G_FILE_TEST_EXISTS));
  server = hbase_local_listener_new (local.service, address, NULL, &error);
  ck_assert_no_error (error);
  client = connect_to (address);
  ck_assert_ptr_null (hbase_local_listener_new (local.service, address, NULL, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE);
  hbase_local_listener_stop (server);
  hbase_local_listener_unref (server);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* A server that the system has no thread for isn't started, and leaves no file; a running one closes the
 * connections for which there is none. */
START_TEST (test_no_threads)
{
  Local local;
  char *directory = local_directory ();
  g_autofree char *path = g_build_filename (directory, "socket", NULL);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocket) client = NULL;
  g_autoptr (GError) error = NULL;
  HBaseLocalListener *server;

  local_open (&local);
  g_atomic_int_set (&are_threads_refused, TRUE);
  ck_assert_ptr_null (hbase_local_listener_new (local.service, address, NULL, &error));
  ck_assert_error (error, G_THREAD_ERROR, G_THREAD_ERROR_AGAIN);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
  g_atomic_int_set (&are_threads_refused, FALSE);
  server = hbase_local_listener_new (local.service, address, NULL, NULL);
  g_atomic_int_set (&are_threads_refused, TRUE);
  client = connect_to (address);
  ck_closed (client);
  hbase_local_listener_stop (server);
  hbase_local_listener_unref (server);
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* A file that has replaced the server's own isn't removed. */
START_TEST (test_replaced_socket)
{
  Local local;
  char *directory = local_directory ();
  g_autofree char *path = g_build_filename (directory, "socket", NULL);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocket) other
      = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
  g_autoptr (GError) error = NULL;
  HBaseLocalListener *server;

  local_open (&local);
  server = hbase_local_listener_new (local.service, address, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_int_eq (g_unlink (path), 0);
  ck_assert (g_socket_bind (other, address, TRUE, NULL));
  hbase_local_listener_stop (server);
  hbase_local_listener_unref (server);
  ck_assert (g_file_test (path, G_FILE_TEST_EXISTS));
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* A server that is about to listen at a path, when the others are, too. */
typedef struct {
  HBaseLocalService *service;
  GSocketAddress *address;
  int *n_ready; /* atomic: servers that haven't begun yet */
} Starting;

static gpointer
start_at_a_time (gpointer data)
{
  Starting *starting = data;

  g_atomic_int_add (starting->n_ready, -1);
  while (g_atomic_int_get (starting->n_ready) > 0)
    g_thread_yield ();
  return hbase_local_listener_new (starting->service, starting->address, NULL, NULL);
}

/* Leaves a file at which nobody listens. */
static void
make_stale (GSocketAddress *address)
{
  g_autoptr (GSocket) dead
      = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);

  ck_assert (g_socket_bind (dead, address, TRUE, NULL));
}

static guint
stop_servers (HBaseLocalListener *servers[2])
{
  guint n = 0;

  for (guint i = 0; i < 2; i++)
    if (servers[i] != NULL)
      {
        hbase_local_listener_stop (servers[i]);
        hbase_local_listener_unref (servers[i]);
        n++;
      }
  return n;
}

/* Of two servers that begin at a time one listens, whether it replaces a stale file or not. */
START_TEST (test_two_servers)
{
  char *directory = local_directory ();
  g_autofree char *path = g_build_filename (directory, "socket", NULL);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  Local local;

  local_open (&local);
  for (guint n = 0; n < 300; n++)
    {
      int n_ready = 2;
      Starting starting = { local.service, address, &n_ready };
      HBaseLocalListener *servers[2];
      GThread *thread;

      if (_i == 1)
        make_stale (address);
      thread = g_thread_new ("first", start_at_a_time, &starting);
      servers[1] = start_at_a_time (&starting);
      servers[0] = g_thread_join (thread);
      ck_assert_uint_eq (stop_servers (servers), 1);
      ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
    }
  local_close (&local);
  local_remove (directory);
}
END_TEST

static guint
mode_of (const char *directory, const char *name)
{
  g_autofree char *path = g_build_filename (directory, name, NULL);
  struct stat status;

  ck_assert_msg (lstat (path, &status) == 0, "%s", path);
  return status.st_mode & 0777;
}

/* Files of the engine are accessible to their user only, whatever the umask is; an existing directory
 * keeps its permissions. */
START_TEST (test_permissions)
{
  static const mode_t umasks[] = { 0, 022, 0777 };
  char *parent = local_directory ();
  g_autofree char *directory = g_build_filename (parent, "data", NULL);
  g_autofree char *path = g_build_filename (directory, "socket", NULL);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocket) client = NULL;
  g_autoptr (GError) error = NULL;
  HBaseLocalListener *server;
  Local local;
  gboolean there = _i >= 3;

  if (there)
    ck_assert_int_eq (g_mkdir (directory, 0755), 0);
  umask (umasks[_i % 3]);
  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:1");
  ck_text (put (&local, "r", "f:q=v"), "ok");
  server = hbase_local_listener_new (local.service, address, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (mode_of (directory, ""), there ? 0755 : 0700);
  ck_assert_uint_eq (mode_of (directory, "hbase-glib.sqlite"), 0600);
  ck_assert_uint_eq (mode_of (directory, "hbase-glib.sqlite-wal"), 0600);
  ck_assert_uint_eq (mode_of (directory, "hbase-glib.sqlite-shm"), 0600);
  ck_assert_uint_eq (mode_of (directory, "socket"), 0600);
  client = connect_to (address);
  hbase_local_listener_stop (server);
  hbase_local_listener_unref (server);
  local_close (&local);
  local_remove (g_steal_pointer (&directory));
  local_remove (parent);
}
END_TEST

/* ---- memory ---- */

#define HUGE_VALUE ((gsize) 1 << 20)
#define MEMORY ((gsize) 4 << 20)
/* The replies that fit into it, with the memory that their buffers have doubled to. */
#define N_SLOW 6

static GBytes *
huge_get_message (Local *local)
{
  g_autofree char *value = g_strnfill (HUGE_VALUE, 'v');
  g_autoptr (GBytes) putting = put_message (local, value);
  g_autoptr (HBaseBlock) reply = call_raw (local, HBASE_WIRE_PROTOCOL_BINARY,
                                           g_bytes_get_data (putting, NULL), g_bytes_get_size (putting));

  return get_message (local);
}

/* The memory of replies that nobody reads is limited: clients that don't read theirs are disconnected when
 * others need it, and only those. One reply, in a buffer of up to three times its size, may exceed the limit.
 * What the server has counted is zero in the end. */
START_TEST (test_unread_replies)
{
  char *directory = local_directory ();
  g_autofree char *path = g_build_filename (directory, "socket", NULL);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  HBaseLocalListenerOptions options = hbase_local_listener_default_options ();
  g_autoptr (GBytes) getting = NULL;
  g_autoptr (HBaseBlock) reply = NULL;
  g_autoptr (GSocket) reader = NULL;
  GSocket *slow[N_SLOW];
  HBaseLocalListener *server;
  gsize memory = 0;
  Local local;

  options.max_memory = MEMORY;
  local_open (&local);
  getting = huge_get_message (&local);
  reply = call_raw (&local, HBASE_WIRE_PROTOCOL_BINARY, g_bytes_get_data (getting, NULL),
                    g_bytes_get_size (getting));
  server = hbase_local_listener_new (local.service, address, &options, NULL);
  for (guint i = 0; i < N_SLOW; i++)
    {
      slow[i] = connect_to (address);
      send_bytes (slow[i], g_bytes_get_data (getting, NULL), g_bytes_get_size (getting));
    }
  reader = connect_to (address);
  for (guint i = 0; i < 2; i++)
    {
      send_bytes (reader, g_bytes_get_data (getting, NULL), g_bytes_get_size (getting));
      receive_bytes (reader, reply);
      memory
          = MAX (memory, hbase_local_connections_get_memory (hbase_local_listener_get_connections (server)));
    }
  ck_assert_uint_le (memory, MEMORY + 3 * HUGE_VALUE);
  for (guint i = 0; i < N_SLOW; i++)
    g_object_unref (slow[i]);
  g_clear_object (&reader);
  while (hbase_local_connections_get_memory (hbase_local_listener_get_connections (server)) > 0)
    g_thread_yield ();
  hbase_local_listener_stop (server);
  hbase_local_listener_unref (server);
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* In memory there is one connection to the database. A call that exceeds the limit of memory waits for it
 * while another one has it, whose reply needs memory, too. */
START_TEST (test_call_without_a_database)
{
  Gate gate = { .n_begun = 0 };
  HBaseLocalClock clock = { .now = wait_at_gate, .ticks = no_ticks, .data = &gate };
  HBaseLocalListenerOptions options = hbase_local_listener_default_options ();
  g_autofree char *value = g_strnfill (2 * MEMORY, 'v');
  g_autoptr (GSocket) reader = NULL, writer = NULL;
  g_autoptr (GBytes) getting = NULL, putting = NULL;
  g_autoptr (HBaseBlock) reply = NULL, written = NULL;
  HBaseLocalConnections *connections;
  Served served;

  options.max_memory = MEMORY;
  serve_with (&served, &options);
  connections = hbase_local_listener_get_connections (served.server);
  getting = huge_get_message (&served.local);
  putting = put_message (&served.local, value);
  reply = call_raw (&served.local, HBASE_WIRE_PROTOCOL_BINARY, g_bytes_get_data (getting, NULL),
                    g_bytes_get_size (getting));
  g_mutex_init (&gate.gate);
  g_mutex_lock (&gate.gate);
  hbase_local_service_set_clock (served.local.service, &clock);
  reader = connect_to (hbase_local_listener_get_address (served.server));
  send_bytes (reader, g_bytes_get_data (getting, NULL), g_bytes_get_size (getting));
  while (g_atomic_int_get (&gate.n_begun) == 0)
    g_thread_yield ();
  writer = connect_to (hbase_local_listener_get_address (served.server));
  send_bytes (writer, g_bytes_get_data (putting, NULL), g_bytes_get_size (putting));
  while (hbase_local_connections_get_memory (connections) <= 2 * MEMORY)
    g_thread_yield ();
  g_mutex_unlock (&gate.gate);
  receive_bytes (reader, reply);
  written = receive_reply (writer, HBASE_WIRE_PROTOCOL_BINARY, FALSE, HBASE_WIRE_METHOD_PUT);
  ck_text (reply_text (written), "ok");
  end (&served);
  g_mutex_clear (&gate.gate);
}
END_TEST

/* The number of descriptors of the file. */
static guint
count_open (const char *path)
{
  guint n = 0;

  for (int fd = 0; fd < 1024; fd++)
    {
      g_autofree char *name = g_strdup_printf ("/proc/self/fd/%d", fd);
      g_autofree char *target = g_file_read_link (name, NULL);

      n += g_strcmp0 (target, path) == 0;
    }
  return n;
}

/* Connections to the database that were opened for several calls at a time are closed when nobody needs them.
 * This counts descriptors of the log, of which the engine has another one; SQLite keeps those of the file for
 * later connections. */
START_TEST (test_unused_databases)
{
  enum { N_DATABASES = 5 };
  HBaseLocalListenerOptions options = hbase_local_listener_default_options ();
  HBaseLocalDb *used[N_DATABASES];
  HBaseLocalBudget budget = { .deadline = 0 };
  char *directory = local_directory ();
  g_autofree char *path = g_build_filename (directory, HBASE_LOCAL_FILE_NAME "-wal", NULL);
  g_autoptr (GSocket) client = NULL;
  HBaseLocalStore *store;
  Served served;

  options.tidy_interval = 1;
  serve_at (&served, directory, &options);
  store = hbase_local_service_get_store (served.local.service);
  for (guint i = 0; i < N_DATABASES; i++)
    used[i] = hbase_local_store_begin (store, HBASE_LOCAL_ACCESS_READ, &budget, NULL);
  ck_assert_uint_eq (count_open (path), N_DATABASES + 1);
  for (guint i = 0; i < N_DATABASES; i++)
    hbase_local_store_rollback (store, used[i], HBASE_LOCAL_ACCESS_READ);
  client = connect_to (hbase_local_listener_get_address (served.server));
  ck_assert (is_served (&served, client));
  while (count_open (path) > 2)
    g_thread_yield ();
  end (&served);
  local_remove (directory);
}
END_TEST

/* A call that finds all connections to the database used waits for one, until its budget is exhausted. */
START_TEST (test_used_databases)
{
  HBaseLocalBudget budget = { .deadline = 0 }, exhausted = { .deadline = 1 };
  char *directory = local_directory ();
  g_autoptr (GPtrArray) used = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  HBaseLocalStore *store;
  Local local;

  local_open_at (&local, directory);
  store = hbase_local_service_get_store (local.service);
  for (guint i = 0; i < hbase_local_descriptors_max_databases (); i++)
    g_ptr_array_add (used, hbase_local_store_begin (store, HBASE_LOCAL_ACCESS_READ, &budget, NULL));
  ck_assert_ptr_null (hbase_local_store_begin (store, HBASE_LOCAL_ACCESS_READ, &exhausted, &error));
  ck_assert (error->domain == HBASE_LOCAL_BUDGET_ERROR);
  for (guint i = 0; i < used->len; i++)
    hbase_local_store_rollback (store, used->pdata[i], HBASE_LOCAL_ACCESS_READ);
  ck_text (get (&local, "r", NULL, 1), "IO: t");
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* ---- descriptors ---- */

static void
limit_descriptors (rlim_t n)
{
  struct rlimit limit;

  ck_assert_int_eq (getrlimit (RLIMIT_NOFILE, &limit), 0);
  limit.rlim_cur = n;
  ck_assert_int_eq (setrlimit (RLIMIT_NOFILE, &limit), 0);
}

START_TEST (test_descriptors)
{
  limit_descriptors (64);
  ck_assert_uint_eq (hbase_local_descriptors_max_databases (), 4);
  ck_assert_uint_eq (hbase_local_descriptors_max_clients (1000, 1), 40);
  ck_assert_uint_eq (hbase_local_descriptors_max_clients (1000, 5), 8);
  ck_assert_uint_eq (hbase_local_descriptors_max_clients (7, 5), 7);
  ck_assert (hbase_local_descriptors_are_left ());
  ck_assert (!hbase_local_descriptors_are_short (0, 0));
  ck_assert (hbase_local_descriptors_are_short (40, 0));
  limit_descriptors (1024);
  ck_assert_uint_eq (hbase_local_descriptors_max_databases (), 32);
  ck_assert_uint_eq (hbase_local_descriptors_max_clients (1000, 1), 944);
  limit_descriptors (16);
  ck_assert_uint_eq (hbase_local_descriptors_max_clients (1000, 5), 1);
}
END_TEST

/* More clients than the process may have descriptors for have sent calls and stay connected: each gets its
 * reply, because those that have theirs are disconnected. */
START_TEST (test_few_descriptors)
{
  enum { N_CLIENTS = 120, N_LEFT = 40 };
  HBaseLocalListenerOptions options = hbase_local_listener_default_options ();
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr (GSocket) listening
      = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
  g_autoptr (GSocketAddress) address = NULL;
  g_autoptr (GBytes) getting = NULL;
  GSocket *clients[N_CLIENTS];
  HBaseLocalListener *server;
  Local local;

  options.idle_timeout = 0;
  local_open (&local);
  getting = get_message (&local);
  g_socket_set_listen_backlog (listening, N_CLIENTS);
  ck_assert (g_socket_bind (listening, any, TRUE, NULL) && g_socket_listen (listening, NULL));
  address = g_socket_get_local_address (listening, NULL);
  for (guint i = 0; i < N_CLIENTS; i++)
    {
      clients[i] = connect_to (address);
      send_bytes (clients[i], g_bytes_get_data (getting, NULL), g_bytes_get_size (getting));
    }
  limit_descriptors ((rlim_t) g_socket_get_fd (clients[N_CLIENTS - 1]) + 1 + N_LEFT);
  server = hbase_local_listener_new_for_socket (local.service, listening, &options, NULL);
  ck_assert_ptr_nonnull (server);
  for (guint i = 0; i < N_CLIENTS; i++)
    {
      g_autoptr (HBaseBlock) reply
          = receive_reply (clients[i], HBASE_WIRE_PROTOCOL_BINARY, FALSE, HBASE_WIRE_METHOD_GET);

      ck_text (reply_text (reply), "-");
    }
  for (guint i = 0; i < N_CLIENTS; i++)
    g_object_unref (clients[i]);
  hbase_local_listener_stop (server);
  hbase_local_listener_unref (server);
  local_close (&local);
}
END_TEST

static void
leave_descriptors (int n)
{
  int fd = dup (STDERR_FILENO);

  limit_descriptors ((rlim_t) (fd + n));
  close (fd);
}

/* What the database may open is reserved only until it is open. */
START_TEST (test_open_databases)
{
  leave_descriptors (500);
  ck_assert (hbase_local_descriptors_are_short (450, 0));
  ck_assert (!hbase_local_descriptors_are_short (450, hbase_local_descriptors_max_databases ()));
  ck_assert (!hbase_local_descriptors_are_short (450, 1000));
}
END_TEST

/* If the program itself has most descriptors open a new client takes the place of one other, not of all. */
START_TEST (test_descriptors_of_others)
{
  enum { N_CLIENTS = 6, N_LEFT = 10 };
  g_autoptr (GPtrArray) clients = g_ptr_array_new_with_free_func (g_object_unref);
  Served served;

  serve (&served);
  for (guint i = 0; i < N_CLIENTS; i++)
    {
      if (i == N_CLIENTS - 1)
        leave_descriptors (N_LEFT);
      g_ptr_array_add (clients, connect_to (hbase_local_listener_get_address (served.server)));
      ck_assert (is_served (&served, clients->pdata[i]));
    }
  ck_closed (clients->pdata[0]);
  for (guint i = 1; i < N_CLIENTS; i++)
    ck_assert (is_served (&served, clients->pdata[i]));
  end (&served);
}
END_TEST

/* ---- calls that take long ---- */

#define LONG_ROWS 2000

/* The service's clock, which is read when a call has begun. */
static gint64
note_begun (gpointer n_begun)
{
  g_atomic_int_inc ((int *) n_begun);
  return 1000000;
}

/* Rows for a filter that needs a large part of a second for each. */
static void
serve_long_at (Served *served, const char *directory, const HBaseLocalListenerOptions *options, int *n_begun)
{
  HBaseLocalClock clock = { .now = note_begun, .ticks = no_ticks, .data = n_begun };
  HBaseWireWriter *out;

  serve_at (served, directory, options);
  out = call_begin_table (&served->local, TABLE);
  hbase_wire_write_list (out, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, LONG_ROWS);
  for (guint i = 0; i < LONG_ROWS; i++)
    {
      g_autofree char *row = g_strdup_printf ("r%04u", i);

      hbase_wire_begin_struct (out);
      hbase_wire_write_binary (out, HBASE_T_PUT_ROW, hbase_slice_text (row));
      write_cells (out, HBASE_T_PUT_COLUMN_VALUES, "f:q=aaaaaaaaaaaaaaaaaaaaaaaaaaa");
      hbase_wire_end_struct (out);
    }
  ck_text (call_text (&served->local, HBASE_WIRE_METHOD_PUT_MULTIPLE), "ok");
  hbase_local_service_set_clock (served->local.service, &clock);
}

static void
serve_long (Served *served, const HBaseLocalListenerOptions *options, int *n_begun)
{
  serve_long_at (served, NULL, options, n_begun);
}

/* A client whose scan the server is executing. */
static GSocket *
begin_long_scan (Served *served, int *n_begun)
{
  GSocket *socket = connect_to (hbase_local_listener_get_address (served->server));
  HBaseWireWriter *out = call_begin_table (&served->local, TABLE);
  g_autoptr (GBytes) message = NULL;

  write_scan (out, HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN, "filter=ValueFilter(=,'regexstring:(a|aa)*[bc]')");
  hbase_wire_write_i32 (out, HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS, 1);
  message = call_message (&served->local, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS);
  send_bytes (socket, g_bytes_get_data (message, NULL), g_bytes_get_size (message));
  while (g_atomic_int_get (n_begun) == 0)
    g_thread_yield ();
  return socket;
}

static void
check_scan_reply (GSocket *socket, const char *expected)
{
  g_autoptr (HBaseBlock) reply
      = receive_reply (socket, HBASE_WIRE_PROTOCOL_BINARY, FALSE, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS);

  ck_text_begins (reply_text (reply), expected);
}

START_TEST (test_call_limits)
{
  static const HBaseLocalCallLimits limits[] = { { 50, 0 }, { 600000, 2 } };
  HBaseLocalListenerOptions options = hbase_local_listener_default_options ();
  Served served;
  g_autoptr (GSocket) client = NULL;
  int n_begun = 0;

  options.call_limits = limits[_i];
  serve_long (&served, &options, &n_begun);
  client = begin_long_scan (&served, &n_begun);
  check_scan_reply (client, "IO: CallLimitException: the call was stopped after it had examined ");
  end (&served);
}
END_TEST

/* A filter's regular expression takes long for each row: other clients are served meanwhile. Those of a
 * database in memory aren't, since it has one connection. */
START_TEST (test_other_clients_during_a_long_call)
{
  char *directory = local_directory ();
  g_autoptr (GSocket) slow = NULL, other = NULL;
  g_autoptr (GBytes) putting = NULL;
  g_autoptr (HBaseBlock) written = NULL;
  int n_begun = 0;
  Served served;

  serve_long_at (&served, directory, NULL, &n_begun);
  slow = begin_long_scan (&served, &n_begun);
  other = connect_to (hbase_local_listener_get_address (served.server));
  putting = put_message (&served.local, "v");
  send_bytes (other, g_bytes_get_data (putting, NULL), g_bytes_get_size (putting));
  written = receive_reply (other, HBASE_WIRE_PROTOCOL_BINARY, FALSE, HBASE_WIRE_METHOD_PUT);
  ck_text (reply_text (written), "ok");
  ck_assert (is_served (&served, other));
  ck_assert_int_eq (g_socket_condition_check (slow, G_IO_IN), 0);
  end (&served);
  local_remove (directory);
}
END_TEST

/* Asserts that the end of the connection came with what was received last. */
static void
ck_end_has_come (GSocket *socket)
{
#ifdef TCP_CORK
  char byte;

  ck_assert_int_eq (g_socket_receive_with_blocking (socket, &byte, 1, FALSE, NULL, NULL), 0);
#endif
}

/* A call that is too large gets a reply, although the client sends the whole of it first, and more. */
START_TEST (test_large_call)
{
  HBaseLocalListenerOptions options = hbase_local_listener_default_options ();
  gboolean framed = (_i & 1) != 0;
  g_autoptr (GBytes) putting = NULL, getting = NULL, sent = NULL;
  g_autoptr (GSocket) socket = NULL, other = NULL;
  g_autoptr (HBaseBlock) refused = NULL;
  Served served;

  options.max_call_size = 10000;
  serve_with (&served, &options);
  served.local.protocol = (_i & 2) != 0 ? HBASE_WIRE_PROTOCOL_COMPACT : HBASE_WIRE_PROTOCOL_BINARY;
  socket = connect_to (hbase_local_listener_get_address (served.server));
  putting = large_put_message (&served.local);
  sent = frame (putting, framed);
  for (int i = 0; i < 20; i++)
    send_bytes (socket, g_bytes_get_data (sent, NULL), g_bytes_get_size (sent));
  refused = receive_reply (socket, served.local.protocol, framed, HBASE_WIRE_METHOD_PUT);
  ck_text (reply_text (refused),
           "IO: CallLimitException: the call has more than 10000 bytes, the largest size "
           "that this server accepts: send less at a time");
  ck_end_has_come (socket);
  ck_closed (socket);
  served.local.protocol = HBASE_WIRE_PROTOCOL_BINARY;
  other = connect_to (hbase_local_listener_get_address (served.server));
  ck_assert (is_served (&served, other));
  ck_text (get (&served.local, "r", NULL, 1), "-");
  end (&served);
}
END_TEST

/* Stopping doesn't wait for long calls. */
START_TEST (test_stop_in_a_call)
{
  Served served;
  g_autoptr (GSocket) client = NULL;
  int n_begun = 0;

  serve_long (&served, NULL, &n_begun);
  client = begin_long_scan (&served, &n_begun);
  hbase_local_listener_stop (served.server);
  check_scan_reply (client, "IO?: RegionServerStoppedException: ");
  end (&served);
}
END_TEST

/* A call is ended when its client has hung up, also if more calls were sent after it. In memory calls are
 * executed one at a time, so another call shows that this one has ended. */
START_TEST (test_client_hangs_up)
{
  Served served;
  g_autoptr (GSocket) gone = NULL, other = NULL;
  g_autoptr (GBytes) getting = NULL;
  g_autoptr (HBaseBlock) read = NULL;
  int n_begun = 0;

  serve_long (&served, NULL, &n_begun);
  gone = begin_long_scan (&served, &n_begun);
  getting = get_message (&served.local);
  if (_i == 1)
    send_bytes (gone, g_bytes_get_data (getting, NULL), g_bytes_get_size (getting));
  g_socket_close (gone, NULL);
  other = connect_to (hbase_local_listener_get_address (served.server));
  send_bytes (other, g_bytes_get_data (getting, NULL), g_bytes_get_size (getting));
  read = receive_reply (other, HBASE_WIRE_PROTOCOL_BINARY, FALSE, HBASE_WIRE_METHOD_GET);
  ck_text (reply_text (read), "-");
  end (&served);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("server");

  tcase_set_timeout (tcase, 60);
  tcase_add_loop_test (tcase, test_kinds_of_clients, 0, 8);
  tcase_add_test (tcase, test_pipelined);
  tcase_add_test (tcase, test_backpressure);
  tcase_add_test (tcase, test_stop_with_backpressure);
  tcase_add_loop_test (tcase, test_all_methods, 0, 2);
  tcase_add_loop_test (tcase, test_garbage, 0, 5);
  tcase_add_loop_test (tcase, test_silent, 0, 3);
  tcase_add_test (tcase, test_trickle);
  tcase_add_test (tcase, test_trickled_reply);
  tcase_add_loop_test (tcase, test_full, 0, 2);
  tcase_add_test (tcase, test_slowloris);
  tcase_add_test (tcase, test_stop);
  tcase_add_test (tcase, test_begin_stop);
  tcase_add_test (tcase, test_unix_socket);
  tcase_add_test (tcase, test_no_threads);
  tcase_add_test (tcase, test_replaced_socket);
  tcase_add_loop_test (tcase, test_two_servers, 0, 2);
  tcase_add_loop_test (tcase, test_permissions, 0, 6);
  tcase_add_test (tcase, test_unread_replies);
  tcase_add_test (tcase, test_call_without_a_database);
  tcase_add_test (tcase, test_unused_databases);
  tcase_add_test (tcase, test_used_databases);
  tcase_add_test (tcase, test_descriptors);
  tcase_add_test (tcase, test_open_databases);
  tcase_add_test (tcase, test_descriptors_of_others);
  tcase_add_test (tcase, test_few_descriptors);
  tcase_add_loop_test (tcase, test_call_limits, 0, 2);
  tcase_add_test (tcase, test_other_clients_during_a_long_call);
  tcase_add_loop_test (tcase, test_large_call, 0, 4);
  tcase_add_test (tcase, test_stop_in_a_call);
  tcase_add_loop_test (tcase, test_client_hangs_up, 0, 2);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN_FORKED ("local-server", fill)
