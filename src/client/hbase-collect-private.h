/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-records-private.h"
#include "hbase-table-cursor.h"
#include "hbase-task-private.h"

/* Calls that return a few rows at once: the first ones of a new cursor's scan, at most `n`, in their order.
   Both
 * take the cursor. */

/* NULL: an error. */
GPtrArray *hbase_collect_rows (HBaseTableCursor *cursor, guint n, GCancellable *cancellable, GError **error);
/* The task returns them. */
void hbase_collect_rows_async (HBaseTableCursor *cursor, guint n, GTask *task /* (transfer full) */);

/* Returns what such a task, with this tag, has returned. */
GPtrArray *hbase_collect_finish (gpointer source, gpointer tag, GAsyncResult *result, GError **error);

/* Checks that the owner has a table, and that this many rows, or a row by this key, can be requested; else
 * INVALID_ARGUMENT. */
gboolean hbase_collect_check_n_rows (gpointer owner, HBaseTable *table, guint n_rows, GError **error);
gboolean hbase_collect_check_key (gpointer owner, HBaseTable *table, HBaseSlice key, GError **error);

/* Returns the first of the rows, or NULL. */
HBaseRow *hbase_collect_take_row (GPtrArray *rows /* (transfer full) */);
/* Reverses the order of the rows, which may be NULL. */
GPtrArray *hbase_reverse_rows (GPtrArray *rows);
