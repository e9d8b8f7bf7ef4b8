/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-key-fields-private.h"

/* This file implements the types of text, bytes and UUIDs. Text is UTF-8, whose bytes sort as the code
 * points do.
 * 1. The terminator of a value is one or two bytes that are less than all bytes that may be in their place,
 *    so that the shorter of two values is sorted first: text-z, which has no NUL, ends with 00. In bytes-z,
 *    00 is encoded as 00 FF, and the terminator is 00 00; whatever the next field begins with, it isn't
 *    ambiguous. */

#define UUID_BYTES 16
#define UUID_TEXT 36

static void
append (HBaseKeyBuffer *out, HBaseSlice bytes)
{
  if (bytes.length > 0)
    memcpy (hbase_key_buffer_reserve (out, bytes.length), bytes.data, bytes.length);
}

/* ---- checks ---- */

static gboolean
check_width (const HBaseKeyFormat *format, HBaseSlice bytes, gboolean exactly, GError **error)
{
  return (exactly ? bytes.length == format->width : bytes.length <= format->width)
         || hbase_error_set (
             error, HBASE_ERROR_INVALID_KEY,
             "it has %" G_GSIZE_FORMAT " bytes, but %s(%" G_GSIZE_FORMAT ") takes %s%" G_GSIZE_FORMAT,
             bytes.length, format->type->name, format->width, exactly ? "" : "at most ", format->width);
}

static GVariant *
variant_of_text (HBaseSlice bytes)
{
  return g_variant_new_take_string (g_strndup ((const char *) hbase_slice_bytes (bytes), bytes.length));
}

static GVariant *
variant_of_bytes (HBaseSlice bytes)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, hbase_slice_bytes (bytes), bytes.length, 1);
}

/* ---- text: to the end of the key ---- */

static gboolean
text_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  if (!hbase_key_check_utf8 (value->bytes, error))
    return FALSE;
  append (out, value->bytes);
  return TRUE;
}

static GVariant *
text_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  return hbase_key_check_utf8 (bytes, error) ? variant_of_text (bytes) : NULL;
}

/* ---- text-z: terminated by a NUL ---- */

static gboolean
text_z_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  if (!text_encode (format, value, out, error))
    return FALSE;
  *hbase_key_buffer_reserve (out, 1) = 0;
  return TRUE;
}

static GVariant *
text_z_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  return text_decode (format, hbase_slice (bytes.data, bytes.length - 1), error);
}

static gboolean
text_z_measure (const HBaseKeyFormat *format, HBaseSlice rest, gsize *length, GError **error)
{
  const guint8 *start = hbase_slice_bytes (rest);
  const guint8 *end = memchr (start, 0, rest.length);

  if (end == NULL)
    return hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "the \\x00 at its end is missing");
  *length = (gsize) (end - start) + 1;
  return TRUE;
}

/* ---- text(n): padded with NULs ---- */

static gboolean
text_sized_encode (const HBaseKeyFormat *format,
                   const HBaseKeyValue *value,
                   HBaseKeyBuffer *out,
                   GError **error)
{
  gsize padding;

  if (!check_width (format, value->bytes, FALSE, error) || !text_encode (format, value, out, error))
    return FALSE;
  padding = format->width - value->bytes.length;
  memset (hbase_key_buffer_reserve (out, padding), 0, padding);
  return TRUE;
}

static GVariant *
text_sized_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  while (bytes.length > 0 && bytes.data[bytes.length - 1] == 0)
    bytes.length--;
  return text_decode (format, bytes, error);
}

/* ---- bytes ---- */

static gboolean
bytes_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  if (format->width > 0 && !check_width (format, value->bytes, TRUE, error))
    return FALSE;
  append (out, value->bytes);
  return TRUE;
}

static GVariant *
bytes_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  return variant_of_bytes (bytes);
}

static void
reverse (guint8 *target, HBaseSlice bytes)
{
  for (gsize i = 0; i < bytes.length; i++)
    target[i] = bytes.data[bytes.length - 1 - i];
}

static gboolean
reversed_encode (const HBaseKeyFormat *format,
                 const HBaseKeyValue *value,
                 HBaseKeyBuffer *out,
                 GError **error)
{
  if (!check_width (format, value->bytes, TRUE, error))
    return FALSE;
  reverse (hbase_key_buffer_reserve (out, value->bytes.length), value->bytes);
  return TRUE;
}

static GVariant *
reversed_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  g_autofree guint8 *straight = g_malloc (bytes.length);

  reverse (straight, bytes);
  return variant_of_bytes (hbase_slice (straight, bytes.length));
}

/* ---- bytes-z: 00 is encoded as 00 FF; terminated by 00 00 ---- */

static gboolean
bytes_z_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  for (gsize i = 0; i < value->bytes.length; i++)
    {
      *hbase_key_buffer_reserve (out, 1) = value->bytes.data[i];
      if (value->bytes.data[i] == 0)
        *hbase_key_buffer_reserve (out, 1) = G_MAXUINT8;
    }
  memset (hbase_key_buffer_reserve (out, 2), 0, 2);
  return TRUE;
}

