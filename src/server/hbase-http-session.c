/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The session of one HTTP client of the embedded engine, by libsoup's server: a call is the body of a POST,
 * in the binary protocol, and its reply the body of the response.
 *
 * 1. A session has a server of libsoup and a main context of its own, in the thread of its connection. So a
 *    call is executed where the request is handled, and nobody else waits for it.
 * 2. libsoup gets a duplicate of the socket's descriptor, since it closes it: another thread may shut the
 *    connection's own socket down at any time.
 * 3. Clients may send each request on a new connection. So the scanners belong to all of them together.
 * 4. A request that isn't a call gets its status. libsoup sends it after the body, which it reads and
 *    discards. Where the body is too large, or it isn't certain where it ends, the session sends the response
 *    itself when it has the head, and nothing more over that connection; the body is still discarded, since
 *    most clients read no response before they have sent everything. This, and every transfer, has the
 *    deadline of a message.
 * 5. No web page can call. Browsers name the page's origin in each POST: a request that has one is refused.
 *    They send bodies of other types than Thrift's to any server: these are refused, too. A page may have its
 *    host's name bound to this machine's address, but the request still has that name: only addresses and
 *    localhost are accepted as hosts, unless the server's options allow any.
 * 6. libsoup closes a connection after its first response unless the server listens. So it listens at an end
 *    of a pair of sockets, at which nobody can connect.
 * 7. When the server stops, an idle connection is closed at once, and another one after its response.
 * 8. A call may have a fault that a test asked for. Where that costs the connection, its socket is shut down
 *    before libsoup sends the response, or after the half of it: nothing is sent any more. */

#include "config.h"

#include "hbase-http-session-private.h"

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "hbase-local-call-buffer-private.h"
#include "hbase-local-descriptors-private.h"
#include "hbase-soup-private.h"
#include "hbase-wire-reader-private.h"

#define THRIFT_TYPE "application/x-thrift"
#define REPLY_INITIAL_CAPACITY 4096
/* The time that a client may take for a response when the server stops. */
#define STOP_US G_USEC_PER_SEC

typedef struct {
  const HBaseSoup *soup;
  HBaseLocalConnection *connection;
  const HBaseLocalListenerOptions *options;
  GCancellable *stop;
  GSource *timer;
  GSource *arrival; /* of the next request; NULL: it has arrived */
  gboolean is_idle;
  HBaseLocalCallBuffer buffer; /* the body, which libsoup would copy twice */
  gsize received;              /* bytes of the body */
  gboolean is_refused;         /* without libsoup's response: the rest of the request is discarded */
  gboolean is_stopping;
  gboolean is_over;
} Session;

/* ---- states and deadlines ---- */

static void
set_deadline (Session *session, gint64 deadline)
{
  g_source_set_ready_time (session->timer, deadline == G_MAXINT64 ? -1 : deadline);
}

static void
set_message_deadline (Session *session, gsize length)
{
  gint64 begun = hbase_local_connection_get_state_since (session->connection);

  set_deadline (session, hbase_local_session_message_deadline (session->options, begun, length));
}

/* The session is over if the connection was evicted. */
static void
set_state (Session *session, HBaseLocalConnectionState state)
{
  session->is_idle = state == HBASE_LOCAL_CONNECTION_IDLE;
  session->is_over |= !hbase_local_connection_set_state (session->connection, state, g_get_monotonic_time ());
}

static void
end_watch (Session *session)
{
  if (session->arrival != NULL)
    g_source_destroy (session->arrival);
  g_clear_pointer (&session->arrival, g_source_unref);
}

/* The request's head has the deadline of an idle connection all the same. */
static gboolean
note_arrival (GSocket *socket, GIOCondition condition, gpointer data)
{
  Session *session = data;

  end_watch (session);
  session->is_over |= !hbase_local_connection_set_state (session->connection, HBASE_LOCAL_CONNECTION_TRANSFER,
                                                         g_get_monotonic_time ());
  return G_SOURCE_REMOVE;
}

/* An idle connection may be evicted, but not once a request has arrived: this is noticed before libsoup reads
 * it, by the higher priority. */
