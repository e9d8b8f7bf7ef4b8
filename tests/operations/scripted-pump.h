/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-stack-private.h"
#include "hbase-wire-writer-private.h"

/* Drives operations without sockets or a clock, against a service that is a function, with every fault placed
 * exactly.
 *
 * The n-th request that any lane asks (counted over all runs of the pump) meets the n-th fault; those beyond
 * the script are answered. So a test enumerates all histories by counting through the scripts:
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
 *   for (guint i = 0; i < scripted_histories (6); i++)          // 6 requests, all kinds of fault
 *     {
 *       ScriptedPump pump = { .serve = serve, .service = &my_rows };
 *       scripted_history (&pump, i, 6);
 *       operation = …;
 *       ck_assert (scripted_pump_run (&pump, operation, &error));
 *       hbase_operation_free (operation);
 *       scripted_pump_clear (&pump);                            // executes what is late still; then look at
 * my_rows
 *     }
 *
 * A service of hbase_local_service_execute()'s type fits, too. Requests and replies are whole messages that
 * the readers check, in the operation's protocol. Naps pass at once. Lanes are served in the order in which
 * they asked; with `rand` in any order. An operation may be run many times; what it asked ahead is taken in
 * the next run.
 *
 * Channels: all exchanges go down one channel with one id, until a fault breaks it; then there is a new
 * one, and a request for the old channel gets UNAVAILABLE with `sent` 0, as from the pool. */

typedef enum {
  SCRIPTED_ANSWER,      /* executed, and the answer comes */
  SCRIPTED_NOT_SENT,    /* not a byte left */
  SCRIPTED_LOST_BEFORE, /* it left, and was never executed */
  SCRIPTED_LOST_AFTER,  /* executed; its answer is lost */
  SCRIPTED_LATE_1,      /* its sender is told that it is lost; it is executed right after the next request, */
  SCRIPTED_LATE_2,      /* after the next but one */
  SCRIPTED_N_FAULTS,
} ScriptedFault;

#define SCRIPTED_MAX_FAULTS 16

typedef struct {
  void (*serve) (gpointer service, const HBaseBlock *call, HBaseWireWriter *reply);
  gpointer service;
  ScriptedFault faults[SCRIPTED_MAX_FAULTS];
  guint n_faults;
  GRand *rand;        /* NULL: first asked, first served; not owned */
  guint time;         /* requests that a run may make before its deadline; 0: no deadline */
  guint cancelled_at; /* requests after which a run's caller cancels; 0: never */
  /* told */
  guint requests;       /* ever */
  guint naps, sleep_ms; /* how many; how long the last one was */
  /* the pump's own */
  guint in_run;
  guint channel_id;
  GQueue late;
} ScriptedPump;

/* As hbase_pool_run() */
gboolean scripted_pump_run (ScriptedPump *pump, HBaseOperation *operation, GError **error);
/* Executes what is late; what was asked meanwhile must have been freed. */
void scripted_pump_clear (ScriptedPump *pump);

/* How many histories of n requests there are, and the i-th of them. */
guint scripted_histories (guint n);
void scripted_history (ScriptedPump *pump, guint i, guint n);

void scripted_reply_begin (HBaseWireWriter *reply, const HBaseBlock *call);
