/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-salting.h"

/* hbase_scan_fan_out() of a scan that has room. The first `*head_length` bytes of the row keys of each tell it
 * from the others; `*in_order`: what follows them is in the order of the unsalted keys. */
GPtrArray *hbase_scan_fan_out_lanes (
    HBaseScan *scan, HBaseKeySchema *schema, gsize *head_length, gboolean *in_order, GError **error);
