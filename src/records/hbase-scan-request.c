/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-record-check-private.h"
#include "hbase-records-private.h"
#include "hbase-scan-private.h"
#include "hbase-wire-tables.h"

/* What operations make of a scan: its bounds and a TScan. */

/* ---- bounds ---- */

/* The least key above all that begin with the prefix; data NULL: there is none, it is FF throughout. */
static HBaseSlice
row_above (HBaseScan *scan)
{
  g_clear_pointer (&scan->above, g_bytes_unref);
  scan->above
      = hbase_key_prefix_stop (g_bytes_get_data (scan->prefix, NULL), g_bytes_get_size (scan->prefix));
  return hbase_slice_of_bytes (scan->above);
}

/* From the prefix itself up to the row above. */
static void
narrow_forward (HBaseScan *scan, HBaseScanBounds *bounds)
{
  HBaseSlice prefix = hbase_slice_of_bytes (scan->prefix);
  HBaseSlice above = row_above (scan);

  if (bounds->start.data == NULL || hbase_slice_compare (bounds->start, prefix) < 0)
    {
      bounds->start = prefix;
      bounds->skip_start = FALSE;
    }
  if (above.data != NULL && (bounds->stop.data == NULL || hbase_slice_compare (above, bounds->stop) <= 0))
    {
      bounds->stop = above;
      bounds->with_stop = FALSE;
    }
}

/* From the row above, which isn't in it, down to the prefix itself. */
static void
narrow_reversed (HBaseScan *scan, HBaseScanBounds *bounds)
{
  HBaseSlice prefix = hbase_slice_of_bytes (scan->prefix);
  HBaseSlice above = row_above (scan);

  if (above.data != NULL && (bounds->start.data == NULL || hbase_slice_compare (above, bounds->start) <= 0))
    {
      bounds->start = above;
      bounds->skip_start = TRUE;
    }
  if (bounds->stop.data == NULL || hbase_slice_compare (bounds->stop, prefix) < 0)
    {
      bounds->stop = prefix;
      bounds->with_stop = TRUE;
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
  *bounds = (HBaseScanBounds){ .start = hbase_slice_of_bytes (scan->start),
                               .stop = hbase_slice_of_bytes (scan->stop),
                               .skip_start = scan->start != NULL && scan->without_start,
                               .with_stop = scan->stop != NULL && scan->with_stop,
                               .limit = scan->limit,
                               .caching = scan->caching };
  if (scan->prefix != NULL && scan->reversed)
    narrow_reversed (scan, bounds);
  else if (scan->prefix != NULL)
    narrow_forward (scan, bounds);
  return hbase_scan_bounds_have_room (bounds, scan->reversed);
}

/* Whether the key isn't beyond this end of the range: on its inner side, or the end itself, where that is in. */
static gboolean
is_within (HBaseSlice end, gboolean with_end, gboolean is_low, HBaseSlice key)
{
  int order;

  if (end.data == NULL)
    return TRUE;
  order = hbase_slice_compare (key, end);
  return order == 0 ? with_end : (order > 0) == is_low;
}

gboolean
hbase_scan_bounds_contain (const HBaseScanBounds *bounds, gboolean reversed, HBaseSlice key)
{
  return is_within (bounds->start, !bounds->skip_start, !reversed, key)
         && is_within (bounds->stop, bounds->with_stop, reversed, key);
}

/* ---- in the words of TScan ---- */

/* How far below a key the stop of a reversed scan is laid that has the key in it: keys between are as good as
 * none, and dropped if there are any. */
#define STOP_PADDING 8

/* A key below this one with hardly any between; NULL: there is none below. Below `a\\x00` it is `a`, which is
 * exactly the next one. */
static GBytes *
key_below (HBaseSlice key)
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
  *kept = reversed ? key_below (bounds->stop) : hbase_key_successor (bounds->stop.data, bounds->stop.length);
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
  /* Equal bounds have none, though a server would take them for that one row. */
  return hbase_scan_bounds_have_room (sent, reversed);
}

/* ---- checking and writing ---- */

