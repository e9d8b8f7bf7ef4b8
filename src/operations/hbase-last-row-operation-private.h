/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-last-row-method.h"
#include "hbase-operation-private.h"
#include "hbase-records-private.h"
#include "hbase-target-private.h"

/* The last-row operation finds the last row, in table order, of a scan's range. It is run once. */

/* Makes an operation, or returns NULL with INVALID_ARGUMENT. `scan` and `schema` may be NULL: the whole
 * table; no key schema. */
HBaseOperation *hbase_last_row_operation_new (
    HBaseTarget target, HBaseScan *scan, HBaseKeySchema *schema, HBaseLastRowMethod method, GError **error);
/* Takes the row that was found, after the run is done; may be called once. Returns FALSE if the range has no
 * row. */
gboolean hbase_last_row_operation_take (HBaseOperation *operation, HBaseBlock **block, guint *row);
