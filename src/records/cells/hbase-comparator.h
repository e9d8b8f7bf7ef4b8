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
 *
 * Since: 0.1
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

G_END_DECLS
