/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-enums.h"
#include "hbase-operation-private.h"
#include "hbase-records-private.h"
#include "hbase-target-private.h"

/* The last-row operation finds the last row, in table order, of a scan's range. It is run once. */

/* Makes an operation. `scan` may be NULL: the whole table. Result: HBaseRow **, an empty row if the
 * range has no row. */
HBaseOperation *hbase_last_row_operation_new (HBaseTarget target, HBaseScan *scan, HBaseLastRowMethod method);