static GVariant *
bytes_z_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  g_autofree guint8 *plain = g_malloc (bytes.length);
  gsize length = 0;

  for (gsize i = 0; i < bytes.length - 2; i++)
    {
      plain[length++] = bytes.data[i];
      i += bytes.data[i] == 0;
    }
  return variant_of_bytes (hbase_slice (plain, length));
}

static gboolean
bytes_z_measure (const HBaseKeyFormat *format, HBaseSlice rest, gsize *length, GError **error)
{
  for (gsize i = 0; i + 1 < rest.length; i++)
    {
      if (rest.data[i] != 0)
        continue;
      *length = i + 2;
      if (rest.data[i + 1] == 0)
        return TRUE;
      if (rest.data[++i] != G_MAXUINT8)
        return hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                                "a \\x00 in it is followed by neither \\xFF (a byte 0) nor \\x00 (its end)");
    }
  return hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "the \\x00\\x00 at its end is missing");
}

/* ---- uuid ---- */

static gboolean
has_dash (gsize index)
{
  return index == 8 || index == 13 || index == 18 || index == 23;
}

/* Parses 8-4-4-4-12 digits. */
static gboolean
read_uuid (HBaseSlice text, guint8 *bytes)
{
  guint n_digits = 0;

  if (text.length != UUID_TEXT)
    return FALSE;
  for (gsize i = 0; i < UUID_TEXT; i++)
    {
      int digit = g_ascii_xdigit_value ((char) text.data[i]);

      if (has_dash (i) ? text.data[i] != '-' : digit < 0)
        return FALSE;
      if (has_dash (i))
        continue;
      bytes[n_digits / 2] = (guint8) (n_digits % 2 == 0 ? digit << 4 : bytes[n_digits / 2] | digit);
      n_digits++;
    }
  return TRUE;
}

static gboolean
uuid_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  g_autofree char *shown = NULL;
  guint8 bytes[UUID_BYTES];

  if (value->bytes.length == UUID_BYTES) /* the stored form; the text has 36 bytes */
    append (out, value->bytes);
  else if (read_uuid (value->bytes, bytes))
    append (out, hbase_slice (bytes, UUID_BYTES));
  else
    {
      shown = hbase_bytes_to_escaped (hbase_slice_bytes (value->bytes), value->bytes.length);
      return hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                              "“%s” isn't a UUID like 123e4567-e89b-12d3-a456-426614174000, nor its 16 bytes",
                              shown);
    }
  return TRUE;
}

static GVariant *
uuid_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  char text[UUID_TEXT + 1] = { 0 };
  guint n_digits = 0;

  for (gsize i = 0; i < UUID_TEXT; i++)
    if (has_dash (i))
      text[i] = '-';
    else
      {
        text[i] = "0123456789abcdef"[bytes.data[n_digits / 2] >> (n_digits % 2 == 0 ? 4 : 0) & 0xf];
        n_digits++;
      }
  return g_variant_new_string (text);
}

/* ---- the table ---- */

#define TEXT(name, shape, width, order, encode, decode, measure)                                             \
  {                                                                                                          \
    name, "s", HBASE_KEY_BYTES, shape, width, order, 0, 0, encode, decode, measure, hbase_key_text_parse,    \
        hbase_key_text_print                                                                                 \
  }
#define BYTES(name, shape, width, order, encode, decode, measure)                                            \
  {                                                                                                          \
    name, "ay", HBASE_KEY_BYTES, shape, width, order, 0, 0, encode, decode, measure, hbase_key_bytes_parse,  \
        hbase_key_bytes_print                                                                                \
  }

const HBaseKeyType hbase_key_text_types[] = {
  TEXT ("text", HBASE_KEY_REST, 0, 1, text_encode, text_decode, NULL),
  TEXT ("text", HBASE_KEY_SIZED, HBASE_MAX_ROW_LENGTH, 1, text_sized_encode, text_sized_decode, NULL),
  TEXT ("text-z", HBASE_KEY_TERMINATED, 0, 1, text_z_encode, text_z_decode, text_z_measure),
  BYTES ("bytes", HBASE_KEY_REST, 0, 1, bytes_encode, bytes_decode, NULL),
  BYTES ("bytes", HBASE_KEY_SIZED, HBASE_MAX_ROW_LENGTH, 1, bytes_encode, bytes_decode, NULL),
  BYTES ("bytes-z", HBASE_KEY_TERMINATED, 0, 1, bytes_z_encode, bytes_z_decode, bytes_z_measure),
  BYTES ("reversed-bytes", HBASE_KEY_SIZED, HBASE_MAX_ROW_LENGTH, 0, reversed_encode, reversed_decode, NULL),
  TEXT ("uuid", HBASE_KEY_FIXED, UUID_BYTES, 1, uuid_encode, uuid_decode, NULL),
  { 0 },
};
