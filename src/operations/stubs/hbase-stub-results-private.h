/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"
#include "hbase-namespace-descriptor-private.h"
#include "hbase-region-private.h"
#include "hbase-table-descriptor-private.h"

/* Results of the calls that carry no cells, which the generated code decodes. What these functions return is
 * transfer full. */

/* Decodes the response, which has a result. PROTOCOL if the generated code can't read it; TOO_LARGE if
 * that would take more than a gigabyte; UNSUPPORTED if it can't be loaded. */
GObject *hbase_result_read (const HBaseBlock *block, GError **error);

/* Of the calls that return a boolean, and those that return a list of them. */
gboolean hbase_result_get_flag (GObject *result);
gboolean hbase_result_are_all_true (GObject *result);
/* Of getThriftServerType. */
gint hbase_result_get_number (GObject *result);
/* Of getClusterId. */
char *hbase_result_dup_text (GObject *result);
/* Of the calls that list names of tables, and of namespaces: sorted by their bytes. */
char **hbase_result_dup_table_names (GObject *result);
char **hbase_result_dup_texts (GObject *result);
/* Of the calls that return descriptors. (element-type HBaseTableDescriptor, HBaseNamespaceDescriptor) */
HBaseTableDescriptor *hbase_result_make_table (GObject *result);
GPtrArray *hbase_result_make_tables (GObject *result);
HBaseNamespaceDescriptor *hbase_result_make_namespace (GObject *result);
GPtrArray *hbase_result_make_namespaces (GObject *result);
/* Of getRegionLocation. */
HBaseRegion *hbase_result_make_region (GObject *result);
/* Of getAllRegionLocations: in the order of their start keys, without replicas and split regions.
 * (element-type HBaseRegion) */
GPtrArray *hbase_result_make_regions (GObject *result);
/* Of getSlowLogResponses: aa{sv}. */
GVariant *hbase_result_make_slow_log (GObject *result);
