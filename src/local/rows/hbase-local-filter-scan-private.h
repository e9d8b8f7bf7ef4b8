/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-filter-private.h"

/* A filter during the scan of one region, or during a get.
 *
 * 1. Once the filter reports that nothing more passes it (hbase_local_filter_all_remaining()), each family
 *    about which it is asked from then on is closed, in this row and in all later rows, even if the filter
 *    reports otherwise in the next row. HBase does the same: the scan of that family's store ends there.
 * 2. `ended`: the region returns no more rows. */

typedef struct {
  HBaseLocalFilter *filter;
  gboolean reversed;
  gboolean ended;
  HBaseLocalFilterLimits limits;
  GByteArray *closed; /* indexed by the family's position in the table: 1 if it is closed */
} HBaseLocalFilterScan;

/* The struct must not be moved afterwards: the filter points into it. Fails if the filter can't be made. */
gboolean hbase_local_filter_scan_init (HBaseLocalFilterScan *filtering,
                                       const HBaseFilterNode *node,
                                       gboolean reversed,
                                       GError **error);
/* The struct may be zero. */
void hbase_local_filter_scan_clear (HBaseLocalFilterScan *filtering);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseLocalFilterScan, hbase_local_filter_scan_clear)

gboolean hbase_local_filter_scan_is_family_closed (const HBaseLocalFilterScan *filtering, guint family);
/* Closes the family if nothing more passes the filter. Returns whether it did. */
gboolean hbase_local_filter_scan_close_family_if_done (HBaseLocalFilterScan *filtering, guint family);
/* Returns whether the row is left out, after all cells that the filter needs for its decision were seen. */
gboolean hbase_local_filter_scan_rejects_row (HBaseLocalFilterScan *filtering, HBaseLocalRow *row);
/* Prepares the filter for the next row, and detects the end of the region. */
void hbase_local_filter_scan_end_row (HBaseLocalFilterScan *filtering);
