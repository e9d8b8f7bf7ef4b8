/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-cell-private.h"
#include "hbase-wire-schema-private.h"

/* A block is a complete message that the reader has checked, with the index of the rows and cells of a
 * response. Rows are views of its memory. It is reference counted, and immutable once it is shared between
 * threads. */

typedef struct {
  guint32 at;         /* where the row's struct begins, from the message's first byte */
  guint32 first_cell; /* its cells are first_cell … the next row's first_cell − 1 */
  guint8 is_partial;  /* TResult.partial */
} HBaseRowMark;

typedef struct {
  gatomicrefcount ref_count;
  HBaseWireProtocol protocol;
  HBaseWireMessageType type;
  gint32 sequence_id;
  const HBaseWireMethod *method; /* NULL: a call of an unknown method */
  HBaseSlice name;               /* of the method, as it was received */
  const guint8 *data;            /* the message without its frame */
  gsize length;
  gsize body;         /* where the arguments or result struct begins */
  guint8 *memory;     /* owned: `data` lies in it */
  guint32 *cells;     /* owned: where each cell's struct begins */
  HBaseRowMark *rows; /* owned: n_rows + 1, the last entry is a sentinel */
  guint n_cells;
  guint n_rows;
  const HBaseWireSchema
      *incomplete;     /* of a call: the first struct without one of its required fields, or NULL */
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

/* Returns the row key. Its data is NULL if the peer sent none: the row wasn't found. */
HBaseSlice hbase_block_row_key (const HBaseBlock *block, guint row);
/* Returns TResult.partial: whether more of the row may follow. HBase sets it on a full last part, too, if the
 * row has more stored cells, even invisible cells. */
static inline gboolean
hbase_block_row_is_partial (const HBaseBlock *block, guint row)
{
  return block->rows[row].is_partial;
}

/* Removes some of the row's first cells, but not all. The block must have no other reference, and the rows
 * before it must not be read any more. */
void hbase_block_drop_cells (HBaseBlock *block, guint row, guint n_cells);
/* Decodes the cell whose struct begins at `at`, in any valid form. */
void hbase_block_decode_cell (const HBaseBlock *block, gsize at, HBaseCellView *view);

/* `cell` is counted from the block's first cell. */
static inline void
hbase_block_cell (const HBaseBlock *block, guint cell, HBaseCellView *view)
{
  const guint8 *start = block->data + block->cells[cell];

  if (G_UNLIKELY (hbase_wire_cell (block->protocol, start, block->data + block->length, view) == 0))
    hbase_block_decode_cell (block, block->cells[cell], view);
}

/* ---- the decoder ---- */

/* The decoder reads the values of a block field by field. It checks nothing, because the reader has checked
 * all bytes of a block.
 *
 *   hbase_wire_decoder_init (&decoder, block, block->body);
 *   while (hbase_wire_decoder_next (&decoder, &id, &type))
 *     switch (id)
 *       {
 *       case HBASE_T_GET_ROW:
 *         row = hbase_wire_decoder_binary (&decoder);
 *         break;
 *       case HBASE_T_GET_TIME_RANGE:
 *         hbase_wire_decoder_enter (&decoder);   // a struct: next() returns its fields now
 *         …
 *       default:
 *         hbase_wire_decoder_skip (&decoder, type);
 *       }
 */

typedef struct {
  HBaseWireProtocol protocol;
  const guint8 *start;
  const guint8 *p;
  const guint8 *end; /* of the message */
  guint depth;
  gint16 last_id[HBASE_WIRE_MAX_DEPTH + 1]; /* compact */
  guint8 pending_bool; /* compact: the value of a boolean field, which is in its header */
} HBaseWireDecoder;

/* Enters the struct that begins at `at`. */
void hbase_wire_decoder_init (HBaseWireDecoder *decoder, const HBaseBlock *block, gsize at);
/* Reads the header of the next field. Returns FALSE at the end of the struct; next() then continues in the
 * outer struct. */
gboolean hbase_wire_decoder_next (HBaseWireDecoder *decoder, guint *id, HBaseWireType *type);
/* Read the value of the field, or the next element of the list. Each field must be read or skipped. */
gboolean hbase_wire_decoder_bool (HBaseWireDecoder *decoder);
gint8 hbase_wire_decoder_i8 (HBaseWireDecoder *decoder);
gint16 hbase_wire_decoder_i16 (HBaseWireDecoder *decoder);
gint32 hbase_wire_decoder_i32 (HBaseWireDecoder *decoder);
gint64 hbase_wire_decoder_i64 (HBaseWireDecoder *decoder);
HBaseSlice hbase_wire_decoder_binary (HBaseWireDecoder *decoder);
void hbase_wire_decoder_enter (HBaseWireDecoder *decoder);
/* Returns the number of elements, which are read like fields' values (a struct: by enter()). */
guint hbase_wire_decoder_list (HBaseWireDecoder *decoder, HBaseWireType *element);
/* Returns the number of pairs of a key and a value. */
guint hbase_wire_decoder_map (HBaseWireDecoder *decoder, HBaseWireType *key, HBaseWireType *value);
void hbase_wire_decoder_skip (HBaseWireDecoder *decoder, HBaseWireType type);
/* Returns the offset of the next value in the message. */
static inline gsize
hbase_wire_decoder_position (const HBaseWireDecoder *decoder)
{
  return (gsize) (decoder->p - decoder->start);
}
