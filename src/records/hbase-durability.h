/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

/**
 * HBaseDurability:
 * @HBASE_DURABILITY_USE_DEFAULT: what the table says
 * @HBASE_DURABILITY_SKIP_WAL: not in the write-ahead log: lost with the region server
 * @HBASE_DURABILITY_ASYNC_WAL: in the log a little later
 * @HBASE_DURABILITY_SYNC_WAL: in the log of all its replicas before the call is answered
 * @HBASE_DURABILITY_FSYNC_WAL: and on their disks
 *
 * How safe a write is when its call is answered. Numbers are the IDL's TDurability.
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
