/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema-private.h"

/* HBasePlanKeyCoverage describes the keys that a schema can produce, to find regions that never contain a
 * key. 1. The set is never too small: of a field of variable length, only the first byte is examined, and
 *    anything may follow. A region that is reported as unreachable contains no key.
 * 2. Each salt may occur with each value. */

typedef struct _HBasePlanKeyCoverage HBasePlanKeyCoverage;

HBasePlanKeyCoverage *hbase_plan_key_coverage_new (HBaseKeySchema *schema);
void hbase_plan_key_coverage_free (HBasePlanKeyCoverage *coverage);

/* Whether a key can lie in a region; if `stop` is empty, the region ends with the table. */
gboolean
hbase_plan_key_coverage_has (const HBasePlanKeyCoverage *coverage, HBaseSlice start, HBaseSlice stop);
/* The share, 0 … 1, of the keys that is below `bound`, if all values of the first field are equally
 * frequent. */
double hbase_plan_key_coverage_share_below (const HBasePlanKeyCoverage *coverage, HBaseSlice bound);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePlanKeyCoverage, hbase_plan_key_coverage_free)
