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
  HBaseLocal *local;         /* NULL: gateways, or closed */
  GQueue idle;               /* (element-type HBaseChannel) the one used last at the tail */
  GQueue parked;             /* (element-type HBaseChannel) with lanes whose answers are due, between runs */
  GQueue waiting[2];         /* (element-type HBaseBorrower) async ones, blocking ones */
  guint lent[2];
  gint forks;                /* hbase_pool_get_forks() when it was used last */
  guint next_ticket;
  HBasePoolStatistics statistics;
  GHashTable *pumps;         /* the async ones: GMainContext → HBasePump; both are borrowed */
};

typedef struct _HBaseBorrower HBaseBorrower;
struct _HBaseBorrower {
  HBasePool *pool;
  gboolean blocking;
  gboolean queued, woken;                  /* `lock` */
  void (*wake) (HBaseBorrower *borrower);  /* called under `lock` */
};

typedef enum {
  HBASE_LOAN_GRANTED, /* here is a channel: give it back, drop it or park it */
  HBASE_LOAN_CONNECT, /* connect one: hbase_pool_adopt() it, or forgo() */
  HBASE_LOAN_LATER,   /* you will be woken; or, if you wouldn't wait, not now */
  HBASE_LOAN_REFUSED, /* see `error` */
} HBaseLoan;

/* For a lane of `operation`; `ticket` 0: any channel. `waits`: FALSE takes only what is idle now. */
HBaseLoan hbase_pool_borrow (HBasePool *pool,
                             HBaseBorrower *borrower,
                             const HBaseOperation *operation,
                             guint ticket,
                             gboolean waits,
                             HBaseChannel **channel,
                             GError **error);
void hbase_pool_adopt (HBasePool *pool, HBaseBorrower *borrower, HBaseChannel *channel);
void hbase_pool_forgo (HBasePool *pool, HBaseBorrower *borrower);
/* After a whole reply. `keeper`: the operation it is kept for, or NULL. */
void hbase_pool_give (HBasePool *pool, HBaseBorrower *borrower, HBaseChannel *channel, gconstpointer keeper);
/* After an error. */
void hbase_pool_drop (HBasePool *pool, HBaseBorrower *borrower, HBaseChannel *channel);
/* Between runs its answer is due: the channel isn't counted as lent. */
void hbase_pool_park (HBasePool *pool, HBaseBorrower *borrower, HBaseChannel *channel);
/* The channel is the borrower's again in any case. FALSE: the pool was closed meanwhile. */
gboolean hbase_pool_unpark (HBasePool *pool, HBaseBorrower *borrower, HBaseChannel *channel, GError **error);
/* Nobody will take the parked channel's answer, `inbox` (transfer full; NULL: the request didn't leave
 * whole). */
void hbase_pool_abandon (HBasePool *pool, HBaseChannel *channel, HBaseInbox *inbox);
/* Waits no more; a wake-up that came meanwhile goes to the next. */
void hbase_pool_leave (HBasePool *pool, HBaseBorrower *borrower);
/* The operation is no more: what was kept for it is anybody's. */
void hbase_pool_release_keeper (HBasePool *pool, gconstpointer operation);
/* How often this process came out of a fork since it first used the library. */
gint hbase_pool_get_forks (void);
void hbase_pool_count_exchange (HBasePool *pool);

/* ---- under the lock ---- */

/* Closes what is the parent's. First of all that is done with channels. */
void hbase_pool_notice_fork_locked (HBasePool *pool);
/* The channel is idle from now on. Returns one to be closed, which may be this one, or NULL. */
HBaseChannel *hbase_pool_rest_locked (HBasePool *pool, HBaseChannel *channel, gconstpointer keeper);
/* …or it is to be closed. */
void hbase_pool_count_drop_locked (HBasePool *pool, HBaseChannel *channel);