static gboolean
check_length (GBytes *row, const char *what, GError **error)
{
  gsize length = row != NULL ? g_bytes_get_size (row) : 0;

  return length <= HBASE_MAX_ROW_LENGTH
         || hbase_record_fail (error, "scan", hbase_slice (NULL, 0),
                               "its %s has %" G_GSIZE_FORMAT " bytes: a row key has at most %d", what, length,
                               HBASE_MAX_ROW_LENGTH);
}

/* It would give no rows, which nobody wants: most likely the two were mixed up. */
static gboolean
check_direction (HBaseScan *scan, GError **error)
{
  HBaseSlice start = hbase_slice_of_bytes (scan->start), stop = hbase_slice_of_bytes (scan->stop);
  g_autofree char *first = NULL, *last = NULL;
  int order;

  if (start.data == NULL || stop.data == NULL)
    return TRUE;
  order = hbase_slice_compare (start, stop);
  if (scan->reversed ? order >= 0 : order <= 0)
    return TRUE;
  first = hbase_record_show_row (start);
  last = hbase_record_show_row (stop);
  return hbase_record_fail (error, "scan", hbase_slice (NULL, 0),
                            "its range is impossible: it starts at %s, %s its stop %s%s", first,
                            scan->reversed ? "below" : "behind", last,
                            scan->reversed ? "; a reversed scan starts at the higher row" : "");
}

