/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-scan-operation-private.h"
#include "hbase-target-private.h"

/* The collect operation reads all rows of a scan, to the request's limit. It runs a scan operation as its
 * child, once for each reply, and each of these runs has the whole timeout. */

/* The result is a GPtrArray of HBaseRow, in the scan's order. */
HBaseOperation *hbase_collect_operation_new (HBaseTarget target, const HBaseScanRequest *request);
