/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-records-private.h"

/* Reads the rows of a scan, reply by reply. Each run ends when a row is at hand or the scan is at its end.
 *
 * A scan that can't be (its salts, its filter) fails its first run. */

typedef struct _HBaseScanOperation HBaseScanOperation;

typedef struct {
  const char *table;
  HBaseScan *scan; /* must not change any more */
  HBaseKeySchema
      *salts;       /* the scan is of unsalted keys of this schema, and its rows come in their order; NULL: of
                            row keys */
  guint limit;      /* rows; 0: the scan's */
  HBaseSlice after; /* the row key of the last row of an earlier scan of the same; data NULL: from the
                            beginning */
  gsize row_width;  /* what a row of this table takes in a reply, as far as is known; 0: not at all */
} HBaseScanRequest;

typedef struct {
  guint64 rows, cells; /* given */
  guint64 bytes;       /* of replies */
  guint64 calls;
  guint64 resumes;    /* how often it was gone on with behind a row, on another scanner */
  guint64 misordered; /* of these, because a reply had rows out of order */
} HBaseScanCounts;

HBaseScanOperation *hbase_scan_operation_new (HBaseWireProtocol protocol, const HBaseScanRequest *request);
/* The next row at hand; FALSE: there is none, so run, unless it has ended. */
gboolean hbase_scan_operation_take (HBaseScanOperation *scan, HBaseBlock **block, guint *row);
gboolean hbase_scan_operation_has_row (HBaseScanOperation *scan);
gboolean hbase_scan_operation_has_ended (HBaseScanOperation *scan);
/* What the replies since the last time teach of the table's rows; 0: nothing. */
gsize hbase_scan_operation_take_row_width (HBaseScanOperation *scan);
const HBaseScanCounts *hbase_scan_operation_get_counts (HBaseScanOperation *scan);

/* From now on a run takes no more rows: it closes what is open on the gateway. */
void hbase_scan_operation_begin_close (HBaseScanOperation *scan);
/* Whether a run that closes would have anything to tell the gateway, or to wait for. */
gboolean hbase_scan_operation_is_open (HBaseScanOperation *scan);
/* A scanner that stands open on the gateway though nobody will ask it again: what to tell the gateway,
 * without waiting for the answer. Each is told once; its arguments are the caller's then. FALSE: there is none
 * (any more). */
gboolean hbase_scan_operation_take_close (HBaseScanOperation *scan, HBaseRequest *late_reply);
