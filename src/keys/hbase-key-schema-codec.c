/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-key-fields-private.h"

/* ---- values to bytes ---- */

int
hbase_key_schema_count_values (HBaseKeySchema *schema, GVariant *values, gboolean prefix, GError **error)
{
  const char *type = g_variant_get_type_string (values);
  gsize length = strlen (type);

  if (g_variant_is_of_type (values, G_VARIANT_TYPE_TUPLE) && length <= strlen (schema->variant)
      && strncmp (type, schema->variant, length - 1) == 0
      && (prefix || g_variant_n_children (values) == schema->n_values))
    return (int) g_variant_n_children (values);
  hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                   "values of type “%s” don't fit the key schema “%s”, which takes %s“%s”", type,
                   schema->text, prefix ? "the first ones of " : "", schema->variant);
  return -1;
}

static void
add_value (HBaseKeyBuilder *builder, GVariant *variant)
{
  HBaseKeyValue value = hbase_key_value_of (variant);

  switch (value.kind)
    {
    case HBASE_KEY_UINT:
      hbase_key_builder_add_uint64 (builder, value.u);
      break;
    case HBASE_KEY_INT:
      hbase_key_builder_add_int64 (builder, value.i);
      break;
    case HBASE_KEY_DOUBLE:
      hbase_key_builder_add_double (builder, value.d);
      break;
    default:
      hbase_key_builder_add_bytes (builder, value.bytes.data, value.bytes.length);
    }
}

void
hbase_key_schema_add_values (HBaseKeyBuilder *builder, GVariant *values)
{
  for (gsize i = 0; i < g_variant_n_children (values); i++)
    {
      g_autoptr (GVariant) value = g_variant_get_child_value (values, i);

      add_value (builder, value);
    }
}

GBytes *
hbase_key_schema_encode_values (
    HBaseKeySchema *schema, GVariant *values, guint n_values, const guint32 *draw, GError **error)
{
  g_auto (HBaseKeyBuilder) builder;

  hbase_key_builder_init (&builder, schema);
  if (draw != NULL)
    hbase_key_builder_set_draw (&builder, *draw);
  hbase_key_schema_add_values (&builder, values);
  return n_values == schema->n_values ? hbase_key_builder_end (&builder, error)
                                      : hbase_key_builder_end_prefix (&builder, error);
}

gboolean
hbase_key_schema_encode_parts (HBaseKeyBuilder *builder, GVariant *values, HBaseSlice *parts, GError **error)
{
  hbase_key_schema_add_values (builder, values);
  if (builder->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&builder->error));
      return FALSE;
    }
  hbase_key_builder_get_parts (builder, parts);
  return TRUE;
}

static GBytes *
encode_tuple (HBaseKeySchema *schema, GVariant *values, gboolean prefix, const guint32 *draw, GError **error)
{
  int n_values = hbase_key_schema_count_values (schema, values, prefix, error);

  return n_values >= 0 ? hbase_key_schema_encode_values (schema, values, (guint) n_values, draw, error)
                       : NULL;
}

/**
 * hbase_key_schema_encode:
 * @schema: a schema
 * @values: a tuple with the value of each field in order, like `(uxu)`; a floating one is taken
 * @error: return location for an error
 *
 * Makes the row key of its fields' values. [struct@HBase.KeySchema] has the type of each.
 *
 * ```c
 * key = hbase_key_schema_encode (schema, g_variant_new ("(uxu)", 7, stamp_in_ms, 1), &error);
 * ```
 *
 * Errors: %HBASE_ERROR_INVALID_KEY where the tuple is of another type, or a value beyond its field's
 * limits, and where a salt is drawn: [method@HBase.KeySchema.encode_with_draw] makes such keys.
 *
 * Returns: (transfer full): the key
 *
 * Since: 0.1
 */
GBytes *
hbase_key_schema_encode (HBaseKeySchema *schema, GVariant *values, GError **error)
{
  g_autoptr (GVariant) held = NULL;

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (values != NULL, NULL);

  held = g_variant_ref_sink (values);
  return encode_tuple (schema, held, FALSE, NULL, error);
}

