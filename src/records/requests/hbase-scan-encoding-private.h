/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-scan-bounds-private.h"
#include "hbase-scan-filter-private.h"

/* INVALID_ARGUMENT if it can't be sent. */
gboolean hbase_scan_check (HBaseScan *scan, GError **error);
/* Writes the fields and the stop byte; the caller has begun the struct. */
void hbase_scan_write (HBaseScan *scan, const HBaseScanBounds *bounds, HBaseWireWriter *writer);
/* Adds everything that distinguishes one query from another: bounds, prefix, columns, filter, versions,
 * ranges, direction. */
void hbase_scan_fingerprint (HBaseScan *scan, GChecksum *checksum);
