/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-records-private.h"
#include "hbase-target-private.h"

/* The calls about tables as a whole, one one-shot operation each, made as those of
 * hbase-data-operations-private.h are. */

/* Those that ask. */
HBaseOperation *hbase_describe_table_operation_new (HBaseTarget target, GError **error);
HBaseOperation *hbase_list_tables_operation_new (HBaseTarget target, GError **error);
HBaseOperation *hbase_table_exists_operation_new (HBaseTarget target, GError **error);
HBaseOperation *hbase_is_table_enabled_operation_new (HBaseTarget target, GError **error);
HBaseOperation *hbase_list_regions_operation_new (HBaseTarget target, GError **error);
/* Of an empty row: the first region. */
HBaseOperation *hbase_find_region_operation_new (HBaseTarget target, HBaseSlice row, GError **error);
GBytes *hbase_list_regions_arguments (HBaseTarget target);

/* Those that change something: what became of a call whose answer was lost is looked up, and it is
 * finished. */
HBaseOperation *hbase_create_table_operation_new (HBaseTarget target,
                                                  HBaseTableDescriptor *descriptor,
                                                  GPtrArray *splits /* (element-type GBytes) (nullable) */,
                                                  GError **error);
HBaseOperation *hbase_enable_table_operation_new (HBaseTarget target, GError **error);
HBaseOperation *hbase_disable_table_operation_new (HBaseTarget target, GError **error);
HBaseOperation *hbase_drop_table_operation_new (HBaseTarget target, GError **error);

/* Of those that describe and list, once they are done, once. */
HBaseTableDescriptor *hbase_admin_operation_take_descriptor (HBaseOperation *operation, GError **error);
/* In order; a table that isn't there has none: TABLE_NOT_FOUND. (element-type HBaseRegion) */
GPtrArray *hbase_admin_operation_take_regions (HBaseOperation *operation, GError **error);
HBaseRegion *hbase_admin_operation_take_region (HBaseOperation *operation);
/* Sorted by their bytes. */
char **hbase_admin_operation_take_names (HBaseOperation *operation, GError **error);
