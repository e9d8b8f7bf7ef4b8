/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-bytes-private.h"
#include "hbase-wire-segments-private.h"

/* The writer writes messages into one growing buffer. Fields should be written in the order of their ids: in
 * the compact protocol any other order takes more bytes. The functions `write_…` write a field, `put_…` a
 * bare value: an element of a list, set or map.
 *
 *   hbase_wire_writer_init (&writer, protocol, 256);
 *   hbase_wire_begin_struct (&writer);                                  // the arguments
 *   hbase_wire_write_binary (&writer, HBASE_GET_ARGS_TABLE, name);
 *   hbase_wire_write_struct (&writer, HBASE_GET_ARGS_TGET);             // field header, begins it
 *   hbase_wire_write_binary (&writer, HBASE_T_GET_ROW, row);
 *   hbase_wire_end_struct (&writer);
 *   hbase_wire_end_struct (&writer);
 *   bytes = hbase_wire_writer_end (&writer);
 */

typedef struct {
  HBaseWireProtocol protocol;
  guint8 *data;
  gsize length;
  gsize capacity;
  guint depth;
  void (*will_grow) (gpointer owner, gsize capacity); /* called before the buffer grows; NULL: nothing is */
  gpointer owner;
  GArray *segments;                         /* (element-type HBaseWireSegment) NULL: everything is copied */
  gint16 last_id[HBASE_WIRE_MAX_DEPTH + 1]; /* compact */
} HBaseWireWriter;

void hbase_wire_writer_init (HBaseWireWriter *writer, HBaseWireProtocol protocol, gsize capacity);
void hbase_wire_writer_clear (HBaseWireWriter *writer);
/* Returns what was written, and clears the writer. */
GBytes *hbase_wire_writer_end (HBaseWireWriter *writer);

/* Returns a struct without fields: the arguments of a call without any. */
GBytes *hbase_wire_make_empty_struct (HBaseWireProtocol protocol);

/* Returns the memory of what was written. The writer is to be cleared. */
guint8 *hbase_wire_writer_take (HBaseWireWriter *writer, gsize *length);

/* Allows segments in the message, with space for `capacity` of them before their list grows. */
void hbase_wire_writer_allow_segments (HBaseWireWriter *writer, guint capacity);
/* Returns the segments, or NULL if there are none. To be called before the end. */
GArray *hbase_wire_writer_take_segments (HBaseWireWriter *writer);
/* Adds bytes in the writer's protocol without copying them. See hbase_wire_segments_add(). */
void
hbase_wire_put_segment (HBaseWireWriter *writer, HBaseSlice segment, gpointer owner, GDestroyNotify release);

/* Makes space for at least `more` bytes. */
void hbase_wire_writer_grow (HBaseWireWriter *writer, gsize more);

/* The greatest length of a framed message: the frame's length is a signed number. */
#define HBASE_WIRE_FRAME_MAX ((gsize) G_MAXINT32)
/* Leaves space for the length, before anything is written. */
void hbase_wire_begin_frame (HBaseWireWriter *writer);
/* Sets the frame's length to that of what was written since, plus `more` bytes. Returns FALSE if that exceeds
 * the greatest length. */
gboolean hbase_wire_end_frame (HBaseWireWriter *writer, gsize more);

/* Writes a message's header; `name` has at most HBASE_WIRE_NAME_MAX bytes. */
void hbase_wire_write_message (HBaseWireWriter *writer,
                               HBaseSlice name,
                               HBaseWireMessageType type,
                               gint32 sequence_id);
void hbase_wire_begin_struct (HBaseWireWriter *writer);
void hbase_wire_end_struct (HBaseWireWriter *writer);
/* Leaves out a struct that is an element of a list; nothing of it was written. */
void hbase_wire_cancel_struct (HBaseWireWriter *writer);

/* Fields. */
void hbase_wire_write_bool (HBaseWireWriter *writer, guint id, gboolean value);
void hbase_wire_write_i8 (HBaseWireWriter *writer, guint id, gint8 value);
void hbase_wire_write_i16 (HBaseWireWriter *writer, guint id, gint16 value);
void hbase_wire_write_i32 (HBaseWireWriter *writer, guint id, gint32 value);
void hbase_wire_write_i64 (HBaseWireWriter *writer, guint id, gint64 value);
void hbase_wire_write_binary (HBaseWireWriter *writer, guint id, HBaseSlice value);
void hbase_wire_write_struct (HBaseWireWriter *writer, guint id);
void hbase_wire_write_list (HBaseWireWriter *writer, guint id, HBaseWireType element, guint count);
/* Begins a list whose length isn't known yet. Returns where its elements begin, for end_list(). */
gsize hbase_wire_begin_list (HBaseWireWriter *writer, guint id);
void hbase_wire_end_list (HBaseWireWriter *writer, gsize start, HBaseWireType element, guint count);
void hbase_wire_write_set (HBaseWireWriter *writer, guint id, HBaseWireType element, guint count);
void
hbase_wire_write_map (HBaseWireWriter *writer, guint id, HBaseWireType key, HBaseWireType value, guint count);

