/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "world.h"

/* What moves several operations at once, without a socket or a clock: at each step one thing happens
 * somewhere, which the history's chance chooses. A lane's request leaves; HBase carries out one that is under
 * way; an answer comes to its lane; a nap is over. Or something goes wrong: see network.c.
 *
 * All is decided by the generator that it is given, so a seed is a history. */

typedef struct _Network Network;

/* How a run ended; `error` (transfer full) is set but for DONE. The operation is the caller's all the time;
 * he may free it here, or begin another run. */
typedef void (*NetworkDone) (gpointer data, HBaseNext next, GError *error);

/* How many faults there may be, and how often, is drawn: there are histories without any. */
Network *network_new (World *world, GRand *rand);
void network_free (Network *network);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Network, network_free)

/* May be ended by its caller's cancel or by its deadline. */
void network_begin (Network *network, HBaseOperation *operation, NetworkDone done, gpointer data);
/* FALSE: no run is under way any more. */
gboolean network_step (Network *network);
/* What is late still is carried out, or gets lost; all operations must have been freed. */
void network_settle (Network *network);
/* The protocol that this history's operations speak. */
HBaseWireProtocol network_get_protocol (Network *network);
/* Whether nothing has gone wrong so far, and nothing will. */
gboolean network_is_faultless (Network *network);
