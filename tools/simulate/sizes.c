/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file parses sizes in bytes. */

#include "config.h"

#include <string.h>

#include "sizes.h"

#define UNITS "kmgtp"
#define LARGEST 1e18

gboolean
size_parse (const char *text, guint64 *bytes)
{
  char *end;
  double number = g_ascii_strtod (text, &end);
  gboolean is_whole = strspn (text, "0123456789") == (gsize) (end - text);
  const char *unit = *end != '\0' ? strchr (UNITS, g_ascii_tolower (*end)) : NULL;

  if (end == text || !g_ascii_isdigit (*text) || (unit == NULL && !is_whole))
    return FALSE;
  for (long i = unit != NULL ? unit - UNITS : -1; i >= 0; i--)
    number *= 1024;
  end += unit != NULL;
  if (*end != '\0' && g_ascii_strcasecmp (end, "b") != 0
      && (unit == NULL || g_ascii_strcasecmp (end, "ib") != 0))
    return FALSE;
  if (!(number >= 1 && number <= LARGEST))
    return FALSE;
  *bytes = (guint64) number;
  return TRUE;
}
