/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-clock-private.h"
#include "hbase-local-scan-private.h"

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
hbase_local_scanners_acquire (HBaseLocalScanners *scanners, HBaseLocalScannerOwner *owner, gint32 id);
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
