/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-scan-private.h"

/* INVALID_ARGUMENT if it can't be sent, or can't be read in the scan's direction. */
gboolean hbase_scan_check_filter (HBaseScan *scan, GError **error);
/* Returns a copy with the limit and the filter that are sent for the caller's. `*remembers` becomes TRUE if
 * its filter depends on the rows before, so that the scan can't be resumed. NULL: INVALID_ARGUMENT. */
HBaseScan *hbase_scan_resolve (HBaseScan *scan, gboolean *remembers, GError **error);
/* Returns the name of the first filter that compares row keys; NULL: there is none. Of a filter in bytes,
 * which can't be read, it is "the filter in bytes". */
const char *hbase_scan_find_key_filter (HBaseScan *scan);
/* Returns whether the scan has a filter that may leave out many rows, one after the other. */
gboolean hbase_scan_may_pass_over_rows (HBaseScan *scan);
/* Returns the filter that is sent, NULL if none is. */
HBaseFilter *hbase_scan_get_sent_filter (HBaseScan *scan);
/* Gets the prefix that all rows have because of the filter. FALSE: the filter doesn't require one. */
gboolean hbase_scan_get_filter_prefix (HBaseScan *scan, HBaseSlice *prefix);
