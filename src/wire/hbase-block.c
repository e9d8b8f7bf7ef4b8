/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-block-private.h"

#include "hbase-wire-decoder-private.h"
#include "hbase-wire-tables.h"

HBaseBlock *
hbase_block_ref (HBaseBlock *block)
{
  g_atomic_ref_count_inc (&block->ref_count);
  return block;
}

void
hbase_block_unref (HBaseBlock *block)
{
  if (!g_atomic_ref_count_dec (&block->ref_count))
    return;
  g_free (block->memory);
  g_free (block->cells);
  g_free (block->rows);
  g_free (block);
}

/* The index knows where a row's last cell begins: nobody has to go through all the others to get behind them. */
static void
skip_cells (HBaseWireDecoder *decoder, const HBaseBlock *block, guint row)
{
  const guint8 *last;
  HBaseWireType element;
  HBaseCellView view;
  gsize length;

  if (hbase_wire_decoder_list (decoder, &element) == 0)
    return;
  last = block->data + block->cells[block->rows[row + 1].first_cell - 1];
  length = hbase_wire_cell (block->protocol, last, block->data + block->length, &view);
  decoder->p = last + length;
  if (G_UNLIKELY (length == 0))
    hbase_wire_decoder_skip (decoder, HBASE_WIRE_STRUCT);
}

/* Steps to the value of one of the row's fields; FALSE: it isn't there. */
static gboolean
find_field (HBaseWireDecoder *decoder, const HBaseBlock *block, guint row, guint wanted)
{
  HBaseWireType type;
  guint id;

  hbase_wire_decoder_init (decoder, block, block->rows[row].at);
  while (hbase_wire_decoder_next (decoder, &id, &type))
    if (id == wanted)
      return TRUE;
    else if (id == HBASE_T_RESULT_COLUMN_VALUES)
      skip_cells (decoder, block, row);
    else
      hbase_wire_decoder_skip (decoder, type);
  return FALSE;
}

HBaseSlice
hbase_block_row_key (const HBaseBlock *block, guint row)
{
  HBaseWireDecoder decoder;

  g_assert (row < block->n_rows);
  if (!find_field (&decoder, block, row, HBASE_T_RESULT_ROW))
    return hbase_slice (NULL, 0);
  return hbase_wire_decoder_binary (&decoder);
}

gboolean
hbase_block_row_is_partial (const HBaseBlock *block, guint row)
{
  HBaseWireDecoder decoder;

  g_assert (row < block->n_rows);
  return find_field (&decoder, block, row, HBASE_T_RESULT_PARTIAL) && hbase_wire_decoder_bool (&decoder);
}

void
hbase_block_drop_cells (HBaseBlock *block, guint row, guint n_cells)
{
  g_assert (n_cells < hbase_block_row_n_cells (block, row));

  block->rows[row].first_cell += n_cells;
}

void
hbase_block_decode_cell (const HBaseBlock *block, gsize at, HBaseCellView *view)
{
  HBaseWireDecoder decoder;
  HBaseWireType type;
  guint id;

  *view = (HBaseCellView){ .timestamp = HBASE_CELL_NO_TIMESTAMP, .type = HBASE_CELL_TYPE_PUT };
  hbase_wire_decoder_init (&decoder, block, at);
  while (hbase_wire_decoder_next (&decoder, &id, &type))
    switch (id)
      {
      case HBASE_T_COLUMN_VALUE_FAMILY:
        view->family = hbase_wire_decoder_binary (&decoder);
        break;
      case HBASE_T_COLUMN_VALUE_QUALIFIER:
        view->qualifier = hbase_wire_decoder_binary (&decoder);
        break;
      case HBASE_T_COLUMN_VALUE_VALUE:
        view->value = hbase_wire_decoder_binary (&decoder);
        break;
      case HBASE_T_COLUMN_VALUE_TIMESTAMP:
        view->timestamp = hbase_wire_decoder_i64 (&decoder);
        break;
      case HBASE_T_COLUMN_VALUE_TAGS:
        view->tags = hbase_wire_decoder_binary (&decoder);
        break;
      case HBASE_T_COLUMN_VALUE_TYPE:
        view->type = (guint8) hbase_wire_decoder_i8 (&decoder);
        break;
      default:
        hbase_wire_decoder_skip (&decoder, type);
      }
}
