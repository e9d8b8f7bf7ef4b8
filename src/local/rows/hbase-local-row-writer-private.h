/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-chunk-private.h"
#include "hbase-local-db-private.h"

/* Writing cells of one row to the rows of SQLite that hold its cells. */

typedef struct {
  HBaseLocalStoredCell cell;
  gboolean is_removal; /* only the cell's key is used */
} HBaseLocalCellChange;

typedef struct _HBaseLocalRowWriter HBaseLocalRowWriter;

HBaseLocalRowWriter *hbase_local_row_writer_new (HBaseLocalDb *db);
void hbase_local_row_writer_free (HBaseLocalRowWriter *writer);
/* Begins a transaction. */
void hbase_local_row_writer_begin (HBaseLocalRowWriter *writer);
/* Records that nothing is stored from one key up to another (exclusive; data NULL: to the table's end). */
void hbase_local_row_writer_set_gap (HBaseLocalRowWriter *writer, HBaseSlice from, HBaseSlice to);
/* Returns the size of the largest value that it has copied into its memory. */
gsize hbase_local_row_writer_get_largest (const HBaseLocalRowWriter *writer);
/* Writes and removes cells of one row. They are sorted by their keys, which are all different. */
gboolean hbase_local_row_writer_write (HBaseLocalRowWriter *writer,
                                       gint64 table,
                                       const HBaseLocalCellChange *changes,
                                       guint n_changes,
                                       GError **error);
/* Returns whether nothing of the row that was written last had been stored before. */
gboolean hbase_local_row_writer_was_new (const HBaseLocalRowWriter *writer);
