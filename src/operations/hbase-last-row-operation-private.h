/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-last-row-method.h"
#include "hbase-operation-private.h"
#include "hbase-records-private.h"
#include "hbase-target-private.h"

/* The last row of a scan's range in table order, by whichever method. A one-shot operation. */

/* `scan` and `schema` may be NULL. NULL: INVALID_ARGUMENT. */
HBaseOperation *hbase_last_row_operation_new (
    HBaseTarget target, HBaseScan *scan, HBaseKeySchema *schema, HBaseLastRowMethod method, GError **error);
/* Once it is done, once. FALSE: there is no row. */
gboolean hbase_last_row_operation_take (HBaseOperation *operation, HBaseBlock **block, guint *row);
