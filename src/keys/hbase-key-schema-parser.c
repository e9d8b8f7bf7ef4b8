/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-key-fields-private.h"

/* The language: NAME ':' TYPE (',' NAME ':' TYPE)*, blanks allowed between words. */

typedef struct {
  const char *text;
  const char *p;
  GArray *fields;
} Parser;

static gboolean G_GNUC_PRINTF (4, 5)
fail (const Parser *parser, const char *at, GError **error, const char *format, ...)
{
  g_autofree char *text = hbase_bytes_to_text ((const guint8 *) parser->text, strlen (parser->text));
  g_autofree char *fault = NULL;
  va_list arguments;

  va_start (arguments, format);
  fault = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_SCHEMA,
               "key schema “%s”, column %u: %s", text, (guint) (at - parser->text) + 1, fault);
  return FALSE;
}

static void
skip_blanks (Parser *parser)
{
  while (*parser->p == ' ' || *parser->p == '\t')
    parser->p++;
}

/* Letters, digits, `_`, `-`: of a name and of a type alike. */
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
parse_type (Parser *parser, const HBaseKeyType **type, GError **error)
{
  g_autofree char *known = NULL;
  HBaseSlice name;

  skip_blanks (parser);
  if (*parser->p != ':')
    return fail (parser, parser->p, error, "a colon and the field's type are missing");
  parser->p++;
  name = take_word (parser);
  *type = hbase_key_type_lookup ((const char *) name.data, name.length);
  if (*type != NULL)
    return TRUE;
  known = hbase_key_type_list ();
  return fail (parser, (const char *) name.data, error, "there is no type “%.*s”; known are %s",
               (int) name.length, (const char *) name.data, known);
}

static gboolean
parse_field (Parser *parser, gsize offset, GError **error)
{
  HBaseKeyField field = { .offset = offset };
  HBaseSlice name;

  if (!parse_name (parser, &name, error) || !parse_type (parser, &field.type, error))
    return FALSE;
  if (offset + field.type->width > HBASE_MAX_ROW_LENGTH)
    return fail (parser, (const char *) name.data, error, "the key would have more than %d bytes",
                 HBASE_MAX_ROW_LENGTH);
  field.name = g_strndup ((const char *) name.data, name.length);
  g_array_append_val (parser->fields, field);
  return TRUE;
}

/* What follows a field: another one (TRUE, `more`), or the end. */
static gboolean
parse_separator (Parser *parser, gboolean *more, GError **error)
{
  skip_blanks (parser);
  *more = *parser->p == ',';
  if (*more)
    parser->p++;
  else if (*parser->p != '\0')
    return fail (parser, parser->p, error, "a comma or the end was expected here");
  return TRUE;
}

static void
clear_field (gpointer field)
{
  g_free (((HBaseKeyField *) field)->name);
}

GArray *
hbase_key_schema_parse (const char *text, GError **error)
{
  g_autoptr (GArray) fields = g_array_new (FALSE, TRUE, sizeof (HBaseKeyField));
  Parser parser = { text, text, fields };
  gboolean more = TRUE;

  g_array_set_clear_func (fields, clear_field);
  for (gsize offset = 0; more; offset += g_array_index (fields, HBaseKeyField, fields->len - 1).type->width)
    if (!parse_field (&parser, offset, error) || !parse_separator (&parser, &more, error))
      return NULL;
  return g_steal_pointer (&fields);
}
