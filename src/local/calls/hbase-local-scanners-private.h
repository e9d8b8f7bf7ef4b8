/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-clock-private.h"
#include "hbase-local-scan-private.h"

/* The open scanners of a service.
 *
 * 1. A scanner belongs to the connection that opened it, and doesn't exist for any other. (HBase's gateway
 *    assigns the ids 0, 1, 2, … and lets every client use every scanner.)
 * 2. The number of open scanners and their memory are limited, for each connection and in all. Memory is
 *    measured when a scanner is opened and after each read.
 * 3. A scanner that isn't used for `timeout` is closed by a thread that sleeps until then, and that is
 *    started with the first scanner. If the system has no thread, it is closed when another scanner is
 *    opened. */

typedef struct _HBaseLocalScanners HBaseLocalScanners;

typedef struct {
  guint max_open;          /* of all connections */
  guint max_open_of_owner; /* of one connection */
  guint64 max_bytes;
  guint64 max_bytes_of_owner;
  gint64 timeout; /* µs without a call */
} HBaseLocalScannerLimits;

/* The scanners that one connection has open. The counts are 0 at first, then written by the functions below
 * only. */
typedef struct _HBaseLocalScannerOwner {
  HBaseLocalScanners *scanners;
  guint n_open;
  guint64 n_bytes;
} HBaseLocalScannerOwner;

/* The clock must outlive the scanners. */
HBaseLocalScanners *hbase_local_scanners_new (const HBaseLocalClock *clock);
void hbase_local_scanners_free (HBaseLocalScanners *scanners);
void hbase_local_scanners_set_limits (HBaseLocalScanners *scanners, const HBaseLocalScannerLimits *limits);
HBaseLocalScannerLimits hbase_local_scanners_get_limits (HBaseLocalScanners *scanners);

/* Fails if the limits don't allow another scanner. */
gboolean
hbase_local_scanners_add (HBaseLocalScannerOwner *owner, HBaseLocalScan *scan, gint32 *id, GError **error);
/* Acquires a scanner for a call, which ends with hbase_local_scanners_release() and drops the reference.
 * Returns NULL if the scanner was closed, has expired, belongs to another connection, or was never opened. */
HBaseLocalScan *hbase_local_scanners_acquire (HBaseLocalScannerOwner *owner, gint32 id);
/* Fails if the scanner's memory exceeds the limits; it is closed then. */
gboolean hbase_local_scanners_release (HBaseLocalScannerOwner *owner, gint32 id, GError **error);
void hbase_local_scanners_remove (HBaseLocalScannerOwner *owner, gint32 id);
/* Closes all scanners of a connection. */
void hbase_local_scanners_remove_all (HBaseLocalScannerOwner *owner);
/* For tests: returns what all connections have open. */
HBaseLocalScannerOwner hbase_local_scanners_get_total (HBaseLocalScanners *scanners);
