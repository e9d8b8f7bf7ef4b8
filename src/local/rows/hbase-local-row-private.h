/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"
#include "hbase-wire-writer-private.h"

/* A row of a result: its key and cells, packed in one arena. A row that is only to be replied has a writer:
 * its cells are written as they are added, as those of a TResult. */

/* The greatest size of a row or a reply: a larger size might exhaust the process's memory. */
#define HBASE_LOCAL_REPLY_MAX ((gsize) 512 * 1024 * 1024)

typedef struct _HBaseLocalRowCell HBaseLocalRowCell;

typedef struct {
  guint8 *arena; /* `n_bytes`: the row key, then family, qualifier, value and tags of each cell */
  gsize n_bytes, arena_capacity;
  HBaseLocalRowCell *cells;
  guint n_cells, cells_capacity;
  gsize row_length;
  gboolean has_tail;       /* HBase finds another stored cell of the row after the last, visible or not */
  HBaseWireWriter *writer; /* NULL: the cells are in the arena */
  gsize written_from;      /* where the TResult begins in what is written */
  gsize list;              /* the list of its cells, for hbase_wire_end_list() */
} HBaseLocalRow;

void hbase_local_row_init (HBaseLocalRow *row);
void hbase_local_row_clear (HBaseLocalRow *row);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseLocalRow, hbase_local_row_clear)

void hbase_local_row_begin (HBaseLocalRow *row, HBaseSlice key);
static inline HBaseSlice
hbase_local_row_get_key (const HBaseLocalRow *row)
{
  return hbase_slice (row->arena, row->row_length);
}
/* Returns the bytes that the row holds. */
gsize hbase_local_row_memory_size (const HBaseLocalRow *row);
/* Frees the row's memory and makes it empty. */
void hbase_local_row_free_memory (HBaseLocalRow *row);
/* Fails if the row becomes too large. */
gboolean hbase_local_row_add (HBaseLocalRow *row, const HBaseCellView *cell, GError **error);
static inline guint
hbase_local_row_n_cells (const HBaseLocalRow *row)
{
  return row->n_cells;
}
/* The view is valid until the next cell is added. */
HBaseCellView hbase_local_row_get_cell (const HBaseLocalRow *row, guint i);
/* Finds the newest cell of a column, in a row that is sorted as HBase sorts columns. */
gboolean
hbase_local_row_find (const HBaseLocalRow *row, HBaseSlice family, HBaseSlice qualifier, HBaseCellView *cell);
static inline void
hbase_local_row_clear_cells (HBaseLocalRow *row)
{
  row->n_cells = 0;
}
/* Removes the cells for which `wanted` returns FALSE. */
void hbase_local_row_keep_if (HBaseLocalRow *row,
                              gboolean (*wanted) (const HBaseCellView *cell, gpointer data),
                              gpointer data);
/* Sorts the cells by HBase's order of columns. */
void hbase_local_row_sort (HBaseLocalRow *row);
/* Has the cells of the next rows written, each row into a struct that the caller has begun; or, with NULL,
 * kept in the arena again. Of rows whose cells are written only their number is known. */
void hbase_local_row_set_writer (HBaseLocalRow *row, HBaseWireWriter *writer);
/* Write a TResult, or the rest of it: its fields with `n` cells from `from` on, then its end. Without cells
 * the row key isn't written. */
void hbase_local_row_write_cells (const HBaseLocalRow *row, guint from, guint n, HBaseWireWriter *writer);
void hbase_local_row_write_end (gboolean partial, HBaseWireWriter *writer);
/* Writes a whole TResult. */
void hbase_local_row_write (const HBaseLocalRow *row, HBaseWireWriter *writer);
