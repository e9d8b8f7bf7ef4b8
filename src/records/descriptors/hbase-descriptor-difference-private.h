/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-table-descriptor.h"

/* Returns a line for each way in which the table that was found isn't as requested: families that are
 * missing, and settings, attributes, options and durability that are set in the request and have other
 * values. What only the found one has isn't a difference. (element-type utf8) */
GPtrArray *hbase_table_descriptor_list_differences (HBaseTableDescriptor *requested,
                                                    HBaseTableDescriptor *found);
