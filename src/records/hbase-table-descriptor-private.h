/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-table-descriptor.h"
#include "hbase-wire-stubs-private.h"

/* Descriptors and the plain structs of the bridge to the generated code. */
HBaseWireTable *hbase_table_descriptor_to_wire (HBaseTableDescriptor *descriptor);
HBaseTableDescriptor *hbase_table_descriptor_from_wire (const HBaseWireTable *table);

/* INVALID_ARGUMENT if a table can't be created so. */
gboolean hbase_table_descriptor_check (HBaseTableDescriptor *descriptor, GError **error);
gboolean hbase_table_name_check (const char *name, GError **error);
gboolean hbase_family_name_check (const char *table, const char *family, GError **error);
/* Returns the keys in order; NULL, with INVALID_ARGUMENT, if a table can't be split at them. (element-type
 * GBytes) */
GPtrArray *hbase_splits_sort (GPtrArray *splits, const char *table, GError **error);
