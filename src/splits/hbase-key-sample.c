/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-key-sample-private.h"
#include "hbase-split-calculator-private.h"

/* This file implements HBaseKeySample, a bounded sample of keys with weights. Keys are collected in a
 * chunk; a full chunk is sorted and becomes a run. When the runs take too much memory, two runs of the same
 * weight are merged: of each two neighbours, alternately the first and the second is kept, and then stands
 * for both.
 *
 * Invariants:
 * 1. Runs are in descending order of weight; a weight is a power of two.
 * 2. A sixteenth of the memory is for the chunk, its index, and the copy of the index that sorting makes;
 *    the run that a merge makes is smaller. Half of the memory is for the runs. The remainder is
 *    fragmentation of the heap, between blocks of many sizes.
 * 3. There are more runs than weights, so that two runs have the same weight. If there are so many keys
 *    that this doesn't hold, the lightest run is downsampled alone, at a loss of exactness.
 * 4. Merging two runs of weight w changes the rank of any key by at most w. There are total / (2·w·b) such
 *    merges, where b is the number of keys in a run, so that all merges of one weight change it by at most
 *    total / (2·b), and the merges of all weights by total · log2 (heaviest) / (2·b). The heaviest weight is
 *    at most eight times what it would be if all weights were equal. */

/* ---- sorted runs ---- */

/* Sorted keys in sequence: of each the length in two bytes, then the key. */
typedef struct {
  guint8 *bytes;
  gsize length;
  guint64 n_keys;
  guint64 weight; /* the number of keys that each key stands for */
} Run;

/* The number of bytes that a key takes in a run. */
#define RUN_SIZE(key) ((key).length + 2)

/* Run.bytes must have the capacity. */
static void
append_key (Run *run, HBaseSlice key)
{
  guint8 *at = run->bytes + run->length;

  at[0] = (guint8) (key.length >> 8);
  at[1] = (guint8) key.length;
  memcpy (at + 2, key.data, key.length);
  run->length += RUN_SIZE (key);
  run->n_keys++;
}

/* Reads a key that append_key() wrote. */
static HBaseSlice
read_key (const guint8 *at)
{
  return hbase_slice (at + 2, (gsize) at[0] << 8 | at[1]);
}

/* The first eight bytes of a key as a number, which sorts as the key does. */
static guint64
first_bytes (HBaseSlice key)
{
  guint64 prefix = 0;

  memcpy (&prefix, key.data, MIN (key.length, sizeof prefix));
  return GUINT64_FROM_BE (prefix);
}

/* ---- merging: iterates over the keys of several runs in order; the runs must not move ---- */

/* The next key of a run. */
typedef struct {
  guint64 prefix;
  HBaseSlice key;
  const guint8 *end; /* of the run */
  guint64 weight;
} Head;

typedef struct {
  GArray *heads; /* a heap of Head: of each run that has not ended */
} Merge;

static gboolean
is_less (const Head *a, const Head *b)
{
  return a->prefix != b->prefix ? a->prefix < b->prefix : hbase_slice_compare (a->key, b->key) < 0;
}

/* Moves the element at `index` down the heap to its position. */
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

/* FALSE: the run has ended. */
static gboolean
read_head (Head *head, const guint8 *at)
{
  if (at == head->end)
    return FALSE;
  head->key = read_key (at);
  head->prefix = first_bytes (head->key);
  return TRUE;
}

static void
merge_init (Merge *merge, const Run *runs, guint n_runs)
{
  merge->heads = g_array_sized_new (FALSE, FALSE, sizeof (Head), n_runs);
  for (guint i = 0; i < n_runs; i++)
    {
      Head head = { .weight = runs[i].weight };

      if (runs[i].length == 0)
        continue;
      head.end = runs[i].bytes + runs[i].length;
      read_head (&head, runs[i].bytes);
      g_array_append_val (merge->heads, head);
    }
  for (guint i = merge->heads->len / 2; i-- > 0;)
    sift (merge->heads, i);
}

