/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file indents JSON. */

#include "config.h"

#include <string.h>

#include "browser-json.h"
#include "browser-text.h"

#define MOST_DEPTH 64
#define INDENT 2

typedef struct {
  const char *p, *end;
  GString *output;
  guint depth;
} Json;

static gboolean copy_value (Json *json);

static void
skip_blanks (Json *json)
{
  while (json->p < json->end && strchr (" \t\r\n", *json->p) != NULL && *json->p != '\0')
    json->p++;
}

/* Returns the next character that isn't a blank; NUL at the end. */
static char
peek (Json *json)
{
  skip_blanks (json);
  return json->p < json->end ? *json->p : '\0';
}

static gboolean
copy_until (Json *json, const char *end)
{
  g_string_append_len (json->output, json->p, end - json->p);
  json->p = end;
  return TRUE;
}

static void
append_character (GString *output, gunichar c)
{
  if (browser_text_is_shown (c))
    g_string_append_unichar (output, c);
  else if (c < 0x10000)
    g_string_append_printf (output, "\\u%04X", c);
  else
    g_string_append_printf (output, "\\u%04X\\u%04X", 0xd7c0 + (c >> 10), 0xdc00 + (c & 0x3ff));
}

static gboolean
copy_characters_until (Json *json, const char *end)
{
  for (; json->p < end; json->p = g_utf8_next_char (json->p))
    append_character (json->output, g_utf8_get_char (json->p));
  return TRUE;
}

static gboolean
copy_string (Json *json)
{
  const char *p = json->p + 1;

  for (; p < json->end && *p != '"'; p++)
    if ((guchar) *p < 0x20 || (*p == '\\' && ++p == json->end))
      return FALSE;
  return p < json->end && copy_characters_until (json, p + 1);
}

/* Numbers, true, false and null. */
static gboolean
copy_word (Json *json)
{
  static const char *const words[] = { "true", "false", "null", NULL };
  const char *p = json->p;
  g_autofree char *word = NULL;
  char *end;

  while (p < json->end && (g_ascii_isalnum (*p) || strchr ("+-.", *p) != NULL) && *p != '\0')
    p++;
  word = g_strndup (json->p, (gsize) (p - json->p));
  if (g_strv_contains (words, word))
    return copy_until (json, p);
  if (!g_ascii_isdigit (word[*word == '-']) || strpbrk (word, "xXpP") != NULL)
    return FALSE;
  g_ascii_strtod (word, &end);
  return *end == '\0' && copy_until (json, p);
}

static void
begin_line (Json *json)
{
  g_string_append_printf (json->output, "\n%*s", (int) (json->depth * INDENT), "");
}

static gboolean
copy_name (Json *json)
{
  if (peek (json) != '"' || !copy_string (json) || peek (json) != ':')
    return FALSE;
  json->p++;
  g_string_append (json->output, ": ");
  return TRUE;
}

static gboolean
copy_members (Json *json, char close)
{
  for (;;)
    {
      begin_line (json);
      if ((close == '}' && !copy_name (json)) || !copy_value (json))
        return FALSE;
      if (peek (json) != ',')
        return peek (json) == close;
      g_string_append_c (json->output, *json->p++);
    }
}

static gboolean
copy_container (Json *json, char close)
{
  if (++json->depth > MOST_DEPTH)
    return FALSE;
  g_string_append_c (json->output, *json->p++);
  if (peek (json) != close && !copy_members (json, close))
    return FALSE;
  json->depth--;
  if (json->output->str[json->output->len - 1] != (close == '}' ? '{' : '['))
    begin_line (json);
  g_string_append_c (json->output, *json->p++);
  return TRUE;
}

static gboolean
copy_value (Json *json)
{
  switch (peek (json))
    {
    case '{':
      return copy_container (json, '}');
    case '[':
      return copy_container (json, ']');
    case '"':
      return copy_string (json);
    default:
      return copy_word (json);
    }
}

char *
browser_json_indent (const char *text, gsize length)
{
  g_autoptr (GString) output = g_string_new (NULL);
  Json json = { text, text + length, output, 0 };
  char first = peek (&json);

  if ((first != '{' && first != '[') || !g_utf8_validate (text, (gssize) length, NULL))
    return NULL;
  if (!copy_value (&json) || peek (&json) != '\0' || json.p < json.end)
    return NULL;
  return g_string_free (g_steal_pointer (&output), FALSE);
}
