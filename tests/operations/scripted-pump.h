/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-stack-private.h"
#include "hbase-wire-writer-private.h"

/* Drives operations without sockets or a clock, against a service that is a function. Every failure is placed
 * exactly.
 *  The n-th request of all lanes and runs of the pump meets the n-th failure; requests after the script get
 * their response. So a test runs all histories by counting:
 *
 *   static void
 *   serve (gpointer service, const HBaseBlock *call, HBaseWireWriter *reply)
 *   {
 *     scripted_reply_begin (reply, call);                       // the envelope; then the result's struct
 *     hbase_wire_begin_struct (reply);
 *     hbase_wire_write_bool (reply, 0, TRUE);
 *     hbase_wire_end_struct (reply);
 *   }
 *
 *   for (guint i = 0; i < scripted_histories (6); i++)          // 6 requests, all kinds of failures
 *     {
 *       ScriptedPump pump = { .serve = serve, .service = &my_rows };
 *       scripted_history (&pump, i, 6);
 *       operation = …;
 *       ck_assert (scripted_pump_run (&pump, operation, &error));
 *       hbase_operation_free (operation);
 *       scripted_pump_clear (&pump);                            // executes late requests; then check my_rows
 *     }
 *  hbase_local_client_execute() can be the service, too. Requests and replies are whole messages, which the
 * readers check, in the operation's protocol. Back-offs end at once. Lanes are served in turn; with `rand` in
 * any order. An operation may be run many times; its prefetches are taken in the next run.
 *  All exchanges use one channel with one id, until a failure breaks it; then there is a new channel, and a
 * request for the old one gets UNAVAILABLE with `sent` 0, as from the pool. */

typedef enum {
  SCRIPTED_ANSWER,      /* executed, and the response is received */
  SCRIPTED_NOT_SENT,    /* not a byte was sent */
  SCRIPTED_LOST_BEFORE, /* sent, but never executed */
  SCRIPTED_LOST_AFTER,  /* executed; its response is lost */
  SCRIPTED_LATE_1,      /* reported as lost; executed right after the next request */
  SCRIPTED_LATE_2,      /* the same, after the second next request */
  SCRIPTED_N_FAULTS,
} ScriptedFault;

#define SCRIPTED_MAX_FAULTS 16

typedef struct {
  void (*serve) (gpointer service, const HBaseBlock *call, HBaseWireWriter *reply);
  gpointer service;
  ScriptedFault faults[SCRIPTED_MAX_FAULTS];
  guint n_faults;
  GRand *rand;        /* NULL: lanes in turn; not owned */
  guint time;         /* requests that a run may send before its deadline; 0: no deadline */
  guint cancelled_at; /* requests after which the caller cancels a run; 0: never */
  /* results */
  guint requests;           /* sent so far */
  guint n_sleeps, sleep_ms; /* number of back-offs; duration of the last one */
  /* private */
  guint in_run;
  guint channel_id;
  GQueue late;
} ScriptedPump;

/* Runs the operation as hbase_pool_run() does. */
gboolean scripted_pump_run (ScriptedPump *pump, HBaseOperation *operation, GError **error);
/* Executes the late requests; the operations that sent them must have been freed. */
void scripted_pump_clear (ScriptedPump *pump);

/* The number of histories of n requests, and the i-th of them. */
guint scripted_histories (guint n);
void scripted_history (ScriptedPump *pump, guint i, guint n);

void scripted_reply_begin (HBaseWireWriter *reply, const HBaseBlock *call);
