/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-store-private.h"
#include "hbase-local-table-private.h"

/* The removal of cells that no read returns any more: HBase's major compaction, in steps. */

typedef struct {
  guint64 n_cells;      /* that a step examines, more or less */
  gint64 deadline;      /* µs, monotonic: of the step's reading; 0: steps end between two columns only */
  GByteArray *position; /* where the next step begins: empty at the beginning of the table, a column's key
                         * without timestamp and type, or a cell's key inside a column */
  guint64 n_examined;
  guint64 n_removed;
  gboolean is_done; /* the last step has reached the end of the table */
} HBaseLocalCompaction;

void hbase_local_compaction_init (HBaseLocalCompaction *compaction);
void hbase_local_compaction_clear (HBaseLocalCompaction *compaction);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseLocalCompaction, hbase_local_compaction_clear)

/* Makes a step, in a transaction of its own. If it fails, nothing has changed. */
gboolean hbase_local_compaction_run (HBaseLocalCompaction *compaction,
                                     HBaseLocalStore *store,
                                     const char *name,
                                     gint64 now,
                                     HBaseLocalBudget *budget,
                                     GError **error);
/* Compacts the table of that name, or all tables if it is NULL, of the database in a directory. On an error
 * `*n_removed` is what was removed before. */
gboolean hbase_local_compact (
    const char *directory, const char *name, GCancellable *cancellable, guint64 *n_removed, GError **error);
