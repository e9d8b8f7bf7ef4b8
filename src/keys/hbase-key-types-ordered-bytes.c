/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-key-types-private.h"

#include <math.h>

/* This file implements the encodings of HBase's class OrderedBytes, as its code does: a header that
 * identifies the type, then the value. Descending values are the complement, including the header. The
 * class's NULL and its numbers of variable length aren't implemented. */

enum {
  INT8 = 0x29,
  INT16 = 0x2a,
  INT32 = 0x2b,
  INT64 = 0x2c,
  FLOAT32 = 0x30,
  FLOAT64 = 0x31,
  TEXT = 0x34,
  BLOB_VAR = 0x37,
  BLOB_COPY = 0x38,
};

#define SIGN_BIT (G_GUINT64_CONSTANT (1) << 63)

/* The header of a type is stored as its `maximum`, except for whole numbers, where the width determines the
 * header. */
static guint8
header_of (const HBaseKeyType *type)
{
  switch (type->kind == HBASE_KEY_INT ? type->width : 0)
    {
    case 2:
      return INT8;
    case 3:
      return INT16;
    case 5:
      return INT32;
    case 9:
      return INT64;
    default:
      return (guint8) type->maximum;
    }
}

static gboolean
check_header (const HBaseKeyType *type, HBaseSlice bytes, GError **error)
{
  return (bytes.length > 0 && bytes.data[0] == header_of (type))
         || hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "%s begins with \\x%02X, which is missing",
                             type->name, header_of (type));
}

static GVariant *
fail (GError **error, const char *message)
{
  g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY, message);
  return NULL;
}

/* ---- whole numbers: the sign bit inverted ---- */

static gboolean
int_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  const HBaseKeyType *type = format->type;
  guint8 *bytes;

  if (!hbase_key_check_int (type, value->i, error))
    return FALSE;
  bytes = hbase_key_buffer_reserve (out, type->width);
  bytes[0] = header_of (type);
  hbase_key_number_write (bytes + 1, type->width - 1, (guint64) value->i);
  bytes[1] ^= 0x80;
  return TRUE;
}

static GVariant *
int_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  guint shift = (guint) (9 - bytes.length) * 8;
  guint64 flipped;

  if (!check_header (format->type, bytes, error))
    return NULL;
  flipped = hbase_key_number_read (bytes.data + 1, bytes.length - 1) << shift;
  return hbase_key_variant_of_int (format->type, (gint64) (flipped ^ SIGN_BIT) >> shift);
}

/* ---- floating-point numbers: negative with all bits inverted, others with the sign bit inverted ---- */

static gboolean
is_float32 (const HBaseKeyType *type)
{
  return type->width == 5;
}

/* The bits of the number; those of a float in the upper half. */
static guint64
bits_of (const HBaseKeyType *type, double number)
{
  float narrow = (float) number;
  guint32 narrow_bits;
  guint64 bits;

  memcpy (&narrow_bits, &narrow, sizeof narrow_bits);
  memcpy (&bits, &number, sizeof bits);
  return is_float32 (type) ? (guint64) narrow_bits << 32 : bits;
}

static double
number_of (const HBaseKeyType *type, guint64 bits)
{
  guint32 narrow_bits = (guint32) (bits >> 32);
  float narrow;
  double number;

  memcpy (&narrow, &narrow_bits, sizeof narrow);
  memcpy (&number, &bits, sizeof number);
  return is_float32 (type) ? (double) narrow : number;
}

static gboolean
float_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  const HBaseKeyType *type = format->type;
  guint64 bits = bits_of (type, value->d);
  guint8 *bytes;

  if (isnan (value->d))
    return hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "NaN (not a number) can't be sorted");
  if (number_of (type, bits) != value->d)
    return hbase_error_set (
        error, HBASE_ERROR_INVALID_KEY,
        "the number has more digits, or is greater, than ob-float32 can store: use ob-float64");
  bits ^= bits & SIGN_BIT ? G_MAXUINT64 : SIGN_BIT;
  bytes = hbase_key_buffer_reserve (out, type->width);
  bytes[0] = header_of (type);
  hbase_key_number_write (bytes + 1, type->width - 1, is_float32 (type) ? bits >> 32 : bits);
  return TRUE;
}

static GVariant *
float_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  guint64 bits;
  double number;

  if (!check_header (format->type, bytes, error))
    return NULL;
  bits = hbase_key_number_read (bytes.data + 1, bytes.length - 1) << (9 - bytes.length) * 8;
  bits ^= bits & SIGN_BIT ? SIGN_BIT : G_MAXUINT64;
  number = number_of (format->type, bits);
  return isnan (number) ? fail (error, "the value is NaN (not a number), which can't be sorted")
                        : g_variant_new_double (number);
}

/* Rounds the number to the precision of a float. */
static GVariant *
float_parse (const HBaseKeyFormat *format, const char *text, GError **error)
{
  g_autoptr (GVariant) value = hbase_key_double_parse (format, text, error);

  if (value == NULL || !is_float32 (format->type))
    return g_steal_pointer (&value);
  return g_variant_new_double ((float) g_variant_get_double (value));
}

/* ---- text: terminated by a NUL ---- */

static gboolean
text_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  HBaseSlice text = value->bytes;
  guint8 *bytes;

  if (!hbase_key_check_utf8 (text, error))
    return FALSE;
  bytes = hbase_key_buffer_reserve (out, text.length + 2);
  bytes[0] = header_of (format->type);
  memcpy (bytes + 1, hbase_slice_bytes (text), text.length);
  bytes[text.length + 1] = 0;
  return TRUE;
}

