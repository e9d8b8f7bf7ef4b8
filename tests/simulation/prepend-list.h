/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-prepend-operation-private.h"
#include "prepend-ledger.h"
#include "world.h"

/* A list that grows downwards, of one kind or another, and how to ask for rows of it. */

typedef struct {
  World *world;
  Ledger *ledger;
  HBaseKeySchema *schema;
  GVariant *prefix; /* of the list's keys */
  gint64 start;
  gint64 block; /* of how many tickets at a time; 0: there are none, the first row is looked for */
  gboolean is_contiguous;
  char *tickets; /* the tickets' table; NULL: there are none */
} PrependList;

/* As a prepender does: what one of its calls learned spares the next one something. */
typedef struct {
  gboolean checked;
  HBasePrependCoordinator *coordinator;
  gint64 highest, n_left; /* of a block */
  gint64 skew;
} PrependProcess;

/* Makes the tables, too. */
void prepend_list_init (PrependList *list, World *world, GRand *rand);
void prepend_list_clear (PrependList *list);
GBytes *prepend_list_make_key (PrependList *list, gint64 counter);
/* < 0: it isn't a row of the list. */
gint64 prepend_list_read_key (PrependList *list, HBaseSlice key);

/* `skew`: its clock is so many ms behind. */
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
