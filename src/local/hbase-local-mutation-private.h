/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-row-reader-private.h"

/* Writes of one row, as they come in a call: looked over first, as the gateway does before it talks to HBase,
 * then applied inside a transaction. */

#define HBASE_LOCAL_N_MUTATION_FIELDS 8 /* TPut, TDelete, TIncrement, TAppend */
#define HBASE_LOCAL_CELL_MAX 10485760   /* hbase.client.keyvalue.maxsize */

/* Where and when. */
typedef struct {
  HBaseLocalDb *db;
  const HBaseLocalTable *table;
  const HBaseBlock *block;
  gint64 now;
} HBaseLocalMutationContext;

gboolean hbase_local_put_check (const HBaseLocalField *put, const HBaseBlock *block, GError **error);
/* `latest` is the stamp of cells that have none. Nothing is written when a family isn't there. */
gboolean hbase_local_put_apply (const HBaseLocalMutationContext *ctx,
                                const HBaseLocalField *put,
                                gint64 latest,
                                GError **error);

gboolean hbase_local_delete_check (const HBaseLocalField *del, const HBaseBlock *block, GError **error);
gboolean
hbase_local_delete_apply (const HBaseLocalMutationContext *ctx, const HBaseLocalField *del, GError **error);

/* A TRowMutations' fields: one at least, and all of its row. */
gboolean
hbase_local_mutations_check (const HBaseLocalField *mutations, const HBaseBlock *block, GError **error);
/* How many they are. */
guint hbase_local_mutations_count (const HBaseLocalField *mutations, const HBaseBlock *block);
gboolean hbase_local_mutations_apply (const HBaseLocalMutationContext *ctx,
                                      const HBaseLocalField *mutations,
                                      gint64 latest,
                                      GError **error);

/* A TIncrement's fields; the new cells go into the row. */
gboolean hbase_local_increment_apply (const HBaseLocalMutationContext *ctx,
                                      const HBaseLocalField *increment,
                                      HBaseLocalRow *row,
                                      GError **error);
gboolean hbase_local_append_apply (const HBaseLocalMutationContext *ctx,
                                   const HBaseLocalField *append,
                                   HBaseLocalRow *row,
                                   GError **error);
/* Both of them: a row, and at least one column. */
gboolean hbase_local_update_check (HBaseSlice row,
                                   const HBaseLocalField *columns,
                                   const HBaseLocalField *attributes,
                                   const HBaseBlock *block,
                                   GError **error);
