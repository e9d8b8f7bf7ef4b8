/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-packed-private.h"
#include "hbase-wire-cell-private.h"
#include "hbase-wire-tables.h"

#define FIRST_ROOM 256

void
hbase_packed_init (HBasePacked *packed)
{
  hbase_wire_writer_init (&packed->bytes, HBASE_WIRE_PROTOCOL_BINARY, FIRST_ROOM);
  packed->count = 0;
}

void
hbase_packed_clear (HBasePacked *packed)
{
  hbase_wire_writer_clear (&packed->bytes);
}

void
hbase_packed_copy (HBasePacked *packed, const HBasePacked *from)
{
  hbase_wire_writer_init (&packed->bytes, HBASE_WIRE_PROTOCOL_BINARY, MAX (from->bytes.length, FIRST_ROOM));
  hbase_wire_put_raw (&packed->bytes, from->bytes.data, from->bytes.length);
  packed->count = from->count;
}

void
hbase_packed_add_column (HBasePacked *packed, HBaseSlice family, HBaseSlice qualifier, gint64 timestamp)
{
  hbase_wire_put_column (&packed->bytes, family, qualifier, timestamp);
  packed->count++;
}

/* A field as put_cell() and put_column() write it: type, id, and bytes or a stamp. */
typedef struct {
  HBaseWireType type;
  guint id;
  HBaseSlice bytes;
  gint64 stamp;
} PackedField;

/* Returns where the next one begins. */
static const guint8 *
load_field (const guint8 *p, PackedField *field)
{
  *field = (PackedField){ .type = p[0], .id = hbase_wire_load_16 (p + 1) };
  p += 3;
  if (field->type == HBASE_WIRE_I64)
    {
      field->stamp = (gint64) hbase_wire_load_64 (p);
      return p + sizeof (gint64);
    }
  field->bytes = hbase_slice (p + sizeof (guint32), hbase_wire_load_32 (p));
  return field->bytes.data + field->bytes.length;
}

/* An element as the writer's protocol has it; returns where the next one begins. Cells take a straight way. */
static const guint8 *
rewrite_element (const guint8 *p, const guint8 *end, HBaseWireWriter *writer)
{
  HBaseCellView cell;
  gsize length = hbase_wire_cell_binary (p, end, &cell);
  PackedField field;

  if (length > 0)
    {
      hbase_wire_put_cell (writer, cell.family, cell.qualifier, cell.value, cell.timestamp, 0);
      return p + length;
    }
  hbase_wire_begin_struct (writer);
  while (*p != HBASE_WIRE_STOP)
    {
      p = load_field (p, &field);
      if (field.type == HBASE_WIRE_I64)
        hbase_wire_write_i64 (writer, field.id, field.stamp);
      else
        hbase_wire_write_binary (writer, field.id, field.bytes);
    }
  hbase_wire_end_struct (writer);
  return p + 1;
}

static void
rewrite (const HBasePacked *packed, HBaseWireWriter *writer)
{
  const guint8 *p = packed->bytes.data;
  const guint8 *end = p + packed->bytes.length;

  while (p < end)
    p = rewrite_element (p, end, writer);
}

gboolean
hbase_packed_has_column (const HBasePacked *packed, HBaseSlice family, HBaseSlice qualifier)
{
  const guint8 *p = packed->bytes.data;
  PackedField field;

  for (guint i = 0; i < packed->count; i++, p++)
    {
      gboolean same_family = FALSE, same_qualifier = FALSE;

      while (*p != HBASE_WIRE_STOP)
        {
          p = load_field (p, &field);
          same_family |= field.id == HBASE_T_COLUMN_VALUE_FAMILY && hbase_slice_equal (field.bytes, family);
          same_qualifier
              |= field.id == HBASE_T_COLUMN_VALUE_QUALIFIER && hbase_slice_equal (field.bytes, qualifier);
        }
      if (same_family && same_qualifier)
        return TRUE;
    }
  return FALSE;
}

void
hbase_packed_write (const HBasePacked *packed, HBaseWireWriter *writer)
{
  if (writer->protocol == HBASE_WIRE_PROTOCOL_BINARY)
    hbase_wire_put_raw (writer, packed->bytes.data, packed->bytes.length);
  else
    rewrite (packed, writer);
}

void
hbase_packed_write_list (const HBasePacked *packed, guint id, HBaseWireWriter *writer)
{
  if (packed->count == 0)
    return;
  hbase_wire_write_list (writer, id, HBASE_WIRE_STRUCT, packed->count);
  hbase_packed_write (packed, writer);
}
