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

/* The cursor of a reading and the memory in which rows are read, which a connection keeps for the next. */
typedef struct {
  HBaseLocalCursor cursor;
  const HBaseLocalCall *call; /* NULL: not in use */
  GByteArray *prefix;         /* the beginning of the keys of the row's cells */
  GByteArray *column;         /* the current column's key, without timestamp and type */
  GByteArray *qualifier, *next_qualifier;
  GArray *family_versions; /* (element-type gint64) DeleteFamilyVersion */
  gsize longest;           /* the greatest length of a key */
} HBaseLocalRowReader;

/* Begins to read rows of the call's table. In a transaction there is one such reading at a time. */
HBaseLocalRowReader *hbase_local_row_reader_begin (const HBaseLocalCall *call, gboolean keys_only);
void hbase_local_row_reader_end (HBaseLocalRowReader *reader);

/* Reads the row whose first cell the cursor is at. `filtering` NULL: no filter. Afterwards the cursor is at
 * the next row, unless the filter stopped the reading earlier. */
gboolean hbase_local_read_row (HBaseLocalRowReader *reader,
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
