/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-cells-private.h"
#include "hbase-local-filter-scan-private.h"
#include "hbase-local-query-private.h"
#include "hbase-local-row-private.h"

/* HEAD */

/* Adds to an error of the store which row it is about; FALSE. */
gboolean
hbase_local_error_add_row (const HBaseLocalTable *table, HBaseSlice row, const char *where, GError **error);

/* From the row's first cell over all of it: the cursor is at the next row then, unless the filter (NULL:
 * there is none) cut it short. The row gets what is to be seen. */
gboolean hbase_local_read_row (HBaseLocalCursor *cursor,
                               const HBaseLocalTable *table,
                               const HBaseLocalQuery *query,
                               HBaseLocalFilterScan *filtering,
                               gint64 now,
                               HBaseLocalRow *row,
                               GError **error);
/* One row by its key; no cells where there is none. */
gboolean hbase_local_get_row (HBaseLocalDb *db,
                              const HBaseLocalTable *table,
                              HBaseSlice key,
                              const HBaseLocalQuery *query,
                              gint64 now,
                              HBaseLocalRow *row,
                              GError **error);
