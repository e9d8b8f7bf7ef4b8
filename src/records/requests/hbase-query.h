/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-enums.h"
#include "hbase-filter.h"

G_BEGIN_DECLS

typedef struct _HBaseQuery HBaseQuery;
typedef struct _HBaseGet HBaseGet;
typedef struct _HBaseScan HBaseScan;

/* Whoever passes anything else to HBASE_QUERY() gets an error from the compiler. C++ has no _Generic. */
#ifdef __cplusplus
#define HBASE_QUERY(record) ((HBaseQuery *) (record))
#else
#define HBASE_QUERY(record)                                                                                  \
  ((HBaseQuery *) _Generic((record), HBaseGet *                                                              \
                           : (record), HBaseScan *                                                           \
                           : (record), HBaseQuery *                                                          \
                           : (record), gpointer                                                              \
                           : (record)))
#endif

HBASE_AVAILABLE_IN_0_1
gpointer hbase_query_ref (gpointer query);
HBASE_AVAILABLE_IN_0_1
void hbase_query_unref (gpointer query);
HBASE_AVAILABLE_IN_0_1
void hbase_query_add_family (HBaseQuery *query, const char *family);
HBASE_AVAILABLE_IN_0_1
void hbase_query_add_column (HBaseQuery *query,
                             const char *family,
                             const guint8 *qualifier,
                             gsize qualifier_length);
HBASE_AVAILABLE_IN_0_1
void hbase_query_add_column_utf8 (HBaseQuery *query, const char *family, const char *qualifier);
/* columns as `family:qualifier` in printable escapes, families as `family` */
HBASE_AVAILABLE_IN_0_1
char **hbase_query_list_columns (HBaseQuery *query);
HBASE_AVAILABLE_IN_0_1
void hbase_query_set_max_versions (HBaseQuery *query, guint max_versions);
HBASE_AVAILABLE_IN_0_1
guint hbase_query_get_max_versions (HBaseQuery *query);
HBASE_AVAILABLE_IN_0_1
void hbase_query_set_time_range (HBaseQuery *query, gint64 min_timestamp, gint64 max_timestamp);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_query_get_time_range (HBaseQuery *query, gint64 *min_timestamp, gint64 *max_timestamp);
HBASE_AVAILABLE_IN_0_1
void hbase_query_set_filter (HBaseQuery *query, HBaseFilter *filter);
HBASE_AVAILABLE_IN_0_1
void hbase_query_set_filter_text (HBaseQuery *query, const char *text);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_query_get_filter (HBaseQuery *query);
HBASE_AVAILABLE_IN_0_1
void hbase_query_set_filter_bytes (HBaseQuery *query, const guint8 *filter, gsize filter_length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_query_ref_filter_bytes (HBaseQuery *query);
HBASE_AVAILABLE_IN_0_1
void hbase_query_set_attribute (HBaseQuery *query, const char *name, const guint8 *value, gsize value_length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_query_ref_attribute (HBaseQuery *query, const char *name);
HBASE_AVAILABLE_IN_0_1
void hbase_query_set_authorizations (HBaseQuery *query, const char *const *labels);
HBASE_AVAILABLE_IN_0_1
const char *const *hbase_query_get_authorizations (HBaseQuery *query);
HBASE_AVAILABLE_IN_0_1
void hbase_query_set_consistency (HBaseQuery *query, HBaseConsistency consistency);
HBASE_AVAILABLE_IN_0_1
HBaseConsistency hbase_query_get_consistency (HBaseQuery *query);
HBASE_AVAILABLE_IN_0_1
void hbase_query_set_replica (HBaseQuery *query, gint replica);
HBASE_AVAILABLE_IN_0_1
gint hbase_query_get_replica (HBaseQuery *query);
HBASE_AVAILABLE_IN_0_1
void hbase_query_set_cache_blocks (HBaseQuery *query, gboolean cache_blocks);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_query_get_cache_blocks (HBaseQuery *query);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseQuery, hbase_query_unref)

G_END_DECLS
