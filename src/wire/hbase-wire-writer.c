/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the writer of messages in the binary and the compact protocol. It needs no generated
 * code. */

#include "config.h"

#include "hbase-wire-writer-private.h"

#include "hbase-block-private.h"
#include "hbase-wire-bytes-private.h"
#include "hbase-wire-tables.h"

/* A length is a signed number of 32 bits. Callers refuse longer values before. */
#define LENGTH_MAX G_MAXINT32

/* The greatest length of a field's header: a type, and an id of three bytes. */
#define HEADER_MAX 4
/* The greatest length of an encoded length. */
#define SIZE_MAX_BYTES 5

static inline gboolean
is_binary (const HBaseWireWriter *writer)
{
  return writer->protocol == HBASE_WIRE_PROTOCOL_BINARY;
}

/* A small buffer grows faster, to save copies of a record with a few cells. */
void
hbase_wire_writer_grow (HBaseWireWriter *writer, gsize more)
{
  gsize capacity = writer->capacity < 1024 ? MAX (writer->capacity * 4, 64) : writer->capacity * 2;

  while (capacity - writer->length < more)
    capacity *= 2;
  if (writer->will_grow != NULL)
    writer->will_grow (writer->owner, capacity);
  writer->data = g_realloc (writer->data, capacity);
  writer->capacity = capacity;
}

/* Returns where `more` bytes can be written. advance() sets the end of what was written. */
static inline guint8 *
reserve (HBaseWireWriter *writer, gsize more)
{
  if (G_UNLIKELY (writer->capacity - writer->length < more))
    hbase_wire_writer_grow (writer, more);
  return writer->data + writer->length;
}

static inline void
advance (HBaseWireWriter *writer, const guint8 *p)
{
  writer->length = (gsize) (p - writer->data);
}

void
hbase_wire_writer_init (HBaseWireWriter *writer, HBaseWireProtocol protocol, gsize capacity)
{
  writer->protocol = protocol;
  writer->capacity = capacity;
  writer->data = capacity > 0 ? g_malloc (capacity) : NULL;
  writer->length = 0;
  writer->depth = 0;
  writer->will_grow = NULL;
  writer->segments = NULL;
  writer->last_id[0] = 0;
}

void
hbase_wire_writer_clear (HBaseWireWriter *writer)
{
  g_clear_pointer (&writer->data, g_free);
  g_clear_pointer (&writer->segments, g_array_unref);
  writer->length = 0;
  writer->capacity = 0;
}

guint8 *
hbase_wire_writer_take (HBaseWireWriter *writer, gsize *length)
{
  g_assert (writer->depth == 0);
  *length = writer->length;
  return g_steal_pointer (&writer->data);
}

GBytes *
hbase_wire_writer_end (HBaseWireWriter *writer)
{
  gsize length;
  guint8 *data = hbase_wire_writer_take (writer, &length);

  hbase_wire_writer_clear (writer);
  return g_bytes_new_take (data, length);
}

/* ---- segments ---- */

void
hbase_wire_writer_allow_segments (HBaseWireWriter *writer, guint capacity)
{
  writer->segments = hbase_wire_segments_new (capacity);
}

GArray *
hbase_wire_writer_take_segments (HBaseWireWriter *writer)
{
  return g_steal_pointer (&writer->segments);
}

void
hbase_wire_put_segment (HBaseWireWriter *writer, HBaseSlice segment, gpointer owner, GDestroyNotify release)
{
  hbase_wire_segments_add (writer->segments, writer->length, segment, owner, release);
}

/* ---- parts of values; each function returns the end of what it wrote ---- */

static inline guint8 *
put_header (HBaseWireWriter *writer, guint8 *p, HBaseWireType type, guint8 compact_code, guint id)
{
  gint16 *last_id = &writer->last_id[writer->depth];
  gint distance = (gint) id - *last_id;

  if (is_binary (writer))
    {
      *p++ = (guint8) type;
      return hbase_wire_store_16 (p, (guint16) id);
    }
  *last_id = (gint16) id;
  if (distance > 0 && distance <= 15)
    {
      *p++ = (guint8) (distance << 4 | compact_code);
      return p;
    }
  *p++ = compact_code;
  return hbase_wire_store_varint (p, hbase_wire_zigzag ((gint) id));
}

static inline guint8 *
put_size (HBaseWireWriter *writer, guint8 *p, gsize size)
{
  g_assert (size <= LENGTH_MAX);
  return is_binary (writer) ? hbase_wire_store_32 (p, (guint32) size) : hbase_wire_store_varint (p, size);
}

