/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

/**
 * HBaseConsistency:
 * @HBASE_CONSISTENCY_STRONG: all acknowledged writes are read
 * @HBASE_CONSISTENCY_TIMELINE: a replica may be read, whose data may be older
 *
 * Which copies of a region may be read. The values are those of the IDL's TConsistency.
 *
 * Since: 0.1
 */
typedef enum {
  HBASE_CONSISTENCY_STRONG = 1,
  HBASE_CONSISTENCY_TIMELINE = 2,
} HBaseConsistency;

#define HBASE_TYPE_CONSISTENCY (hbase_consistency_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_consistency_get_type (void);

G_END_DECLS
