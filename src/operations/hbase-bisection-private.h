/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-records-private.h"

/* Which keys to ask for until the last row of a range is known, where all that can be asked is which row is
 * the first one from a key on. Pure: it asks nobody.
 *
 *  1. `low` is a row that was seen, or none was yet; from `high` on (NULL: there is no end) none was seen.
 *  2. Both come nearer with each answer, and `high` stays above `low`: what others insert behind it meanwhile
 *     isn't seen, what they insert below it may be.
 *  3. A key that is chosen halves what the first open byte behind `low`'s known beginning can be: 8 keys a
 *     byte. Whether rows follow that begin with the whole of `low` no key can tell that was chosen so: that
 * is asked by `low` itself, one row more, and brings the last row with its cells. So keys of one length L
 *     take at most 8·L + 2 calls, any others 9·L + 1.
 */

typedef struct {
  GByteArray *from; /* the range begins here; empty: at the table's first row */
  GByteArray *low;  /* NULL: none */
  GByteArray *high; /* NULL: none */
} HBaseBisection;

/* Of the bounds of a scan in table order. FALSE: there is no row in them. */
gboolean hbase_bisection_init (HBaseBisection *bisection, const HBaseScanBounds *bounds);
void hbase_bisection_clear (HBaseBisection *bisection);
/* The key to ask from next. FALSE: `low` is to be read, and one row more. */
gboolean hbase_bisection_choose (const HBaseBisection *bisection, GByteArray *key);
/* The first row from the key on that was asked for last; data NULL: there is none below `high`. FALSE: it
 * can't be the answer. */
gboolean hbase_bisection_answer (HBaseBisection *bisection, HBaseSlice key, HBaseSlice row);
/* `low` isn't there any more, nor any row behind it. FALSE: nothing is left of the range. */
gboolean hbase_bisection_restart (HBaseBisection *bisection);
