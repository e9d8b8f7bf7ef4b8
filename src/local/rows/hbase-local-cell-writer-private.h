/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-key-private.h"
#include "hbase-local-table-private.h"

/* Cells that a call is going to write, and to remove. */

typedef struct {
  guint64 n_cells;
  guint64 n_hiding;        /* cells that may hide a cell or be hidden, or have their own time to live */
  gboolean deletes_family; /* a cell may hide any number of cells */
} HBaseLocalWritten;

typedef struct _HBaseLocalCellWriter HBaseLocalCellWriter;

/* Returns the connection's writer, which isn't used by anybody else until end() is called, within the same
 * transaction. */
HBaseLocalCellWriter *hbase_local_cell_writer_begin (HBaseLocalDb *db);
/* Forgets the cells that aren't written. */
void hbase_local_cell_writer_end (HBaseLocalCellWriter *writer);

/* Adds a cell or a delete marker, which replaces a cell with the same key. The cell's tags are its time to
 * live, or nothing. All cells are of one table. Reads don't find it before it is written; its value and tags
 * must stay valid until then. */
void hbase_local_cell_writer_add (HBaseLocalCellWriter *writer,
                                  const HBaseLocalTable *table,
                                  HBaseSlice row,
                                  const HBaseCellView *cell);
/* Adds the removal of the cell with a key. */
void
hbase_local_cell_writer_remove (HBaseLocalCellWriter *writer, const HBaseLocalTable *table, HBaseSlice key);
/* Records that nothing is stored from one key up to another (exclusive; data NULL: to the table's end), so
 * that rows between them needn't be searched for. */
void hbase_local_cell_writer_set_gap (HBaseLocalCellWriter *writer, HBaseSlice from, HBaseSlice to);
/* Returns what a compaction has to know of the cells that have been written. */
HBaseLocalWritten hbase_local_cell_writer_get_written (const HBaseLocalCellWriter *writer);
/* Returns the number of cells that aren't written or removed yet. */
guint hbase_local_cell_writer_get_length (const HBaseLocalCellWriter *writer);
/* Removes the cells that were added last, so that `length` remain. */
void hbase_local_cell_writer_truncate (HBaseLocalCellWriter *writer, guint length);
/* Writes the cells if there are many. */
gboolean hbase_local_cell_writer_write_many (HBaseLocalCellWriter *writer, GError **error);
/* Writes all cells. */
gboolean hbase_local_cell_writer_flush (HBaseLocalCellWriter *writer, GError **error);
/* Writes all cells; then removes those from one key up to another (exclusive), except the first `n_kept` of
 * these. */
gboolean hbase_local_cell_writer_remove_range (HBaseLocalCellWriter *writer,
                                               const HBaseLocalTable *table,
                                               HBaseSlice from,
                                               HBaseSlice to,
                                               guint n_kept,
                                               GError **error);
