/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements channels to gateways in HTTP mode, by libsoup: a request is the body of a POST, its
 * reply the body of the response.
 *
 *  1. A channel has a session and a main context of its own, so that no exchange belongs to the context in
 *     which it began: whoever uses the channel iterates that context. read() and write() do it without
 *     waiting; listen() embeds it in the caller's context. Between runs nobody iterates it, and bytes wait in
 *     the socket.
 *  2. The state is that of the last exchange: SENDING until the headers of the response have come, READING
 *     while a read of its body is under way, BUFFERED while `buffer` has bytes that read() hasn't returned,
 *     ENDED after the body, FAILED with `problem`. One asynchronous operation is under way at most, and only
 *     in SENDING and READING; it is cancelled, and its callback awaited, before the channel is freed.
 *  3. A reply is whole before the end of its body has come, and a request may be written even before its
 *     predecessor's reply has been read (a finalizer does that), but HTTP can send it only after the end of
 *     that body: until then it waits in `requests`.
 *  4. `not_sent` is TRUE until libsoup has a connection for the request: before that it fails without an
 *     effect. A connection that the gateway closed while it was idle is replaced by libsoup, which repeats no
 *     POST.
 *  5. After a fork the child closes the socket and leaves the rest: the context's descriptors are shared with
 *     the parent, and TLS would send a notice of the end.
 *  6. Redirections aren't followed: everything but a reply is an error. Only a request for which the gateway
 *     wants a user and a password, and which it hasn't executed therefore, is sent again if the authenticator
 *     has them, three times at most. The reader of the response does that, because the authenticator may call
 *     the program: never a finalizer, nor the pool, which has no caller that waits for a late reply. */

#include "config.h"

#include "hbase-http-channel-private.h"

#include <string.h>

#include "hbase-context-source-private.h"
#include "hbase-error-private.h"
#include "hbase-http-error-private.h"
#include "hbase-lost-threads-private.h"
#include "hbase-soup-private.h"
#include "hbase-tls-private.h"

#define THRIFT_TYPE "application/x-thrift"
/* Without text/html HBase's gateways send errors without a text. */
#define ACCEPTED_TYPES THRIFT_TYPE ", text/html;q=0.1"
#define BUFFER_SIZE 65536
/* So often a request is sent again with other credentials. */
#define MAX_REPETITIONS 3
/* Informational responses to a request: one is usual at most. */
#define MAX_INFORMATIONAL 100
/* Of the body of a response that isn't a reply. */
#define MAX_TEXT 4096

typedef enum { STATE_ENDED, STATE_SENDING, STATE_READING, STATE_BUFFERED, STATE_FAILED } State;

typedef struct {
  HBaseChannel parent;
  HBaseUri *uri;
  GUri *target;
  GTlsCertificate *certificate; /* the client's; NULL: none */
  HBaseAuthenticator *authenticator;
  guint authorization; /* the number of that of the last request */
  gboolean was_authorized;
  guint n_repetitions;   /* of the last request */
  guint n_informational; /* responses to it */
  GMainContext *context;
  const HBaseSoup *soup;
  SoupSession *session;
  GSocket *socket;           /* of the last connection; NULL before */
  GCancellable *cancellable; /* of the operation under way; cancelled when the channel is closed */
  GByteArray *request;       /* what has been written of the next request */
  GQueue requests;           /* (element-type GBytes) that were written whole, and not sent yet */
  GBytes *sent;              /* the last request; NULL after its reply has begun */
  SoupMessage *message;      /* of the last exchange */
  GInputStream *body;
  State state;
  guint8 *buffer;
  gsize filled, taken;
  GString *text;    /* the body of a response that isn't a reply; NULL: it is one */
  char *challenges; /* of a request that was refused; NULL: it wasn't */
  GError *problem;
  GError *insecure; /* why the last connection must not be used; NULL: it may */
  GSource *source;  /* while somebody listens */
  void (*wake) (gpointer data);
  gpointer data;
} HttpChannel;