/**
 * hbase_key_schema_encode_with_draw:
 * @schema: a schema
 * @values: a tuple with the value of each field in order; a floating one is taken
 * @draw: any number, for the salts that are drawn; for an even spread, one by chance
 * @error: return location for an error
 *
 * Makes the row key of its fields' values where the schema has a salt that is drawn. The same draw gives the
 * same salts: whoever tries a write again must give it again, or the row may be there twice.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY where the tuple is of another type, or a value beyond its field's limits.
 *
 * Returns: (transfer full): the key
 *
 * Since: 0.1
 */
GBytes *
hbase_key_schema_encode_with_draw (HBaseKeySchema *schema, GVariant *values, guint32 draw, GError **error)
{
  g_autoptr (GVariant) held = NULL;

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (values != NULL, NULL);

  held = g_variant_ref_sink (values);
  return encode_tuple (schema, held, FALSE, &draw, error);
}

/**
 * hbase_key_schema_encode_prefix:
 * @schema: a schema
 * @values: a tuple with the values of the first fields: `(u)`, `(ux)`…; a floating one is taken
 * @error: return location for an error
 *
 * Makes what all keys begin with that have these values in their first fields; a scan's prefix. Of no values,
 * `()`, it is empty; of all, the whole key.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY where the tuple is of another type, or a value beyond its field's limits.
 *
 * Returns: (transfer full): the prefix
 *
 * Since: 0.1
 */
GBytes *
hbase_key_schema_encode_prefix (HBaseKeySchema *schema, GVariant *values, GError **error)
{
  g_autoptr (GVariant) held = NULL;

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (values != NULL, NULL);

  held = g_variant_ref_sink (values);
  return encode_tuple (schema, held, TRUE, NULL, error);
}

/* ---- bytes to values ---- */

/* A key that ends within field `index`, at byte `at`. */
static gboolean
fail_short (HBaseKeySchema *schema, HBaseSlice key, guint index, GError **error)
{
  g_autofree char *text = hbase_bytes_to_text (key.data, key.length);
  g_autofree char *whole = NULL;

  if (schema->length > 0)
    whole = g_strdup_printf (" of %" G_GSIZE_FORMAT, schema->length);
  hbase_error_set (
      error, HBASE_ERROR_INVALID_KEY,
      "row “%s” isn't of the key schema “%s”: it ends at byte %" G_GSIZE_FORMAT "%s, in the field “%s”", text,
      schema->text, key.length, whole != NULL ? whole : "", hbase_key_schema_field (schema, index)->name);
  return FALSE;
}

static gboolean
fail_long (HBaseKeySchema *schema, HBaseSlice key, gsize end, GError **error)
{
  g_autofree char *text = hbase_bytes_to_text (key.data, key.length);

  hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                   "row “%s” isn't of the key schema “%s”: it goes on at byte %" G_GSIZE_FORMAT
                   ", where its last field ends",
                   text, schema->text, end);
  return FALSE;
}

/* Says of a type's fault where in which key it is. */
static void
prefix_fault (HBaseKeySchema *schema, const HBaseKeyField *field, HBaseSlice key, gsize at, GError **error)
{
  g_autofree char *text = hbase_bytes_to_text (key.data, key.length);

  hbase_error_prefix (error,
                      "row “%s” isn't of the key schema “%s”: byte %" G_GSIZE_FORMAT ", field “%s”: ", text,
                      schema->text, at, field->name);
}

/* The complement of bytes as g_malloc()ed ones. */
static HBaseSlice
complement (HBaseSlice bytes)
{
  guint8 *copy = g_malloc (MAX (bytes.length, 1));

  for (gsize i = 0; i < bytes.length; i++)
    copy[i] = (guint8) ~bytes.data[i];
  return hbase_slice (copy, bytes.length);
}

/* How many bytes at the head of `rest` are the field's, if they are there. */
static gboolean
measure (const HBaseKeyField *field, HBaseSlice rest, gsize *length, GError **error)
{
  const HBaseKeyFormat *format = &field->format;
  HBaseSlice ascending;
  gboolean found;

  *length = format->width > 0 ? format->width : rest.length;
  if (field->salt != NULL || format->type->shape != HBASE_KEY_TERMINATED)
    return TRUE;
  if (!format->descending)
    return format->type->measure (format, rest, length, error);
  ascending = complement (rest);
  found = format->type->measure (format, ascending, length, error);
  g_free ((guint8 *) ascending.data);
  return found;
}

