/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-key-fields-private.h"

/* All the places where rows can be, as far as their salts aren't told. */

/* 1. `parts` are the bytes of the fields before `n_fields`, of salts empty.
 * 2. `chosen` is the bucket of each salt that can't be computed of these; salts[] lists those, the last one
 *    turning fastest, so that what comes out is in HBase's order as far as the salts come first. */
typedef struct {
  HBaseKeySchema *schema;
  const HBaseSlice *parts;
  guint n_fields;
  guint salts[HBASE_KEY_MAX_FIELDS];
  guint64 chosen[HBASE_KEY_MAX_FIELDS];
  guint n_salts;
} FanOut;

/* Lists the salts within the first `n_fields` that the values don't tell; the number of all combinations. */
static guint64
list_salts (FanOut *fan)
{
  guint64 total = 1;

  for (guint i = 0; i < fan->n_fields; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (fan->schema, i);

      if (field->salt == NULL
          || (!hbase_salt_is_random (field->salt) && (guint64) field->sources >> fan->n_fields == 0))
        continue;
      fan->salts[fan->n_salts++] = i;
      if (!g_uint64_checked_mul (&total, total, field->salt->n_buckets))
        total = G_MAXUINT64;
    }
  return total;
}

static GBytes *
make_prefix (FanOut *fan)
{
  GByteArray *prefix = g_byte_array_new ();

  for (guint i = 0, salt = 0; i < fan->n_fields; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (fan->schema, i);
      guint length = prefix->len;

      if (field->salt == NULL)
        {
          g_byte_array_append (prefix, hbase_slice_bytes (fan->parts[i]), (guint) fan->parts[i].length);
          continue;
        }
      g_byte_array_set_size (prefix, length + (guint) field->format.width);
      if (salt < fan->n_salts && fan->salts[salt] == i)
        hbase_salt_bucket (field->salt, fan->chosen[salt++], prefix->data + length);
      else
        hbase_key_schema_salt (fan->schema, field, fan->parts, 0, prefix->data + length);
    }
  return g_byte_array_free_to_bytes (prefix);
}

/* The next combination, or FALSE: that was the last. */
static gboolean
turn (FanOut *fan)
{
  for (guint i = fan->n_salts; i-- > 0;)
    {
      if (++fan->chosen[i] < hbase_key_schema_field (fan->schema, fan->salts[i])->salt->n_buckets)
        return TRUE;
      fan->chosen[i] = 0;
    }
  return FALSE;
}

GPtrArray *
hbase_key_schema_fan_out_parts (HBaseKeySchema *schema,
                                const HBaseSlice *parts,
                                guint n_fields,
                                GError **error)
{
  FanOut fan = { .schema = schema, .parts = parts, .n_fields = n_fields };
  guint64 total = list_salts (&fan);
  GPtrArray *prefixes;

  if (total > HBASE_KEY_MAX_SALTED_KEYS)
    {
      hbase_error_set (
          error, HBASE_ERROR_INVALID_ARGUMENT,
          "a read would have to visit more than %d places: give the values that the salts of “%s” "
          "are made of",
          HBASE_KEY_MAX_SALTED_KEYS, schema->text);
      return NULL;
    }
  prefixes = g_ptr_array_new_full ((guint) total, (GDestroyNotify) g_bytes_unref);
  do
    g_ptr_array_add (prefixes, make_prefix (&fan));
  while (turn (&fan));
  return prefixes;
}

GPtrArray *
hbase_key_schema_fan_out_head (HBaseKeySchema *schema, HBaseSlice head, gsize *covered, GError **error)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
  guint n_fields = hbase_key_schema_split_head (schema, head, parts, covered);

  return hbase_key_schema_fan_out_parts (schema, parts, n_fields, error);
}

gboolean
hbase_key_schema_is_split (HBaseKeySchema *schema, HBaseSlice head, HBaseSlice key, gboolean reversed)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
  gsize taken;
  guint from = hbase_key_schema_split_head (schema, head, parts, &taken);
  guint to = hbase_key_schema_split_head (schema, key, parts, &taken);
  gboolean is_whole = to == schema->fields->len;

  for (guint i = from; i < to && key.length > 0; i++)
    if (hbase_key_schema_field (schema, i)->salt != NULL
        && (parts[i].data < key.data + key.length || (is_whole && reversed)))
      return TRUE;
  return FALSE;
}

gboolean
hbase_key_schema_has_later_salt (HBaseKeySchema *schema, HBaseSlice head)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
  gsize taken;
  gboolean met = FALSE;

  for (guint i = hbase_key_schema_split_head (schema, head, parts, &taken); i < schema->fields->len; i++)
    if (hbase_key_schema_field (schema, i)->salt != NULL)
      met = TRUE;
    else if (met)
      return TRUE;
  return FALSE;
}

/* How many fields the first `n_values` values reach over; before the first value, the salts at the head. */
static guint
count_fields (HBaseKeySchema *schema, guint n_values)
{
  guint n_fields = 0;

  while (n_fields < schema->fields->len
         && (n_values > 0 || hbase_key_schema_field (schema, n_fields)->salt != NULL))
    {
      gboolean is_value = hbase_key_schema_field (schema, n_fields)->salt == NULL;

      n_fields++;
      if (is_value && --n_values == 0)
        break;
    }
  return n_fields;
}

/**
 * hbase_key_schema_fan_out:
 * @schema: a schema
 * @values: a tuple with the values of the first fields, `()` for none; a floating one is taken
 * @error: return location for an error
 *
 * Lists the prefixes that a read has to visit to see all rows with these values: one for each salt that they
 * may have. Of a schema without salts, and of salts that the values tell, that is one.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY where the tuple doesn't fit; %HBASE_ERROR_INVALID_ARGUMENT where there are
 * more than 4,096.
 *
 * Returns: (transfer container) (element-type GBytes): the prefixes, in ascending order where the salts come
 * first in the key
 *
 * Since: 0.1
 */
GPtrArray *
hbase_key_schema_fan_out (HBaseKeySchema *schema, GVariant *values, GError **error)
{
  g_autoptr (GVariant) held = NULL;
  g_auto (HBaseKeyBuilder) builder;
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
  int n_values;

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (values != NULL, NULL);

  held = g_variant_ref_sink (values);
  hbase_key_builder_init (&builder, schema);
  n_values = hbase_key_schema_count_values (schema, held, TRUE, error);
  if (n_values < 0 || !hbase_key_schema_encode_parts (&builder, held, parts, error))
    return NULL;
  return hbase_key_schema_fan_out_parts (schema, parts, count_fields (schema, (guint) n_values), error);
}

/**
 * hbase_key_schema_fan_out_key:
 * @schema: a schema
 * @key: (array length=key_length): an unsalted key
 * @key_length: how many bytes
 * @error: return location for an error
 *
 * Lists the row keys that an unsalted key may have. Where the salts can be computed of it, that is one, the
 * one of [method@HBase.KeySchema.rebuild]; where they are drawn, one for each draw.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY where the key isn't an unsalted one of this schema;
 * %HBASE_ERROR_INVALID_ARGUMENT where there are more than 4,096.
 *
 * Returns: (transfer container) (element-type GBytes): the row keys
 *
 * Since: 0.1
 */
GPtrArray *
hbase_key_schema_fan_out_key (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];

  g_return_val_if_fail (schema != NULL, NULL);
  hbase_return_if_no_bytes (key, NULL);

  if (!hbase_key_schema_split_unsalted (schema, hbase_slice (key, key_length), parts, error))
    return NULL;
  return hbase_key_schema_fan_out_parts (schema, parts, schema->fields->len, error);
}
