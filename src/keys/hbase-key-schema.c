/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-key-encoder-private.h"
#include "hbase-key-schema-private.h"
#include "hbase-ref-counted-private.h"

/* This file implements HBaseKeySchema: encoding and decoding of keys, keys as text, and ranges of keys. */

#define SEPARATOR ","

/**
 * HBaseKeySchema:
 *
 * Defines how row keys consist of typed fields, so that HBase's order of bytes is the intended order of
 * rows.
 *
 * A schema is written as text, `name:type` for each field, the most significant field first:
 *
 * ```c
 * g_autoptr (HBaseKeySchema) schema =
 *   hbase_key_schema_new ("userid:uint32,time:reverse-ms,actionid:uint32", &error);
 * ```
 *
 * The types are:
 *
 * - numbers: `uint8` … `uint64`, `int32` and `int64` in Java's encoding, `ordered-int32`, `ordered-int64`,
 *   `double`; `downward` for a counter that [class@HBase.Prepender] decreases
 * - timestamps in seconds, ms or µs: `seconds`, `ms`, `us`, and with the newest first: `reverse-s`,
 *   `reverse-ms`, `reverse-us`
 * - text and bytes to the end of the key, of a fixed width, or terminated: `text`, `text(20)`, `text-z`,
 *   `bytes`, `bytes(4)`, `bytes-z`; `uuid`
 * - digits of a fixed width: `decimal(10)`, `hex(8)`; reversed, so that consecutive values are far apart:
 *   `reversed-decimal(10)`, `reversed-uint32`, `reversed-uint64`, `reversed-bytes(4)`
 * - the encodings of HBase's class OrderedBytes: `ob-int8` … `ob-int64`, `ob-float32`, `ob-float64`,
 *   `ob-text`, `ob-blob-var`, `ob-blob`
 *
 * `desc` after a type reverses its order: `at:seconds desc`. *Salts* are fields without a value, computed
 * from other fields or random, that distribute keys over the regions of the table:
 * `salt:md5-hex(8,id),id:int64`. An *unsalted key* consists of the fields with values only. The page
 * `docs/key-schema.md` has the grammar, and all types and salts with their widths, values, order and limits.
 *
 * A schema belongs to a table handle ([property@HBase.Table:key-schema]); it isn't stored in the table. It
 * is immutable and may be used from any thread.
 */
static void
free_schema (HBaseKeySchema *schema)
{
  g_array_unref (schema->fields);
  g_free (schema->text);
  g_free (schema->variant);
  g_free (schema);
}

HBASE_DEFINE_REF_COUNTED (HBaseKeySchema, hbase_key_schema, free_schema)

/* Finds a field by its name. */
static const HBaseKeyField *
find_field (HBaseKeySchema *schema, HBaseSlice name, GError **error)
{
  g_autofree char *text = NULL;

  for (guint i = 0; i < schema->fields->len; i++)
    if (hbase_slice_equal (hbase_slice_text (hbase_key_schema_field (schema, i)->name), name))
      return hbase_key_schema_field (schema, i);
  text = hbase_bytes_to_escaped (name.data, name.length);
  hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "the key schema “%s” has no field “%s”", schema->text,
                   text);
  return NULL;
}

/* ---- the schema and its text ---- */

/* Appends the names of the fields from which a salt is computed, if the text named them. */
static void
print_sources (HBaseKeySchema *schema, const HBaseKeyField *salt, GString *text)
{
  for (guint i = 0; i < schema->fields->len && salt->names_sources; i++)
    if (salt->sources & (guint32) 1 << i)
      g_string_append_printf (text, ",%s", hbase_key_schema_field (schema, i)->name);
}

