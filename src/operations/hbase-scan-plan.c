/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-scan-internal-private.h"
#include "hbase-target-private.h"

/* Which ranges of a table a scan reads, and in which order their rows come: all of it in one; one for each
 * salt, merged; or one for each region, several at a time. */

static void
range_free (gpointer data)
{
  HBaseScanRange *range = data;

  g_clear_pointer (&range->scan, hbase_scan_unref);
  g_clear_pointer (&range->start, g_bytes_unref);
  g_clear_pointer (&range->stop, g_bytes_unref);
  g_clear_pointer (&range->after, g_bytes_unref);
  g_free (range);
}

static HBaseScanRange *
plan_add (HBaseScanPlan *plan, const HBaseScanBounds *bounds)
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

/* Goes on behind a row of one range: in the others behind, or at, the row of the same unsalted key, as those come
 * before it or after it. */
static void
range_go_on (HBaseScanOperation *scan, HBaseScanRange *range, GBytes *key, gboolean is_behind)
{
  HBaseSlice start = range->bounds.start, at = hbase_slice_of_bytes (key);
  int order = start.data != NULL ? hbase_slice_compare (at, start) : 0;

  if (is_behind)
    range->after = g_bytes_ref (key);
  else if (start.data == NULL || (order > 0) != scan->reversed)
    {
      range->start = g_bytes_ref (key);
      range->bounds.start = at;
      range->bounds.skip_start = FALSE;
    }
}

/* The range's head: what tells its keys from those of the other ranges. */
static HBaseSlice
range_head (const HBaseScanOperation *scan, const HBaseScanRange *range)
{
  HBaseSlice prefix = hbase_scan_get_prefix (range->scan);

  return hbase_slice (prefix.data, scan->plan.head_length);
}

static gboolean
has_head (HBaseSlice key, HBaseSlice head)
{
  return key.length >= head.length && (head.length == 0 || memcmp (key.data, head.data, head.length) == 0);
}

static gboolean
find_range (const HBaseScanOperation *scan, HBaseSlice key, guint *index)
{
  for (*index = 0; *index < scan->plan.ranges->len; (*index)++)
    if (has_head (key, range_head (scan, scan->plan.ranges->pdata[*index])))
      return TRUE;
  return FALSE;
}

static gboolean
go_on_after (HBaseScanOperation *scan, HBaseSlice after, GError **error)
{
  HBaseSlice progress;
  guint last;

  if (!find_range (scan, after, &last))
    {
      hbase_operation_set_subject (&scan->parent, scan->parent.table, after);
      g_propagate_error (error,
                         hbase_operation_error (&scan->parent, HBASE_ERROR_INVALID_ARGUMENT,
                                                "this row isn't in the scan that is to be gone on with"));
      return FALSE;
    }
  progress = hbase_slice (after.data + scan->plan.head_length, after.length - scan->plan.head_length);
  for (guint i = 0; i < scan->plan.ranges->len; i++)
    {
      HBaseScanRange *range = scan->plan.ranges->pdata[i];
      HBaseSlice head = range_head (scan, range);
      GByteArray *key = g_byte_array_new ();
      g_autoptr (GBytes) bytes = NULL;

      g_byte_array_append (key, hbase_slice_bytes (head), (guint) head.length);
      g_byte_array_append (key, progress.data, (guint) progress.length);
      bytes = g_byte_array_free_to_bytes (key);
      range_go_on (scan, range, bytes, scan->reversed ? i >= last : i <= last);
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
                             "several values of a field before a salt: scan within one, or let the rows "
                             "come unordered (hbase_scan_set_parallelism())",
                             hbase_key_schema_get_text (schema)));
  return FALSE;
}

static gboolean
plan_salts (HBaseScanOperation *scan, const HBaseScanRequest *request, GError **error)
{
  HBaseTarget target = { scan->parent.protocol, request->table };
  g_autoptr (GPtrArray) scans = NULL;
  gboolean in_order;

  scans = hbase_scan_fan_out_lanes (scan->scan, request->salts, &scan->plan.head_length, &in_order, error);
  if (!hbase_target_prefix_error (target, scans != NULL, error)
      || !check_order (scan, request->salts, in_order, error))
    return FALSE;
  for (guint i = 0; i < scans->len; i++)
    {
      HBaseScanBounds bounds;

      if (!hbase_scan_get_bounds (scans->pdata[i], &bounds))
        continue;
      bounds.limit = scan->whole.limit;
      plan_add (&scan->plan, &bounds)->scan = hbase_scan_ref (scans->pdata[i]);
    }
  return request->after.data == NULL || go_on_after (scan, request->after, error);
}

