/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema-private.h"
#include "model.h"
#include "world.h"

/* A table whose rows another program puts and deletes, in the world and in the model at once. */

typedef struct {
  World *world;
  GRand *rand;
  Model *model;
  HBaseKeySchema *salts; /* NULL: keys have none */
  GPtrArray *splits;     /* of GBytes: where its regions begin */
  gint32 calm;           /* one row is put, and one deleted, in so many steps */
} ChangingTable;

/* With some rows, and regions here and there; `salted`: keys begin with a salt that is drawn. */
void changing_table_init (ChangingTable *table, World *world, GRand *rand, gboolean salted);
void changing_table_clear (ChangingTable *table);
/* Maybe something happens. */
void changing_table_stir (ChangingTable *table);
