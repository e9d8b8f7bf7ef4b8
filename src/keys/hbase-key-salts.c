/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-key-encoder-private.h"
#include "hbase-key-schema-private.h"

/* This file implements the functions of HBaseKeySchema for salts: it converts between unsalted keys, which
 * consist of the fields with values, and row keys, which contain the salts as well, and lists all row keys
 * of an unsalted key. */

/* ---- checking ---- */

/* Returns the expected salt as text; NULL if it is right. */
static char *
find_right_salt (HBaseKeySchema *schema, const HBaseKeyField *field, const HBaseSlice *parts, HBaseSlice salt)
{
  g_autofree guint8 *right = NULL;

  if (hbase_salt_is_random (field->salt))
    return hbase_salt_has_bucket (field->salt, salt.data) ? NULL : g_strdup ("one of the random salts");
  right = g_malloc (salt.length);
  hbase_key_field_write_salt (schema, field, parts, 0, right);
  if (memcmp (right, salt.data, salt.length) != 0)
    {
      g_autofree char *text = hbase_bytes_to_escaped (right, salt.length);

      return g_strdup_printf ("“%s”", text);
    }
  return NULL;
}

gboolean
hbase_key_schema_check_salts (HBaseKeySchema *schema, HBaseSlice key, const HBaseSlice *parts, GError **error)
{
  for (guint i = 0; i < schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (schema, i);
      g_autofree char *right = field->salt != NULL ? find_right_salt (schema, field, parts, parts[i]) : NULL;
      g_autofree char *text = NULL;

      if (right == NULL)
        continue;
      text = hbase_bytes_to_escaped (key.data, key.length);
      return hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                              "row “%s” doesn't match the key schema “%s”: byte %" G_GSIZE_FORMAT
                              ", field “%s”: its salt should be %s",
                              text, schema->text, (gsize) (parts[i].data - key.data), field->name, right);
    }
  return TRUE;
}

/**
 * hbase_key_schema_has_salt:
 * @schema: a schema
 *
 * Checks whether keys have salts.
 *
 * Returns: %TRUE if at least one field is a salt
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
 * Checks whether keys have random salts (`random`, `one-of`). Then the row key can't be computed from the
 * values of a row: to find it, all possible salts must be tried.
 *
 * Returns: %TRUE if at least one field is a random salt
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

/* ---- removing salts ---- */

/* Joins the fields with values. */
static GBytes *
join_unsalted (HBaseKeySchema *schema, const HBaseSlice *parts, guint n_fields)
{
  GByteArray *unsalted = g_byte_array_new ();

  for (guint i = 0; i < n_fields; i++)
    if (hbase_key_schema_field (schema, i)->salt == NULL)
      g_byte_array_append (unsalted, hbase_slice_bytes (parts[i]), (guint) parts[i].length);
  return g_byte_array_free_to_bytes (unsalted);
}

GBytes *
hbase_key_schema_encode_unsalted (HBaseKeySchema *schema, GVariant *values, GError **error)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
  g_auto (HBaseKeyEncoder) encoder;

  hbase_key_encoder_init (&encoder, schema);
  hbase_key_encoder_add_tuple (&encoder, values);
  return hbase_key_encoder_get_parts (&encoder, parts, error) ? join_unsalted (schema, parts, encoder.field)
                                                              : NULL;
}

/**
 * hbase_key_schema_unsalt:
 * @schema: a schema
 * @key: (array length=key_length): a whole row key
 * @key_length: the length of @key in bytes
 * @error: return location for an error
 *
 * Removes the salts from a row key.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if the key doesn't match this schema.
 *
 * Returns: (transfer full): the unsalted key
 */
GBytes *
hbase_key_schema_unsalt (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];

  g_return_val_if_fail (schema != NULL, NULL);
  hbase_return_if_no_bytes (key, NULL);

  return hbase_key_schema_split (schema, hbase_slice (key, key_length), parts, error)
             ? join_unsalted (schema, parts, schema->fields->len)
             : NULL;
}

/* ---- lists of salted keys ---- */

/* 1. `parts` are the bytes of the fields before `n_fields`; those of salts are empty.
 * 2. salts[] has the indexes of the salts that can't be computed from these fields; `chosen` is the bucket
 *    of each. The last bucket varies fastest, so that keys are made in HBase's order if the salts come
 *    first. */
typedef struct {
  HBaseKeySchema *schema;
  const HBaseSlice *parts;
  guint n_fields;
  guint32 random; /* for random salts that aren't in salts[] */
  guint salts[HBASE_KEY_MAX_FIELDS];
  guint64 chosen[HBASE_KEY_MAX_FIELDS];
  guint n_salts;
} Combination;

