/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-records-private.h"
#include "hbase-target-private.h"

/* The calls for tables as a whole, one operation each, made as those of hbase-data-operations-private.h
 * are. */

/* Reads. Results, by hbase_operation_take(): HBaseTableDescriptor **, char *** (names, sorted by their
 * bytes), gboolean *, gboolean *, GPtrArray ** of HBaseRegion (in order; a table without any doesn't exist:
 * TABLE_NOT_FOUND), HBaseRegion **. */
HBaseOperation *hbase_describe_table_operation_new (HBaseTarget target);
HBaseOperation *hbase_list_tables_operation_new (HBaseTarget target);
HBaseOperation *hbase_table_exists_operation_new (HBaseTarget target);
HBaseOperation *hbase_is_table_enabled_operation_new (HBaseTarget target);
HBaseOperation *hbase_list_regions_operation_new (HBaseTarget target);
/* An empty row: the first region. */
HBaseOperation *hbase_find_region_operation_new (HBaseTarget target, HBaseSlice row);

/* Changes. If the response is lost, the operation reads whether the change was executed, and completes it. */
HBaseOperation *hbase_create_table_operation_new (HBaseTarget target,
                                                  HBaseTableDescriptor *descriptor,
                                                  GPtrArray *splits /* (element-type GBytes) (nullable) */);
HBaseOperation *hbase_enable_table_operation_new (HBaseTarget target);
HBaseOperation *hbase_disable_table_operation_new (HBaseTarget target);
HBaseOperation *hbase_drop_table_operation_new (HBaseTarget target);
