/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The session of one client on a connection.
 *
 * 1. The first byte tells the protocol: 80 or 82 begins an unframed message, binary or compact; less than
 *    80 is the length of a frame, and the fifth byte tells the protocol.
 * 2. Calls are executed one after the other, in their order.
 * 3. A call is interrupted by the server's limits, when the server stops, and when its client has hung
 *    up. A client that has shut down only its sending side can't be distinguished from one that is gone,
 *    so its calls get a fraction of a second. Calls that change a table as a whole have no limits: they can't
 *    be made smaller, and would never succeed on a large table.
 * 4. A message has a deadline, counted from its first byte, so that a client that sends or receives a
 *    byte now and then can't occupy a thread. The time for which it waits for memory isn't counted.
 * 5. After bytes that aren't a call the connection is closed without a reply, as HBase's gateway does:
 *    the start of the next message is unknown.
 * 6. A call that is too large gets a reply that says so, if its header can be read. The rest of it is read
 *    and discarded before the connection is closed, since the client may send all of it first.
 * 7. The memory of a call and of its reply is counted while they grow; the thread waits where all messages
 *    together have too much. See hbase-local-connections-private.h.
 * 8. A call may have a fault that a test asked for. */

#include "config.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#include "hbase-local-call-buffer-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-listener-private.h"
#include "hbase-wire-reader-private.h"

#define REPLY_INITIAL_CAPACITY 4096
#define FRAME_HEADER 4
#define FIRST_BYTE_BINARY 0x80
#define FIRST_BYTE_COMPACT 0x82
/* The slowest transfer that is accepted of a large message. */
#define SLOWEST_BYTES_PER_SECOND ((gsize) 65536)
/* The interval in which a stop of the server is noticed, and the time that a client may then take for any
 * part of a reply. */
#define SEND_SLICE_US G_USEC_PER_SEC

typedef struct {
  HBaseLocalConnection *connection;
  GSocket *socket;
  HBaseLocalClient *client;
  const HBaseLocalListenerOptions *options;
  GCancellable *stop;
  HBaseWireProtocol protocol;
  gboolean framed;
  HBaseLocalCallBuffer buffer;
} Session;

/* Returns FALSE if the connection was evicted. */
static gboolean
set_state (Session *session, HBaseLocalConnectionState state)
{
  return hbase_local_connection_set_state (session->connection, state, g_get_monotonic_time ());
}

gint64
hbase_local_session_message_deadline (const HBaseLocalListenerOptions *options, gint64 begun, gsize length)
{
  gint64 timeout = options->message_timeout * G_GINT64_CONSTANT (1000);

  if (timeout == 0)
    return G_MAXINT64;
  return begun + timeout + (gint64) (length / SLOWEST_BYTES_PER_SECOND) * G_USEC_PER_SEC;
}

gint64
hbase_local_session_idle_deadline (const HBaseLocalListenerOptions *options, gint64 idle_since)
{
  return options->idle_timeout == 0 ? G_MAXINT64
                                    : idle_since + options->idle_timeout * G_GINT64_CONSTANT (1000);
}

static gint64
message_deadline (const Session *session, gsize length)
{
  return hbase_local_session_message_deadline (
      session->options, hbase_local_connection_get_state_since (session->connection), length);
}

static gint64
idle_deadline (const Session *session)
{
  return hbase_local_session_idle_deadline (session->options,
                                            hbase_local_connection_get_state_since (session->connection));
}

static gboolean
count_memory (Session *session, gsize bytes)
{
  HBaseLocalBudget budget
      = hbase_local_session_begin_budget (session->options, session->socket, session->stop);

  return hbase_local_connection_set_memory (session->connection, bytes, &budget);
}

/* Waits for more bytes of a message, or for the first ones of the next. */
static gboolean
wait_for_bytes (Session *session)
{
  gint64 deadline = session->buffer.length == 0 ? idle_deadline (session)
                                                : message_deadline (session, session->buffer.length);
  gint64 left = deadline == G_MAXINT64 ? -1 : MAX (deadline - g_get_monotonic_time (), 0);

  return left != 0 && g_socket_condition_timed_wait (session->socket, G_IO_IN, left, session->stop, NULL);
}

/* The state changes while the first bytes are still to be read: an idle connection without any may be
 * evicted. */
static gboolean
receive (Session *session)
{
  gboolean is_first = session->buffer.length == 0;
  g_autoptr (GError) error = NULL;
  gsize space;
  guint8 *end = hbase_local_call_buffer_reserve (&session->buffer, &space);
  gssize got;

  if (!count_memory (session, session->buffer.capacity) || !wait_for_bytes (session)
      || (is_first && !set_state (session, HBASE_LOCAL_CONNECTION_TRANSFER)))
    return FALSE;
  got = g_socket_receive_with_blocking (session->socket, (char *) end, space, FALSE, NULL, &error);
  if (got <= 0)
    return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
  hbase_local_call_buffer_commit (&session->buffer, (gsize) got);
  hbase_local_connection_note_progress (session->connection, g_get_monotonic_time ());
  return TRUE;
}

