/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "bench-wire.h"
#include "hbase-wire-bytes-private.h"

/* This implements a straight-line codec for bench-wire: it uses nothing of the library but the loads and
 * stores of numbers. */

#define HEADER_LENGTH 23 /* version and type, length of the name, "getMultiple", sequence id */

typedef struct {
  const guint8 *p, *end;
  guint32 *cells;
  guint n_cells, room;
} Decoder;

static inline gboolean
take_binary (Decoder *decoder, guint8 id, HBaseSlice *slice)
{
  const guint8 *p = decoder->p;
  gsize left = (gsize) (decoder->end - p);
  guint32 length;

  if (left < 7 || p[0] != HBASE_WIRE_BINARY || p[1] != 0 || p[2] != id)
    return FALSE;
  length = hbase_wire_load_32 (p + 3);
  if (length > left - 7)
    return FALSE;
  *slice = hbase_slice (p + 7, length);
  decoder->p = p + 7 + length;
  return TRUE;
}

static inline gboolean
take_cell (Decoder *decoder, guint64 *sum, guint64 place, const guint8 *start)
{
  HBaseSlice family, qualifier, value;
  gint64 timestamp;

  if (decoder->n_cells == decoder->room)
    {
      decoder->room = MAX (16, decoder->room * 2);
      decoder->cells = g_renew (guint32, decoder->cells, decoder->room);
    }
  decoder->cells[decoder->n_cells++] = (guint32) (decoder->p - start);
  if (!take_binary (decoder, 1, &family) || !take_binary (decoder, 2, &qualifier)
      || !take_binary (decoder, 3, &value))
    return FALSE;
  if (decoder->end - decoder->p < 16 || decoder->p[0] != HBASE_WIRE_I64 || decoder->p[2] != 4
      || decoder->p[11] != HBASE_WIRE_I8 || decoder->p[13] != 6 || decoder->p[15] != HBASE_WIRE_STOP)
    return FALSE;
  timestamp = (gint64) hbase_wire_load_64 (decoder->p + 3);
  decoder->p += 16;
  *sum = bench_touch (*sum, place, family, qualifier, value, timestamp);
  return TRUE;
}

static inline gboolean
take_list (Decoder *decoder, guint8 id, guint32 *count)
{
  const guint8 *p = decoder->p;

  if (decoder->end - p < 8 || p[0] != HBASE_WIRE_LIST || p[2] != id || p[3] != HBASE_WIRE_STRUCT)
    return FALSE;
  *count = hbase_wire_load_32 (p + 4);
  decoder->p += 8;
  return TRUE;
}

static gboolean
take_row (Decoder *decoder, guint64 *sum, guint64 *place, const guint8 *start)
{
  HBaseSlice key;
  guint32 count;

  if (!take_binary (decoder, 1, &key) || !take_list (decoder, 2, &count))
    return FALSE;
  for (guint32 i = 0; i < count; i++)
    if (!take_cell (decoder, sum, (*place)++, start))
      return FALSE;
  *sum += key.data[key.length - 1];
  /* stale, partial, stop */
  if (decoder->end - decoder->p < 9 || decoder->p[8] != HBASE_WIRE_STOP)
    return FALSE;
  decoder->p += 9;
  return TRUE;
}

guint64
bench_straight_read (const BenchData *data)
{
  gsize length;
  const guint8 *message = g_bytes_get_data (data->reply, &length);
  Decoder decoder = { .p = message + HEADER_LENGTH, .end = message + length };
  guint64 sum = 0, place = 0;
  guint32 count = 0;
  gboolean good = length > HEADER_LENGTH && take_list (&decoder, 0, &count);

  for (guint32 i = 0; good && i < count; i++)
    good = take_row (&decoder, &sum, &place, message);
  g_free (decoder.cells);
  return good ? sum : 0;
}

/* ---- writing ---- */

typedef struct {
  guint8 *data;
  gsize length, room;
} Encoder;

static inline guint8 *
reserve (Encoder *encoder, gsize more)
{
  if (encoder->room - encoder->length < more)
    {
      encoder->room = MAX (encoder->room * 2, encoder->length + more);
      encoder->data = g_realloc (encoder->data, encoder->room);
    }
  return encoder->data + encoder->length;
}

static inline guint8 *
put_binary (guint8 *p, guint8 id, gconstpointer data, gsize length)
{
  *p++ = HBASE_WIRE_BINARY;
  p = hbase_wire_store_16 (p, id);
  p = hbase_wire_store_32 (p, (guint32) length);
  memcpy (p, data, length);
  return p + length;
}

static inline guint8 *
put_list (guint8 *p, guint8 id, guint32 count)
{
  *p++ = HBASE_WIRE_LIST;
  p = hbase_wire_store_16 (p, id);
  *p++ = HBASE_WIRE_STRUCT;
  return hbase_wire_store_32 (p, count);
}

static void
put_row (Encoder *encoder, const BenchData *data, guint row)
{
  gsize length = strlen (data->rows[row]);
  guint8 *p = reserve (encoder, 7 + length + 8);

  p = put_binary (p, 1, data->rows[row], length);
  p = put_list (p, 2, BENCH_CELLS_A_ROW);
  encoder->length = (gsize) (p - encoder->data);
  for (guint i = 0; i < BENCH_CELLS_A_ROW; i++)
    {
      gsize qualifier_length = strlen (data->qualifiers[i]);

      p = reserve (encoder, 22 + 1 + qualifier_length + data->value_length);
      p = put_binary (p, 1, BENCH_FAMILY, strlen (BENCH_FAMILY));
      p = put_binary (p, 2, data->qualifiers[i], qualifier_length);
      p = put_binary (p, 3, bench_value (data, row, i), data->value_length);
      *p++ = HBASE_WIRE_STOP;
      encoder->length = (gsize) (p - encoder->data);
    }
  p = reserve (encoder, 1);
  *p = HBASE_WIRE_STOP;
  encoder->length++;
}

gpointer
bench_straight_write (const BenchData *data)
{
  Encoder encoder = { NULL, 0, 0 };
  guint8 *p = reserve (&encoder, 256);

  p = put_binary (p, 1, BENCH_TABLE, strlen (BENCH_TABLE));
  p = put_list (p, 2, BENCH_ROWS);
  encoder.length = (gsize) (p - encoder.data);
  for (guint i = 0; i < BENCH_ROWS; i++)
    put_row (&encoder, data, i);
  *reserve (&encoder, 1) = HBASE_WIRE_STOP;
  return g_bytes_new_take (encoder.data, encoder.length + 1);
}
