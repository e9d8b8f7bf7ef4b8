/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-namespace-descriptor-private.h"
#include "hbase-table-descriptor-private.h"
#include "hbase-wire-tables.h"

/* Arguments of the calls that carry no cells, as structs of the generated code. Descriptors and names must
 * have been checked. NULL, with UNSUPPORTED, if the generated code can't be loaded. */

/* Has the generated code encode the arguments, which this takes; NULL if they are NULL. */
GBytes *hbase_arguments_encode (GObject *arguments, HBaseWireProtocol protocol);

/* Of a call without arguments. */
GObject *hbase_arguments_of_nothing (HBaseWireMethodId method, GError **error);

/* Of a call whose only argument is a table's name: getTableDescriptor, deleteTable, … */
GObject *hbase_arguments_of_table_name (HBaseWireMethodId method, const char *table, GError **error);
/* Of getTableDescriptors without names: of all tables but those of the system. */
GObject *hbase_arguments_of_all_tables (GError **error);
/* Of getTableNamesByPattern and getTableDescriptorsByPattern. `pattern` NULL: all tables. */
GObject *hbase_arguments_of_pattern (HBaseWireMethodId method,
                                     const char *pattern,
                                     gboolean system_tables,
                                     GError **error);
/* Of createTable; `splits` NULL: of modifyTable. (element-type GBytes) */
GObject *hbase_arguments_of_descriptor (HBaseTableDescriptor *table, const GPtrArray *splits, GError **error);
GObject *hbase_arguments_of_truncation (const char *table, gboolean preserve_splits, GError **error);
/* Of isTableAvailableWithSplit. */
GObject *hbase_arguments_of_availability (const char *table, const GPtrArray *splits, GError **error);

/* Of addColumnFamily and modifyColumnFamily. */
GObject *hbase_arguments_of_family (HBaseWireMethodId method,
                                    const char *table,
                                    HBaseFamilyDescriptor *family,
                                    GError **error);
/* Of deleteColumnFamily. */
GObject *hbase_arguments_of_family_name (const char *table, const char *family, GError **error);

/* Of the calls whose only argument is the name of a namespace. */
GObject *hbase_arguments_of_namespace_name (HBaseWireMethodId method, const char *name, GError **error);
/* Of createNamespace and modifyNamespace. */
GObject *
hbase_arguments_of_namespace (HBaseWireMethodId method, HBaseNamespaceDescriptor *descriptor, GError **error);

/* Of getAllRegionLocations. */
GObject *hbase_arguments_of_regions (const char *table, GError **error);
/* Of getRegionLocation. */
GObject *hbase_arguments_of_region (const char *table, HBaseSlice row, GError **error);

/* Of clearSlowLogResponses; with a query (`a{sv}`, keys as in TLogQueryFilter), of getSlowLogResponses.
 * Servers are named `host,port,startcode`. NULL with INVALID_ARGUMENT if a name or the query isn't
 * valid. */
GObject *hbase_arguments_of_servers (const char *const *servers, GVariant *query, GError **error);
