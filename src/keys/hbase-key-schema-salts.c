/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-key-fields-private.h"

/* Keys with salts and without. The *unsalted* key is what the fields with values are; a row's key, the
 * *physical* one, has the salts in their places. */

/* ---- computing ---- */

/* What is left of the draw for one of several salts that are drawn: each takes its own share, so that all
 * combinations come up. */
static guint32
share_draw (HBaseKeySchema *schema, const HBaseKeyField *salt, guint32 draw)
{
  for (const HBaseKeyField *field = hbase_key_schema_field (schema, 0); field < salt; field++)
    if (field->salt != NULL && hbase_salt_is_random (field->salt))
      draw /= (guint32) field->salt->n_buckets;
  return draw;
}

void
hbase_key_schema_salt (
    HBaseKeySchema *schema, const HBaseKeyField *field, const HBaseSlice *parts, guint32 draw, guint8 *bytes)
{
  guint32 sources = field->sources;
  guint first = (guint) g_bit_nth_lsf (sources, -1);
  g_autoptr (GByteArray) joined = NULL;

  if (hbase_salt_is_random (field->salt))
    {
      hbase_salt_compute (field->salt, hbase_slice (NULL, 0), share_draw (schema, field, draw), bytes);
      return;
    }
  if ((sources & (sources - 1)) == 0) /* of one field: as it lies */
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

/* What the salt should be as text, or NULL where it is right. */
static char *
find_right_salt (HBaseKeySchema *schema, const HBaseKeyField *field, const HBaseSlice *parts, HBaseSlice salt)
{
  g_autofree guint8 *right = NULL;

  if (hbase_salt_is_random (field->salt))
    return hbase_salt_has_bucket (field->salt, salt.data) ? NULL : g_strdup ("one of those that are drawn");
  right = g_malloc (salt.length);
  hbase_key_schema_salt (schema, field, parts, 0, right);
  if (memcmp (right, salt.data, salt.length) != 0)
    {
      g_autofree char *text = hbase_bytes_to_text (right, salt.length);

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
      text = hbase_bytes_to_text (key.data, key.length);
      hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                       "row “%s” isn't of the key schema “%s”: byte %" G_GSIZE_FORMAT
                       ", field “%s”: its salt would be %s",
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

/* The fields with values. */
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
  g_auto (HBaseKeyBuilder) builder;

  hbase_key_builder_init (&builder, schema);
  return hbase_key_schema_encode_parts (&builder, values, parts, error)
             ? join_unsalted (schema, parts, builder.field)
             : NULL;
}

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

  g_return_val_if_fail (schema != NULL, NULL);
  hbase_return_if_no_bytes (key, NULL);

  return hbase_key_schema_split (schema, hbase_slice (key, key_length), parts, error)
             ? join_unsalted (schema, parts, schema->fields->len)
             : NULL;
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
hbase_key_schema_salt_with_draw (
    HBaseKeySchema *schema, const guint8 *key, gsize key_length, guint32 draw, GError **error)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];

  g_return_val_if_fail (schema != NULL, NULL);
  hbase_return_if_no_bytes (key, NULL);

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
  hbase_return_if_no_bytes (key, NULL);

  if (!hbase_key_schema_has_random_salt (schema))
    return hbase_key_schema_salt_with_draw (schema, key, key_length, 0, error);
  hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                   "the salt of “%s” is drawn, so a row's place can't be computed: visit all that there are "
                   "(hbase_key_schema_fan_out())",
                   schema->text);
  return NULL;
}
