/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

/**
 * HBaseDurability:
 * @HBASE_DURABILITY_USE_DEFAULT: the durability of the table
 * @HBASE_DURABILITY_SKIP_WAL: not in the write-ahead log: the write is lost if the region server crashes
 * @HBASE_DURABILITY_ASYNC_WAL: written to the log asynchronously
 * @HBASE_DURABILITY_SYNC_WAL: in the log on all replicas before the call returns
 * @HBASE_DURABILITY_FSYNC_WAL: in the log on all replicas, and synchronized to disk
 *
 * How durable a write is before its call returns. The values are those of the IDL's TDurability.
 *
 * Since: 0.1
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

G_END_DECLS
