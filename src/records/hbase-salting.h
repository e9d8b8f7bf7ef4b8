/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-delete.h"
#include "hbase-get.h"
#include "hbase-key-schema.h"
#include "hbase-put.h"
#include "hbase-scan.h"

G_BEGIN_DECLS

/* Converts gets, deletes, scans and puts of unsalted keys to those of row keys. */

HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_get_fan_out (HBaseGet *get, HBaseKeySchema *schema, GError **error);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_delete_fan_out (HBaseDelete *delete_, HBaseKeySchema *schema, GError **error);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_scan_fan_out (HBaseScan *scan, HBaseKeySchema *schema, GError **error);
/* Fails if a salt is random: a conditional write needs the row key. */
HBASE_AVAILABLE_IN_0_1
HBasePut *hbase_put_salt (HBasePut *put, HBaseKeySchema *schema, GError **error);
HBASE_AVAILABLE_IN_0_1
HBasePut *hbase_put_salt_with_random (HBasePut *put, HBaseKeySchema *schema, guint32 random, GError **error);

G_END_DECLS
