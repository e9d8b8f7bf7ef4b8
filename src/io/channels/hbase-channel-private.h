/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-reply-buffer-private.h"
#include "hbase-operation-private.h"
#include "hbase-wire-writer-private.h"

/* One connection to a service, which carries one request and its reply at a time. Nothing here blocks. Only
 * the lane that has acquired it uses it; an idle one belongs to the pool. */

typedef struct _HBaseChannel HBaseChannel;

typedef struct {
  /* A read may return less than there is to read: only one that would block shows that there is no more. */
  gboolean has_short_reads;
  /* Something else than a reply may come while it is idle, so that it is checked before each use. */
  gboolean needs_check;
  /* Returns the number of bytes sent, or −1: G_IO_ERROR_WOULD_BLOCK, or the connection is broken. */
  gssize (*write) (HBaseChannel *channel, GOutputVector *vectors, guint n_vectors, GError **error);
  /* Returns the number of bytes received; 0: the peer has closed; or −1 with an error. */
  gssize (*read) (HBaseChannel *channel, guint8 *buffer, gsize capacity, GError **error);
  /* For a channel that has whole replies in memory: returns the next one (transfer full), or NULL if there is
   * none; read() then returns why. NULL: all is read. */
  guint8 *(*take) (HBaseChannel *channel, gsize *length);
  /* TRUE: there are bytes to read, or the peer has closed. */
  gboolean (*is_readable) (HBaseChannel *channel);
  /* For a channel without a descriptor: `wake` is called once, in any thread, when there is something to
   * read. Until the next call the caller iterates `context`, where sources have that priority. `wake` NULL:
   * stops listening. */
  void (*listen) (HBaseChannel *channel,
                  GMainContext *context,
                  int priority,
                  void (*wake) (gpointer data),
                  gpointer data);
  /* The reply to the call under way isn't needed: the service may stop working on it. NULL: the service
   * can't be notified. */
  void (*abandon) (HBaseChannel *channel);
  /* Frees the members of the derived struct. */
  void (*close) (HBaseChannel *channel);
} HBaseChannelClass;

struct _HBaseChannel {
  const HBaseChannelClass *class;
  int fd; /* −1: it has none, and listen() */
  HBaseWireProtocol protocol;
  HBaseWireProtocol encoding; /* of requests in the format of the URI */
  gboolean framed;
  gsize max_reply_size;
  guint id;                  /* one in its pool, never used again; not 0 */
  gboolean blocking;         /* acquired by a blocking caller: a local service may work in this thread */
  gint64 deadline;           /* of the exchange, for a local service; 0: none */
  GCancellable *cancellable; /* valid while a blocking caller writes; NULL: none */
  gint32 sequence_id;        /* of the last call */
  gsize request_size;        /* of the last call, whole */
  gboolean has_replied;      /* a valid reply has come */
  gboolean reply_is_whole;   /* to the last request that was sent */
  gboolean not_sent;         /* after an error: what was written had no effect at all */
  char *peer;                /* for errors */
  HBaseReplyBuffer *spare;   /* of an earlier reply, for the next one; NULL: none */
  guint64 bytes_sent, bytes_received; /* since the pool read them last */
  /* the pump's, see hbase-watch.c */
  struct _HBasePump *watched_by; /* the pump for which the descriptor is watched; NULL: none */
  void (*unwatch) (struct _HBaseChannel *channel); /* must be called before it is closed; NULL: needn't */
  gpointer watch; /* the tag of its source; NULL: it is that of a blocking call */
  GIOCondition watched_for;
  GIOCondition found;              /* by the last poll of a blocking call */
  struct _HBaseLaneLink *listener; /* NULL: nothing is expected */
  /* the pool's */
  GList in_idle;      /* its link in the list of idle channels */
  guint gateway;      /* in the URI's order */
  gboolean inherited; /* it was idle or detached before a fork: it is the parent's */
  gint64 idle_since;
  gboolean
      is_unchecked; /* nothing has come since it was acquired, which didn't check what there is to read */
  gconstpointer pinned_by; /* the operation that needs this very channel; NULL: none */
  GQueue late_replies;     /* (element-type HBaseReplyBuffer) in the order of their requests */
};

/* For derived channels. `peer` (transfer full). */
gpointer hbase_channel_new (const HBaseChannelClass *class, gsize size, char *peer);
void hbase_channel_close (HBaseChannel *channel);

HBaseChannel *hbase_socket_channel_new (GSocketConnection *connection /* (transfer full) */, char *peer);

/* Writes to `head` what precedes the arguments: frame and header, with the next sequence id. Returns the
 * buffer for the reply, or NULL with an error. */
HBaseReplyBuffer *hbase_channel_begin_call (HBaseChannel *channel,
                                            const HBaseRequest *request,
                                            gsize expected_size,
                                            HBaseWireWriter *head,
                                            GError **error);
/* Returns the request's arguments in the channel's protocol; NULL: they have it. Those that don't are in the
 * binary protocol, for a gateway that turned out to speak the compact one. */
GBytes *hbase_channel_transcode (const HBaseChannel *channel, const HBaseRequest *request);
gssize hbase_channel_write (HBaseChannel *channel, GOutputVector *vectors, guint n_vectors, GError **error);
/* For errors: the whole response didn't come within `ms`. `reply_buffer` NULL: the request hasn't left. */
char *
hbase_channel_describe_silence (const HBaseChannel *channel, const HBaseReplyBuffer *reply_buffer, guint ms);
/* Reads what has come into the buffer. `next`: the buffer of the reply that follows, NULL if there is none.
 * After an error, or where the peer has closed: BAD with an error. */
HBaseWireStatus hbase_channel_receive (HBaseChannel *channel,
                                       HBaseReplyBuffer *reply_buffer,
                                       HBaseReplyBuffer *next,
                                       GError **error);
/* Sends a request whose reply nobody will await: a late reply. FALSE if it can't be sent whole at once; the
 * channel must be closed then. */
gboolean hbase_channel_send_unawaited (HBaseChannel *channel, const HBaseRequest *request);
/* Reads late replies as far as they have come, and sends the requests that they need. FALSE: the channel is
 * out of step or closed. */
gboolean hbase_channel_receive_late_replies (HBaseChannel *channel);
