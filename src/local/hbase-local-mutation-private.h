/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-call-private.h"

/* Mutations of one row. The check functions test what HBase's gateway tests before it contacts HBase; the
 * apply functions run inside a transaction. */

#define HBASE_LOCAL_N_MUTATION_FIELDS 8 /* of TPut, TDelete, TIncrement and TAppend */
#define HBASE_LOCAL_CELL_MAX 10485760   /* hbase.client.keyvalue.maxsize */

gboolean hbase_local_put_check (const HBaseLocalField *put, GError **error);
/* Nothing is written if a family doesn't exist. */
gboolean hbase_local_put_apply (const HBaseLocalCall *call, const HBaseLocalField *put, GError **error);

gboolean hbase_local_delete_check (const HBaseLocalField *del, GError **error);
gboolean hbase_local_delete_apply (const HBaseLocalCall *call, const HBaseLocalField *del, GError **error);

/* The fields of a TRowMutations: at least one mutation, and all of them of its row. */
gboolean hbase_local_mutations_check (const HBaseLocalField *mutations, GError **error);
/* Returns the number of mutations. */
guint hbase_local_mutations_count (const HBaseLocalField *mutations);
gboolean
hbase_local_mutations_apply (const HBaseLocalCall *call, const HBaseLocalField *mutations, GError **error);

/* Apply a TIncrement or a TAppend; the new cells are added to the row. */
gboolean hbase_local_increment_apply (const HBaseLocalCall *call,
                                      const HBaseLocalField *increment,
                                      HBaseLocalRow *row,
                                      GError **error);
gboolean hbase_local_append_apply (const HBaseLocalCall *call,
                                   const HBaseLocalField *append,
                                   HBaseLocalRow *row,
                                   GError **error);
/* Checks a TIncrement or a TAppend: its row, and that it has at least one column. */
gboolean hbase_local_update_check (HBaseSlice row,
                                   const HBaseLocalField *columns,
                                   const HBaseLocalField *attributes,
                                   GError **error);
