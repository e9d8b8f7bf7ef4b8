/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-scan-internal-private.h"

/* Whose row is the next.
 *
 *  1. The heap holds the parts that have rows at hand, each once; its top is the one whose next row comes before
 *     all others' by the plan's order. Rows of equal keys come by their ranges, reversed from the last one.
 *  2. `n_waiting` counts the parts without a row at hand that are reading, or have ranges to read. A row is
 *     only given if none of them could bring one that comes before it.
 *  3. Pieces of one row follow each other, also where rows come as they come: `within` goes before all others.
 */

/* ---- the order ---- */

static HBaseSlice
next_key (HBaseScanOperation *scan, const HBaseRangeReader *reader)
{
  HBaseSlice key = hbase_block_row_key (reader->buffered.block, reader->buffered.row);

  return hbase_slice (key.data + scan->plan.head_length, key.length - scan->plan.head_length);
}

static gboolean
comes_before (HBaseScanOperation *scan, guint a, guint b)
{
  const HBaseRangeReader *first = &scan->readers[a], *second = &scan->readers[b];
  int order;

  if (scan->plan.order == HBASE_SCAN_UNORDERED && (scan->within == first || scan->within == second))
    return scan->within == first;
  if (scan->plan.order != HBASE_SCAN_MERGED)
    return first->range < second->range;
  order = hbase_slice_compare (next_key (scan, first), next_key (scan, second));
  if (order == 0)
    order = first->range < second->range ? -1 : 1;
  return (order < 0) != scan->reversed;
}

/* ---- the heap ---- */

static void
swap (guint *heap, guint a, guint b)
{
  guint kept = heap[a];

  heap[a] = heap[b];
  heap[b] = kept;
}

static void
sift_up (HBaseScanOperation *scan, guint place)
{
  for (; place > 0 && comes_before (scan, scan->heap[place], scan->heap[(place - 1) / 2]);
       place = (place - 1) / 2)
    swap (scan->heap, place, (place - 1) / 2);
}

static void
sift_down (HBaseScanOperation *scan, guint place)
{
  for (guint child; (child = 2 * place + 1) < scan->n_heap; place = child)
    {
      if (child + 1 < scan->n_heap && comes_before (scan, scan->heap[child + 1], scan->heap[child]))
        child++;
      if (!comes_before (scan, scan->heap[child], scan->heap[place]))
        return;
      swap (scan->heap, place, child);
    }
}

void
hbase_scan_merge_add (HBaseScanOperation *scan, guint reader)
{
  scan->heap[scan->n_heap] = reader;
  scan->n_waiting--;
  sift_up (scan, scan->n_heap++);
}

void
hbase_scan_merge_leave (HBaseScanOperation *scan, HBaseRangeReader *reader)
{
  scan->n_waiting -= !reader->gone;
  reader->gone = TRUE;
}

/* ---- the next row ---- */

/* Whether a part that has no row at hand reads a range that comes before. A part's next range comes behind all
 * that were begun. */
static gboolean
an_earlier_range_is_read (HBaseScanOperation *scan, guint range)
{
  for (guint i = 0; i < scan->n_readers; i++)
    if (scan->readers[i].range < range && scan->readers[i].buffered.block == NULL && !scan->readers[i].ended)
      return TRUE;
  return FALSE;
}

gboolean
hbase_scan_merge_is_ready (HBaseScanOperation *scan)
{
  if (scan->n_heap == 0 || scan->ended)
    return FALSE;
  switch (scan->plan.order)
    {
    case HBASE_SCAN_MERGED:
      return scan->n_waiting == 0;
    case HBASE_SCAN_SEQUENTIAL:
      return scan->n_waiting == 0 || !an_earlier_range_is_read (scan, hbase_scan_merge_top (scan)->range);
    case HBASE_SCAN_UNORDERED:
    default:
      return scan->within == NULL || scan->within == hbase_scan_merge_top (scan);
    }
}

/* Its rows at hand are used up. */
static void
take_ahead (HBaseScanOperation *scan, HBaseRangeReader *reader)
{
  g_clear_pointer (&reader->buffered.block, hbase_block_unref);
  reader->buffered = reader->ahead;
  reader->ahead = (HBaseScanRows){ NULL, 0, 0 };
  if (reader->buffered.block != NULL)
    return;
  scan->heap[0] = scan->heap[--scan->n_heap];
  scan->n_waiting++;
  if (reader->ended && !hbase_scan_plan_has_range (&scan->plan))
    hbase_scan_merge_leave (scan, reader);
}

void
hbase_scan_merge_advance (HBaseScanOperation *scan)
{
  HBaseRangeReader *reader = hbase_scan_merge_top (scan);

  if (++reader->buffered.row == reader->buffered.end)
    take_ahead (scan, reader);
  if (scan->n_heap > 1)
    sift_down (scan, 0);
}
