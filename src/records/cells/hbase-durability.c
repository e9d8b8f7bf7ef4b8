/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-durability.h"

/* This file implements the enumeration of durabilities. */

G_DEFINE_ENUM_TYPE (HBaseDurability,
                    hbase_durability,
                    G_DEFINE_ENUM_VALUE (HBASE_DURABILITY_USE_DEFAULT, "use-default"),
                    G_DEFINE_ENUM_VALUE (HBASE_DURABILITY_SKIP_WAL, "skip-wal"),
                    G_DEFINE_ENUM_VALUE (HBASE_DURABILITY_ASYNC_WAL, "async-wal"),
                    G_DEFINE_ENUM_VALUE (HBASE_DURABILITY_SYNC_WAL, "sync-wal"),
                    G_DEFINE_ENUM_VALUE (HBASE_DURABILITY_FSYNC_WAL, "fsync-wal"))
