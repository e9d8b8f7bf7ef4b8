/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file parses JSON. */

#include "config.h"

#include <string.h>

#include "json.h"

#define MAX_DEPTH 16
#define BLANKS " \t\r\n"

typedef struct {
  const char *start, *at;
  guint depth;
} Reader;

static JsonValue *read_value (Reader *reader, GError **error);

void
json_value_free (JsonValue *value)
{
  g_free (value->text);
  g_clear_pointer (&value->names, g_ptr_array_unref);
  g_clear_pointer (&value->items, g_ptr_array_unref);
  g_free (value);
}

const char *
json_kind_text (JsonKind kind)
{
  static const char *const texts[]
      = { "null", "true or false", "a number", "a string", "an array", "an object" };

  return texts[kind];
}

static JsonValue *
value_new (JsonKind kind, char *text)
{
  JsonValue *value = g_new0 (JsonValue, 1);

  value->kind = kind;
  value->text = text;
  return value;
}

static gboolean
refuse (const Reader *reader, const char *expected, GError **error)
{
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "invalid JSON at byte %" G_GSIZE_FORMAT ": %s", (gsize) (reader->at - reader->start),
               expected);
  return FALSE;
}

static void
skip_blanks (Reader *reader)
{
  reader->at += strspn (reader->at, BLANKS);
}

static gboolean
take (Reader *reader, char c)
{
  skip_blanks (reader);
  if (*reader->at != c)
    return FALSE;
  reader->at++;
  return TRUE;
}

/* ---- strings ---- */

/* Reads four hex digits; -1 if there are fewer. */
static int
read_unit (Reader *reader)
{
  int unit = 0;

  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (reader->at[i]);

      if (digit < 0)
        return -1;
      unit = unit << 4 | digit;
    }
  reader->at += 4;
  return unit;
}

/* Reads a character after `\u`; two of them may be a pair of surrogates. */
static gboolean
read_code_point (Reader *reader, GString *text, GError **error)
{
  int unit = read_unit (reader), low;

  if (unit >= 0xD800 && unit < 0xDC00 && reader->at[0] == '\\' && reader->at[1] == 'u')
    {
      reader->at += 2;
      low = read_unit (reader);
      unit = low >= 0xDC00 && low < 0xE000 ? 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00) : -1;
    }
  if (unit <= 0 || (unit >= 0xD800 && unit < 0xE000))
    return refuse (reader,
                   "\\u must be followed by the four hex digits of a character other than NUL, or by a pair "
                   "of surrogates",
                   error);
  g_string_append_unichar (text, (gunichar) unit);
  return TRUE;
}

static gboolean
read_escape (Reader *reader, GString *text, GError **error)
{
  static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  const char *name = *reader->at != '\0' ? strchr (names, *reader->at) : NULL;

  if (*reader->at == 'u')
    {
      reader->at++;
      return read_code_point (reader, text, error);
    }
  if (name == NULL)
    return refuse (reader, "a backslash doesn't begin an escape (in JSON a backslash is written \\\\)",
                   error);
  g_string_append_c (text, meanings[name - names]);
  reader->at++;
  return TRUE;
}

/* Reads a string after its first quotation mark. */
static char *
read_string (Reader *reader, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (;;)
    {
      gsize length = strcspn (reader->at, "\"\\");

      for (gsize i = 0; i < length; i++, reader->at++)
        if ((guchar) *reader->at < ' ')
          return refuse (reader, "a control character in a string must be written \\u00XX", error), NULL;
        else
          g_string_append_c (text, *reader->at);
      if (*reader->at == '\0')
        return refuse (reader, "a string isn't terminated", error), NULL;
      if (*reader->at++ == '"')
        return g_string_free (g_steal_pointer (&text), FALSE);
      if (!read_escape (reader, text, error))
        return NULL;
    }
}

/* ---- values ---- */

static gboolean
read_member_name (Reader *reader, JsonValue *value, GError **error)
{
  char *name;

  if (!take (reader, '"'))
    return refuse (reader, "a member of an object must begin with its name in quotation marks", error);
  name = read_string (reader, error);
  if (name == NULL)
    return FALSE;
  if (json_get (value, name) != NULL)
    {
      g_free (name);
      return refuse (reader, "an object has the same member twice", error);
    }
  g_ptr_array_add (value->names, name);
  return take (reader, ':') || refuse (reader, "“:” must follow the name of a member", error);
}

/* Reads the items of an array or object up to its `end`, after its first character. */
static gboolean
read_items (Reader *reader, JsonValue *value, char end, GError **error)
{
  if (take (reader, end))
    return TRUE;
  do
    {
      JsonValue *item;

      if (value->names != NULL && !read_member_name (reader, value, error))
        return FALSE;
      item = read_value (reader, error);
      if (item == NULL)
        return FALSE;
      g_ptr_array_add (value->items, item);
    }
  while (take (reader, ','));
  return take (reader, end) || refuse (reader, "“,” or the end of an array or object is expected", error);
}

static JsonValue *
read_container (Reader *reader, JsonKind kind, GError **error)
{
  g_autoptr (JsonValue) value = value_new (kind, NULL);

  if (reader->depth++ == MAX_DEPTH)
    return refuse (reader, "arrays and objects are nested too deeply", error), NULL;
  value->items = g_ptr_array_new_with_free_func ((GDestroyNotify) json_value_free);
  if (kind == JSON_OBJECT)
    value->names = g_ptr_array_new_with_free_func (g_free);
  if (!read_items (reader, value, kind == JSON_OBJECT ? '}' : ']', error))
    return NULL;
  reader->depth--;
  return g_steal_pointer (&value);
}

/* Reads null, true, false, or a number, of which only the characters are checked. */
static JsonValue *
read_word (Reader *reader, GError **error)
{
  gsize length = strcspn (reader->at, BLANKS ",:[]{}\"");
  g_autofree char *word = g_strndup (reader->at, length);
  JsonKind kind = g_ascii_isalpha (*word) ? JSON_BOOLEAN : JSON_NUMBER;

  if (strcmp (word, "null") != 0 && strcmp (word, "true") != 0 && strcmp (word, "false") != 0
      && (length == 0 || strspn (word, "+-.0123456789eE") != length))
    return refuse (reader, "a value is expected", error), NULL;
  reader->at += length;
  if (*word == 'n')
    return value_new (JSON_NULL, NULL);
  return value_new (kind, g_steal_pointer (&word));
}

static JsonValue *
read_value (Reader *reader, GError **error)
{
  char *text;

  if (take (reader, '{'))
    return read_container (reader, JSON_OBJECT, error);
  if (take (reader, '['))
    return read_container (reader, JSON_ARRAY, error);
  if (!take (reader, '"'))
    return read_word (reader, error);
  text = read_string (reader, error);
  return text != NULL ? value_new (JSON_STRING, text) : NULL;
}

JsonValue *
json_parse (const char *text, GError **error)
{
  Reader reader = { text, text, 0 };
  g_autoptr (JsonValue) value = read_value (&reader, error);

  if (value == NULL)
    return NULL;
  skip_blanks (&reader);
  if (*reader.at != '\0')
    return refuse (&reader, "there is more text after the value", error), NULL;
  return g_steal_pointer (&value);
}

const JsonValue *
json_get (const JsonValue *object, const char *name)
{
  for (guint i = 0; object->kind == JSON_OBJECT && i < object->items->len; i++)
    if (strcmp (object->names->pdata[i], name) == 0)
      return object->items->pdata[i];
  return NULL;
}