static void
watch_arrival (Session *session)
{
  end_watch (session);
  session->arrival
      = g_socket_create_source (hbase_local_connection_get_socket (session->connection), G_IO_IN, NULL);
  g_source_set_priority (session->arrival, G_PRIORITY_HIGH);
  g_source_set_callback (session->arrival, G_SOURCE_FUNC (note_arrival), session, NULL);
  g_source_attach (session->arrival, g_main_context_get_thread_default ());
}

static void
become_idle (Session *session)
{
  hbase_local_call_buffer_clear (&session->buffer);
  hbase_local_connection_set_memory (session->connection, 0, NULL);
  set_state (session, HBASE_LOCAL_CONNECTION_IDLE);
  session->is_over |= session->is_stopping;
  watch_arrival (session);
  set_deadline (session, hbase_local_session_idle_deadline (
                             session->options, hbase_local_connection_get_state_since (session->connection)));
}

static void
note_progress (Session *session)
{
  hbase_local_connection_note_progress (session->connection, g_get_monotonic_time ());
}

static gboolean
end_session (gpointer data)
{
  ((Session *) data)->is_over = TRUE;
  return G_SOURCE_CONTINUE;
}

/* This is called in the thread that stops the server. */
static void
wake_session (GCancellable *stop, gpointer context)
{
  g_main_context_wakeup (context);
}

static void
begin_stop (Session *session)
{
  session->is_stopping = TRUE;
  session->is_over |= session->is_idle;
  set_deadline (session, g_get_monotonic_time () + STOP_US);
}

/* ---- requests that aren't calls ---- */

static void G_GNUC_PRINTF (4, 5)
    refuse (Session *session, SoupServerMessage *message, guint status, const char *format, ...)
{
  va_list arguments;
  g_autofree char *text = NULL;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  session->soup->server_message_set_status (message, status, NULL);
  session->soup->server_message_set_response (message, "text/plain", SOUP_MEMORY_COPY, text, strlen (text));
}

/* libsoup's own response fails then. */
static void G_GNUC_PRINTF (4, 5)
    refuse_at_once (Session *session, SoupServerMessage *message, const char *status, const char *format, ...)
{
  GSocket *socket = hbase_local_connection_get_socket (session->connection);
  g_autofree char *text = NULL, *response = NULL;
  va_list arguments;

  if (session->is_refused)
    return;
  session->is_refused = TRUE;
  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  response = g_strdup_printf ("HTTP/1.1 %s\r\nConnection: close\r\nContent-Type: text/plain\r\n"
                              "Content-Length: %zu\r\n\r\n%s",
                              status, strlen (text), text);
  g_socket_send_with_blocking (socket, response, strlen (response), FALSE, NULL, NULL);
  g_socket_shutdown (socket, FALSE, TRUE, NULL);
  session->soup->server_message_set_status (message, SOUP_STATUS_BAD_REQUEST, NULL);
}

static void
refuse_large_call (Session *session, SoupServerMessage *message)
{
  refuse_at_once (session, message, "413 Content Too Large",
                  "The call has more than %" G_GSIZE_FORMAT
                  " bytes, the largest size that this server accepts: send less at a time.\n",
                  session->options->max_call_size);
}

static gboolean
has_thrift_type (Session *session, SoupMessageHeaders *headers)
{
  const char *type = session->soup->message_headers_get_content_type (headers, NULL);

  return type != NULL && g_ascii_strcasecmp (type, THRIFT_TYPE) == 0;
}

static gboolean
is_address_or_localhost (const char *host)
{
  g_autoptr (GSocketConnectable) address = g_network_address_parse (host, 0, NULL);
  const char *name = address != NULL ? g_network_address_get_hostname (G_NETWORK_ADDRESS (address)) : host;

  return g_hostname_is_ip_address (name) || g_ascii_strcasecmp (name, "localhost") == 0;
}

