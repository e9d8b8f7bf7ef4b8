/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-stack-private.h"
#include "hbase-pool-waiter-private.h"

/* Between the parts of the pump: a run is one drive of an operation; a link ties a lane to the world; a pump
 * moves the runs of one pool in one context. */

typedef struct _HBasePump HBasePump;
typedef struct _HBaseRun HBaseRun;
typedef struct _HBaseLaneLink HBaseLaneLink;

/* ---- hbase-pump.c ---- */

struct _HBasePump {
  GSource source;
  HBasePool *pool;       /* a reference */
  GMainContext *context; /* a reference */
  gboolean blocking;
  /* the thread that iterates the context */
  GPtrArray *watched; /* (element-type HBaseLaneLink) those with a descriptor watched */
  /* the pool's lock */
  guint coming;       /* runs about to be added */
  guint moving;       /* in the midst of moving runs: it will look at `ready` again by itself */
  gint64 next;        /* the earliest time of a nap or deadline of a run; G_MAXINT64: none */
  gint64 armed;       /* the source's ready time */
  GQueue runs, ready; /* (element-type HBaseRun) */
};

/* Sets the ready time by what is ready and by what will be; only a change costs. */
void hbase_pump_arm_locked (HBasePump *pump);
void hbase_pump_watch (HBasePump *pump, HBaseLaneLink *link, GIOCondition condition);
void hbase_pump_unwatch (HBasePump *pump, HBaseLaneLink *link);

/* ---- hbase-run.c ---- */

struct _HBaseRun {
  HBasePump *pump; /* a reference */
  HBaseOperationStack stack;
  GTask *task; /* NULL: blocking */
  GCancellable *cancellable;
  gulong cancelled_handler;
  guint timeout, attempt_timeout; /* ms */
  gint64 deadline;                /* 0: none */
  /* the thread that iterates the pump's context */
  gboolean started;
  gboolean over;       /* nothing of it is in flight; it is never moved again */
  gboolean is_leaving; /* the innermost operation has ended, and is about to be detached */
  guint connecting;    /* callbacks to come, all of the innermost operation's lanes */
  /* the pool's lock */
  gboolean is_ready;
  GList in_runs, in_ready;
};

/* Nobody knows it before it is added to the pump's runs. */
HBaseRun *hbase_run_new (HBasePump *pump,
                         HBaseOperation *operation,
                         guint timeout,
                         guint attempt_timeout,
                         GCancellable *cancellable,
                         GTask *task /* (transfer full) (nullable) */);
/* Moves it as far as it goes: TRUE if it is over. */
gboolean hbase_run_move (HBaseRun *run);
/* When it has to be moved although nothing came; G_MAXINT64: never. */
gint64 hbase_run_next (const HBaseRun *run);
/* Of one that is over: frees it; its result, FALSE with the error. The task stays the caller's. */
gboolean hbase_run_finish (HBaseRun *run, GError **error);
/* Any thread. */
void hbase_run_wake (HBaseRun *run);
void hbase_run_wake_locked (HBaseRun *run);

/* ---- hbase-lane-link.c ---- */

struct _HBaseLaneLink {
  HBasePoolWaiter waiter; /* first */
  HBaseLane *lane;
  HBaseRun *run;                  /* NULL between runs */
  HBaseChannel *channel;          /* lent, or parked */
  HBaseWireWriter head;           /* what goes before the arguments, while `channel` sends */
  HBaseReplyBuffer *reply_buffer; /* of the reply that is due */
  GError *problem;                /* the exchange broke when the run was done already: for the next one */
  gint64 until;                   /* the nap, or the attempt; 0: not begun */
  gint64 began;                   /* the exchange */
  GCancellable *connecting;
  gboolean late;  /* the connection was given up since the attempt's time was over */
  gpointer watch; /* the source's tag of `channel`'s descriptor, or NULL */
  gboolean awake; /* what was waited for has come */
};

/* Ties the lane to the run, and takes up what it left parked. */
void hbase_lane_link_attach (HBaseLane *lane, HBaseRun *run);
/* Parks the lane, or gives its channel back. */
void hbase_lane_link_detach (HBaseLane *lane);
/* Moves the lane as far as it goes; `now` in µs. */
void hbase_lane_link_move (HBaseLane *lane, gint64 now);
/* What the lane waits for, for a run that is out of time; NULL: nothing of the network's. */
char *hbase_lane_link_describe_wait (const HBaseLane *lane);
/* The step has taken the answer. */
void hbase_lane_link_settle (HBaseLane *lane);
/* When it has to be moved although nothing came; G_MAXINT64: never. */
gint64 hbase_lane_link_next (const HBaseLane *lane);
