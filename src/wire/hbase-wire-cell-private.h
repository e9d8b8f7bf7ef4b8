/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-bytes-private.h"

/* The fields of a cell, as slices of the block. */
typedef struct {
  HBaseSlice family;
  HBaseSlice qualifier;
  HBaseSlice value;
  HBaseSlice tags;  /* data NULL: none */
  gint64 timestamp; /* ms since 1970, or HBASE_CELL_NO_TIMESTAMP if none was sent */
  guint8 type;      /* 4 Put, 8 Delete, 10 DeleteFamilyVersion, 12 DeleteColumn, 14 DeleteFamily */
} HBaseCellView;

#define HBASE_CELL_NO_TIMESTAMP G_MININT64
#define HBASE_WIRE_CELL_PUT 4

/* Fast decoding of a TColumnValue in its usual form: family, qualifier and value, then timestamp, tags and
 * type or some of these, in this order and nothing else. Most bytes of most messages are cells. Cells in any
 * other form, valid or not, are decoded by the general functions. Both functions return the length of the
 * struct, or 0 if it isn't in this form or not complete. No byte from `end` on is read. */

/* ---- binary ---- */

/* The position of a field depends on the length of the field before it, which must be loaded: nothing else
 * delays decoding. The header (type, id in two bytes) is compared without conversion. In a complete cell at
 * least eight bytes follow from the first byte of each field on. */
static inline gboolean
hbase_wire_cell_binary_field (const guint8 **p, const guint8 *end, guint8 id, HBaseSlice *value)
{
  const guint8 *q = *p;
  gsize left = (gsize) (end - q);
  guint32 header, length;

  if (G_UNLIKELY (left < 8))
    return FALSE;
  length = hbase_wire_load_32 (q + 3);
  memcpy (&header, q, sizeof header);
  header &= GUINT32_TO_BE (0xffffff00);
  if (G_UNLIKELY (header != GUINT32_TO_BE ((guint32) HBASE_WIRE_BINARY << 24 | (guint32) id << 8)
                  || length > left - 8))
    return FALSE;
  *value = hbase_slice (q + 7, length);
  *p = q + 7 + length;
  return TRUE;
}

static inline gboolean
hbase_wire_cell_binary_header (const guint8 *p, const guint8 *end, guint8 type, guint8 id, gsize length)
{
  return (gsize) (end - p) >= 3 + length && p[0] == type && p[1] == 0 && p[2] == id;
}

/* The length of what gateways send after the value: timestamp, type and stop byte. */
#define HBASE_WIRE_CELL_TAIL 16

static inline gboolean
hbase_wire_cell_binary_tail (const guint8 *p, const guint8 *end, HBaseCellView *view)
{
  guint64 first, last;

  if (G_UNLIKELY (end - p < HBASE_WIRE_CELL_TAIL))
    return FALSE;
  first = hbase_wire_load_64 (p);
  last = hbase_wire_load_64 (p + 8);
  if (first >> 40 != ((guint32) HBASE_WIRE_I64 << 16 | 4)
      || (last & G_GUINT64_CONSTANT (0xffffff00ff)) != ((guint64) HBASE_WIRE_I8 << 32 | 6 << 16))
    return FALSE;
  view->timestamp = (gint64) (first << 24 | last >> 40);
  view->type = (guint8) (last >> 8);
  view->tags = hbase_slice (NULL, 0);
  return TRUE;
}

/* Decodes the other combinations. Returns the end of the cell, or NULL. */
static inline const guint8 *
hbase_wire_cell_binary_rest (const guint8 *p, const guint8 *end, HBaseCellView *view)
{
  view->timestamp = HBASE_CELL_NO_TIMESTAMP;
  view->tags = hbase_slice (NULL, 0);
  view->type = HBASE_WIRE_CELL_PUT;
  if (hbase_wire_cell_binary_header (p, end, HBASE_WIRE_I64, 4, 8))
    {
      view->timestamp = (gint64) hbase_wire_load_64 (p + 3);
      p += 11;
    }
  if (p < end && *p == HBASE_WIRE_BINARY && !hbase_wire_cell_binary_field (&p, end, 5, &view->tags))
    return NULL;
  if (hbase_wire_cell_binary_header (p, end, HBASE_WIRE_I8, 6, 1))
    {
      view->type = p[3];
      p += 4;
    }
  return p < end && *p == HBASE_WIRE_STOP ? p + 1 : NULL;
}

