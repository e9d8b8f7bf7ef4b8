/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file plans a scan: which ranges of the table are read, and in which order their rows are returned.
 * There is one range; or one range for each salt, merged; or one range for each region, several at a time. */

#include "config.h"

#include "hbase-scan-internal-private.h"
#include "hbase-target-private.h"

static void
range_free (gpointer data)
{
  HBaseScanRange *range = data;

  g_clear_pointer (&range->scan, hbase_query_unref);
  g_clear_pointer (&range->start, g_bytes_unref);
  g_clear_pointer (&range->stop, g_bytes_unref);
  g_clear_pointer (&range->after, g_bytes_unref);
  g_free (range);
}

static HBaseScanRange *
add_range (HBaseScanPlan *plan, const HBaseScanBounds *bounds)
{
  HBaseScanRange *range = g_new0 (HBaseScanRange, 1);

  range->bounds = *bounds;
  g_ptr_array_add (plan->ranges, range);
  return range;
}

void
hbase_scan_plan_clear (HBaseScanPlan *plan)
{
  g_clear_pointer (&plan->ranges, g_ptr_array_unref);
}

/* ---- salts ---- */

/* Makes one of the merged ranges resume after a row. `key`: the key that the row would have in this range;
 * `is_after`: a row of that key comes before the row in the merge, so that the range resumes after it and not
 * at it. */
static void
resume_range (HBaseScanOperation *scan, HBaseScanRange *range, GBytes *key, gboolean is_after)
{
  HBaseSlice start = range->bounds.start, key_slice = hbase_slice_of_bytes (key);
  int order = start.data != NULL ? hbase_slice_compare (key_slice, start) : 0;

  if (is_after)
    range->after = g_bytes_ref (key);
  else if (start.data == NULL || (order > 0) != scan->reversed)
    {
      range->start = g_bytes_ref (key);
      range->bounds.start = key_slice;
      range->bounds.skip_start = FALSE;
    }
}

/* Returns the salted prefix of the range's keys, which differs from those of the other ranges. */
static HBaseSlice
get_range_prefix (const HBaseScanOperation *scan, const HBaseScanRange *range)
{
  HBaseSlice prefix = hbase_scan_get_prefix (range->scan);

  return hbase_slice (prefix.data, scan->plan.prefix_length);
}

static gboolean
find_range (const HBaseScanOperation *scan, HBaseSlice key, guint *index)
{
  for (*index = 0; *index < scan->plan.ranges->len; (*index)++)
    {
      HBaseSlice prefix = get_range_prefix (scan, scan->plan.ranges->pdata[*index]);

      if (key.length >= prefix.length && hbase_slice_equal (hbase_slice (key.data, prefix.length), prefix))
        return TRUE;
    }
  return FALSE;
}

static gboolean
resume_ranges (HBaseScanOperation *scan, HBaseSlice after, GError **error)
{
  HBaseSlice suffix;
  guint last;

  if (!find_range (scan, after, &last))
    {
      hbase_operation_set_subject (&scan->parent, scan->parent.table, after);
      g_propagate_error (error, hbase_operation_error (
                                    &scan->parent, HBASE_ERROR_INVALID_ARGUMENT,
                                    "the scan can't resume after this row, as the row isn't in its range"));
      return FALSE;
    }
  suffix = hbase_slice (after.data + scan->plan.prefix_length, after.length - scan->plan.prefix_length);
  for (guint i = 0; i < scan->plan.ranges->len; i++)
    {
      HBaseScanRange *range = scan->plan.ranges->pdata[i];
      HBaseSlice prefix = get_range_prefix (scan, range);
      GByteArray *key = g_byte_array_new ();
      g_autoptr (GBytes) bytes = NULL;

      g_byte_array_append (key, hbase_slice_bytes (prefix), (guint) prefix.length);
      g_byte_array_append (key, suffix.data, (guint) suffix.length);
      bytes = g_byte_array_free_to_bytes (key);
      resume_range (scan, range, bytes, scan->reversed ? i >= last : i <= last);
    }
  return TRUE;
}

static gboolean
check_order (HBaseScanOperation *scan, HBaseKeySchema *schema, gboolean in_order, GError **error)
{
  if (in_order || scan->plan.order == HBASE_SCAN_UNORDERED)
    return TRUE;
  g_propagate_error (
      error,
      hbase_operation_error (&scan->parent, HBASE_ERROR_INVALID_ARGUMENT,
                             "rows of “%s” can't come in the order of their unsalted keys, as the range has "
                             "several values of a field before a salt: scan within one of them, or scan "
                             "stored keys, by a handle made by hbase_table_new()",
                             hbase_key_schema_get_text (schema)));
  return FALSE;
}

static gboolean
plan_salted_ranges (HBaseScanOperation *scan, const HBaseScanRequest *request, GError **error)
{
  HBaseTarget target = { scan->parent.protocol, request->table };
  g_autoptr (GPtrArray) scans = NULL;
  gboolean in_order;

  scans = hbase_scan_list_salted (scan->scan, request->salts, &scan->plan.prefix_length, &in_order, error);
  if (!hbase_target_prefix_error (target, scans != NULL, error)
      || !check_order (scan, request->salts, in_order, error))
    return FALSE;
  for (guint i = 0; i < scans->len; i++)
    {
      HBaseScanBounds bounds;

      if (!hbase_scan_get_bounds (scans->pdata[i], &bounds))
        continue;
      bounds.limit = scan->bounds.limit;
      add_range (&scan->plan, &bounds)->scan = hbase_query_ref (scans->pdata[i]);
    }
  return request->after.data == NULL || resume_ranges (scan, request->after, error);
}

