/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-named-values-private.h"
#include "hbase-scan.h"
#include "hbase-query-private.h"

struct _HBaseScan {
  HBaseQuery base;
  GBytes *start, *stop, *prefix;              /* NULL: not set */
  GBytes *above_prefix, *above_filter_prefix; /* the stops of prefixes, for the bounds computed last */
  gboolean without_start, with_stop;
  guint limit, batch_size, caching;
  gboolean reversed;
  gboolean is_direction_changed; /* it is read in another direction than its filter was written for */
  guint lanes;                   /* 0: one */
  gboolean unordered;            /* rows come in any order */
  gboolean is_resolved;          /* `sent_filter` is sent, otherwise the query's filter */
  HBaseFilter *sent_filter;      /* NULL: none */
  char *guard_family;            /* rows that have only this column are left out; NULL: none */
  GBytes *guard_qualifier;
  HBaseNamedValues *family_ranges; /* (xx): the first timestamp, and the first one after the range */
  HBaseReadType read_type;
  gboolean only_keys; /* hbase_scan_resolve() adds a filter that leaves out what keys don't need */
};

/* Whether a framed gateway would ignore one of its settings. */
gboolean hbase_scan_is_unframed (HBaseScan *scan);
/* Whether it has no columns, filters and batch size: then such a row is as large as the table's rows. */
gboolean hbase_scan_reads_whole_rows (HBaseScan *scan);
/* Returns the families that it reads, each once; NULL: all. (element-type utf8) */
GPtrArray *hbase_scan_list_families (HBaseScan *scan);
HBaseSlice hbase_scan_get_prefix (HBaseScan *scan);

/* ---- scans derived from a scan ---- */

/* Returns a scan of the same rows in the other direction. */
HBaseScan *hbase_scan_reverse (HBaseScan *scan);
/* Returns a scan of those of its rows that are between `first` and `last`, both included. */
HBaseScan *hbase_scan_narrow (HBaseScan *scan, HBaseSlice first, HBaseSlice last);
/* Returns a scan of the first `limit` rows of the scan's range (scan NULL: of the table) in the given
 * direction, without partial rows. */
HBaseScan *hbase_scan_copy_reversed (HBaseScan *scan, gboolean reversed, guint limit);
/* Returns a scan of the row with that key, or of the last one before it. */
HBaseScan *hbase_scan_copy_down_from (HBaseScan *scan, HBaseSlice key);
/* Returns a scan of the same rows, for callers that use only the keys: servers send as little of each row as
 * possible, by a filter that hbase_scan_resolve() adds. */
HBaseScan *hbase_scan_copy_key_only (HBaseScan *scan);
