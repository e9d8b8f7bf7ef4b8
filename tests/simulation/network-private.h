/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "network.h"

#include "hbase-error.h"
#include "hbase-operation-stack-private.h"

/* 1. An exchange is a request that has left: under way to its gateway (`reply` NULL), or answered. Its lane
 *    waits for it; or nobody does any more (`lane` NULL): then HBase may carry it out at any later moment,
 *    also after the history, or never.
 * 2. A channel leads to one gateway, and has one request under way at most. When it breaks, everybody who
 *    waits for an answer down that channel learns that it is lost, now, whether HBase has it or not.
 * 3. A run ends by its step's word, or is ended: then its lanes stay as they are, until it is run again, or
 *    freed.
 * 4. The faults are counted: when they are used up, all that is asked is answered, and histories end. */

#define MAX_CHANNELS 4

typedef struct {
  guint channel_id; /* 0: it is broken */
  guint gateway;
} Channel;

typedef struct {
  HBaseLane *lane;
  HBaseWireProtocol protocol;
  const HBaseWireMethod *method;
  HBaseLateReplyFunc late_reply;
  GBytes *message;
  gint32 sequence_id;
  guint channel_id, gateway;
  GBytes *reply;
} Exchange;

/* What a lane's link holds. */
typedef struct {
  Network *network;
  Exchange *exchange; /* NULL: none, or it is lost */
  GError *problem;
} Link;

typedef struct {
  HBaseOperationStack stack;
  NetworkDone done;
  gpointer data;
  gboolean started;
} Run;

struct _Network {
  World *world;
  GRand *rand;
  HBaseWireProtocol protocol;
  guint faults; /* still to come, at the most */
  double chance;
  gboolean faultless;
  gboolean traced;
  guint n_steps;
  guint last_ticket;
  gint32 last_sequence_id;
  Channel channels[MAX_CHANNELS];
  GPtrArray *runs;
  GPtrArray *exchanges;
};

/* One thing that may happen next. */
typedef struct {
  void (*happen) (Network *network, Run *run, gpointer what);
  const char *name; /* for who replays a history, and wants to read it: HBASE_TEST_TRACE */
  Run *run;
  gpointer what;
  const HBaseWireMethod *method; /* that it is about; NULL: none */
} Event;

/* ---- network-exchanges.c ---- */

Exchange *network_add_exchange (Network *network,
                                HBaseWireProtocol protocol,
                                const HBaseRequest *request,
                                const Channel *channel);
void network_free_exchange (gpointer exchange);
HBaseBlock *network_read_reply (const Exchange *exchange);
/* NULL: it is broken. */
Channel *network_find_channel (Network *network, guint channel_id);
/* Whether somebody waits for an answer down that channel. */
gboolean network_is_busy (Network *network, guint channel_id);
/* Sends the requests of the operation whose responses aren't awaited. */
void network_post_unawaited (Network *network, HBaseOperation *operation, gboolean is_freed);
/* HBase has it. */
void network_carry_out (Network *network, Exchange *exchange, WorldWay way);
void network_link_lanes (Network *network, HBaseOperation *operation);
/* Its request won't be answered. */
void network_lose (HBaseLane *lane, HBaseError code);

/* ---- network-faults.c ---- */

void network_list_faults (Network *network, GArray *events);

/* ---- network.c ---- */

gboolean network_toss (Network *network, double chance);
guint network_draw (Network *network, guint below);
void network_add_event (GArray *events, Event event);
#define add_event(events, happen, run, what, method)                                                         \
  network_add_event (events, (Event){ happen, #happen, run, what, method })
/* Goes on with the run after a step or an interruption; takes it off when it is over, and reports its end. */
void network_advance_run (Network *network, Run *run);
