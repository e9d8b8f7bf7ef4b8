/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"
#include "hbase-region.h"

/* Returns the regions of a response to getAllRegionLocations in the order of their start keys, without
 * replicas and split regions. (element-type HBaseRegion) */
GPtrArray *hbase_regions_read (const HBaseBlock *block);
/* Returns the region of a response to getRegionLocation. */
HBaseRegion *hbase_region_read (const HBaseBlock *block);
