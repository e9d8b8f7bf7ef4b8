/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-last-row-method.h"

/* This file implements the enumeration of ways to find a last row. */

G_DEFINE_ENUM_TYPE (HBaseLastRowMethod,
                    hbase_last_row_method,
                    G_DEFINE_ENUM_VALUE (HBASE_LAST_ROW_METHOD_AUTO, "auto"),
                    G_DEFINE_ENUM_VALUE (HBASE_LAST_ROW_METHOD_REVERSE, "reverse"),
                    G_DEFINE_ENUM_VALUE (HBASE_LAST_ROW_METHOD_BISECTION, "bisection"),
                    G_DEFINE_ENUM_VALUE (HBASE_LAST_ROW_METHOD_CONSTANT, "constant"))
