/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "mock-gateway.h"

#include <arpa/inet.h>
#include <gio/gio.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hbase-block-private.h"
#include "hbase-wire-reader-private.h"
#include "hbase-wire-tables.h"
#include "hbase-wire-writer-private.h"
#include "ports.h"

typedef struct {
  MockLog *log;
  int socket;
  HBaseWireProtocol protocol;
  gboolean framed;
  gboolean has_scanner;
  guint8 *ahead; /* bytes of the next request that were already received */
  gsize n_ahead;
} Connection;

/* ---- replies ---- */

static void
put_row (HBaseWireWriter *writer, HBaseSlice row)
{
  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, HBASE_T_RESULT_ROW, row);
  hbase_wire_write_list (writer, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, 1);
  hbase_wire_put_cell (writer, hbase_slice_text ("f"), hbase_slice_text ("q"), row, 1, 4);
  hbase_wire_end_struct (writer);
}

static HBaseSlice
row_of_get (const HBaseBlock *call)
{
  HBaseWireDecoder decoder;
  HBaseWireType type;
  HBaseSlice row = hbase_slice (NULL, 0);
  guint id;

  hbase_wire_decoder_init (&decoder, call, call->body);
  while (hbase_wire_decoder_next (&decoder, &id, &type))
    {
      if (id != HBASE_GET_ARGS_TGET)
        {
          hbase_wire_decoder_skip (&decoder, type);
          continue;
        }
      hbase_wire_decoder_enter (&decoder);
      while (hbase_wire_decoder_next (&decoder, &id, &type))
        if (id == HBASE_T_GET_ROW)
          row = hbase_wire_decoder_binary (&decoder);
        else
          hbase_wire_decoder_skip (&decoder, type);
    }
  return row;
}

static void
write_rows (HBaseWireWriter *writer, MockLog *log)
{
  g_autofree char *count = g_strdup_printf ("%d", g_atomic_int_add (&log->rows, 1));

  hbase_wire_write_list (writer, 0, HBASE_WIRE_STRUCT, 1);
  put_row (writer, hbase_slice_text (count));
}

static void
write_success (HBaseWireWriter *writer, MockLog *log, const HBaseBlock *call)
{
  hbase_wire_begin_struct (writer);
  if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_GET])
    {
      hbase_wire_write_struct (writer, 0);
      hbase_wire_write_binary (writer, HBASE_T_RESULT_ROW, row_of_get (call));
      hbase_wire_write_list (writer, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, 1);
      hbase_wire_put_cell (writer, hbase_slice_text ("f"), hbase_slice_text ("q"), row_of_get (call), 1, 4);
      hbase_wire_end_struct (writer);
    }
  else if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_PUT])
    {
      hbase_wire_write_bool (writer, 0, TRUE);
    }
  else if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_GET_THRIFT_SERVER_TYPE])
    {
      hbase_wire_write_i32 (writer, 0, HBASE_T_THRIFT_SERVER_TYPE_TWO);
    }
  else if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_OPEN_SCANNER])
    {
      hbase_wire_write_i32 (writer, 0, 7);
    }
  else if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_GET_SCANNER_ROWS])
    {
      write_rows (writer, log);
    }
  hbase_wire_end_struct (writer);
}

static void
write_exception (HBaseWireWriter *writer, guint id, const char *text)
{
  hbase_wire_begin_struct (writer);
  hbase_wire_write_struct (writer, id);
  hbase_wire_write_binary (writer, 1, hbase_slice_text (text));
  hbase_wire_end_struct (writer);
  hbase_wire_end_struct (writer);
}

static void
write_application_exception (HBaseWireWriter *writer, const char *text, gint32 type)
{
  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, 1, hbase_slice_text (text));
  hbase_wire_write_i32 (writer, 2, type);
  hbase_wire_end_struct (writer);
}

