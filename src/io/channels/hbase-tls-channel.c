/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements channels over TLS, as gateways after a terminator of TLS have them.
 *
 *  1. The handshake is over before there is a channel. After that a read waits only until the socket is
 *     readable, a write only until it is writable: peers that want a second handshake are refused.
 *  2. A read returns a record at most, and TLS keeps what it has decrypted beyond the caller's memory: only
 *     a read that would block shows that the socket is empty. Nothing else waits for the socket.
 *  3. A write that would block has stored its record. The next one must begin with the same bytes, at the
 *     same address: `record`, which is filled from the request's vectors in the same way.
 *  4. The socket is closed before the connection is freed, so that no byte is sent then: TLS would wait until
 *     its notice of the end has been sent, and a child after a fork must not send any.
 *  5. An idle channel may have received records without data (tickets of a session), which make its socket
 *     readable: whether it is, is found out by reading a byte. */

#include "config.h"

#include "hbase-tls-channel-private.h"

#include <string.h>

#include "hbase-tls-private.h"

/* The most that TLS puts into a record. */
#define RECORD_SIZE 16384

typedef struct {
  HBaseChannel parent;
  GSocketConnection *connection;
  GSocket *socket; /* the connection's */
  GPollableInputStream *input;
  GPollableOutputStream *output;
  HBaseUri *uri;
  gboolean has_byte; /* is_readable() has read one */
  guint8 byte;
  guint8 record[RECORD_SIZE];
} TlsChannel;

static gsize
fill_record (TlsChannel *self, const GOutputVector *vectors, guint n_vectors)
{
  gsize length = 0;

  for (guint i = 0; i < n_vectors && length < RECORD_SIZE; i++)
    {
      gsize n = MIN (vectors[i].size, RECORD_SIZE - length);

      if (n > 0)
        memcpy (self->record + length, vectors[i].buffer, n);
      length += n;
    }
  return length;
}

static void
explain (TlsChannel *self, GError *failure, GError **error)
{
  if (failure != NULL && !self->parent.has_replied)
    failure = hbase_tls_explain_loss (failure, &self->uri->tls);
  if (failure != NULL)
    g_propagate_error (error, failure);
}

static gssize
tls_write (HBaseChannel *channel, GOutputVector *vectors, guint n_vectors, GError **error)
{
  TlsChannel *self = (TlsChannel *) channel;
  gsize length = fill_record (self, vectors, n_vectors);
  GError *failure = NULL;
  gssize n = g_pollable_output_stream_write_nonblocking (self->output, self->record, length, NULL, &failure);

  explain (self, failure, error);
  return n;
}

static gssize
tls_read (HBaseChannel *channel, guint8 *buffer, gsize capacity, GError **error)
{
  TlsChannel *self = (TlsChannel *) channel;
  GError *failure = NULL;
  gssize n;

  if (self->has_byte)
    {
      self->has_byte = FALSE;
      *buffer = self->byte;
      return 1;
    }
  n = g_pollable_input_stream_read_nonblocking (self->input, buffer, capacity, NULL, &failure);
  explain (self, failure, error);
  return n;
}

static gboolean
tls_is_readable (HBaseChannel *channel)
{
  TlsChannel *self = (TlsChannel *) channel;
  g_autoptr (GError) failure = NULL;
  gssize n = self->has_byte
                 ? 1
                 : g_pollable_input_stream_read_nonblocking (self->input, &self->byte, 1, NULL, &failure);

  self->has_byte = n == 1;
  return !g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
}

static void
tls_close (HBaseChannel *channel)
{
  TlsChannel *self = (TlsChannel *) channel;

  g_socket_close (self->socket, NULL);
  g_object_unref (self->connection);
  hbase_uri_unref (self->uri);
}

static const HBaseChannelClass tls_class = {
  .has_short_reads = TRUE,
  .write = tls_write,
  .read = tls_read,
  .is_readable = tls_is_readable,
  .close = tls_close,
};

HBaseChannel *
hbase_tls_channel_new (GSocketConnection *connection, char *peer, HBaseUri *uri)
{
  TlsChannel *self = hbase_channel_new (&tls_class, sizeof (TlsChannel), peer);
  GIOStream *stream = G_IO_STREAM (connection);

  self->connection = connection;
  self->uri = g_atomic_rc_box_acquire (uri);
  self->socket = g_socket_connection_get_socket (connection);
  self->input = G_POLLABLE_INPUT_STREAM (g_io_stream_get_input_stream (stream));
  self->output = G_POLLABLE_OUTPUT_STREAM (g_io_stream_get_output_stream (stream));
  self->parent.fd = g_socket_get_fd (self->socket);
  g_socket_set_blocking (self->socket, FALSE);
  return &self->parent;
}