/* Lists the salts among the first `n_fields` fields that must be tried. Returns the number of their
 * combinations. */
static guint64
list_salts (Combination *combination)
{
  guint64 total = 1;

  for (guint i = 0; i < combination->n_fields; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (combination->schema, i);

      if (field->salt == NULL
          || (!hbase_salt_is_random (field->salt) && (guint64) field->sources >> combination->n_fields == 0))
        continue;
      combination->salts[combination->n_salts++] = i;
      if (!g_uint64_checked_mul (&total, total, field->salt->n_buckets))
        total = G_MAXUINT64;
    }
  return total;
}

static GBytes *
make_key (Combination *combination)
{
  GByteArray *prefix = g_byte_array_new ();

  for (guint i = 0, salt = 0; i < combination->n_fields; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (combination->schema, i);
      guint length = prefix->len;

      if (field->salt == NULL)
        {
          g_byte_array_append (prefix, hbase_slice_bytes (combination->parts[i]),
                               (guint) combination->parts[i].length);
          continue;
        }
      g_byte_array_set_size (prefix, length + (guint) field->format.width);
      if (salt < combination->n_salts && combination->salts[salt] == i)
        hbase_salt_bucket (field->salt, combination->chosen[salt++], prefix->data + length);
      else
        hbase_key_field_write_salt (combination->schema, field, combination->parts, combination->random,
                                    prefix->data + length);
    }
  return g_byte_array_free_to_bytes (prefix);
}

/* Advances to the next combination; FALSE after the last. */
static gboolean
advance (Combination *combination)
{
  for (guint i = combination->n_salts; i-- > 0;)
    {
      if (++combination->chosen[i]
          < hbase_key_schema_field (combination->schema, combination->salts[i])->salt->n_buckets)
        return TRUE;
      combination->chosen[i] = 0;
    }
  return FALSE;
}

static GPtrArray *
list_keys (HBaseKeySchema *schema, const HBaseSlice *parts, guint n_fields, GError **error)
{
  Combination combination = { .schema = schema, .parts = parts, .n_fields = n_fields };
  guint64 total = list_salts (&combination);
  GPtrArray *prefixes;

  if (total > HBASE_KEY_MAX_SALTED_KEYS)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                       "a read would need more than %d keys or ranges: give the values from which the salts "
                       "of “%s” are computed",
                       HBASE_KEY_MAX_SALTED_KEYS, schema->text);
      return NULL;
    }
  prefixes = g_ptr_array_new_full ((guint) total, (GDestroyNotify) g_bytes_unref);
  do
    g_ptr_array_add (prefixes, make_key (&combination));
  while (advance (&combination));
  return prefixes;
}

GPtrArray *
hbase_key_schema_list_salted_heads (HBaseKeySchema *schema, HBaseSlice head, gsize *covered, GError **error)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
  guint n_fields = hbase_key_schema_split_head (schema, head, parts, covered);

  return list_keys (schema, parts, n_fields, error);
}

gboolean
hbase_key_schema_is_split (HBaseKeySchema *schema, HBaseSlice head, HBaseSlice key, gboolean is_after)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
  gsize taken;
  guint from = hbase_key_schema_split_head (schema, head, parts, &taken);
  guint to = hbase_key_schema_split_head (schema, key, parts, &taken);
  /* A field that extends to the end of the key is empty. */
  gboolean lacks_rest = to + 1 == schema->fields->len
                        && hbase_key_schema_field (schema, to)->format.type->shape == HBASE_KEY_REST;

  for (guint i = from; i < to && key.length > 0; i++)
    if (hbase_key_schema_field (schema, i)->salt != NULL
        && (parts[i].data < key.data + key.length || (lacks_rest && is_after)))
      return TRUE;
  return FALSE;
}

gsize
hbase_key_schema_get_last_salts_length (HBaseKeySchema *schema, HBaseSlice head, HBaseSlice key)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
  gsize taken, length = 0;
  guint from = hbase_key_schema_split_head (schema, head, parts, &taken);
  guint to = hbase_key_schema_split_head (schema, key, parts, &taken);

  for (guint i = from; i < to && to == schema->fields->len && key.length > 0; i++)
    if (hbase_key_schema_field (schema, i)->salt != NULL)
      length += hbase_key_schema_field (schema, i)->salt->width;
  return length;
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

