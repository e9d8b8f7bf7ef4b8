/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file converts arguments from the binary protocol to the compact protocol, value by value: the decoder
 * reads them, the writer writes them. */

#include "config.h"

#include "hbase-wire-transcoder-private.h"

#include "hbase-block-private.h"
#include "hbase-wire-writer-private.h"

typedef struct {
  HBaseWireDecoder decoder;
  HBaseWireWriter writer;
} Transcoder;

static void copy_fields (Transcoder *self);

static void
copy_element (Transcoder *self, HBaseWireType type)
{
  switch (type)
    {
    case HBASE_WIRE_BOOL:
      hbase_wire_put_bool (&self->writer, hbase_wire_decoder_bool (&self->decoder));
      break;
    case HBASE_WIRE_I32:
      hbase_wire_put_i32 (&self->writer, hbase_wire_decoder_i32 (&self->decoder));
      break;
    case HBASE_WIRE_I64:
      hbase_wire_put_i64 (&self->writer, hbase_wire_decoder_i64 (&self->decoder));
      break;
    case HBASE_WIRE_BINARY:
      hbase_wire_put_binary (&self->writer, hbase_wire_decoder_binary (&self->decoder));
      break;
    case HBASE_WIRE_STRUCT:
      hbase_wire_decoder_enter (&self->decoder);
      hbase_wire_begin_struct (&self->writer);
      copy_fields (self);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Copies a list or a set: the compact protocol has another type for either. */
static void
copy_list (Transcoder *self, guint id, HBaseWireType type)
{
  HBaseWireType element = HBASE_WIRE_STOP;
  guint count = hbase_wire_decoder_list (&self->decoder, &element);

  (type == HBASE_WIRE_SET ? hbase_wire_write_set : hbase_wire_write_list) (&self->writer, id, element, count);
  for (guint i = 0; i < count; i++)
    copy_element (self, element);
}

static void
copy_map (Transcoder *self, guint id)
{
  HBaseWireType key = HBASE_WIRE_STOP, value = HBASE_WIRE_STOP;
  guint count = hbase_wire_decoder_map (&self->decoder, &key, &value);

  hbase_wire_write_map (&self->writer, id, key, value, count);
  for (guint i = 0; i < count; i++)
    {
      copy_element (self, key);
      copy_element (self, value);
    }
}

static void
copy_field (Transcoder *self, guint id, HBaseWireType type)
{
  switch (type)
    {
    case HBASE_WIRE_BOOL:
      hbase_wire_write_bool (&self->writer, id, hbase_wire_decoder_bool (&self->decoder));
      break;
    case HBASE_WIRE_I8:
      hbase_wire_write_i8 (&self->writer, id, hbase_wire_decoder_i8 (&self->decoder));
      break;
    case HBASE_WIRE_I16:
      hbase_wire_write_i16 (&self->writer, id, hbase_wire_decoder_i16 (&self->decoder));
      break;
    case HBASE_WIRE_I32:
      hbase_wire_write_i32 (&self->writer, id, hbase_wire_decoder_i32 (&self->decoder));
      break;
    case HBASE_WIRE_I64:
      hbase_wire_write_i64 (&self->writer, id, hbase_wire_decoder_i64 (&self->decoder));
      break;
    case HBASE_WIRE_BINARY:
      hbase_wire_write_binary (&self->writer, id, hbase_wire_decoder_binary (&self->decoder));
      break;
    case HBASE_WIRE_STRUCT:
      hbase_wire_write_struct (&self->writer, id);
      hbase_wire_decoder_enter (&self->decoder);
      copy_fields (self);
      break;
    case HBASE_WIRE_LIST:
    case HBASE_WIRE_SET:
      copy_list (self, id, type);
      break;
    case HBASE_WIRE_MAP:
      copy_map (self, id);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* To the end of the struct. */
static void
copy_fields (Transcoder *self)
{
  HBaseWireType type;
  guint id;

  while (hbase_wire_decoder_next (&self->decoder, &id, &type))
    copy_field (self, id, type);
  hbase_wire_end_struct (&self->writer);
}

GBytes *
hbase_wire_make_compact (GBytes *arguments, const GArray *segments)
{
  g_autoptr (GBytes) whole = hbase_wire_message_join (arguments, segments);
  HBaseBlock block = { .protocol = HBASE_WIRE_PROTOCOL_BINARY };
  Transcoder self;

  block.data = g_bytes_get_data (whole, &block.length);
  hbase_wire_decoder_init (&self.decoder, &block, 0);
  hbase_wire_writer_init (&self.writer, HBASE_WIRE_PROTOCOL_COMPACT, block.length);
  hbase_wire_begin_struct (&self.writer);
  copy_fields (&self);
  return hbase_wire_writer_end (&self.writer);
}
