/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-channel-private.h"
#include "hbase-connector-private.h"
#include "hbase-local-channel-private.h"
#include "hbase-pool-private.h"

/* The inside of a pool, for those who move lanes: who may have which channel, and when. */

struct _HBasePool {
  gatomicrefcount ref_count;
  /* constant */
  HBaseUri *uri;
  guint max_channels;
  gsize max_reply_size;
  HBaseConnector *connector; /* NULL: a local database */
  gint64 (*now) (void);      /* µs: what channels are idle by; tests turn it */
  /* `lock` is a leaf: nothing that locks is called under it, but a GSource's ready time. */
  GMutex lock;
  gboolean closed;
  HBaseLocal *local; /* NULL: gateways, or closed */
  GQueue idle;       /* (element-type HBaseChannel) the one used last at the tail */
  GQueue detached;   /* (element-type HBaseChannel) with lanes whose answers are due, between runs */
  GQueue waiting[2]; /* (element-type HBasePoolWaiter) async ones, blocking ones */
  guint acquired[2];
  gint forks; /* hbase_pool_get_forks() when it was used last */
  guint next_channel_id;
  HBasePoolStatistics statistics;
  GHashTable *pumps; /* the async ones: GMainContext → HBasePump; both are borrowed */
};

typedef struct _HBasePoolWaiter HBasePoolWaiter;
struct _HBasePoolWaiter {
  HBasePool *pool;
  gboolean blocking;
  gboolean queued, woken;                 /* `lock` */
  void (*wake) (HBasePoolWaiter *waiter); /* called under `lock` */
};

typedef enum {
  HBASE_ACQUIRE_GRANTED, /* here is a channel: give it back, drop it or park it */
  HBASE_ACQUIRE_CONNECT, /* connect one: hbase_pool_add() it, or forgo() */
  HBASE_ACQUIRE_LATER,   /* you will be woken; or, if you wouldn't wait, not now */
  HBASE_ACQUIRE_REFUSED, /* see `error` */
} HBaseAcquireResult;

/* For a lane of `operation`; `ticket` 0: any channel. `waits`: FALSE takes only what is idle now. */
HBaseAcquireResult hbase_pool_acquire (HBasePool *pool,
                                       HBasePoolWaiter *waiter,
                                       const HBaseOperation *operation,
                                       guint ticket,
                                       gboolean waits,
                                       HBaseChannel **channel,
                                       GError **error);
void hbase_pool_add (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel);
void hbase_pool_cancel_connect (HBasePool *pool, HBasePoolWaiter *waiter);
/* After a whole reply. `pinned_by`: the operation it is kept for, or NULL. */
void
hbase_pool_release (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel, gconstpointer pinned_by);
/* After an error. */
void hbase_pool_drop (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel);
/* Between runs its answer is due: the channel isn't counted as lent. */
void hbase_pool_detach (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel);
/* The channel is the borrower's again in any case. FALSE: the pool was closed meanwhile. */
gboolean
hbase_pool_reattach (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel, GError **error);
/* Nobody will take the parked channel's answer, `reply_buffer` (transfer full; NULL: the request didn't leave
 * whole). */
void hbase_pool_abandon (HBasePool *pool, HBaseChannel *channel, HBaseReplyBuffer *reply_buffer);
/* Waits no more; a wake-up that came meanwhile goes to the next. */
void hbase_pool_cancel_wait (HBasePool *pool, HBasePoolWaiter *waiter);
/* The operation is no more: what was kept for it is anybody's. */
void hbase_pool_unpin (HBasePool *pool, gconstpointer operation);
/* How often this process came out of a fork since it first used the library. */
gint hbase_pool_get_forks (void);
void hbase_pool_count_exchange (HBasePool *pool);

/* ---- under the lock ---- */

/* Closes what is the parent's. First of all that is done with channels. */
void hbase_pool_notice_fork_locked (HBasePool *pool);
/* The channel is idle from now on. Returns one to be closed, which may be this one, or NULL. */
HBaseChannel *hbase_pool_make_idle_locked (HBasePool *pool, HBaseChannel *channel, gconstpointer pinned_by);
/* …or it is to be closed. */
void hbase_pool_count_drop_locked (HBasePool *pool, HBaseChannel *channel);
