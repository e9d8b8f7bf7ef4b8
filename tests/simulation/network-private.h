/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "network.h"

#include "hbase-error.h"
#include "hbase-operation-stack-private.h"

/* 1. An exchange is a request that was sent: it is on its way to its gateway (`reply` NULL), or has a
 *    response. A lane waits for it; without a lane HBase may execute it at any later moment, even after the
 *    history, or never.
 * 2. A channel belongs to one gateway, and has at most one request in flight. When it breaks, the lane that
 *    waits for a response on it is informed at once that it is lost, whether or not HBase has the request.
 * 3. A run is ended by its step, or is interrupted: then its lanes stay as they are until it is run again, or
 *    freed.
 * 4. The failures are counted: when no more are left, every request gets its response, and histories end. */

#define MAX_CHANNELS 4

typedef struct {
  guint channel_id; /* 0: broken */
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

/* The driver's data of a lane. */
typedef struct {
  Network *network;
  Exchange *exchange; /* NULL: none, or it was lost */
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
  guint faults; /* the number of failures left */
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

/* An event that may happen next. */
typedef struct {
  void (*happen) (Network *network, Run *run, gpointer what);
  const char *name; /* for HBASE_TEST_TRACE, which prints the events of a history */
  Run *run;
  gpointer what;
  const HBaseWireMethod *method; /* of its request; NULL: none */
} Event;

/* ---- network-exchanges.c ---- */

Exchange *network_add_exchange (Network *network,
                                HBaseWireProtocol protocol,
                                const HBaseRequest *request,
                                const Channel *channel);
void network_free_exchange (gpointer exchange);
HBaseBlock *network_read_reply (const Exchange *exchange);
/* Returns NULL if the channel is broken. */
Channel *network_find_channel (Network *network, guint channel_id);
/* Returns whether a response on that channel is awaited. */
gboolean network_is_busy (Network *network, guint channel_id);
/* Sends the requests of the operation whose responses aren't awaited. */
void network_post_unawaited (Network *network, HBaseOperation *operation, gboolean is_freed);
/* Executes the request. */
void network_carry_out (Network *network, Exchange *exchange, WorldWay way);
void network_link_lanes (Network *network, HBaseOperation *operation);
/* Ends the exchange without a response. */
void network_lose (HBaseLane *lane, HBaseError code);

/* ---- network-faults.c ---- */

void network_list_faults (Network *network, GArray *events);

/* ---- network.c ---- */

gboolean network_toss (Network *network, double chance);
guint network_draw (Network *network, guint below);
void network_add_event (GArray *events, Event event);
#define add_event(events, happen, run, what, method)                                                         \
  network_add_event (events, (Event){ happen, #happen, run, what, method })
/* Continues the run after a step or an interruption; removes it when it is over, and reports its end. */
void network_advance_run (Network *network, Run *run);
