/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

/**
 * HBaseComparator:
 * @HBASE_COMPARATOR_BINARY: the bytes, in the order of unsigned bytes
 * @HBASE_COMPARATOR_BINARY_PREFIX: as many of the cell's first bytes as the value has
 * @HBASE_COMPARATOR_REGEX: a regular expression of Java that matches a part of the cell; only for equal and
 *   not equal
 * @HBASE_COMPARATOR_REGEX_NO_CASE: the same, ignoring case
 * @HBASE_COMPARATOR_SUBSTRING: text that is contained in the cell, ignoring case; only for equal and not
 *   equal
 *
 * What a filter compares with its value.
 */
typedef enum {
  HBASE_COMPARATOR_BINARY,
  HBASE_COMPARATOR_BINARY_PREFIX,
  HBASE_COMPARATOR_REGEX,
  HBASE_COMPARATOR_REGEX_NO_CASE,
  HBASE_COMPARATOR_SUBSTRING,
} HBaseComparator;

#define HBASE_TYPE_COMPARATOR (hbase_comparator_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_comparator_get_type (void);

/**
 * HBaseCompareOperator:
 * @HBASE_COMPARE_OPERATOR_LESS: the cell's value is less than the given value
 * @HBASE_COMPARE_OPERATOR_LESS_OR_EQUAL: it is less, or the same
 * @HBASE_COMPARE_OPERATOR_EQUAL: it is the same
 * @HBASE_COMPARE_OPERATOR_NOT_EQUAL: it isn't the same
 * @HBASE_COMPARE_OPERATOR_GREATER_OR_EQUAL: it is greater, or the same
 * @HBASE_COMPARE_OPERATOR_GREATER: it is greater
 *
 * How the value of a cell is compared with a given value. The cell's value is the left operand: with
 * %HBASE_COMPARE_OPERATOR_LESS and the value `5`, cells with `4` match. Values are compared as unsigned
 * bytes; a value that begins with another value is greater than that value.
 */
typedef enum {
  HBASE_COMPARE_OPERATOR_LESS = 0,
  HBASE_COMPARE_OPERATOR_LESS_OR_EQUAL = 1,
  HBASE_COMPARE_OPERATOR_EQUAL = 2,
  HBASE_COMPARE_OPERATOR_NOT_EQUAL = 3,
  HBASE_COMPARE_OPERATOR_GREATER_OR_EQUAL = 4,
  HBASE_COMPARE_OPERATOR_GREATER = 5,
} HBaseCompareOperator;

#define HBASE_TYPE_COMPARE_OPERATOR (hbase_compare_operator_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_compare_operator_get_type (void);

/**
 * HBaseConsistency:
 * @HBASE_CONSISTENCY_STRONG: all acknowledged writes are read
 * @HBASE_CONSISTENCY_TIMELINE: a replica may be read, whose data may be older
 *
 * Which copies of a region may be read. The values are those of the IDL's TConsistency.
 */
typedef enum {
  HBASE_CONSISTENCY_STRONG = 1,
  HBASE_CONSISTENCY_TIMELINE = 2,
} HBaseConsistency;

#define HBASE_TYPE_CONSISTENCY (hbase_consistency_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_consistency_get_type (void);

/**
 * HBaseDurability:
 * @HBASE_DURABILITY_USE_DEFAULT: the durability of the table
 * @HBASE_DURABILITY_SKIP_WAL: not in the write-ahead log: the write is lost if the region server crashes
 * @HBASE_DURABILITY_ASYNC_WAL: written to the log asynchronously
 * @HBASE_DURABILITY_SYNC_WAL: in the log on all replicas before the call returns
 * @HBASE_DURABILITY_FSYNC_WAL: in the log on all replicas, and synchronized to disk
 *
 * How durable a write is before its call returns. The values are those of the IDL's TDurability.
 */
typedef enum {
  HBASE_DURABILITY_USE_DEFAULT = 0,
  HBASE_DURABILITY_SKIP_WAL = 1,
  HBASE_DURABILITY_ASYNC_WAL = 2,
  HBASE_DURABILITY_SYNC_WAL = 3,
  HBASE_DURABILITY_FSYNC_WAL = 4,
} HBaseDurability;

#define HBASE_TYPE_DURABILITY (hbase_durability_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_durability_get_type (void);

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
