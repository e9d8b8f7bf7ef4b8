/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-records-private.h"

/* The scan operation reads the rows of a scan, reply by reply. Each run ends when a row is buffered or the
 * scan has ended. docs/design-scan.md explains how it resumes, reads ranges in parallel and merges salted
 * ranges.
 *
 * The constructor can't fail: a scan whose salts or filter are invalid fails its first run. */

typedef struct _HBaseScanOperation HBaseScanOperation;

typedef struct {
  const char *table;
  HBaseScan *scan; /* must not change any more */
  HBaseKeySchema
      *salts;       /* not NULL: the scan's keys are unsalted keys of this schema, and its rows come in the
                          * order of those; NULL: its keys are row keys */
  guint limit;      /* rows; 0: the scan's own limit */
  HBaseSlice after; /* the row key of the last row of an earlier operation of the same scan, after which this
                          * one resumes; data NULL: it reads from the beginning */
  gsize row_width;  /* bytes that a row of this table takes in a reply; 0: unknown */
  /* is called in runs with the width measured in a reply with whole rows; NULL: not needed */
  void (*learn_row_width) (gpointer data, gsize width);
  gpointer learn_data;
} HBaseScanRequest;

typedef struct {
  guint64 rows, cells; /* taken from the operation */
  guint64 bytes;       /* of replies */
  guint64 calls;
  guint64 resumes;    /* scanners that were opened to resume a range after a row */
  guint64 misordered; /* of these, because a reply had rows out of order */
} HBaseScanCounts;

HBaseScanOperation *hbase_scan_operation_new (HBaseWireProtocol protocol, const HBaseScanRequest *request);
/* Takes the next row, which is row `*row` of `*block` (transfer full). Returns FALSE if no row is buffered:
 * the operation is to be run then, unless it has ended. */
gboolean hbase_scan_operation_take (HBaseScanOperation *scan, HBaseBlock **block, guint *row);
/* Takes all buffered rows, as rows of this schema (NULL: none). (element-type HBaseRow) */
void hbase_scan_operation_take_rows (HBaseScanOperation *scan, HBaseKeySchema *schema, GPtrArray *rows);
void hbase_rows_reverse (GPtrArray *rows);
gboolean hbase_scan_operation_has_row (HBaseScanOperation *scan);
gboolean hbase_scan_operation_has_ended (HBaseScanOperation *scan);
const HBaseScanCounts *hbase_scan_operation_get_counts (HBaseScanOperation *scan);

/* Makes later runs close the scanners that are open on the gateway; they read no more rows. */
void hbase_scan_operation_begin_close (HBaseScanOperation *scan);
/* Returns whether a run that closes would have a request to send or a response to wait for. */
gboolean hbase_scan_operation_is_open (HBaseScanOperation *scan);
/* Takes the request that closes an abandoned scanner which is still open on the gateway; its response need
 * not be waited for. Each scanner is closed once. `late_reply->arguments` is (transfer full). Returns FALSE
 * if no such scanner is left. */
gboolean hbase_scan_operation_take_close (HBaseScanOperation *scan, HBaseRequest *late_reply);
