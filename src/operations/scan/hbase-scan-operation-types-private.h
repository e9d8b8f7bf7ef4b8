/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-records-private.h"
#include "hbase-target-private.h"

/* What a scan operation is given and what it counts. */

typedef struct _HBaseScanOperation HBaseScanOperation;

typedef struct {
  const char *table;
  HBaseScan *scan;       /* must not change any more */
  HBaseKeySchema *salts; /* not NULL: the scan's keys are unsalted keys of this schema, and its rows come in
                          * the order of those; NULL: its keys are row keys */
  guint limit;           /* rows; 0: the scan's own limit */
  HBaseSlice after; /* the row key of the last row of an earlier operation of the same scan, after which this
                     * operation resumes; data NULL: it reads from the beginning */
  gsize row_width;  /* these are the target's */
  void (*learn_row_width) (gpointer data, gsize width);
  gpointer learn_data;
} HBaseScanRequest;

/* Returns the request of all rows of the scan. It points into the target and the scan. */
static inline HBaseScanRequest
hbase_scan_request (HBaseTarget target, HBaseScan *scan)
{
  return (HBaseScanRequest){ .table = target.table,
                             .scan = scan,
                             .salts = target.unsalted ? target.schema : NULL,
                             .row_width = target.row_width,
                             .learn_row_width = target.learn_row_width,
                             .learn_data = target.learn_data };
}

typedef struct {
  guint64 rows, cells; /* taken from the operation */
  guint64 bytes;       /* of replies */
  guint64 calls;
  guint64 resumes;  /* scanners that were opened to resume a range after a row */
  guint64 rejected; /* of these, because a reply had rows out of order, duplicate, or outside the range */
} HBaseScanCounts;
