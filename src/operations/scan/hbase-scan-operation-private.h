/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-scan-operation-types-private.h"

/* The scan operation reads the rows of a scan, reply by reply. Each run ends when a row is buffered or the
 * scan has ended. docs/design.md explains how it resumes, reads ranges in parallel and merges salted
 * ranges.
 *
 * The constructor can't fail: a scan whose salts or filter are invalid fails its first run. */

HBaseScanOperation *hbase_scan_operation_new (HBaseWireProtocol protocol, const HBaseScanRequest *request);
/* Takes the next row, which is row `*row` of `*block` (transfer full). Returns FALSE if no row is buffered:
 * the operation is to be run then, unless it has ended. */
gboolean hbase_scan_operation_take (HBaseScanOperation *scan, HBaseBlock **block, guint *row);
/* Takes all buffered rows, as rows of this schema (NULL: none). (element-type HBaseRow) */
void hbase_scan_operation_take_rows (HBaseScanOperation *scan, HBaseKeySchema *schema, GPtrArray *rows);
/* Makes an HBaseRow of a taken row, with the key by which the request names it. */
HBaseRow *hbase_scan_operation_make_row (HBaseScanOperation *scan,
                                         HBaseBlock *block,
                                         guint row,
                                         HBaseKeySchema *schema);
void hbase_rows_reverse (GPtrArray *rows);
gboolean hbase_scan_operation_has_row (HBaseScanOperation *scan);
gboolean hbase_scan_operation_has_ended (HBaseScanOperation *scan);
const HBaseScanCounts *hbase_scan_operation_get_counts (HBaseScanOperation *scan);

/* Makes later runs close the scanners that are open on the gateway; they read no more rows. */
void hbase_scan_operation_begin_close (HBaseScanOperation *scan);
/* Returns whether a run that closes would have a request to send or a response to wait for. */
gboolean hbase_scan_operation_is_open (HBaseScanOperation *scan);
/* Takes the request that closes an abandoned scanner, still open on the gateway; its response need not be
 * waited for. Each scanner is closed once. `late_reply->arguments` is (transfer full). Returns FALSE if no
 * such scanner is left. */
gboolean hbase_scan_operation_take_close (HBaseScanOperation *scan, HBaseRequest *late_reply);
