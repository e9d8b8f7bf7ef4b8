/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-cell-writer-private.h"
#include "hbase-local-compaction-private.h"

/* The compaction of tables to which this process writes, by the calls that write. */

typedef struct _HBaseLocalCompactor HBaseLocalCompactor;

HBaseLocalCompactor *hbase_local_compactor_new (void);
void hbase_local_compactor_free (HBaseLocalCompactor *compactor);
/* Counts the cells that a call has written to the table, and makes a step of its compaction if that is
 * due. */
void hbase_local_compactor_add (HBaseLocalCompactor *compactor,
                                HBaseLocalStore *store,
                                const HBaseLocalTable *table,
                                const HBaseLocalWritten *written,
                                gint64 now);
/* Frees what is kept for a table that was dropped. */
void hbase_local_compactor_forget (HBaseLocalCompactor *compactor, const HBaseLocalTable *table);
/* For tests: returns for how many tables something is kept. */
guint hbase_local_compactor_get_n_tables (HBaseLocalCompactor *compactor);
