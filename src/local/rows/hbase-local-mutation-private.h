/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-call-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-row-clock-private.h"

/* Mutations of rows: they are read from a call, and checked as HBase's gateway checks them before it contacts
 * HBase; then they are applied inside a transaction. */

#define HBASE_LOCAL_N_MUTATION_FIELDS 8 /* of TPut, TDelete, TIncrement and TAppend */
#define HBASE_LOCAL_CELL_MAX 10485760   /* hbase.client.keyvalue.maxsize */

#define HBASE_LOCAL_CURRENT_TIME G_MAXINT64 /* as a timestamp, as in HBase */

/* A cell of a put, or a column of a delete. */
typedef struct {
  HBaseSlice family, qualifier, value;
  gint64 timestamp; /* ms since 1970; the put's, if a cell of a put has none */
} HBaseLocalMutatedColumn;

typedef struct _HBaseLocalMutationKind HBaseLocalMutationKind;

typedef struct {
  const HBaseLocalMutationKind *kind;
  HBaseSlice row;
  HBaseLocalField attributes;
  guint first, n_columns; /* in HBaseLocalMutations.columns */
  /* of a delete */
  gint64 type;      /* an HBaseTDeleteType */
  gint64 timestamp; /* ms since 1970, if it deletes the whole row */
} HBaseLocalMutation;

typedef struct {
  GArray *list;    /* (element-type HBaseLocalMutation) */
  GArray *columns; /* (element-type HBaseLocalMutatedColumn): of all of them */
} HBaseLocalMutations;

extern const HBaseLocalMutationKind hbase_local_put, hbase_local_delete;

void hbase_local_mutations_init (HBaseLocalMutations *mutations);
void hbase_local_mutations_clear (HBaseLocalMutations *mutations);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseLocalMutations, hbase_local_mutations_clear)

/* Adds a TPut or a TDelete if it is valid. */
gboolean hbase_local_mutations_add (HBaseLocalMutations *mutations,
                                    const HBaseLocalMutationKind *kind,
                                    const HBaseLocalField *fields,
                                    GError **error);
/* Adds the mutations of a TRowMutations: at least one, and all of its row. */
gboolean
hbase_local_mutations_add_row (HBaseLocalMutations *mutations, const HBaseLocalField *fields, GError **error);
static inline const HBaseLocalMutation *
hbase_local_mutations_get (const HBaseLocalMutations *mutations, guint i)
{
  return &g_array_index (mutations->list, HBaseLocalMutation, i);
}

/* Adds what the mutation touches to the clock of its row. */
gboolean hbase_local_mutation_add_to_clock (const HBaseLocalMutations *mutations,
                                            guint i,
                                            HBaseLocalRowClock *clock,
                                            GError **error);
/* Applies a mutation at the time of the call. Nothing is written if it fails. */
gboolean hbase_local_mutation_apply (const HBaseLocalMutations *mutations,
                                     guint i,
                                     const HBaseLocalCall *call,
                                     GError **error);
/* Sets the time of the call to the time of the row of all mutations, which isn't earlier, and applies
 * them. */
gboolean
hbase_local_mutations_apply (const HBaseLocalMutations *mutations, HBaseLocalCall *call, GError **error);

/* The row of a mutation must be that of the whole call. `what` is the beginning of HBase's message. */
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
