/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-key-fields-private.h"

/* ---- values to bytes ---- */

static gboolean
encode_field (const HBaseKeyField *field, GVariant *value, guint8 *key, GError **error)
{
  if (field->type->encode (field->type, value, key + field->offset, error))
    return TRUE;
  g_prefix_error (error, "key field “%s”: ", field->name);
  return FALSE;
}

/* How many of the first fields the tuple has values for, or −1: it doesn't fit. */
static int
count_values (HBaseKeySchema *schema, GVariant *values)
{
  const char *type = g_variant_get_type_string (values);
  gsize length = strlen (type);

  if (!g_variant_is_of_type (values, G_VARIANT_TYPE_TUPLE)
      || length > strlen (schema->variant)
      || strncmp (type, schema->variant, length - 1) != 0)
    return -1;
  return (int) g_variant_n_children (values);
}

GBytes *
hbase_key_schema_encode_values (HBaseKeySchema *schema, GVariant *values, guint n_values, GError **error)
{
  gsize length
      = n_values < schema->fields->len ? hbase_key_schema_field (schema, n_values)->offset : schema->length;
  g_autofree guint8 *key = g_malloc (MAX (length, 1));

  for (guint i = 0; i < n_values; i++)
    {
      g_autoptr (GVariant) value = g_variant_get_child_value (values, i);

      if (!encode_field (hbase_key_schema_field (schema, i), value, key, error))
        return NULL;
    }
  return g_bytes_new_take (g_steal_pointer (&key), length);
}

static GBytes *
encode_tuple (HBaseKeySchema *schema, GVariant *values, gboolean prefix, GError **error)
{
  int n_values = count_values (schema, values);

  if (n_values >= 0 && (prefix || (guint) n_values == schema->fields->len))
    return hbase_key_schema_encode_values (schema, values, (guint) n_values, error);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY,
               "values of type “%s” don't fit the key schema “%s”, which takes %s“%s”",
               g_variant_get_type_string (values), schema->text, prefix ? "the first ones of " : "",
               schema->variant);
  return NULL;
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
 * Errors: %HBASE_ERROR_INVALID_KEY where the tuple is of another type, or a value beyond its field's limits.
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
  return encode_tuple (schema, held, FALSE, error);
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
  return encode_tuple (schema, held, TRUE, error);
}

/* ---- bytes to values ---- */

gboolean
hbase_key_schema_check_length (HBaseKeySchema *schema, HBaseSlice key, GError **error)
{
  g_autofree char *text = NULL;
  guint i = 0;

  if (key.length == schema->length)
    return TRUE;
  text = hbase_bytes_to_text (key.data, key.length);
  while (i + 1 < schema->fields->len && hbase_key_schema_field (schema, i + 1)->offset <= key.length)
    i++;
  if (key.length < schema->length)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY,
                 "row “%s” isn't of the key schema “%s”: it ends at byte %" G_GSIZE_FORMAT
                 " of %" G_GSIZE_FORMAT ", in the field “%s”",
                 text, schema->text, key.length, schema->length, hbase_key_schema_field (schema, i)->name);
  else
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY,
                 "row “%s” isn't of the key schema “%s”: it goes on at byte %" G_GSIZE_FORMAT
                 ", where its last field ends",
                 text, schema->text, schema->length);
  return FALSE;
}

GVariant *
hbase_key_schema_read_field (HBaseKeySchema *schema,
                             const HBaseKeyField *field,
                             HBaseSlice key,
                             GError **error)
{
  GVariant *value = field->type->decode (field->type, key.data + field->offset, error);
  g_autofree char *text = NULL;

  if (value != NULL)
    return g_variant_ref_sink (value);
  text = hbase_bytes_to_text (key.data, key.length);
  g_prefix_error (error,
                  "row “%s” isn't of the key schema “%s”: byte %" G_GSIZE_FORMAT ", field “%s”: ", text,
                  schema->text, field->offset, field->name);
  return NULL;
}

/**
 * hbase_key_schema_decode:
 * @schema: a schema
 * @key: (array length=key_length): a whole row key
 * @key_length: how many bytes
 * @error: return location for an error
 *
 * Reads a row key: what [method@HBase.KeySchema.encode] was given.
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
  HBaseSlice slice = hbase_slice (key, key_length);

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (key != NULL || key_length == 0, NULL);

  if (!hbase_key_schema_check_length (schema, slice, error))
    return NULL;
  g_variant_builder_init (&values, G_VARIANT_TYPE (schema->variant));
  for (guint i = 0; i < schema->fields->len; i++)
    {
      g_autoptr (GVariant) value
          = hbase_key_schema_read_field (schema, hbase_key_schema_field (schema, i), slice, error);

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
hbase_key_schema_decode_field (HBaseKeySchema *schema,
                               const guint8 *key,
                               gsize key_length,
                               const char *name,
                               GError **error)
{
  HBaseSlice slice = hbase_slice (key, key_length);
  const HBaseKeyField *field;

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (key != NULL || key_length == 0, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  field = hbase_key_schema_find_field (schema, hbase_slice_text (name), error);
  if (field == NULL || !hbase_key_schema_check_length (schema, slice, error))
    return NULL;
  return hbase_key_schema_read_field (schema, field, slice, error);
}

