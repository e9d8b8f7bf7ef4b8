/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-records-private.h"
#include "hbase-target-private.h"

/* Operations that collect all rows of a scan of few rows. They run a scan operation as their child, once
 * for each reply, and each of these runs has the whole timeout. `scan` may be NULL: the whole table. Its
 * direction and limit are ignored. */

/* Finds the first row, in table order. Result: HBaseRow **, an empty row if the range has no row. */
HBaseOperation *hbase_first_row_operation_new (HBaseTarget target, HBaseScan *scan);
/* Finds the last row that isn't after the key. Result: the same. */
HBaseOperation *hbase_row_at_or_before_operation_new (HBaseTarget target, HBaseScan *scan, HBaseSlice key);
/* Finds the last rows, in table order. Result: GPtrArray ** (element-type HBaseRow). */
HBaseOperation *hbase_last_rows_operation_new (HBaseTarget target, HBaseScan *scan, guint n_rows);
