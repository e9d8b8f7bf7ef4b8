/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

#define HBASE_TYPE_SCAN (hbase_scan_get_type ())
typedef struct _HBaseScan HBaseScan;

HBASE_AVAILABLE_IN_0_1
GType hbase_scan_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseScan *hbase_scan_new (void);
HBASE_AVAILABLE_IN_0_1
HBaseScan *hbase_scan_ref (HBaseScan *scan);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_unref (HBaseScan *scan);
HBASE_AVAILABLE_IN_0_1
HBaseScan *hbase_scan_copy (HBaseScan *scan);
/* inclusive; empty: from the table's first row (reversed: last) */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_start (HBaseScan *scan, const guint8 *row, gsize row_length);
/* exclusive; empty: to the end */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_stop (HBaseScan *scan, const guint8 *row, gsize row_length);
/* only rows whose key begins so; narrows start and stop, either way round */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_prefix (HBaseScan *scan, const guint8 *prefix, gsize prefix_length);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_add_family (HBaseScan *scan, const char *family);
HBASE_AVAILABLE_IN_0_1
void
hbase_scan_add_column (HBaseScan *scan, const char *family, const guint8 *qualifier, gsize qualifier_length);
/* in rows; 0: no limit */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_limit (HBaseScan *scan, guint limit);
/* cells a piece: wide rows come in pieces; 0: rows come whole */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_batch_size (HBaseScan *scan, guint cells);
/* rows a reply; 0: the cursor adapts */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_caching (HBaseScan *scan, guint rows);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_reversed (HBaseScan *scan, gboolean reversed);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_max_versions (HBaseScan *scan, guint max_versions);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_time_range (HBaseScan *scan, gint64 min_stamp, gint64 max_stamp);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_filter (HBaseScan *scan, const char *filter);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseScan, hbase_scan_unref)

G_END_DECLS
