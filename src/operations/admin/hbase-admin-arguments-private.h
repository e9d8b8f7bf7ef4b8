/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-namespace-descriptor-private.h"
#include "hbase-table-descriptor-private.h"

/* Encode the arguments of administrative calls that have more than a table's name. Descriptors and names must
 * have been checked. */

/* Of calls without arguments. */
GBytes *hbase_arguments_of_nothing (HBaseWireProtocol protocol);

/* `splits` (element-type GBytes) */
GBytes *hbase_arguments_of_create_table (HBaseWireProtocol protocol,
                                         HBaseTableDescriptor *table,
                                         const GPtrArray *splits);
GBytes *hbase_arguments_of_modify_table (HBaseWireProtocol protocol, HBaseTableDescriptor *table);
GBytes *
hbase_arguments_of_truncate_table (HBaseWireProtocol protocol, const char *table, gboolean preserve_splits);
/* Of isTableAvailableWithSplit. */
GBytes *
hbase_arguments_of_availability (HBaseWireProtocol protocol, const char *table, const GPtrArray *splits);

/* Of addColumnFamily and modifyColumnFamily. */
GBytes *
hbase_arguments_of_family (HBaseWireProtocol protocol, const char *table, HBaseFamilyDescriptor *family);
GBytes *hbase_arguments_of_delete_family (HBaseWireProtocol protocol, const char *table, const char *family);

/* Of getTableDescriptors. `names` NULL or empty: all tables but those of the system. */
GBytes *hbase_arguments_of_table_names (HBaseWireProtocol protocol, const char *const *names);
/* Of getTableNamesByPattern and getTableDescriptorsByPattern. `pattern` NULL: all tables. */
GBytes *hbase_arguments_of_pattern (HBaseWireProtocol protocol, const char *pattern, gboolean system_tables);

/* Of the calls whose only argument is the name of a namespace. */
GBytes *hbase_arguments_of_namespace_name (HBaseWireProtocol protocol, const char *name);
/* Of createNamespace and modifyNamespace. */
GBytes *hbase_arguments_of_namespace (HBaseWireProtocol protocol, HBaseNamespaceDescriptor *descriptor);

/* Of clearSlowLogResponses; with a query (`a{sv}`, keys as in TLogQueryFilter), of getSlowLogResponses.
 * Servers are named `host,port,startcode`. NULL with INVALID_ARGUMENT if a name or the query isn't
 * valid. */
GBytes *hbase_arguments_of_servers (HBaseWireProtocol protocol,
                                    const char *const *servers,
                                    GVariant *query,
                                    GError **error);
