/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-descriptor-text-private.h"

#include <string.h>

#include "hbase-error-private.h"

/* This file implements the reader of table descriptors, in the syntax of HBase's shell: pairs `NAME =>
 * 'value'`, separated by commas and with braces around groups of them, between the words of a statement or of
 * the shell's output.
 *
 *  1. In braces there is nothing but pairs: what isn't understood there is an error, and so is a name that
 *     HBase doesn't have. Words outside of braces are skipped.
 *  2. The shell wraps lines at the terminal's width, within words, too. So a line feed within a string, and
 *     one between two words in braces, isn't part of the text. */

#define TABLE_ATTRIBUTES "TABLE_ATTRIBUTES"
#define MAX_DEPTH 8 /* HBase prints 3 */

typedef enum {
  TOKEN_END,
  TOKEN_WORD,
  TOKEN_STRING,
  TOKEN_ARROW,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_COMMA,
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
  guint n_pairs;
  HBasePlanAttributeFunc func;
  gpointer user_data;
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

/* Goes to the next line if this one ends here. */
static gboolean
skip_line_end (Parser *parser)
{
  gsize length = parser->p[0] == '\r' ? 1 : 0;

  if (parser->p[length] != '\n')
    return FALSE;
  parser->p += length + 1;
  parser->line++;
  return TRUE;
}

static gboolean
read_string (Parser *parser, GError **error)
{
  char quote = *parser->p++;

  while (*parser->p != quote)
    {
      if (skip_line_end (parser))
        continue;
      if (parser->p[0] == '\\' && parser->p[1] != '\0')
        parser->p++;
      if (*parser->p == '\0')
        return fail (parser, parser->token.line, "the string that begins here has no end", error);
      g_string_append_c (parser->token.text, *parser->p++);
    }
  parser->p++;
  parser->token.type = TOKEN_STRING;
  return TRUE;
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || (c != '\0' && strchr ("_.-:$", c) != NULL);
}

/* Goes to the next line if the terminal has split a word here. */
static gboolean
skip_split (Parser *parser)
{
  gsize length = parser->p[0] == '\r' ? 1 : 0;

  return parser->depth > 0 && parser->p[length] == '\n' && is_word (parser->p[length + 1])
         && skip_line_end (parser);
}

static void
read_word (Parser *parser)
{
  parser->token.type = is_word (*parser->p) ? TOKEN_WORD : TOKEN_OTHER;
  do
    g_string_append_c (parser->token.text, *parser->p++);
  while (parser->token.type == TOKEN_WORD && (is_word (*parser->p) || skip_split (parser)));
}

/* Reads `=>`, within which a line may end, too. */
static gboolean
accept_arrow (Parser *parser)
{
  Parser before = *parser;

  if (*parser->p++ == '=' && (*parser->p == '>' || (skip_line_end (parser) && *parser->p == '>')))
    {
      parser->p++;
      parser->token.type = TOKEN_ARROW;
      return TRUE;
    }
  *parser = before;
  return FALSE;
}

static gboolean
read_brace (Parser *parser, GError **error)
{
  gboolean is_open = *parser->p++ == '{';

  parser->depth += is_open ? 1 : -1;
  parser->token.type = is_open ? TOKEN_OPEN : TOKEN_CLOSE;
  if (parser->depth > MAX_DEPTH)
    return fail (parser, parser->line, "there are too many braces within braces", error);
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
  if (accept_arrow (parser))
    return TRUE;
  read_word (parser);
  if (strcmp (parser->token.text->str, ",") == 0)
    parser->token.type = TOKEN_COMMA;
  return TRUE;
}

/* ---- names ---- */

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

/* The names that HBase 0.98 to 3.0 prints, and those that its statement `create` takes. */
static const char *const known[] = {
  /* tables */
  TABLE_ATTRIBUTES, "METADATA", "CONFIGURATION", "MAX_FILESIZE", "MEMSTORE_FLUSHSIZE", "SPLIT_POLICY",
  "FLUSH_POLICY", "SPLIT_ENABLED", "MERGE_ENABLED", "COMPACTION_ENABLED", "NORMALIZATION_ENABLED",
  "NORMALIZATION_MODE", "NORMALIZER_TARGET_REGION_COUNT", "NORMALIZER_TARGET_REGION_SIZE",
  "NORMALIZER_TARGET_REGION_SIZE_MB", "READONLY", "DURABILITY", "DEFERRED_LOG_FLUSH", "PRIORITY", "OWNER",
  "OWNER_KEY", "IS_ROOT", "IS_META", "REGION_REPLICATION", "REGION_MEMSTORE_REPLICATION",
  "ERASURE_CODING_POLICY", "RSGROUP",
  /* families */
  "NAME", "VERSIONS", "MIN_VERSIONS", "TTL", "COMPRESSION", "COMPRESSION_COMPACT",
  "COMPRESSION_COMPACT_MAJOR", "COMPRESSION_COMPACT_MINOR", "COMPRESS_TAGS", "BLOOMFILTER", "BLOCKSIZE",
  "BLOCKCACHE", "IN_MEMORY", "IN_MEMORY_COMPACTION", "KEEP_DELETED_CELLS", "DATA_BLOCK_ENCODING",
  "INDEX_BLOCK_ENCODING", "ENCODE_ON_DISK", "REPLICATION_SCOPE", "CACHE_DATA_ON_WRITE",
  "CACHE_INDEX_ON_WRITE", "CACHE_BLOOMS_ON_WRITE", "CACHE_DATA_IN_L1", "PREFETCH_BLOCKS_ON_OPEN",
  "EVICT_BLOCKS_ON_CLOSE", "NEW_VERSION_BEHAVIOR", "DFS_REPLICATION", "STORAGE_POLICY", "ENCRYPTION",
  "ENCRYPTION_KEY", "IS_MOB", "MOB_THRESHOLD", "MOB_COMPACT_PARTITION_POLICY", "LENGTH",
  /* statements */
  "METHOD", "SPLITS", "SPLITS_FILE", "SPLITALGO", "NUMREGIONS", NULL
};

/* HBase numbers coprocessors, and names with a point are those of its configuration. */
static gboolean
is_known (const char *name)
{
  return strchr (name, '.') != NULL || g_strv_contains (known, name)
         || g_ascii_strncasecmp (name, "coprocessor$", strlen ("coprocessor$")) == 0;
}

/* Returns whether the names in the group of that name are the user's. */
static gboolean
is_map (const char *name)
{
  return strcmp (name, "METADATA") == 0 || strcmp (name, "CONFIGURATION") == 0;
}

static gboolean
check_name (Parser *parser, const char *name, GError **error)
{
  return is_known (name)
         || hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                             "%s:%d: HBase has no setting “%s”: is it misspelt, or cut off? A table's own "
                             "attributes are in the braces of METADATA",
                             parser->file, parser->token.line, name);
}

