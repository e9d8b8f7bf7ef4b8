/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-records-private.h"
#include "hbase-scan-private.h"

/* Scans made of a scan, for who reads it the other way, or a part of it. */

HBaseScan *
hbase_scan_reverse (HBaseScan *scan)
{
  HBaseScan *turned = hbase_scan_copy (scan);
  GBytes *start = turned->start;

  turned->reversed = !scan->reversed;
  turned->turned = !scan->turned;
  turned->start = turned->stop;
  turned->stop = start;
  turned->without_start = !scan->with_stop;
  turned->with_stop = !scan->without_start;
  return turned;
}

/* An empty bound would be none. The least unsalted key may be empty: right behind it a zero byte is. */
static void
set_upper_end (HBaseScan *scan, HBaseSlice key)
{
  gboolean empty = key.length == 0;
  HBaseSlice end = empty ? HBASE_SLICE_LITERAL ("\0") : key;

  (scan->reversed ? hbase_scan_set_start : hbase_scan_set_stop) (scan, end.data, end.length);
  (scan->reversed ? hbase_scan_set_start_inclusive : hbase_scan_set_stop_inclusive) (scan, !empty);
}

static void
set_lower_end (HBaseScan *scan, HBaseSlice key)
{
  (scan->reversed ? hbase_scan_set_stop : hbase_scan_set_start) (scan, key.data, key.length);
  (scan->reversed ? hbase_scan_set_stop_inclusive : hbase_scan_set_start_inclusive) (scan, TRUE);
}

HBaseScan *
hbase_scan_narrow (HBaseScan *scan, HBaseSlice first, HBaseSlice last)
{
  HBaseScan *narrow = hbase_scan_copy (scan);

  set_lower_end (narrow, scan->reversed ? last : first);
  set_upper_end (narrow, scan->reversed ? first : last);
  return narrow;
}
