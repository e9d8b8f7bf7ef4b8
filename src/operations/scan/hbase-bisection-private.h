/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-records-private.h"

/* The bisection of a range: from which keys to read until its last row is known, if only the first row from a
 * key on can be read. It is pure: it sends nothing.
 *
 *  1. `low` is the last row that was seen, or NULL; no row was seen at or after `high` (NULL: the table's
 *     end).
 *  2. Each response reduces the distance between the two, and `high` stays above `low`: rows that others
 *     insert at or after `high` aren't seen; rows inserted before it may be.
 *  3. A chosen key halves the values that the first byte at which rows can still differ from `low` may have:
 *     8 keys a byte. No such key tells whether rows follow that begin with the whole of `low`: this takes a
 *     read of `low` and one row more, which also brings the last row's cells. So keys of one length L take at
 *     most 8·L + 2 calls, any other keys 9·L + 1.
 */

typedef struct {
  GByteArray *from; /* where the range begins; empty: at the table's first row */
  GByteArray *low;  /* NULL: none */
  GByteArray *high; /* NULL: none */
} HBaseBisection;

/* Initializes from the bounds of a scan in table order. Returns FALSE if no key is in them. */
gboolean hbase_bisection_init (HBaseBisection *bisection, const HBaseScanBounds *bounds);
void hbase_bisection_clear (HBaseBisection *bisection);
/* Chooses the key from which to read next. Returns FALSE if `low`, and one row more, are to be read. */
gboolean hbase_bisection_choose (const HBaseBisection *bisection, GByteArray *key);
/* Adds a response. `key`: the key from which was read; `row`: the first row from it on; data NULL: none below
 * `high`. Returns FALSE if the row can't be the response. */
gboolean hbase_bisection_add_response (HBaseBisection *bisection, HBaseSlice key, HBaseSlice row);
/* Starts again below `low`, as neither it nor any row after it exists any more. Returns FALSE if the range is
 * empty then. */
gboolean hbase_bisection_restart (HBaseBisection *bisection);
