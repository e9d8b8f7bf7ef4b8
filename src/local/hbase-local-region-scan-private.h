/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-filter-scan-private.h"
#include "hbase-local-query-private.h"

/* The part of a filtered scan that lies in one region. Each region has a filter of its own, in its initial
 * state.
 *
 * 1. When the filter ends the region, the scan continues in the next one, unless HBase's reply would be
 *    empty so far: then the whole scan ends. A reply of HBase holds `caching` rows of one region (or 2 MB,
 *    which isn't counted here). */

typedef struct {
  HBaseLocalFilterScan filtering;
  gboolean is_open;
  gboolean reversed;
  GByteArray *
      boundary; /* a key component: the first row after the region, or backwards its first row; empty: none */
  gint64 caching; /* ≤ 0: no limit */
  gint64 n_in_reply;
  guint n_entered; /* regions */
} HBaseLocalRegionScan;

void hbase_local_region_scan_init (HBaseLocalRegionScan *region, gboolean reversed, gint64 caching);
void hbase_local_region_scan_clear (HBaseLocalRegionScan *region);

/* Fails with HBase's errors for what its filters can't do: decide on rows that are returned in results of
 * `batch` cells, and scan backwards without reading all families. */
gboolean hbase_local_region_scan_check (const HBaseLocalRegionScan *region,
                                        const HBaseLocalQuery *query,
                                        gint64 batch,
                                        const HBaseLocalTable *table,
                                        GError **error);

/* Enters the region of the next row, a key component, unless the scan is in it already. `filter` may be
 * NULL. */
gboolean hbase_local_region_scan_enter (HBaseLocalRegionScan *region,
                                        HBaseLocalDb *db,
                                        const HBaseLocalTable *table,
                                        const HBaseFilterNode *filter,
                                        HBaseSlice row,
                                        GError **error);
/* Leaves a region that has ended. Sets `*at` to the key to seek; FALSE: the scan has ended. */
gboolean hbase_local_region_scan_leave (HBaseLocalRegionScan *region, GByteArray *at);
/* Counts a result that was added to the reply. */
void hbase_local_region_scan_count_result (HBaseLocalRegionScan *region);
/* Returns whether HBase's reply would be full. */
static inline gboolean
hbase_local_region_scan_reply_is_full (const HBaseLocalRegionScan *region)
{
  return region->caching > 0 && region->n_in_reply >= region->caching;
}

static inline gboolean
hbase_local_region_scan_has_ended (const HBaseLocalRegionScan *region)
{
  return region->is_open && region->filtering.ended;
}