/* FALSE: there are no more keys. */
static gboolean
merge_next (Merge *merge, HBaseSlice *key, guint64 *weight)
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

static void
merge_clear (Merge *merge)
{
  g_clear_pointer (&merge->heads, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Merge, merge_clear)

/* ---- the sample ---- */

typedef struct {
  guint64 prefix;
  guint32 offset; /* in the chunk's bytes */
} Entry;

struct _HBaseKeySample {
  gsize max_chunk, max_runs;
  Run chunk;       /* unsorted */
  GArray *entries; /* of Entry: the chunk's index */
  GArray *runs;    /* of Run */
  gsize runs_size; /* bytes in all of them */
  guint64 n_added;
  gboolean second; /* which of two neighbours the next merge keeps */
};

static void
clear_run (gpointer run)
{
  g_free (((Run *) run)->bytes);
}

HBaseKeySample *
hbase_key_sample_new (guint64 max_memory)
{
  HBaseKeySample *sample = g_new0 (HBaseKeySample, 1);
  gsize memory = (gsize) CLAMP (max_memory, HBASE_KEY_SAMPLE_MIN_MEMORY, G_MAXUINT32);

  sample->max_chunk = memory / 16;
  sample->max_runs = memory / 2;
  /* Memory that isn't written to isn't allocated by the kernel. */
  sample->chunk.bytes = g_malloc (sample->max_chunk);
  sample->entries
      = g_array_sized_new (FALSE, FALSE, sizeof (Entry), (guint) (sample->max_chunk / (2 * sizeof (Entry))));
  sample->runs = g_array_new (FALSE, FALSE, sizeof (Run));
  g_array_set_clear_func (sample->runs, clear_run);
  return sample;
}

void
hbase_key_sample_free (HBaseKeySample *sample)
{
  g_free (sample->chunk.bytes);
  g_array_unref (sample->entries);
  g_array_unref (sample->runs);
  g_free (sample);
}

static Run *
get_run (HBaseKeySample *sample, guint index)
{
  return &g_array_index (sample->runs, Run, index);
}

/* ---- reducing ---- */

/* Finds the first of the two lightest runs that have the same weight; or the last run if all weights
 * differ. */
static guint
find_mergeable (HBaseKeySample *sample, guint *n_runs)
{
  guint index = sample->runs->len - 1;

  while (index > 0 && get_run (sample, index)->weight != get_run (sample, index - 1)->weight)
    index--;
  *n_runs = index > 0 ? 2 : 1;
  if (index == 0)
    return sample->runs->len - 1;
  while (index > 0 && get_run (sample, index)->weight == get_run (sample, index - 1)->weight)
    index--;
  return index;
}

/* Makes a run of every second key of one or two runs. */
static Run
downsample (HBaseKeySample *sample, const Run *runs, guint n_runs)
{
  gsize length = runs[0].length + (n_runs == 2 ? runs[1].length : 0);
  Run reduced = { .bytes = g_malloc (length), .weight = 2 * runs[0].weight };
  gboolean keep = !sample->second;
  g_auto (Merge) merge = { 0 };
  HBaseSlice key;
  guint64 weight;

  merge_init (&merge, runs, n_runs);
  for (; merge_next (&merge, &key, &weight); keep = !keep)
    if (keep)
      append_key (&reduced, key);
  reduced.bytes = g_realloc (reduced.bytes, reduced.length);
  sample->second = !sample->second;
  return reduced;
}

static void
merge_lightest (HBaseKeySample *sample)
{
  guint n_runs;
  guint index = find_mergeable (sample, &n_runs);
  Run reduced = downsample (sample, get_run (sample, index), n_runs);

  for (guint i = 0; i < n_runs; i++)
    sample->runs_size -= get_run (sample, index + i)->length;
  sample->runs_size += reduced.length;
  g_array_remove_range (sample->runs, index, n_runs);
  g_array_insert_val (sample->runs, index, reduced);
}

/* ---- collecting ---- */

static gint
compare_entries (gconstpointer a, gconstpointer b, gpointer data)
{
  const Entry *one = a, *other = b;
  const guint8 *bytes = data;

  if (one->prefix != other->prefix)
    return one->prefix < other->prefix ? -1 : 1;
  return hbase_slice_compare (read_key (bytes + one->offset), read_key (bytes + other->offset));
}

static void
flush (HBaseKeySample *sample)
{
  Run run = { .bytes = g_malloc (sample->chunk.length), .weight = 1 };

  g_array_sort_with_data (sample->entries, compare_entries, sample->chunk.bytes);
  for (guint i = 0; i < sample->entries->len; i++)
    {
      const Entry *entry = &g_array_index (sample->entries, Entry, i);

      append_key (&run, read_key (sample->chunk.bytes + entry->offset));
    }
  g_array_set_size (sample->entries, 0);
  sample->chunk.length = 0;
  g_array_append_val (sample->runs, run);
  sample->runs_size += run.length;
  while (sample->runs_size > sample->max_runs)
    merge_lightest (sample);
}

void
hbase_key_sample_add (HBaseKeySample *sample, HBaseSlice key)
{
  Entry entry = { .prefix = first_bytes (key) };
  gsize index_size = (sample->entries->len + 1) * 2 * sizeof (Entry);

  if (sample->chunk.length + RUN_SIZE (key) + index_size > sample->max_chunk)
    flush (sample);
  entry.offset = (guint32) sample->chunk.length;
  append_key (&sample->chunk, key);
  g_array_append_val (sample->entries, entry);
  sample->n_added++;
}

/* ---- dividing into parts ---- */

/* The rank at which the next part should begin. If a key occurs so often that it fills more than a part,
 * the remaining keys are divided by the remaining parts. */
static guint64
aim (guint64 total, guint64 rank, guint64 target, guint n_left, guint64 *step)
{
  if (rank < target + *step)
    return target + *step;
  *step = (total - MIN (rank, total)) / n_left;
  return rank + *step;
}

/* Picks the key at each target rank, or the first different key after it. When only as many different keys
 * are left as parts (of `n_different` in all), picks all of them. Never picks the smallest key: there
 * would be no key before it. `*n_seen` is the number of different keys. */
static GPtrArray *
pick (HBaseKeySample *sample, guint n_parts, guint64 n_different, guint64 *n_seen)
{
  GPtrArray *keys = hbase_splits_new ();
  guint64 step = sample->n_added / n_parts, target = step, rank = 0, weight;
  g_auto (Merge) merge = { 0 };
  HBaseSlice key, before = { 0 }, taken = { 0 };

  merge_init (&merge, (Run *) (gpointer) sample->runs->data, sample->runs->len);
  for (*n_seen = 0; merge_next (&merge, &key, &weight); rank += weight)
    {
      guint n_missing = n_parts - 1 - keys->len;

      if (*n_seen == 0 || !hbase_slice_equal (key, before))
        ++*n_seen;
      before = key;
      if (*n_seen == 1 || n_missing == 0 || hbase_slice_equal (key, taken)
          || (rank < target && n_different - *n_seen >= n_missing))
        continue;
      g_ptr_array_add (keys, g_bytes_new (key.data, key.length));
      target = aim (sample->n_added, rank, target, n_missing, &step);
      taken = key;
    }
  return keys;
}

GPtrArray *
hbase_key_sample_cut (HBaseKeySample *sample, guint n_parts, guint64 *n_different)
{
  g_autoptr (GPtrArray) keys = NULL;

  flush (sample);
  keys = pick (sample, n_parts, G_MAXUINT64, n_different);
  if (*n_different < n_parts)
    return NULL;
  if (keys->len == n_parts - 1)
    return g_steal_pointer (&keys);
  return pick (sample, n_parts, *n_different, n_different);
}

gboolean
hbase_key_sample_is_complete (HBaseKeySample *sample)
{
  return sample->runs->len == 0 || get_run (sample, 0)->weight == 1;
}
