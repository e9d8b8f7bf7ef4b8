/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-types-private.h"

/* For the functions of hot loops. The compiler wouldn't inline the larger functions by itself. */
#define HBASE_WIRE_INLINE static inline __attribute__ ((always_inline))

/* The first bytes of a message: binary 80 01 00 TYPE, compact 82 and TYPE << 5 | 1. */
#define HBASE_WIRE_BINARY_VERSION 0x80010000u
#define HBASE_WIRE_COMPACT_ID 0x82
#define HBASE_WIRE_COMPACT_VERSION 1
/* The length before a framed message. */
#define HBASE_WIRE_FRAME_HEADER 4
/* The greatest lengths of a method's name, and of a message's header. */
#define HBASE_WIRE_NAME_MAX 255
#define HBASE_WIRE_ENVELOPE_MAX (HBASE_WIRE_NAME_MAX + 16)

/* ---- numbers ---- */

static inline guint16
hbase_wire_load_16 (const guint8 *p)
{
  guint16 value;

  memcpy (&value, p, sizeof value);
  return GUINT16_FROM_BE (value);
}

static inline guint32
hbase_wire_load_32 (const guint8 *p)
{
  guint32 value;

  memcpy (&value, p, sizeof value);
  return GUINT32_FROM_BE (value);
}

static inline guint64
hbase_wire_load_64 (const guint8 *p)
{
  guint64 value;

  memcpy (&value, p, sizeof value);
  return GUINT64_FROM_BE (value);
}

static inline guint8 *
hbase_wire_store_16 (guint8 *p, guint16 value)
{
  value = GUINT16_TO_BE (value);
  memcpy (p, &value, sizeof value);
  return p + sizeof value;
}

static inline guint8 *
hbase_wire_store_32 (guint8 *p, guint32 value)
{
  value = GUINT32_TO_BE (value);
  memcpy (p, &value, sizeof value);
  return p + sizeof value;
}

static inline guint8 *
hbase_wire_store_64 (guint8 *p, guint64 value)
{
  value = GUINT64_TO_BE (value);
  memcpy (p, &value, sizeof value);
  return p + sizeof value;
}

/* ---- compact ---- */

#define HBASE_WIRE_VARINT_MAX 10

static inline guint8 *
hbase_wire_store_varint (guint8 *p, guint64 value)
{
  for (; value >= 0x80; value >>= 7)
    *p++ = (guint8) (value | 0x80);
  *p++ = (guint8) value;
  return p;
}

static inline guint64
hbase_wire_zigzag (gint64 value)
{
  return ((guint64) value << 1) ^ (guint64) (value >> 63);
}

static inline gint64
hbase_wire_unzigzag (guint64 value)
{
  return (gint64) (value >> 1) ^ -(gint64) (value & 1);
}

/* The compact protocol's type numbers. The number of a boolean field is its value. 0 is no type. */
#define HBASE_WIRE_COMPACT_TRUE 1
#define HBASE_WIRE_COMPACT_FALSE 2

static inline guint8
hbase_wire_type_from_compact (guint8 code)
{
  static const guint8 types[16] = { 0,
                                    HBASE_WIRE_BOOL,
                                    HBASE_WIRE_BOOL,
                                    HBASE_WIRE_I8,
                                    HBASE_WIRE_I16,
                                    HBASE_WIRE_I32,
                                    HBASE_WIRE_I64,
                                    HBASE_WIRE_DOUBLE,
                                    HBASE_WIRE_BINARY,
                                    HBASE_WIRE_LIST,
                                    HBASE_WIRE_SET,
                                    HBASE_WIRE_MAP,
                                    HBASE_WIRE_STRUCT };

  return types[code & 15];
}

static inline guint8
hbase_wire_type_to_compact (HBaseWireType type)
{
  static const guint8 codes[16] = { [HBASE_WIRE_BOOL] = HBASE_WIRE_COMPACT_TRUE,
                                    [HBASE_WIRE_I8] = 3,
                                    [HBASE_WIRE_I16] = 4,
                                    [HBASE_WIRE_I32] = 5,
                                    [HBASE_WIRE_I64] = 6,
                                    [HBASE_WIRE_DOUBLE] = 7,
                                    [HBASE_WIRE_BINARY] = 8,
                                    [HBASE_WIRE_LIST] = 9,
                                    [HBASE_WIRE_SET] = 10,
                                    [HBASE_WIRE_MAP] = 11,
                                    [HBASE_WIRE_STRUCT] = 12 };

  return codes[type & 15];
}
