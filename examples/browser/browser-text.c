/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file writes values, columns and times as text. */

#include "config.h"

#include "browser-text.h"

#define MOST_BYTES 120 /* of a value in one line */

/* Whether the bytes are UTF-8 without control characters but white space; the end of a value that was cut
 * off may be the beginning of a character. */
static gboolean
is_text (const guint8 *value, gsize length, gboolean is_cut, gsize *text_length)
{
  const char *end;

  if (!g_utf8_validate ((const char *) value, (gssize) length, &end) && !is_cut)
    return FALSE;
  *text_length = (gsize) (end - (const char *) value);
  if (length - *text_length > 3)
    return FALSE;
  for (gsize i = 0; i < *text_length; i++)
    if (g_ascii_iscntrl (value[i]) && !g_ascii_isspace (value[i]))
      return FALSE;
  return TRUE;
}

static char *
shorten_text (const guint8 *value, gsize length, gboolean is_cut)
{
  g_autofree char *text = g_strndup ((const char *) value, length);

  return g_strconcat (g_strdelimit (text, "\n\r\t\v\f", ' '), is_cut ? "…" : NULL, NULL);
}

char *
browser_text_of_value (const guint8 *value, gsize length)
{
  gsize shown = MIN (length, MOST_BYTES), text_length;
  g_autofree char *escaped = NULL;

  if (is_text (value, shown, shown < length, &text_length))
    return shorten_text (value, text_length, shown < length);
  escaped = hbase_bytes_to_escaped (value, shown);
  return g_strconcat (escaped, shown < length ? "…" : NULL, NULL);
}

char *
browser_text_of_column (const HBaseCellIter *cell)
{
  GString *text = g_string_new (NULL);

  hbase_bytes_append_escaped (text, cell->family, cell->family_length);
  g_string_append_c (text, ':');
  hbase_bytes_append_escaped (text, cell->qualifier, cell->qualifier_length);
  return g_string_free (text, FALSE);
}

char *
browser_text_of_timestamp (gint64 timestamp)
{
  g_autoptr (GDateTime) time = timestamp > 0 ? g_date_time_new_from_unix_local (timestamp / 1000) : NULL;

  return time != NULL ? g_date_time_format (time, "%F %T") : g_strdup_printf ("%" G_GINT64_FORMAT, timestamp);
}

static void
append_hex_line (GString *text, const guint8 *bytes, gsize length, gsize offset)
{
  g_string_append_printf (text, "%06" G_GSIZE_MODIFIER "x ", offset);
  for (gsize i = 0; i < 8; i++)
    if (i < length)
      g_string_append_printf (text, " %02x", bytes[i]);
    else
      g_string_append (text, "   ");
  g_string_append (text, "  ");
  for (gsize i = 0; i < length; i++)
    g_string_append_c (text, g_ascii_isprint (bytes[i]) ? (char) bytes[i] : '.');
  g_string_append_c (text, '\n');
}

char *
browser_text_of_hex (const guint8 *bytes, gsize length)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < length; i += 8)
    append_hex_line (text, bytes + i, MIN (length - i, 8), i);
  return g_string_free (text, FALSE);
}

char *
browser_text_of_count (guint64 count, const char *singular, const char *plural)
{
  return g_strdup_printf ("%'" G_GUINT64_FORMAT " %s", count, count == 1 ? singular : plural);
}
