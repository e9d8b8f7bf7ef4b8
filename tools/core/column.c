/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file parses columns, as they are given on the command line and in files of rows. */

#include "config.h"

#include <string.h>

#include "advice.h"
#include "column.h"
#include "fractions.h"
#include "markers.h"
#include "tool.h"

void
tool_clear_column (ToolColumn *column)
{
  g_clear_pointer (&column->family, g_free);
  g_clear_pointer (&column->qualifier.owner, g_bytes_unref);
  g_clear_pointer (&column->value.owner, g_bytes_unref);
}

gboolean
tool_parse_bytes (const char *text, gsize length, ToolBytes *bytes, GError **error)
{
  g_autofree char *part = NULL;

  *bytes = (ToolBytes){ .data = (const guint8 *) text, .length = length };
  if (memchr (text, '\\', length) == NULL)
    return TRUE;
  part = g_strndup (text, length);
  bytes->owner = hbase_bytes_from_escaped (part, error);
  bytes->data = bytes->owner != NULL ? g_bytes_get_data (bytes->owner, &bytes->length) : NULL;
  return bytes->owner != NULL;
}

/* The name of a family is text in the library, so that it can't have a NUL. */
char *
tool_parse_family (const char *text, gsize length, GError **error)
{
  g_autoptr (GBytes) owner = NULL;
  ToolBytes bytes;

  if (!tool_parse_bytes (text, length, &bytes, error))
    return NULL;
  owner = bytes.owner;
  if (bytes.length > 0 && memchr (bytes.data, '\0', bytes.length) == NULL
      && memchr (bytes.data, '/', bytes.length) == NULL)
    return g_strndup ((const char *) bytes.data, bytes.length);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "“%.*s” isn't the name of a column family",
               (int) length, text);
  return NULL;
}

/* Parses a date, or a date and a time, of ISO 8601; without a zone it is in UTC. What is finer than a
 * millisecond is cut off, and `exact` set to FALSE. */
static gboolean
parse_date (const char *text, gint64 *timestamp, gboolean *exact)
{
  g_autofree char *whole
      = strchr (text, 'T') != NULL ? g_strdup (text) : g_strconcat (text, "T00:00:00", NULL);
  guint ms = fraction_take (whole, 3, exact);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) time = strchr (text, '-') != NULL ? g_date_time_new_from_iso8601 (whole, utc) : NULL;

  if (time == NULL)
    return FALSE;
  *timestamp = g_date_time_to_unix (time) * 1000 + ms;
  return *timestamp >= 0;
}

static gboolean
parse_rounded (const char *text, gint64 *timestamp, gboolean *exact, GError **error)
{
  /* The greatest number stands for the server's time. */
  if (g_ascii_string_to_signed (text, 10, 0, G_MAXINT64 - 1, timestamp, NULL)
      || parse_date (text, timestamp, exact))
    return TRUE;
  g_set_error (
      error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
      "“%s” isn't a timestamp: give a whole number of ms since 1970, or a time such as 2024-05-01 or "
      "2024-05-01T12:30:00Z",
      text);
  return FALSE;
}

gboolean
tool_parse_timestamp (const char *text, gint64 *timestamp, GError **error)
{
  gboolean exact = TRUE;

  if (!parse_rounded (text, timestamp, &exact, error))
    return FALSE;
  if (!exact)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                 "“%s” isn't a whole number of ms, as timestamps are: round it", text);
  return exact;
}

gboolean
tool_parse_time_bound (const char *text, gint64 *timestamp, GError **error)
{
  gboolean exact = TRUE;

  if (!parse_rounded (text, timestamp, &exact, error))
    return FALSE;
  *timestamp += !exact;
  return TRUE;
}

/* Returns what follows `TIMESTAMP/`, or the text itself without one. A slash after a colon is part of a
 * qualifier or a value, unless the colon is that of a time. */
static const char *
skip_timestamp (const char *text)
{
  const char *slash = strchr (text, '/'), *colon = strchr (text, ':');
  g_autofree char *before = NULL;
  gboolean exact = TRUE;
  gint64 ignored;

  if (slash == NULL || colon == NULL || slash < colon)
    return slash != NULL ? slash + 1 : text;
  if (!g_ascii_isdigit (text[0]))
    return text;
  before = g_strndup (text, (gsize) (slash - text));
  return parse_date (before, &ignored, &exact) ? slash + 1 : text;
}