/* Returns why the request may be a web page's, or NULL. */
static const char *
find_web_page (Session *session, SoupMessageHeaders *headers)
{
  const char *host = session->soup->message_headers_get_one (headers, "Host");

  if (session->soup->message_headers_get_one (headers, "Origin") != NULL)
    return "The request has an Origin: web pages can't call this server.\n";
  if (host != NULL && !session->options->accepts_any_host && !is_address_or_localhost (host))
    return "The Host must be an IP address or localhost, unless the server allows remote clients.\n";
  return NULL;
}

/* Returns the field's values, with commas between those of several fields; NULL: there is none. */
static const char *
get_field (Session *session, SoupMessageHeaders *headers, const char *name)
{
  return session->soup->message_headers_get_list (headers, name);
}

/* Returns what RFC 9112 forbids, so that another reader of the request may see another end of it; or NULL. */
static const char *
find_bad_length (Session *session, SoupMessageHeaders *headers)
{
  const char *length = get_field (session, headers, "Content-Length");
  const char *coding = get_field (session, headers, "Transfer-Encoding");

  if (length != NULL && (*length == '\0' || length[strspn (length, "0123456789")] != '\0'))
    return "The Content-Length must be one number in digits.\n";
  if (length != NULL && coding != NULL)
    return "The request has both a Content-Length and a Transfer-Encoding.\n";
  if (coding != NULL && g_ascii_strcasecmp (coding, "chunked") != 0)
    return "The only Transfer-Encoding here is chunked.\n";
  return NULL;
}

static gboolean
is_authority (GUri *uri, const char *host)
{
  g_autofree char *text = g_strconcat ("http://", host, "/", NULL);
  g_autoptr (GUri) other = g_uri_parse (text, SOUP_HTTP_URI_FLAGS, NULL);

  return other != NULL && g_ascii_strcasecmp (g_uri_get_host (uri), g_uri_get_host (other)) == 0
         && g_uri_get_port (uri) == g_uri_get_port (other);
}

/* Does the same for what the request is sent to. libsoup takes the last of several hosts, and the target's
 * instead if it has one. */
static const char *
find_bad_target (Session *session, SoupServerMessage *message, SoupMessageHeaders *headers)
{
  const char *host = get_field (session, headers, "Host");

  if (host == NULL)
    return NULL;
  if (strchr (host, ',') != NULL)
    return "The request has more than one Host.\n";
  return is_authority (session->soup->server_message_get_uri (message), host)
             ? NULL
             : "The target and the Host are different.\n";
}

/* Refuses a request at which it isn't certain what it means. */
static gboolean
check_head (Session *session, SoupServerMessage *message, SoupMessageHeaders *headers)
{
  const char *problem = find_bad_length (session, headers);

  if (problem == NULL)
    problem = find_bad_target (session, message, headers);
  if (problem != NULL)
    refuse_at_once (session, message, "400 Bad Request", "%s", problem);
  return problem == NULL;
}

/* This is called before the body is read. */
static void
check_request (
    SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query, gpointer data)
{
  Session *session = data;
  const HBaseSoup *soup = session->soup;
  SoupMessageHeaders *headers = soup->server_message_get_request_headers (message);
  const char *web_page = find_web_page (session, headers);

  if (!check_head (session, message, headers))
    return;
  if (web_page != NULL)
    refuse (session, message, SOUP_STATUS_FORBIDDEN, "%s", web_page);
  else if (strcmp (path, "/") != 0)
    refuse (session, message, SOUP_STATUS_NOT_FOUND, "The only path here is /.\n");
  else if (strcmp (soup->server_message_get_method (message), "POST") != 0)
    {
      soup->message_headers_replace (soup->server_message_get_response_headers (message), "Allow", "POST");
      refuse (session, message, SOUP_STATUS_METHOD_NOT_ALLOWED, "Send a call of Thrift2 by POST.\n");
    }
  else if (!has_thrift_type (session, headers))
    refuse (session, message, SOUP_STATUS_UNSUPPORTED_MEDIA_TYPE,
            "The type of the body must be " THRIFT_TYPE ".\n");
  else if (get_field (session, headers, "Content-Encoding") != NULL)
    refuse (session, message, SOUP_STATUS_UNSUPPORTED_MEDIA_TYPE,
            "The body must have no Content-Encoding.\n");
  else if (soup->message_headers_get_content_length (headers) > (goffset) session->options->max_call_size)
    refuse_large_call (session, message);
}

