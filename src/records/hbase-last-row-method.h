/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

/**
 * HBaseLastRowMethod:
 * @HBASE_LAST_ROW_METHOD_AUTO: what costs least: the constant key where one is known, and where its row isn't
 *   there, or isn't of the scan, the reversed scan; bisection where that one is refused
 * @HBASE_LAST_ROW_METHOD_REVERSE: one call: a reversed scan of one row
 * @HBASE_LAST_ROW_METHOD_BISECTION: many small calls, none of which is reversed
 * @HBASE_LAST_ROW_METHOD_CONSTANT: one call: the row with the key that was the first one of a table that
 * grows downwards; no row where it isn't there any more
 *
 * How the last row of a table is found.
 *
 * HBase refuses reversed scans with a filter that lets it load column families on demand, as
 * `SingleColumnValueFilter` does that leaves rows without its column out; old gateways may refuse all.
 *
 * Bisection asks which row is the first one from a key on, halving what the last row's bytes can be: for keys
 * of *n* bytes at most 8·*n* + 2 calls where all keys have that length, 9·*n* + 1 else, and one for an empty
 * table. Replies to all calls but the last few hold one key each. Rows that are deleted meanwhile may cost
 * more.
 *
 * The constant key is known where the table's key schema ends in a field of the type `downward`, and nothing
 * is before it in the key, or else just that is the scan's prefix. It is the highest key of the schema, which
 * is what prependers begin with unless another start is set: no row of the schema comes after it.
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