static void
print_field (HBaseKeySchema *schema, const HBaseKeyField *field, GString *text)
{
  const HBaseKeyFormat *format = &field->format;

  if (field->salt != NULL)
    {
      g_string_append_printf (text, "%s:%s(", field->name, hbase_salt_get_name (field->salt));
      hbase_salt_print_arguments (field->salt, text);
      print_sources (schema, field, text);
      g_string_append_c (text, ')');
      return;
    }
  g_string_append_printf (text, "%s:%s", field->name, format->type->name);
  if (format->type->shape == HBASE_KEY_SIZED)
    g_string_append_printf (text, "(%" G_GSIZE_FORMAT ")", format->width);
  if (format->descending)
    g_string_append (text, " desc");
}

static void
describe (HBaseKeySchema *schema)
{
  GString *text = g_string_new (NULL);
  GString *variant = g_string_new ("(");

  for (guint i = 0; i < schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (schema, i);

      g_string_append (text, i > 0 ? "," : "");
      print_field (schema, field, text);
      if (field->salt == NULL)
        g_string_append (variant, field->format.type->variant);
      schema->n_values += field->salt == NULL;
      schema->length = field->format.width > 0 && field->offset != HBASE_KEY_UNKNOWN_OFFSET
                           ? field->offset + field->format.width
                           : 0;
    }
  schema->text = g_string_free (text, FALSE);
  schema->variant = g_string_free (g_string_append_c (variant, ')'), FALSE);
}

/**
 * hbase_key_schema_new:
 * @text: the fields, `name:type,name:type…`; blanks between words are allowed
 * @error: return location for an error
 *
 * Parses a schema. [struct@HBase.KeySchema] lists the types. A name begins with a letter or `_` and consists
 * of letters, digits, `_` and `-`.
 *
 * Errors: %HBASE_ERROR_INVALID_SCHEMA; the message has the column of the error.
 *
 * Returns: (transfer full): the schema
 */
HBaseKeySchema *
hbase_key_schema_new (const char *text, GError **error)
{
  HBaseKeySchema *schema;
  GArray *fields;

  g_return_val_if_fail (text != NULL, NULL);

  fields = hbase_key_schema_parse (text, error);
  if (fields == NULL)
    return NULL;
  schema = g_new0 (HBaseKeySchema, 1);
  g_atomic_ref_count_init (&schema->ref_count);
  schema->fields = fields;
  describe (schema);
  return schema;
}

/**
 * hbase_key_schema_ref: (skip)
 * @schema: a schema
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @schema
 */

/**
 * hbase_key_schema_unref: (skip)
 * @schema: (transfer full): a schema
 *
 * Releases a reference; the last reference frees the schema.
 */

/**
 * hbase_key_schema_get_text:
 * @schema: a schema
 *
 * Returns the schema as text, in the normal form that all texts with the same meaning share: without blanks.
 * [ctor@HBase.KeySchema.new] makes an equal schema from it.
 *
 * Returns: (transfer none): the text
 */
const char *
hbase_key_schema_get_text (HBaseKeySchema *schema)
{
  g_return_val_if_fail (schema != NULL, NULL);

  return schema->text;
}

/**
 * hbase_key_schema_get_n_fields:
 * @schema: a schema
 *
 * Returns the number of fields with a value; salts are not counted.
 *
 * Returns: the number of fields, at least 1
 */
guint
hbase_key_schema_get_n_fields (HBaseKeySchema *schema)
{
  g_return_val_if_fail (schema != NULL, 0);

  return schema->n_values;
}

/* `index` doesn't count salts. */
static const HBaseKeyField *
get_value_field (HBaseKeySchema *schema, guint index)
{
  for (guint i = 0;; i++)
    if (hbase_key_schema_field (schema, i)->salt == NULL && index-- == 0)
      return hbase_key_schema_field (schema, i);
}

/**
 * hbase_key_schema_get_field_name:
 * @schema: a schema
 * @index: the index of the field, less than [method@HBase.KeySchema.get_n_fields]
 *
 * Returns the name of a field with a value; salts are not counted.
 *
 * Returns: (transfer none): the name
 */
