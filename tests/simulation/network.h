/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "world.h"

/* Drives several operations at once without a socket or a clock: in each step one event is chosen at random.
 * A lane's request is sent; HBase executes one; a response reaches its lane; a back-off ends. Or something
 * fails: see network-faults.c.
 *
 * All decisions are made by the given generator, so that a seed names a history. */

typedef struct _Network Network;

/* How a run ended; `error` (transfer full) is set unless it is DONE. The operation is always owned by the
 * caller, who may free it here, or begin another run. */
typedef void (*NetworkDone) (gpointer data, HBaseNext next, GError *error);

/* The number and the probability of failures are random: there are histories without any. */
Network *network_new (World *world, GRand *rand);
void network_free (Network *network);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Network, network_free)

/* The run may be ended by its caller's cancellation or by its deadline. */
void network_begin (Network *network, HBaseOperation *operation, NetworkDone done, gpointer data);
/* Executes one step. Returns FALSE if no run is left. */
gboolean network_step (Network *network);
/* Late requests are executed, or get lost; all operations must have been freed. */
void network_settle (Network *network);
/* The protocol of the operations in this history. */
HBaseWireProtocol network_get_protocol (Network *network);
/* Returns whether nothing has failed so far, and nothing will. */
gboolean network_is_faultless (Network *network);
/* Returns how many failures may still occur: the difference between two times is how many occurred. */
guint network_get_n_faults_left (Network *network);