/* `size` in bytes: 2, 4 or 8. */
HBASE_WIRE_INLINE guint8 *
put_number (const HBaseWireWriter *writer, guint8 *p, guint size, gint64 value)
{
  if (!is_binary (writer))
    return hbase_wire_store_varint (p, hbase_wire_zigzag (value));
  if (size == 2)
    return hbase_wire_store_16 (p, (guint16) value);
  return size == 4 ? hbase_wire_store_32 (p, (guint32) value) : hbase_wire_store_64 (p, (guint64) value);
}

static inline guint8 *
put_bytes (HBaseWireWriter *writer, guint8 *p, HBaseSlice value)
{
  p = put_size (writer, p, value.length);
  if (value.length > 0)
    memcpy (p, value.data, value.length);
  return p + value.length;
}

static inline guint8 *
put_field_header (HBaseWireWriter *writer, HBaseWireType type, guint id, gsize more)
{
  return put_header (writer, reserve (writer, HEADER_MAX + more), type, hbase_wire_type_to_compact (type),
                     id);
}

/* ---- the frame, the envelope and structs ---- */

void
hbase_wire_begin_frame (HBaseWireWriter *writer)
{
  g_assert (writer->length == 0);
  hbase_wire_put_raw (writer, (const guint8[HBASE_WIRE_FRAME_HEADER]){ 0 }, HBASE_WIRE_FRAME_HEADER);
}

gboolean
hbase_wire_end_frame (HBaseWireWriter *writer, gsize more)
{
  gsize length = writer->length - HBASE_WIRE_FRAME_HEADER;

  if (more > HBASE_WIRE_FRAME_MAX || length > HBASE_WIRE_FRAME_MAX - more)
    return FALSE;
  hbase_wire_store_32 (writer->data, (guint32) (length + more));
  return TRUE;
}

void
hbase_wire_write_message (HBaseWireWriter *writer,
                          HBaseSlice name,
                          HBaseWireMessageType type,
                          gint32 sequence_id)
{
  guint8 *p = reserve (writer, HBASE_WIRE_ENVELOPE_MAX);

  g_assert (name.length <= HBASE_WIRE_NAME_MAX);
  if (is_binary (writer))
    {
      p = hbase_wire_store_32 (p, HBASE_WIRE_BINARY_VERSION | type);
      p = put_bytes (writer, p, name);
      p = hbase_wire_store_32 (p, (guint32) sequence_id);
    }
  else
    {
      *p++ = HBASE_WIRE_COMPACT_ID;
      *p++ = (guint8) (type << 5 | HBASE_WIRE_COMPACT_VERSION);
      p = hbase_wire_store_varint (p, (guint32) sequence_id);
      p = put_bytes (writer, p, name);
    }
  advance (writer, p);
}

void
hbase_wire_begin_struct (HBaseWireWriter *writer)
{
  g_assert (writer->depth < HBASE_WIRE_MAX_DEPTH);
  writer->last_id[++writer->depth] = 0;
}

void
hbase_wire_end_struct (HBaseWireWriter *writer)
{
  guint8 *p = reserve (writer, 1);

  g_assert (writer->depth > 0);
  *p++ = HBASE_WIRE_STOP;
  advance (writer, p);
  writer->depth--;
}

GBytes *
hbase_wire_make_empty_struct (HBaseWireProtocol protocol)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, protocol, 8);
  hbase_wire_begin_struct (&writer);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

void
hbase_wire_cancel_struct (HBaseWireWriter *writer)
{
  g_assert (writer->depth > 0);
  writer->depth--;
}

/* ---- fields ---- */

void
hbase_wire_write_bool (HBaseWireWriter *writer, guint id, gboolean value)
{
  guint8 code = value ? HBASE_WIRE_COMPACT_TRUE : HBASE_WIRE_COMPACT_FALSE;
  guint8 *p = put_header (writer, reserve (writer, HEADER_MAX + 1), HBASE_WIRE_BOOL, code, id);

  if (is_binary (writer))
    *p++ = value ? 1 : 0;
  advance (writer, p);
}

void
hbase_wire_write_i8 (HBaseWireWriter *writer, guint id, gint8 value)
{
  guint8 *p = put_field_header (writer, HBASE_WIRE_I8, id, 1);

  *p++ = (guint8) value;
  advance (writer, p);
}