const char *
hbase_key_schema_get_field_name (HBaseKeySchema *schema, guint index)
{
  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (index < schema->n_values, NULL);

  return get_value_field (schema, index)->name;
}

/**
 * hbase_key_schema_get_variant_type:
 * @schema: a schema
 *
 * Returns the type of the values that [method@HBase.KeySchema.encode] takes and
 * [method@HBase.KeySchema.decode] returns: a tuple of the types of all fields with a value, for example
 * `(us)`.
 *
 * Returns: (transfer none): the type
 */
const GVariantType *
hbase_key_schema_get_variant_type (HBaseKeySchema *schema)
{
  g_return_val_if_fail (schema != NULL, NULL);

  return G_VARIANT_TYPE (schema->variant);
}

/**
 * hbase_key_schema_get_field_variant_type:
 * @schema: a schema
 * @index: the index of the field, less than [method@HBase.KeySchema.get_n_fields]
 *
 * Returns the type of the values of a field, for example `u`; salts are not counted.
 *
 * Returns: (transfer none): the type
 */
const GVariantType *
hbase_key_schema_get_field_variant_type (HBaseKeySchema *schema, guint index)
{
  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (index < schema->n_values, NULL);

  return G_VARIANT_TYPE (get_value_field (schema, index)->format.type->variant);
}

/* ---- encoding ---- */

/* Encodes a tuple of the right type. If `random` is NULL, a schema with random salts is an error. */
static GBytes *
encode_values (
    HBaseKeySchema *schema, GVariant *values, gboolean prefix, const guint32 *random, GError **error)
{
  g_auto (HBaseKeyEncoder) encoder;

  hbase_key_encoder_init (&encoder, schema);
  if (random != NULL)
    hbase_key_encoder_set_random (&encoder, *random);
  hbase_key_encoder_add_tuple (&encoder, values);
  return hbase_key_encoder_end (&encoder, prefix && g_variant_n_children (values) < schema->n_values, error);
}

static GBytes *
encode_tuple (
    HBaseKeySchema *schema, GVariant *values, gboolean prefix, const guint32 *random, GError **error)
{
  g_autoptr (GVariant) held = NULL;

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (values != NULL, NULL);

  held = g_variant_ref_sink (values);
  if (hbase_key_schema_count_values (schema, held, prefix, error) < 0)
    return NULL;
  return encode_values (schema, held, prefix, random, error);
}

/**
 * hbase_key_schema_encode:
 * @schema: a schema
 * @values: a tuple with the value of each field in order, like `(uxu)`; a floating tuple is consumed
 * @error: return location for an error
 *
 * Encodes a row key. `docs/key-schema.md` has the type of the value of each field.
 *
 * ```c
 * key = hbase_key_schema_encode (schema, g_variant_new ("(uxu)", 7, timestamp_in_ms, 1), &error);
 * ```
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if the tuple has another type, if a value is out of range, or if the
 * schema has a random salt; use [method@HBase.KeySchema.encode_with_random] then.
 *
 * Returns: (transfer full): the key
 */
GBytes *
hbase_key_schema_encode (HBaseKeySchema *schema, GVariant *values, GError **error)
{
  return encode_tuple (schema, values, FALSE, NULL, error);
}

/**
 * hbase_key_schema_encode_with_random:
 * @schema: a schema
 * @values: a tuple with the value of each field in order; a floating tuple is consumed
 * @random: any number; a random number distributes keys evenly
 * @error: return location for an error
 *
 * Encodes a row key of a schema with random salts. The same @random gives the same salts: when a write is
 * retried, the same number must be used, otherwise the row may be written twice.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if the tuple has another type, or a value is out of range.
 *
 * Returns: (transfer full): the key
 */
GBytes *
hbase_key_schema_encode_with_random (HBaseKeySchema *schema, GVariant *values, guint32 random, GError **error)
{
  return encode_tuple (schema, values, FALSE, &random, error);
}