/* The number of fields that the first `n_values` values cover, with the salts before them; without values,
 * the salts at the beginning. */
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
 * hbase_key_schema_list_salted_prefixes:
 * @schema: a schema
 * @values: a tuple with the values of the first fields, `()` for none; a floating tuple is consumed
 * @error: return location for an error
 *
 * Lists the prefixes that must be scanned to find all rows with these values: one prefix for each salt that
 * they may have. If the schema has no salts, or the salts can be computed from the values, there is one
 * prefix.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if the tuple has another type, or a value is out of range;
 * %HBASE_ERROR_INVALID_ARGUMENT if there are more than 4,096 prefixes.
 *
 * Returns: (transfer container) (element-type GBytes): the prefixes, in ascending order if the salts come
 *   first in the key
 */
GPtrArray *
hbase_key_schema_list_salted_prefixes (HBaseKeySchema *schema, GVariant *values, GError **error)
{
  g_autoptr (GVariant) held = NULL;
  g_auto (HBaseKeyEncoder) encoder;
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
  int n_values;

  g_return_val_if_fail (schema != NULL, NULL);
  g_return_val_if_fail (values != NULL, NULL);

  held = g_variant_ref_sink (values);
  hbase_key_encoder_init (&encoder, schema);
  n_values = hbase_key_schema_count_values (schema, held, TRUE, error);
  if (n_values < 0)
    return NULL;
  hbase_key_encoder_add_tuple (&encoder, held);
  if (!hbase_key_encoder_get_parts (&encoder, parts, error))
    return NULL;
  return list_keys (schema, parts, count_fields (schema, (guint) n_values), error);
}

/**
 * hbase_key_schema_list_salted_keys:
 * @schema: a schema
 * @key: (array length=key_length): an unsalted key
 * @key_length: the length of @key in bytes
 * @error: return location for an error
 *
 * Lists the row keys that an unsalted key may have. If the salts are computed, this is the key that
 * [method@HBase.KeySchema.salt] returns; if they are random, there is one key for each salt.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if @key doesn't match this schema without its salts;
 * %HBASE_ERROR_INVALID_ARGUMENT if there are more than 4,096 keys.
 *
 * Returns: (transfer container) (element-type GBytes): the row keys
 */
GPtrArray *
hbase_key_schema_list_salted_keys (HBaseKeySchema *schema,
                                   const guint8 *key,
                                   gsize key_length,
                                   GError **error)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];

  g_return_val_if_fail (schema != NULL, NULL);
  hbase_return_if_no_bytes (key, NULL);

  if (!hbase_key_schema_split_unsalted (schema, hbase_slice (key, key_length), parts, error))
    return NULL;
  return list_keys (schema, parts, schema->fields->len, error);
}

/* ---- salting ---- */

/**
 * hbase_key_schema_salt_with_random:
 * @schema: a schema
 * @key: (array length=key_length): an unsalted key
 * @key_length: the length of @key in bytes
 * @random: any number; a random number distributes keys evenly
 * @error: return location for an error
 *
 * Adds salts, computed and random, to an unsalted key. The same @random gives the same salts: when a
 * write is retried, the same number must be used, otherwise the row may be written twice.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if @key doesn't match this schema without its salts.
 *
 * Returns: (transfer full): the row key
 */
GBytes *
hbase_key_schema_salt_with_random (
    HBaseKeySchema *schema, const guint8 *key, gsize key_length, guint32 random, GError **error)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
  Combination combination;

  g_return_val_if_fail (schema != NULL, NULL);
  hbase_return_if_no_bytes (key, NULL);

  if (!hbase_key_schema_split_unsalted (schema, hbase_slice (key, key_length), parts, error))
    return NULL;
  combination
      = (Combination){ .schema = schema, .parts = parts, .n_fields = schema->fields->len, .random = random };
  return make_key (&combination);
}

/**
 * hbase_key_schema_salt:
 * @schema: a schema without random salts
 * @key: (array length=key_length): an unsalted key
 * @key_length: the length of @key in bytes
 * @error: return location for an error
 *
 * Adds the computed salts to an unsalted key.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if @key doesn't match this schema without its salts, or if a salt is
 * random.
 *
 * Returns: (transfer full): the row key
 */
GBytes *
hbase_key_schema_salt (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error)
{
  g_return_val_if_fail (schema != NULL, NULL);
  hbase_return_if_no_bytes (key, NULL);

  if (!hbase_key_schema_has_random_salt (schema))
    return hbase_key_schema_salt_with_random (schema, key, key_length, 0, error);
  hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                   "the salt of “%s” is random, so the row key can't be computed: read all salted keys "
                   "(hbase_key_schema_list_salted_keys())",
                   schema->text);
  return NULL;
}
