/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-collect-private.h"

#include "hbase-table-cursor-private.h"
#include "hbase-table-private.h"

typedef struct {
  HBaseTableCursor *cursor;
  GPtrArray *rows;
  guint n;
} Collection;

static GPtrArray *
rows_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
}

GPtrArray *
hbase_collect_rows (HBaseTableCursor *cursor, guint n, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseTableCursor) held = cursor;
  g_autoptr (GPtrArray) rows = rows_new ();
  GError *failure = NULL;
  HBaseRow *row;

  while (rows->len < n && (row = hbase_table_cursor_next (cursor, cancellable, &failure)) != NULL)
    g_ptr_array_add (rows, row);
  if (failure == NULL)
    return g_steal_pointer (&rows);
  g_propagate_error (error, failure);
  return NULL;
}

static void
collection_free (Collection *collection)
{
  g_object_unref (collection->cursor);
  g_clear_pointer (&collection->rows, g_ptr_array_unref);
  g_free (collection);
}

static void
return_rows (GTask *task, Collection *collection)
{
  g_task_return_pointer (task, g_steal_pointer (&collection->rows), (GDestroyNotify) g_ptr_array_unref);
  g_object_unref (task);
}

static void row_came (GObject *source, GAsyncResult *result, gpointer data);

/* Rows at hand are taken at once: only replies are waited for. */
static void
collect (GTask *task)
{
  Collection *collection = g_task_get_task_data (task);
  HBaseRow *row;

  while (collection->rows->len < collection->n
         && (row = hbase_table_cursor_take (collection->cursor)) != NULL)
    g_ptr_array_add (collection->rows, row);
  if (collection->rows->len == collection->n)
    return_rows (task, collection);
  else
    hbase_table_cursor_next_async (collection->cursor, g_task_get_cancellable (task), row_came, task);
}

static void
row_came (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  Collection *collection = g_task_get_task_data (task);
  GError *error = NULL;
  HBaseRow *row = hbase_table_cursor_next_finish (HBASE_TABLE_CURSOR (source), result, &error);

  if (row != NULL)
    {
      g_ptr_array_add (collection->rows, row);
      collect (task);
    }
  else if (error != NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
    }
  else
    return_rows (task, collection);
}

void
hbase_collect_rows_async (HBaseTableCursor *cursor, guint n, GTask *task)
{
  Collection *collection = g_new (Collection, 1);

  *collection = (Collection){ cursor, rows_new (), n };
  g_task_set_task_data (task, collection, (GDestroyNotify) collection_free);
  collect (task);
}

GPtrArray *
hbase_collect_finish (gpointer source, gpointer tag, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_pointer (source, tag, result, error);
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
  for (guint i = 0; rows != NULL && i < rows->len / 2; i++)
    {
      gpointer row = rows->pdata[i];

      rows->pdata[i] = rows->pdata[rows->len - 1 - i];
      rows->pdata[rows->len - 1 - i] = row;
    }
  return rows;
}
