/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-cells-private.h"
#include "hbase-local-clock-private.h"

/* A scan and where it stands, and the service's table of open ones. */

typedef struct _HBaseLocalScan HBaseLocalScan;

/* From the TScan that begins at `at` in the block, which the scan keeps. */
HBaseLocalScan *hbase_local_scan_new (const HBaseBlock *block, HBaseSlice table, gsize at, GError **error);
HBaseLocalScan *hbase_local_scan_ref (HBaseLocalScan *scan);
void hbase_local_scan_unref (HBaseLocalScan *scan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseLocalScan, hbase_local_scan_unref)

const char *hbase_local_scan_table (const HBaseLocalScan *scan);
/* Appends up to `wanted` TResults, each a whole struct; how many: `*count`. */
gboolean hbase_local_scan_read (HBaseLocalScan *scan,
                                HBaseLocalDb *db,
                                const HBaseLocalTable *table,
                                gint64 now,
                                guint wanted,
                                HBaseWireWriter *results,
                                guint *count,
                                GError **error);

/* The memory that it holds, in bytes: a part of it is estimated. Not while it is read. */
gsize hbase_local_scan_bytes (const HBaseLocalScan *scan);
/* Between two reads: gives back the memory that only the last row needed. */
void hbase_local_scan_trim (HBaseLocalScan *scan);

/* ---- the open ones: hbase-local-scanners.c ----
 *
 * 1. A scanner belongs to the connection that opened it: for any other one it doesn't exist. HBase's gateway gives
 *    the ids 0, 1, 2, … and lets every client use every scanner.
 * 2. What scanners hold is bounded, for each connection and in all: their number, and their memory, which is
 *    measured when one is opened and after each read.
 * 3. One that isn't used for a while is closed, by a thread that sleeps until then. It starts with the first
 *    scanner.
 */

typedef struct _HBaseLocalScanners HBaseLocalScanners;

typedef struct {
  guint max_open;          /* of all connections */
  guint max_open_of_owner; /* of one */
  guint64 max_bytes;
  guint64 max_bytes_of_owner;
  gint64 timeout; /* µs without a call */
} HBaseLocalScannerLimits;

/* What a connection has open; zero at first, then the table's own. */
typedef struct {
  guint n_open;
  guint64 n_bytes;
} HBaseLocalScannerOwner;

/* The clock stays its owner's. */
HBaseLocalScanners *hbase_local_scanners_new (const HBaseLocalClock *clock);
void hbase_local_scanners_free (HBaseLocalScanners *scanners);
void hbase_local_scanners_set_limits (HBaseLocalScanners *scanners, const HBaseLocalScannerLimits *limits);
HBaseLocalScannerLimits hbase_local_scanners_get_limits (HBaseLocalScanners *scanners);

/* FALSE: the limits don't allow it. */
gboolean hbase_local_scanners_add (HBaseLocalScanners *scanners,
                                   HBaseLocalScannerOwner *owner,
                                   HBaseLocalScan *scan,
                                   gint32 *id,
                                   GError **error);
/* Takes it for a call, which ends with release() and drops the reference. NULL: closed, expired, another
 * connection's, or never opened. */
HBaseLocalScan *
hbase_local_scanners_use (HBaseLocalScanners *scanners, HBaseLocalScannerOwner *owner, gint32 id);
/* FALSE: it has grown beyond the limits, and is closed. */
gboolean hbase_local_scanners_release (HBaseLocalScanners *scanners,
                                       HBaseLocalScannerOwner *owner,
                                       gint32 id,
                                       GError **error);
void hbase_local_scanners_remove (HBaseLocalScanners *scanners, HBaseLocalScannerOwner *owner, gint32 id);
/* The connection is closed. */
void hbase_local_scanners_remove_all (HBaseLocalScanners *scanners, HBaseLocalScannerOwner *owner);
/* For tests: what is open, of all connections. */
HBaseLocalScannerOwner hbase_local_scanners_get_total (HBaseLocalScanners *scanners);
