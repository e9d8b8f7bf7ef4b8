/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements blocks, which are checked messages, and the decoder, which reads values from them. */

#include "config.h"

#include "hbase-block-private.h"

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

/* ---- the decoder ---- */

void
hbase_wire_decoder_init (HBaseWireDecoder *decoder, const HBaseBlock *block, gsize at)
{
  decoder->protocol = block->protocol;
  decoder->start = block->data;
  decoder->p = block->data + at;
  decoder->end = block->data + block->length;
  decoder->depth = 0;
  decoder->last_id[0] = 0;
  decoder->pending_bool = 0;
}

static inline gboolean
is_binary (const HBaseWireDecoder *decoder)
{
  return decoder->protocol == HBASE_WIRE_PROTOCOL_BINARY;
}

static guint64
take_varint (HBaseWireDecoder *decoder)
{
  guint64 value = 0;

  for (guint shift = 0;; shift += 7)
    {
      guint8 byte = *decoder->p++;

      value |= (guint64) (byte & 0x7f) << shift;
      if ((byte & 0x80) == 0)
        return value;
    }
}

static guint32
take_size (HBaseWireDecoder *decoder)
{
  if (!is_binary (decoder))
    return (guint32) take_varint (decoder);
  decoder->p += 4;
  return hbase_wire_load_32 (decoder->p - 4);
}

/* ---- structs ---- */

void
hbase_wire_decoder_enter (HBaseWireDecoder *decoder)
{
  decoder->last_id[++decoder->depth] = 0;
}

static void
take_compact_header (HBaseWireDecoder *decoder, guint *id, HBaseWireType *type)
{
  gint16 *last_id = &decoder->last_id[decoder->depth];
  guint8 byte = *decoder->p++;

  *type = hbase_wire_type_from_compact (byte);
  if (*type == HBASE_WIRE_BOOL)
    decoder->pending_bool = byte & 15;
  *last_id = byte >> 4 != 0 ? (gint16) (*last_id + (byte >> 4))
                            : (gint16) hbase_wire_unzigzag (take_varint (decoder) & G_MAXUINT32);
  *id = (guint16) *last_id;
}

gboolean
hbase_wire_decoder_next (HBaseWireDecoder *decoder, guint *id, HBaseWireType *type)
{
  if (*decoder->p == HBASE_WIRE_STOP)
    {
      decoder->p++;
      decoder->depth -= decoder->depth > 0;
      return FALSE;
    }
  if (is_binary (decoder))
    {
      *type = decoder->p[0];
      *id = hbase_wire_load_16 (decoder->p + 1);
      decoder->p += 3;
    }
  else
    take_compact_header (decoder, id, type);
  return TRUE;
}

/* ---- values ---- */

gboolean
hbase_wire_decoder_bool (HBaseWireDecoder *decoder)
{
  guint8 byte;

  if (is_binary (decoder))
    return *decoder->p++ != 0;
  byte = decoder->pending_bool != 0 ? decoder->pending_bool : *decoder->p++;
  decoder->pending_bool = 0;
  return byte == HBASE_WIRE_COMPACT_TRUE;
}

gint8
hbase_wire_decoder_i8 (HBaseWireDecoder *decoder)
{
  return (gint8) *decoder->p++;
}

gint16
hbase_wire_decoder_i16 (HBaseWireDecoder *decoder)
{
  if (!is_binary (decoder))
    return (gint16) hbase_wire_unzigzag (take_varint (decoder));
  decoder->p += 2;
  return (gint16) hbase_wire_load_16 (decoder->p - 2);
}

gint32
hbase_wire_decoder_i32 (HBaseWireDecoder *decoder)
{
  if (!is_binary (decoder))
    return (gint32) hbase_wire_unzigzag (take_varint (decoder));
  decoder->p += 4;
  return (gint32) hbase_wire_load_32 (decoder->p - 4);
}

gint64
hbase_wire_decoder_i64 (HBaseWireDecoder *decoder)
{
  if (!is_binary (decoder))
    return hbase_wire_unzigzag (take_varint (decoder));
  decoder->p += 8;
  return (gint64) hbase_wire_load_64 (decoder->p - 8);
}

HBaseSlice
hbase_wire_decoder_binary (HBaseWireDecoder *decoder)
{
  guint32 length = take_size (decoder);

  decoder->p += length;
  return hbase_slice (decoder->p - length, length);
}

guint
hbase_wire_decoder_list (HBaseWireDecoder *decoder, HBaseWireType *element)
{
  guint8 byte = *decoder->p++;

  *element = is_binary (decoder) ? byte : hbase_wire_type_from_compact (byte);
  if (is_binary (decoder) || byte >> 4 == 15)
    return take_size (decoder);
  return byte >> 4;
}

