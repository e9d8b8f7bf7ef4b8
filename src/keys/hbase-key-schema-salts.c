/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-key-fields-private.h"

/* Keys with salts and without. The *unsalted* key is what the fields with values are; a row's key, the
 * *physical* one, has the salts in their places. */

#define MAX_FAN_OUT 4096

/* ---- computing ---- */

void
hbase_key_schema_salt (HBaseKeySchema *schema,
                       const HBaseKeyField *field,
                       const HBaseSlice *parts,
                       guint32 draw,
                       guint8 *bytes)
{
  guint32 sources = field->sources;
  guint first = (guint) g_bit_nth_lsf (sources, -1);
  g_autoptr (GByteArray) joined = NULL;

  if ((sources & (sources - 1)) == 0 || hbase_salt_is_random (field->salt)) /* of one field: as it lies */
    {
      hbase_salt_compute (field->salt, parts[first], draw, bytes);
      return;
    }
  joined = g_byte_array_new ();
  for (guint i = first; i < schema->fields->len; i++)
    if (sources & (guint32) 1 << i)
      g_byte_array_append (joined, hbase_slice_bytes (parts[i]), (guint) parts[i].length);
  hbase_salt_compute (field->salt, hbase_slice (joined->data, joined->len), draw, bytes);
}

gboolean
hbase_key_schema_check_salts (HBaseKeySchema *schema,
                              HBaseSlice key,
                              const HBaseSlice *parts,
                              GError **error)
{
  for (guint i = 0; i < schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (schema, i);
      g_autofree guint8 *salt = NULL;
      g_autofree char *text = NULL, *right = NULL;

      if (field->salt == NULL || hbase_salt_is_random (field->salt))
        continue;
      salt = g_malloc (parts[i].length);
      hbase_key_schema_salt (schema, field, parts, 0, salt);
      if (memcmp (salt, parts[i].data, parts[i].length) == 0)
        continue;
      text = hbase_bytes_to_text (key.data, key.length);
      right = hbase_bytes_to_text (salt, parts[i].length);
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY,
                   "row “%s” isn't of the key schema “%s”: byte %" G_GSIZE_FORMAT
                   ", field “%s”: its salt would be “%s”",
                   text, schema->text, (gsize) (parts[i].data - key.data), field->name, right);
      return FALSE;
    }
  return TRUE;
}

/**
 * hbase_key_schema_has_salt:
 * @schema: a schema
 *
 * Whether keys have salts.
 *
 * Returns: %TRUE where one field at least is a salt
 *
 * Since: 0.1
 */
gboolean
hbase_key_schema_has_salt (HBaseKeySchema *schema)
{
  g_return_val_if_fail (schema != NULL, FALSE);

  return schema->n_values < schema->fields->len;
}

/**
 * hbase_key_schema_has_random_salt:
 * @schema: a schema
 *
 * Whether keys have salts that are drawn (`random`, `one-of`): of such a table a row can't be found by its
 * values in one place, all that the draw could have given have to be visited.
 *
 * Returns: %TRUE where one field at least is such a salt
 *
 * Since: 0.1
 */
gboolean
hbase_key_schema_has_random_salt (HBaseKeySchema *schema)
{
  g_return_val_if_fail (schema != NULL, FALSE);

  for (guint i = 0; i < schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (schema, i);

      if (field->salt != NULL && hbase_salt_is_random (field->salt))
        return TRUE;
    }
  return FALSE;
}

/* ---- salted and unsalted ---- */

/**
 * hbase_key_schema_unsalt:
 * @schema: a schema
 * @key: (array length=key_length): a whole row key
 * @key_length: how many bytes
 * @error: return location for an error
 *
 * Takes the salts out of a row key. Rows of a salted table are in order by this.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY where the key isn't of this schema.
 *
 * Returns: (transfer full): the unsalted key
 *
 * Since: 0.1
 */
GBytes *
hbase_key_schema_unsalt (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
  GByteArray *unsalted;

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (key != NULL || key_length == 0, NULL);

  if (!hbase_key_schema_split (schema, hbase_slice (key, key_length), parts, error))
    return NULL;
  unsalted = g_byte_array_new ();
  for (guint i = 0; i < schema->fields->len; i++)
    if (hbase_key_schema_field (schema, i)->salt == NULL)
      g_byte_array_append (unsalted, hbase_slice_bytes (parts[i]), (guint) parts[i].length);
  return g_byte_array_free_to_bytes (unsalted);
}