/* ---- values ---- */

/* The shell prints sizes as `65536 B (64KB)`; a space where it wraps a line may be lost. */
static char *
remove_size_in_words (const char *value)
{
  g_autoptr (GRegex) pattern = g_regex_new ("^([0-9]+) *B *(\\(.*\\))?$", 0, 0, NULL);

  return g_regex_replace (pattern, value, -1, 0, "\\1", 0, NULL);
}

static gboolean
is_scalar (TokenType type)
{
  return type == TOKEN_WORD || type == TOKEN_STRING;
}

static gboolean
is_other (const Parser *parser, const char *text)
{
  return parser->token.type == TOKEN_OTHER && strcmp (parser->token.text->str, text) == 0;
}

/* Reads the rest of `['a', 'b']`, as the split keys of a statement. */
static gboolean
skip_list (Parser *parser, GError **error)
{
  int line = parser->token.line;

  while (next_token (parser, error))
    if (is_other (parser, "]"))
      return TRUE;
    else if (!is_scalar (parser->token.type) && parser->token.type != TOKEN_COMMA)
      return fail (parser, line, "the list that begins here has no end", error);
  return FALSE;
}

static gboolean read_group (Parser *parser, gboolean is_map, GError **error);

/* Reads what follows `NAME =>`. */
static gboolean
read_value (Parser *parser, const char *name, GError **error)
{
  g_autofree char *value = NULL;

  parser->n_pairs++;
  if (!next_token (parser, error))
    return FALSE;
  if (parser->token.type == TOKEN_OPEN)
    return read_group (parser, is_map (name), error);
  if (is_other (parser, "["))
    return skip_list (parser, error);
  if (!is_scalar (parser->token.type))
    return fail (parser, parser->token.line, "a value is missing after =>", error);
  value = remove_size_in_words (parser->token.text->str);
  if (is_wanted (name))
    parser->func (name, value, parser->token.line, parser->user_data);
  return TRUE;
}

