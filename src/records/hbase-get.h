/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

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
void hbase_get_add_family (HBaseGet *get, const char *family);
HBASE_AVAILABLE_IN_0_1
void
hbase_get_add_column (HBaseGet *get, const char *family, const guint8 *qualifier, gsize qualifier_length);
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

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseGet, hbase_get_unref)

G_END_DECLS
