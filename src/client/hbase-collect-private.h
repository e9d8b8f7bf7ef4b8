/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-records-private.h"
#include "hbase-table-cursor.h"
#include "hbase-task-private.h"

/* Calls that give a few rows at once: the first ones of a cursor, at most `n`, in the order in which they
 * come. Both take the cursor, which is dropped with the last row. */

/* NULL: an error. */
GPtrArray *hbase_collect_rows (HBaseTableCursor *cursor, guint n, GCancellable *cancellable, GError **error);
/* The task returns them. */
void hbase_collect_rows_async (HBaseTableCursor *cursor, guint n, GTask *task /* (transfer full) */);

/* What such a task, tagged so, has returned. */
GPtrArray *hbase_collect_finish (gpointer source, gpointer tag, GAsyncResult *result, GError **error);

/* Whether the owner has its table, and so many rows can be requested, or a row by that key; else INVALID_ARGUMENT. */
gboolean hbase_collect_check_n_rows (gpointer owner, HBaseTable *table, guint n_rows, GError **error);
gboolean hbase_collect_check_key (gpointer owner, HBaseTable *table, HBaseSlice key, GError **error);

/* Of calls of one row. NULL: there was none, or (with an error, NULL rows) nobody knows. */
HBaseRow *hbase_collect_take_row (GPtrArray *rows /* (transfer full) */);
/* Against the order in which they came. */
GPtrArray *hbase_reverse_rows (GPtrArray *rows);