static gboolean
check_ranges (HBaseScan *scan, GError **error)
{
  for (GTreeNode *node = scan->family_ranges != NULL ? g_tree_node_first (scan->family_ranges) : NULL;
       node != NULL; node = g_tree_node_next (node))
    {
      gint64 min_timestamp, max_timestamp;

      g_variant_get (g_tree_node_value (node), "(xx)", &min_timestamp, &max_timestamp);
      if (!hbase_selection_check_time_range (min_timestamp, max_timestamp, "scan", hbase_slice (NULL, 0),
                                             error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_filter_direction (HBaseScan *scan, GError **error)
{
  return !scan->turned || !hbase_scan_is_one_way (scan)
         || hbase_record_fail (
             error, "scan", hbase_slice (NULL, 0),
             "read the other way its filter would let other cells through: say "
             "InclusiveStopFilter by the scan's stop, and prefixes of columns joined by OR by "
             "MultipleColumnPrefixFilter");
}

gboolean
hbase_scan_check (HBaseScan *scan, GError **error)
{
  return check_length (scan->start, "start", error) && check_length (scan->stop, "stop", error)
         && check_length (scan->prefix, "prefix", error) && check_direction (scan, error)
         && hbase_selection_check (&scan->selection, "scan", hbase_slice (NULL, 0), error)
         && check_ranges (scan, error) && hbase_scan_check_filter (scan, error)
         && check_filter_direction (scan, error);
}

static void
write_number (HBaseWireWriter *writer, guint id, guint number)
{
  if (number > 0)
    hbase_wire_write_i32 (writer, id, (gint32) MIN (number, G_MAXINT32));
}

static void
write_row (HBaseWireWriter *writer, guint id, HBaseSlice row)
{
  if (row.data != NULL)
    hbase_wire_write_binary (writer, id, row);
}

static void
write_attributes (HBaseScan *scan, HBaseWireWriter *writer)
{
  if (scan->attributes == NULL)
    return;
  hbase_wire_write_map (writer, HBASE_T_SCAN_ATTRIBUTES, HBASE_WIRE_BINARY, HBASE_WIRE_BINARY,
                        hbase_scan_map_count (scan->attributes));
  for (GTreeNode *node = g_tree_node_first (scan->attributes); node != NULL; node = g_tree_node_next (node))
    {
      gsize length;
      const guint8 *value = g_variant_get_fixed_array (g_tree_node_value (node), &length, 1);

      hbase_wire_put_binary (writer, hbase_slice_text (g_tree_node_key (node)));
      hbase_wire_put_binary (writer, hbase_slice (value, length));
    }
}

static void
write_authorizations (HBaseScan *scan, HBaseWireWriter *writer)
{
  if (scan->authorizations == NULL)
    return;
  hbase_wire_write_struct (writer, HBASE_T_SCAN_AUTHORIZATIONS);
  hbase_wire_write_list (writer, HBASE_T_AUTHORIZATION_LABELS, HBASE_WIRE_BINARY,
                         g_strv_length (scan->authorizations));
  for (GStrv label = scan->authorizations; *label != NULL; label++)
    hbase_wire_put_binary (writer, hbase_slice_text (*label));
  hbase_wire_end_struct (writer);
}

static void
write_family_ranges (HBaseScan *scan, HBaseWireWriter *writer)
{
  if (scan->family_ranges == NULL)
    return;
  hbase_wire_write_map (writer, HBASE_T_SCAN_COL_FAM_TIME_RANGE_MAP, HBASE_WIRE_BINARY, HBASE_WIRE_STRUCT,
                        hbase_scan_map_count (scan->family_ranges));
  for (GTreeNode *node = g_tree_node_first (scan->family_ranges); node != NULL;
       node = g_tree_node_next (node))
    {
      gint64 min_timestamp, max_timestamp;

      g_variant_get (g_tree_node_value (node), "(xx)", &min_timestamp, &max_timestamp);
      hbase_wire_put_binary (writer, hbase_slice_text (g_tree_node_key (node)));
      hbase_wire_begin_struct (writer);
      hbase_wire_write_i64 (writer, HBASE_T_TIME_RANGE_MIN_STAMP, min_timestamp);
      hbase_wire_write_i64 (writer, HBASE_T_TIME_RANGE_MAX_STAMP, max_timestamp);
      hbase_wire_end_struct (writer);
    }
}

static void
write_flag (HBaseWireWriter *writer, guint id, gint flag)
{
  if (flag >= 0)
    hbase_wire_write_bool (writer, id, flag != 0);
}

static void
write_filter (HBaseScan *scan, HBaseWireWriter *writer)
{
  g_autoptr (GBytes) filter = hbase_scan_ref_filter (scan);

  if (filter != NULL)
    hbase_wire_write_binary (writer, HBASE_T_SCAN_FILTER_STRING, hbase_slice_of_bytes (filter));
}

/* Fields in the order of their numbers, which the compact protocol writes as differences. */
void
hbase_scan_write (HBaseScan *scan, const HBaseScanBounds *bounds, HBaseWireWriter *writer)
{
  write_row (writer, HBASE_T_SCAN_START_ROW, bounds->start);
  write_row (writer, HBASE_T_SCAN_STOP_ROW, bounds->stop);
  hbase_packed_write_list (&scan->selection.columns, HBASE_T_SCAN_COLUMNS, writer);
  write_number (writer, HBASE_T_SCAN_CACHING, bounds->caching);
  hbase_selection_write_max_versions (&scan->selection, HBASE_T_SCAN_MAX_VERSIONS, writer);
  hbase_selection_write_time_range (&scan->selection, HBASE_T_SCAN_TIME_RANGE, writer);
  write_filter (scan, writer);
  write_number (writer, HBASE_T_SCAN_BATCH_SIZE, scan->batch_size);
  write_attributes (scan, writer);
  write_authorizations (scan, writer);
  write_flag (writer, HBASE_T_SCAN_REVERSED, scan->reversed ? TRUE : -1);
  write_flag (writer, HBASE_T_SCAN_CACHE_BLOCKS, scan->cache_blocks);
  write_family_ranges (scan, writer);
  write_number (writer, HBASE_T_SCAN_READ_TYPE, scan->read_type);
  write_number (writer, HBASE_T_SCAN_LIMIT, bounds->limit);
  write_number (writer, HBASE_T_SCAN_CONSISTENCY, scan->consistency);
  if (scan->replica >= 0)
    hbase_wire_write_i32 (writer, HBASE_T_SCAN_TARGET_REPLICA_ID, scan->replica);
  if (scan->filter_bytes != NULL)
    hbase_wire_write_binary (writer, HBASE_T_SCAN_FILTER_BYTES, hbase_slice_of_bytes (scan->filter_bytes));
  hbase_wire_end_struct (writer);
}