void
hbase_wire_write_i16 (HBaseWireWriter *writer, guint id, gint16 value)
{
  guint8 *p = put_field_header (writer, HBASE_WIRE_I16, id, HBASE_WIRE_VARINT_MAX);

  advance (writer, put_number (writer, p, 2, value));
}

void
hbase_wire_write_i32 (HBaseWireWriter *writer, guint id, gint32 value)
{
  guint8 *p = put_field_header (writer, HBASE_WIRE_I32, id, HBASE_WIRE_VARINT_MAX);

  advance (writer, put_number (writer, p, 4, value));
}

void
hbase_wire_write_i64 (HBaseWireWriter *writer, guint id, gint64 value)
{
  guint8 *p = put_field_header (writer, HBASE_WIRE_I64, id, HBASE_WIRE_VARINT_MAX);

  advance (writer, put_number (writer, p, 8, value));
}

void
hbase_wire_write_binary (HBaseWireWriter *writer, guint id, HBaseSlice value)
{
  guint8 *p = put_field_header (writer, HBASE_WIRE_BINARY, id, SIZE_MAX_BYTES + value.length);

  advance (writer, put_bytes (writer, p, value));
}

void
hbase_wire_write_struct (HBaseWireWriter *writer, guint id)
{
  advance (writer, put_field_header (writer, HBASE_WIRE_STRUCT, id, 0));
  hbase_wire_begin_struct (writer);
}

/* Puts the type and the number of elements of a list or set. */
static guint8 *
put_elements (HBaseWireWriter *writer, guint8 *p, HBaseWireType element, guint count)
{
  if (is_binary (writer))
    {
      *p++ = (guint8) element;
      return put_size (writer, p, count);
    }
  *p++ = (guint8) (MIN (count, 15) << 4 | hbase_wire_type_to_compact (element));
  return count >= 15 ? put_size (writer, p, count) : p;
}

/* Writes the header of a list or set. */
static void
write_elements (HBaseWireWriter *writer, guint id, HBaseWireType type, HBaseWireType element, guint count)
{
  guint8 *p = put_field_header (writer, type, id, 1 + SIZE_MAX_BYTES);

  advance (writer, put_elements (writer, p, element, count));
}

void
hbase_wire_write_list (HBaseWireWriter *writer, guint id, HBaseWireType element, guint count)
{
  write_elements (writer, id, HBASE_WIRE_LIST, element, count);
}

/* The space that is left for put_elements(); in the binary protocol it is exactly what that takes. */
static inline gsize
elements_space (const HBaseWireWriter *writer)
{
  return is_binary (writer) ? 5 : 1 + SIZE_MAX_BYTES;
}

gsize
hbase_wire_begin_list (HBaseWireWriter *writer, guint id)
{
  guint8 *p = put_field_header (writer, HBASE_WIRE_LIST, id, 1 + SIZE_MAX_BYTES);

  advance (writer, p + elements_space (writer));
  return writer->length;
}

void
hbase_wire_end_list (HBaseWireWriter *writer, gsize start, HBaseWireType element, guint count)
{
  guint8 *elements = writer->data + start;
  guint8 *p = put_elements (writer, elements - elements_space (writer), element, count);
  gsize length = writer->length - start;

  if (p != elements)
    memmove (p, elements, length);
  advance (writer, p + length);
}

void
hbase_wire_write_set (HBaseWireWriter *writer, guint id, HBaseWireType element, guint count)
{
  write_elements (writer, id, HBASE_WIRE_SET, element, count);
}

void
hbase_wire_write_map (HBaseWireWriter *writer, guint id, HBaseWireType key, HBaseWireType value, guint count)
{
  guint8 *p = put_field_header (writer, HBASE_WIRE_MAP, id, 2 + SIZE_MAX_BYTES);

  if (is_binary (writer))
    {
      *p++ = (guint8) key;
      *p++ = (guint8) value;
      p = put_size (writer, p, count);
    }
  else
    {
      p = put_size (writer, p, count);
      if (count > 0)
        *p++ = (guint8) (hbase_wire_type_to_compact (key) << 4 | hbase_wire_type_to_compact (value));
    }
  advance (writer, p);
}

/* ---- elements ---- */

void
hbase_wire_put_bool (HBaseWireWriter *writer, gboolean value)
{
  guint8 *p = reserve (writer, 1);

  if (is_binary (writer))
    *p++ = value ? 1 : 0;
  else
    *p++ = value ? HBASE_WIRE_COMPACT_TRUE : HBASE_WIRE_COMPACT_FALSE;
  advance (writer, p);
}

