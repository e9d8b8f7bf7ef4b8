/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-key-schema-private.h"

/* This file parses key schemas. The grammar, with blanks allowed between words:
 *
 *   schema = field, { ",", field } ;
 *   field  = name, ":", word, [ "(", [ word, { ",", word } ], ")" ], [ "desc" ] ;
 *
 * The fields from which a salt is computed may follow it, so they are looked up when all fields are known. */

#define MAX_ARGUMENTS 300

typedef struct {
  const char *text;
  const char *p;
  GArray *fields;
  GArray *sources; /* of Source */
} Parser;

/* The name of a field in the parentheses of a salt. */
typedef struct {
  guint salt; /* the index of its field */
  HBaseSlice name;
} Source;

typedef struct {
  HBaseSlice words[MAX_ARGUMENTS];
  guint n_words;
  gboolean given; /* whether there are parentheses */
} Arguments;

static gboolean G_GNUC_PRINTF (4, 5)
    fail (const Parser *parser, const char *at, GError **error, const char *format, ...)
{
  g_autofree char *text = hbase_bytes_to_escaped ((const guint8 *) parser->text, strlen (parser->text));
  g_autofree char *problem = NULL;
  va_list arguments;

  va_start (arguments, format);
  problem = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return hbase_error_set (error, HBASE_ERROR_INVALID_SCHEMA, "key schema “%s”, column %u: %s", text,
                          (guint) (at - parser->text) + 1, problem);
}

static void
skip_blanks (Parser *parser)
{
  while (*parser->p == ' ' || *parser->p == '\t')
    parser->p++;
}

/* Takes letters, digits, `_` and `-`, of which names and types consist. */
static HBaseSlice
take_word (Parser *parser)
{
  const char *start;

  skip_blanks (parser);
  start = parser->p;
  while (g_ascii_isalnum (*parser->p) || *parser->p == '_' || *parser->p == '-')
    parser->p++;
  return hbase_slice (start, (gsize) (parser->p - start));
}

static gboolean
is_taken (const Parser *parser, HBaseSlice name)
{
  for (guint i = 0; i < parser->fields->len; i++)
    if (hbase_slice_equal (hbase_slice_text (g_array_index (parser->fields, HBaseKeyField, i).name), name))
      return TRUE;
  return FALSE;
}

static gboolean
parse_name (Parser *parser, HBaseSlice *name, GError **error)
{
  const char *at;

  *name = take_word (parser);
  at = (const char *) name->data;
  if (name->length == 0)
    return fail (parser, at, error, "a field's name is missing: a schema is name:type,name:type…");
  if (!g_ascii_isalpha (*at) && *at != '_')
    return fail (parser, at, error, "a field's name begins with a letter or _");
  if (is_taken (parser, *name))
    return fail (parser, at, error, "there is a field “%.*s” already", (int) name->length, at);
  return TRUE;
}

static gboolean
take_mark (Parser *parser, char mark)
{
  skip_blanks (parser);
  if (*parser->p != mark)
    return FALSE;
  parser->p++;
  return TRUE;
}

/* Parses the words in parentheses, if there are any. */
static gboolean
parse_arguments (Parser *parser, Arguments *arguments, GError **error)
{
  arguments->given = take_mark (parser, '(');
  arguments->n_words = 0;
  if (!arguments->given)
    return TRUE;
  do
    {
      HBaseSlice word = take_word (parser);

      if (word.length == 0)
        return fail (parser, parser->p, error, "a number or a name is missing in the parentheses");
      if (arguments->n_words == MAX_ARGUMENTS)
        return fail (parser, (const char *) word.data, error, "more than %d words in the parentheses",
                     MAX_ARGUMENTS);
      arguments->words[arguments->n_words++] = word;
    }
  while (take_mark (parser, ','));
  return take_mark (parser, ')')
         || fail (parser, parser->p, error, "a comma or the closing parenthesis was expected here");
}

