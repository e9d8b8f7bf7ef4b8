/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

/**
 * HBaseLastRowMethod:
 * @HBASE_LAST_ROW_METHOD_AUTO: the cheapest method: the constant key if it is known; if it isn't, or if the
 *   scan has no row with this key, a reversed scan; bisection if HBase refuses that
 * @HBASE_LAST_ROW_METHOD_REVERSE: a reversed scan of one row, in one call
 * @HBASE_LAST_ROW_METHOD_BISECTION: a binary search by many small calls, without a reversed scan
 * @HBASE_LAST_ROW_METHOD_CONSTANT: a read of the constant key, in one call: the key of the first row that was
 *   written to a table whose keys decrease; no row if that row doesn't exist any more
 *
 * How the last row of a table is found.
 *
 * HBase refuses reversed scans with a filter for which it loads column families on demand, such as a
 * `SingleColumnValueFilter` that leaves out rows without its column. Old gateways may refuse all reversed
 * scans.
 *
 * Bisection reads the first row from a key on, and each call halves the range in which the last row's key can
 * be. For keys of *n* bytes it takes at most 8·*n* + 2 calls if all keys have that length, otherwise at most
 * 9·*n* + 1, and one call for an empty table. The responses to all calls but the last few have one key each.
 * If rows are deleted meanwhile, it may take more calls.
 *
 * The constant key is known if the table's key schema has no salts, its last field has the type `downward`,
 * and the scan's prefix is exactly the fields before this field, or not set if there are none. It is the
 * highest key of the schema with this prefix, and the key that prependers begin with unless another start is
 * set: no row of the schema comes after it.
 *
 * Since: 0.1
 */
typedef enum {
  HBASE_LAST_ROW_METHOD_AUTO = 0,
  HBASE_LAST_ROW_METHOD_REVERSE = 1,
  HBASE_LAST_ROW_METHOD_BISECTION = 2,
  HBASE_LAST_ROW_METHOD_CONSTANT = 3,
} HBaseLastRowMethod;

#define HBASE_TYPE_LAST_ROW_METHOD (hbase_last_row_method_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_last_row_method_get_type (void);

G_END_DECLS