/* ---- pairs ---- */

/* Reads a pair, of which the last token is the name. `is_map`: any name is valid. */
static gboolean
read_pair (Parser *parser, gboolean is_map, GError **error)
{
  g_autofree char *name = g_strdup (parser->token.text->str);

  if (!is_scalar (parser->token.type))
    return fail (parser, parser->token.line, "the name of a setting is missing", error);
  if (!is_map && !check_name (parser, name, error))
    return FALSE;
  if (!next_token (parser, error))
    return FALSE;
  return parser->token.type == TOKEN_ARROW
             ? read_value (parser, name, error)
             : fail (parser, parser->token.line, "=> is missing after the name of a setting", error);
}

/* HBase before 2.5 doesn't close the brace before TABLE_ATTRIBUTES. */
static gboolean
end_unclosed (Parser *parser)
{
  skip_space (parser);
  if (*parser->p == '}')
    return FALSE;
  parser->depth--;
  return TRUE;
}

/* Reads the rest of a group, after its first brace. */
static gboolean
read_group (Parser *parser, gboolean is_map, GError **error)
{
  do
    {
      gboolean is_table;

      if (!next_token (parser, error))
        return FALSE;
      if (parser->token.type == TOKEN_CLOSE)
        return TRUE;
      is_table = strcmp (parser->token.text->str, TABLE_ATTRIBUTES) == 0;
      if (!read_pair (parser, is_map, error))
        return FALSE;
      if (is_table && end_unclosed (parser))
        return TRUE;
      if (!next_token (parser, error))
        return FALSE;
    }
  while (parser->token.type == TOKEN_COMMA);
  return parser->token.type == TOKEN_CLOSE
         || fail (parser, parser->token.line, "a comma or } is missing after a setting", error);
}

/* Reads a pair outside of braces, after its arrow. `name`: the word before that; NULL: there is none. */
static gboolean
read_bare_pair (Parser *parser, const char *name, GError **error)
{
  if (name == NULL)
    return fail (parser, parser->token.line, "a name is missing before =>", error);
  return check_name (parser, name, error) && read_value (parser, name, error);
}

static gboolean
read_text (Parser *parser, GError **error)
{
  g_autofree char *word = NULL; /* the last token, if it can be a name */

  while (next_token (parser, error))
    {
      TokenType type = parser->token.type;

      if (type == TOKEN_END)
        return parser->n_pairs > 0
               || fail (parser, 1, "no table descriptor: NAME => 'value' was expected", error);
      if ((type == TOKEN_OPEN && !read_group (parser, FALSE, error))
          || (type == TOKEN_ARROW && !read_bare_pair (parser, word, error)))
        return FALSE;
      g_free (word);
      word = is_scalar (type) ? g_strdup (parser->token.text->str) : NULL;
    }
  return FALSE;
}

/* Bytes that aren't UTF-8 are no text: errors and values couldn't name them. */
static gboolean
check_encoding (Parser *parser, const char *text, GError **error)
{
  const char *end;
  int line = 1;

  if (g_utf8_validate (text, -1, &end))
    return TRUE;
  for (const char *p = text; p < end; p++)
    line += *p == '\n';
  return fail (parser, line, "the text isn't UTF-8", error);
}

gboolean
hbase_plan_descriptor_text_parse (
    const char *file, const char *text, HBasePlanAttributeFunc func, gpointer user_data, GError **error)
{
  Parser parser = { .file = file, .p = text, .line = 1, .func = func, .user_data = user_data };
  gboolean result;

  parser.token.text = g_string_new (NULL);
  result = check_encoding (&parser, text, error) && read_text (&parser, error);
  g_string_free (parser.token.text, TRUE);
  return result;
}