/* Elements. A struct is written between begin_struct() and end_struct(). */
void hbase_wire_put_bool (HBaseWireWriter *writer, gboolean value);
void hbase_wire_put_i32 (HBaseWireWriter *writer, gint32 value);
void hbase_wire_put_i64 (HBaseWireWriter *writer, gint64 value);
void hbase_wire_put_binary (HBaseWireWriter *writer, HBaseSlice value);

/* Writes a whole TColumnValue, quickly. A timestamp of HBASE_CELL_NO_TIMESTAMP isn't written, nor
 * is a type of 0 or a qualifier whose data is NULL. */
void hbase_wire_put_cell (HBaseWireWriter *writer,
                          HBaseSlice family,
                          HBaseSlice qualifier,
                          HBaseSlice value,
                          gint64 timestamp,
                          guint8 type);
/* Writes bytes that are already in the writer's protocol. */
void hbase_wire_put_raw (HBaseWireWriter *writer, gconstpointer data, gsize length);

/* ---- a cell in the binary protocol, inline, for packing records ---- */

/* Copies bytes, mostly too few for a call of memcpy(). */
HBASE_WIRE_INLINE void
hbase_wire_copy_short (guint8 *to, const guint8 *from, gsize length)
{
  if (length == 0)
    return;
  if (length < 4)
    {
      to[0] = from[0];
      to[length / 2] = from[length / 2];
      to[length - 1] = from[length - 1];
    }
  else if (length < 8)
    {
      memcpy (to, from, 4);
      memcpy (to + length - 4, from + length - 4, 4);
    }
  else if (length < 16)
    {
      memcpy (to, from, 8);
      memcpy (to + length - 8, from + length - 8, 8);
    }
  else if (length <= 32)
    {
      memcpy (to, from, 16);
      memcpy (to + length - 16, from + length - 16, 16);
    }
  else
    memcpy (to, from, length);
}

/* Stores eight bytes: type, id, length, and a byte that the value or the next field overwrites. */
HBASE_WIRE_INLINE guint8 *
hbase_wire_store_binary_field (guint8 *p, guint8 id, HBaseSlice value)
{
  hbase_wire_store_64 (p,
                       (guint64) HBASE_WIRE_BINARY << 56 | (guint64) id << 40 | (guint64) value.length << 8);
  hbase_wire_copy_short (p + 7, value.data, value.length);
  return p + 7 + value.length;
}

static inline guint8 *
hbase_wire_store_binary_i64 (guint8 *p, guint8 id, gint64 value)
{
  *p++ = HBASE_WIRE_I64;
  return hbase_wire_store_64 (hbase_wire_store_16 (p, id), (guint64) value);
}

/* Stores nothing for HBASE_CELL_NO_TIMESTAMP. */
static inline guint8 *
hbase_wire_store_binary_timestamp (guint8 *p, guint8 id, gint64 timestamp)
{
  return timestamp != G_MININT64 ? hbase_wire_store_binary_i64 (p, id, timestamp) : p;
}

/* Returns the greatest length of a cell or column in the binary protocol with `bytes` bytes of content. */
static inline gsize
hbase_wire_binary_cell_max (gsize bytes)
{
  return 3 * 7 + bytes + 11 + 1 + 8;
}

/* Stores a TColumnValue without tags and type. No slice may be longer than G_MAXINT32. Returns the end of the
 * struct. */
HBASE_WIRE_INLINE guint8 *
hbase_wire_store_binary_cell (
    guint8 *p, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, gint64 timestamp)
{
  p = hbase_wire_store_binary_field (p, 1, family);
  p = hbase_wire_store_binary_field (p, 2, qualifier);
  p = hbase_wire_store_binary_field (p, 3, value);
  p = hbase_wire_store_binary_timestamp (p, 4, timestamp);
  *p++ = HBASE_WIRE_STOP;
  return p;
}