static void begin_exchange (HttpChannel *self);
static void begin_read (HttpChannel *self);

/* ---- messages ---- */

/* Only what this library can do is offered. */
static void
offer_http1 (GTlsConnection *connection)
{
  static const char *const protocols[] = { "http/1.1", NULL };

  g_tls_connection_set_advertised_protocols (connection, protocols);
}

/* The request would be sent next. A socket that is shut down sends nothing, and the request fails. */
static void
check_version (HttpChannel *self, GTlsConnection *connection)
{
  g_autoptr (GIOStream) socket = NULL;

  g_clear_error (&self->insecure);
  self->insecure = hbase_tls_check_version (connection);
  if (self->insecure == NULL)
    return;
  g_object_get (connection, "base-io-stream", &socket, NULL);
  g_socket_shutdown (g_socket_connection_get_socket (G_SOCKET_CONNECTION (socket)), TRUE, TRUE, NULL);
}

static void
network_event (SoupMessage *message, GSocketClientEvent event, GIOStream *connection, gpointer data)
{
  HttpChannel *self = data;

  if (event == G_SOCKET_CLIENT_RESOLVING ? !hbase_is_resolved_at_once (g_uri_get_host (self->target))
                                         : event == G_SOCKET_CLIENT_TLS_HANDSHAKING)
    hbase_replace_lost_threads ();
  if (event == G_SOCKET_CLIENT_TLS_HANDSHAKING)
    offer_http1 (G_TLS_CONNECTION (connection));
  if (event == G_SOCKET_CLIENT_TLS_HANDSHAKED)
    check_version (self, G_TLS_CONNECTION (connection));
  if (event == G_SOCKET_CLIENT_CONNECTED && G_IS_SOCKET_CONNECTION (connection))
    g_set_object (&self->socket, g_socket_connection_get_socket (G_SOCKET_CONNECTION (connection)));
}

/* As long as more of them come, libsoup doesn't return to the context: neither the time nor a cancel would
 * end the call. */
static void
got_informational (SoupMessage *message, gpointer data)
{
  HttpChannel *self = data;

  if (++self->n_informational > MAX_INFORMATIONAL)
    g_cancellable_cancel (self->cancellable);
}

/* There is a connection: from now on the request may have an effect. */
static void
starting (SoupMessage *message, gpointer data)
{
  ((HttpChannel *) data)->parent.not_sent = FALSE;
}

static void
add_authorization (HttpChannel *self, SoupMessageHeaders *headers)
{
  g_autofree char *value = hbase_authenticator_dup_authorization (self->authenticator, &self->authorization);

  self->was_authorized = value != NULL;
  if (value != NULL)
    self->soup->message_headers_replace (headers, "Authorization", value);
}

static SoupMessage *
make_message (HttpChannel *self)
{
  SoupMessage *message = self->soup->message_new_from_uri ("POST", self->target);
  SoupMessageHeaders *headers = self->soup->message_get_request_headers (message);

  /* A message that isn't called idempotent gets a new connection. In any case libsoup repeats no POST. */
  self->soup->message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_IDEMPOTENT);
  self->soup->message_headers_replace (headers, "Accept", ACCEPTED_TYPES);
  if (self->uri->do_as != NULL)
    self->soup->message_headers_replace (headers, "doAs", self->uri->do_as);
  add_authorization (self, headers);
  if (self->certificate != NULL)
    self->soup->message_set_tls_client_certificate (message, self->certificate);
  g_signal_connect (message, "network-event", G_CALLBACK (network_event), self);
  return message;
}

static void
forget_message (HttpChannel *self)
{
  g_clear_object (&self->body);
  if (self->message != NULL)
    g_signal_handlers_disconnect_by_data (self->message, self);
  g_clear_object (&self->message);
}