guint
hbase_wire_decoder_map (HBaseWireDecoder *decoder, HBaseWireType *key, HBaseWireType *value)
{
  guint count;

  *key = *value = HBASE_WIRE_STOP;
  if (is_binary (decoder))
    {
      *key = decoder->p[0];
      *value = decoder->p[1];
      decoder->p += 2;
      return take_size (decoder);
    }
  count = take_size (decoder);
  if (count > 0)
    {
      *key = hbase_wire_type_from_compact (*decoder->p >> 4);
      *value = hbase_wire_type_from_compact (*decoder->p++);
    }
  return count;
}

/* ---- skipping ---- */

/* Skips a struct in the usual form of a cell, which most structs have. */
static gboolean
skip_cell (HBaseWireDecoder *decoder)
{
  HBaseCellView ignored;
  gsize length = hbase_wire_cell (decoder->protocol, decoder->p, decoder->end, &ignored);

  decoder->p += length;
  return length > 0;
}

static void
skip_struct (HBaseWireDecoder *decoder)
{
  HBaseWireType type;
  guint id;

  if (skip_cell (decoder))
    return;
  hbase_wire_decoder_enter (decoder);
  while (hbase_wire_decoder_next (decoder, &id, &type))
    hbase_wire_decoder_skip (decoder, type);
}

static void
skip_elements (HBaseWireDecoder *decoder, HBaseWireType type)
{
  HBaseWireType key = HBASE_WIRE_STOP, element;
  guint count = type == HBASE_WIRE_MAP ? hbase_wire_decoder_map (decoder, &key, &element)
                                       : hbase_wire_decoder_list (decoder, &element);

  for (guint i = 0; i < count; i++)
    {
      if (type == HBASE_WIRE_MAP)
        hbase_wire_decoder_skip (decoder, key);
      hbase_wire_decoder_skip (decoder, element);
    }
}

void
hbase_wire_decoder_skip (HBaseWireDecoder *decoder, HBaseWireType type)
{
  switch (type)
    {
    case HBASE_WIRE_BOOL:
      hbase_wire_decoder_bool (decoder);
      break;
    case HBASE_WIRE_I8:
      hbase_wire_decoder_i8 (decoder);
      break;
    case HBASE_WIRE_DOUBLE:
      decoder->p += 8;
      break;
    case HBASE_WIRE_I16:
      hbase_wire_decoder_i16 (decoder);
      break;
    case HBASE_WIRE_I32:
      hbase_wire_decoder_i32 (decoder);
      break;
    case HBASE_WIRE_I64:
      hbase_wire_decoder_i64 (decoder);
      break;
    case HBASE_WIRE_BINARY:
      hbase_wire_decoder_binary (decoder);
      break;
    case HBASE_WIRE_STRUCT:
      skip_struct (decoder);
      break;
    case HBASE_WIRE_MAP:
    case HBASE_WIRE_SET:
    case HBASE_WIRE_LIST:
      skip_elements (decoder, type);
      break;
    case HBASE_WIRE_STOP:
    default:
      g_assert_not_reached ();
    }
}

/* ---- rows and cells ---- */

/* Gateways send the key first. */
HBaseSlice
hbase_block_row_key (const HBaseBlock *block, guint row)
{
  const guint8 *start = block->data + block->rows[row].at;
  HBaseWireDecoder decoder;
  HBaseWireType type;
  HBaseSlice key;
  guint id;

  g_assert (row < block->n_rows);
  if (block->protocol == HBASE_WIRE_PROTOCOL_BINARY
      && hbase_wire_cell_binary_field (&start, block->data + block->length, HBASE_T_RESULT_ROW, &key))
    return key;
  hbase_wire_decoder_init (&decoder, block, block->rows[row].at);
  while (hbase_wire_decoder_next (&decoder, &id, &type))
    if (id == HBASE_T_RESULT_ROW)
      return hbase_wire_decoder_binary (&decoder);
    else
      hbase_wire_decoder_skip (&decoder, type);
  return hbase_slice (NULL, 0);
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
  HBaseSlice *const slices[] = {
    [HBASE_T_COLUMN_VALUE_FAMILY] = &view->family,
    [HBASE_T_COLUMN_VALUE_QUALIFIER] = &view->qualifier,
    [HBASE_T_COLUMN_VALUE_VALUE] = &view->value,
    [HBASE_T_COLUMN_VALUE_TAGS] = &view->tags,
  };
  HBaseWireDecoder decoder;
  HBaseWireType type;
  guint id;

  *view = (HBaseCellView){ .timestamp = HBASE_CELL_NO_TIMESTAMP, .type = HBASE_WIRE_CELL_PUT };
  hbase_wire_decoder_init (&decoder, block, at);
  while (hbase_wire_decoder_next (&decoder, &id, &type))
    if (id == HBASE_T_COLUMN_VALUE_TIMESTAMP)
      view->timestamp = hbase_wire_decoder_i64 (&decoder);
    else if (id == HBASE_T_COLUMN_VALUE_TYPE)
      view->type = (guint8) hbase_wire_decoder_i8 (&decoder);
    else if (id < G_N_ELEMENTS (slices) && slices[id] != NULL)
      *slices[id] = hbase_wire_decoder_binary (&decoder);
    else
      hbase_wire_decoder_skip (&decoder, type);
}
