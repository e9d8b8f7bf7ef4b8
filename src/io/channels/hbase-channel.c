/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements channels over sockets, and what all kinds of channels have in common. */

#include "config.h"

#include "hbase-channel-private.h"

#include <errno.h>
#include <sys/socket.h>

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-wire-bytes-private.h"
#include "hbase-wire-transcoder-private.h"

/* The first bytes of an invalid message that an error keeps. */
#define DETAILED_BYTES 512
/* HBase's own default, in bytes. */
#define DEFAULT_MAX_FRAME_SIZE (2 << 20)

/* ---- all kinds ---- */

gpointer
hbase_channel_new (const HBaseChannelClass *class, gsize size, char *peer)
{
  HBaseChannel *channel = g_malloc0 (size);

  channel->class = class;
  channel->in_idle.data = channel;
  channel->fd = -1;
  channel->peer = peer;
  return channel;
}

void
hbase_channel_close (HBaseChannel *channel)
{
  if (channel->unwatch != NULL)
    channel->unwatch (channel);
  g_queue_clear_full (&channel->late_replies, (GDestroyNotify) hbase_reply_buffer_free);
  channel->class->close (channel);
  hbase_reply_buffer_free (channel->spare);
  g_free (channel->peer);
  g_free (channel);
}

HBaseReplyBuffer *
hbase_channel_begin_call (HBaseChannel *channel,
                          const HBaseRequest *request,
                          gsize expected_size,
                          HBaseWireWriter *head,
                          GError **error)
{
  gsize length = hbase_wire_message_length (request->arguments, request->segments);

  if (request->format == HBASE_FORMAT_GIVEN)
    {
      channel->protocol = request->protocol;
      channel->framed = request->framed;
    }
  hbase_wire_writer_init (head, channel->protocol, 4 + HBASE_WIRE_ENVELOPE_MAX);
  channel->request_size = length;
  if (request->format == HBASE_FORMAT_RAW)
    return hbase_reply_buffer_new (&channel->spare, HBASE_WIRE_PROTOCOL_BINARY, FALSE,
                                   channel->max_reply_size, request, 0, 0);
  if (channel->framed)
    hbase_wire_begin_frame (head);
  channel->sequence_id = channel->sequence_id == G_MAXINT32 ? 1 : channel->sequence_id + 1;
  hbase_wire_write_message (head, hbase_slice_text (request->method->name), HBASE_WIRE_CALL,
                            channel->sequence_id);
  channel->request_size += head->length;
  if (!channel->framed || hbase_wire_end_frame (head, length))
    return hbase_reply_buffer_new (&channel->spare, channel->protocol, channel->framed,
                                   channel->max_reply_size, request, channel->sequence_id, expected_size);
  hbase_error_set (
      error, HBASE_ERROR_TOO_LARGE,
      "a request of %" G_GSIZE_FORMAT " bytes, at most 2 GiB fit into a frame: send less at a time", length);
  hbase_wire_writer_clear (head);
  return NULL;
}

GBytes *
hbase_channel_transcode (const HBaseChannel *channel, const HBaseRequest *request)
{
  if (channel->protocol == channel->encoding || request->format != HBASE_FORMAT_OF_URI)
    return NULL;
  return hbase_wire_make_compact (request->arguments, request->segments);
}

/* Returns what to add to an error: a question about the protocol until a valid reply has come. */
static const char *
protocol_hint (const HBaseChannel *channel)
{
  return channel->has_replied ? "" : "; does it speak the URI's protocol and framing?";
}

/* Framed gateways close a connection when a frame is larger than they allow. */
static const char *
loss_hint (const HBaseChannel *channel)
{
  if (!channel->framed || channel->request_size <= DEFAULT_MAX_FRAME_SIZE)
    return protocol_hint (channel);
  return "; the request is larger than framed gateways allow by default (2 MiB, "
         "hbase.regionserver.thrift.framed.max_frame_size_in_mb): send less at a time";
}

