/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the bounds of scans: those that start, stop, prefix and PrefixFilter set, and those
 * that a TScan expresses. */

#include "config.h"

#include "hbase-key-schema-private.h"
#include "hbase-scan-bounds-private.h"
#include "hbase-scan-filter-private.h"

/* ---- bounds ---- */

/* Restricts the bounds to a prefix: from the prefix itself, included, to the row above, excluded. `above`
 * keeps that row, the least key above all that begin with the prefix; NULL: none, because all its bytes are
 * FF. */
static void
narrow (const HBaseScan *scan, HBaseSlice prefix, GBytes **above, HBaseScanBounds *bounds)
{
  HBaseSlice *low = scan->reversed ? &bounds->stop : &bounds->start;
  HBaseSlice *high = scan->reversed ? &bounds->start : &bounds->stop;
  HBaseSlice next;

  g_clear_pointer (above, g_bytes_unref);
  *above = hbase_key_prefix_stop (prefix.data, prefix.length);
  next = hbase_slice_of_bytes (*above);
  if (low->data == NULL || hbase_slice_compare (*low, prefix) < 0)
    {
      *low = prefix;
      if (scan->reversed)
        bounds->with_stop = TRUE;
      else
        bounds->skip_start = FALSE;
    }
  if (next.data != NULL && (high->data == NULL || hbase_slice_compare (next, *high) <= 0))
    {
      *high = next;
      if (scan->reversed)
        bounds->skip_start = TRUE;
      else
        bounds->with_stop = FALSE;
    }
}

gboolean
hbase_scan_bounds_have_room (const HBaseScanBounds *bounds, gboolean reversed)
{
  int order;

  if (bounds->start.data == NULL || bounds->stop.data == NULL)
    return TRUE;
  order = hbase_slice_compare (bounds->start, bounds->stop);
  if (order == 0)
    return bounds->with_stop && !bounds->skip_start;
  return (order > 0) == reversed;
}

gboolean
hbase_scan_get_bounds (HBaseScan *scan, HBaseScanBounds *bounds)
{
  HBaseSlice filter_prefix;

  *bounds = (HBaseScanBounds){ .start = hbase_slice_of_bytes (scan->start),
                               .stop = hbase_slice_of_bytes (scan->stop),
                               .skip_start = scan->start != NULL && scan->without_start,
                               .with_stop = scan->stop != NULL && scan->with_stop,
                               .limit = scan->limit,
                               .caching = scan->caching };
  if (scan->prefix != NULL)
    narrow (scan, hbase_slice_of_bytes (scan->prefix), &scan->above_prefix, bounds);
  if (hbase_scan_get_filter_prefix (scan, &filter_prefix))
    narrow (scan, filter_prefix, &scan->above_filter_prefix, bounds);
  return hbase_scan_bounds_have_room (bounds, scan->reversed);
}

/* Whether the key is on the inner side of this bound, or is the bound itself, and that is included. */
static gboolean
is_within (HBaseSlice bound, gboolean included, gboolean is_low, HBaseSlice key)
{
  int order;

  if (bound.data == NULL)
    return TRUE;
  order = hbase_slice_compare (key, bound);
  return order == 0 ? included : (order > 0) == is_low;
}

gboolean
hbase_scan_bounds_contain (const HBaseScanBounds *bounds, gboolean reversed, HBaseSlice key)
{
  return is_within (bounds->start, !bounds->skip_start, !reversed, key)
         && is_within (bounds->stop, bounds->with_stop, reversed, key);
}

/* ---- bounds as a TScan expresses them ---- */

/* How many bytes are appended to the stop of a reversed scan that includes its stop row. Rows between the
 * stop and the resulting key are very unlikely, and are left out by the client. */
#define STOP_PADDING 8

GBytes *
hbase_scan_key_below (HBaseSlice key)
{
  guint8 *below;

  if (key.length > 0 && key.data[key.length - 1] == 0)
    return key.length > 1 ? g_bytes_new (key.data, key.length - 1) : NULL;
  below = g_malloc (key.length + STOP_PADDING);
  memcpy (below, key.data, key.length);
  memset (below + key.length, G_MAXUINT8, STOP_PADDING);
  below[key.length - 1]--;
  return g_bytes_new_take (below, MIN (key.length + STOP_PADDING, HBASE_MAX_ROW_LENGTH));
}

static gboolean
start_after (const HBaseScanBounds *bounds, HBaseScanBounds *sent, GBytes **kept)
{
  *kept = hbase_key_successor (bounds->start.data, bounds->start.length);
  sent->start = hbase_slice_of_bytes (*kept);
  sent->skip_start = FALSE;
  return *kept != NULL;
}

static void
stop_after (const HBaseScanBounds *bounds, gboolean reversed, HBaseScanBounds *sent, GBytes **kept)
{
  *kept = reversed ? hbase_scan_key_below (bounds->stop)
                   : hbase_key_successor (bounds->stop.data, bounds->stop.length);
  sent->stop = hbase_slice_of_bytes (*kept);
  sent->with_stop = FALSE;
}

gboolean
hbase_scan_bounds_to_wire (const HBaseScanBounds *bounds,
                           gboolean reversed,
                           HBaseScanBounds *sent,
                           GBytes *kept[2])
{
  g_clear_pointer (&kept[0], g_bytes_unref);
  g_clear_pointer (&kept[1], g_bytes_unref);
  *sent = *bounds;
  if (!hbase_scan_bounds_have_room (bounds, reversed))
    return FALSE;
  if (bounds->skip_start && !reversed && !start_after (bounds, sent, &kept[0]))
    return FALSE;
  if (bounds->with_stop)
    stop_after (bounds, reversed, sent, &kept[1]);
  /* Equal bounds have no rows, though a server would return that one row. */
  return hbase_scan_bounds_have_room (sent, reversed);
}
