/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-sorted-runs-private.h"

/* ---- a run ---- */

void
hbase_sorted_run_append (HBaseSortedRun *run, HBaseSlice key)
{
  guint8 *at = run->bytes + run->length;

  at[0] = (guint8) (key.length >> 8);
  at[1] = (guint8) key.length;
  memcpy (at + 2, key.data, key.length);
  run->length += HBASE_SORTED_RUN_SIZE (key);
  run->n_keys++;
}

HBaseSlice
hbase_sorted_run_read (const guint8 *at)
{
  return hbase_slice (at + 2, (gsize) at[0] << 8 | at[1]);
}

guint64
hbase_sorted_run_prefix (HBaseSlice key)
{
  guint64 prefix = 0;

  memcpy (&prefix, key.data, MIN (key.length, sizeof prefix));
  return GUINT64_FROM_BE (prefix);
}

/* ---- a merge ---- */

/* The next key of a run. */
typedef struct {
  guint64 prefix;
  HBaseSlice key;
  const guint8 *end; /* of the run */
  guint64 weight;
} Head;

static gboolean
is_less (const Head *a, const Head *b)
{
  return a->prefix != b->prefix ? a->prefix < b->prefix : hbase_slice_compare (a->key, b->key) < 0;
}

/* Puts what stands at `index` of the heap where it belongs below. */
static void
sift (GArray *heap, guint index)
{
  Head *heads = (Head *) (gpointer) heap->data;
  Head moved = heads[index];
  guint child;

  while ((child = 2 * index + 1) < heap->len)
    {
      if (child + 1 < heap->len && is_less (&heads[child + 1], &heads[child]))
        child++;
      if (!is_less (&heads[child], &moved))
        break;
      heads[index] = heads[child];
      index = child;
    }
  heads[index] = moved;
}

/* FALSE: the run is at its end. */
static gboolean
read_head (Head *head, const guint8 *at)
{
  if (at == head->end)
    return FALSE;
  head->key = hbase_sorted_run_read (at);
  head->prefix = hbase_sorted_run_prefix (head->key);
  return TRUE;
}

void
hbase_key_merge_init (HBaseKeyMerge *merge, const HBaseSortedRun *runs, guint n_runs)
{
  merge->heads = g_array_sized_new (FALSE, FALSE, sizeof (Head), n_runs);
  for (guint i = 0; i < n_runs; i++)
    {
      Head head = { .end = runs[i].bytes + runs[i].length, .weight = runs[i].weight };

      if (read_head (&head, runs[i].bytes))
        g_array_append_val (merge->heads, head);
    }
  for (guint i = merge->heads->len / 2; i-- > 0;)
    sift (merge->heads, i);
}

gboolean
hbase_key_merge_next (HBaseKeyMerge *merge, HBaseSlice *key, guint64 *weight)
{
  Head *top = &g_array_index (merge->heads, Head, 0);

  if (merge->heads->len == 0)
    return FALSE;
  *key = top->key;
  *weight = top->weight;
  if (!read_head (top, top->key.data + top->key.length))
    g_array_remove_index_fast (merge->heads, 0);
  if (merge->heads->len > 0)
    sift (merge->heads, 0);
  return TRUE;
}

void
hbase_key_merge_clear (HBaseKeyMerge *merge)
{
  g_clear_pointer (&merge->heads, g_array_unref);
}
