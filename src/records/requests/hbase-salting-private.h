/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema.h"
#include "hbase-scan.h"

/* Makes scans of row keys that together return the rows of a scan of unsalted keys, which must have bounds
 * (hbase_scan_get_bounds()): one for each combination of salts that its rows may have. If all keys of the
 * range begin with the fields from which the salts are computed, there is one scan. The first
 * `*head_length` bytes of the row keys distinguish each scan from the others. `*in_order` becomes TRUE if the
 * bytes after them are in the order of the unsalted keys. The limit of the scan applies to each scan.
 *
 * Fails with INVALID_ARGUMENT if there would be more than 4,096 scans, or if the range has several values of
 * a field that comes before a salt, and begins or ends within one of these values. */
GPtrArray *hbase_scan_list_salted (
    HBaseScan *scan, HBaseKeySchema *schema, gsize *head_length, gboolean *in_order, GError **error);
