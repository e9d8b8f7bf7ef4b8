/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-key-fields-private.h"

/* Keys as people write and read them.
 *
 *  1. One key is `NAME=VALUE,NAME=VALUE…`. A value is numbers, dates and the like as they are, text and bytes in
 *     printable escapes: of any bytes it is one line of printable characters.
 *  2. In a list a comma of a value is an escape, too: so commas split fields, and the first `=` of each splits
 *     name and value.
 */

#define SEPARATOR ","

/* One NAME=VALUE: sets its field's value in `values`. */
static gboolean
parse_text_field (HBaseKeySchema *schema, const char *text, GPtrArray *values, GError **error)
{
  const char *equals = strchr (text, '=');
  const HBaseKeyField *field;
  GVariant **value;

  if (equals == NULL)
    {
      g_autofree char *shown = hbase_bytes_to_text ((const guint8 *) text, strlen (text));

      hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "“%s” isn't NAME=VALUE; the key schema is “%s”", shown,
                       schema->text);
      return FALSE;
    }
  field = hbase_key_schema_find_field (schema, hbase_slice (text, (gsize) (equals - text)), error);
  if (field == NULL)
    return FALSE;
  if (field->salt != NULL)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                       "key field “%s” is a salt: it isn't given, but made of the others or drawn",
                       field->name);
      return FALSE;
    }
  value = (GVariant **) &values->pdata[field - hbase_key_schema_field (schema, 0)];
  if (*value != NULL)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "key field “%s” is given twice", field->name);
      return FALSE;
    }
  *value = field->format.type->parse (&field->format, equals + 1, error);
  if (*value == NULL)
    {
      hbase_error_prefix (error, "key field “%s”: ", field->name);
      return FALSE;
    }
  g_variant_ref_sink (*value);
  return TRUE;
}

/* The values in order, up to the first that is missing: all of them, or, of a prefix, all that were given. */
static GVariant *
collect_values (HBaseKeySchema *schema, GPtrArray *values, guint n_given, gboolean prefix, GError **error)
{
  GVariant *collected[HBASE_KEY_MAX_FIELDS];
  guint n_values = 0;
  guint i;

  for (i = 0; i < values->len; i++)
    if (values->pdata[i] != NULL)
      collected[n_values++] = values->pdata[i];
    else if (hbase_key_schema_field (schema, i)->salt == NULL)
      break;
  if (i == values->len || (prefix && n_values == n_given))
    return g_variant_ref_sink (g_variant_new_tuple (collected, n_values));
  hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "key field “%s” is missing: %s “%s”",
                   hbase_key_schema_field (schema, i)->name,
                   prefix ? "a prefix has the first fields of" : "a row key has all the fields of",
                   schema->text);
  return NULL;
}

/* Of an array in which some aren't set. */
static void
unref_value (gpointer value)
{
  if (value != NULL)
    g_variant_unref (value);
}

/* `prefix`: the last ones may be missing. */
static GVariant *
parse_fields (HBaseKeySchema *schema, const char *const *fields, gboolean prefix, GError **error)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (unref_value);
  guint n_given = 0;

  g_ptr_array_set_size (values, (int) schema->fields->len);
  for (; fields[n_given] != NULL; n_given++)
    if (!parse_text_field (schema, fields[n_given], values, error))
      return NULL;
  return collect_values (schema, values, n_given, prefix, error);
}

/**
 * hbase_key_schema_parse_values:
 * @schema: a schema
 * @fields: (array zero-terminated=1): `NAME=VALUE` strings, in any order
 * @error: return location for an error
 *
 * Reads the values of the first fields, of all or of none, as people write them: what
 * [method@HBase.KeySchema.encode_prefix] and [method@HBase.KeySchema.fan_out] take.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY; the message names the field, and its limits.
 *
 * Returns: (transfer full): a tuple
 *
 * Since: 0.1
 */
GVariant *
hbase_key_schema_parse_values (HBaseKeySchema *schema, const char *const *fields, GError **error)
{
  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (fields != NULL, NULL);

  return parse_fields (schema, fields, TRUE, error);
}

/**
 * hbase_key_schema_encode_text:
 * @schema: a schema
 * @fields: (array zero-terminated=1): `NAME=VALUE` strings, in any order
 * @prefix: whether the last fields may be left out: what is made is a scan's prefix then
 * @error: return location for an error
 *
 * Makes a row key, or a prefix, of what people write. Numbers are decimal; a `reverse-ms` is ms since 1970 or
 * a date, or date and time, in ISO 8601 (`2024-05-01T12:00:00Z`, of UTC where no zone is named); text and bytes
 * are in printable escapes ([func@HBase.bytes_from_text]). [method@HBase.KeySchema.key_from_text] takes the same
 * fields as one text.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY; the message names the field, and its limits.
 *
 * Returns: (transfer full): the key or prefix
 *
 * Since: 0.1
 */
GBytes *
hbase_key_schema_encode_text (HBaseKeySchema *schema,
                              const char *const *fields,
                              gboolean prefix,
                              GError **error)
{
  g_autoptr (GVariant) values = NULL;

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (fields != NULL, NULL);

  values = parse_fields (schema, fields, prefix, error);
  if (values == NULL)
    return NULL;
  return hbase_key_schema_encode_values (schema, values, (guint) g_variant_n_children (values), NULL, error);
}

