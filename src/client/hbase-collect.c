/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the functions that calls share which return a few rows at once. */

#include "config.h"

#include "hbase-collect-private.h"

#include "hbase-collect-operation-private.h"
#include "hbase-error-private.h"
#include "hbase-table-cursor-private.h"
#include "hbase-table-private.h"

static HBaseOperation *
operation_new (HBaseTableCursor *cursor, guint n, GError **error)
{
  HBaseScanRequest request;
  HBaseTarget target;

  if (!hbase_table_cursor_make_request (cursor, &request, error))
    return NULL;
  target = hbase_table_get_target (cursor->table);
  target.schema = cursor->schema;
  request.limit = n;
  return hbase_collect_operation_new (target, &request);
}

static gboolean
run (gpointer table, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  return hbase_table_run (table, operation, cancellable, error);
}

GPtrArray *
hbase_collect_rows (HBaseTableCursor *cursor, guint n, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseTableCursor) held = cursor;
  HBaseOperation *operation = operation_new (cursor, n, error);

  return operation != NULL ? hbase_call_pointer (cursor->table, run, operation, cancellable, error) : NULL;
}

void
hbase_collect_rows_async (HBaseTableCursor *cursor, guint n, GTask *task)
{
  g_autoptr (HBaseTableCursor) held = cursor;
  GError *error = NULL;
  HBaseOperation *operation = operation_new (cursor, n, &error);

  if (hbase_task_take_operation (task, operation, error))
    hbase_table_run_async (cursor->table, operation, task);
  else
    g_object_unref (task);
}

GPtrArray *
hbase_collect_finish (gpointer source, gpointer tag, GAsyncResult *result, GError **error)
{
  return hbase_call_finish_pointer (source, tag, result, error);
}

gboolean
hbase_collect_check_n_rows (gpointer owner, HBaseTable *table, guint n_rows, GError **error)
{
  if (!hbase_table_check (owner, table, error))
    return FALSE;
  if (n_rows == 0)
    hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                     "table “%s”: its last 0 rows were asked for; ask for 1 or more",
                     hbase_table_get_name (table));
  return n_rows > 0;
}

gboolean
hbase_collect_check_key (gpointer owner, HBaseTable *table, HBaseSlice key, GError **error)
{
  return hbase_table_check (owner, table, error)
         && hbase_target_prefix_error (hbase_table_get_target (table), hbase_row_key_check (key, error),
                                       error);
}

HBaseRow *
hbase_collect_take_row (GPtrArray *rows)
{
  g_autoptr (GPtrArray) held = rows;

  return rows != NULL && rows->len > 0 ? g_ptr_array_steal_index (rows, 0) : NULL;
}

GPtrArray *
hbase_reverse_rows (GPtrArray *rows)
{
  if (rows != NULL)
    hbase_rows_reverse (rows);
  return rows;
}
