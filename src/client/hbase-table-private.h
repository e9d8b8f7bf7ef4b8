/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-connection-private.h"
#include "hbase-records-private.h"
#include "hbase-scan-operation-private.h"
#include "hbase-table.h"
#include "hbase-target-private.h"
#include "hbase-task-private.h"

/* Cursors, prependers, page iterators and sequences use these functions of their table, from any thread. */

/* Returns whether the owner's property “table” is set, and the properties of the table and its connection
 * that a call needs. If not, the error is INVALID_ARGUMENT, and names the missing property. If the
 * connection's URI is invalid, the error is the one that explains why; if it was closed, CLOSED. */
gboolean hbase_table_check (gpointer owner, HBaseTable *table, GError **error);
/* The same for a call that may end without a run, which would check the cancellable. */
gboolean
hbase_table_check_call (gpointer owner, HBaseTable *table, GCancellable *cancellable, GError **error);

HBaseWireProtocol hbase_table_get_protocol (HBaseTable *table);
/* Returns the target of an operation on the table. What the target points to exists as long as the table. */
HBaseTarget hbase_table_get_target (HBaseTable *table);

/* Runs the operation once, with the table's timeouts, unless hbase_table_check() fails. The caller keeps the
 * operation. */
gboolean hbase_table_run (
    gpointer owner, HBaseTable *table, HBaseOperation *operation, GCancellable *cancellable, GError **error);
/* Does the same in the thread-default main context: the task returns TRUE or an error. The task must keep the
 * operation alive, as its data or by its source object. */
void hbase_table_run_async (gpointer owner,
                            HBaseTable *table,
                            HBaseOperation *operation,
                            GTask *task /* (transfer full) */);
