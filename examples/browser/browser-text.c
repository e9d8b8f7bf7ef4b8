/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file writes values, columns and times as text. */

#include "config.h"

#include "browser-text.h"

#define MOST_BYTES 120 /* of a value in one line */

#define ZERO_WIDTH_NON_JOINER 0x200c
#define ZERO_WIDTH_JOINER 0x200d

/* Some scripts can't be written without the joiners. */
gboolean
browser_text_is_shown (gunichar c)
{
  if (c < 0x80 && g_ascii_isspace ((char) c))
    return TRUE;
  return g_unichar_isprint (c) ? c != 0x2028 && c != 0x2029
                               : c == ZERO_WIDTH_NON_JOINER || c == ZERO_WIDTH_JOINER;
}

static gboolean
is_all_shown (const char *text, gsize length)
{
  if (!g_utf8_validate (text, (gssize) length, NULL))
    return FALSE;
  for (const char *p = text; p < text + length; p = g_utf8_next_char (p))
    if (!browser_text_is_shown (g_utf8_get_char (p)))
      return FALSE;
  return TRUE;
}

/* Returns the length without an incomplete character at the end. */
static gsize
trim (const guint8 *bytes, gsize length)
{
  const char *end;

  g_utf8_validate ((const char *) bytes, (gssize) length, &end);
  return length - (gsize) (end - (const char *) bytes) <= 3 ? (gsize) (end - (const char *) bytes) : length;
}

char *
browser_text_print (const guint8 *bytes, gsize length, gboolean is_cut)
{
  gsize shown = is_cut ? trim (bytes, length) : length;

  return is_all_shown ((const char *) bytes, shown) ? g_strndup ((const char *) bytes, shown)
                                                    : hbase_bytes_to_printable (bytes, shown, "");
}

char *
browser_text_of_value (const guint8 *value, gsize length)
{
  gsize shown = MIN (length, MOST_BYTES);
  g_autofree char *text = browser_text_print (value, shown, shown < length);

  return g_strconcat (g_strdelimit (text, "\n\r\t\v\f", ' '), shown < length ? "…" : NULL, NULL);
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