static void
write_thrift1_answer (HBaseWireWriter *writer, const HBaseBlock *call)
{
  gboolean known = call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_GET];
  g_autofree char *text = g_strdup_printf (
      known ? "Internal error processing %s" : "Invalid method name: '%s'", call->method->name);

  write_application_exception (writer, text, known ? 6 : 1);
}

static void
write_body (HBaseWireWriter *writer, MockLog *log, const HBaseBlock *call, MockBehaviour behaviour)
{
  if (behaviour == MOCK_REFUSE)
    write_exception (writer, 1, log->text);
  else if (behaviour == MOCK_ILLEGAL_ARGUMENT)
    write_exception (writer, 2, log->text);
  else if (behaviour == MOCK_PROTOCOL_ERROR)
    write_application_exception (writer, "Required field 'x' was not present!", 7);
  else if (behaviour == MOCK_THRIFT1)
    write_thrift1_answer (writer, call);
  else
    write_success (writer, log, call);
}

static GBytes *
make_reply (Connection *connection, const HBaseBlock *call, MockBehaviour behaviour)
{
  HBaseWireWriter writer;
  gboolean refuses = behaviour == MOCK_PROTOCOL_ERROR || behaviour == MOCK_THRIFT1;
  HBaseWireMessageType type = refuses ? HBASE_WIRE_EXCEPTION : HBASE_WIRE_REPLY;
  guint32 length;

  if (behaviour == MOCK_HTTP)
    return g_bytes_new_static ("HTTP/1.1 400 Bad Request\r\n\r\n", 28);
  if (behaviour == MOCK_GARBAGE)
    return g_bytes_new_static ("\x15\x03\x01\x00\x02\x02\x46\x99\x99\x99\x99\x99", 12);
  hbase_wire_writer_init (&writer, connection->protocol, 256);
  if (connection->framed)
    hbase_wire_put_raw (&writer, "\0\0\0\0", 4);
  hbase_wire_write_message (&writer,
                            hbase_slice_text (behaviour == MOCK_WRONG_NAME ? "exists" : call->method->name),
                            type, call->sequence_id + (behaviour == MOCK_WRONG_SEQUENCE));
  write_body (&writer, connection->log, call, behaviour);
  if (behaviour == MOCK_TRAILING)
    hbase_wire_put_raw (&writer, "x", 1);
  length = GUINT32_TO_BE ((guint32) (writer.length - 4));
  if (connection->framed)
    memcpy (writer.data, &length, 4);
  return hbase_wire_writer_end (&writer);
}

/* ---- one connection: a thread of the child ---- */

static gboolean
send_all (int socket, const guint8 *data, gsize length)
{
  while (length > 0)
    {
      gssize n = send (socket, data, length, MSG_NOSIGNAL);

      if (n <= 0)
        return FALSE;
      data += n;
      length -= (gsize) n;
    }
  return TRUE;
}

/* A millisecond between the bytes makes them arrive one by one; nothing waits for it. */
static gboolean
send_byte_by_byte (int socket, const guint8 *data, gsize length)
{
  for (gsize i = 0; i < length; i++)
    {
      if (!send_all (socket, data + i, 1))
        return FALSE;
      poll (NULL, 0, 1);
    }
  return TRUE;
}

/* Something was received, and isn't read. */
static void
poll_unread (Connection *connection)
{
  struct pollfd readable = { connection->socket, POLLIN, 0 };

  if (poll (&readable, 1, 10) == 1)
    {
      g_atomic_int_set (&connection->log->noticed, 1);
      poll (NULL, 0, 10);
    }
}

