/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-key-schema-private.h"

/* This file implements keys that end with a decreasing counter: the type `downward`, or a reversed
 * timestamp. Both are stored as eight bytes that sort as the numbers do. */

static const HBaseKeyField *
last_field (HBaseKeySchema *schema)
{
  return hbase_key_schema_field (schema, schema->fields->len - 1);
}

HBaseKeyCounting
hbase_key_schema_get_counting (HBaseKeySchema *schema)
{
  const HBaseKeyField *last = last_field (schema);

  if (last->salt != NULL || last->format.descending || hbase_key_schema_has_random_salt (schema))
    return HBASE_KEY_COUNTER_NONE;
  if (hbase_key_type_is_counter (last->format.type))
    return HBASE_KEY_COUNTER_DOWN;
  return last->format.type->order < 0 && hbase_key_timestamp_units (last->format.type) > 0
             ? HBASE_KEY_COUNTER_TIME
             : HBASE_KEY_COUNTER_NONE;
}

gint64
hbase_key_schema_get_timestamp_units (HBaseKeySchema *schema)
{
  return hbase_key_timestamp_units (last_field (schema)->format.type);
}

/* Appends any value of a counter to the tuple. If the tuple's type is wrong then, so are the caller's
 * values. */
static GVariant *
add_counter (GVariant *values)
{
  g_auto (GVariantBuilder) builder = { 0 };

  g_variant_builder_init (&builder, G_VARIANT_TYPE_TUPLE);
  for (gsize i = 0; i < g_variant_n_children (values); i++)
    {
      g_autoptr (GVariant) value = g_variant_get_child_value (values, i);

      g_variant_builder_add_value (&builder, value);
    }
  g_variant_builder_add (&builder, "x", G_GINT64_CONSTANT (0));
  return g_variant_builder_end (&builder);
}

static GBytes *
strip_salts (HBaseKeySchema *schema, HBaseSlice key, GError **error)
{
  return hbase_key_schema_has_salt (schema) ? hbase_key_schema_unsalt (schema, key.data, key.length, error)
                                            : g_bytes_new (key.data, key.length);
}

GBytes *
hbase_key_schema_encode_before_counter (HBaseKeySchema *schema, GVariant *values, GError **error)
{
  g_autoptr (GBytes) key = NULL, bare = NULL;

  if (g_variant_n_children (values) + 1 != schema->n_values)
    {
      hbase_error_set (
          error, HBASE_ERROR_INVALID_ARGUMENT,
          "values of type “%s” aren't exactly the fields before the counter of the key schema “%s”",
          g_variant_get_type_string (values), schema->text);
      return NULL;
    }
  key = hbase_key_schema_encode (schema, add_counter (values), error);
  bare = key != NULL ? strip_salts (schema, hbase_slice_of_bytes (key), error) : NULL;
  return bare != NULL ? g_bytes_new_from_bytes (bare, 0, g_bytes_get_size (bare) - HBASE_KEY_COUNTER_LENGTH)
                      : NULL;
}

GBytes *
hbase_key_schema_encode_counter (HBaseKeySchema *schema, HBaseSlice list, gint64 counter, GError **error)
{
  gsize length = list.length + HBASE_KEY_COUNTER_LENGTH;
  g_autofree guint8 *key = g_malloc (length);

  if (list.length > 0)
    memcpy (key, list.data, list.length);
  hbase_key_number_write (key + list.length, HBASE_KEY_COUNTER_LENGTH, (guint64) counter);
  return hbase_key_schema_has_salt (schema) ? hbase_key_schema_salt (schema, key, length, error)
                                            : g_bytes_new_take (g_steal_pointer (&key), length);
}

/* A timestamp before 1970 is sorted after all counters. */
gboolean
hbase_key_schema_get_counter (HBaseKeySchema *schema, HBaseSlice key, gint64 *counter, GError **error)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
  g_autoptr (GVariant) value = NULL;
  guint64 number;

  if (!hbase_key_schema_split (schema, key, parts, error))
    return FALSE;
  value = hbase_key_schema_read_field (schema, last_field (schema), key, parts, error);
  if (value == NULL)
    return FALSE;
  number = hbase_key_number_read (parts[schema->fields->len - 1].data, HBASE_KEY_COUNTER_LENGTH);
  *counter = (gint64) MIN (number, (guint64) G_MAXINT64);
  return TRUE;
}

gboolean
hbase_key_schema_is_in_list (HBaseKeySchema *schema, HBaseSlice list, HBaseSlice key)
{
  g_autoptr (GBytes) bytes = strip_salts (schema, key, NULL);
  HBaseSlice bare = hbase_slice_of_bytes (bytes);

  return bytes != NULL && bare.length == list.length + HBASE_KEY_COUNTER_LENGTH
         && (list.length == 0 || memcmp (bare.data, list.data, list.length) == 0);
}
