/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-cancel-watch-private.h"
#include "hbase-operation-stack-private.h"
#include "hbase-pool-private.h"

/* What the files of the pump share: a pump moves the runs of one pool in one main context; a run is one
 * drive of an operation; a link connects a lane with a channel of the pool. */

typedef struct _HBasePump HBasePump;
typedef struct _HBaseRun HBaseRun;
typedef struct _HBaseLaneLink HBaseLaneLink;

/* ---- hbase-pump.c ---- */

struct _HBasePump {
  GSource source;
  HBasePool *pool;       /* a reference; NULL: a spare pump */
  GMainContext *context; /* a reference */
  gboolean blocking;
  /* of hbase-watch.c */
  GPtrArray *watched;               /* (element-type HBaseChannel) */
  guint n_watch_changes;            /* of that list, now and … */
  guint n_changes_polled, n_polled; /* … when it was polled; its length then */
  /* the pool's lock */
  guint coming;       /* runs about to be added */
  guint moving;       /* it is moving runs, and will examine `ready` again before it returns */
  gint64 next;        /* the earliest end of a run's sleep or deadline; G_MAXINT64: none */
  gint64 armed;       /* the source's ready time */
  gboolean has_ready; /* a dispatch leaves runs in `ready` to the next dispatch; read without the lock, too */
  GQueue runs, ready; /* (element-type HBaseRun) */
};

/* ---- hbase-watch.c ---- */

/* Watches the descriptor of the link's channel: the link is awake when it is ready. */
void hbase_pump_watch (HBasePump *pump, HBaseLaneLink *link, GIOCondition condition);
/* The link doesn't wait any more. */
void hbase_pump_stop_waiting (HBaseLaneLink *link);
/* Wakes the links whose descriptors are ready. Under the pool's lock. */
void hbase_pump_take_events_locked (HBasePump *pump);
/* Before the pump's source is destroyed, which removes its descriptors. */
void hbase_pump_forget_watched (HBasePump *pump);
/* The poll function of the contexts of blocking calls: polls the channels of the thread's innermost call,
 * too. */
gint hbase_pump_poll (GPollFD *fds, guint n_fds, gint timeout);
/* Between these two, in the thread of the blocking call, the pump's channels are polled, unless another
 * blocking call is made meanwhile. */
void hbase_pump_begin_polling (HBasePump *pump);
void hbase_pump_end_polling (HBasePump *pump);
/* Returns whether the last poll found a channel of the pump ready. */
gboolean hbase_pump_has_events (HBasePump *pump);

/* ---- hbase-run.c ---- */

struct _HBaseRun {
  HBasePump *pump; /* a reference */
  HBaseOperationStack stack;
  GTask *task; /* NULL: blocking */
  GCancellable *cancellable;
  HBaseCancelWatch *cancel_watch; /* NULL: none */
  guint timeout, attempt_timeout; /* ms */
  gint64 deadline;                /* 0: none */
  gint64 began;
  gint64 now;             /* the time of this move, or of the end of its last step */
  HBaseCallRecord record; /* without the table, the duration and the error */
  /* the thread that iterates the pump's context */
  gboolean started;
  gboolean over;       /* nothing of it is in flight; it is never moved again */
  gboolean is_leaving; /* the innermost operation has ended, and is about to be detached */
  guint connecting;    /* callbacks to come, all of the innermost operation's lanes */
  /* the pool's lock */
  gboolean is_ready;
  GList in_runs, in_ready;
};

/* The run isn't visible to other threads before it is added to the pump's runs. */
HBaseRun *hbase_run_new (HBasePump *pump,
                         HBaseOperation *operation,
                         guint timeout,
                         guint attempt_timeout,
                         GCancellable *cancellable,
                         GTask *task /* (transfer full) (nullable) */);
/* Moves it as far as it goes: TRUE if it is over. `now` in µs. */
gboolean hbase_run_move (HBaseRun *run, gint64 now);
/* Returns when it must be moved even if nothing wakes it; G_MAXINT64: never. */
gint64 hbase_run_next (const HBaseRun *run);
/* Frees a run that is over and returns its result, FALSE with the error. The task stays the caller's. */
gboolean hbase_run_finish (HBaseRun *run, GError **error);

/* ---- hbase-readiness.c ---- */

/* Makes a run ready to be moved. Any thread. */
void hbase_run_wake (HBaseRun *run);
void hbase_run_wake_locked (HBaseRun *run);
/* Sets the ready time by which runs are ready or will be. It costs something only if the time changes. */
void hbase_pump_arm_locked (HBasePump *pump);

/* ---- hbase-lane-link.c ---- */

struct _HBaseLaneLink {
  HBasePoolWaiter waiter; /* first */
  HBaseLane *lane;
  HBaseRun *run;                  /* NULL between runs */
  HBaseChannel *channel;          /* acquired, or detached */
  HBaseWireWriter head;           /* what precedes the arguments, while `channel` sends */
  GBytes *transcoded;             /* the request's arguments in `channel`'s protocol; NULL: they have it */
  HBaseReplyBuffer *reply_buffer; /* of the awaited reply */
  GError *problem;                /* the exchange failed when the run was already done: for the next run */
  gint64 until;                   /* the end of the sleep, or of the attempt; 0: not begun */
  gint64 began;                   /* when the exchange began */
  GCancellable *connecting;
  gboolean late;          /* connecting was cancelled because the attempt's time was over */
  gboolean is_queued;     /* the pool returned LATER, and no channel since */
  gboolean has_pinned;    /* it has released channels as pinned for the operation */
  gboolean waits;         /* for `channel`'s descriptor */
  gboolean awake;         /* the descriptor is ready */
  gboolean is_sent_again; /* the first channel of the exchange had been closed */
};

/* Sends the requests of the operation whose responses aren't awaited. */
void hbase_lane_link_send_unawaited (HBasePool *pool, HBaseOperation *operation, gboolean is_freed);
/* Connects the lane with the run, and reattaches its channel, if any. */
void hbase_lane_link_attach (HBaseLane *lane, HBaseRun *run);
/* Detaches the lane's channel if an exchange is under way, else releases it. */
void hbase_lane_link_detach (HBaseLane *lane);
/* Moves the lane as far as it goes; `now` in µs, 0 where its run ends: then nothing is sent a second time. */
void hbase_lane_link_move (HBaseLane *lane, gint64 now);
/* Returns a text that says what the lane waits for, for a timeout's error; NULL: not for the network. */
char *hbase_lane_link_describe_wait (const HBaseLane *lane);
/* After the step has taken the response: releases the channel, unless the step needs it again. */
void hbase_lane_link_settle (HBaseLane *lane);
