/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-key-types-private.h"

#include <math.h>

/* This file implements the types of binary numbers, all big-endian. */

/* ---- unsigned: uint8 … uint64 ---- */

static gboolean
uint_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  const HBaseKeyType *type = format->type;

  if (G_UNLIKELY (value->u > type->maximum))
    return hbase_key_check_uint (type, value->u, error);
  hbase_key_number_write (hbase_key_buffer_reserve (out, type->width), type->width, value->u);
  return TRUE;
}

static GVariant *
uint_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  return hbase_key_variant_of_uint (format->type, hbase_key_number_read (bytes.data, bytes.length));
}

/* ---- signed ---- */

/* Java's two's complement: negative numbers are sorted after the others. */
static gboolean
int_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  const HBaseKeyType *type = format->type;

  if (!hbase_key_check_int (type, value->i, error))
    return FALSE;
  hbase_key_number_write (hbase_key_buffer_reserve (out, type->width), type->width, (guint64) value->i);
  return TRUE;
}

static gint64
read_int (HBaseSlice bytes)
{
  guint shift = (guint) (8 - bytes.length) * 8;

  return (gint64) (hbase_key_number_read (bytes.data, bytes.length) << shift) >> shift;
}

static GVariant *
int_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  return hbase_key_variant_of_int (format->type, read_int (bytes));
}

/* With the sign bit inverted, negative numbers are sorted first. */
static gboolean
ordered_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  const HBaseKeyType *type = format->type;
  guint8 *bytes;

  if (!hbase_key_check_int (type, value->i, error))
    return FALSE;
  bytes = hbase_key_buffer_reserve (out, type->width);
  hbase_key_number_write (bytes, type->width, (guint64) value->i);
  bytes[0] ^= 0x80;
  return TRUE;
}

static GVariant *
ordered_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  guint64 flipped = hbase_key_number_read (bytes.data, bytes.length);
  gint64 half = G_GINT64_CONSTANT (1) << (bytes.length * 8 - 1) % 63;

  if (bytes.length == 8)
    return hbase_key_variant_of_int (format->type, (gint64) (flipped ^ G_GUINT64_CONSTANT (1) << 63));
  return hbase_key_variant_of_int (format->type, (gint64) flipped - half);
}

/* ---- downward: the counter as it is; its high bit is never set ---- */

static gboolean
downward_encode (const HBaseKeyFormat *format,
                 const HBaseKeyValue *value,
                 HBaseKeyBuffer *out,
                 GError **error)
{
  if (value->i >= 0)
    return int_encode (format, value, out, error);
  return hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                          "%" G_GINT64_FORMAT " is negative, which a downward counter can't be", value->i);
}

static GVariant *
downward_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  if (bytes.data[0] < 0x80)
    return int_decode (format, bytes, error);
  hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                   "the first byte is \\x%02X, but that of a downward counter is at most \\x7F",
                   bytes.data[0]);
  return NULL;
}

gboolean
hbase_key_type_is_counter (const HBaseKeyType *type)
{
  return type != NULL && type->encode == downward_encode;
}

/* ---- double: the bits of IEEE 754, mapped so that they sort as the numbers do ---- */

#define SIGN_BIT (G_GUINT64_CONSTANT (1) << 63)

/* Sets the sign bit of positive numbers, and inverts all bits of negative numbers. −0 is encoded as 0,
 * because they are equal and would be two keys. */
static gboolean
double_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  double number = value->d == 0 ? 0 : value->d;
  guint64 bits;

  if (isnan (number))
    {
      g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY,
                           "not a number (NaN) has no place in the order of keys");
      return FALSE;
    }
  memcpy (&bits, &number, sizeof bits);
  bits ^= bits & SIGN_BIT ? G_MAXUINT64 : SIGN_BIT;
  hbase_key_number_write (hbase_key_buffer_reserve (out, sizeof bits), sizeof bits, bits);
  return TRUE;
}

static GVariant *
double_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  guint64 bits = hbase_key_number_read (bytes.data, sizeof bits);
  double number;

  bits ^= bits & SIGN_BIT ? SIGN_BIT : G_MAXUINT64;
  memcpy (&number, &bits, sizeof number);
  if (!isnan (number) && bits != SIGN_BIT)
    return g_variant_new_double (number);
  hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "the value is %s, which no key can have",
                   isnan (number) ? "not a number (NaN)" : "−0");
  return NULL;
}

/* ---- the table ---- */

#define UINT(name, variant, width, maximum)                                                                  \
  {                                                                                                          \
    name, variant, HBASE_KEY_UINT, HBASE_KEY_FIXED, width, 1, 0, maximum, uint_encode, uint_decode, NULL,    \
        hbase_key_uint_parse, hbase_key_uint_print                                                           \
  }
#define INT(name, variant, width, order, minimum, maximum, encode, decode)                                   \
  {                                                                                                          \
    name, variant, HBASE_KEY_INT, HBASE_KEY_FIXED, width, order, minimum, maximum, encode, decode, NULL,     \
        hbase_key_int_parse, hbase_key_int_print                                                             \
  }

const HBaseKeyType hbase_key_number_types[] = {
  UINT ("uint8", "y", 1, G_MAXUINT8),
  UINT ("uint16", "q", 2, G_MAXUINT16),
  UINT ("uint32", "u", 4, G_MAXUINT32),
  UINT ("uint64", "t", 8, G_MAXUINT64),
  INT ("int32", "i", 4, 0, G_MININT32, G_MAXINT32, int_encode, int_decode),
  INT ("int64", "x", 8, 0, G_MININT64, G_MAXINT64, int_encode, int_decode),
  INT ("ordered-int32", "i", 4, 1, G_MININT32, G_MAXINT32, ordered_encode, ordered_decode),
  INT ("ordered-int64", "x", 8, 1, G_MININT64, G_MAXINT64, ordered_encode, ordered_decode),
  { "double", "d", HBASE_KEY_DOUBLE, HBASE_KEY_FIXED, 8, 1, 0, 0, double_encode, double_decode, NULL,
    hbase_key_double_parse, hbase_key_double_print },
  INT ("downward", "x", 8, 1, 0, G_MAXINT64, downward_encode, downward_decode),
  { 0 },
};
