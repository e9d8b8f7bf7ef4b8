/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes filters of text. */

#include "config.h"

#include <string.h>

#include "filters.h"

/* Returns the text with two backslashes instead of each one that begins no escape, as in `regexstring:\d`.
 * Escapes are `\xNN` and `\\` only, so that nothing else can be meant. */
static char *
escape_backslashes (const char *text)
{
  g_autoptr (GString) escaped = g_string_new (NULL);

  for (; *text != '\0'; text++)
    {
      g_string_append_c (escaped, *text);
      if (*text != '\\' || text[1] == '\0')
        continue;
      g_string_append_c (escaped, text[1] == 'x' ? 'x' : '\\');
      text += text[1] == 'x' || text[1] == '\\';
    }
  return g_strdup (escaped->str);
}

gboolean
filter_parse (const char *text, HBaseFilter **filter, GError **error)
{
  g_autofree char *escaped = text != NULL ? escape_backslashes (text) : NULL;

  *filter = escaped != NULL ? hbase_filter_parse (escaped, error) : NULL;
  if (text == NULL || *filter != NULL)
    return TRUE;
  g_prefix_error (error, "--filter: ");
  return FALSE;
}
