/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-records-private.h"
#include "hbase-scan-private.h"

/* What makes one scan another. What was added to scans later is heeded where it was said only: the fingerprints
 * of older scans stay what they were. */

static void
add_number (GChecksum *checksum, guint64 number)
{
  guint64 bytes = GUINT64_TO_BE (number);

  g_checksum_update (checksum, (const guchar *) &bytes, sizeof bytes);
}

void
hbase_fingerprint_add (GChecksum *checksum, HBaseSlice slice)
{
  add_number (checksum, slice.length);
  g_checksum_update (checksum, hbase_slice_bytes (slice), (gssize) slice.length);
}

/* What tells the additions from each other. */
typedef enum {
  ADDED_WITHOUT_START = 1,
  ADDED_WITH_STOP,
  ADDED_GUARD,
  ADDED_FILTER_BYTES,
  ADDED_FAMILY_RANGE,
  ADDED_ATTRIBUTE,
  ADDED_AUTHORIZATION,
} Added;

static void
add_flag (GChecksum *checksum, Added what, gboolean flag)
{
  if (flag)
    add_number (checksum, what);
}

static void
add_map (GChecksum *checksum, Added what, HBaseScanMap *map)
{
  for (GTreeNode *node = map != NULL ? g_tree_node_first (map) : NULL; node != NULL;
       node = g_tree_node_next (node))
    {
      g_autofree char *value = g_variant_print (g_tree_node_value (node), FALSE);

      add_number (checksum, what);
      hbase_fingerprint_add (checksum, hbase_slice_text (g_tree_node_key (node)));
      hbase_fingerprint_add (checksum, hbase_slice_text (value));
    }
}

static void
add_options (GChecksum *checksum, HBaseScan *scan)
{
  add_flag (checksum, ADDED_WITHOUT_START, scan->without_start);
  add_flag (checksum, ADDED_WITH_STOP, scan->with_stop);
  if (scan->guard_family != NULL)
    {
      add_number (checksum, ADDED_GUARD);
      hbase_fingerprint_add (checksum, hbase_slice_text (scan->guard_family));
      hbase_fingerprint_add (checksum, hbase_slice_of_bytes (scan->guard_qualifier));
    }
  if (scan->filter_bytes != NULL)
    {
      add_number (checksum, ADDED_FILTER_BYTES);
      hbase_fingerprint_add (checksum, hbase_slice_of_bytes (scan->filter_bytes));
    }
  add_map (checksum, ADDED_FAMILY_RANGE, scan->family_ranges);
  add_map (checksum, ADDED_ATTRIBUTE, scan->attributes);
  for (GStrv label = scan->authorizations; label != NULL && *label != NULL; label++)
    {
      add_number (checksum, ADDED_AUTHORIZATION);
      hbase_fingerprint_add (checksum, hbase_slice_text (*label));
    }
}

void
hbase_scan_fingerprint (HBaseScan *scan, GChecksum *checksum)
{
  const HBaseSelection *selection = &scan->selection;

  hbase_fingerprint_add (checksum, hbase_slice_of_bytes (scan->start));
  hbase_fingerprint_add (checksum, hbase_slice_of_bytes (scan->stop));
  hbase_fingerprint_add (checksum, hbase_slice_of_bytes (scan->prefix));
  hbase_fingerprint_add (checksum, hbase_slice (selection->columns.data, selection->columns.length));
  add_number (checksum, selection->max_versions);
  add_number (checksum, (guint64) selection->has_time_range);
  add_number (checksum, (guint64) selection->min_timestamp);
  add_number (checksum, (guint64) selection->max_timestamp);
  add_number (checksum, selection->filter != NULL);
  hbase_fingerprint_add (checksum, hbase_slice_text (selection->filter));
  add_number (checksum, (guint64) scan->reversed);
  add_options (checksum, scan);
}