/**
 * hbase_key_schema_encode_prefix:
 * @schema: a schema
 * @values: a tuple with the values of the first fields: `(u)`, `(ux)`…; a floating tuple is consumed
 * @error: return location for an error
 *
 * Encodes the prefix of all keys that have these values in their first fields, for a scan. Without values,
 * `()`, the prefix is empty; with all values it is the whole key.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if the tuple has another type, if a value is out of range, or if a salt
 * can't be computed from the values.
 *
 * Returns: (transfer full): the prefix
 */
GBytes *
hbase_key_schema_encode_prefix (HBaseKeySchema *schema, GVariant *values, GError **error)
{
  return encode_tuple (schema, values, TRUE, NULL, error);
}

/* ---- decoding ---- */

/**
 * hbase_key_schema_decode:
 * @schema: a schema
 * @key: (array length=key_length): a whole row key
 * @key_length: the length of @key in bytes
 * @error: return location for an error
 *
 * Decodes a row key to the values that [method@HBase.KeySchema.encode] takes. Salts have no values, but are
 * checked: a computed salt must be right, and a random salt must be one of the possible salts.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if the key doesn't match this schema; the message has the byte.
 *
 * Returns: (transfer full): the tuple of all values
 */
GVariant *
hbase_key_schema_decode (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error)
{
  g_auto (GVariantBuilder) values = { 0 };
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
  HBaseSlice slice = hbase_slice (key, key_length);

  g_return_val_if_fail (schema != NULL, NULL);
  hbase_return_if_no_bytes (key, NULL);

  if (!hbase_key_schema_split (schema, slice, parts, error)
      || !hbase_key_schema_check_salts (schema, slice, parts, error))
    return NULL;
  g_variant_builder_init (&values, G_VARIANT_TYPE (schema->variant));
  for (guint i = 0; i < schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (schema, i);
      g_autoptr (GVariant) value = NULL;

      if (field->salt != NULL)
        continue;
      value = hbase_key_schema_read_field (schema, field, slice, parts, error);
      if (value == NULL)
        return NULL;
      g_variant_builder_add_value (&values, value);
    }
  return g_variant_ref_sink (g_variant_builder_end (&values));
}

/**
 * hbase_key_schema_decode_bytes:
 * @schema: a schema
 * @key: a row key
 * @error: return location for an error
 *
 * Decodes a key that is a #GBytes; see [method@HBase.KeySchema.decode].
 *
 * Errors: those of [method@HBase.KeySchema.decode].
 *
 * Returns: (transfer full): the values; %NULL on error
 */
GVariant *
hbase_key_schema_decode_bytes (HBaseKeySchema *schema, GBytes *key, GError **error)
{
  gsize length;
  const guint8 *data;

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (key != NULL, NULL);

  data = g_bytes_get_data (key, &length);
  return hbase_key_schema_decode (schema, data, length, error);
}

/**
 * hbase_key_schema_decode_field:
 * @schema: a schema
 * @key: (array length=key_length): a whole row key
 * @key_length: the length of @key in bytes
 * @name: the name of the field
 * @error: return location for an error
 *
 * Decodes one field of a row key.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if the schema has no such field, or the key doesn't match this schema.
 *
 * Returns: (transfer full): the value of the field
 */
GVariant *
hbase_key_schema_decode_field (
    HBaseKeySchema *schema, const guint8 *key, gsize key_length, const char *name, GError **error)
{
  HBaseSlice slice = hbase_slice (key, key_length);
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
  const HBaseKeyField *field;

  g_return_val_if_fail (schema != NULL, NULL);
  hbase_return_if_no_bytes (key, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  field = find_field (schema, hbase_slice_text (name), error);
  if (field == NULL || !hbase_key_schema_split (schema, slice, parts, error))
    return NULL;
  if (field->salt == NULL)
    return hbase_key_schema_read_field (schema, field, slice, parts, error);
  hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "key field “%s” of “%s” is a salt, which has no value",
                   name, schema->text);
  return NULL;
}