/* ---- regions ---- */

/* Between the two ends of the range, on neither. */
static gboolean
is_inside (const HBaseScanBounds *bounds, gboolean reversed, HBaseSlice key)
{
  HBaseSlice low = reversed ? bounds->stop : bounds->start, high = reversed ? bounds->start : bounds->stop;

  return (low.data == NULL || hbase_slice_compare (key, low) > 0)
         && (high.data == NULL || hbase_slice_compare (key, high) < 0);
}

/* Cuts what is left of the whole at a key. The row of that key is in the second part, in either direction: a
 * scan has its start and not its stop. */
static void
plan_cut_at (HBaseScanOperation *scan, HBaseScanBounds *left, GBytes **start, HBaseSlice key)
{
  HBaseScanRange *range = plan_add (&scan->plan, left);

  range->start = g_steal_pointer (start);
  range->stop = g_bytes_new (key.data, key.length);
  range->bounds.stop = hbase_slice_of_bytes (range->stop);
  range->bounds.with_stop = FALSE;
  *start = g_bytes_ref (range->stop);
  left->start = hbase_slice_of_bytes (*start);
  left->skip_start = FALSE;
}

void
hbase_scan_plan_cut (HBaseScanOperation *scan, GPtrArray *regions)
{
  HBaseScanBounds left = scan->whole;
  GBytes *start = NULL;

  scan->plan.ranges = g_ptr_array_new_with_free_func (range_free);
  for (guint i = 0; i < regions->len; i++)
    {
      HBaseSlice key;

      key.data = hbase_region_get_start_key (regions->pdata[scan->reversed ? regions->len - 1 - i : i],
                                             &key.length);
      if (key.length > 0 && is_inside (&left, scan->reversed, key))
        plan_cut_at (scan, &left, &start, key);
    }
  plan_add (&scan->plan, &left)->start = start;
}

/* ---- the whole ---- */

static void
plan_one_range (HBaseScanOperation *scan, HBaseSlice after)
{
  HBaseScanRange *range = plan_add (&scan->plan, &scan->whole);

  if (after.data != NULL)
    range->after = g_bytes_new (after.data, after.length);
}

/* What fits into one reply isn't worth several lanes. */
static gboolean
is_worth_lanes (HBaseScanOperation *scan)
{
  guint limit = scan->whole.limit > 0 ? scan->whole.limit : G_MAXUINT;
  gboolean unordered;

  return hbase_scan_get_parallelism (scan->scan, &unordered) > 1
         && !hbase_range_reader_fits_one_reply (scan, limit);
}

gboolean
hbase_scan_plan_begin (HBaseScanOperation *scan, const HBaseScanRequest *request, GError **error)
{
  HBaseScanPlan *plan = &scan->plan;
  gboolean unordered, several = hbase_scan_get_parallelism (scan->scan, &unordered) > 1;

  plan->order = several && unordered ? HBASE_SCAN_UNORDERED : HBASE_SCAN_SEQUENTIAL;
  if (request->salts == NULL && request->after.data == NULL && !scan->ended && is_worth_lanes (scan))
    return TRUE;
  plan->ranges = g_ptr_array_new_with_free_func (range_free);
  if (request->salts == NULL || scan->ended)
    {
      plan_one_range (scan, request->after);
      return TRUE;
    }
  if (plan->order != HBASE_SCAN_UNORDERED)
    plan->order = HBASE_SCAN_MERGED;
  return plan_salts (scan, request, error);
}

void
hbase_scan_plan_take_range (HBaseScanOperation *scan, HBaseRangeReader *reader)
{
  const HBaseScanRange *range = scan->plan.ranges->pdata[scan->plan.next];

  hbase_scan_progress_clear (&reader->progress);
  hbase_scan_progress_init (&reader->progress, scan->parent.table, &range->bounds, scan->reversed,
                            hbase_scan_get_batch_size (scan->scan) > 0, hbase_slice_of_bytes (range->after));
  /* The range before has ended, and so has its last row. */
  if (scan->within == reader)
    hbase_scan_operation_end_row (scan);
  reader->range = scan->plan.next++;
  reader->begun = reader->ended = FALSE;
}