/* ---- calls ---- */

/* The server ends the connection, too, since libsoup's writing fails. */
static void
lose_connection (Session *session)
{
  g_socket_shutdown (hbase_local_connection_get_socket (session->connection), TRUE, TRUE, NULL);
  session->is_over = TRUE;
}

static void
wrote_half (SoupServerMessage *message, gpointer data)
{
  lose_connection (data);
}

/* The length is that of the whole reply. */
static void
send_half (Session *session, SoupServerMessage *message, GBytes *reply)
{
  const HBaseSoup *soup = session->soup;
  gsize length = g_bytes_get_size (reply);
  g_autoptr (GBytes) half = g_bytes_new_from_bytes (reply, 0, length / 2);

  soup->message_headers_set_content_length (soup->server_message_get_response_headers (message),
                                            (goffset) length);
  soup->message_body_append_bytes (soup->server_message_get_response_body (message), half);
  g_signal_connect (message, "wrote-chunk", G_CALLBACK (wrote_half), session);
}

static void
send_garbage (Session *session, SoupServerMessage *message)
{
  g_autoptr (GBytes) garbage = g_bytes_new_static (HBASE_SERVER_GARBAGE, strlen (HBASE_SERVER_GARBAGE));

  session->soup->message_body_append_bytes (session->soup->server_message_get_response_body (message),
                                            garbage);
}

static void
send_with_fault (Session *session, SoupServerMessage *message, HBaseServerFault fault, GBytes *reply)
{
  if (fault == HBASE_SERVER_FAULT_CUT_REPLY)
    send_half (session, message, reply);
  else if (fault == HBASE_SERVER_FAULT_GARBAGE)
    send_garbage (session, message);
  else if (fault == HBASE_SERVER_FAULT_LOSE_REPLY)
    lose_connection (session);
  else
    session->soup->message_body_append_bytes (session->soup->server_message_get_response_body (message),
                                              reply);
}

static void
execute (Session *session, const HBaseBlock *call, HBaseServerFault fault, SoupServerMessage *message)
{
  const HBaseSoup *soup = session->soup;
  HBaseLocalBudget budget = hbase_local_session_begin_budget (
      session->options, hbase_local_connection_get_socket (session->connection), session->stop);
  g_autoptr (GBytes) bytes = NULL;
  HBaseLocalReplyMemory memory = { session->connection, &budget, call->length + session->buffer.capacity };
  HBaseWireWriter reply;

  hbase_wire_writer_init (&reply, HBASE_WIRE_PROTOCOL_BINARY, REPLY_INITIAL_CAPACITY);
  hbase_local_session_count_reply (&reply, &memory);
  hbase_local_session_execute (session->options->shared_client, &budget, call, fault, &reply);
  bytes = hbase_wire_writer_end (&reply);
  soup->message_headers_set_content_type (soup->server_message_get_response_headers (message), THRIFT_TYPE,
                                          NULL);
  send_with_fault (session, message, fault, bytes);
  soup->server_message_set_status (message, SOUP_STATUS_OK, NULL);
  set_state (session, HBASE_LOCAL_CONNECTION_TRANSFER);
  set_message_deadline (session, g_bytes_get_size (bytes));
}

/* Returns NULL, with a response, if the body isn't one whole call. */
static HBaseBlock *
read_call (Session *session, SoupServerMessage *message)
{
  HBaseLocalCallBuffer *buffer = &session->buffer;
  gsize length = buffer->length;
  HBaseWireReader reader;
  HBaseWireStatus status = HBASE_WIRE_MORE;

  hbase_wire_reader_init_call (&reader, HBASE_WIRE_PROTOCOL_BINARY, FALSE, session->options->max_call_size);
  if (length > 0)
    status = hbase_wire_reader_feed (&reader, hbase_local_call_buffer_peek (buffer), length);
  if (status == HBASE_WIRE_WHOLE && hbase_wire_reader_consumed (&reader) == length)
    return hbase_wire_reader_take (&reader, hbase_local_call_buffer_take (buffer, length));
  refuse (session, message, SOUP_STATUS_BAD_REQUEST,
          "The body isn't one call in Thrift's binary protocol: %s.\n",
          status == HBASE_WIRE_BAD    ? hbase_wire_reader_get_problem (&reader)
          : status == HBASE_WIRE_MORE ? "it ends too early"
                                      : "more bytes follow the call");
  hbase_wire_reader_clear (&reader);
  return NULL;
}

