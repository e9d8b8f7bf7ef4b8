/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-call-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-row-clock-private.h"

/* Mutations of one row. The check functions test what HBase's gateway tests before it contacts HBase; the
 * apply functions run inside a transaction. */

#define HBASE_LOCAL_N_MUTATION_FIELDS 8 /* of TPut, TDelete, TIncrement and TAppend */
#define HBASE_LOCAL_CELL_MAX 10485760   /* hbase.client.keyvalue.maxsize */

/* Puts, or deletes. */
typedef struct {
  gboolean (*check) (const HBaseLocalField *fields, GError **error);
  /* Adds what the mutation touches to the row's clock. */
  gboolean (*add_to_clock) (HBaseLocalRowClock *clock, const HBaseLocalField *fields, GError **error);
  /* Nothing is written if it fails. */
  gboolean (*apply) (const HBaseLocalCall *call, const HBaseLocalField *fields, GError **error);
} HBaseLocalMutation;

extern const HBaseLocalMutation hbase_local_put, hbase_local_delete;

/* Sets the time of the call to that of the row, which is at least what it was, and applies the mutation. */
gboolean hbase_local_mutation_apply_now (const HBaseLocalMutation *mutation,
                                         HBaseLocalCall *call,
                                         const HBaseLocalField *fields,
                                         GError **error);

/* The fields of a TRowMutations: at least one mutation, and all of them of its row. */
gboolean hbase_local_mutations_check (const HBaseLocalField *mutations, GError **error);
/* Returns the number of mutations. */
guint hbase_local_mutations_count (const HBaseLocalField *mutations);
/* All of them get the same time. */
gboolean hbase_local_mutations_apply (HBaseLocalCall *call, const HBaseLocalField *mutations, GError **error);

/* A row of a mutation must be that of the whole call. `what` is the beginning of HBase's message. */
gboolean hbase_local_check_same_row (
    HBaseSlice row, HBaseSlice original, HBaseLocalError code, const char *what, GError **error);

/* What distinguishes increments and appends: two field ids of TIncrement or TAppend, and the function that
 * computes a column's new value from its old cell, which is NULL if there is none. */
typedef struct {
  guint attributes, return_results;
  gboolean (*compute) (const HBaseLocalField *column,
                       const HBaseCellView *old,
                       GByteArray *value,
                       GError **error);
} HBaseLocalUpdate;

extern const HBaseLocalUpdate hbase_local_increment, hbase_local_append;

/* Checks the fields of a TIncrement or a TAppend. */
gboolean
hbase_local_update_check (const HBaseLocalUpdate *update, const HBaseLocalField *fields, GError **error);
/* Applies them; the new cells are added to the row. */
gboolean hbase_local_update_apply (const HBaseLocalUpdate *update,
                                   HBaseLocalCall *call,
                                   const HBaseLocalField *fields,
                                   HBaseLocalRow *row,
                                   GError **error);
