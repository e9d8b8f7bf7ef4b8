/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

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
 *
 * Since: 0.1
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

G_END_DECLS
