/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-comparator.h"

/* This file implements the enumeration of what filters compare. */

G_DEFINE_ENUM_TYPE (HBaseComparator,
                    hbase_comparator,
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARATOR_BINARY, "binary"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARATOR_BINARY_PREFIX, "binary-prefix"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARATOR_REGEX, "regex"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARATOR_REGEX_NO_CASE, "regex-no-case"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPARATOR_SUBSTRING, "substring"))
