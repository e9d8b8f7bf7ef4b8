/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file writes JSON (RFC 8259). */

#include "config.h"

#include "json-writer.h"

void
json_append_string (GString *json, const char *text)
{
  g_string_append_c (json, '"');
  for (const char *p = text; *p != '\0'; p++)
    if (*p == '"' || *p == '\\')
      g_string_append_printf (json, "\\%c", *p);
    else if ((guchar) *p < ' ')
      g_string_append_printf (json, "\\u%04x", (guint) *p);
    else
      g_string_append_c (json, *p);
  g_string_append_c (json, '"');
}

void
json_append_member (GString *json, const char *name, const char *text)
{
  json_append_string (json, name);
  g_string_append_c (json, ':');
  if (text != NULL)
    json_append_string (json, text);
  else
    g_string_append (json, "null");
}