static gboolean
parse_width (Parser *parser, HBaseKeyFormat *format, const Arguments *arguments, GError **error)
{
  const char *at = (const char *) arguments->words[0].data;
  g_autofree char *word = g_strndup (at, arguments->words[0].length);
  guint64 width;

  if (arguments->n_words > 1)
    return fail (parser, (const char *) arguments->words[1].data, error, "%s takes one number only",
                 format->type->name);
  if (!g_ascii_string_to_unsigned (word, 10, 1, format->type->width, &width, NULL))
    return fail (parser, at, error, "%s takes a number from 1 to %" G_GSIZE_FORMAT, format->type->name,
                 format->type->width);
  format->width = (gsize) width;
  return TRUE;
}

static gboolean
parse_salt (Parser *parser,
            const HBaseSaltType *type,
            HBaseKeyField *field,
            const Arguments *arguments,
            GError **error)
{
  g_autoptr (GError) problem = NULL;
  HBaseSaltArguments own = { .words = arguments->words, .n_words = arguments->n_words };

  field->salt = hbase_salt_new (type, &own, &problem);
  if (field->salt == NULL)
    {
      const char *at = own.n_taken < own.n_words ? (const char *) own.words[own.n_taken].data : parser->p;

      return fail (parser, at, error, "%s", problem->message);
    }
  field->format.width = field->salt->width;
  for (guint i = own.n_taken; i < own.n_words; i++)
    {
      Source source = { parser->fields->len, arguments->words[i] };

      g_array_append_val (parser->sources, source);
    }
  return TRUE;
}

static gboolean
fail_type (Parser *parser, HBaseSlice name, const Arguments *arguments, GError **error)
{
  g_autofree char *types = hbase_key_type_list ();
  g_autofree char *salts = hbase_salt_type_list ();
  const char *at = (const char *) name.data;

  if (hbase_key_type_lookup (name, !arguments->given) != NULL)
    return fail (parser, at, error,
                 arguments->given ? "%.*s takes no parentheses" : "%.*s needs a width: %.*s(N)",
                 (int) name.length, at, (int) name.length, at);
  return fail (parser, at, error, "there is no type “%.*s”; the types are %s, and the salts %s",
               (int) name.length, at, types, salts);
}

static gboolean
parse_descending (Parser *parser, HBaseKeyFormat *format, GError **error)
{
  const char *at;
  HBaseSlice word;

  skip_blanks (parser);
  at = parser->p;
  word = take_word (parser);
  if (word.length == 0)
    return TRUE;
  if (!hbase_slice_equal (word, HBASE_SLICE_LITERAL ("desc")))
    return fail (parser, at, error, "a comma, desc or the end was expected here");
  if (format->type->shape == HBASE_KEY_REST)
    return fail (parser, at, error,
                 "%s can't be descending, because a prefix is always sorted before the longer value",
                 format->type->name);
  format->descending = TRUE;
  return TRUE;
}

static gboolean
parse_type (Parser *parser, HBaseKeyField *field, GError **error)
{
  const HBaseSaltType *salt;
  Arguments arguments;
  HBaseSlice name;

  if (!take_mark (parser, ':'))
    return fail (parser, parser->p, error, "a colon and the field's type are missing");
  name = take_word (parser);
  if (!parse_arguments (parser, &arguments, error))
    return FALSE;
  salt = hbase_salt_type_lookup (name);
  if (salt != NULL)
    return parse_salt (parser, salt, field, &arguments, error);
  field->format.type = hbase_key_type_lookup (name, arguments.given);
  if (field->format.type == NULL)
    return fail_type (parser, name, &arguments, error);
  if (field->format.type->shape == HBASE_KEY_FIXED)
    field->format.width = field->format.type->width;
  return (!arguments.given || parse_width (parser, &field->format, &arguments, error))
         && parse_descending (parser, &field->format, error);
}