static gboolean
receive_at_least (Session *session, gsize length)
{
  while (session->buffer.length < length)
    if (!receive (session))
      return FALSE;
  return TRUE;
}

static gboolean
detect_protocol (Session *session)
{
  const guint8 *bytes;
  guint8 first;

  if (!receive_at_least (session, 1))
    return FALSE;
  session->framed = *hbase_local_call_buffer_peek (&session->buffer) < FIRST_BYTE_BINARY;
  if (session->framed && !receive_at_least (session, FRAME_HEADER + 1))
    return FALSE;
  bytes = hbase_local_call_buffer_peek (&session->buffer);
  first = bytes[session->framed ? FRAME_HEADER : 0];
  session->protocol = first == FIRST_BYTE_BINARY ? HBASE_WIRE_PROTOCOL_BINARY : HBASE_WIRE_PROTOCOL_COMPACT;
  return first == FIRST_BYTE_BINARY || first == FIRST_BYTE_COMPACT;
}

/* Waits in slices: when the server stops, a client still gets its reply as long as it receives some of it
 * in each slice. */
static gboolean
wait_until_writable (Session *session, gint64 deadline)
{
  while (!g_socket_condition_timed_wait (session->socket, G_IO_OUT, SEND_SLICE_US, NULL, NULL))
    if (g_cancellable_is_cancelled (session->stop) || g_get_monotonic_time () >= deadline)
      return FALSE;
  return g_get_monotonic_time () < deadline;
}

static gboolean
send_all (Session *session, const guint8 *data, gsize length)
{
  gint64 deadline = message_deadline (session, length);

  while (length > 0)
    {
      g_autoptr (GError) error = NULL;
      gssize sent
          = g_socket_send_with_blocking (session->socket, (const char *) data, length, FALSE, NULL, &error);

      if (sent > 0)
        {
          data += sent;
          length -= (gsize) sent;
          hbase_local_connection_note_progress (session->connection, g_get_monotonic_time ());
        }
      else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK)
               || !wait_until_writable (session, deadline))
        return FALSE;
    }
  return TRUE;
}

/* ---- messages that are too large ---- */

static void
write_error (
    Session *session, const GError *error, HBaseSlice name, gint32 sequence_id, HBaseWireWriter *reply)
{
  if (session->framed)
    hbase_wire_begin_frame (reply);
  hbase_local_error_write (error, name, sequence_id, reply);
  if (session->framed)
    hbase_wire_end_frame (reply, 0);
}

/* Replaces a reply that is too large by an error. */
static void
replace_by_error (Session *session, const HBaseBlock *call, HBaseWireWriter *reply)
{
  g_autoptr (GError) error = NULL;

  hbase_local_error_set (&error, HBASE_LOCAL_ERROR_IO,
                         "a reply of %" G_GSIZE_FORMAT
                         " bytes, at most 2 GiB fit into a frame: ask for less at a time",
                         reply->length);
  reply->length = 0;
  write_error (session, error, call->name, call->sequence_id, reply);
}

/* Reads the call again, as if there were no limit, until its header is known. */
static gboolean
read_header_of_large_call (Session *session, HBaseWireReader *reader)
{
  gsize start = session->framed ? FRAME_HEADER : 0;

  hbase_wire_reader_init_call (reader, session->protocol, FALSE, G_MAXUINT32);
  for (;;)
    {
      HBaseWireStatus status = hbase_wire_reader_feed (
          reader, hbase_local_call_buffer_peek (&session->buffer) + start, session->buffer.length - start);

      if (reader->block.body > 0)
        return TRUE;
      if (status == HBASE_WIRE_BAD || !receive (session))
        return FALSE;
    }
}

/* Lets the end of the connection arrive with the last reply, where TCP can: a client that has read the reply
 * alone would send its next call, and never know that it wasn't executed. */
static void
hold_reply_until_end (Session *session)
{
#ifdef TCP_CORK
  g_socket_set_option (session->socket, IPPROTO_TCP, TCP_CORK, TRUE, NULL);
#endif
}

static void
discard_until_closed (Session *session)
{
  char bytes[4096];

  g_socket_shutdown (session->socket, FALSE, TRUE, NULL);
  while (wait_for_bytes (session)
         && g_socket_receive_with_blocking (session->socket, bytes, sizeof bytes, FALSE, NULL, NULL) > 0)
    ;
}

