/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema-private.h"
#include "model.h"
#include "world.h"

/* A table whose rows another program puts and deletes, both in the world and in the model. */

typedef struct {
  World *world;
  GRand *rand;
  Model *model;
  HBaseKeySchema *salts; /* NULL: keys have no salts */
  GPtrArray *splits;     /* of GBytes: where its regions begin */
  gint32 calm;           /* in that many steps one row is put and one is deleted, on average */
} ChangingTable;

/* Makes a table with some rows and random regions; `salted`: keys begin with a random salt. */
void changing_table_init (ChangingTable *table, World *world, GRand *rand, gboolean salted);
void changing_table_clear (ChangingTable *table);
/* May put or delete a row. */
void changing_table_change (ChangingTable *table);
