/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-namespace-descriptor-private.h"
#include "hbase-operation-private.h"
#include "hbase-records-private.h"
#include "hbase-table-state.h"
#include "hbase-target-private.h"

/* The calls for tables as a whole, families, namespaces and the cluster, one operation each, made as
 * those of hbase-data-operations-private.h are. Their results, by hbase_operation_take(), follow in
 * comments. Names are checked before anything is sent. */

/* ---- tables ---- */

/* HBaseTableDescriptor ** */
HBaseOperation *hbase_describe_table_operation_new (HBaseTarget target);
/* GPtrArray ** of HBaseTableDescriptor, in the server's order: of all tables but those of the system, of
 * those that match a pattern (NULL: all), and of those of a namespace. */
HBaseOperation *hbase_describe_tables_operation_new (HBaseTarget target);
HBaseOperation *hbase_describe_matching_tables_operation_new (HBaseTarget target,
                                                              const char *pattern,
                                                              gboolean system_tables);
HBaseOperation *hbase_describe_namespace_tables_operation_new (HBaseTarget target, const char *namespace);
/* char ***, sorted by their bytes */
HBaseOperation *
hbase_list_tables_operation_new (HBaseTarget target, const char *pattern, gboolean system_tables);
HBaseOperation *hbase_list_namespace_tables_operation_new (HBaseTarget target, const char *namespace);
/* Those of a namespace (NULL: all) that match a pattern (NULL: all); see hbase-table-lists.c. With a
 * namespace the pattern is for names without it, and `system_tables` is ignored. */
HBaseOperation *hbase_find_tables_operation_new (HBaseTarget target,
                                                 const char *namespace,
                                                 const char *pattern,
                                                 gboolean system_tables);
HBaseOperation *hbase_find_table_names_operation_new (HBaseTarget target,
                                                      const char *namespace,
                                                      const char *pattern,
                                                      gboolean system_tables);
/* HBaseTableState * */
HBaseOperation *hbase_table_state_operation_new (HBaseTarget target);
/* GPtrArray ** of HBaseRegion, in order; a table without any doesn't exist: TABLE_NOT_FOUND */
HBaseOperation *hbase_list_regions_operation_new (HBaseTarget target);
/* HBaseRegion **; an empty row: the first region */
HBaseOperation *hbase_find_region_operation_new (HBaseTarget target, HBaseSlice row);

/* Changes. If the response is lost, the operation reads whether the change was executed, and completes it. */
HBaseOperation *hbase_create_table_operation_new (HBaseTarget target,
                                                  HBaseTableDescriptor *descriptor,
                                                  GPtrArray *splits /* (element-type GBytes) (nullable) */);
HBaseOperation *hbase_enable_table_operation_new (HBaseTarget target);
HBaseOperation *hbase_disable_table_operation_new (HBaseTarget target);
HBaseOperation *hbase_delete_table_operation_new (HBaseTarget target);
HBaseOperation *hbase_truncate_table_operation_new (HBaseTarget target, gboolean preserve_splits);
HBaseOperation *hbase_add_family_operation_new (HBaseTarget target, HBaseFamilyDescriptor *family);
HBaseOperation *hbase_delete_family_operation_new (HBaseTarget target, const char *family);
/* Modifications: after a loss they are sent again. */
HBaseOperation *hbase_modify_table_operation_new (HBaseTarget target, HBaseTableDescriptor *descriptor);
HBaseOperation *hbase_modify_family_operation_new (HBaseTarget target, HBaseFamilyDescriptor *family);

/* ---- combined calls, in hbase-table-helpers.c ---- */

/* Disable the table first, if it is enabled. */
HBaseOperation *hbase_disable_and_delete_table_operation_new (HBaseTarget target);
HBaseOperation *hbase_disable_and_truncate_table_operation_new (HBaseTarget target, gboolean preserve_splits);
/* Creates the table if there is none, and adds families that are missing. char ***: the other differences, a
 * line each. */
HBaseOperation *
hbase_ensure_table_operation_new (HBaseTarget target, HBaseTableDescriptor *descriptor, GPtrArray *splits);
/* Is done when all regions are available. WRONG_REGIONS if they don't begin at the split keys. */
HBaseOperation *hbase_wait_available_operation_new (HBaseTarget target,
                                                    GPtrArray *splits /* (element-type GBytes) (nullable) */);

/* ---- namespaces ---- */

/* HBaseNamespaceDescriptor **; GPtrArray ** of them; char *** */
HBaseOperation *hbase_describe_namespace_operation_new (HBaseTarget target, const char *name);
HBaseOperation *hbase_describe_namespaces_operation_new (HBaseTarget target);
HBaseOperation *hbase_list_namespaces_operation_new (HBaseTarget target);
HBaseOperation *hbase_create_namespace_operation_new (HBaseTarget target,
                                                      HBaseNamespaceDescriptor *descriptor);
HBaseOperation *hbase_modify_namespace_operation_new (HBaseTarget target,
                                                      HBaseNamespaceDescriptor *descriptor);
HBaseOperation *hbase_delete_namespace_operation_new (HBaseTarget target, const char *name);

/* ---- the gateway and the cluster ---- */

/* char ** */
HBaseOperation *hbase_cluster_id_operation_new (HBaseTarget target);
/* GVariant ** of type aa{sv}. `query` (a{sv}) may be floating, and NULL. */
HBaseOperation *
hbase_slow_log_operation_new (HBaseTarget target, const char *const *servers, GVariant *query);
/* gboolean *: whether those of all servers were cleared */
HBaseOperation *hbase_clear_slow_log_operation_new (HBaseTarget target, const char *const *servers);
