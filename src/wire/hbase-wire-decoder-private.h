/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"

/* Walks values of a checked block, field by field. It checks nothing: only bytes the reader has passed may come
 * here, which is why only a block begins one.
 *
 *   hbase_wire_decoder_init (&decoder, block, block->body);
 *   while (hbase_wire_decoder_next (&decoder, &id, &type))
 *     switch (id)
 *       {
 *       case HBASE_T_GET_ROW:
 *         row = hbase_wire_decoder_binary (&decoder);
 *         break;
 *       case HBASE_T_GET_TIME_RANGE:
 *         hbase_wire_decoder_enter (&decoder);   // a struct: then next() gives its fields, until it returns FALSE
 *         …
 *       default:
 *         hbase_wire_decoder_skip (&decoder, type);
 *       }
 */

typedef struct {
  HBaseWireProtocol protocol;
  const guint8 *start;
  const guint8 *p;
  guint depth;
  gint16 last_id[HBASE_WIRE_MAX_DEPTH + 1]; /* compact */
  guint8 pending_bool;                      /* compact: a field's boolean travels in its header */
} HBaseWireDecoder;

/* At a struct's first byte; next() gives its fields. */
void hbase_wire_decoder_init (HBaseWireDecoder *decoder, const HBaseBlock *block, gsize at);
/* FALSE: the struct's end, which is stepped over; of a nested one, its parent goes on. */
gboolean hbase_wire_decoder_next (HBaseWireDecoder *decoder, guint *id, HBaseWireType *type);
/* The value of the field, or the element of the list, that is next. Each field must be taken or skipped. */
gboolean hbase_wire_decoder_bool (HBaseWireDecoder *decoder);
gint8 hbase_wire_decoder_i8 (HBaseWireDecoder *decoder);
gint16 hbase_wire_decoder_i16 (HBaseWireDecoder *decoder);
gint32 hbase_wire_decoder_i32 (HBaseWireDecoder *decoder);
gint64 hbase_wire_decoder_i64 (HBaseWireDecoder *decoder);
HBaseSlice hbase_wire_decoder_binary (HBaseWireDecoder *decoder);
void hbase_wire_decoder_enter (HBaseWireDecoder *decoder);
/* How many elements follow; each is taken like a field's value (a struct: by enter()). */
guint hbase_wire_decoder_list (HBaseWireDecoder *decoder, HBaseWireType *element);
/* How many pairs follow: key, value, key, value… */
guint hbase_wire_decoder_map (HBaseWireDecoder *decoder, HBaseWireType *key, HBaseWireType *value);
void hbase_wire_decoder_skip (HBaseWireDecoder *decoder, HBaseWireType type);
/* Where the next value begins, from the message's first byte. */
static inline gsize
hbase_wire_decoder_position (const HBaseWireDecoder *decoder)
{
  return (gsize) (decoder->p - decoder->start);
}