/* Where each field lies in a key that has the salts, or hasn't. */
static gboolean
split_fields (HBaseKeySchema *schema, HBaseSlice key, gboolean salted, HBaseSlice *parts, GError **error)
{
  HBaseSlice rest = key;

  for (guint i = 0; i < schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (schema, i);
      gsize length;

      parts[i] = hbase_slice (rest.data, 0);
      if (field->salt != NULL && !salted)
        continue;
      if (!measure (field, rest, &length, error))
        {
          prefix_fault (schema, field, key, key.length - rest.length, error);
          return FALSE;
        }
      if (length > rest.length)
        return fail_short (schema, key, i, error);
      parts[i].length = length;
      rest = hbase_slice (hbase_slice_bytes (rest) + length, rest.length - length);
    }
  return rest.length == 0 || fail_long (schema, key, key.length - rest.length, error);
}

gboolean
hbase_key_schema_split (HBaseKeySchema *schema, HBaseSlice key, HBaseSlice *parts, GError **error)
{
  return split_fields (schema, key, TRUE, parts, error);
}

gboolean
hbase_key_schema_split_unsalted (HBaseKeySchema *schema, HBaseSlice key, HBaseSlice *parts, GError **error)
{
  return split_fields (schema, key, FALSE, parts, error);
}

guint
hbase_key_schema_split_head (HBaseKeySchema *schema, HBaseSlice head, HBaseSlice *parts, gsize *taken)
{
  HBaseSlice rest = head;
  guint i;

  for (i = 0; i < schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (schema, i);
      gboolean ends = field->salt != NULL || field->format.type->shape != HBASE_KEY_REST;
      gsize length = 0;

      if (!ends || (field->salt == NULL && !measure (field, rest, &length, NULL)) || length > rest.length)
        break;
      parts[i] = hbase_slice (rest.data, length);
      rest = hbase_slice (hbase_slice_bytes (rest) + length, rest.length - length);
    }
  *taken = head.length - rest.length;
  return i;
}

static GVariant *
decode_part (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error)
{
  GVariant *value;

  if (!format->descending)
    return format->type->decode (format, bytes, error);
  bytes = complement (bytes);
  value = format->type->decode (format, bytes, error);
  g_free ((guint8 *) bytes.data);
  return value;
}

GVariant *
hbase_key_schema_read_field (HBaseKeySchema *schema,
                             const HBaseKeyField *field,
                             HBaseSlice key,
                             const HBaseSlice *parts,
                             GError **error)
{
  HBaseSlice part = parts[field - hbase_key_schema_field (schema, 0)];
  GVariant *value = decode_part (&field->format, part, error);

  if (value != NULL)
    return g_variant_ref_sink (value);
  prefix_fault (schema, field, key, (gsize) (part.data - key.data), error);
  return NULL;
}

/**
 * hbase_key_schema_decode:
 * @schema: a schema
 * @key: (array length=key_length): a whole row key
 * @key_length: how many bytes
 * @error: return location for an error
 *
 * Reads a row key: what [method@HBase.KeySchema.encode] was given. Salts have no values; a salt that can be
 * computed has to be the right one, one that is drawn one of those that can be.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY where the key isn't of this schema; the message says at which byte.
 *
 * Returns: (transfer full): the tuple of all values
 *
 * Since: 0.1
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
 * hbase_key_schema_decode_field:
 * @schema: a schema
 * @key: (array length=key_length): a whole row key
 * @key_length: how many bytes
 * @name: the field's name
 * @error: return location for an error
 *
 * Reads one field of a row key.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY where the schema has no such field, or the key isn't of this schema.
 *
 * Returns: (transfer full): its value
 *
 * Since: 0.1
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

  field = hbase_key_schema_find_field (schema, hbase_slice_text (name), error);
  if (field == NULL || !hbase_key_schema_split (schema, slice, parts, error))
    return NULL;
  if (field->salt == NULL)
    return hbase_key_schema_read_field (schema, field, slice, parts, error);
  hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "key field “%s” of “%s” is a salt, which has no value",
                   name, schema->text);
  return NULL;
}