static inline gsize
hbase_wire_cell_binary (const guint8 *start, const guint8 *end, HBaseCellView *view)
{
  const guint8 *p = start;

  if (G_UNLIKELY (!hbase_wire_cell_binary_field (&p, end, 1, &view->family)
                  || !hbase_wire_cell_binary_field (&p, end, 2, &view->qualifier)
                  || !hbase_wire_cell_binary_field (&p, end, 3, &view->value)))
    return 0;
  if (G_LIKELY (hbase_wire_cell_binary_tail (p, end, view)))
    return (gsize) (p - start) + HBASE_WIRE_CELL_TAIL;
  p = hbase_wire_cell_binary_rest (p, end, view);
  return p != NULL ? (gsize) (p - start) : 0;
}

/* ---- compact: the header of a field is one byte, the difference from the last id and the type ---- */

#define HBASE_WIRE_CELL_COMPACT(distance, code) ((guint8) ((distance) << 4 | (code)))

static inline gboolean
hbase_wire_cell_compact_varint (const guint8 **p, const guint8 *end, guint most, guint64 *value)
{
  const guint8 *q = *p;

  *value = 0;
  for (guint shift = 0; q < end && shift < 7 * most; shift += 7)
    {
      *value |= (guint64) (*q & 0x7f) << shift;
      if (G_LIKELY ((*q++ & 0x80) == 0))
        {
          *p = q;
          return TRUE;
        }
    }
  return FALSE;
}

static inline gboolean
hbase_wire_cell_compact_field (const guint8 **p, const guint8 *end, guint8 header, HBaseSlice *value)
{
  const guint8 *q = *p;
  guint64 length;

  if (G_UNLIKELY (q >= end || *q++ != header || !hbase_wire_cell_compact_varint (&q, end, 5, &length)
                  || length > (gsize) (end - q)))
    return FALSE;
  *value = hbase_slice (q, length);
  *p = q + length;
  return TRUE;
}

static inline gsize
hbase_wire_cell_compact (const guint8 *start, const guint8 *end, HBaseCellView *view)
{
  const guint8 *p = start;
  guint8 last = 3;

  if (!hbase_wire_cell_compact_field (&p, end, HBASE_WIRE_CELL_COMPACT (1, 8), &view->family)
      || !hbase_wire_cell_compact_field (&p, end, HBASE_WIRE_CELL_COMPACT (1, 8), &view->qualifier)
      || !hbase_wire_cell_compact_field (&p, end, HBASE_WIRE_CELL_COMPACT (1, 8), &view->value))
    return 0;
  view->timestamp = HBASE_CELL_NO_TIMESTAMP;
  view->tags = hbase_slice (NULL, 0);
  view->type = HBASE_WIRE_CELL_PUT;
  if (G_LIKELY (p < end && *p == HBASE_WIRE_CELL_COMPACT (1, 6)))
    {
      guint64 timestamp;

      p++;
      if (!hbase_wire_cell_compact_varint (&p, end, HBASE_WIRE_VARINT_MAX, &timestamp))
        return 0;
      view->timestamp = hbase_wire_unzigzag (timestamp);
      last = 4;
    }
  if (hbase_wire_cell_compact_field (&p, end, HBASE_WIRE_CELL_COMPACT (5 - last, 8), &view->tags))
    last = 5;
  if (end - p >= 2 && *p == HBASE_WIRE_CELL_COMPACT (6 - last, 3))
    {
      view->type = p[1];
      p += 2;
    }
  return p < end && *p == HBASE_WIRE_STOP ? (gsize) (p - start) + 1 : 0;
}

static inline gsize
hbase_wire_cell (HBaseWireProtocol protocol, const guint8 *start, const guint8 *end, HBaseCellView *view)
{
  return protocol == HBASE_WIRE_PROTOCOL_BINARY ? hbase_wire_cell_binary (start, end, view)
                                                : hbase_wire_cell_compact (start, end, view);
}
