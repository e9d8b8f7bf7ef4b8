/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file checks scans and encodes them: as a TScan, and as the fingerprint that binds page tokens. */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-key-schema-private.h"
#include "hbase-record-check-private.h"
#include "hbase-scan-encoding-private.h"
#include "hbase-wire-tables.h"

/* ---- checks ---- */

static gboolean
check_length (GBytes *row, const char *what, GError **error)
{
  gsize length = row != NULL ? g_bytes_get_size (row) : 0;

  return length <= HBASE_MAX_ROW_LENGTH
         || hbase_record_fail (error, "scan", hbase_slice (NULL, 0),
                               "its %s has %" G_GSIZE_FORMAT " bytes: a row key has at most %d", what, length,
                               HBASE_MAX_ROW_LENGTH);
}

/* A scan whose start is after its stop has no rows: most likely the two were interchanged. */
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
                            scan->reversed ? "below" : "after", last,
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
      if (!hbase_query_check_time_range (min_timestamp, max_timestamp, "scan", hbase_slice (NULL, 0), error))
        return FALSE;
    }
  return TRUE;
}

gboolean
hbase_scan_check (HBaseScan *scan, GError **error)
{
  return check_length (scan->start, "start", error) && check_length (scan->stop, "stop", error)
         && check_length (scan->prefix, "prefix", error) && check_direction (scan, error)
         && hbase_query_check (&scan->base, "scan", hbase_slice (NULL, 0), error)
         && check_ranges (scan, error) && hbase_scan_check_filter (scan, error);
}

/* ---- the TScan ---- */

static void
write_number (HBaseWireWriter *writer, guint id, guint number)
{
  if (number > 0)
    hbase_wire_write_i32 (writer, id, (gint32) MIN (number, G_MAXINT32));
}

static void
write_bytes (HBaseWireWriter *writer, guint id, HBaseSlice bytes)
{
  if (bytes.data != NULL)
    hbase_wire_write_binary (writer, id, bytes);
}

static void
write_family_ranges (HBaseScan *scan, HBaseWireWriter *writer)
{
  if (scan->family_ranges == NULL)
    return;
  hbase_wire_write_map (writer, HBASE_T_SCAN_COL_FAM_TIME_RANGE_MAP, HBASE_WIRE_BINARY, HBASE_WIRE_STRUCT,
                        hbase_named_values_count (scan->family_ranges));
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

/* The fields are in the order of their ids, which the compact protocol encodes as differences. */
void
hbase_scan_write (HBaseScan *scan, const HBaseScanBounds *bounds, HBaseWireWriter *writer)
{
  write_bytes (writer, HBASE_T_SCAN_START_ROW, bounds->start);
  write_bytes (writer, HBASE_T_SCAN_STOP_ROW, bounds->stop);
  hbase_packed_write_list (&scan->base.columns, HBASE_T_SCAN_COLUMNS, writer);
  write_number (writer, HBASE_T_SCAN_CACHING, bounds->caching);
  hbase_query_write_max_versions (&scan->base, HBASE_T_SCAN_MAX_VERSIONS, writer);
  hbase_query_write_time_range (&scan->base, HBASE_T_SCAN_TIME_RANGE, writer);
  hbase_filter_write_text (hbase_scan_get_sent_filter (scan), HBASE_T_SCAN_FILTER_STRING, writer);
  write_number (writer, HBASE_T_SCAN_BATCH_SIZE, scan->batch_size);
  hbase_attributes_write (scan->base.attributes, HBASE_T_SCAN_ATTRIBUTES, writer);
  hbase_query_write_authorizations (&scan->base, HBASE_T_SCAN_AUTHORIZATIONS, writer);
  if (scan->reversed)
    hbase_wire_write_bool (writer, HBASE_T_SCAN_REVERSED, TRUE);
  hbase_query_write_cache_blocks (&scan->base, HBASE_T_SCAN_CACHE_BLOCKS, writer);
  write_family_ranges (scan, writer);
  write_number (writer, HBASE_T_SCAN_READ_TYPE, scan->read_type);
  write_number (writer, HBASE_T_SCAN_LIMIT, bounds->limit);
  write_number (writer, HBASE_T_SCAN_CONSISTENCY, scan->base.consistency);
  hbase_query_write_replica (&scan->base, HBASE_T_SCAN_TARGET_REPLICA_ID, writer);
  hbase_query_write_filter_bytes (&scan->base, hbase_scan_get_sent_filter (scan), HBASE_T_SCAN_FILTER_BYTES,
                                  writer);
  hbase_wire_end_struct (writer);
}

/* ---- the fingerprint ---- */

static void
add_flag (GChecksum *checksum, HBaseFingerprintSetting what, gboolean flag)
{
  if (flag)
    hbase_fingerprint_add_number (checksum, what);
}

static void
add_options (GChecksum *checksum, HBaseScan *scan)
{
  add_flag (checksum, HBASE_FINGERPRINT_WITHOUT_START, scan->without_start);
  add_flag (checksum, HBASE_FINGERPRINT_WITH_STOP, scan->with_stop);
  if (scan->guard_family != NULL)
    {
      hbase_fingerprint_add_number (checksum, HBASE_FINGERPRINT_GUARD);
      hbase_fingerprint_add (checksum, hbase_slice_text (scan->guard_family));
      hbase_fingerprint_add (checksum, hbase_slice_of_bytes (scan->guard_qualifier));
    }
  hbase_query_fingerprint_filter_bytes (&scan->base, checksum);
  hbase_fingerprint_add_map (checksum, HBASE_FINGERPRINT_FAMILY_RANGE, scan->family_ranges);
  hbase_query_fingerprint_options (&scan->base, checksum);
}

void
hbase_scan_fingerprint (HBaseScan *scan, GChecksum *checksum)
{
  const HBaseQuery *query = &scan->base;

  hbase_fingerprint_add (checksum, hbase_slice_of_bytes (scan->start));
  hbase_fingerprint_add (checksum, hbase_slice_of_bytes (scan->stop));
  hbase_fingerprint_add (checksum, hbase_slice_of_bytes (scan->prefix));
  hbase_fingerprint_add (checksum, hbase_slice (query->columns.data, query->columns.length));
  hbase_fingerprint_add_number (checksum, query->max_versions);
  hbase_query_fingerprint (query, checksum);
  hbase_fingerprint_add_number (checksum, (guint64) scan->reversed);
  add_options (checksum, scan);
}