void
hbase_wire_put_i32 (HBaseWireWriter *writer, gint32 value)
{
  advance (writer, put_number (writer, reserve (writer, HBASE_WIRE_VARINT_MAX), 4, value));
}

void
hbase_wire_put_i64 (HBaseWireWriter *writer, gint64 value)
{
  advance (writer, put_number (writer, reserve (writer, HBASE_WIRE_VARINT_MAX), 8, value));
}

void
hbase_wire_put_binary (HBaseWireWriter *writer, HBaseSlice value)
{
  advance (writer, put_bytes (writer, reserve (writer, SIZE_MAX_BYTES + value.length), value));
}

void
hbase_wire_put_raw (HBaseWireWriter *writer, gconstpointer data, gsize length)
{
  guint8 *p = reserve (writer, length);

  if (length > 0)
    memcpy (p, data, length);
  advance (writer, p + length);
}

/* ---- a cell: space is made once ---- */

static inline guint8 *
put_binary_field (HBaseWireWriter *writer, guint8 *p, guint id, HBaseSlice value)
{
  return put_bytes (writer, put_header (writer, p, HBASE_WIRE_BINARY, 8, id), value);
}

/* hbase_wire_store_binary_cell() for cells that may lack a qualifier and have a type. */
static inline guint8 *
put_binary_cell (
    guint8 *p, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, gint64 timestamp, guint8 type)
{
  p = hbase_wire_store_binary_field (p, HBASE_T_COLUMN_VALUE_FAMILY, family);
  if (qualifier.data != NULL)
    p = hbase_wire_store_binary_field (p, HBASE_T_COLUMN_VALUE_QUALIFIER, qualifier);
  p = hbase_wire_store_binary_field (p, HBASE_T_COLUMN_VALUE_VALUE, value);
  p = hbase_wire_store_binary_timestamp (p, HBASE_T_COLUMN_VALUE_TIMESTAMP, timestamp);
  if (type != 0)
    {
      *p++ = HBASE_WIRE_I8;
      p = hbase_wire_store_16 (p, HBASE_T_COLUMN_VALUE_TYPE);
      *p++ = type;
    }
  *p++ = HBASE_WIRE_STOP;
  return p;
}

static guint8 *
put_compact_cell (HBaseWireWriter *writer,
                  guint8 *p,
                  HBaseSlice family,
                  HBaseSlice qualifier,
                  HBaseSlice value,
                  gint64 timestamp,
                  guint8 type)
{
  hbase_wire_begin_struct (writer);
  p = put_binary_field (writer, p, HBASE_T_COLUMN_VALUE_FAMILY, family);
  if (qualifier.data != NULL)
    p = put_binary_field (writer, p, HBASE_T_COLUMN_VALUE_QUALIFIER, qualifier);
  p = put_binary_field (writer, p, HBASE_T_COLUMN_VALUE_VALUE, value);
  if (timestamp != HBASE_CELL_NO_TIMESTAMP)
    p = put_number (writer, put_header (writer, p, HBASE_WIRE_I64, 6, HBASE_T_COLUMN_VALUE_TIMESTAMP), 8,
                    timestamp);
  if (type != 0)
    {
      p = put_header (writer, p, HBASE_WIRE_I8, 3, HBASE_T_COLUMN_VALUE_TYPE);
      *p++ = type;
    }
  *p++ = HBASE_WIRE_STOP;
  writer->depth--;
  return p;
}

void
hbase_wire_put_cell (HBaseWireWriter *writer,
                     HBaseSlice family,
                     HBaseSlice qualifier,
                     HBaseSlice value,
                     gint64 timestamp,
                     guint8 type)
{
  gsize most = family.length + qualifier.length + value.length + 3 * (HEADER_MAX + SIZE_MAX_BYTES)
               + 2 * (HEADER_MAX + HBASE_WIRE_VARINT_MAX) + 1;
  guint8 *p = reserve (writer, most);

  g_assert (family.length <= LENGTH_MAX && qualifier.length <= LENGTH_MAX && value.length <= LENGTH_MAX);
  advance (writer, is_binary (writer)
                       ? put_binary_cell (p, family, qualifier, value, timestamp, type)
                       : put_compact_cell (writer, p, family, qualifier, value, timestamp, type));
}
