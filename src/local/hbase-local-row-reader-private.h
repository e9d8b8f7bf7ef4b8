/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-call-private.h"
#include "hbase-local-cells-private.h"
#include "hbase-local-filter-scan-private.h"
#include "hbase-local-query-private.h"

/* Reading rows: the cells of a row that are visible to a query. */

/* Adds to an error of the store the row that it is about. Always returns FALSE. */
gboolean
hbase_local_error_add_row (const HBaseLocalTable *table, HBaseSlice row, const char *where, GError **error);

/* The memory in which a row is read, which is used again for the next row. */
typedef struct {
  GByteArray *row_prefix; /* the beginning of the keys of the row's cells */
  GByteArray *column;     /* the current column's key, without timestamp and type */
  GByteArray *qualifier, *next_qualifier;
  GArray *family_versions; /* (element-type gint64) DeleteFamilyVersion */
} HBaseLocalRowMemory;

void hbase_local_row_memory_init (HBaseLocalRowMemory *memory);
void hbase_local_row_memory_clear (HBaseLocalRowMemory *memory);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseLocalRowMemory, hbase_local_row_memory_clear)

/* Reads the row whose first cell the cursor is at. `filtering` NULL: no filter. Afterwards the cursor is at
 * the next row, unless the filter stopped the reading earlier. */
gboolean hbase_local_read_row (HBaseLocalRowMemory *memory,
                               HBaseLocalCursor *cursor,
                               const HBaseLocalCall *call,
                               const HBaseLocalQuery *query,
                               HBaseLocalFilterScan *filtering,
                               HBaseLocalRow *row,
                               GError **error);
/* Reads one row by its key. The row has no cells if it doesn't exist. */
gboolean hbase_local_get_row (const HBaseLocalCall *call,
                              HBaseSlice key,
                              const HBaseLocalQuery *query,
                              HBaseLocalRow *row,
                              GError **error);
