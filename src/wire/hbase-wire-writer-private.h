/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-bytes-private.h"
#include "hbase-wire-segments-private.h"

/* Writes messages into one growing run of bytes. Fields are written in the order of their ids (compact's deltas are
 * right in any order, only longer). `write_…` is a field, `put_…` a bare value: an element of a list, set or map.
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
  gsize room;
  guint depth;
  HBaseWireSegments *runs;                  /* NULL: everything is copied */
  gint16 last_id[HBASE_WIRE_MAX_DEPTH + 1]; /* compact */
} HBaseWireWriter;

void hbase_wire_writer_init (HBaseWireWriter *writer, HBaseWireProtocol protocol, gsize room);
void hbase_wire_writer_clear (HBaseWireWriter *writer);
/* Takes what was written; the writer is clear then. */
GBytes *hbase_wire_writer_end (HBaseWireWriter *writer);

/* Lets long runs be sent from where they lie, `room` of them or more: what was written is the message's own
 * bytes, and the runs. */
void hbase_wire_writer_allow_runs (HBaseWireWriter *writer, guint room);
/* Takes the runs, before the end; NULL: there are none. */
HBaseWireSegments *hbase_wire_writer_take_runs (HBaseWireWriter *writer);
/* Bytes in the writer's protocol that are worth it, and that the owner keeps as they are. */
void hbase_wire_put_run (HBaseWireWriter *writer, HBaseSlice run, gpointer owner, GDestroyNotify release);

/* Makes room for `more` bytes, at least. */
void hbase_wire_writer_grow (HBaseWireWriter *writer, gsize more);

/* A frame's length, before its message; it counts as signed, so that no message may be longer than this. */
#define HBASE_WIRE_FRAME_MAX ((gsize) G_MAXINT32)
/* Leaves room for the length, before anything is written. */
void hbase_wire_begin_frame (HBaseWireWriter *writer);
/* Sets it to what was written since, and `more` bytes that are sent after that. FALSE: no frame is that long. */
gboolean hbase_wire_end_frame (HBaseWireWriter *writer, gsize more);

/* The envelope. */
void hbase_wire_write_message (HBaseWireWriter *writer,
                               HBaseSlice name,
                               HBaseWireMessageType type,
                               gint32 sequence_id);
void hbase_wire_begin_struct (HBaseWireWriter *writer);
void hbase_wire_end_struct (HBaseWireWriter *writer);

/* Fields. */
void hbase_wire_write_bool (HBaseWireWriter *writer, guint id, gboolean value);
void hbase_wire_write_i8 (HBaseWireWriter *writer, guint id, gint8 value);
void hbase_wire_write_i16 (HBaseWireWriter *writer, guint id, gint16 value);
void hbase_wire_write_i32 (HBaseWireWriter *writer, guint id, gint32 value);
void hbase_wire_write_i64 (HBaseWireWriter *writer, guint id, gint64 value);
void hbase_wire_write_binary (HBaseWireWriter *writer, guint id, HBaseSlice value);
void hbase_wire_write_struct (HBaseWireWriter *writer, guint id);
void hbase_wire_write_list (HBaseWireWriter *writer, guint id, HBaseWireType element, guint count);
void
hbase_wire_write_map (HBaseWireWriter *writer, guint id, HBaseWireType key, HBaseWireType value, guint count);
/* A struct that is written already, in the writer's protocol, its stop byte included. */
void hbase_wire_write_raw_struct (HBaseWireWriter *writer, guint id, gconstpointer data, gsize length);

/* Elements; of a struct, begin_struct() and end_struct(). */
void hbase_wire_put_bool (HBaseWireWriter *writer, gboolean value);
void hbase_wire_put_i32 (HBaseWireWriter *writer, gint32 value);
void hbase_wire_put_i64 (HBaseWireWriter *writer, gint64 value);
void hbase_wire_put_binary (HBaseWireWriter *writer, HBaseSlice value);

/* A whole TColumnValue or TColumn in one go: the hot ones. A timestamp of HBASE_CELL_NO_TIMESTAMP isn't sent, nor is a
 * type of 0 or a qualifier whose data is NULL. */
void hbase_wire_put_cell (HBaseWireWriter *writer,
                          HBaseSlice family,
                          HBaseSlice qualifier,
                          HBaseSlice value,
                          gint64 timestamp,
                          guint8 type);
void
hbase_wire_put_column (HBaseWireWriter *writer, HBaseSlice family, HBaseSlice qualifier, gint64 timestamp);
/* A raw run of bytes already in the writer's protocol. */
void hbase_wire_put_raw (HBaseWireWriter *writer, gconstpointer data, gsize length);

/* ---- the same cell in the binary protocol, inline: records are packed by it ---- */

/* Most of a record's parts are shorter than the call that copies them is long. What is copied may overlap. */
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

/* Eight bytes are stored: type, id, length, and one that the value or the next field overwrites. */
HBASE_WIRE_INLINE guint8 *
hbase_wire_store_binary_field (guint8 *p, guint8 id, HBaseSlice value)
{
  hbase_wire_store_64 (p,
                       (guint64) HBASE_WIRE_BINARY << 56 | (guint64) id << 40 | (guint64) value.length << 8);
  hbase_wire_copy_short (p + 7, value.data, value.length);
  return p + 7 + value.length;
}

/* Nothing for HBASE_CELL_NO_TIMESTAMP. */
static inline guint8 *
hbase_wire_store_binary_timestamp (guint8 *p, guint8 id, gint64 timestamp)
{
  if (timestamp == G_MININT64)
    return p;
  *p++ = HBASE_WIRE_I64;
  return hbase_wire_store_64 (hbase_wire_store_16 (p, id), (guint64) timestamp);
}

/* The most that is stored of a cell or column in the binary protocol whose parts have `bytes` bytes in all. */
static inline gsize
hbase_wire_binary_cell_room (gsize bytes)
{
  return 3 * 7 + bytes + 11 + 1 + 8;
}

/* A TColumnValue: ids 1 to 3, and 4 unless there is no timestamp. No slice may be longer than G_MAXINT32. Returns
 * what lies behind it. */
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