/* ---- an exchange ---- */

/* Takes `problem`. */
static void
fail (HttpChannel *self, GError *problem)
{
  GSocketConnectable *gateway = NULL;
  GTlsCertificateFlags flags;

  if (self->insecure != NULL)
    {
      g_clear_error (&problem);
      problem = g_steal_pointer (&self->insecure);
    }
  flags = self->message != NULL ? self->soup->message_get_tls_peer_certificate_errors (self->message) : 0;

  gateway = g_network_address_new (g_uri_get_host (self->target), (guint16) g_uri_get_port (self->target));
  self->problem = hbase_tls_explain_handshake (problem, flags, gateway, &self->uri->tls);
  self->state = STATE_FAILED;
  g_object_unref (gateway);
}

static void
exchange_failed (HttpChannel *self, GError *problem)
{
  fail (self, problem);
  if (self->problem->domain == HBASE_ERROR)
    hbase_error_prefix (&self->problem, "gateway %s: ", self->parent.peer);
}

static void
end_response (HttpChannel *self)
{
  if (self->text != NULL)
    {
      self->problem = hbase_http_error_new (self->soup, self->message, self->parent.peer, self->text->str);
      self->challenges = hbase_http_dup_challenges (self->soup, self->message);
      self->state = STATE_FAILED;
      return;
    }
  forget_message (self);
  self->state = STATE_ENDED;
  if (self->requests.length > 0)
    begin_exchange (self);
}

static void
take_text (HttpChannel *self, gsize n)
{
  g_string_append_len (self->text, (const char *) self->buffer, (gssize) n);
  if (self->text->len < MAX_TEXT)
    begin_read (self);
  else
    end_response (self);
}

static void
body_read (GObject *body, GAsyncResult *result, gpointer data)
{
  HttpChannel *self = data;
  GError *problem = NULL;
  gssize n = g_input_stream_read_finish (G_INPUT_STREAM (body), result, &problem);

  if (n < 0)
    exchange_failed (self, problem);
  else if (n == 0)
    end_response (self);
  else if (self->text != NULL)
    take_text (self, (gsize) n);
  else
    {
      self->filled = (gsize) n;
      self->taken = 0;
      self->state = STATE_BUFFERED;
    }
}

static void
begin_read (HttpChannel *self)
{
  self->state = STATE_READING;
  g_main_context_push_thread_default (self->context);
  g_input_stream_read_async (self->body, self->buffer, BUFFER_SIZE, G_PRIORITY_DEFAULT, self->cancellable,
                             body_read, self);
  g_main_context_pop_thread_default (self->context);
}

static void
responded (GObject *session, GAsyncResult *result, gpointer data)
{
  HttpChannel *self = data;
  GError *problem = NULL;

  self->body = self->soup->session_send_finish (self->session, result, &problem);
  if (self->n_informational > MAX_INFORMATIONAL)
    {
      g_clear_error (&problem);
      hbase_error_set (&problem, HBASE_ERROR_PROTOCOL,
                       "more than %d informational responses (status 1xx) to a request: check the gateway, "
                       "or the proxy before it",
                       MAX_INFORMATIONAL);
    }
  if (problem != NULL)
    {
      exchange_failed (self, problem);
      return;
    }
  if (!hbase_http_has_reply (self->soup, self->message))
    self->text = g_string_new (NULL);
  else
    {
      g_clear_pointer (&self->sent, g_bytes_unref);
      self->n_repetitions = 0;
    }
  begin_read (self);
}

static void
begin_exchange (HttpChannel *self)
{
  g_bytes_unref (self->sent);
  self->sent = g_queue_pop_head (&self->requests);
  self->state = STATE_SENDING;
  self->parent.reply_is_whole = FALSE;
  self->message = make_message (self);
  self->n_informational = 0;
  g_signal_connect (self->message, "starting", G_CALLBACK (starting), self);
  g_signal_connect (self->message, "got-informational", G_CALLBACK (got_informational), self);
  self->soup->message_set_request_body_from_bytes (self->message, THRIFT_TYPE, self->sent);
  g_main_context_push_thread_default (self->context);
  self->soup->session_send_async (self->session, self->message, G_PRIORITY_DEFAULT, self->cancellable,
                                  responded, self);
  g_main_context_pop_thread_default (self->context);
}

