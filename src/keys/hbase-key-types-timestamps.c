/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-key-types-private.h"

/* This file implements timestamps since 1970, in seconds, ms or µs: as Java's long, or reversed, 2⁶³ − 1 −
 * timestamp, so that the newest is sorted first. */

#define US_PER_SECOND G_TIME_SPAN_SECOND

/* The unit, by the last letters of the name: `reverse-s`, `seconds`; `ms`; `us`. */
static gint64
units_per_second (const HBaseKeyType *type)
{
  if (g_str_has_suffix (type->name, "ms"))
    return 1000;
  return g_str_has_suffix (type->name, "us") ? US_PER_SECOND : 1;
}

/* ---- bytes ---- */

static gboolean
plain_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  if (value->i < 0)
    return hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                            "%" G_GINT64_FORMAT " is before 1970, where %s begins", value->i,
                            format->type->name);
  hbase_key_number_write (hbase_key_buffer_reserve (out, 8), 8, (guint64) value->i);
  return TRUE;
}

static GVariant *
plain_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  gint64 timestamp = (gint64) hbase_key_number_read (bytes.data, 8);

  if (timestamp >= 0)
    return g_variant_new_int64 (timestamp);
  hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                   "the first byte is \\x%02X, but that of %s is at most \\x7F", bytes.data[0],
                   format->type->name);
  return NULL;
}

static gboolean
reverse_encode (const HBaseKeyFormat *format, const HBaseKeyValue *value, HBaseKeyBuffer *out, GError **error)
{
  hbase_key_number_write (hbase_key_buffer_reserve (out, 8), 8, (guint64) G_MAXINT64 - (guint64) value->i);
  return TRUE;
}

static GVariant *
reverse_decode (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  return g_variant_new_int64 ((gint64) ((guint64) G_MAXINT64 - hbase_key_number_read (bytes.data, 8)));
}

/* ---- text ---- */

/* Removes the fraction of a second, `.123`, from `text`, and returns it in units. The seconds of a
 * GDateTime are a double, which isn't exact for µs. `exact` is set to FALSE if the fraction isn't a whole
 * number of units. */
static gint64
take_fraction (char *text, gint64 units, gboolean *exact)
{
  char *point = strpbrk (text, ".,");
  gint64 fraction = 0;
  char *p;

  if (point == NULL || !g_ascii_isdigit (point[1]))
    return 0;
  for (p = point + 1; g_ascii_isdigit (*p); p++)
    {
      units /= 10;
      fraction += g_ascii_digit_value (*p) * units;
      *exact = *exact && (units > 0 || *p == '0');
    }
  memmove (point, p, strlen (p) + 1);
  return fraction;
}

#define DATE_FORM "0000-00-00"
#define MINUTES_FORM "00:00"

/* Whether `text` begins with the pattern `form`, whose zeros stand for digits. */
static gboolean
begins_like (const char *text, const char *form)
{
  for (; *form != '\0'; form++, text++)
    if (*form == '0' ? !g_ascii_isdigit (*text) : *text != *form)
      return FALSE;
  return TRUE;
}

/* Completes a date without a time, or a time without seconds, because GDateTime parses complete times
 * only. Other text is returned unchanged. */
static char *
complete_time (const char *text)
{
  const char *time, *zone;

  if (!begins_like (text, DATE_FORM))
    return g_strdup (text);
  time = text + strlen (DATE_FORM);
  if (*time == '\0' || strchr ("Zz+-", *time) != NULL)
    return g_strdup_printf ("%.*sT00:00:00%s", (int) (time - text), text, time);
  if (!begins_like (time + 1, MINUTES_FORM))
    return g_strdup (text);
  zone = time + 1 + strlen (MINUTES_FORM);
  if (*zone != '\0' && strchr ("Zz+-", *zone) == NULL)
    return g_strdup (text);
  return g_strdup_printf ("%.*s:00%s", (int) (zone - text), text, zone);
}