/* ---- text: NAME=VALUE,NAME=VALUE… ----
 *
 * 1. Numbers and dates are written without escapes, text and bytes in printable escapes: the result is one
 *    line of printable characters.
 * 2. A comma in a value is escaped as well, so that commas separate fields. The first `=` of each field ends
 *    its name. */

/* Parses NAME=VALUE, and sets the value of this field in `values`. */
static gboolean
parse_text_field (HBaseKeySchema *schema, const char *text, GPtrArray *values, GError **error)
{
  const char *equals = strchr (text, '=');
  const HBaseKeyField *field;
  GVariant **value;

  if (equals == NULL)
    {
      g_autofree char *shown = hbase_bytes_to_escaped ((const guint8 *) text, strlen (text));

      return hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "“%s” isn't NAME=VALUE; the key schema is “%s”",
                              shown, schema->text);
    }
  field = find_field (schema, hbase_slice (text, (gsize) (equals - text)), error);
  if (field == NULL)
    return FALSE;
  if (field->salt != NULL)
    return hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                            "key field “%s” is a salt, which is computed or random, and can't be given",
                            field->name);
  value = (GVariant **) &values->pdata[field - hbase_key_schema_field (schema, 0)];
  if (*value != NULL)
    return hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "key field “%s” is given twice", field->name);
  *value = field->format.type->parse (&field->format, equals + 1, error);
  if (*value == NULL)
    {
      hbase_error_prefix (error, "key field “%s”: ", field->name);
      return FALSE;
    }
  g_variant_ref_sink (*value);
  return TRUE;
}

/* Makes the tuple of all values, or, for a prefix, of all values that were given, if these are the first
 * fields. */
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

/* Accepts NULL, for an array that contains NULL. */
static void
unref_value (gpointer value)
{
  if (value != NULL)
    g_variant_unref (value);
}

/* `prefix`: the last fields may be missing. */
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
 * hbase_key_schema_parse_values_escaped:
 * @schema: a schema
 * @fields: (array zero-terminated=1): `NAME=VALUE` strings, in any order
 * @error: return location for an error
 *
 * Parses the values of the first fields, of all fields, or of none, in the form of
 * [method@HBase.KeySchema.encode_escaped]. The result can be passed to
 * [method@HBase.KeySchema.encode_prefix] and [method@HBase.KeySchema.list_salted_prefixes].
 *
 * Errors: %HBASE_ERROR_INVALID_KEY; the message has the field, and its limits. %HBASE_ERROR_INVALID_ARGUMENT
 * for a backslash that begins no escape.
 *
 * Returns: (transfer full): a tuple
 */
GVariant *
hbase_key_schema_parse_values_escaped (HBaseKeySchema *schema, const char *const *fields, GError **error)
{
  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (fields != NULL, NULL);

  return parse_fields (schema, fields, TRUE, error);
}

/**
 * hbase_key_schema_encode_escaped:
 * @schema: a schema
 * @fields: (array zero-terminated=1): `NAME=VALUE` strings, in any order
 * @prefix: whether the last fields may be missing; the result is a prefix for scans then
 * @error: return location for an error
 *
 * Encodes a row key, or a prefix, from values as text. Numbers are decimal; a timestamp is a number of units
 * since 1970, or a date, or date and time, in ISO 8601 (`2024-05-01T12:00:00Z`; UTC if there is no zone),
 * and is invalid if it is finer than the unit, because two timestamps would be one key; text and bytes are in
 * printable escapes ([func@HBase.bytes_from_escaped]). [method@HBase.KeySchema.key_from_escaped] takes the
 * same fields as one text.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY; the message has the field, and its limits. %HBASE_ERROR_INVALID_ARGUMENT
 * for a backslash that begins no escape.
 *
 * Returns: (transfer full): the key or prefix
 */
