/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-sorted-runs-private.h"
#include "hbase-key-sample-private.h"
#include "hbase-splits-private.h"

/* Keys are collected in a chunk; a full chunk is sorted and becomes a run. When the runs take too much memory, two of
 * one weight are merged, and of every two neighbours one is kept, in turn the first and the second, which then stands
 * for both.
 *
 * Invariants:
 * 1. Runs stand in descending order of weight; a weight is a power of two.
 * 2. A sixteenth of the memory is for the chunk, its index and the copy of this that sorting makes, and the run that a
 *    merge makes is smaller; half is for the runs. What remains is lost to malloc(), between blocks of many sizes.
 * 3. There are more runs than weights, so that two of them have the same; where keys are so many that this isn't so,
 *    the lightest run is thinned out alone, at a loss of exactness.
 * 4. Merging two runs of weight w moves the rank of any key by w at most. There are total / (2·w·b) such merges, where
 *    b is how many keys are in a run, so that all of them at one weight move it by total / (2·b), and at all weights by
 *    total · log2 (heaviest) / (2·b). The heaviest weight is at most eight times what it would be, were all the same. */

typedef struct {
  guint64 prefix;
  guint32 offset; /* in the chunk */
} Entry;

struct _HBaseKeySample {
  gsize max_chunk, max_runs;
  HBaseSortedRun chunk; /* not in order */
  GArray *entries;      /* of Entry: the chunk's index */
  GArray *runs;         /* of HBaseSortedRun */
  gsize runs_size;      /* bytes in all of them */
  guint64 n_added;
  gboolean second; /* which of two neighbours the next merge keeps */
};

static void
clear_run (gpointer run)
{
  g_free (((HBaseSortedRun *) run)->bytes);
}

HBaseKeySample *
hbase_key_sample_new (guint64 max_memory)
{
  HBaseKeySample *sample = g_new0 (HBaseKeySample, 1);
  gsize memory = (gsize) CLAMP (max_memory, HBASE_KEY_SAMPLE_LEAST_MEMORY, G_MAXUINT32);

  sample->max_chunk = memory / 16;
  sample->max_runs = memory / 2;
  /* Memory that isn't written to isn't taken. */
  sample->chunk.bytes = g_malloc (sample->max_chunk);
  sample->entries
      = g_array_sized_new (FALSE, FALSE, sizeof (Entry), (guint) (sample->max_chunk / (2 * sizeof (Entry))));
  sample->runs = g_array_new (FALSE, FALSE, sizeof (HBaseSortedRun));
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

static HBaseSortedRun *
get_run (HBaseKeySample *sample, guint index)
{
  return &g_array_index (sample->runs, HBaseSortedRun, index);
}

/* ---- merging ---- */

/* The first of the two lightest runs that have the same weight; or the last run, where all weights differ. */
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

/* Every second key of some runs. */
static HBaseSortedRun
downsample (HBaseKeySample *sample, const HBaseSortedRun *runs, guint n_runs)
{
  gsize length = runs[0].length + (n_runs == 2 ? runs[1].length : 0);
  HBaseSortedRun thinned = { .bytes = g_malloc (length), .weight = 2 * runs[0].weight };
  gboolean keep = !sample->second;
  g_auto (HBaseKeyMerge) merge = { 0 };
  HBaseSlice key;
  guint64 weight;

  hbase_key_merge_init (&merge, runs, n_runs);
  for (; hbase_key_merge_next (&merge, &key, &weight); keep = !keep)
    if (keep)
      hbase_sorted_run_append (&thinned, key);
  thinned.bytes = g_realloc (thinned.bytes, thinned.length);
  sample->second = !sample->second;
  return thinned;
}

static void
merge_lightest (HBaseKeySample *sample)
{
  guint n_runs;
  guint index = find_mergeable (sample, &n_runs);
  HBaseSortedRun thinned = downsample (sample, get_run (sample, index), n_runs);

  for (guint i = 0; i < n_runs; i++)
    sample->runs_size -= get_run (sample, index + i)->length;
  sample->runs_size += thinned.length;
  g_array_remove_range (sample->runs, index, n_runs);
  g_array_insert_val (sample->runs, index, thinned);
}

/* ---- collecting ---- */

static gint
compare_entries (gconstpointer a, gconstpointer b, gpointer data)
{
  const Entry *one = a, *other = b;
  const guint8 *bytes = data;

  if (one->prefix != other->prefix)
    return one->prefix < other->prefix ? -1 : 1;
  return hbase_slice_compare (hbase_sorted_run_read (bytes + one->offset),
                              hbase_sorted_run_read (bytes + other->offset));
}

static void
flush (HBaseKeySample *sample)
{
  HBaseSortedRun run = { .bytes = g_malloc (sample->chunk.length), .weight = 1 };

  g_array_sort_with_data (sample->entries, compare_entries, sample->chunk.bytes);
  for (guint i = 0; i < sample->entries->len; i++)
    {
      const Entry *entry = &g_array_index (sample->entries, Entry, i);

      hbase_sorted_run_append (&run, hbase_sorted_run_read (sample->chunk.bytes + entry->offset));
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
  Entry entry = { .prefix = hbase_sorted_run_prefix (key) };
  gsize index_size = (sample->entries->len + 1) * 2 * sizeof (Entry);

  if (sample->chunk.length + HBASE_SORTED_RUN_SIZE (key) + index_size > sample->max_chunk)
    flush (sample);
  entry.offset = (guint32) sample->chunk.length;
  hbase_sorted_run_append (&sample->chunk, key);
  g_array_append_val (sample->entries, entry);
  sample->n_added++;
}

/* ---- cutting ---- */

/* Where the part behind the one found begins, by the number of keys before it. A key that was added so often that it
 * fills more than a part leaves the others what remains. */
static guint64
aim (guint64 total, guint64 rank, guint64 target, guint n_left, guint64 *step)
{
  if (rank < target + *step)
    return target + *step;
  *step = (total - MIN (rank, total)) / n_left;
  return rank + *step;
}

/* Takes the key that stands at the target, or else the first different one behind it; from where there are only as
 * many different ones left as are wanted (of `n_different` in all), all of them. The smallest key is never taken: there
 * would be nothing before it. `*n_seen`: how many different ones there were. */
static GPtrArray *
pick (HBaseKeySample *sample, guint n_parts, guint64 n_different, guint64 *n_seen)
{
  GPtrArray *keys = hbase_splits_new ();
  guint64 step = sample->n_added / n_parts, target = step, rank = 0, weight;
  g_auto (HBaseKeyMerge) merge = { 0 };
  HBaseSlice key, before = { 0 }, taken = { 0 };

  hbase_key_merge_init (&merge, (HBaseSortedRun *) (gpointer) sample->runs->data, sample->runs->len);
  for (*n_seen = 0; hbase_key_merge_next (&merge, &key, &weight); rank += weight)
    {
      guint n_wanted = n_parts - 1 - keys->len;

      if (*n_seen == 0 || !hbase_slice_equal (key, before))
        ++*n_seen;
      before = key;
      if (*n_seen == 1 || n_wanted == 0 || hbase_slice_equal (key, taken)
          || (rank < target && n_different - *n_seen >= n_wanted))
        continue;
      g_ptr_array_add (keys, g_bytes_new (key.data, key.length));
      target = aim (sample->n_added, rank, target, n_wanted, &step);
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
hbase_key_sample_is_whole (HBaseKeySample *sample)
{
  return sample->runs->len == 0 || get_run (sample, 0)->weight == 1;
}