/* ---- the channel ---- */

static gboolean
is_under_way (const HttpChannel *self)
{
  return self->state == STATE_SENDING || self->state == STATE_READING;
}

static void
request_written (HttpChannel *self)
{
  g_queue_push_tail (&self->requests, g_byte_array_free_to_bytes (self->request));
  self->request = g_byte_array_new ();
  if (self->state != STATE_ENDED)
    return;
  begin_exchange (self);
  hbase_context_iterate (self->context);
}

static gssize
http_write (HBaseChannel *channel, GOutputVector *vectors, guint n_vectors, GError **error)
{
  HttpChannel *self = (HttpChannel *) channel;
  gsize n = 0;

  channel->not_sent = TRUE;
  hbase_context_iterate (self->context);
  if (self->state == STATE_FAILED)
    {
      g_propagate_error (error, g_error_copy (self->problem));
      return -1;
    }
  for (guint i = 0; i < n_vectors; i++)
    {
      g_byte_array_append (self->request, vectors[i].buffer, (guint) vectors[i].size);
      n += vectors[i].size;
    }
  if (self->request->len == channel->request_size)
    request_written (self);
  return (gssize) n;
}

static gboolean
has_other_authorization (HttpChannel *self)
{
  g_autofree char *realm = NULL;

  return hbase_http_find_basic (self->soup, self->challenges, &realm)
         && hbase_authenticator_renew (self->authenticator, self->authorization, self->was_authorized,
                                       self->parent.peer, realm);
}

/* Sends the request again if it was refused and there is another authorization. FALSE: it isn't sent. */
static gboolean
repeat_authorized (HttpChannel *self)
{
  if (self->challenges == NULL || self->parent.late_replies.length > 0
      || self->n_repetitions == MAX_REPETITIONS || !has_other_authorization (self))
    return FALSE;
  self->n_repetitions++;
  g_clear_pointer (&self->challenges, g_free);
  g_clear_error (&self->problem);
  g_string_free (g_steal_pointer (&self->text), TRUE);
  forget_message (self);
  self->parent.not_sent = TRUE;
  g_queue_push_head (&self->requests, g_steal_pointer (&self->sent));
  begin_exchange (self);
  hbase_context_iterate (self->context);
  return TRUE;
}

static gssize
take_buffered (HttpChannel *self, guint8 *memory, gsize capacity)
{
  gsize n = MIN (capacity, self->filled - self->taken);

  memcpy (memory, self->buffer + self->taken, n);
  self->taken += n;
  if (self->taken == self->filled)
    begin_read (self);
  return (gssize) n;
}

static gssize
http_read (HBaseChannel *channel, guint8 *buffer, gsize capacity, GError **error)
{
  HttpChannel *self = (HttpChannel *) channel;

  hbase_context_iterate (self->context);
  while (self->state == STATE_FAILED && repeat_authorized (self))
    ;
  switch (self->state)
    {
    case STATE_BUFFERED:
      if (!channel->reply_is_whole)
        return take_buffered (self, buffer, capacity);
      hbase_error_set (error, HBASE_ERROR_PROTOCOL, "gateway %s: bytes follow the reply's end",
                       channel->peer);
      return -1;
    case STATE_FAILED:
      g_propagate_error (error, g_error_copy (self->problem));
      return -1;
    case STATE_ENDED:
      return 0;
    default:
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK, "the reply hasn't come yet");
      return -1;
    }
}

