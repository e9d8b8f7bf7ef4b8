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

HBaseScan *
hbase_scan_key_only (HBaseScan *scan)
{
  HBaseScan *keys = hbase_scan_copy (scan);
  g_autofree char *filter = NULL;

  /* What a filter looks at must be there: of such a row all columns come, but without their values. */
  if (scan->selection.filter != NULL)
    filter = g_strdup_printf ("(%s) AND KeyOnlyFilter()", scan->selection.filter);
  else if (scan->guard_family != NULL)
    filter = g_strdup ("KeyOnlyFilter()");
  else
    filter = g_strdup ("FirstKeyOnlyFilter() AND KeyOnlyFilter()");
  hbase_scan_set_filter (keys, filter);
  return keys;
}