static void
handle_request (
    SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query, gpointer data)
{
  Session *session = data;
  g_autoptr (HBaseBlock) call = NULL;
  HBaseServerFault fault;

  if (!session->is_over && (call = read_call (session, message)) == NULL)
    return;
  set_state (session, HBASE_LOCAL_CONNECTION_EXECUTION);
  if (!session->is_over && hbase_local_session_begin_call (session->options, session->stop, call, &fault))
    execute (session, call, fault, message);
  else
    lose_connection (session);
}

/* ---- the course of a request ---- */

static void
got_headers (SoupServerMessage *message, gpointer data)
{
  Session *session = data;
  SoupMessageBody *body = session->soup->server_message_get_request_body (message);

  session->soup->message_body_set_accumulate (body, FALSE);
  session->received = 0;
  set_state (session, HBASE_LOCAL_CONNECTION_TRANSFER);
  set_message_deadline (session, 0);
}

static void
append (HBaseLocalCallBuffer *buffer, GBytes *chunk)
{
  gsize length, space;
  const guint8 *bytes = g_bytes_get_data (chunk, &length);

  while (length > 0)
    {
      guint8 *end = hbase_local_call_buffer_reserve (buffer, &space);
      gsize n = MIN (length, space);

      memcpy (end, bytes, n);
      hbase_local_call_buffer_commit (buffer, n);
      bytes += n;
      length -= n;
    }
}

/* libsoup reads all that has arrived, and calls the handler, before the session can end. */
static void
receive (Session *session, GBytes *chunk)
{
  HBaseLocalBudget budget = hbase_local_session_begin_budget (
      session->options, hbase_local_connection_get_socket (session->connection), session->stop);

  if (session->is_over)
    return;
  append (&session->buffer, chunk);
  session->is_over
      |= !hbase_local_connection_set_memory (session->connection, session->buffer.capacity, &budget);
  note_progress (session);
  set_message_deadline (session, session->received);
}

static void
wrote_data (SoupServerMessage *message, guint length, gpointer data)
{
  note_progress (data);
}

static void
got_chunk (SoupServerMessage *message, GBytes *chunk, gpointer data)
{
  Session *session = data;
  gsize max = session->options->max_call_size, before = session->received;

  session->received += g_bytes_get_size (chunk);
  if (session->is_refused)
    set_message_deadline (session, session->received);
  else if (session->received <= max)
    receive (session, chunk);
  else if (before <= max)
    refuse_large_call (session, message);
}

static void
request_started (SoupServer *server, SoupServerMessage *message, gpointer data)
{
  g_signal_connect (message, "got-headers", G_CALLBACK (got_headers), data);
  g_signal_connect (message, "got-chunk", G_CALLBACK (got_chunk), data);
  g_signal_connect (message, "wrote-body-data", G_CALLBACK (wrote_data), data);
}

static void
request_finished (SoupServer *server, SoupServerMessage *message, gpointer data)
{
  Session *session = data;

  session->is_over |= session->is_refused;
  become_idle (data);
}

/* ---- the connection ---- */

/* Takes the descriptor. */
static GSocket *
make_socket (int fd)
{
  GSocket *socket = fd >= 0 ? g_socket_new_from_fd (fd, NULL) : NULL;

  if (socket == NULL && fd >= 0)
    close (fd);
  return socket;
}

static GSocketConnection *
duplicate_connection (GSocket *socket)
{
  g_autoptr (GSocket) duplicate = make_socket (fcntl (g_socket_get_fd (socket), F_DUPFD_CLOEXEC, 0));

  return duplicate != NULL ? g_socket_connection_factory_create_connection (duplicate) : NULL;
}

