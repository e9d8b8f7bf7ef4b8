/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

/**
 * HBaseReadType:
 * @HBASE_READ_TYPE_DEFAULT: the region server chooses, by how much was read
 * @HBASE_READ_TYPE_STREAM: as one stream: for long scans
 * @HBASE_READ_TYPE_PREAD: piece by piece: for short ones
 *
 * How a region server reads its files. Numbers are the IDL's TReadType.
 *
 * Since: 0.1
 */
typedef enum {
  HBASE_READ_TYPE_DEFAULT = 1,
  HBASE_READ_TYPE_STREAM = 2,
  HBASE_READ_TYPE_PREAD = 3,
} HBaseReadType;

#define HBASE_TYPE_READ_TYPE (hbase_read_type_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_read_type_get_type (void);

/**
 * HBaseConsistency:
 * @HBASE_CONSISTENCY_STRONG: what was acknowledged is seen
 * @HBASE_CONSISTENCY_TIMELINE: a region's copy for reading may answer, with what was so a while ago
 *
 * Who may answer a read. Numbers are the IDL's TConsistency.
 *
 * Since: 0.1
 */
typedef enum {
  HBASE_CONSISTENCY_STRONG = 1,
  HBASE_CONSISTENCY_TIMELINE = 2,
} HBaseConsistency;

#define HBASE_TYPE_CONSISTENCY (hbase_consistency_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_consistency_get_type (void);

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
void hbase_scan_set_time_range (HBaseScan *scan, gint64 min_timestamp, gint64 max_timestamp);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_filter (HBaseScan *scan, const char *filter);

/* which of its two ends a range has: by default the start, not the stop */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_start_inclusive (HBaseScan *scan, gboolean inclusive);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_stop_inclusive (HBaseScan *scan, gboolean inclusive);
/* several ranges of the table at a time; unordered: rows come as they come */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_parallelism (HBaseScan *scan, guint lanes, gboolean ordered);
/* rows that hold a guard only (retired ones), and guards, don't come */
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_skip_guards (HBaseScan *scan,
                                 const char *family,
                                 const guint8 *qualifier,
                                 gsize qualifier_length);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_filter_bytes (HBaseScan *scan, const guint8 *filter, gsize filter_length);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_family_time_range (HBaseScan *scan,
                                       const char *family,
                                       gint64 min_timestamp,
                                       gint64 max_timestamp);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_attribute (HBaseScan *scan, const char *name, const guint8 *value, gsize value_length);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_authorizations (HBaseScan *scan, const char *const *labels);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_read_type (HBaseScan *scan, HBaseReadType read_type);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_consistency (HBaseScan *scan, HBaseConsistency consistency);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_replica (HBaseScan *scan, gint replica);
HBASE_AVAILABLE_IN_0_1
void hbase_scan_set_cache_blocks (HBaseScan *scan, gboolean cache_blocks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseScan, hbase_scan_unref)

G_END_DECLS