GBytes *
hbase_key_schema_encode_escaped (HBaseKeySchema *schema,
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
  return encode_values (schema, values, prefix, NULL, error);
}

/**
 * hbase_key_schema_key_field_to_escaped:
 * @schema: a schema
 * @key: (array length=key_length): a whole row key
 * @key_length: the length of @key in bytes
 * @name: the name of the field
 * @error: return location for an error
 *
 * Formats one field of a row key as text: numbers in decimal, timestamps as a date and time in UTC (outside
 * of the years 1 to 9999 as a number of units since 1970), text and bytes in printable escapes.
 * [method@HBase.KeySchema.encode_escaped] accepts the result.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if the schema has no such field, or the key doesn't match this schema.
 *
 * Returns: (transfer full): the value as text
 */
char *
hbase_key_schema_key_field_to_escaped (
    HBaseKeySchema *schema, const guint8 *key, gsize key_length, const char *name, GError **error)
{
  g_autoptr (GVariant) value = NULL;
  const HBaseKeyField *field;

  hbase_return_if_no_bytes (key, NULL);

  value = hbase_key_schema_decode_field (schema, key, key_length, name, error);
  if (value == NULL)
    return NULL;
  field = find_field (schema, hbase_slice_text (name), NULL);
  return field->format.type->print (&field->format, value);
}

/**
 * hbase_key_schema_key_from_escaped:
 * @schema: a schema
 * @text: `NAME=VALUE,NAME=VALUE…`, in any order
 * @prefix: whether the last fields may be missing; the result is a prefix for scans then
 * @error: return location for an error
 *
 * Encodes a row key, or a prefix, from the text that [method@HBase.KeySchema.key_to_escaped] returns: the
 * fields are those of [method@HBase.KeySchema.encode_escaped], separated by commas. A comma in a value is
 * written `\x2C`. An empty text has no fields.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY; the message has the field, and its limits. %HBASE_ERROR_INVALID_ARGUMENT
 * for a backslash that begins no escape.
 *
 * Returns: (transfer full): the key or prefix
 */
GBytes *
hbase_key_schema_key_from_escaped (HBaseKeySchema *schema, const char *text, gboolean prefix, GError **error)
{
  g_auto (GStrv) fields = NULL;

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  fields = g_strsplit (text, SEPARATOR, -1);
  return hbase_key_schema_encode_escaped (schema, (const char *const *) fields, prefix, error);
}

/**
 * hbase_key_schema_unsalted_key_from_escaped:
 * @schema: a schema
 * @text: `NAME=VALUE,NAME=VALUE…`, in any order
 * @prefix: whether the last fields may be missing; the result is a prefix for scans then
 * @error: return location for an error
 *
 * Encodes an unsalted row key, or prefix, from the text that [method@HBase.KeySchema.key_from_escaped]
 * takes. If the schema has no salts, the two functions return the same.
 *
 * Errors: those of [method@HBase.KeySchema.key_from_escaped].
 *
 * Returns: (transfer full): the unsalted key or prefix
 */
