/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-record-check-private.h"
#include "hbase-records-private.h"
#include "hbase-scan-private.h"
#include "hbase-wire-tables.h"

/* What operations make of a scan: its bounds, a TScan, a fingerprint. */

/* ---- bounds ---- */

static void
keep (GBytes **place, guint8 *data, gsize length)
{
  g_clear_pointer (place, g_bytes_unref);
  *place = g_bytes_new_take (data, length);
}

/* The least key above all that begin with the prefix; data NULL: there is none, it is FF throughout. */
static HBaseSlice
row_above (HBaseScan *scan)
{
  HBaseSlice prefix = hbase_slice_of_bytes (scan->prefix);
  guint8 *row;

  while (prefix.length > 0 && prefix.data[prefix.length - 1] == G_MAXUINT8)
    prefix.length--;
  if (prefix.length == 0)
    return hbase_slice (NULL, 0);
  row = g_memdup2 (prefix.data, prefix.length);
  row[prefix.length - 1]++;
  keep (&scan->above, row, prefix.length);
  return hbase_slice_of_bytes (scan->above);
}

/* The greatest key below all that begin with the prefix; data NULL: there is none. Of `a\x00` that is `a`. Of
 * others it is as long as a key may be, the last byte one less and FF behind it. */
static HBaseSlice
row_below (HBaseScan *scan)
{
  HBaseSlice prefix = hbase_slice_of_bytes (scan->prefix);
  gsize length = MAX (prefix.length, HBASE_MAX_ROW_LENGTH);
  guint8 *row;

  if (prefix.length == 1 && prefix.data[0] == 0)
    return hbase_slice (NULL, 0);
  if (prefix.data[prefix.length - 1] == 0)
    return hbase_slice (prefix.data, prefix.length - 1);
  row = g_malloc (length);
  memset (row, G_MAXUINT8, length);
  memcpy (row, prefix.data, prefix.length);
  row[prefix.length - 1]--;
  keep (&scan->below, row, length);
  return hbase_slice_of_bytes (scan->below);
}

/* From the prefix itself up to the row above. */
static void
narrow_forward (HBaseScan *scan, HBaseScanBounds *bounds)
{
  HBaseSlice prefix = hbase_slice_of_bytes (scan->prefix);
  HBaseSlice above = row_above (scan);

  if (bounds->start.data == NULL || hbase_slice_compare (bounds->start, prefix) < 0)
    bounds->start = prefix;
  if (above.data != NULL && (bounds->stop.data == NULL || hbase_slice_compare (above, bounds->stop) < 0))
    bounds->stop = above;
}

/* From the row above, which isn't in it, down to the row below. */
static void
narrow_reversed (HBaseScan *scan, HBaseScanBounds *bounds)
{
  HBaseSlice above = row_above (scan);
  HBaseSlice below;

  if (above.data != NULL && (bounds->start.data == NULL || hbase_slice_compare (above, bounds->start) <= 0))
    {
      bounds->start = above;
      bounds->skip_start = TRUE;
    }
  if (bounds->stop.data != NULL && hbase_slice_compare (bounds->stop, hbase_slice_of_bytes (scan->prefix)) >= 0)
    return;
  below = row_below (scan);
  if (below.data != NULL)
    bounds->stop = below;
}

gboolean
hbase_scan_get_bounds (HBaseScan *scan, HBaseScanBounds *bounds)
{
  int order;

  *bounds = (HBaseScanBounds){ .start = hbase_slice_of_bytes (scan->start),
                               .stop = hbase_slice_of_bytes (scan->stop),
                               .limit = scan->limit,
                               .caching = scan->caching };
  if (scan->prefix != NULL && scan->reversed)
    narrow_reversed (scan, bounds);
  else if (scan->prefix != NULL)
    narrow_forward (scan, bounds);
  if (bounds->start.data == NULL || bounds->stop.data == NULL)
    return TRUE;
  order = hbase_slice_compare (bounds->start, bounds->stop);
  return scan->reversed ? order > 0 : order < 0;
}

gboolean
hbase_scan_bounds_contain (const HBaseScanBounds *bounds, gboolean reversed, HBaseSlice key)
{
  HBaseSlice low = reversed ? bounds->stop : bounds->start;
  HBaseSlice high = reversed ? bounds->start : bounds->stop;

  if (low.length > 0 && hbase_slice_compare (key, low) < (reversed ? 1 : 0))
    return FALSE;
  return high.length == 0 || hbase_slice_compare (key, high) < (reversed ? 1 : 0);
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

gboolean
hbase_scan_check (HBaseScan *scan, GError **error)
{
  return check_length (scan->start, "start", error) && check_length (scan->stop, "stop", error)
         && check_length (scan->prefix, "prefix", error)
         && hbase_selection_check (&scan->selection, "scan", hbase_slice (NULL, 0), error);
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

void
hbase_scan_write (HBaseScan *scan, const HBaseScanBounds *bounds, HBaseWireWriter *writer)
{
  write_row (writer, HBASE_T_SCAN_START_ROW, bounds->start);
  write_row (writer, HBASE_T_SCAN_STOP_ROW, bounds->stop);
  hbase_packed_write_list (&scan->selection.columns, HBASE_T_SCAN_COLUMNS, writer);
  write_number (writer, HBASE_T_SCAN_CACHING, bounds->caching);
  hbase_selection_write_max_versions (&scan->selection, HBASE_T_SCAN_MAX_VERSIONS, writer);
  hbase_selection_write_time_range (&scan->selection, HBASE_T_SCAN_TIME_RANGE, writer);
  hbase_selection_write_filter (&scan->selection, HBASE_T_SCAN_FILTER_STRING, writer);
  write_number (writer, HBASE_T_SCAN_BATCH_SIZE, scan->batch_size);
  if (scan->reversed)
    hbase_wire_write_bool (writer, HBASE_T_SCAN_REVERSED, TRUE);
  write_number (writer, HBASE_T_SCAN_LIMIT, bounds->limit);
  hbase_wire_end_struct (writer);
}

/* ---- the fingerprint ---- */

static void
add_number (GChecksum *checksum, guint64 number)
{
  guint64 bytes = GUINT64_TO_BE (number);

  g_checksum_update (checksum, (const guchar *) &bytes, sizeof bytes);
}

/* With its length, so that no two different queries are the same run of bytes. */
static void
add_slice (GChecksum *checksum, HBaseSlice slice)
{
  add_number (checksum, slice.length);
  g_checksum_update (checksum, hbase_slice_bytes (slice), (gssize) slice.length);
}

void
hbase_scan_fingerprint (HBaseScan *scan, GChecksum *checksum)
{
  const HBaseSelection *selection = &scan->selection;

  add_slice (checksum, hbase_slice_of_bytes (scan->start));
  add_slice (checksum, hbase_slice_of_bytes (scan->stop));
  add_slice (checksum, hbase_slice_of_bytes (scan->prefix));
  add_slice (checksum, hbase_slice (selection->columns.data, selection->columns.length));
  add_number (checksum, selection->max_versions);
  add_number (checksum, (guint64) selection->has_time_range);
  add_number (checksum, (guint64) selection->min_stamp);
  add_number (checksum, (guint64) selection->max_stamp);
  add_number (checksum, selection->filter != NULL);
  add_slice (checksum, hbase_slice_text (selection->filter));
  add_number (checksum, (guint64) scan->reversed);
}
