/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-row-reader-private.h"
#include "hbase-wire-writer-private.h"

/* A scan and where it stands, and the service's table of open ones. */

typedef struct _HBaseLocalScan HBaseLocalScan;

/* From the TScan that begins at `at` in the block, which the scan keeps. */
HBaseLocalScan *hbase_local_scan_new (const HBaseBlock *block, HBaseSlice table, gsize at, GError **error);
HBaseLocalScan *hbase_local_scan_ref (HBaseLocalScan *scan);
void hbase_local_scan_unref (HBaseLocalScan *scan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseLocalScan, hbase_local_scan_unref)

const char *hbase_local_scan_get_table_name (const HBaseLocalScan *scan);
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
gsize hbase_local_scan_memory_size (const HBaseLocalScan *scan);
/* Between two reads: gives back the memory that only the last row needed. */
void hbase_local_scan_trim (HBaseLocalScan *scan);
