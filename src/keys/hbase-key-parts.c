/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file splits keys into the bytes of their fields, decodes these, and counts the values of tuples. */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-key-schema-private.h"

/* Reports a key that ends in the field `index`. */
static gboolean
fail_short (HBaseKeySchema *schema, HBaseSlice key, guint index, GError **error)
{
  g_autofree char *text = hbase_bytes_to_escaped (key.data, key.length);
  g_autofree char *whole = NULL;

  if (schema->length > 0)
    whole = g_strdup_printf (" of %" G_GSIZE_FORMAT, schema->length);
  return hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                          "row “%s” doesn't match the key schema “%s”: it ends at byte %" G_GSIZE_FORMAT
                          "%s, in the field “%s”",
                          text, schema->text, key.length, whole != NULL ? whole : "",
                          hbase_key_schema_field (schema, index)->name);
}

/* Adds the key and the position in it to the error of a type. */
static void
prefix_error (HBaseKeySchema *schema, const HBaseKeyField *field, HBaseSlice key, gsize at, GError **error)
{
  g_autofree char *text = hbase_bytes_to_escaped (key.data, key.length);

  hbase_error_prefix (
      error, "row “%s” doesn't match the key schema “%s”: byte %" G_GSIZE_FORMAT ", field “%s”: ", text,
      schema->text, at, field->name);
}

/* Returns the complement of bytes, which must be freed. */
static HBaseSlice
complement (HBaseSlice bytes)
{
  guint8 *copy = g_malloc (MAX (bytes.length, 1));

  for (gsize i = 0; i < bytes.length; i++)
    copy[i] = (guint8) ~bytes.data[i];
  return hbase_slice (copy, bytes.length);
}

/* Finds the number of bytes at the beginning of `rest` that belong to the field. */
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

/* Splits a key, with or without its salts. */
static gboolean
split_fields (HBaseKeySchema *schema, HBaseSlice key, gboolean salted, HBaseSlice *parts, GError **error)
{
  g_autofree char *text = NULL;
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
          prefix_error (schema, field, key, key.length - rest.length, error);
          return FALSE;
        }
      if (length > rest.length)
        return fail_short (schema, key, i, error);
      parts[i].length = length;
      rest = hbase_slice (hbase_slice_bytes (rest) + length, rest.length - length);
    }
  if (rest.length == 0)
    return TRUE;
  text = hbase_bytes_to_escaped (key.data, key.length);
  return hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                          "row “%s” doesn't match the key schema “%s”: it continues after byte "
                          "%" G_GSIZE_FORMAT ", where its last field ends",
                          text, schema->text, key.length - rest.length);
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
  prefix_error (schema, field, key, (gsize) (part.data - key.data), error);
  return NULL;
}

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
                   schema->text, prefix ? "the first values of " : "", schema->variant);
  return -1;
}
