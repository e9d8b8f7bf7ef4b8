/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-filter-private.h"

/* A filter at work, on one region of a scan or on a get's row.
 *
 * 1. Once the filter says that all that remains is out, the families that it is asked about from then on are
 *    closed, in this row and in all later ones: even where the filter thinks otherwise in the next row. So
 *    it is in HBase, where the scan of one family's store ends there.
 * 2. `ended`: no row more comes of the region.
 */

typedef struct {
  HBaseLocalFilter *filter;
  gboolean reversed;
  gboolean ended;
  HBaseLocalFilterLimits limits;
  GByteArray *closed; /* by the family's place in the table: 1, if it is */
} HBaseLocalFilterScan;

/* The struct isn't to be moved then: the filter points into it. FALSE: HBase has no such filter. */
gboolean hbase_local_filter_scan_init (HBaseLocalFilterScan *filtering,
                                       const HBaseFilterNode *node,
                                       gboolean reversed,
                                       GError **error);
/* Also of one that is zero. */
void hbase_local_filter_scan_clear (HBaseLocalFilterScan *filtering);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseLocalFilterScan, hbase_local_filter_scan_clear)

gboolean hbase_local_filter_scan_is_family_closed (const HBaseLocalFilterScan *filtering, guint family);
/* Closes the family if all that remains is out; TRUE then. */
gboolean hbase_local_filter_scan_close_family_if_done (HBaseLocalFilterScan *filtering, guint family);
/* All cells of a row were seen that the filter needs for it: is the row out? */
gboolean hbase_local_filter_scan_rejects_row (HBaseLocalFilterScan *filtering, HBaseLocalRow *row);
/* The filter is ready for another row; and perhaps the region has ended. */
void hbase_local_filter_scan_end_row (HBaseLocalFilterScan *filtering);