/* ---- regions ---- */

/* Returns whether the range can be split at the key: it is after the start, and before the stop, or is the
 * stop row, which is included and then the only row of the second part. */
static gboolean
is_inside (const HBaseScanBounds *bounds, gboolean reversed, HBaseSlice key)
{
  const HBaseScanBounds open
      = { .start = bounds->start, .stop = bounds->stop, .skip_start = TRUE, .with_stop = bounds->with_stop };

  return hbase_scan_bounds_contain (&open, reversed, key);
}

/* Returns the key at which the scan comes from a region to the next, in its direction: a row of that key is
 * in the next region, as a scan includes its start and not its stop. A reversed scan leaves a region below
 * the first key, so that it begins in the next region. NULL: there is no next region. */
static GBytes *
find_region_end (HBaseRegion *region, gboolean reversed)
{
  HBaseSlice key;

  key.data = hbase_region_get_start_key (region, &key.length);
  if (key.length == 0)
    return NULL;
  return reversed ? hbase_scan_key_below (key) : g_bytes_new (key.data, key.length);
}

void
hbase_scan_plan_set_regions (HBaseScanOperation *scan, const GPtrArray *regions)
{
  scan->region_ends = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  for (guint i = 0; i < regions->len; i++)
    {
      GBytes *end
          = find_region_end (regions->pdata[scan->reversed ? regions->len - 1 - i : i], scan->reversed);

      if (end != NULL)
        g_ptr_array_add (scan->region_ends, end);
    }
}

/* Splits the remaining range at a key: adds the part before it, and leaves the part after it in `remaining`
 * and `start`. */
static void
split_range (HBaseScanOperation *scan, HBaseScanBounds *remaining, GBytes **start, GBytes *key)
{
  HBaseScanRange *range = add_range (&scan->plan, remaining);

  range->start = g_steal_pointer (start);
  range->stop = g_bytes_ref (key);
  range->bounds.stop = hbase_slice_of_bytes (key);
  range->bounds.with_stop = FALSE;
  *start = g_bytes_ref (key);
  remaining->start = hbase_slice_of_bytes (key);
  remaining->skip_start = FALSE;
}

void
hbase_scan_plan_split_by_regions (HBaseScanOperation *scan)
{
  HBaseScanBounds remaining = scan->bounds;
  GBytes *start = NULL;

  scan->plan.ranges = g_ptr_array_new_with_free_func (range_free);
  for (guint i = 0; i < scan->region_ends->len; i++)
    {
      GBytes *end = scan->region_ends->pdata[i];

      if (is_inside (&remaining, scan->reversed, hbase_slice_of_bytes (end)))
        split_range (scan, &remaining, &start, end);
    }
  add_range (&scan->plan, &remaining)->start = start;
}

/* Returns the number of region ends that aren't after this start. */
static guint
count_passed_ends (const HBaseScanOperation *scan, HBaseSlice start)
{
  const HBaseScanBounds after = { .start = start };
  guint low = 0, high = scan->region_ends->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (is_inside (&after, scan->reversed, hbase_slice_of_bytes (scan->region_ends->pdata[middle])))
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

void
hbase_scan_plan_cut_at_region (HBaseRangeReader *reader)
{
  const HBaseScanOperation *scan = reader->scan;
  const HBaseScanBounds *bounds = &reader->progress.sent_bounds;
  guint next = count_passed_ends (scan, bounds->start);
  HBaseSlice end;

  if (next == scan->region_ends->len)
    return;
  end = hbase_slice_of_bytes (scan->region_ends->pdata[next]);
  if (is_inside (bounds, scan->reversed, end))
    hbase_scan_progress_cut (&reader->progress, end);
}

/* ---- the plan ---- */

gboolean
hbase_scan_plan_init (HBaseScanOperation *scan, const HBaseScanRequest *request, GError **error)
{
  HBaseScanPlan *plan = &scan->plan;
  gboolean ordered, is_parallel = hbase_scan_get_parallelism (scan->scan, &ordered) > 1;
  guint limit = scan->bounds.limit > 0 ? scan->bounds.limit : G_MAXUINT;

  plan->order = is_parallel && !ordered ? HBASE_SCAN_UNORDERED : HBASE_SCAN_SEQUENTIAL;
  /* Rows that fit into one reply are read by one lane. */
  if (request->salts == NULL && request->after.data == NULL && !scan->has_ended && is_parallel
      && !hbase_scan_fits_one_reply (scan, limit))
    return TRUE;
  plan->ranges = g_ptr_array_new_with_free_func (range_free);
  if (request->salts == NULL || scan->has_ended)
    {
      HBaseScanRange *range = add_range (plan, &scan->bounds);

      if (request->after.data != NULL)
        range->after = g_bytes_new (request->after.data, request->after.length);
      return TRUE;
    }
  if (plan->order != HBASE_SCAN_UNORDERED)
    plan->order = HBASE_SCAN_MERGED;
  return plan_salted_ranges (scan, request, error);
}

void
hbase_scan_plan_assign_range (HBaseRangeReader *reader)
{
  HBaseScanOperation *scan = reader->scan;
  const HBaseScanRange *range = scan->plan.ranges->pdata[scan->plan.next];

  hbase_scan_progress_clear (&reader->progress);
  hbase_scan_progress_init (&reader->progress, scan->parent.table, &range->bounds, scan->reversed,
                            hbase_scan_get_batch_size (scan->scan) > 0, hbase_slice_of_bytes (range->after));
  reader->range_index = scan->plan.next++;
  reader->has_begun = reader->is_interrupted = reader->has_ended = FALSE;
}
