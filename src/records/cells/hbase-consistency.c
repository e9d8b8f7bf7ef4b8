/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-consistency.h"

/* This file implements the enumeration of consistencies. */

G_DEFINE_ENUM_TYPE (HBaseConsistency,
                    hbase_consistency,
                    G_DEFINE_ENUM_VALUE (HBASE_CONSISTENCY_STRONG, "strong"),
                    G_DEFINE_ENUM_VALUE (HBASE_CONSISTENCY_TIMELINE, "timeline"))
