/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"
#include "hbase-wire-writer-private.h"

/* A row on its way out: its key and cells, packed. */

/* A row, or a reply, beyond this is refused: it would take the process down with it. */
#define HBASE_LOCAL_REPLY_MAX ((gsize) 512 * 1024 * 1024)

typedef struct {
  GByteArray *arena; /* the row's key, then each cell's family, qualifier and value */
  GArray *cells;
  gsize row_length;
  gboolean has_tail; /* behind the last cell HBase still finds a stored one of the row, seen or not */
} HBaseLocalRow;

void hbase_local_row_init (HBaseLocalRow *row);
void hbase_local_row_clear (HBaseLocalRow *row);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseLocalRow, hbase_local_row_clear)

void hbase_local_row_begin (HBaseLocalRow *row, HBaseSlice key);
/* What it holds, in bytes. */
gsize hbase_local_row_memory_size (const HBaseLocalRow *row);
/* Gives its memory back; it is empty then. */
void hbase_local_row_free_memory (HBaseLocalRow *row);
/* FALSE: the row has become too large. */
gboolean hbase_local_row_add (HBaseLocalRow *row,
                              HBaseSlice family,
                              HBaseSlice qualifier,
                              HBaseSlice value,
                              gint64 timestamp,
                              guint8 type,
                              GError **error);
static inline guint
hbase_local_row_n_cells (const HBaseLocalRow *row)
{
  return row->cells->len;
}
/* Valid until the next cell is added. */
HBaseCellView hbase_local_row_get_cell (const HBaseLocalRow *row, guint i);
/* The newest cell of that column, of a row in HBase's order of columns; or FALSE. */
gboolean
hbase_local_row_find (const HBaseLocalRow *row, HBaseSlice family, HBaseSlice qualifier, HBaseCellView *cell);
static inline void
hbase_local_row_clear_cells (HBaseLocalRow *row)
{
  g_array_set_size (row->cells, 0);
}
/* Takes out the cells of which that isn't TRUE. */
void hbase_local_row_keep_if (HBaseLocalRow *row,
                              gboolean (*wanted) (const HBaseCellView *cell, gpointer data),
                              gpointer data);
/* HBase's order of columns, for a row whose cells weren't added in it. */
void hbase_local_row_sort (HBaseLocalRow *row);
/* A TResult's fields with n cells from the `from`th on, and its end. Of none the row isn't named. */
void hbase_local_row_write_cells (const HBaseLocalRow *row, guint from, guint n, HBaseWireWriter *writer);
void hbase_local_row_write_end (gboolean partial, HBaseWireWriter *writer);
/* Both, of a row that doesn't come in pieces, with its first n cells. */
void hbase_local_row_write (const HBaseLocalRow *row, guint n, HBaseWireWriter *writer);
