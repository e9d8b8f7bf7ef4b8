/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-authenticator-private.h"
#include "hbase-call-record-private.h"
#include "hbase-channel-private.h"
#include "hbase-gateways-private.h"
#include "hbase-retry-budget-private.h"
#include "hbase-timestamps-private.h"
#include "hbase-uri-private.h"

/* A pool owns the channels of one connection object. Lanes acquire channels from it, one exchange at a
 * time; the pump moves the lanes. */

typedef struct _HBasePool HBasePool;

typedef struct {
  guint opened;  /* channels connected so far */
  guint dropped; /* closed after an error */
  guint renewed; /* closed because they had been idle too long, or the peer had closed them */
  guint exchanges;
  guint acquired; /* now */
  guint idle;     /* now */
  guint open;     /* now: in use, or detached */
  guint calls, failures;
  guint retries, refused_retries; /* requests that were sent again; that the budget forbade to send again */
  guint64 latencies[HBASE_LATENCY_BUCKETS]; /* of calls */
  guint64 bytes_sent;
  guint64 bytes_received;
} HBasePoolStatistics;

struct _HBasePool {
  /* constant */
  HBaseUri *uri;
  gsize max_reply_size;
  struct _HBaseConnector *connector;                                   /* NULL: an embedded engine */
  void (*call_finished) (const HBaseCallRecord *call, gpointer owner); /* NULL: none; any thread */
  gpointer owner;                                                      /* for call_finished() */
  HBaseTimestamps *timestamps; /* the owner's, which watch the responses; NULL: none */
  /* µs; decides which channels are too old, and when gateways are tried again; tests replace it, and … */
  gint64 (*now) (void);
  double (*random) (void); /* from 0 to 1; for these times */
  /* Under `lock` channels are asked whether they are readable, channels to the engine are made, and waiters
   * are woken; this takes locks that are never held while `lock` is taken. Nothing waits under it: therefore
   * channels are closed without it, except for those of a parent process. */
  GMutex lock;
  gboolean closed;
  struct _HBaseLocal *local; /* NULL: gateways, or closed */
  GQueue idle;               /* (element-type HBaseChannel) the last used at the tail */
  GQueue unusable;           /* (element-type HBaseChannel) to be closed when `lock` is released */
  GQueue detached;           /* (element-type HBaseChannel) with lanes that await responses, between runs */
  GQueue waiting[2];         /* (element-type HBasePoolWaiter) asynchronous waiters, blocking waiters */
  guint n_woken[2];          /* waiters that were woken and haven't come yet: each has a place reserved */
  HBaseGateways gateways;    /* the engine counts as one */
  HBaseRetryBudget budget;
  gint forks; /* hbase_get_forks() when it was used last */
  guint last_channel_id;
  HBasePoolStatistics statistics;
  GPtrArray *pumps; /* (element-type HBasePump) asynchronous pumps; without references */
};

#define HBASE_DEFAULT_RETRY_BUDGET 10 /* percent of calls */

/* `max_channels`: of each gateway in use at a time, by blocking callers, and as many by asynchronous
 * callers. */
HBasePool *hbase_pool_new (HBaseUri *uri /* (transfer none) */, guint max_channels, gsize max_reply_size);
HBasePool *hbase_pool_ref (HBasePool *pool);
void hbase_pool_unref (HBasePool *pool);
/* Comes before the pool is used. */
void hbase_pool_set_authenticator (HBasePool *pool, HBaseAuthenticator *authenticator);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePool, hbase_pool_unref)
void hbase_pool_get_statistics (HBasePool *pool, HBasePoolStatistics *statistics);
/* Adds a dictionary `a{sv}` of each gateway. */
void hbase_pool_describe_gateways (HBasePool *pool, GVariantBuilder *gateways);
/* Closes the idle channels. Later calls fail with CLOSED. Late replies that have come are processed first. */
void hbase_pool_close (HBasePool *pool);

/* ---- runs of operations; in hbase-pump.c ---- */

/* Drives one run of the operation, which stays the caller's. Timeouts in ms, 0: none; `attempt_timeout` is
 * that of each exchange. */
gboolean hbase_pool_run (HBasePool *pool,
                         HBaseOperation *operation,
                         guint timeout,
                         guint attempt_timeout,
                         GCancellable *cancellable,
                         GError **error);
