/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-region-state-private.h"

/* This file implements the state of an emulated region: memstore, snapshot and store files.
 *
 * Invariants:
 * 1. The bytes that were written to a region are in its memstore, its snapshot and its store files, or,
 *    after it was split, in those of its daughters.
 * 2. All keys of a region lie between its start and its end key.
 * 3. The store files are in the order of their rows' ages, as HBase sorts them by sequence id. */

static void
memstore_init (HBasePlanMemstore *memstore)
{
  *memstore = (HBasePlanMemstore){ .samples = hbase_plan_key_samples_new () };
}

static HBasePlanEmulatedFile *
file_new (GArray *samples, double bytes, double written)
{
  HBasePlanEmulatedFile *file = g_new0 (HBasePlanEmulatedFile, 1);

  file->samples = samples;
  file->size.bytes = bytes;
  file->written = written;
  return file;
}

static void
file_free (gpointer data)
{
  HBasePlanEmulatedFile *file = data;

  g_array_unref (file->samples);
  g_free (file);
}

static HBasePlanEmulatedFile *
get_file (const HBasePlanRegionState *region, guint i)
{
  return g_ptr_array_index (region->files, i);
}

HBasePlanRegionState *
hbase_plan_region_state_new (guint number, guint parent, GBytes *start, GBytes *end, guint server, double now)
{
  HBasePlanRegionState *region = g_new0 (HBasePlanRegionState, 1);

  region->number = number;
  region->parent = parent;
  region->start = g_bytes_ref (start);
  region->end = g_bytes_ref (end);
  region->server = server;
  region->born = now;
  region->split_at = region->first_write = HBASE_PLAN_NEVER;
  region->files = g_ptr_array_new_with_free_func (file_free);
  memstore_init (&region->active);
  memstore_init (&region->snapshot);
  return region;
}

void
hbase_plan_region_state_free (HBasePlanRegionState *region)
{
  g_bytes_unref (region->start);
  g_bytes_unref (region->end);
  g_ptr_array_unref (region->files);
  g_array_unref (region->active.samples);
  g_array_unref (region->snapshot.samples);
  g_free (region);
}

double
hbase_plan_region_state_get_heap (const HBasePlanRegionState *region)
{
  return region->active.heap + region->snapshot.heap;
}

double
hbase_plan_region_state_get_store_bytes (const HBasePlanRegionState *region)
{
  double sum = 0;

  for (guint i = 0; i < region->files->len; i++)
    sum += get_file (region, i)->size.bytes;
  return sum;
}

static HBasePlanEmulatedFile *
find_largest_file (const HBasePlanRegionState *region)
{
  HBasePlanEmulatedFile *largest = NULL;

  for (guint i = 0; i < region->files->len; i++)
    if (largest == NULL || get_file (region, i)->size.bytes > largest->size.bytes)
      largest = get_file (region, i);
  return largest;
}

gboolean
hbase_plan_region_state_has_references (const HBasePlanRegionState *region)
{
  for (guint i = 0; i < region->files->len; i++)
    if (get_file (region, i)->size.is_reference)
      return TRUE;
  return FALSE;
}

void
hbase_plan_region_state_begin_flush (HBasePlanRegionState *region)
{
  HBasePlanMemstore empty = region->snapshot;

  region->snapshot = region->active;
  region->active = empty;
  region->first_write = HBASE_PLAN_NEVER;
  region->is_flushing = TRUE;
  region->is_flush_requested = FALSE;
}

double
hbase_plan_region_state_end_flush (HBasePlanRegionState *region, double now, guint max_samples)
{
  HBasePlanMemstore *snapshot = &region->snapshot;
  double heap = snapshot->heap;

  hbase_plan_key_samples_sort (snapshot->samples, max_samples);
  g_ptr_array_add (region->files, file_new (snapshot->samples, snapshot->bytes, now));
  memstore_init (snapshot);
  region->is_flushing = FALSE;
  region->n_flushes++;
  return heap;
}

double
hbase_plan_region_state_select (HBasePlanRegionState *region, const HBasePlanEmulationValues *values)
{
  g_autofree HBasePlanStoreFileSize *sizes = g_new (HBasePlanStoreFileSize, region->files->len + 1);
  double bytes = 0;

  for (guint i = 0; i < region->files->len; i++)
    sizes[i] = get_file (region, i)->size;
  region->compaction
      = hbase_plan_compaction_policy_select (values, sizes, region->files->len, region->wants_major);
  for (guint i = 0; i < region->compaction.n; i++)
    bytes += sizes[region->compaction.first + i].bytes;
  return bytes;
}

void
hbase_plan_region_state_end_compaction (HBasePlanRegionState *region, double now, guint max_samples)
{
  HBasePlanCompactionSelection *selection = &region->compaction;
  HBasePlanEmulatedFile *result = file_new (hbase_plan_key_samples_new (), 0, now);

  for (guint i = selection->first; i < selection->first + selection->n; i++)
    {
      HBasePlanEmulatedFile *file = get_file (region, i);

      result->size.bytes += file->size.bytes;
      hbase_plan_key_samples_append (result->samples, file->samples);
    }
  hbase_plan_key_samples_sort (result->samples, max_samples);
  result->is_major = selection->is_major;
  g_ptr_array_remove_range (region->files, selection->first, selection->n);
  g_ptr_array_insert (region->files, (int) selection->first, result);
  region->n_compactions++;
  region->compacted_bytes += result->size.bytes;
}

GBytes *
hbase_plan_region_state_find_split_key (const HBasePlanRegionState *region, double block_size)
{
  HBasePlanEmulatedFile *largest = find_largest_file (region);
  GBytes *key = largest != NULL ? hbase_plan_key_samples_find_mid_key (largest->samples, block_size) : NULL;

  /* HBase doesn't split before the first key of the file, nor at the start of the region. */
  if (key == NULL || g_bytes_equal (key, g_array_index (largest->samples, HBaseKeySample, 0).key)
      || g_bytes_equal (key, region->start))
    return NULL;
  return key;
}

void
hbase_plan_region_state_refer (const HBasePlanRegionState *parent,
                               HBasePlanRegionState *daughter,
                               gboolean is_upper)
{
  GBytes *split_key = is_upper ? daughter->start : daughter->end;

  for (guint i = 0; i < parent->files->len; i++)
    {
      HBasePlanEmulatedFile *file = get_file (parent, i), *half;
      GArray *samples = hbase_plan_key_samples_part (file->samples, split_key, is_upper);

      half = file_new (samples, hbase_plan_key_samples_sum (samples), daughter->born);
      half->size.is_reference = TRUE;
      if (samples->len > 0)
        g_ptr_array_add (daughter->files, half);
      else
        file_free (half);
    }
}
