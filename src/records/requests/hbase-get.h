/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-enums.h"
#include "hbase-filter.h"

G_BEGIN_DECLS

#define HBASE_TYPE_GET (hbase_get_get_type ())
typedef struct _HBaseGet HBaseGet;

HBASE_AVAILABLE_IN_0_1
GType hbase_get_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseGet *hbase_get_new (const guint8 *row, gsize row_length);
HBASE_AVAILABLE_IN_0_1
HBaseGet *hbase_get_new_utf8 (const char *row);
HBASE_AVAILABLE_IN_0_1
HBaseGet *hbase_get_new_bytes (GBytes *row);
HBASE_AVAILABLE_IN_0_1
HBaseGet *hbase_get_ref (HBaseGet *get);
HBASE_AVAILABLE_IN_0_1
void hbase_get_unref (HBaseGet *get);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_get_get_row (HBaseGet *get, gsize *length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_get_ref_row (HBaseGet *get);
HBASE_AVAILABLE_IN_0_1
void hbase_get_add_family (HBaseGet *get, const char *family);
HBASE_AVAILABLE_IN_0_1
void
hbase_get_add_column (HBaseGet *get, const char *family, const guint8 *qualifier, gsize qualifier_length);
HBASE_AVAILABLE_IN_0_1
void hbase_get_add_column_utf8 (HBaseGet *get, const char *family, const char *qualifier);
/* columns as `family:qualifier` in printable escapes, families as `family` */
HBASE_AVAILABLE_IN_0_1
char **hbase_get_list_columns (HBaseGet *get);
HBASE_AVAILABLE_IN_0_1
void hbase_get_set_max_versions (HBaseGet *get, guint max_versions);
HBASE_AVAILABLE_IN_0_1
guint hbase_get_get_max_versions (HBaseGet *get);
HBASE_AVAILABLE_IN_0_1
void hbase_get_set_time_range (HBaseGet *get, gint64 min_timestamp, gint64 max_timestamp);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_get_get_time_range (HBaseGet *get, gint64 *min_timestamp, gint64 *max_timestamp);
HBASE_AVAILABLE_IN_0_1
void hbase_get_set_filter (HBaseGet *get, HBaseFilter *filter);
HBASE_AVAILABLE_IN_0_1
void hbase_get_set_filter_text (HBaseGet *get, const char *text);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_get_get_filter (HBaseGet *get);
HBASE_AVAILABLE_IN_0_1
void hbase_get_set_store_limit (HBaseGet *get, guint cells);
HBASE_AVAILABLE_IN_0_1
guint hbase_get_get_store_limit (HBaseGet *get);
HBASE_AVAILABLE_IN_0_1
void hbase_get_set_store_offset (HBaseGet *get, guint cells);
HBASE_AVAILABLE_IN_0_1
guint hbase_get_get_store_offset (HBaseGet *get);
HBASE_AVAILABLE_IN_0_1
void hbase_get_set_filter_bytes (HBaseGet *get, const guint8 *filter, gsize filter_length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_get_ref_filter_bytes (HBaseGet *get);
HBASE_AVAILABLE_IN_0_1
void hbase_get_set_attribute (HBaseGet *get, const char *name, const guint8 *value, gsize value_length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_get_ref_attribute (HBaseGet *get, const char *name);
HBASE_AVAILABLE_IN_0_1
void hbase_get_set_authorizations (HBaseGet *get, const char *const *labels);
HBASE_AVAILABLE_IN_0_1
const char *const *hbase_get_get_authorizations (HBaseGet *get);
HBASE_AVAILABLE_IN_0_1
void hbase_get_set_consistency (HBaseGet *get, HBaseConsistency consistency);
HBASE_AVAILABLE_IN_0_1
HBaseConsistency hbase_get_get_consistency (HBaseGet *get);
HBASE_AVAILABLE_IN_0_1
void hbase_get_set_replica (HBaseGet *get, gint replica);
HBASE_AVAILABLE_IN_0_1
gint hbase_get_get_replica (HBaseGet *get);
HBASE_AVAILABLE_IN_0_1
void hbase_get_set_cache_blocks (HBaseGet *get, gboolean cache_blocks);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_get_get_cache_blocks (HBaseGet *get);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseGet, hbase_get_unref)

G_END_DECLS
