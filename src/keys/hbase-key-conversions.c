/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file has the functions that the types of keys share: conversion of values and variants, limits, and
 * text. */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-key-types-private.h"

#include <math.h>

/* ---- values and variants ---- */

HBaseKeyValue
hbase_key_value_of (GVariant *variant)
{
  HBaseSlice bytes = { 0 };

  switch (g_variant_classify (variant))
    {
    case G_VARIANT_CLASS_BYTE:
      return (HBaseKeyValue){ HBASE_KEY_UINT, .u = g_variant_get_byte (variant) };
    case G_VARIANT_CLASS_UINT16:
      return (HBaseKeyValue){ HBASE_KEY_UINT, .u = g_variant_get_uint16 (variant) };
    case G_VARIANT_CLASS_UINT32:
      return (HBaseKeyValue){ HBASE_KEY_UINT, .u = g_variant_get_uint32 (variant) };
    case G_VARIANT_CLASS_UINT64:
      return (HBaseKeyValue){ HBASE_KEY_UINT, .u = g_variant_get_uint64 (variant) };
    case G_VARIANT_CLASS_INT16:
      return (HBaseKeyValue){ HBASE_KEY_INT, .i = g_variant_get_int16 (variant) };
    case G_VARIANT_CLASS_INT32:
      return (HBaseKeyValue){ HBASE_KEY_INT, .i = g_variant_get_int32 (variant) };
    case G_VARIANT_CLASS_INT64:
      return (HBaseKeyValue){ HBASE_KEY_INT, .i = g_variant_get_int64 (variant) };
    case G_VARIANT_CLASS_DOUBLE:
      return (HBaseKeyValue){ HBASE_KEY_DOUBLE, .d = g_variant_get_double (variant) };
    case G_VARIANT_CLASS_STRING:
      bytes.data = (const guint8 *) g_variant_get_string (variant, &bytes.length);
      return (HBaseKeyValue){ HBASE_KEY_BYTES, .bytes = bytes };
    default: /* `ay` */
      bytes.data = g_variant_get_fixed_array (variant, &bytes.length, 1);
      return (HBaseKeyValue){ HBASE_KEY_BYTES, .bytes = bytes };
    }
}

GVariant *
hbase_key_variant_of_uint (const HBaseKeyType *type, guint64 number)
{
  switch (*type->variant)
    {
    case 'y':
      return g_variant_new_byte ((guint8) number);
    case 'q':
      return g_variant_new_uint16 ((guint16) number);
    case 'u':
      return g_variant_new_uint32 ((guint32) number);
    default:
      return g_variant_new_uint64 (number);
    }
}

GVariant *
hbase_key_variant_of_int (const HBaseKeyType *type, gint64 number)
{
  switch (*type->variant)
    {
    case 'n':
      return g_variant_new_int16 ((gint16) number);
    case 'i':
      return g_variant_new_int32 ((gint32) number);
    default:
      return g_variant_new_int64 (number);
    }
}

/* ---- limits ---- */

gboolean
hbase_key_check_uint (const HBaseKeyType *type, guint64 number, GError **error)
{
  return number <= type->maximum
         || hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                             "%" G_GUINT64_FORMAT " is above %" G_GUINT64_FORMAT ", the greatest %s", number,
                             type->maximum, type->name);
}

gboolean
hbase_key_check_int (const HBaseKeyType *type, gint64 number, GError **error)
{
  return (number >= type->minimum && number <= (gint64) type->maximum)
         || hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                             "%" G_GINT64_FORMAT " isn't from %" G_GINT64_FORMAT " to %" G_GUINT64_FORMAT
                             ", as %s requires",
                             number, type->minimum, type->maximum, type->name);
}

gboolean
hbase_key_check_utf8 (HBaseSlice bytes, GError **error)
{
  const char *text = (const char *) hbase_slice_bytes (bytes);
  const char *end;

  if (memchr (text, 0, bytes.length) != NULL)
    {
      g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY,
                           "text has no NUL (\\x00); bytes and bytes-z may");
      return FALSE;
    }
  return g_utf8_validate_len (text, bytes.length, &end)
         || hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                             "the text isn't UTF-8 from byte %" G_GSIZE_FORMAT " (\\x%02X) on",
                             (gsize) (end - text), (guint8) *end);
}

/* ---- text ---- */

static void
refuse_text (const HBaseKeyType *type, const char *text, GError **error)
{
  g_autofree char *shown = hbase_bytes_to_escaped ((const guint8 *) text, strlen (text));

  hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                   "“%s” isn't a whole number from %" G_GINT64_FORMAT " to %" G_GUINT64_FORMAT
                   ", as %s requires",
                   shown, type->minimum, type->maximum, type->name);
}

GVariant *
hbase_key_uint_parse (const HBaseKeyFormat *format, const char *text, GError **error)
{
  guint64 number;

  if (g_ascii_string_to_unsigned (text, 10, 0, format->type->maximum, &number, NULL))
    return hbase_key_variant_of_uint (format->type, number);
  refuse_text (format->type, text, error);
  return NULL;
}

char *
hbase_key_uint_print (const HBaseKeyFormat *format, GVariant *value)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, hbase_key_value_of (value).u);
}

GVariant *
hbase_key_int_parse (const HBaseKeyFormat *format, const char *text, GError **error)
{
  const HBaseKeyType *type = format->type;
  gint64 number;

  if (g_ascii_string_to_signed (text, 10, type->minimum, (gint64) type->maximum, &number, NULL))
    return hbase_key_variant_of_int (type, number);
  refuse_text (type, text, error);
  return NULL;
}

char *
hbase_key_int_print (const HBaseKeyFormat *format, GVariant *value)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, hbase_key_value_of (value).i);
}

GVariant *
hbase_key_double_parse (const HBaseKeyFormat *format, const char *text, GError **error)
{
  g_autofree char *shown = NULL;
  char *end;
  double number = g_ascii_strtod (text, &end);

  if (end != text && *end == '\0' && !g_ascii_isspace (*text) && !isnan (number))
    return g_variant_new_double (number);
  shown = hbase_bytes_to_escaped ((const guint8 *) text, strlen (text));
  hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                   "“%s” isn't a number like -1.5, 6.02e23 or inf, as %s requires", shown,
                   format->type->name);
  return NULL;
}

char *
hbase_key_double_print (const HBaseKeyFormat *format, GVariant *value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_dtostr (text, sizeof text, g_variant_get_double (value)));
}

GVariant *
hbase_key_text_parse (const HBaseKeyFormat *format, const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = hbase_bytes_from_escaped (text, error);
  HBaseSlice slice = hbase_slice_of_bytes (bytes);

  if (bytes == NULL || !hbase_key_check_utf8 (slice, error))
    return NULL;
  return g_variant_new_take_string (g_strndup ((const char *) hbase_slice_bytes (slice), slice.length));
}

char *
hbase_key_text_print (const HBaseKeyFormat *format, GVariant *value)
{
  HBaseSlice text = hbase_key_value_of (value).bytes;

  return hbase_bytes_to_printable (hbase_slice_bytes (text), text.length, "");
}

GVariant *
hbase_key_bytes_parse (const HBaseKeyFormat *format, const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = hbase_bytes_from_escaped (text, error);

  return bytes != NULL ? g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, bytes, TRUE) : NULL;
}

char *
hbase_key_bytes_print (const HBaseKeyFormat *format, GVariant *value)
{
  HBaseSlice bytes = hbase_key_value_of (value).bytes;

  return hbase_bytes_to_escaped (hbase_slice_bytes (bytes), bytes.length);
}
