/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-key-types-private.h"

#include <string.h>

#define MS_PER_SECOND 1000
#define US_PER_MS 1000

/* ---- numbers without a sign: uint8 … uint64 ---- */

static guint64
number_of (GVariant *value)
{
  switch (g_variant_classify (value))
    {
    case G_VARIANT_CLASS_BYTE:
      return g_variant_get_byte (value);
    case G_VARIANT_CLASS_UINT16:
      return g_variant_get_uint16 (value);
    case G_VARIANT_CLASS_UINT32:
      return g_variant_get_uint32 (value);
    default:
      return g_variant_get_uint64 (value);
    }
}

static GVariant *
value_of (const HBaseKeyType *type, guint64 number)
{
  switch (type->width)
    {
    case 1:
      return g_variant_new_byte ((guint8) number);
    case 2:
      return g_variant_new_uint16 ((guint16) number);
    case 4:
      return g_variant_new_uint32 ((guint32) number);
    default:
      return g_variant_new_uint64 (number);
    }
}

static gboolean
unsigned_encode (const HBaseKeyType *type, GVariant *value, guint8 *bytes, GError **error)
{
  hbase_key_number_write (bytes, type->width, number_of (value));
  return TRUE;
}

static GVariant *
unsigned_decode (const HBaseKeyType *type, const guint8 *bytes, GError **error)
{
  return value_of (type, hbase_key_number_read (bytes, type->width));
}

static gboolean
parse_number (const HBaseKeyType *type, const char *text, guint64 *number, GError **error)
{
  g_autofree char *shown = NULL;

  if (g_ascii_string_to_unsigned (text, 10, 0, type->maximum, number, NULL))
    return TRUE;
  shown = hbase_bytes_to_text ((const guint8 *) text, strlen (text));
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY,
               "“%s” isn't a whole number from 0 to %" G_GUINT64_FORMAT ", as %s wants",
               shown, type->maximum, type->name);
  return FALSE;
}

static GVariant *
unsigned_parse (const HBaseKeyType *type, const char *text, GError **error)
{
  guint64 number;

  return parse_number (type, text, &number, error) ? value_of (type, number) : NULL;
}

static char *
unsigned_print (GVariant *value)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, number_of (value));
}

/* ---- reverse-ms: G_MAXINT64 − ms since 1970, so that the newest comes first; for all 2⁶⁴ stamps ---- */

static gboolean
reverse_encode (const HBaseKeyType *type, GVariant *value, guint8 *bytes, GError **error)
{
  hbase_key_number_write (bytes, type->width, (guint64) G_MAXINT64 - (guint64) g_variant_get_int64 (value));
  return TRUE;
}

static GVariant *
reverse_decode (const HBaseKeyType *type, const guint8 *bytes, GError **error)
{
  return g_variant_new_int64 ((gint64) ((guint64) G_MAXINT64 - hbase_key_number_read (bytes, type->width)));
}

/* GDateTime keeps seconds as a double: the ms must be rounded. */
static gint64
date_time_to_ms (GDateTime *time)
{
  gint64 ms = (g_date_time_get_microsecond (time) + US_PER_MS / 2) / US_PER_MS;

  return g_date_time_to_unix (time) * MS_PER_SECOND + ms;
}

static GVariant *
reverse_parse (const HBaseKeyType *type, const char *text, GError **error)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *shown = NULL;
  gint64 ms;

  if (g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &ms, NULL))
    return g_variant_new_int64 (ms);
  time = g_date_time_new_from_iso8601 (text, utc);
  if (time != NULL)
    return g_variant_new_int64 (date_time_to_ms (time));
  shown = hbase_bytes_to_text ((const guint8 *) text, strlen (text));
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY,
               "“%s” is neither ms since 1970 nor a date and time like 2024-05-01T12:00:00.123Z, as %s wants",
               shown, type->name);
  return NULL;
}

static char *
reverse_print (GVariant *value)
{
  gint64 ms = g_variant_get_int64 (value);
  gint64 seconds = ms / MS_PER_SECOND - (ms % MS_PER_SECOND < 0);
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (seconds);

  if (time == NULL) /* outside of the years 1 to 9999 */
    return g_strdup_printf ("%" G_GINT64_FORMAT, ms);
  return g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d.%03dZ",
                          g_date_time_get_year (time), g_date_time_get_month (time),
                          g_date_time_get_day_of_month (time), g_date_time_get_hour (time),
                          g_date_time_get_minute (time), g_date_time_get_second (time),
                          (int) (ms - seconds * MS_PER_SECOND));
}

/* ---- downward: the counter as it is stored, the high bit never set ---- */

static gboolean
downward_encode (const HBaseKeyType *type, GVariant *value, guint8 *bytes, GError **error)
{
  gint64 counter = g_variant_get_int64 (value);

  if (counter < 0)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY,
                   "%" G_GINT64_FORMAT " is below 0, where a %s counter ends", counter, type->name);
      return FALSE;
    }
  hbase_key_number_write (bytes, type->width, (guint64) counter);
  return TRUE;
}

static GVariant *
downward_decode (const HBaseKeyType *type, const guint8 *bytes, GError **error)
{
  guint64 counter = hbase_key_number_read (bytes, type->width);

  if (counter <= type->maximum)
    return g_variant_new_int64 ((gint64) counter);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY,
               "its first byte is \\x%02X, that of a %s counter is at most \\x7F", bytes[0], type->name);
  return NULL;
}

static GVariant *
downward_parse (const HBaseKeyType *type, const char *text, GError **error)
{
  guint64 counter;

  return parse_number (type, text, &counter, error) ? g_variant_new_int64 ((gint64) counter) : NULL;
}

static char *
signed_print (GVariant *value)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, g_variant_get_int64 (value));
}

/* ---- the table ---- */

#define UNSIGNED(name, variant, width, maximum)                                                              \
  { name, variant, width, maximum, unsigned_encode, unsigned_decode, unsigned_parse, unsigned_print }

static const HBaseKeyType types[] = {
  UNSIGNED ("uint8", "y", 1, G_MAXUINT8),
  UNSIGNED ("uint16", "q", 2, G_MAXUINT16),
  UNSIGNED ("uint32", "u", 4, G_MAXUINT32),
  UNSIGNED ("uint64", "t", 8, G_MAXUINT64),
  { "reverse-ms", "x", 8, 0, reverse_encode, reverse_decode, reverse_parse, reverse_print },
  { "downward", "x", 8, G_MAXINT64, downward_encode, downward_decode, downward_parse, signed_print },
};

const HBaseKeyType *
hbase_key_type_lookup (const char *name, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strlen (types[i].name) == length && memcmp (types[i].name, name, length) == 0)
      return &types[i];
  return NULL;
}

char *
hbase_key_type_list (void)
{
  GString *list = g_string_new (types[0].name);

  for (guint i = 1; i < G_N_ELEMENTS (types); i++)
    g_string_append_printf (list, ", %s", types[i].name);
  return g_string_free (list, FALSE);
}

gboolean
hbase_key_type_is_counter (const HBaseKeyType *type)
{
  return type->encode == downward_encode;
}
