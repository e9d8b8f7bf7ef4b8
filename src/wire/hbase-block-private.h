/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-cell-private.h"
#include "hbase-wire-schema-private.h"

/* A whole message that the reader has checked, of a reply with its index of rows and cells: one block of memory
 * that rows are views of. Immutable once it is shared, and refcounted; any thread. */

typedef struct {
  guint32 at;         /* where the row's struct begins, from the message's first byte */
  guint32 first_cell; /* its cells are first_cell … the next row's first_cell − 1 */
} HBaseRowMark;

typedef struct {
  gatomicrefcount ref_count;
  HBaseWireProtocol protocol;
  HBaseWireMessageType type;
  gint32 sequence_id;
  const HBaseWireMethod *method; /* NULL: a call of a method that isn't known */
  HBaseSlice name;               /* the method's, as it came */
  const guint8 *data;            /* the message without its frame */
  gsize length;
  gsize body;         /* where the arguments or result struct begins */
  guint8 *memory;     /* owned: `data` lies in it */
  guint32 *cells;     /* owned: where each cell's struct begins */
  HBaseRowMark *rows; /* owned: n_rows + 1, the last one a sentinel */
  guint n_cells;
  guint n_rows;
  const HBaseWireSchema
      *incomplete;     /* of a call: the first struct without a field that it must have; NULL: none */
  const char *missing; /* that field's name */
} HBaseBlock;

HBaseBlock *hbase_block_ref (HBaseBlock *block);
void hbase_block_unref (HBaseBlock *block);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseBlock, hbase_block_unref)

static inline guint
hbase_block_row_n_cells (const HBaseBlock *block, guint row)
{
  return block->rows[row + 1].first_cell - block->rows[row].first_cell;
}

/* The row's key; data NULL where the peer sent none (a row that wasn't found). */
HBaseSlice hbase_block_row_key (const HBaseBlock *block, guint row);
/* TResult.partial of a row: more of it may follow. HBase sets it on a full last piece, too, where it has stored cells of
 * the row that no scan shows. */
gboolean hbase_block_row_is_partial (const HBaseBlock *block, guint row);
/* Leaves out the row's first cells, fewer than it has: of a block that nobody else has a reference to, and whose rows
 * before this one aren't read any more. */
void hbase_block_drop_cells (HBaseBlock *block, guint row, guint n_cells);
/* A cell's struct at `at`, in whatever form it came. */
void hbase_block_decode_cell (const HBaseBlock *block, gsize at, HBaseCellView *view);

/* `cell` counts from the block's first one. */
static inline void
hbase_block_cell (const HBaseBlock *block, guint cell, HBaseCellView *view)
{
  const guint8 *start = block->data + block->cells[cell];

  if (G_UNLIKELY (hbase_wire_cell (block->protocol, start, block->data + block->length, view) == 0))
    hbase_block_decode_cell (block, block->cells[cell], view);
}