/* The key of such fields, each salt computed. */
static GBytes *
salt_parts (HBaseKeySchema *schema, const HBaseSlice *parts, guint32 draw)
{
  GByteArray *key = g_byte_array_new ();

  for (guint i = 0; i < schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (schema, i);
      guint length = key->len;

      if (field->salt == NULL)
        {
          g_byte_array_append (key, hbase_slice_bytes (parts[i]), (guint) parts[i].length);
          continue;
        }
      g_byte_array_set_size (key, length + (guint) field->format.width);
      hbase_key_schema_salt (schema, field, parts, draw, key->data + length);
    }
  return g_byte_array_free_to_bytes (key);
}

/**
 * hbase_key_schema_salt_with_draw:
 * @schema: a schema
 * @key: (array length=key_length): an unsalted key
 * @key_length: how many bytes
 * @draw: any number, for the salts that are drawn; for an even spread, one by chance
 * @error: return location for an error
 *
 * Puts the salts into a key that has none. The same draw gives the same salts: whoever tries a write again
 * must give it again.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY where the key isn't an unsalted one of this schema.
 *
 * Returns: (transfer full): the row key
 *
 * Since: 0.1
 */
GBytes *
hbase_key_schema_salt_with_draw (HBaseKeySchema *schema,
                                 const guint8 *key,
                                 gsize key_length,
                                 guint32 draw,
                                 GError **error)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (key != NULL || key_length == 0, NULL);

  if (!hbase_key_schema_split_unsalted (schema, hbase_slice (key, key_length), parts, error))
    return NULL;
  return salt_parts (schema, parts, draw);
}

/**
 * hbase_key_schema_rebuild:
 * @schema: a schema without salts that are drawn
 * @key: (array length=key_length): an unsalted key
 * @key_length: how many bytes
 * @error: return location for an error
 *
 * Puts the salts into a key that has none: the one place where its row is.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY where the key isn't an unsalted one of this schema, or a salt is drawn.
 *
 * Returns: (transfer full): the row key
 *
 * Since: 0.1
 */
GBytes *
hbase_key_schema_rebuild (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error)
{
  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (key != NULL || key_length == 0, NULL);

  if (!hbase_key_schema_has_random_salt (schema))
    return hbase_key_schema_salt_with_draw (schema, key, key_length, 0, error);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY,
               "the salt of “%s” is drawn, so a row's place can't be computed: visit all that there are "
               "(hbase_key_schema_fan_out())",
               schema->text);
  return NULL;
}

/* ---- all the places that there are ---- */

/* 1. `parts` are the fields before `n_fields`, `given` of them having values.
 * 2. `chosen` is the bucket of each salt that can't be computed; salts[] lists those, the last one turning
 *    fastest, so that what comes out is in HBase's order as far as the salts come first. */
typedef struct {
  HBaseKeySchema *schema;
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
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

/* The bytes of the values, each in the place of its field: a key of no draws, the salts of which don't count. */
static gboolean
encode_parts (FanOut *fan, HBaseKeyBuilder *builder, GVariant *values, GError **error)
{
  hbase_key_schema_add_values (builder, values);
  if (builder->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&builder->error));
      return FALSE;
    }
  for (guint i = 0; i < builder->field; i++)
    fan->parts[i] = hbase_slice (builder->data + builder->starts[i],
                                 (gsize) builder->starts[i + 1] - builder->starts[i]);
  return TRUE;
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
  g_autoptr (GPtrArray) prefixes = NULL;
  g_auto (HBaseKeyBuilder) builder;
  FanOut fan = { .schema = schema };
  guint64 total;
  int n_values;

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (values != NULL, NULL);

  held = g_variant_ref_sink (values);
  hbase_key_builder_init (&builder, schema);
  n_values = hbase_key_schema_count_values (schema, held, TRUE, error);
  if (n_values < 0 || !encode_parts (&fan, &builder, held, error))
    return NULL;
  fan.n_fields = count_fields (schema, (guint) n_values);
  total = list_salts (&fan);
  if (total > MAX_FAN_OUT)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                   "a read of these values would have to visit more than %d places: give the values that the "
                   "salts of “%s” are made of",
                   MAX_FAN_OUT, schema->text);
      return NULL;
    }
  prefixes = g_ptr_array_new_full ((guint) total, (GDestroyNotify) g_bytes_unref);
  do
    g_ptr_array_add (prefixes, make_prefix (&fan));
  while (turn (&fan));
  return g_steal_pointer (&prefixes);
}