/* After a whole reply the end of its body may still be under way. */
static gboolean
http_is_readable (HBaseChannel *channel)
{
  HttpChannel *self = (HttpChannel *) channel;

  hbase_context_iterate (self->context);
  return self->state == STATE_BUFFERED || self->state == STATE_FAILED;
}

static void
stop_listening (HttpChannel *self)
{
  self->wake = NULL;
  if (self->source == NULL)
    return;
  g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
}

/* After each dispatch of the channel's context. */
static gboolean
context_dispatched (gpointer data)
{
  HttpChannel *self = data;

  if (!is_under_way (self) && self->wake != NULL)
    g_steal_pointer (&self->wake) (self->data);
  return G_SOURCE_CONTINUE;
}

static void
http_listen (
    HBaseChannel *channel, GMainContext *context, int priority, void (*wake) (gpointer data), gpointer data)
{
  HttpChannel *self = (HttpChannel *) channel;

  stop_listening (self);
  if (wake == NULL)
    return;
  self->wake = wake;
  self->data = data;
  self->source = hbase_context_source_new (self->context);
  g_source_set_priority (self->source, priority);
  g_source_set_callback (self->source, context_dispatched, self, NULL);
  g_source_attach (self->source, context);
  context_dispatched (self);
}

static void
free_session (HttpChannel *self)
{
  g_main_context_push_thread_default (self->context);
  g_cancellable_cancel (self->cancellable);
  self->soup->session_abort (self->session);
  while (is_under_way (self))
    g_main_context_iteration (self->context, TRUE);
  forget_message (self);
  while (g_main_context_iteration (self->context, FALSE))
    ;
  g_object_unref (self->session);
  g_main_context_pop_thread_default (self->context);
  g_main_context_unref (self->context);
}

static void
http_close (HBaseChannel *channel)
{
  HttpChannel *self = (HttpChannel *) channel;

  stop_listening (self);
  g_queue_clear_full (&self->requests, (GDestroyNotify) g_bytes_unref);
  if (!channel->inherited)
    free_session (self);
  else if (self->socket != NULL)
    g_socket_close (self->socket, NULL);
  g_clear_object (&self->socket);
  g_object_unref (self->cancellable);
  g_clear_object (&self->certificate);
  g_byte_array_unref (self->request);
  g_bytes_unref (self->sent);
  g_free (self->challenges);
  hbase_authenticator_unref (self->authenticator);
  g_clear_error (&self->problem);
  g_clear_error (&self->insecure);
  if (self->text != NULL)
    g_string_free (self->text, TRUE);
  g_free (self->buffer);
  g_uri_unref (self->target);
  hbase_uri_unref (self->uri);
}

static const HBaseChannelClass http_class = {
  .has_short_reads = TRUE,
  .needs_check = TRUE,
  .write = http_write,
  .read = http_read,
  .is_readable = http_is_readable,
  .listen = http_listen,
  .close = http_close,
};

/* ---- connecting ---- */

static void
open_session (HttpChannel *self, const HBaseTlsCredentials *credentials)
{
  const HBaseSoup *soup = self->soup;

  g_main_context_push_thread_default (self->context);
  self->session = soup->session_new_with_options ("timeout", 0, "idle-timeout", 0, "user-agent",
                                                  "hbase-glib/" PACKAGE_VERSION, NULL);
  g_main_context_pop_thread_default (self->context);
  soup->session_remove_feature_by_type (self->session, soup->auth_manager_get_type ());
  soup->session_remove_feature_by_type (self->session, soup->content_decoder_get_type ());
  if (credentials->database != NULL)
    soup->session_set_tls_database (self->session, credentials->database);
}

static GUri *
make_target (const HBaseUri *uri, GSocketConnectable *gateway)
{
  GNetworkAddress *address = G_NETWORK_ADDRESS (gateway);

  return g_uri_build (G_URI_FLAGS_ENCODED_PATH, uri->transport == HBASE_TRANSPORT_HTTPS ? "https" : "http",
                      NULL, g_network_address_get_hostname (address), g_network_address_get_port (address),
                      uri->path, NULL, NULL);
}