static gboolean
parse_time (const char *text, gint64 units, gint64 *timestamp, gboolean *exact)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autofree char *whole = complete_time (text);
  gint64 fraction = take_fraction (whole, units, exact);
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (whole, utc);

  if (time == NULL)
    return FALSE;
  *timestamp = g_date_time_to_unix (time) * units + fraction;
  return TRUE;
}

static const char *
unit_name (const HBaseKeyType *type)
{
  return units_per_second (type) == 1 ? "seconds" : type->name + strlen (type->name) - 2;
}

static void
refuse_text (const HBaseKeyType *type, const char *text, GError **error)
{
  g_autofree char *shown = hbase_bytes_to_escaped ((const guint8 *) text, strlen (text));
  gboolean whole = units_per_second (type) == 1;

  hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                   "“%s” is neither %s since 1970 nor a date like 2024-05-01, or date and time like "
                   "2024-05-01T12:00:00%sZ%s, as %s requires",
                   shown, unit_name (type), whole ? "" : ".123",
                   type->minimum == 0 ? ", not before 1970" : "", type->name);
}

/* Two times within a unit would be one key. */
static void
refuse_fraction (const HBaseKeyType *type, const char *text, GError **error)
{
  g_autofree char *shown = hbase_bytes_to_escaped ((const guint8 *) text, strlen (text));

  hbase_error_set (
      error, HBASE_ERROR_INVALID_KEY,
      "“%s” isn't a whole number of %s, as %s requires: round it, or use a type with smaller units", shown,
      unit_name (type), type->name);
}

static GVariant *
timestamp_parse (const HBaseKeyFormat *format, const char *text, GError **error)
{
  const HBaseKeyType *type = format->type;
  gboolean exact = TRUE;
  gint64 timestamp;

  if ((!g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &timestamp, NULL)
       && !parse_time (text, units_per_second (type), &timestamp, &exact))
      || timestamp < type->minimum)
    refuse_text (type, text, error);
  else if (!exact)
    refuse_fraction (type, text, error);
  else
    return g_variant_new_int64 (timestamp);
  return NULL;
}

static char *
timestamp_print (const HBaseKeyFormat *format, GVariant *value)
{
  gint64 units = units_per_second (format->type);
  gint64 timestamp = g_variant_get_int64 (value);
  gint64 seconds = timestamp / units - (timestamp % units < 0);
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (seconds);
  g_autofree char *head = NULL;

  if (time == NULL) /* not in the years 1 to 9999 */
    return g_strdup_printf ("%" G_GINT64_FORMAT, timestamp);
  head = g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d", g_date_time_get_year (time),
                          g_date_time_get_month (time), g_date_time_get_day_of_month (time),
                          g_date_time_get_hour (time), g_date_time_get_minute (time),
                          g_date_time_get_second (time));
  if (units == 1)
    return g_strconcat (head, "Z", NULL);
  return g_strdup_printf ("%s.%0*dZ", head, units == 1000 ? 3 : 6, (int) (timestamp - seconds * units));
}

gint64
hbase_key_timestamp_units (const HBaseKeyType *type)
{
  return type->parse == timestamp_parse ? units_per_second (type) : 0;
}

/* ---- the table ---- */

#define PLAIN(name)                                                                                          \
  {                                                                                                          \
    name, "x", HBASE_KEY_INT, HBASE_KEY_FIXED, 8, 1, 0, G_MAXINT64, plain_encode, plain_decode, NULL,        \
        timestamp_parse, timestamp_print                                                                     \
  }
#define REVERSE(name)                                                                                        \
  {                                                                                                          \
    name, "x", HBASE_KEY_INT, HBASE_KEY_FIXED, 8, -1, G_MININT64, G_MAXINT64, reverse_encode,                \
        reverse_decode, NULL, timestamp_parse, timestamp_print                                               \
  }

const HBaseKeyType hbase_key_timestamp_types[] = {
  PLAIN ("seconds"),      PLAIN ("ms"),           PLAIN ("us"), REVERSE ("reverse-s"),
  REVERSE ("reverse-ms"), REVERSE ("reverse-us"), { 0 },
};
