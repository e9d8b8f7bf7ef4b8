/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-fields-private.h"

/* Which keys a schema can produce, for who asks whether a region will ever have one.
 *
 * 1. What is found is never too little: where a field is as long as its value, only its first byte is known,
 * and anything is taken for possible behind it. What isn't reachable by this isn't reachable at all.
 * 2. A salt may stand before any value: keys are so many that each salt meets all of them. */

typedef struct _HBaseKeyReach HBaseKeyReach;

HBaseKeyReach *hbase_key_reach_new (HBaseKeySchema *schema);
void hbase_key_reach_free (HBaseKeyReach *reach);

/* Whether a key can lie in a region; an empty `stop` is the table's end. */
gboolean hbase_key_reach_has (const HBaseKeyReach *reach, HBaseSlice start, HBaseSlice stop);
/* Of keys whose first field has each of its values as often: which part, 0 … 1, is below `bound`. */
double hbase_key_reach_share_below (const HBaseKeyReach *reach, HBaseSlice bound);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseKeyReach, hbase_key_reach_free)