static void
refuse_large_call (Session *session)
{
  g_autoptr (GError) error = NULL;
  HBaseWireReader reader;
  HBaseWireWriter reply;

  if (read_header_of_large_call (session, &reader))
    {
      hbase_local_error_set (&error, HBASE_LOCAL_ERROR_IO,
                             "CallLimitException: the call has more than %" G_GSIZE_FORMAT
                             " bytes, the largest size that this server accepts: send less at a time",
                             session->options->max_call_size);
      hbase_wire_writer_init (&reply, session->protocol, REPLY_INITIAL_CAPACITY);
      write_error (session, error, reader.block.name, reader.block.sequence_id, &reply);
      hold_reply_until_end (session);
      if (send_all (session, reply.data, reply.length))
        discard_until_closed (session);
      hbase_wire_writer_clear (&reply);
    }
  hbase_wire_reader_clear (&reader);
}

/* Returns the next whole call, or NULL if there won't be one. */
static HBaseBlock *
read_call (Session *session)
{
  HBaseWireReader reader;
  HBaseWireStatus status;

  hbase_wire_reader_init_call (&reader, session->protocol, session->framed, session->options->max_call_size);
  do
    status = session->buffer.length > 0 ? hbase_wire_reader_feed (
                 &reader, hbase_local_call_buffer_peek (&session->buffer), session->buffer.length)
                                        : HBASE_WIRE_MORE;
  while (status == HBASE_WIRE_MORE && receive (session));
  if (status == HBASE_WIRE_WHOLE)
    return hbase_wire_reader_take (
        &reader, hbase_local_call_buffer_take (&session->buffer, hbase_wire_reader_consumed (&reader)));
  if (reader.too_large)
    refuse_large_call (session);
  hbase_wire_reader_clear (&reader);
  return NULL;
}

/* Calls that were sent after this one hide the end of the connection from recv(), where poll() can't
 * report it. */