/* Computes the offset of the field. A field that extends to the end of the key must be the last field. */
static gboolean
place_field (Parser *parser, HBaseKeyField *field, const char *at, GError **error)
{
  const HBaseKeyField *before;

  if (parser->fields->len == HBASE_KEY_MAX_FIELDS)
    return fail (parser, at, error, "there are more than %d fields", HBASE_KEY_MAX_FIELDS);
  if (parser->fields->len > 0)
    {
      before = &g_array_index (parser->fields, HBaseKeyField, parser->fields->len - 1);
      if (before->format.type != NULL && before->format.type->shape == HBASE_KEY_REST)
        return fail (parser, at, error,
                     "%s extends to the end of the key, so “%s” must be the last field (text-z and bytes-z "
                     "are terminated)",
                     before->format.type->name, before->name);
      field->offset = before->offset == HBASE_KEY_UNKNOWN_OFFSET || before->format.width == 0
                          ? HBASE_KEY_UNKNOWN_OFFSET
                          : before->offset + before->format.width;
    }
  if (field->offset != HBASE_KEY_UNKNOWN_OFFSET && field->offset + field->format.width > HBASE_MAX_ROW_LENGTH)
    return fail (parser, at, error, "the key would have more than %d bytes", HBASE_MAX_ROW_LENGTH);
  return TRUE;
}

static gboolean
parse_field (Parser *parser, GError **error)
{
  HBaseKeyField field = { 0 };
  HBaseSlice name;

  if (!parse_name (parser, &name, error))
    return FALSE;
  if (!parse_type (parser, &field, error) || !place_field (parser, &field, (const char *) name.data, error))
    {
      g_clear_pointer (&field.salt, hbase_salt_free);
      return FALSE;
    }
  field.name = g_strndup ((const char *) name.data, name.length);
  g_array_append_val (parser->fields, field);
  return TRUE;
}

/* ---- the sources of salts ---- */

static HBaseKeyField *
field_at (Parser *parser, guint index)
{
  return &g_array_index (parser->fields, HBaseKeyField, index);
}

static gboolean
add_source (Parser *parser, const Source *source, GError **error)
{
  HBaseKeyField *salt = field_at (parser, source->salt);
  const char *at = (const char *) source->name.data;

  for (guint i = 0; i < parser->fields->len; i++)
    {
      HBaseKeyField *field = field_at (parser, i);

      if (!hbase_slice_equal (hbase_slice_text (field->name), source->name))
        continue;
      if (field->salt != NULL)
        return fail (parser, at, error, "a salt is computed from fields with values, but “%s” is a salt",
                     field->name);
      if (salt->sources >> i > 0)
        return fail (parser, at, error, "a salt names each field once, in the order of the schema");
      if (hbase_salt_needs_number (salt->salt)
          && (field->format.type->shape != HBASE_KEY_FIXED || field->format.type->kind > HBASE_KEY_INT))
        return fail (parser, at, error, "%s needs a field with a whole number",
                     hbase_salt_get_name (salt->salt));
      salt->sources |= (guint32) 1 << i;
      salt->names_sources = TRUE;
      return TRUE;
    }
  return fail (parser, at, error, "there is no field “%.*s”", (int) source->name.length, at);
}

/* A salt that names no fields is computed from all fields with values. */
static gboolean
resolve_sources (Parser *parser, GError **error)
{
  guint32 all = 0;

  for (guint i = 0; i < parser->sources->len; i++)
    if (!add_source (parser, &g_array_index (parser->sources, Source, i), error))
      return FALSE;
  for (guint i = 0; i < parser->fields->len; i++)
    if (field_at (parser, i)->salt == NULL)
      all |= (guint32) 1 << i;
  if (all == 0)
    return fail (parser, parser->p, error,
                 "there are only salts: a key needs at least one field with a value");
  for (guint i = 0; i < parser->fields->len; i++)
    if (field_at (parser, i)->salt != NULL && !field_at (parser, i)->names_sources)
      field_at (parser, i)->sources = all;
  return TRUE;
}

/* ---- the schema ---- */

static void
clear_field (gpointer data)
{
  HBaseKeyField *field = data;

  g_free (field->name);
  g_clear_pointer (&field->salt, hbase_salt_free);
}

GArray *
hbase_key_schema_parse (const char *text, GError **error)
{
  g_autoptr (GArray) fields = g_array_new (FALSE, TRUE, sizeof (HBaseKeyField));
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (Source));
  Parser parser = { text, text, fields, sources };

  g_array_set_clear_func (fields, clear_field);
  do
    if (!parse_field (&parser, error))
      return NULL;
  while (take_mark (&parser, ','));
  if (*parser.p != '\0')
    fail (&parser, parser.p, error, "a comma or the end was expected here");
  else if (resolve_sources (&parser, error))
    return g_steal_pointer (&fields);
  return NULL;
}
