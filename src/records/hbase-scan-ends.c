/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-records-private.h"
#include "hbase-scan-private.h"

/* What is made of a scan whose first or last rows are wanted. */

HBaseScan *
hbase_scan_copy_reversed (HBaseScan *scan, gboolean reversed, guint limit)
{
  g_autoptr (HBaseScan) given = scan != NULL ? hbase_scan_ref (scan) : hbase_scan_new ();
  HBaseScan *copy = given->reversed != reversed ? hbase_scan_reverse (given) : hbase_scan_copy (given);

  copy->batch_size = 0;
  copy->caching = 0;
  copy->limit = limit;
  copy->lanes = 0;
  return copy;
}

HBaseScan *
hbase_scan_copy_down_from (HBaseScan *scan, HBaseSlice key)
{
  HBaseScan *copy = hbase_scan_copy_reversed (scan, TRUE, 1);
  HBaseSlice start = hbase_slice_of_bytes (copy->start), stop = hbase_slice_of_bytes (copy->stop);
  gboolean below = stop.data != NULL && hbase_slice_compare (key, stop) < 0;
  HBaseSlice top = below ? stop : key;

  /* A range that can't be stays one, to be told of. */
  if (start.data != NULL && hbase_slice_compare (start, top) < (below ? 0 : 1))
    return copy;
  hbase_scan_set_start (copy, top.data, top.length);
  copy->without_start = below; /* all of the range is above the key: nothing is left of it */
  return copy;
}

/* A filter may let a row through for an older version. */
HBaseScan *
hbase_scan_copy_key_only (HBaseScan *scan)
{
  HBaseScan *copy = hbase_scan_copy (scan);

  if (copy->selection.filter == NULL && copy->filter_bytes == NULL)
    copy->selection.max_versions = 0;
  copy->only_keys = TRUE;
  return copy;
}

GBytes *
hbase_scan_ref_prefix (HBaseScan *scan)
{
  return scan->prefix != NULL ? g_bytes_ref (scan->prefix) : NULL;
}
