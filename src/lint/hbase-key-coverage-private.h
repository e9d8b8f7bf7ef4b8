/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-fields-private.h"

/* Which keys a schema can produce, for who asks whether a region will ever have one.
 *
 * 1. What is found is never too little: where a field is as long as its value, only its first byte is known,
 * and anything is taken for possible behind it. What isn't reachable by this isn't reachable at all.
 * 2. A salt may stand before any value: keys are so many that each salt meets all of them. */

typedef struct _HBaseKeyCoverage HBaseKeyCoverage;

HBaseKeyCoverage *hbase_key_coverage_new (HBaseKeySchema *schema);
void hbase_key_coverage_free (HBaseKeyCoverage *coverage);

/* Whether a key can lie in a region; an empty `stop` is the table's end. */
gboolean hbase_key_coverage_has (const HBaseKeyCoverage *coverage, HBaseSlice start, HBaseSlice stop);
/* Of keys whose first field has each of its values as often: which part, 0 … 1, is below `bound`. */
double hbase_key_coverage_share_below (const HBaseKeyCoverage *coverage, HBaseSlice bound);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseKeyCoverage, hbase_key_coverage_free)