/* Returns the other end, which stays open as long as the server listens; NULL on error. */
static GSocket *
listen_to_nobody (Session *session, SoupServer *server)
{
  g_autoptr (GSocket) listening = NULL, other = NULL;
  int pair[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    return NULL;
  listening = make_socket (pair[0]);
  other = make_socket (pair[1]);
  if (listening == NULL || other == NULL
      || !session->soup->server_listen_socket (server, listening, (SoupServerListenOptions) 0, NULL))
    return NULL;
  return g_steal_pointer (&other);
}

static SoupServer *
make_server (Session *session)
{
  const HBaseSoup *soup = session->soup;
  SoupServer *server = soup->server_new (NULL, NULL);

  soup->server_add_early_handler (server, NULL, check_request, session, NULL);
  soup->server_add_handler (server, NULL, handle_request, session, NULL);
  g_signal_connect (server, "request-started", G_CALLBACK (request_started), session);
  g_signal_connect (server, "request-finished", G_CALLBACK (request_finished), session);
  g_signal_connect (server, "request-aborted", G_CALLBACK (request_finished), session);
  return server;
}

/* libsoup closes the stream after the last response, but not always after its client has hung up. */
static gboolean
is_over (Session *session, GSocketConnection *stream)
{
  GSocket *socket = hbase_local_connection_get_socket (session->connection);

  return session->is_over || g_io_stream_is_closed (G_IO_STREAM (stream))
         || (session->is_idle && hbase_local_session_has_hung_up (socket));
}

static void
iterate (Session *session, GMainContext *context)
{
  if (!session->is_stopping && g_cancellable_is_cancelled (session->stop))
    begin_stop (session);
  else
    g_main_context_iteration (context, TRUE);
}

/* libsoup reads at once what it is given. */
static void
wait_for_arrival (Session *session, GMainContext *context)
{
  while (session->arrival != NULL && !session->is_over)
    iterate (session, context);
}

static void
serve (Session *session, GSocketConnection *stream, GMainContext *context)
{
  g_autoptr (SoupServer) server = make_server (session);
  g_autoptr (GSocket) nobody = listen_to_nobody (session, server);
  g_autoptr (GSocketAddress) local = g_socket_connection_get_local_address (stream, NULL);
  g_autoptr (GSocketAddress) remote = g_socket_connection_get_remote_address (stream, NULL);
  gulong stop_handler = g_cancellable_connect (session->stop, G_CALLBACK (wake_session), context, NULL);

  g_source_set_callback (session->timer, end_session, session, NULL);
  g_source_attach (session->timer, context);
  become_idle (session);
  wait_for_arrival (session, context);
  if (nobody != NULL && !session->is_over
      && session->soup->server_accept_iostream (server, G_IO_STREAM (stream), local, remote, NULL))
    while (!is_over (session, stream))
      iterate (session, context);
  end_watch (session);
  g_source_destroy (session->timer);
  g_cancellable_disconnect (session->stop, stop_handler);
  session->soup->server_disconnect (server);
  hbase_local_call_buffer_clear (&session->buffer);
}

gboolean
hbase_http_session_prepare (GError **error)
{
  return hbase_soup_load (error) != NULL;
}

void
hbase_http_session_run (HBaseLocalConnection *connection,
                        HBaseLocalService *service,
                        const HBaseLocalListenerOptions *options,
                        GCancellable *stop)
{
  g_autoptr (GMainContext) context = NULL;
  g_autoptr (GSocketConnection) stream
      = duplicate_connection (hbase_local_connection_get_socket (connection));
  g_autoptr (GSource) timer = g_timeout_source_new (G_MAXINT);
  Session session = {
    .soup = hbase_soup_load (NULL), .connection = connection, .options = options, .stop = stop, .timer = timer
  };

  if (stream == NULL || !hbase_local_descriptors_are_left ())
    return;
  context = g_main_context_new ();
  g_main_context_push_thread_default (context);
  serve (&session, stream, context);
  g_main_context_pop_thread_default (context);
}
