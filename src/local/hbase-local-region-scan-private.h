/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-filter-scan-private.h"
#include "hbase-local-query-private.h"

/* The part of a filtered scan that lies in one region: each region has a filter of its own, in its first
 * state.
 *
 * 1. When the filter says that no row more comes of a region the scan goes on in the next one; unless
 *    HBase's reply had no row yet: then all of the scan is over. A reply holds `caching` rows of one region
 *    (or 2 MB, which isn't counted here).
 */

typedef struct {
  HBaseLocalFilterScan filtering;
  gboolean is_open;
  gboolean reversed;
  GByteArray *boundary; /* as a key's part: forwards the first row behind the region, backwards its first row;
                         or empty */
  gint64 caching;       /* ≤ 0: no limit */
  gint64 n_in_reply;
  guint n_entered; /* regions */
} HBaseLocalRegionScan;

void hbase_local_region_scan_init (HBaseLocalRegionScan *region, gboolean reversed, gint64 caching);
void hbase_local_region_scan_clear (HBaseLocalRegionScan *region);

/* HBase's errors for what its filters can't do: decide on rows that come in pieces of `batch` cells, and go
 * backwards without reading all families. */
gboolean hbase_local_region_scan_check (const HBaseLocalRegionScan *region,
                                        const HBaseLocalQuery *query,
                                        gint64 batch,
                                        const HBaseLocalTable *table,
                                        GError **error);

/* The row, a key's part, is next: of this region or of another one, whose scan begins. The filter may be NULL. */
gboolean hbase_local_region_scan_enter (HBaseLocalRegionScan *region,
                                        HBaseLocalDb *db,
                                        const HBaseLocalTable *table,
                                        const HBaseFilterNode *filter,
                                        HBaseSlice row,
                                        GError **error);
/* Of a region that has ended: where to go on, for a seek. FALSE: the scan is over. */
gboolean hbase_local_region_scan_leave (HBaseLocalRegionScan *region, GByteArray *at);
/* Another row, or a piece of one, goes into the reply. */
void hbase_local_region_scan_count_result (HBaseLocalRegionScan *region);
/* No more go into the same reply. */
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
