/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-records-private.h"
#include "hbase-scan-private.h"

/* Scans made of a scan, for who reads it by pages. */

HBaseScan *
hbase_scan_turn (HBaseScan *scan)
{
  HBaseScan *turned = hbase_scan_copy (scan);
  GBytes *start = turned->start;

  turned->reversed = !scan->reversed;
  turned->start = turned->stop;
  turned->stop = start;
  turned->without_start = !scan->with_stop;
  turned->with_stop = !scan->without_start;
  return turned;
}

HBaseScan *
hbase_scan_narrow (HBaseScan *scan, HBaseSlice first, HBaseSlice last)
{
  HBaseScan *narrow = hbase_scan_copy (scan);

  hbase_scan_set_start (narrow, first.data, first.length);
  hbase_scan_set_stop (narrow, last.data, last.length);
  hbase_scan_set_start_inclusive (narrow, TRUE);
  hbase_scan_set_stop_inclusive (narrow, TRUE);
  return narrow;
}
