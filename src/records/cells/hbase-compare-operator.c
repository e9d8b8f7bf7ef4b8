/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-compare-operator.h"

/* This file implements the enumeration of compare operators. */

G_DEFINE_ENUM_TYPE (HBaseCompareOperator,
                    hbase_compare_operator,
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARE_OPERATOR_LESS, "less"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARE_OPERATOR_LESS_OR_EQUAL, "less-or-equal"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARE_OPERATOR_EQUAL, "equal"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARE_OPERATOR_NOT_EQUAL, "not-equal"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARE_OPERATOR_GREATER_OR_EQUAL, "greater-or-equal"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARE_OPERATOR_GREATER, "greater"))
