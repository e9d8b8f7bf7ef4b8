/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-query.h"

G_BEGIN_DECLS

/**
 * HBaseReadType:
 * @HBASE_READ_TYPE_DEFAULT: the region server chooses by the amount of data that it has read
 * @HBASE_READ_TYPE_STREAM: as a stream: for long scans
 * @HBASE_READ_TYPE_PREAD: by positional reads: for short ones
 *
 * How a region server reads its files. The values are those of the IDL's TReadType.
 */
typedef enum {
  HBASE_READ_TYPE_DEFAULT = 1,
  HBASE_READ_TYPE_STREAM = 2,
  HBASE_READ_TYPE_PREAD = 3,
} HBaseReadType;

#define HBASE_TYPE_READ_TYPE (hbase_read_type_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_read_type_get_type (void);

#define HBASE_TYPE_SCAN (hbase_scan_get_type ())

HBASE_AVAILABLE_IN_0_1
GType hbase_scan_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseScan *hbase_scan_new (void);
HBASE_AVAILABLE_IN_0_1
HBaseScan *hbase_scan_copy (HBaseScan *scan);
/* inclusive; empty: from the table's first row (reversed: last row) */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_start (HBaseScan *scan, const guint8 *row, gsize row_length);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_start_utf8 (HBaseScan *scan, const char *row);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_start_bytes (HBaseScan *scan, GBytes *row);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_scan_ref_start (HBaseScan *scan);
/* exclusive; empty: to the end */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_stop (HBaseScan *scan, const guint8 *row, gsize row_length);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_stop_utf8 (HBaseScan *scan, const char *row);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_stop_bytes (HBaseScan *scan, GBytes *row);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_scan_ref_stop (HBaseScan *scan);
/* only rows whose keys begin with it, in either direction; start and stop apply in addition */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_prefix (HBaseScan *scan, const guint8 *prefix, gsize prefix_length);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_prefix_utf8 (HBaseScan *scan, const char *prefix);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_prefix_bytes (HBaseScan *scan, GBytes *prefix);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_scan_ref_prefix (HBaseScan *scan);
/* in rows; 0: no limit */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_limit (HBaseScan *scan, guint limit);
HBASE_AVAILABLE_IN_0_1
guint hbase_scan_get_limit (HBaseScan *scan);
/* cells of a partial row: wide rows are divided; 0: rows are whole */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_batch_size (HBaseScan *scan, guint cells);
HBASE_AVAILABLE_IN_0_1
guint hbase_scan_get_batch_size (HBaseScan *scan);
/* rows of a response; 0: the cursor chooses */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_caching (HBaseScan *scan, guint rows);
HBASE_AVAILABLE_IN_0_1
guint hbase_scan_get_caching (HBaseScan *scan);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_reversed (HBaseScan *scan, gboolean reversed);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_scan_get_reversed (HBaseScan *scan);
/* deleted and excess cells, and delete markers, are returned too */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_raw (HBaseScan *scan, gboolean raw);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_scan_get_raw (HBaseScan *scan);

/* whether the rows at start and stop are read: by default only the start row is */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_start_inclusive (HBaseScan *scan, gboolean inclusive);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_scan_get_start_inclusive (HBaseScan *scan);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_stop_inclusive (HBaseScan *scan, gboolean inclusive);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_scan_get_stop_inclusive (HBaseScan *scan);
/* several regions at a time; unordered: rows are returned as they arrive */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_parallelism (HBaseScan *scan, guint lanes, gboolean ordered);
HBASE_AVAILABLE_IN_0_1
guint hbase_scan_get_parallelism (HBaseScan *scan, gboolean *ordered);
/* guards, and rows that have nothing else (retired ones), are left out */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_skip_guards (HBaseScan *scan,
                                 const char *family,
                                 const guint8 *qualifier,
                                 gsize qualifier_length);
HBASE_AVAILABLE_IN_0_1
const char *hbase_scan_get_skip_guards (HBaseScan *scan, GBytes **qualifier);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_family_time_range (HBaseScan *scan,
                                       const char *family,
                                       gint64 min_timestamp,
                                       gint64 max_timestamp);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_scan_get_family_time_range (HBaseScan *scan,
                                           const char *family,
                                           gint64 *min_timestamp,
                                           gint64 *max_timestamp);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_read_type (HBaseScan *scan, HBaseReadType read_type);
HBASE_AVAILABLE_IN_0_1
HBaseReadType hbase_scan_get_read_type (HBaseScan *scan);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseScan, hbase_query_unref)

G_END_DECLS