gboolean
hbase_local_session_has_hung_up (gpointer data)
{
#ifdef POLLRDHUP
  struct pollfd fd = { g_socket_get_fd (data), POLLRDHUP, 0 };

  return poll (&fd, 1, 0) > 0;
#else
  guint8 byte;

  return recv (g_socket_get_fd (data), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
#endif
}

HBaseLocalBudget
hbase_local_session_begin_budget (const HBaseLocalListenerOptions *options,
                                  GSocket *socket,
                                  GCancellable *stop)
{
  gint64 time = options->call_limits.time_ms * G_GINT64_CONSTANT (1000);

  return (HBaseLocalBudget){ .deadline = time == 0 ? 0 : g_get_monotonic_time () + time,
                             .max_rows = options->call_limits.rows,
                             .cancellable = stop,
                             .is_abandoned = hbase_local_session_has_hung_up,
                             .data = socket };
}

/* A call that writes doesn't wait: others wait for it. If the budget is exhausted the call notices it. */
static void
count_reply (gpointer data, gsize capacity)
{
  const HBaseLocalReplyMemory *memory = data;

  hbase_local_connection_set_memory (memory->connection, memory->call + capacity,
                                     memory->budget->has_turn ? NULL : memory->budget);
}

void
hbase_local_session_count_reply (HBaseWireWriter *reply, HBaseLocalReplyMemory *memory)
{
  reply->will_grow = count_reply;
  reply->owner = memory;
}

/* Returns whether the call may have to read all cells of a table in its one transaction. */
static gboolean
changes_whole_table (const HBaseBlock *call)
{
  switch (call->method != NULL ? (int) (call->method - hbase_wire_methods) : -1)
    {
    case HBASE_WIRE_METHOD_DELETE_TABLE:
    case HBASE_WIRE_METHOD_TRUNCATE_TABLE:
    case HBASE_WIRE_METHOD_MODIFY_TABLE:
    case HBASE_WIRE_METHOD_DELETE_COLUMN_FAMILY:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
execute (HBaseLocalClient *client, HBaseLocalBudget *budget, const HBaseBlock *call, HBaseWireWriter *reply)
{
  if (changes_whole_table (call))
    {
      budget->deadline = 0;
      budget->max_rows = 0;
    }
  hbase_local_client_execute (client, budget, call, reply);
}

/* ---- faults ---- */

/* Returns FALSE if the server stops meanwhile. The end of the client doesn't end the delay. */
static gboolean
wait_for_delay (GCancellable *stop, guint delay)
{
  gint64 end = g_get_monotonic_time () + delay * G_GINT64_CONSTANT (1000), left;
  GPollFD poll;

  if (delay == 0 || !g_cancellable_make_pollfd (stop, &poll))
    return !g_cancellable_is_cancelled (stop);
  while (!g_cancellable_is_cancelled (stop) && (left = end - g_get_monotonic_time ()) > 0)
    g_poll (&poll, 1, (int) MIN (left / 1000 + 1, G_MAXINT));
  g_cancellable_release_fd (stop);
  return !g_cancellable_is_cancelled (stop);
}

gboolean
hbase_local_session_begin_call (const HBaseLocalListenerOptions *options,
                                GCancellable *stop,
                                const HBaseBlock *call,
                                HBaseServerFault *fault)
{
  guint delay = 0;

  *fault = HBASE_SERVER_FAULT_DELAY;
  if (options->faults != NULL)
    hbase_server_faults_take (options->faults, call->name, fault, &delay);
  return wait_for_delay (stop, delay) && *fault != HBASE_SERVER_FAULT_LOSE_CALL;
}

static void
write_injected_error (const HBaseBlock *call, HBaseWireWriter *reply)
{
  g_autoptr (GError) error = NULL;

  hbase_local_error_set (&error, HBASE_LOCAL_ERROR_IO, "this error was injected into a call of %.*s",
                         (int) call->name.length, hbase_slice_bytes (call->name));
  hbase_local_error_write (error, call->name, call->sequence_id, reply);
}

void
hbase_local_session_execute (HBaseLocalClient *client,
                             HBaseLocalBudget *budget,
                             const HBaseBlock *call,
                             HBaseServerFault fault,
                             HBaseWireWriter *reply)
{
  if (fault == HBASE_SERVER_FAULT_ERROR)
    write_injected_error (call, reply);
  else
    execute (client, budget, call, reply);
}

/* Sends as much of the reply as the fault leaves. Returns whether the connection stays open. */
static gboolean
send_with_fault (Session *session, HBaseServerFault fault, const HBaseWireWriter *reply)
{
  if (fault == HBASE_SERVER_FAULT_CUT_REPLY)
    send_all (session, reply->data, reply->length / 2);
  else if (fault == HBASE_SERVER_FAULT_GARBAGE)
    send_all (session, (const guint8 *) HBASE_SERVER_GARBAGE, strlen (HBASE_SERVER_GARBAGE));
  else if (fault != HBASE_SERVER_FAULT_LOSE_REPLY)
    return send_all (session, reply->data, reply->length);
  return FALSE;
}

/* ---- the loop over calls ---- */

static gboolean
answer_call (Session *session, const HBaseBlock *call, HBaseServerFault fault)
{
  HBaseLocalBudget budget
      = hbase_local_session_begin_budget (session->options, session->socket, session->stop);
  HBaseLocalReplyMemory memory = { session->connection, &budget, call->length + session->buffer.capacity };
  HBaseWireWriter reply;
  gboolean stays_open;

  hbase_wire_writer_init (&reply, session->protocol, REPLY_INITIAL_CAPACITY);
  hbase_local_session_count_reply (&reply, &memory);
  if (session->framed)
    hbase_wire_begin_frame (&reply);
  hbase_local_session_execute (session->client, &budget, call, fault, &reply);
  if (session->framed && !hbase_wire_end_frame (&reply, 0))
    replace_by_error (session, call, &reply);
  stays_open
      = set_state (session, HBASE_LOCAL_CONNECTION_TRANSFER) && send_with_fault (session, fault, &reply);
  hbase_wire_writer_clear (&reply);
  return stays_open;
}

static gboolean
handle_call (Session *session, const HBaseBlock *call)
{
  HBaseServerFault fault;

  return hbase_local_session_begin_call (session->options, session->stop, call, &fault)
         && answer_call (session, call, fault);
}

static gboolean
serve_call (Session *session)
{
  HBaseBlock *call = read_call (session);
  gboolean ok
      = call != NULL && set_state (session, HBASE_LOCAL_CONNECTION_EXECUTION) && handle_call (session, call);

  g_clear_pointer (&call, hbase_block_unref);
  if (!ok || !count_memory (session, session->buffer.capacity))
    return FALSE;
  /* The first bytes of the next call may be in the buffer already. */
  return set_state (session, session->buffer.length > 0 ? HBASE_LOCAL_CONNECTION_TRANSFER
                                                        : HBASE_LOCAL_CONNECTION_IDLE);
}

void
hbase_local_session_run (HBaseLocalConnection *connection,
                         HBaseLocalService *service,
                         const HBaseLocalListenerOptions *options,
                         GCancellable *stop)
{
  Session session = { .connection = connection,
                      .socket = hbase_local_connection_get_socket (connection),
                      .client = hbase_local_client_new (service),
                      .options = options,
                      .stop = stop };

  if (detect_protocol (&session))
    while (serve_call (&session))
      ;
  hbase_local_call_buffer_clear (&session.buffer);
  hbase_local_client_free (session.client);
}
