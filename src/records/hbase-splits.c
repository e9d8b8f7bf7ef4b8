/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-record-check-private.h"
#include "hbase-records-private.h"

/* The keys that a new table is split at. A gateway says no more than `Internal error` to most of what is
 * wrong with them, so they are checked before anything is sent. */

static HBaseSlice
key_at (const GPtrArray *splits, guint index)
{
  return hbase_slice_of_bytes (splits->pdata[index]);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (*(GBytes *const *) a, *(GBytes *const *) b);
}

static gboolean
check_key (const GPtrArray *splits, guint index, const char *table, GError **error)
{
  HBaseSlice key = key_at (splits, index);
  g_autofree char *shown = NULL;

  if (!hbase_row_key_check (key, error))
    {
      hbase_error_prefix (error, "table “%s”, split key: ", table);
      return FALSE;
    }
  if (index == 0 || !hbase_slice_equal (key_at (splits, index - 1), key))
    return TRUE;
  shown = hbase_record_show_row (key);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "table “%s”: the split key %s is there twice; a region begins at a key once", table,
                   shown);
  return FALSE;
}

GPtrArray *
hbase_splits_sort (GPtrArray *splits, const char *table, GError **error)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < splits->len; i++)
    g_ptr_array_add (sorted, g_bytes_ref (splits->pdata[i]));
  g_ptr_array_sort (sorted, compare_keys);
  for (guint i = 0; i < sorted->len; i++)
    if (!check_key (sorted, i, table, error))
      return NULL;
  return g_steal_pointer (&sorted);
}