static HttpChannel *
channel_new (const HBaseSoup *soup,
             HBaseUri *uri,
             const HBaseTlsCredentials *credentials,
             HBaseAuthenticator *authenticator,
             GSocketConnectable *gateway)
{
  HttpChannel *self
      = hbase_channel_new (&http_class, sizeof (HttpChannel), g_socket_connectable_to_string (gateway));

  self->soup = soup;
  self->uri = g_atomic_rc_box_acquire (uri);
  self->target = make_target (uri, gateway);
  self->context = g_main_context_new_with_flags (G_MAIN_CONTEXT_FLAGS_OWNERLESS_POLLING);
  self->cancellable = g_cancellable_new ();
  self->request = g_byte_array_new ();
  self->buffer = g_malloc (BUFFER_SIZE);
  g_set_object (&self->certificate, credentials->certificate);
  self->authenticator = hbase_authenticator_ref (authenticator);
  open_session (self, credentials);
  return self;
}

/* What a connection that is being made has; `channel` NULL: it was taken. */
typedef struct {
  HttpChannel *channel;
} Attempt;

static void
attempt_free (Attempt *attempt)
{
  if (attempt->channel != NULL)
    hbase_channel_close (&attempt->channel->parent);
  g_free (attempt);
}

static void
preconnected (GObject *session, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  HttpChannel *self = ((Attempt *) g_task_get_task_data (task))->channel;
  GError *problem = NULL;

  stop_listening (self);
  if (self->soup->session_preconnect_finish (self->session, result, &problem) && self->insecure == NULL)
    {
      self->state = STATE_ENDED;
      g_task_return_boolean (task, TRUE);
    }
  else
    {
      fail (self, problem);
      g_task_return_error (task, g_error_copy (self->problem));
    }
  forget_message (self);
}

static gboolean
keep_iterating (gpointer unused)
{
  return G_SOURCE_CONTINUE;
}

/* While it connects, the channel's context is embedded in the caller's. */
static void
preconnect (HttpChannel *self, GCancellable *cancellable, GTask *task)
{
  self->source = hbase_context_source_new (self->context);
  g_source_set_callback (self->source, keep_iterating, NULL, NULL);
  g_source_attach (self->source, g_task_get_context (task));
  self->state = STATE_SENDING;
  self->message = make_message (self);
  g_main_context_push_thread_default (self->context);
  self->soup->session_preconnect_async (self->session, self->message, G_PRIORITY_DEFAULT, cancellable,
                                        preconnected, task);
  g_main_context_pop_thread_default (self->context);
}

void
hbase_http_connect_async (HBaseUri *uri,
                          const HBaseTlsCredentials *credentials,
                          HBaseAuthenticator *authenticator,
                          GSocketConnectable *gateway,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  GError *error = NULL;
  const HBaseSoup *soup = hbase_soup_load (&error);
  Attempt *attempt;

  g_task_set_source_tag (task, hbase_http_connect_async);
  g_task_set_check_cancellable (task, FALSE);
  if (soup == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  attempt = g_new0 (Attempt, 1);
  attempt->channel = channel_new (soup, uri, credentials, authenticator, gateway);
  g_task_set_task_data (task, attempt, (GDestroyNotify) attempt_free);
  preconnect (attempt->channel, cancellable, g_steal_pointer (&task));
}

HBaseChannel *
hbase_http_connect_finish (GAsyncResult *result, GError **error)
{
  GTask *task = G_TASK (result);

  g_assert (g_task_get_source_tag (task) == hbase_http_connect_async);

  return g_task_propagate_boolean (task, error)
             ? &g_steal_pointer (&((Attempt *) g_task_get_task_data (task))->channel)->parent
             : NULL;
}
