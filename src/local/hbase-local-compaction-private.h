/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-store-private.h"
#include "hbase-local-table-private.h"

/* The removal of cells that no read returns any more: HBase's major compaction, in steps. */

typedef struct {
  GByteArray *position; /* where the next step begins: empty at the beginning of the table */
  guint64 n_examined;
  guint64 n_removed;
  gboolean is_done; /* the last step has reached the end of the table */
} HBaseLocalCompaction;

void hbase_local_compaction_init (HBaseLocalCompaction *compaction);
void hbase_local_compaction_clear (HBaseLocalCompaction *compaction);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseLocalCompaction, hbase_local_compaction_clear)

/* Compacts rows in a transaction of its own, until `n_cells` or more have been examined. */
gboolean hbase_local_compaction_run (HBaseLocalCompaction *compaction,
                                     HBaseLocalStore *store,
                                     const char *name,
                                     gint64 now,
                                     guint64 n_cells,
                                     HBaseLocalBudget *budget,
                                     GError **error);
/* Compacts the table of that name, or all tables if it is NULL, of the database in a directory. */
gboolean hbase_local_compact (
    const char *directory, const char *name, GCancellable *cancellable, guint64 *n_removed, GError **error);
