/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>

#include "hbase-error-private.h"

/* Tabs and all that moves a terminal's cursor; C1 too. */
static gboolean
is_fine (gunichar c)
{
  return c != (gunichar) -1 && c != (gunichar) -2 && !g_unichar_iscntrl (c) && c != 0x2028 && c != 0x2029;
}

static gboolean
is_all_fine (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL))
    return FALSE;
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (!is_fine (g_utf8_get_char (text)))
      return FALSE;
  return TRUE;
}

char *
hbase_error_text (char *text)
{
  GString *fine;

  if (is_all_fine (text))
    return text;
  fine = g_string_new (NULL);
  for (const char *p = text; *p != '\0';)
    {
      gunichar c = g_utf8_get_char_validated (p, -1);
      gsize length = is_fine (c) ? (gsize) (g_utf8_next_char (p) - p) : 1;

      if (is_fine (c))
        g_string_append_len (fine, p, (gssize) length);
      else
        g_string_append_printf (fine, "\\x%02X", (guint8) *p);
      p += length;
    }
  g_free (text);
  return g_string_free (fine, FALSE);
}

void
hbase_error_set (GError **error, HBaseError code, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  if (error == NULL)
    return;
  va_start (arguments, format);
  text = hbase_error_text (g_strdup_vprintf (format, arguments));
  va_end (arguments);
  g_set_error_literal (error, HBASE_ERROR, (int) code, text);
}

void
hbase_error_prefix (GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  if (error == NULL || *error == NULL)
    return;
  va_start (arguments, format);
  text = hbase_error_text (g_strdup_vprintf (format, arguments));
  va_end (arguments);
  g_prefix_error_literal (error, text);
}
