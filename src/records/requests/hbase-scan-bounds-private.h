/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-scan-private.h"

/* The range of a scan. Operations write scans with bounds of their own (resumption, pages, lanes). The
 * start is the lower bound, or, of a reversed scan, the higher one. */
typedef struct {
  HBaseSlice start;    /* data NULL: none */
  HBaseSlice stop;     /* data NULL: none */
  gboolean skip_start; /* the start row itself isn't in the range */
  gboolean with_stop;  /* the stop row itself is in the range */
  guint limit;         /* rows; 0: none */
  guint caching;       /* rows; 0: not sent */
} HBaseScanBounds;

/* Computes the range from start, stop, prefix and PrefixFilter; the slices belong to the scan, and are valid
 * until the next call. FALSE: no row can be in the range. A reversed scan with a prefix begins at the least
 * row after all that have the prefix, because no greatest one of these exists. */
gboolean hbase_scan_get_bounds (HBaseScan *scan, HBaseScanBounds *bounds);
/* Whether any row can be in the range. */
gboolean hbase_scan_bounds_have_room (const HBaseScanBounds *bounds, gboolean reversed);
gboolean hbase_scan_bounds_contain (const HBaseScanBounds *bounds, gboolean reversed, HBaseSlice key);
/* Returns a key below this one, with as few keys as possible between them; NULL: none exists. For `a\x00`
 * it is `a`, which is the next key below. */
GBytes *hbase_scan_key_below (HBaseSlice key);
/* Converts the range for a TScan, whose start is always included and whose stop never is; `kept` owns the
 * bytes. The caller must leave out a start row that isn't included if the scan is reversed, because there
 * is no next key below it, and rows between the stop and the key that is sent for it. FALSE: no row can be
 * in the range. */
gboolean hbase_scan_bounds_to_wire (const HBaseScanBounds *bounds,
                                    gboolean reversed,
                                    HBaseScanBounds *sent,
                                    GBytes *kept[2]);
