/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-table-state.h"

/* This file implements the enumerations of the states of tables and of their changes. */

G_DEFINE_ENUM_TYPE (HBaseTableState,
                    hbase_table_state,
                    G_DEFINE_ENUM_VALUE (HBASE_TABLE_STATE_MISSING, "missing"),
                    G_DEFINE_ENUM_VALUE (HBASE_TABLE_STATE_DISABLED, "disabled"),
                    G_DEFINE_ENUM_VALUE (HBASE_TABLE_STATE_CHANGING, "changing"),
                    G_DEFINE_ENUM_VALUE (HBASE_TABLE_STATE_ENABLED, "enabled"),
                    G_DEFINE_ENUM_VALUE (HBASE_TABLE_STATE_AVAILABLE, "available"))

G_DEFINE_FLAGS_TYPE (HBaseDeleteTableFlags,
                     hbase_delete_table_flags,
                     G_DEFINE_ENUM_VALUE (HBASE_DELETE_TABLE_NONE, "none"),
                     G_DEFINE_ENUM_VALUE (HBASE_DELETE_TABLE_DISABLE, "disable"))

G_DEFINE_FLAGS_TYPE (HBaseTruncateTableFlags,
                     hbase_truncate_table_flags,
                     G_DEFINE_ENUM_VALUE (HBASE_TRUNCATE_TABLE_NONE, "none"),
                     G_DEFINE_ENUM_VALUE (HBASE_TRUNCATE_TABLE_DISABLE, "disable"),
                     G_DEFINE_ENUM_VALUE (HBASE_TRUNCATE_TABLE_PRESERVE_SPLITS, "preserve-splits"))
