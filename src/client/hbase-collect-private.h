/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-records-private.h"
#include "hbase-table-cursor.h"
#include "hbase-task-private.h"

/* These functions are shared by calls that return a few rows at once. */

/* Reads the first `n` rows of the scan of a new cursor, which is taken, or all rows if there are fewer.
 * Returns them in the order of the scan, or NULL on error. */
GPtrArray *hbase_collect_rows (HBaseTableCursor *cursor, guint n, GCancellable *cancellable, GError **error);
/* Does the same asynchronously: the task returns the rows. */
void hbase_collect_rows_async (HBaseTableCursor *cursor, guint n, GTask *task /* (transfer full) */);
/* Returns the rows of such a task, which has this tag. */
GPtrArray *hbase_collect_finish (gpointer source, gpointer tag, GAsyncResult *result, GError **error);

/* Return whether the owner has a table, and this number of rows, or a row with this key, can be requested. If
 * not, the error is INVALID_ARGUMENT. */
gboolean hbase_collect_check_n_rows (gpointer owner, HBaseTable *table, guint n_rows, GError **error);
gboolean hbase_collect_check_key (gpointer owner, HBaseTable *table, HBaseSlice key, GError **error);

/* Returns the first of the rows; NULL if there are none, or if `rows` is NULL. */
HBaseRow *hbase_collect_take_row (GPtrArray *rows /* (transfer full) */);
/* Reverses the order of the rows, and returns the same array, which may be NULL. */
GPtrArray *hbase_reverse_rows (GPtrArray *rows);