/* Parses the timestamp before the column, if there is one. */
static gboolean
parse_timestamp (const char *text, const char *column_text, ToolColumn *column, GError **error)
{
  g_autofree char *timestamp = NULL;

  if (column_text == text)
    return TRUE;
  timestamp = g_strndup (text, (gsize) (column_text - text - 1));
  column->has_timestamp = TRUE;
  return tool_parse_timestamp (timestamp, &column->timestamp, error);
}

/* Mostly a comma in a word separates two columns, and a value follows a =. As parts of a name they select
 * another column, silently; what is printed has no = in a name. */
static gboolean
check_name (const char *text, const char *name, gsize length, GError **error)
{
  gsize n_plain = strcspn (name, ",=");

  if (n_plain >= length)
    return TRUE;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "“%s” has a %s", text,
               name[n_plain] == ','
                   ? "comma: give each column separately; a comma in a name is written \\x2C"
                   : "=: give a column without a value here; a = in a name is written \\x3D");
  return FALSE;
}

static gboolean
refuse_column (const char *text, gboolean has_value, GError **error)
{
  if (marker_is_text (text))
    return marker_refuse (text, error);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "“%s” isn't family:qualifier%s", text,
               has_value ? "=value" : "");
  return FALSE;
}

gboolean
column_parse_name (
    const char *text, ColumnParts parts, ToolColumn *column, const char **value, GError **error)
{
  gboolean is_cell = parts == COLUMN_CELL || parts == COLUMN_LINE;
  const char *start = is_cell || parts == COLUMN_VERSION ? skip_timestamp (text) : text;
  const char *colon = strchr (start, ':');
  gboolean has_value = parts == COLUMN_VALUE || is_cell;
  const char *equals = colon != NULL && has_value ? strchr (colon, '=') : NULL;
  const char *end = colon != NULL ? colon : start + strlen (start);

  if ((has_value && equals == NULL) || (parts == COLUMN_QUALIFIED && colon == NULL))
    return refuse_column (text, has_value, error);
  if (parts != COLUMN_LINE
      && !check_name (text, start, equals != NULL ? (gsize) (equals - start) : strlen (start), error))
    return FALSE;
  if (!parse_timestamp (text, start, column, error))
    return FALSE;
  column->family = tool_parse_family (start, (gsize) (end - start), error);
  if (column->family == NULL)
    return FALSE;
  if (value != NULL)
    *value = equals != NULL ? equals + 1 : NULL;
  if (colon == NULL)
    return TRUE;
  return tool_parse_bytes (colon + 1, equals != NULL ? (gsize) (equals - colon - 1) : strlen (colon + 1),
                           &column->qualifier, error);
}

gboolean
column_parse_qualifier (const char *text, gboolean escaped, ToolColumn *column, GError **error)
{
  if (escaped)
    return tool_parse_bytes (text, strlen (text), &column->qualifier, error);
  column->qualifier = (ToolBytes){ .data = (const guint8 *) text, .length = strlen (text) };
  return TRUE;
}

gboolean
column_parse_field (const char *text, gboolean escaped, ToolColumn *column, GError **error)
{
  const char *colon = strchr (text, ':');

  if (colon == NULL)
    return refuse_column (text, FALSE, error);
  column->family = tool_parse_family (text, (gsize) (colon - text), error);
  return column->family != NULL && column_parse_qualifier (colon + 1, escaped, column, error);
}

gboolean
column_refuse_value (const char *text, const char *advice, GError **error)
{
  if (strchr (text, '=') == NULL)
    return TRUE;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "“%s”: %s; a = of the qualifier is written \\x3D", text, advice);
  return FALSE;
}

void
column_add_advice (char **columns, gboolean has_row_option, GError **error)
{
  gboolean may_be_row = FALSE;

  for (char **column = columns; *column != NULL; column++)
    may_be_row = may_be_row || strchr (*column, ':') == NULL;
  if (may_be_row && !has_row_option && error != NULL
      && g_error_matches (*error, HBASE_ERROR, HBASE_ERROR_FAMILY_NOT_FOUND))
    advice_add (error, "give each of several rows by --row=ROW");
}