/* NULL: the client has closed, or sent something other than these calls. */
static HBaseBlock *
read_call (Connection *connection)
{
  HBaseWireReader reader;
  guint8 *memory = g_steal_pointer (&connection->ahead);
  gsize length = connection->n_ahead, whole;
  HBaseWireStatus status;

  hbase_wire_reader_init_call (&reader, connection->protocol, connection->framed, 64 << 20);
  while ((status = hbase_wire_reader_feed (&reader, memory, length)) == HBASE_WIRE_MORE)
    {
      gssize n;

      while (g_atomic_int_get (&connection->log->reads_nothing))
        poll_unread (connection);
      memory = g_realloc (memory, length + 65536);
      n = recv (connection->socket, memory + length, 65536, 0);
      if (n <= 0)
        break;
      length += (gsize) n;
    }
  if (status != HBASE_WIRE_WHOLE)
    {
      hbase_wire_reader_clear (&reader);
      g_free (memory);
      return NULL;
    }
  whole = hbase_wire_reader_consumed (&reader);
  connection->n_ahead = length - whole;
  connection->ahead = g_memdup2 (memory + whole, length - whole);
  return hbase_wire_reader_take (&reader, memory);
}

static gboolean
reply (Connection *connection, HBaseBlock *call, MockBehaviour behaviour)
{
  g_autoptr (GBytes) bytes = make_reply (connection, call, behaviour);
  gsize length;
  const guint8 *data = g_bytes_get_data (bytes, &length);

  if (behaviour == MOCK_CUT)
    length = MIN (length, (gsize) g_atomic_int_get (&connection->log->cut));
  if (behaviour == MOCK_BYTE_BY_BYTE)
    return send_byte_by_byte (connection->socket, data, length);
  return send_all (connection->socket, data, length) && behaviour != MOCK_CUT
         && behaviour != MOCK_REPLY_AND_CLOSE;
}

/* Scanners exist on their own connection only: ids begin anew with each gateway. */
static MockBehaviour
watch_scanner (Connection *connection, const HBaseBlock *call, MockBehaviour behaviour)
{
  const HBaseWireMethod *method = call->method;

  if (method == &hbase_wire_methods[HBASE_WIRE_METHOD_OPEN_SCANNER] && !connection->has_scanner)
    {
      connection->has_scanner = TRUE;
      g_atomic_int_inc (&connection->log->scanners);
    }
  if (method == &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER] && connection->has_scanner)
    {
      connection->has_scanner = FALSE;
      g_atomic_int_add (&connection->log->scanners, -1);
    }
  if (method == &hbase_wire_methods[HBASE_WIRE_METHOD_GET_SCANNER_ROWS] && !connection->has_scanner)
    return MOCK_ILLEGAL_ARGUMENT;
  return behaviour;
}

/* Each connection has a thread. */
static void
note_unanswered (MockLog *log, gint unanswered)
{
  gint most;

  do
    most = g_atomic_int_get (&log->most);
  while (unanswered > most && !g_atomic_int_compare_and_exchange (&log->most, most, unanswered));
}

static gboolean
handle_call (Connection *connection, HBaseBlock *call)
{
  MockLog *log = connection->log;
  gint unanswered = g_atomic_int_add (&log->unanswered, 1) + 1;
  gint n = g_atomic_int_add (&log->requests, 1);
  MockBehaviour behaviour;
  gboolean on = TRUE;

  note_unanswered (log, unanswered);
  /* Thousands of connections would keep the processors busy. */
  while (g_atomic_int_get (&log->paused))
    poll (NULL, 0, unanswered > 100 ? 100 : 1);
  behaviour = (MockBehaviour) g_atomic_int_get (&log->behaviours[MIN (n, MOCK_MAX_REQUESTS - 1)]);
  if (behaviour == MOCK_HOLD)
    return TRUE;
  g_atomic_int_add (&log->unanswered, -1);
  behaviour = watch_scanner (connection, call, behaviour);
  on = behaviour != MOCK_CLOSE && reply (connection, call, behaviour);
  return on;
}

static gpointer
serve_connection (gpointer data)
{
  Connection *connection = data;
  HBaseBlock *call;
  gboolean on = TRUE;

  while (on && (call = read_call (connection)) != NULL)
    {
      on = handle_call (connection, call);
      hbase_block_unref (call);
    }
  close (connection->socket);
  g_atomic_int_inc (&connection->log->ended);
  g_free (connection->ahead);
  g_free (connection);
  return NULL;
}

