/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-salting.h"

/* Does the same as hbase_scan_fan_out(), for a scan that may have rows. The first `*head_length` bytes of the
 * row keys distinguish each scan from the others. `*in_order` becomes TRUE if the bytes after them are in the
 * order of the unsalted keys. */
GPtrArray *hbase_scan_fan_out_lanes (
    HBaseScan *scan, HBaseKeySchema *schema, gsize *head_length, gboolean *in_order, GError **error);
