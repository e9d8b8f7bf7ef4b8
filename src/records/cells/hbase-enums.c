/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the enumerations that belong to no single record. */

#include "config.h"

#include "hbase-enums.h"

G_DEFINE_ENUM_TYPE (HBaseComparator,
                    hbase_comparator,
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARATOR_BINARY, "binary"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARATOR_BINARY_PREFIX, "binary-prefix"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARATOR_REGEX, "regex"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARATOR_REGEX_NO_CASE, "regex-no-case"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARATOR_SUBSTRING, "substring"))

G_DEFINE_ENUM_TYPE (HBaseCompareOperator,
                    hbase_compare_operator,
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARE_OPERATOR_LESS, "less"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARE_OPERATOR_LESS_OR_EQUAL, "less-or-equal"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARE_OPERATOR_EQUAL, "equal"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARE_OPERATOR_NOT_EQUAL, "not-equal"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARE_OPERATOR_GREATER_OR_EQUAL, "greater-or-equal"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARE_OPERATOR_GREATER, "greater"))

G_DEFINE_ENUM_TYPE (HBaseConsistency,
                    hbase_consistency,
                    G_DEFINE_ENUM_VALUE (HBASE_CONSISTENCY_STRONG, "strong"),
                    G_DEFINE_ENUM_VALUE (HBASE_CONSISTENCY_TIMELINE, "timeline"))

G_DEFINE_ENUM_TYPE (HBaseDurability,
                    hbase_durability,
                    G_DEFINE_ENUM_VALUE (HBASE_DURABILITY_USE_DEFAULT, "use-default"),
                    G_DEFINE_ENUM_VALUE (HBASE_DURABILITY_SKIP_WAL, "skip-wal"),
                    G_DEFINE_ENUM_VALUE (HBASE_DURABILITY_ASYNC_WAL, "async-wal"),
                    G_DEFINE_ENUM_VALUE (HBASE_DURABILITY_SYNC_WAL, "sync-wal"),
                    G_DEFINE_ENUM_VALUE (HBASE_DURABILITY_FSYNC_WAL, "fsync-wal"))

G_DEFINE_ENUM_TYPE (HBaseLastRowMethod,
                    hbase_last_row_method,
                    G_DEFINE_ENUM_VALUE (HBASE_LAST_ROW_METHOD_AUTO, "auto"),
                    G_DEFINE_ENUM_VALUE (HBASE_LAST_ROW_METHOD_REVERSE, "reverse"),
                    G_DEFINE_ENUM_VALUE (HBASE_LAST_ROW_METHOD_BISECTION, "bisection"),
                    G_DEFINE_ENUM_VALUE (HBASE_LAST_ROW_METHOD_CONSTANT, "constant"))
