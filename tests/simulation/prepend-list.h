/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-prepend-operation-private.h"
#include "prepend-ledger.h"
#include "world.h"

/* A list of any kind that grows downwards, and how rows of it are requested. */

typedef struct {
  World *world;
  Ledger *ledger;
  HBaseKeySchema *schema;
  GVariant *prefix; /* of the list's keys */
  gint64 start;
  gint64 block; /* tickets in a block; 0: none, the first row is looked for */
  gboolean is_contiguous;
  char *tickets; /* the table of the tickets; NULL: none */
} PrependList;

/* As in a prepender: later calls use what earlier ones have learned. */
typedef struct {
  gboolean checked;
  HBasePrependCoordinator *coordinator;
  gint64 highest, n_left; /* of a block */
  gint64 skew;
} PrependProcess;

/* Creates the tables, too. */
void prepend_list_init (PrependList *list, World *world, GRand *rand);
void prepend_list_clear (PrependList *list);
GBytes *prepend_list_make_key (PrependList *list, gint64 counter);
/* Returns < 0 if it isn't a row of the list. */
gint64 prepend_list_read_key (PrependList *list, HBaseSlice key);

/* `skew`: ms by which the caller's clock is slow. */
void prepend_process_init (PrependProcess *process, gint64 skew);
void prepend_process_clear (PrependProcess *process);
HBasePrependOperation *prepend_list_prepend (PrependList *list,
                                             const Insert *insert,
                                             PrependProcess *process,
                                             HBaseWireProtocol protocol);
HBasePrependOperation *
prepend_list_cancel (PrependList *list, const Insert *insert, HBaseWireProtocol protocol);
HBaseOperation *prepend_list_retire (PrependList *list, const Insert *insert, HBaseWireProtocol protocol);
void prepend_process_learn (PrependProcess *process, HBasePrependOperation *operation);