/**
 * hbase_key_schema_key_field_to_text:
 * @schema: a schema
 * @key: (array length=key_length): a whole row key
 * @key_length: how many bytes
 * @name: the field's name
 * @error: return location for an error
 *
 * Writes one field of a row key for people: numbers in decimal, a `reverse-ms` as a date and time in UTC (as
 * ms since 1970 where that is outside of the years 1 to 9999), text and bytes in printable escapes
 * ([func@HBase.bytes_to_printable]). [method@HBase.KeySchema.encode_text] takes it back.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY where the schema has no such field, or the key isn't of this schema.
 *
 * Returns: (transfer full): the value as text
 *
 * Since: 0.1
 */
char *
hbase_key_schema_key_field_to_text (
    HBaseKeySchema *schema, const guint8 *key, gsize key_length, const char *name, GError **error)
{
  g_autoptr (GVariant) value = NULL;
  const HBaseKeyField *field;

  hbase_return_if_no_bytes (key, NULL);

  value = hbase_key_schema_decode_field (schema, key, key_length, name, error);
  if (value == NULL)
    return NULL;
  field = hbase_key_schema_find_field (schema, hbase_slice_text (name), NULL);
  return field->format.type->print (&field->format, value);
}

/**
 * hbase_key_schema_key_from_text:
 * @schema: a schema
 * @text: `NAME=VALUE,NAME=VALUE…`, in any order
 * @prefix: whether the last fields may be left out: what is made is a scan's prefix then
 * @error: return location for an error
 *
 * Reads what [method@HBase.KeySchema.key_to_text] writes, and what people write: fields as
 * [method@HBase.KeySchema.encode_text] takes them, separated by commas. A comma that belongs to a value is written
 * `\x2C`. Empty text has no fields.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY; the message names the field, and its limits. %HBASE_ERROR_INVALID_ARGUMENT for
 * a backslash that begins no escape.
 *
 * Returns: (transfer full): the key or prefix
 *
 * Since: 0.1
 */
GBytes *
hbase_key_schema_key_from_text (HBaseKeySchema *schema, const char *text, gboolean prefix, GError **error)
{
  g_auto (GStrv) fields = NULL;

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  fields = g_strsplit (text, SEPARATOR, -1);
  return hbase_key_schema_encode_text (schema, (const char *const *) fields, prefix, error);
}

/**
 * hbase_key_schema_unsalted_key_from_text:
 * @schema: a schema
 * @text: `NAME=VALUE,NAME=VALUE…`, in any order
 * @prefix: whether the last fields may be left out: what is made is a scan's prefix then
 * @error: return location for an error
 *
 * Reads the same text as [method@HBase.KeySchema.key_from_text], for a key or prefix without salts: what
 * [ctor@HBase.Table.new_unsalted] takes. Of a schema without salts both are the same.
 *
 * Errors: as of [method@HBase.KeySchema.key_from_text].
 *
 * Returns: (transfer full): the unsalted key or prefix
 *
 * Since: 0.1
 */
GBytes *
hbase_key_schema_unsalted_key_from_text (HBaseKeySchema *schema,
                                         const char *text,
                                         gboolean prefix,
                                         GError **error)
{
  g_auto (GStrv) fields = NULL;
  g_autoptr (GVariant) values = NULL;

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  fields = g_strsplit (text, SEPARATOR, -1);
  values = parse_fields (schema, (const char *const *) fields, prefix, error);
  return values != NULL ? hbase_key_schema_encode_unsalted (schema, values, error) : NULL;
}

/**
 * hbase_key_schema_key_to_text:
 * @schema: a schema
 * @key: (array length=key_length): a whole row key
 * @key_length: how many bytes
 * @error: return location for an error
 *
 * Writes a row key for people, with the names of its fields: `userid=7,actionid=9`. It is one line of printable
 * characters: text and bytes are in printable escapes, as are commas that belong to a value.
 * [method@HBase.KeySchema.key_from_text] takes it back, to the same key where no salt is random.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY where the key isn't of this schema; the message says at which byte.
 *
 * Returns: (transfer full): the text
 *
 * Since: 0.1
 */
char *
hbase_key_schema_key_to_text (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error)
{
  g_autoptr (GVariant) values = NULL;
  guint n_shown = 0;
  GString *text;

  hbase_return_if_no_bytes (key, NULL);

  values = hbase_key_schema_decode (schema, key, key_length, error);
  if (values == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (schema, i);
      g_autoptr (GVariant) value = NULL;
      g_autofree char *printed = NULL;
      g_auto (GStrv) parts = NULL;
      g_autofree char *listed = NULL;

      if (field->salt != NULL)
        continue;
      value = g_variant_get_child_value (values, n_shown);
      printed = field->format.type->print (&field->format, value);
      parts = g_strsplit (printed, SEPARATOR, -1);
      listed = g_strjoinv ("\\x2C", parts);
      g_string_append_printf (text, "%s%s=%s", n_shown++ > 0 ? SEPARATOR : "", field->name, listed);
    }
  return g_string_free (text, FALSE);
}