gssize
hbase_channel_write (HBaseChannel *channel, GOutputVector *vectors, guint n_vectors, GError **error)
{
  g_autoptr (GError) failure = NULL;
  gssize n = channel->class->write (channel, vectors, n_vectors, &failure);

  if (n > 0)
    channel->bytes_sent += (gsize) n;
  if (n >= 0)
    return n;
  if (failure->domain == HBASE_ERROR || g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    g_propagate_error (error, g_steal_pointer (&failure));
  else
    hbase_error_set (error, HBASE_ERROR_CONNECTION_LOST, "gateway %s was lost: %s%s", channel->peer,
                     failure->message, loss_hint (channel));
  return n;
}

char *
hbase_channel_describe_silence (const HBaseChannel *channel, const HBaseReplyBuffer *reply_buffer, guint ms)
{
  if (reply_buffer != NULL && reply_buffer->length > 0)
    return g_strdup_printf ("gateway %s sent only %" G_GSIZE_FORMAT " bytes of its response within %g s%s",
                            channel->peer, reply_buffer->length, ms / 1000.0, protocol_hint (channel));
  if (channel->has_replied)
    return g_strdup_printf ("gateway %s sent no response within %g s", channel->peer, ms / 1000.0);
  return g_strdup_printf ("%s accepted the connection but sent nothing for %g s%s", channel->peer,
                          ms / 1000.0, protocol_hint (channel));
}

static HBaseWireStatus
receive_failed (
    HBaseChannel *channel, const HBaseReplyBuffer *reply_buffer, gssize n, GError *problem, GError **error)
{
  g_autoptr (GError) own = problem;

  if (n < 0 && g_error_matches (own, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    return HBASE_WIRE_MORE;
  if (n < 0 && own->domain == HBASE_ERROR)
    {
      g_propagate_error (error, g_steal_pointer (&own));
      return HBASE_WIRE_BAD;
    }
  hbase_error_set (error, HBASE_ERROR_CONNECTION_LOST,
                   "gateway %s %s%s, after %" G_GSIZE_FORMAT " bytes of its reply%s", channel->peer,
                   n == 0 ? "closed the connection" : "was lost: ", n == 0 ? "" : own->message,
                   reply_buffer->length, reply_buffer->length > 0 ? "" : loss_hint (channel));
  return HBASE_WIRE_BAD;
}

static HBaseWireStatus
message_is_bad (HBaseChannel *channel, const HBaseReplyBuffer *reply_buffer, GError **error)
{
  gboolean large = reply_buffer->reader.too_large;

  hbase_error_set (error, large ? HBASE_ERROR_TOO_LARGE : HBASE_ERROR_PROTOCOL, "gateway %s: %s%s",
                   channel->peer, reply_buffer->reader.problem,
                   large ? "; ask for less at a time, or raise max-reply-size" : protocol_hint (channel));
  if (error != NULL)
    hbase_error_take_details (
        *error, NULL,
        hbase_bytes_to_escaped (reply_buffer->memory, MIN (reply_buffer->length, DETAILED_BYTES)));
  return HBASE_WIRE_BAD;
}

/* Takes a whole reply, or reads what fits into the buffer. Returns the number of bytes, as read() does, and
 * sets `*capacity` to what they could have been. */
static gssize
read_more (HBaseChannel *channel, HBaseReplyBuffer *reply_buffer, gsize *capacity, GError **error)
{
  guint8 *whole = channel->class->take != NULL ? channel->class->take (channel, capacity) : NULL;

  if (whole != NULL)
    {
      hbase_reply_buffer_set_memory (reply_buffer, whole, *capacity);
      return (gssize) *capacity;
    }
  *capacity = hbase_reply_buffer_reserve (reply_buffer);
  return channel->class->read (channel, reply_buffer->memory + reply_buffer->length, *capacity, error);
}

HBaseWireStatus
hbase_channel_receive (HBaseChannel *channel,
                       HBaseReplyBuffer *reply_buffer,
                       HBaseReplyBuffer *next,
                       GError **error)
{
  for (;;)
    {
      GError *problem = NULL;
      gsize capacity;
      gssize n = read_more (channel, reply_buffer, &capacity, &problem);
      HBaseWireStatus status;

      if (n <= 0)
        return receive_failed (channel, reply_buffer, n, problem, error);
      channel->bytes_received += (gsize) n;
      status = hbase_reply_buffer_feed (reply_buffer, (gsize) n);
      channel->reply_is_whole = status == HBASE_WIRE_WHOLE;
      if (status == HBASE_WIRE_BAD
          || (status == HBASE_WIRE_WHOLE && !hbase_reply_buffer_hand_over (reply_buffer, next)))
        return message_is_bad (channel, reply_buffer, error);
      /* Less came than fits: the socket is empty, and another read would only report that. */
      if (status == HBASE_WIRE_WHOLE || ((gsize) n < capacity && !channel->class->has_short_reads))
        return status;
    }
}

gboolean
hbase_channel_send_unawaited (HBaseChannel *channel, const HBaseRequest *request)
{
  g_autoptr (GBytes) transcoded = hbase_channel_transcode (channel, request);
  g_autoptr (HBaseReplyBuffer) reply_buffer = NULL;
  HBaseRequest converted = *request;
  HBaseWireWriter head;
  GOutputVector vectors[2];
  gssize sent;

  if (transcoded != NULL)
    converted.arguments = transcoded;

  /* A local service must not work in this thread, which may hold locks. */
  channel->blocking = FALSE;
  channel->deadline = 0;
  channel->cancellable = NULL;
  reply_buffer = hbase_channel_begin_call (channel, &converted, 0, &head, NULL);
  if (reply_buffer == NULL)
    return FALSE;
  vectors[0] = (GOutputVector){ head.data, head.length };
  vectors[1].buffer = g_bytes_get_data (converted.arguments, &vectors[1].size);
  sent = hbase_channel_write (channel, vectors, G_N_ELEMENTS (vectors), NULL);
  hbase_wire_writer_clear (&head);
  if (sent != (gssize) (vectors[0].size + vectors[1].size))
    return FALSE;
  g_queue_push_tail (&channel->late_replies, g_steal_pointer (&reply_buffer));
  return TRUE;
}

/* Reads the first late reply. One read may have brought several: bytes that the previous reply handed over
 * are parsed first. */
static HBaseWireStatus
receive_late_reply (HBaseChannel *channel)
{
  HBaseReplyBuffer *reply_buffer = g_queue_peek_head (&channel->late_replies),
                   *next = g_queue_peek_nth (&channel->late_replies, 1);
  HBaseWireStatus status
      = reply_buffer->length > 0 ? hbase_reply_buffer_feed (reply_buffer, 0) : HBASE_WIRE_MORE;

  if (status == HBASE_WIRE_MORE)
    return hbase_channel_receive (channel, reply_buffer, next, NULL);
  return status == HBASE_WIRE_WHOLE && !hbase_reply_buffer_hand_over (reply_buffer, next) ? HBASE_WIRE_BAD
                                                                                          : status;
}

/* Takes the first late reply, which is whole, and sends the request that it needs. */
static gboolean
take_late_reply (HBaseChannel *channel)
{
  g_autoptr (HBaseReplyBuffer) reply_buffer = g_queue_pop_head (&channel->late_replies);
  g_autoptr (HBaseBlock) reply = NULL;
  g_autoptr (GBytes) arguments = NULL;
  HBaseRequest request;

  if (reply_buffer->late_reply == NULL)
    return TRUE;
  reply = hbase_reply_buffer_take (reply_buffer);
  if (!reply_buffer->late_reply (reply, &request))
    return TRUE;
  arguments = request.arguments;
  /* They are in the reply's protocol. */
  request.format = HBASE_FORMAT_GIVEN;
  request.protocol = channel->protocol;
  request.framed = channel->framed;
  return hbase_channel_send_unawaited (channel, &request);
}

gboolean
hbase_channel_receive_late_replies (HBaseChannel *channel)
{
  while (channel->late_replies.length > 0)
    {
      HBaseWireStatus status = receive_late_reply (channel);

      if (status != HBASE_WIRE_WHOLE)
        return status == HBASE_WIRE_MORE;
      if (!take_late_reply (channel))
        return FALSE;
    }
  return TRUE;
}

/* ---- a socket ---- */

typedef struct {
  HBaseChannel parent;
  GSocketConnection *connection;
  GSocket *socket; /* the connection's */
} SocketChannel;

/* Sets the error by errno, and returns −1. */
static gssize
call_failed (GError **error)
{
  int code = errno;

  g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (code), g_strerror (code));
  return -1;
}

G_STATIC_ASSERT (sizeof (GOutputVector) == sizeof (struct iovec));
G_STATIC_ASSERT (G_STRUCT_OFFSET (GOutputVector, buffer) == G_STRUCT_OFFSET (struct iovec, iov_base));
G_STATIC_ASSERT (G_STRUCT_OFFSET (GOutputVector, size) == G_STRUCT_OFFSET (struct iovec, iov_len));

/* These two are called for each exchange: GSocket's functions take five times as many instructions. */
static gssize
socket_write (HBaseChannel *channel, GOutputVector *vectors, guint n_vectors, GError **error)
{
  const struct msghdr message = { .msg_iov = (gpointer) vectors, .msg_iovlen = n_vectors };
  gssize n;

  do
    n = sendmsg (channel->fd, &message, MSG_NOSIGNAL);
  while (n < 0 && errno == EINTR);
  return n >= 0 ? n : call_failed (error);
}

static gssize
socket_read (HBaseChannel *channel, guint8 *buffer, gsize capacity, GError **error)
{
  gssize n;

  do
    n = recv (channel->fd, buffer, capacity, 0);
  while (n < 0 && errno == EINTR);
  return n >= 0 ? n : call_failed (error);
}

static gboolean
socket_is_readable (HBaseChannel *channel)
{
  return g_socket_condition_check (((SocketChannel *) channel)->socket, G_IO_IN | G_IO_HUP | G_IO_ERR) != 0;
}

static void
socket_close (HBaseChannel *channel)
{
  g_socket_close (((SocketChannel *) channel)->socket, NULL);
  g_object_unref (((SocketChannel *) channel)->connection);
}

static const HBaseChannelClass socket_class = {
  .write = socket_write,
  .read = socket_read,
  .is_readable = socket_is_readable,
  .close = socket_close,
};

HBaseChannel *
hbase_socket_channel_new (GSocketConnection *connection, char *peer)
{
  SocketChannel *self = hbase_channel_new (&socket_class, sizeof (SocketChannel), peer);

  self->connection = connection;
  self->socket = g_socket_connection_get_socket (connection);
  self->parent.fd = g_socket_get_fd (self->socket);
  g_socket_set_blocking (self->socket, FALSE);
  return &self->parent;
}
