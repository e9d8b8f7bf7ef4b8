/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-key-types-private.h"

/* This file implements the types of digits: whole numbers of a fixed number of digits, padded with zeros,
 * and numbers whose digits or bytes are reversed, so that consecutive values are far apart. */

/* A family of types of digits. */
typedef struct {
  guint base;
  gboolean reversed;
} Digits;

static Digits
digits_of (const HBaseKeyType *type)
{
  return (Digits){ .base = g_str_has_suffix (type->name, "hex") ? 16 : 10,
                   .reversed = g_str_has_prefix (type->name, "reversed-") };
}

/* The largest number of `width` digits. */
static guint64
greatest (guint base, gsize width)
{
  guint64 number = 0;

  while (width-- > 0)
    number = number * base + base - 1;
  return number;
}

static void
refuse (const HBaseKeyFormat *format, const char *what, GError **error)
{
  hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                   "%s isn't a number of at most %" G_GSIZE_FORMAT " %s digits, as %s(%" G_GSIZE_FORMAT
                   ") takes",
                   what, format->width, digits_of (format->type).base == 16 ? "hexadecimal" : "decimal",
                   format->type->name, format->width);
}

/* The position of the digit of the `index`-th power. */
static gsize
place (const HBaseKeyFormat *format, gsize index)
{
  return digits_of (format->type).reversed ? index : format->width - 1 - index;
}

static gboolean
digits_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  guint base = digits_of (format->type).base;
  guint64 rest = value->u;
  guint8 *text;

  if (value->u > greatest (base, format->width))
    {
      g_autofree char *shown = g_strdup_printf ("%" G_GUINT64_FORMAT, value->u);

      refuse (format, shown, error);
      return FALSE;
    }
  text = hbase_key_buffer_reserve (out, format->width);
  for (gsize i = 0; i < format->width; i++, rest /= base)
    text[place (format, i)] = (guint8) "0123456789abcdef"[rest % base];
  return TRUE;
}

static GVariant *
digits_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  guint base = digits_of (format->type).base;
  guint64 number = 0;

  for (gsize i = bytes.length; i-- > 0;)
    {
      guint8 byte = bytes.data[place (format, i)];
      int digit = g_ascii_xdigit_value ((char) byte);

      if (digit < 0 || digit >= (int) base || g_ascii_isupper (byte))
        {
          hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "\\x%02X isn't a %s", byte,
                           base == 10   ? "decimal digit"
                           : digit >= 0 ? "lower-case digit: upper-case digits are sorted differently"
                                        : "hexadecimal digit");
          return NULL;
        }
      number = number * base + (guint) digit;
    }
  return g_variant_new_uint64 (number);
}

/* Accepts hexadecimal digits in either case; they are stored in lower case. */
static GVariant *
digits_parse (const HBaseKeyFormat *format, const char *text, GError **error)
{
  guint base = digits_of (format->type).base;
  g_autofree char *escaped = NULL, *shown = NULL;
  guint64 number;

  if (g_ascii_string_to_unsigned (text, base, 0, greatest (base, format->width), &number, NULL))
    return g_variant_new_uint64 (number);
  escaped = hbase_bytes_to_escaped ((const guint8 *) text, strlen (text));
  shown = g_strdup_printf ("“%s”", escaped);
  refuse (format, shown, error);
  return NULL;
}

static char *
digits_print (const HBaseKeyFormat *format, GVariant *value)
{
  guint64 number = g_variant_get_uint64 (value);

  if (digits_of (format->type).base == 16)
    return g_strdup_printf ("%0*" G_GINT64_MODIFIER "x", (int) format->width, number);
  return g_strdup_printf ("%" G_GUINT64_FORMAT, number);
}

/* ---- reversed bytes ---- */

static gboolean
little_endian_encode (const HBaseKeyFormat *format,
                      const HBaseKeyValue *value,
                      HBaseKeyBuffer *out,
                      GError **error)
{
  guint64 rest = value->u;
  guint8 *bytes;

  if (!hbase_key_check_uint (format->type, value->u, error))
    return FALSE;
  bytes = hbase_key_buffer_reserve (out, format->width);
  for (gsize i = 0; i < format->width; i++, rest >>= 8)
    bytes[i] = (guint8) rest;
  return TRUE;
}

static GVariant *
little_endian_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  guint64 number = 0;

  for (gsize i = bytes.length; i-- > 0;)
    number = number << 8 | bytes.data[i];
  return hbase_key_variant_of_uint (format->type, number);
}

/* ---- the table ---- */

/* 64 bits have 19 decimal and 16 hexadecimal digits. */
#define DIGITS(name, width, order)                                                                           \
  {                                                                                                          \
    name, "t", HBASE_KEY_UINT, HBASE_KEY_SIZED, width, order, 0, G_MAXUINT64, digits_encode, digits_decode,  \
        NULL, digits_parse, digits_print                                                                     \
  }
#define TURNED(name, variant, width, maximum)                                                                \
  {                                                                                                          \
    name, variant, HBASE_KEY_UINT, HBASE_KEY_FIXED, width, 0, 0, maximum, little_endian_encode,              \
        little_endian_decode, NULL, hbase_key_uint_parse, hbase_key_uint_print                               \
  }

const HBaseKeyType hbase_key_digit_types[] = {
  DIGITS ("decimal", 19, 1),
  DIGITS ("hex", 16, 1),
  DIGITS ("reversed-decimal", 19, 0),
  TURNED ("reversed-uint32", "u", 4, G_MAXUINT32),
  TURNED ("reversed-uint64", "t", 8, G_MAXUINT64),
  { 0 },
};
