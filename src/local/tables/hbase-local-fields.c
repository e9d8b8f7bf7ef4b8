/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Reading a checked struct into an array that is indexed by field ids. */

#include "config.h"

#include "hbase-local-fields-private.h"

static void
read_value (HBaseLocalField *field, HBaseWireType type, const HBaseBlock *block, HBaseWireDecoder *decoder)
{
  field->given = TRUE;
  field->block = block;
  field->at = hbase_wire_decoder_position (decoder);
  switch ((int) type)
    {
    case HBASE_WIRE_BOOL:
      field->number = hbase_wire_decoder_bool (decoder);
      break;
    case HBASE_WIRE_I8:
      field->number = hbase_wire_decoder_i8 (decoder);
      break;
    case HBASE_WIRE_I16:
      field->number = hbase_wire_decoder_i16 (decoder);
      break;
    case HBASE_WIRE_I32:
      field->number = hbase_wire_decoder_i32 (decoder);
      break;
    case HBASE_WIRE_I64:
      field->number = hbase_wire_decoder_i64 (decoder);
      break;
    case HBASE_WIRE_BINARY:
      field->bytes = hbase_wire_decoder_binary (decoder);
      break;
    default:
      hbase_wire_decoder_skip (decoder, type);
      break;
    }
}

void
hbase_local_fields_decode (HBaseLocalField *fields,
                           guint n_fields,
                           const HBaseBlock *block,
                           HBaseWireDecoder *decoder)
{
  HBaseWireType type;
  guint id;

  memset (fields, 0, n_fields * sizeof *fields);
  while (hbase_wire_decoder_next (decoder, &id, &type))
    if (id < n_fields)
      read_value (&fields[id], type, block, decoder);
    else
      hbase_wire_decoder_skip (decoder, type);
}

void
hbase_local_fields_read_arguments (HBaseLocalField *fields, guint n_fields, const HBaseBlock *block)
{
  HBaseWireDecoder decoder;

  hbase_wire_decoder_init (&decoder, block, block->body);
  hbase_local_fields_decode (fields, n_fields, block, &decoder);
}

void
hbase_local_fields_read (HBaseLocalField *fields, guint n_fields, const HBaseLocalField *field)
{
  HBaseWireDecoder decoder;

  memset (fields, 0, n_fields * sizeof *fields);
  if (!field->given)
    return;
  hbase_wire_decoder_init (&decoder, field->block, field->at);
  hbase_local_fields_decode (fields, n_fields, field->block, &decoder);
}

guint
hbase_local_fields_list (const HBaseLocalField *field, HBaseWireDecoder *decoder)
{
  HBaseWireType element;

  if (!field->given)
    return 0;
  hbase_wire_decoder_init (decoder, field->block, field->at);
  return hbase_wire_decoder_list (decoder, &element);
}

guint
hbase_local_fields_map (const HBaseLocalField *field, HBaseWireDecoder *decoder)
{
  HBaseWireType key, value;

  if (!field->given)
    return 0;
  hbase_wire_decoder_init (decoder, field->block, field->at);
  return hbase_wire_decoder_map (decoder, &key, &value);
}

guint
hbase_local_structs_init (HBaseLocalStructs *structs, const HBaseLocalField *field)
{
  structs->block = field->block;
  structs->n_left = hbase_local_fields_list (field, &structs->decoder);
  return structs->n_left;
}

gboolean
hbase_local_structs_next (HBaseLocalStructs *structs, HBaseLocalField *fields, guint n_fields)
{
  if (structs->n_left == 0)
    return FALSE;
  structs->n_left--;
  hbase_wire_decoder_enter (&structs->decoder);
  hbase_local_fields_decode (fields, n_fields, structs->block, &structs->decoder);
  return TRUE;
}
