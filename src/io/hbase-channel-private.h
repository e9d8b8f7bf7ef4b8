/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-reply-buffer-private.h"
#include "hbase-operation-private.h"
#include "hbase-wire-writer-private.h"

/* One connection to a service, by which one request goes out and its reply comes in at a time. Nothing here
 * blocks. Whom it is lent to alone touches it; between two loans it is the pool's. */

typedef struct _HBaseChannel HBaseChannel;

typedef struct {
  /* The bytes taken, or −1: G_IO_ERROR_WOULD_BLOCK, or broken. */
  gssize (*write) (HBaseChannel *channel, GOutputVector *vectors, guint n_vectors, GError **error);
  /* The bytes that came; 0: the peer has closed; or −1. */
  gssize (*read) (HBaseChannel *channel, guint8 *buffer, gsize room, GError **error);
  /* Something to read, if only the end. */
  gboolean (*is_readable) (HBaseChannel *channel);
  /* For a channel without a descriptor: `wake` is called once, in any thread, when there is something to
   * read. */
  void (*listen) (HBaseChannel *channel, void (*wake) (gpointer data), gpointer data);
  /* Nobody waits for the reply to the call under way: it needn't be worked on. NULL: it can't be told. */
  void (*abandon) (HBaseChannel *channel);
  /* Frees what is the derived struct's. */
  void (*close) (HBaseChannel *channel);
} HBaseChannelClass;

struct _HBaseChannel {
  const HBaseChannelClass *class;
  int fd; /* −1: it has none, and listen() */
  HBaseWireProtocol protocol;
  gboolean framed;
  gsize max_reply_size;
  guint ticket;      /* one in its pool, never used again; not 0 */
  gboolean blocking; /* lent to a caller that waits for it: a local service may answer in this thread */
  gint64 deadline;   /* of the exchange, for a local service; 0: none */
  GCancellable *cancellable;          /* valid while a blocking caller writes; NULL: none */
  gint32 sequence_id;                 /* of the last call */
  gboolean has_replied;               /* it has brought a right reply */
  gboolean not_sent;                  /* after an error: what was written had no effect at all */
  char *peer;                         /* for errors */
  guint64 bytes_sent, bytes_received; /* since the pool last asked */
  /* the pool's */
  gboolean inherited; /* it was parked before a fork: the parent's */
  gint64 idle_since;
  gconstpointer pinned_by; /* the operation that will come back to this very channel; NULL: anybody's */
  GQueue late_replies;     /* (element-type HBaseReplyBuffer) replies that nobody waits for, in their order */
};

/* What derived channels begin and end with. `peer` (transfer full). */
gpointer hbase_channel_new (const HBaseChannelClass *class, gsize size, char *peer);
void hbase_channel_close (HBaseChannel *channel);

HBaseChannel *hbase_socket_channel_new (GSocketConnection *connection /* (transfer full) */, char *peer);

/* What goes before the arguments: frame, envelope, the next sequence id. */
gboolean hbase_channel_begin_call (HBaseChannel *channel,
                                   const HBaseRequest *request,
                                   HBaseWireWriter *head,
                                   GError **error);
/* For the reply to the call begun last. */
HBaseReplyBuffer *
hbase_channel_make_reply_buffer (HBaseChannel *channel, const HBaseRequest *request, gsize hint);
gssize hbase_channel_write (HBaseChannel *channel, GOutputVector *vectors, guint n_vectors, GError **error);
/* What to add to an error: a question, as long as the channel has brought no right reply. */
const char *hbase_channel_protocol_hint (const HBaseChannel *channel);
/* For errors: the whole response didn't come within `ms`. `reply_buffer` NULL: the request hasn't left. */
char *
hbase_channel_describe_silence (const HBaseChannel *channel, const HBaseReplyBuffer *reply_buffer, guint ms);
/* Reads what there is into the inbox; on an error or the peer's end BAD with `error` set. */
HBaseWireStatus hbase_channel_receive (HBaseChannel *channel, HBaseReplyBuffer *reply_buffer, GError **error);
/* Asks what nobody waits for: FALSE if it can't leave whole at once; the channel is useless then. */
gboolean hbase_channel_send_unawaited (HBaseChannel *channel, const HBaseRequest *request);
/* Reads owed replies as far as they came, and says what they call for: FALSE if the channel is out of step or
 * at its end. */
gboolean hbase_channel_receive_late_replies (HBaseChannel *channel);
