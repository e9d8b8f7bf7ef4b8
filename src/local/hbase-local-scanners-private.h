/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-cells-private.h"

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

/* ---- the open ones, of all connections: hbase-local-scanners.c ---- */

typedef struct _HBaseLocalScanners HBaseLocalScanners;

HBaseLocalScanners *hbase_local_scanners_new (void);
void hbase_local_scanners_free (HBaseLocalScanners *scanners);
/* `ticks` is a clock's µs that only goes forward. FALSE: too many are open. */
gboolean hbase_local_scanners_add (HBaseLocalScanners *scanners,
                                   HBaseLocalScan *scan,
                                   gint64 ticks,
                                   gint32 *id,
                                   GError **error);
/* A reference; NULL: closed, expired, or never opened. */
HBaseLocalScan *hbase_local_scanners_use (HBaseLocalScanners *scanners, gint32 id, gint64 ticks);
void hbase_local_scanners_remove (HBaseLocalScanners *scanners, gint32 id);
