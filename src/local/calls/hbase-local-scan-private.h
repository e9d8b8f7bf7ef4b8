/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-row-reader-private.h"
#include "hbase-wire-writer-private.h"

/* A scan and its position. */

typedef struct _HBaseLocalScan HBaseLocalScan;

/* Makes a scan from the TScan in `field`, to whose block the scan keeps a reference. */
HBaseLocalScan *hbase_local_scan_new (HBaseSlice table, const HBaseLocalField *field, GError **error);
HBaseLocalScan *hbase_local_scan_ref (HBaseLocalScan *scan);
void hbase_local_scan_unref (HBaseLocalScan *scan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseLocalScan, hbase_local_scan_unref)

const char *hbase_local_scan_get_table_name (const HBaseLocalScan *scan);
/* Appends up to `wanted` TResults to the call's reply, each a whole struct, and sets `*count` to their
 * number. The call has found the table. */
gboolean hbase_local_scan_read (
    HBaseLocalScan *scan, const HBaseLocalCall *call, guint wanted, guint *count, GError **error);

/* The reply with the rows read last won't be sent: later reads fail, since they would leave these rows out.
 * Any thread. */
void hbase_local_scan_lose_rows (HBaseLocalScan *scan);
/* Returns the approximate memory in bytes that the scan holds. Not to be called while the scan is read. */
gsize hbase_local_scan_memory_size (const HBaseLocalScan *scan);
/* Frees the memory that only the last row needed. Not to be called while the scan is read. */
void hbase_local_scan_trim (HBaseLocalScan *scan);