static GVariant *
text_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  if (!check_header (format->type, bytes, error)
      || !hbase_key_check_utf8 (hbase_slice (bytes.data + 1, bytes.length - 2), error))
    return NULL;
  return g_variant_new_string ((const char *) bytes.data + 1);
}

static gboolean
text_measure (const HBaseKeyFormat *format, HBaseSlice rest, gsize *length, GError **error)
{
  const guint8 *end;

  if (!check_header (format->type, rest, error))
    return FALSE;
  end = memchr (rest.data, 0, rest.length);
  if (end == NULL)
    return hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "the \\x00 at its end is missing");
  *length = (gsize) (end - rest.data) + 1;
  return TRUE;
}

/* ---- blob-var: seven bits in each byte, with the high bit set in all bytes but the last ----
 *
 * Therefore a shorter value may be sorted before a longer value that is less: FF FF 04 before FF FF 00 7D. */

static gsize
n_septets (gsize n_bytes)
{
  return MAX ((n_bytes * 8 + 6) / 7, 1);
}

/* Returns seven bits from bit 7 × `index` on; bits after the end are zeros. */
static guint8
septet (HBaseSlice bytes, gsize index)
{
  gsize first = index * 7 / 8, shift = index * 7 % 8;
  guint high = first < bytes.length ? bytes.data[first] : 0;
  guint low = first + 1 < bytes.length ? bytes.data[first + 1] : 0;

  return (guint8) ((high << 8 | low) >> (9 - shift) & 0x7f);
}

static gboolean
blob_var_encode (const HBaseKeyFormat *format,
                 const HBaseKeyValue *value,
                 HBaseKeyBuffer *out,
                 GError **error)
{
  gsize length = n_septets (value->bytes.length);
  guint8 *bytes = hbase_key_buffer_reserve (out, 1 + length);

  bytes[0] = header_of (format->type);
  for (gsize i = 0; i < length; i++)
    bytes[1 + i] = septet (value->bytes, i) | (i + 1 < length ? 0x80 : 0);
  return TRUE;
}

static GVariant *
blob_var_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  gsize n_encoded = bytes.length - 1;
  gsize length = n_encoded * 7 / 8;
  g_autofree guint8 *plain = g_malloc0 (length + 1);
  guint window = 0, n_bits = 0;
  gsize done = 0;

  if (!check_header (format->type, bytes, error))
    return NULL;
  for (gsize i = 1; i <= n_encoded; i++)
    {
      window = (window << 7 | (bytes.data[i] & 0x7f)) & 0x7fff;
      n_bits += 7;
      if (n_bits < 8)
        continue;
      n_bits -= 8;
      plain[done++] = (guint8) (window >> n_bits);
    }
  if (n_encoded != n_septets (length) || (window & ((1u << n_bits) - 1)) != 0)
    return fail (error, "it has bits after its end, which a blob-var can't have");
  return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, plain, length, 1);
}

static gboolean
blob_var_measure (const HBaseKeyFormat *format, HBaseSlice rest, gsize *length, GError **error)
{
  if (!check_header (format->type, rest, error))
    return FALSE;
  for (gsize i = 1; i < rest.length; i++)
    if (rest.data[i] < 0x80)
      {
        *length = i + 1;
        return TRUE;
      }
  return hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "its last byte, which has no high bit, is missing");
}

/* ---- blob: unchanged, to the end of the key ---- */

static gboolean
blob_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  guint8 *bytes = hbase_key_buffer_reserve (out, 1 + value->bytes.length);

  bytes[0] = header_of (format->type);
  memcpy (bytes + 1, hbase_slice_bytes (value->bytes), value->bytes.length);
  return TRUE;
}

static GVariant *
blob_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  if (!check_header (format->type, bytes, error))
    return NULL;
  return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, bytes.data + 1, bytes.length - 1, 1);
}

/* ---- the table ---- */

#define INT(name, variant, width, minimum, maximum)                                                          \
  {                                                                                                          \
    name, variant, HBASE_KEY_INT, HBASE_KEY_FIXED, width, 1, minimum, maximum, int_encode, int_decode, NULL, \
        hbase_key_int_parse, hbase_key_int_print                                                             \
  }
#define FLOAT(name, width, header)                                                                           \
  {                                                                                                          \
    name, "d", HBASE_KEY_DOUBLE, HBASE_KEY_FIXED, width, 1, 0, header, float_encode, float_decode, NULL,     \
        float_parse, hbase_key_double_print                                                                  \
  }

const HBaseKeyType hbase_key_ordered_bytes_types[] = {
  INT ("ob-int8", "n", 2, G_MININT8, G_MAXINT8),
  INT ("ob-int16", "n", 3, G_MININT16, G_MAXINT16),
  INT ("ob-int32", "i", 5, G_MININT32, G_MAXINT32),
  INT ("ob-int64", "x", 9, G_MININT64, G_MAXINT64),
  FLOAT ("ob-float32", 5, FLOAT32),
  FLOAT ("ob-float64", 9, FLOAT64),
  { "ob-text", "s", HBASE_KEY_BYTES, HBASE_KEY_TERMINATED, 0, 1, 0, TEXT, text_encode, text_decode,
    text_measure, hbase_key_text_parse, hbase_key_text_print },
  { "ob-blob-var", "ay", HBASE_KEY_BYTES, HBASE_KEY_TERMINATED, 0, 0, 0, BLOB_VAR, blob_var_encode,
    blob_var_decode, blob_var_measure, hbase_key_bytes_parse, hbase_key_bytes_print },
  { "ob-blob", "ay", HBASE_KEY_BYTES, HBASE_KEY_REST, 0, 1, 0, BLOB_COPY, blob_encode, blob_decode, NULL,
    hbase_key_bytes_parse, hbase_key_bytes_print },
  { 0 },
};