/* The same in the task's context and by sources of its priority; returns TRUE or an error through the task,
 * whose cancellable ends the run. The operation must stay until then: it is the task's data. */
void hbase_pool_run_async (HBasePool *pool,
                           HBaseOperation *operation,
                           guint timeout,
                           guint attempt_timeout,
                           GTask *task /* (transfer full) */);

/* ---- channels for lanes ---- */

typedef struct _HBasePoolWaiter HBasePoolWaiter;
struct _HBasePoolWaiter {
  HBasePool *pool;
  gboolean blocking;
  gboolean queued, woken;                 /* `lock` */
  void (*wake) (HBasePoolWaiter *waiter); /* called under `lock` */
  guint gateway;                          /* of its channel, or to which it connects; in the URI's order */
  HBaseRound round;                       /* while it connects */
  guint avoided;          /* 1 + the gateway at which its last exchange was lost, which comes last; 0: none */
  gboolean is_repeatable; /* its request may be sent twice, and hasn't been */
};

typedef enum {
  HBASE_ACQUIRE_GRANTED, /* the channel must be released, dropped or detached */
  HBASE_ACQUIRE_CONNECT, /* connect to the waiter's gateway, then call one of the next three functions */
  HBASE_ACQUIRE_LATER,   /* the waiter will be woken; without `waits`: no channel is idle now */
  HBASE_ACQUIRE_REFUSED, /* see `error` */
} HBaseAcquireResult;

/* For a lane of `operation`; `channel_id` 0: any channel. `waits`: FALSE takes only what is idle now. */
HBaseAcquireResult hbase_pool_acquire (HBasePool *pool,
                                       HBasePoolWaiter *waiter,
                                       const HBaseOperation *operation,
                                       guint channel_id,
                                       gboolean waits,
                                       HBaseChannel **channel,
                                       GError **error);
void hbase_pool_add (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel);
/* The connection failed. TRUE: connect to the waiter's gateway, which is another gateway now. FALSE: the
 * round is over, with an error or, if the other gateways have no place, without one: acquire again. */
gboolean
hbase_pool_fail_connect (HBasePool *pool, HBasePoolWaiter *waiter, const GError *failure, GError **error);
/* Connecting was cancelled. `is_late`: because the gateway didn't accept the connection in time. */
void hbase_pool_cancel_connect (HBasePool *pool, HBasePoolWaiter *waiter, gboolean is_late);
/* Records that a whole reply came on the waiter's channel. */
void hbase_pool_count_exchange (HBasePool *pool, HBasePoolWaiter *waiter, const HBaseChannel *channel);
/* After a whole reply. `pinned_by`: the operation for which it is pinned, or NULL. */
void
hbase_pool_release (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel, gconstpointer pinned_by);
/* After an error: `why`. */
void hbase_pool_drop (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel, const GError *why);
/* Between runs, while its response is awaited: the channel doesn't count as acquired. */
void hbase_pool_detach (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel);
/* The channel belongs to the waiter again in any case. FALSE: the pool was closed meanwhile. */
gboolean
hbase_pool_reattach (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel, GError **error);
/* The operation of a detached channel is freed: nothing will take its response, `reply_buffer` (transfer
 * full; NULL: the request hasn't left whole). */
void hbase_pool_abandon (HBasePool *pool, HBaseChannel *channel, HBaseReplyBuffer *reply_buffer);
/* Waits no more; a wake-up that came meanwhile goes to the next waiter. */
void hbase_pool_cancel_wait (HBasePool *pool, HBasePoolWaiter *waiter);
/* The operation is freed: any operation may use the channels that were pinned for it. */
void hbase_pool_unpin (HBasePool *pool, gconstpointer operation);
/* Returns whether a request may be sent again. */
gboolean hbase_pool_take_retry (HBasePool *pool);
/* Counts a request that is sent again in any case. */
void hbase_pool_count_retry (HBasePool *pool);
/* Counts the call, and reports it to the pool's owner. */
void hbase_pool_report_call (HBasePool *pool, const HBaseCallRecord *call);
/* For finalizers, any thread: sends this request down the channel with that id, if it is idle and doesn't
 * block, else does nothing. The reply is a late reply: the channel is used again after it has come. */
void hbase_pool_send_unawaited (HBasePool *pool,
                                guint channel_id,
                                HBaseWireMethod const *method,
                                GBytes *arguments);
