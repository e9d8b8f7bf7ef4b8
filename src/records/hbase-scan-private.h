/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-scan.h"
#include "hbase-selection-private.h"

/* What a scan is made of, for the files of this folder only. */

/* Named things of a scan (char * → GVariant), in the order of their names; NULL: there are none. */
typedef GTree HBaseScanMap;

struct _HBaseScan {
  gatomicrefcount ref_count;
  HBaseSelection selection;
  GBytes *start, *stop, *prefix; /* NULL: not said */
  GBytes *above;                 /* made of the prefix for the bounds that were asked for last */
  gboolean without_start, with_stop;
  guint limit, batch_size, caching;
  gboolean reversed;
  gboolean turned;      /* it isn't read the way its filter was written for */
  guint lanes;          /* 0: one */
  gboolean unordered;   /* the lanes' rows come as they come */
  GBytes *filter_bytes; /* NULL: none */
  GBytes *sent_filter;  /* by hbase_scan_resolve(); NULL: the filter as it was said */
  char *guard_family;   /* rows with no cell but that column's don't come; NULL: they do */
  GBytes *guard_qualifier;
  HBaseScanMap *family_ranges; /* (xx): the first stamp, and the first one no more */
  HBaseScanMap *attributes;    /* ay */
  GStrv authorizations;        /* NULL: not said */
  HBaseReadType read_type;
  HBaseConsistency consistency;
  gint replica;       /* < 0: not said */
  gint cache_blocks;  /* < 0: not said */
  gboolean only_keys; /* of each row no more is wanted: hbase_scan_resolve() sees to it */
};

HBaseScanMap *hbase_scan_map_copy (HBaseScanMap *map);
guint hbase_scan_map_count (HBaseScanMap *map);

/* In hbase-scan-filter.c: the filter that is sent (transfer full); NULL: none. */
GBytes *hbase_scan_ref_filter (HBaseScan *scan);
gboolean hbase_scan_check_filter (HBaseScan *scan, GError **error);
/* Whether its filter, which can be parsed, says something else of rows that are read the other way round. */
gboolean hbase_scan_is_one_way (HBaseScan *scan);
