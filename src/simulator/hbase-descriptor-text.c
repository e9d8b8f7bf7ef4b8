/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-descriptor-text-private.h"

#include <string.h>

#include "hbase-error-private.h"

/* This file implements the reader of table descriptors, in the syntax of HBase's shell: a text with pairs
 * `NAME => 'value'`, braces around groups of pairs, and other words, which are skipped. */

typedef enum {
  TOKEN_END,
  TOKEN_WORD,
  TOKEN_STRING,
  TOKEN_ARROW,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_OTHER
} TokenType;

typedef struct {
  TokenType type;
  GString *text;
  int line;
} Token;

typedef struct {
  const char *file;
  const char *p;
  int line;
  int depth; /* of braces */
  Token token;
} Parser;

static gboolean
fail (Parser *parser, int line, const char *problem, GError **error)
{
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "%s:%d: %s", parser->file, line, problem);
  return FALSE;
}

static void
skip_space (Parser *parser)
{
  for (; g_ascii_isspace (*parser->p); parser->p++)
    if (*parser->p == '\n')
      parser->line++;
}

static gboolean
read_string (Parser *parser, GError **error)
{
  char quote = *parser->p++;

  for (; *parser->p != quote; parser->p++)
    {
      if (parser->p[0] == '\\' && parser->p[1] != '\0')
        parser->p++;
      if (*parser->p == '\0')
        return fail (parser, parser->token.line, "the string that begins here has no end", error);
      if (*parser->p == '\n')
        parser->line++;
      g_string_append_c (parser->token.text, *parser->p);
    }
  parser->p++;
  parser->token.type = TOKEN_STRING;
  return TRUE;
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || (c != '\0' && strchr ("_.-:", c) != NULL);
}

static void
read_word (Parser *parser)
{
  gsize length = 0;

  while (is_word (parser->p[length]))
    length++;
  parser->token.type = length > 0 ? TOKEN_WORD : TOKEN_OTHER;
  length = MAX (length, 1);
  g_string_append_len (parser->token.text, parser->p, (gssize) length);
  parser->p += length;
}

static gboolean
read_brace (Parser *parser, GError **error)
{
  gboolean is_open = *parser->p++ == '{';

  parser->depth += is_open ? 1 : -1;
  parser->token.type = is_open ? TOKEN_OPEN : TOKEN_CLOSE;
  return parser->depth >= 0 || fail (parser, parser->line, "this } closes nothing", error);
}

static gboolean
next_token (Parser *parser, GError **error)
{
  skip_space (parser);
  g_string_truncate (parser->token.text, 0);
  parser->token.line = parser->line;
  parser->token.type = TOKEN_END;
  if (*parser->p == '\0')
    return parser->depth == 0 || fail (parser, parser->line, "a } is missing", error);
  if (*parser->p == '\'' || *parser->p == '"')
    return read_string (parser, error);
  if (*parser->p == '{' || *parser->p == '}')
    return read_brace (parser, error);
  if (g_str_has_prefix (parser->p, "=>"))
    {
      parser->p += 2;
      parser->token.type = TOKEN_ARROW;
      return TRUE;
    }
  read_word (parser);
  return TRUE;
}

static gboolean
is_wanted (const char *name)
{
  static const char *const wanted[] = { "MAX_FILESIZE",
                                        "MEMSTORE_FLUSHSIZE",
                                        "SPLIT_POLICY",
                                        "SPLIT_ENABLED",
                                        "COMPACTION_ENABLED",
                                        "BLOCKSIZE",
                                        NULL };

  return strchr (name, '.') != NULL || g_strv_contains (wanted, name);
}

/* The shell prints sizes as `65536 B (64KB)`. */
static char *
remove_size_in_words (const char *value)
{
  const char *unit = strstr (value, " B (");

  return unit != NULL ? g_strndup (value, (gsize) (unit - value)) : g_strdup (value);
}

static gboolean
is_scalar (TokenType type)
{
  return type == TOKEN_WORD || type == TOKEN_STRING;
}

/* Reads what follows `NAME =>`. */
static gboolean
read_value (Parser *parser, const char *name, HBaseAttributeFunc func, gpointer user_data, GError **error)
{
  g_autofree char *value = NULL;

  if (!next_token (parser, error))
    return FALSE;
  if (parser->token.type == TOKEN_OPEN)
    return TRUE;
  if (!is_scalar (parser->token.type))
    return fail (parser, parser->token.line, "a value is missing after =>", error);
  value = remove_size_in_words (parser->token.text->str);
  if (is_wanted (name))
    func (name, value, parser->token.line, user_data);
  return TRUE;
}

static gboolean
parse_pairs (Parser *parser, HBaseAttributeFunc func, gpointer user_data, GError **error)
{
  g_autofree char *name = NULL;
  guint n_pairs = 0;

  while (next_token (parser, error))
    {
      if (parser->token.type == TOKEN_END)
        return n_pairs > 0 || fail (parser, 1, "no table descriptor: NAME => 'value' was expected", error);
      if (parser->token.type == TOKEN_ARROW)
        {
          if (name == NULL)
            return fail (parser, parser->token.line, "a name is missing before =>", error);
          if (!read_value (parser, name, func, user_data, error))
            return FALSE;
          n_pairs++;
          g_clear_pointer (&name, g_free);
          continue;
        }
      g_free (name);
      name = is_scalar (parser->token.type) ? g_strdup (parser->token.text->str) : NULL;
    }
  return FALSE;
}

gboolean
hbase_descriptor_text_parse (
    const char *file, const char *text, HBaseAttributeFunc func, gpointer user_data, GError **error)
{
  Parser parser = { .file = file, .p = text, .line = 1 };
  gboolean result;

  parser.token.text = g_string_new (NULL);
  result = parse_pairs (&parser, func, user_data, error);
  g_string_free (parser.token.text, TRUE);
  return result;
}
