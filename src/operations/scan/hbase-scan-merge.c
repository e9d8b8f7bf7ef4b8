/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the merge of a scan's readers, which decides which reader has the next row.
 *
 *  1. The heap holds the readers that have buffered rows, each once; its top is the reader whose next row
 *     comes before all others by the plan's order. Rows of equal keys come in the order of their ranges;
 *     reversed, from the last range.
 *  2. `n_waiting` counts the readers without a buffered row that are reading a range or may be assigned a
 *     range. A row is only taken if none of these readers could bring a row that comes before it.
 *  3. Partial rows of one row follow each other, in unordered scans, too: `partial_row_reader` precedes all
 *     others.
 */

#include "config.h"

#include "hbase-scan-internal-private.h"

/* ---- the order ---- */

static HBaseSlice
next_key (HBaseScanOperation *scan, const HBaseRangeReader *reader)
{
  HBaseSlice key = hbase_block_row_key (reader->buffered.block, reader->buffered.row);

  return hbase_slice (key.data + scan->plan.prefix_length, key.length - scan->plan.prefix_length);
}

static gboolean
comes_before (HBaseScanOperation *scan, guint a, guint b)
{
  const HBaseRangeReader *first = &scan->readers[a], *second = &scan->readers[b];
  int order;

  if (scan->plan.order == HBASE_SCAN_UNORDERED
      && (scan->partial_row_reader == first || scan->partial_row_reader == second))
    return scan->partial_row_reader == first;
  if (scan->plan.order != HBASE_SCAN_MERGED)
    return first->range_index < second->range_index;
  order = hbase_slice_compare (next_key (scan, first), next_key (scan, second));
  if (order == 0)
    order = first->range_index < second->range_index ? -1 : 1;
  return (order < 0) != scan->reversed;
}

/* ---- the heap ---- */

static void
swap (guint *heap, guint a, guint b)
{
  guint index = heap[a];

  heap[a] = heap[b];
  heap[b] = index;
}

static void
sift_down (HBaseScanOperation *scan, guint position)
{
  for (guint child; (child = 2 * position + 1) < scan->n_heap; position = child)
    {
      if (child + 1 < scan->n_heap && comes_before (scan, scan->heap[child + 1], scan->heap[child]))
        child++;
      if (!comes_before (scan, scan->heap[child], scan->heap[position]))
        return;
      swap (scan->heap, position, child);
    }
}

void
hbase_scan_merge_add (HBaseScanOperation *scan, guint reader)
{
  guint position = scan->n_heap++;

  scan->heap[position] = reader;
  scan->n_waiting--;
  for (; position > 0 && comes_before (scan, scan->heap[position], scan->heap[(position - 1) / 2]);
       position = (position - 1) / 2)
    swap (scan->heap, position, (position - 1) / 2);
}

void
hbase_scan_merge_remove (HBaseRangeReader *reader)
{
  reader->scan->n_waiting -= !reader->is_exhausted;
  reader->is_exhausted = TRUE;
}

/* ---- the next row ---- */

/* Returns whether a reader without a buffered row is still reading an earlier range. A range that a reader is
 * assigned later comes after all ranges that have been assigned. */
static gboolean
has_earlier_range_to_read (HBaseScanOperation *scan, guint range)
{
  for (guint i = 0; i < scan->n_readers; i++)
    if (scan->readers[i].range_index < range && scan->readers[i].buffered.block == NULL
        && !scan->readers[i].has_ended)
      return TRUE;
  return FALSE;
}

gboolean
hbase_scan_merge_is_ready (HBaseScanOperation *scan)
{
  if (scan->n_heap == 0 || scan->has_ended)
    return FALSE;
  switch (scan->plan.order)
    {
    case HBASE_SCAN_MERGED:
      return scan->n_waiting == 0;
    case HBASE_SCAN_SEQUENTIAL:
      return scan->n_waiting == 0
             || !has_earlier_range_to_read (scan, hbase_scan_merge_top (scan)->range_index);
    case HBASE_SCAN_UNORDERED:
    default:
      return scan->partial_row_reader == NULL || scan->partial_row_reader == hbase_scan_merge_top (scan);
    }
}

/* Replaces the reader's buffered rows, which are all taken, by the prefetched rows. */
static void
take_prefetched_rows (HBaseScanOperation *scan, HBaseRangeReader *reader)
{
  g_clear_pointer (&reader->buffered.block, hbase_block_unref);
  reader->buffered = reader->prefetched;
  reader->prefetched = (HBaseScanRows){ NULL, 0, 0 };
  if (reader->buffered.block != NULL)
    return;
  scan->heap[0] = scan->heap[--scan->n_heap];
  scan->n_waiting++;
  if (reader->has_ended && !hbase_scan_plan_has_range (&scan->plan))
    hbase_scan_merge_remove (reader);
}

void
hbase_scan_merge_advance (HBaseScanOperation *scan)
{
  HBaseRangeReader *reader = hbase_scan_merge_top (scan);

  if (++reader->buffered.row == reader->buffered.end)
    take_prefetched_rows (scan, reader);
  if (scan->n_heap > 1)
    sift_down (scan, 0);
}
