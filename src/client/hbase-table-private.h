/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-connection-private.h"
#include "hbase-records-private.h"
#include "hbase-scan-operation-private.h"
#include "hbase-table.h"
#include "hbase-target-private.h"
#include "hbase-task-private.h"

/* What cursors, prependers and page iterators need of their table. Any thread. */

/* Whether the owner was given its property “table”, and that everything that a call needs. Else
 * INVALID_ARGUMENT, which names what is missing. */
gboolean hbase_table_check (gpointer owner, HBaseTable *table, GError **error);

HBaseWireProtocol hbase_table_get_protocol (HBaseTable *table);
/* Returns what operations on the table need; its name and schema live as long as the table. */
HBaseTarget hbase_table_get_target (HBaseTable *table);

/* How many bytes a row took in the replies of late, widest first; 0: none came yet. For who must choose how
 * many to ask for: what is learned once spares the next reader the careful beginning. */
gsize hbase_table_get_row_width (HBaseTable *table);
void hbase_table_learn_row_width (gpointer table, gsize width);

/* One run of the operation, which stays the caller's, with the table's timeouts. */
gboolean
hbase_table_run (HBaseTable *table, HBaseOperation *operation, GCancellable *cancellable, GError **error);
/* The same in the thread-default context: the task returns TRUE or an error. It must keep the operation
 * alive: as its data, or through its source object. */
void hbase_table_run_async (HBaseTable *table, HBaseOperation *operation, GTask *task /* (transfer full) */);