G_NORETURN static void
serve (int listener, MockLog *log, HBaseWireProtocol protocol, gboolean framed)
{
  int on = 1;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  for (;;)
    {
      Connection *connection = g_new0 (Connection, 1);

      *connection = (Connection){ log, accept (listener, NULL, NULL), protocol, framed };
      if (connection->socket < 0)
        _exit (1);
      setsockopt (connection->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      g_atomic_int_inc (&log->connections);
      g_thread_unref (g_thread_new ("connection", serve_connection, connection));
    }
}

/* ---- the parent's side ---- */

static MockGateway *
start (int listener, HBaseWireProtocol protocol, gboolean framed)
{
  MockGateway *mock = g_new0 (MockGateway, 1);

  mock->log = mmap (NULL, sizeof (MockLog), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  g_assert (mock->log != MAP_FAILED);
  mock->pid = fork ();
  g_assert (mock->pid >= 0);
  if (mock->pid == 0)
    serve (listener, mock->log, protocol, framed);
  close (listener);
  return mock;
}

static int
listen_at (const char *host, guint16 *port)
{
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new_from_string (host, 0);
  struct sockaddr_storage bound;

  g_assert (g_socket_address_to_native (address, &bound, sizeof bound, NULL));
  if (!keep_port (&bound))
    return -1;
  *port = port_of (&bound);
  return listen_at_address (&bound);
}

MockGateway *
mock_gateway_new_at (const char *host)
{
  guint16 port;
  int listener = listen_at (host, &port);
  MockGateway *mock = listener >= 0 ? start (listener, HBASE_WIRE_PROTOCOL_BINARY, FALSE) : NULL;

  if (mock == NULL)
    return NULL;
  mock->port = port;
  mock->address = g_strdup_printf (strchr (host, ':') != NULL ? "[%s]:%u" : "%s:%u", host, port);
  mock->uri = g_strdup_printf ("thrift://%s/", mock->address);
  return mock;
}

MockGateway *
mock_gateway_new (HBaseWireProtocol protocol, gboolean framed)
{
  guint16 port;
  MockGateway *mock = start (listen_at ("127.0.0.1", &port), protocol, framed);

  mock->port = port;
  mock->address = g_strdup_printf ("127.0.0.1:%u", port);
  mock->uri = g_strdup_printf ("thrift://%s/?protocol=%s&framing=%s", mock->address,
                               protocol == HBASE_WIRE_PROTOCOL_COMPACT ? "compact" : "binary",
                               framed ? "framed" : "none");
  return mock;
}

MockGateway *
mock_gateway_new_unix (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int listener = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  MockGateway *mock;

  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  g_assert (bind (listener, (struct sockaddr *) &address, sizeof address) == 0
            && listen (listener, 4096) == 0);
  mock = start (listener, HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  mock->address = g_strdup (path);
  mock->uri = g_strdup_printf ("thrift+unix://%s", path);
  return mock;
}

void
mock_gateway_free (MockGateway *mock)
{
  kill (mock->pid, SIGKILL);
  waitpid (mock->pid, NULL, 0);
  munmap (mock->log, sizeof (MockLog));
  g_free (mock->uri);
  g_free (mock->address);
  g_free (mock);
}

void
mock_gateway_set_behaviour (MockGateway *mock, guint first, guint n, MockBehaviour behaviour)
{
  for (guint i = first; i < first + n && i < MOCK_MAX_REQUESTS; i++)
    g_atomic_int_set (&mock->log->behaviours[i], (gint) behaviour);
}

void
mock_gateway_await (const gint *counter, gint n)
{
  while (g_atomic_int_get (counter) < n)
    poll (NULL, 0, 1);
}