GBytes *
hbase_key_schema_unsalted_key_from_escaped (HBaseKeySchema *schema,
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
 * hbase_key_schema_key_to_escaped:
 * @schema: a schema
 * @key: (array length=key_length): a whole row key
 * @key_length: the length of @key in bytes
 * @error: return location for an error
 *
 * Formats a row key as text, with the names of its fields: `userid=7,actionid=9`. The text is one line of
 * printable characters: text and bytes are in printable escapes, and commas in values are escaped as well.
 * [method@HBase.KeySchema.key_from_escaped] makes the same key from it if no salt is random.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if the key doesn't match this schema; the message has the byte.
 *
 * Returns: (transfer full): the text
 */
char *
hbase_key_schema_key_to_escaped (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error)
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

/* ---- ranges in HBase's order: of unsigned bytes, a prefix before the longer key ---- */

/* Returns the least key above all keys that begin with `bytes`; NULL if there is none. */
static GBytes *
increment (const guint8 *bytes, gsize length)
{
  guint8 *above;

  while (length > 0 && bytes[length - 1] == G_MAXUINT8)
    length--;
  if (length == 0)
    return NULL;
  above = g_memdup2 (bytes, length);
  above[length - 1]++;
  return g_bytes_new_take (above, length);
}

/**
 * hbase_key_prefix_stop:
 * @prefix: (array length=prefix_length) (nullable): a prefix of keys
 * @prefix_length: the length of @prefix in bytes
 *
 * Returns the least key above all keys that begin with @prefix: the exclusive stop row of a scan. For `a\xFF`
 * it is `b`.
 *
 * Returns: (transfer full) (nullable): the key; %NULL if there is none, because the prefix is empty or
 *   consists of `\xFF` bytes only: the scan continues to the table's end
 */
GBytes *
hbase_key_prefix_stop (const guint8 *prefix, gsize prefix_length)
{
  hbase_return_if_no_bytes (prefix, NULL);

  return increment (prefix, prefix_length);
}

/**
 * hbase_key_successor:
 * @key: (array length=key_length) (nullable): a row key
 * @key_length: the length of @key in bytes; at most 32,767
 *
 * Returns the least row key above @key: @key with a byte `\x00` appended; or, if it has the maximum of 32,767
 * bytes, the least greater key of at most this length.
 *
 * Returns: (transfer full) (nullable): the key; %NULL if there is none, because @key is 32,767 times `\xFF`
 */
GBytes *
hbase_key_successor (const guint8 *key, gsize key_length)
{
  guint8 *successor;

  hbase_return_if_no_bytes (key, NULL);
  g_return_val_if_fail (key_length <= HBASE_MAX_ROW_LENGTH, NULL);

  if (key_length == HBASE_MAX_ROW_LENGTH)
    return increment (key, key_length);
  successor = g_malloc0 (key_length + 1);
  if (key_length > 0)
    memcpy (successor, key, key_length);
  return g_bytes_new_take (successor, key_length + 1);
}

/**
 * hbase_key_schema_prefix_range:
 * @schema: a schema
 * @values: a tuple with the values of the first fields, `()` for none; a floating tuple is consumed
 * @start: (out) (transfer full): the first key that may have these values; inclusive
 * @stop: (out) (transfer full) (nullable): the least key above all keys with these values, exclusive; %NULL:
 *   the table's end
 * @error: return location for an error
 *
 * Computes the range that contains exactly the schema's keys with these values in their first fields; for
 * all values, a single key. If a salt can't be computed from these values, there are several ranges:
 * [method@HBase.KeySchema.list_salted_prefixes] lists their prefixes.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if the tuple has another type, if a value is out of range, or if a salt
 * can't be computed from the values.
 *
 * Returns: (skip): %TRUE, or %FALSE with @error set
 */
gboolean
hbase_key_schema_prefix_range (
    HBaseKeySchema *schema, GVariant *values, GBytes **start, GBytes **stop, GError **error)
{
  g_autoptr (GVariant) held = NULL;
  gsize length;
  const guint8 *data;

  g_return_val_if_fail (schema != NULL, FALSE);
  g_return_val_if_fail (values != NULL, FALSE);
  g_return_val_if_fail (start != NULL && stop != NULL, FALSE);

  held = g_variant_ref_sink (values);
  *stop = NULL;
  *start = hbase_key_schema_encode_prefix (schema, held, error);
  if (*start == NULL)
    return FALSE;
  data = g_bytes_get_data (*start, &length);
  *stop = g_variant_n_children (held) == schema->n_values ? hbase_key_successor (data, length)
                                                          : increment (data, length);
  return TRUE;
}
