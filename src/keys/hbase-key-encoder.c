/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-key-encoder-private.h"

/* This file encodes keys: all row keys are made here, from single values or from tuples.
 *
 * 1. `buffer` has the fields before `field`; starts[i] is the offset of field i, for all i ≤ field.
 * 2. The bytes of a salt are reserved when the field after it is added, and computed at the end, when all
 *    fields that it is computed from are known.
 * 3. The first error is kept in `error`; afterwards nothing is added. */

void
hbase_key_encoder_init (HBaseKeyEncoder *encoder, const struct _HBaseKeySchema *schema)
{
  encoder->schema = schema;
  encoder->error = NULL;
  hbase_key_buffer_init (&encoder->buffer);
  encoder->field = 0;
  encoder->has_random = FALSE;
  encoder->starts[0] = 0;
}

void
hbase_key_encoder_clear (HBaseKeyEncoder *encoder)
{
  g_clear_error (&encoder->error);
  hbase_key_buffer_clear (&encoder->buffer);
}

void
hbase_key_encoder_set_random (HBaseKeyEncoder *encoder, guint32 random)
{
  encoder->random = random;
  encoder->has_random = TRUE;
}

/* ---- values ---- */

/* Ends the field that was just written, or the salt whose bytes were reserved. */
static void
end_field (HBaseKeyEncoder *encoder)
{
  if (G_UNLIKELY (encoder->buffer.length > HBASE_MAX_ROW_LENGTH))
    {
      hbase_error_set (&encoder->error, HBASE_ERROR_INVALID_KEY,
                       "the key has more than the %d bytes that a row key may have", HBASE_MAX_ROW_LENGTH);
      return;
    }
  encoder->starts[++encoder->field] = (guint16) encoder->buffer.length;
}

/* Gets the next field with a value, and reserves the bytes of the salts before it; NULL: there is no such
 * field. */
static const HBaseKeyField *
next_field (HBaseKeyEncoder *encoder)
{
  for (; encoder->error == NULL && encoder->field < encoder->schema->fields->len; end_field (encoder))
    {
      const HBaseKeyField *field = hbase_key_schema_field (encoder->schema, encoder->field);

      if (field->salt == NULL)
        return field;
      hbase_key_buffer_reserve (&encoder->buffer, field->format.width);
    }
  if (encoder->error == NULL)
    hbase_error_set (&encoder->error, HBASE_ERROR_INVALID_KEY,
                     "more values than the %u of the key schema “%s”", encoder->schema->n_values,
                     encoder->schema->text);
  return NULL;
}

static void
complement (guint8 *bytes, gsize length)
{
  for (gsize i = 0; i < length; i++)
    bytes[i] = (guint8) ~bytes[i];
}

static const char *
name_kind (HBaseKeyKind kind)
{
  static const char *const names[] = { "a whole number", "a whole number", "a number", "text or bytes" };

  return names[kind];
}

/* Converts a value of another kind between signed and unsigned numbers, if the value allows it. */
static gboolean
convert (HBaseKeyValue *value, const HBaseKeyType *type, GError **error)
{
  if (value->kind == HBASE_KEY_UINT && type->kind == HBASE_KEY_INT && value->u <= G_MAXINT64)
    value->kind = HBASE_KEY_INT;
  else if (value->kind == HBASE_KEY_INT && type->kind == HBASE_KEY_UINT && value->i >= 0)
    value->kind = HBASE_KEY_UINT;
  else if (value->kind == HBASE_KEY_INT && type->kind == HBASE_KEY_UINT)
    hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "%" G_GINT64_FORMAT " is below 0, the least %s",
                     value->i, type->name);
  else if (value->kind == HBASE_KEY_UINT && type->kind == HBASE_KEY_INT)
    hbase_error_set (error, HBASE_ERROR_INVALID_KEY,
                     "%" G_GUINT64_FORMAT " is above %" G_GUINT64_FORMAT ", the greatest %s", value->u,
                     type->maximum, type->name);
  else
    hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "the value is %s, but %s takes %s",
                     name_kind (value->kind), type->name, name_kind (type->kind));
  return value->kind == type->kind;
}

/* Types whose variant is a string check that bytes are UTF-8 when they are encoded. */
void
hbase_key_encoder_add (HBaseKeyEncoder *encoder, HBaseKeyValue *value)
{
  const HBaseKeyField *field = next_field (encoder);
  HBaseKeyBuffer *buffer = &encoder->buffer;
  gsize start = buffer->length;

  if (field == NULL)
    return;
  if ((value->kind != field->format.type->kind && !convert (value, field->format.type, &encoder->error))
      || (value->is_text && *field->format.type->variant != 's'
          && !hbase_key_check_utf8 (value->bytes, &encoder->error))
      || !field->format.type->encode (&field->format, value, buffer, &encoder->error))
    {
      hbase_error_prefix (&encoder->error, "key field “%s”: ", field->name);
      return;
    }
  if (field->format.descending)
    complement (buffer->data + start, buffer->length - start);
  end_field (encoder);
}

void
hbase_key_encoder_add_tuple (HBaseKeyEncoder *encoder, GVariant *values)
{
  for (gsize i = 0; i < g_variant_n_children (values); i++)
    {
      g_autoptr (GVariant) variant = g_variant_get_child_value (values, i);
      HBaseKeyValue value = hbase_key_value_of (variant);

      hbase_key_encoder_add (encoder, &value);
    }
}

/* ---- salts ---- */

/* Checks that all fields from which the salt is computed are known. */
static gboolean
check_sources (HBaseKeyEncoder *encoder, const HBaseKeyField *field)
{
  if (hbase_salt_is_random (field->salt) && !encoder->has_random)
    hbase_error_set (&encoder->error, HBASE_ERROR_INVALID_KEY,
                     "key field “%s” is a random salt: pass a random number, or read all salted keys "
                     "(hbase_key_schema_list_salted_prefixes())",
                     field->name);
  else if (!hbase_salt_is_random (field->salt) && (guint64) field->sources >> encoder->field != 0)
    hbase_error_set (&encoder->error, HBASE_ERROR_INVALID_KEY,
                     "key field “%s” is a salt computed from fields whose values are missing: read all "
                     "salted keys (hbase_key_schema_list_salted_prefixes())",
                     field->name);
  return encoder->error == NULL;
}

static void
split_parts (const HBaseKeyEncoder *encoder, HBaseSlice *parts)
{
  for (guint i = 0; i < encoder->field; i++)
    parts[i] = hbase_slice (encoder->buffer.data + encoder->starts[i],
                            (gsize) encoder->starts[i + 1] - encoder->starts[i]);
}

gboolean
hbase_key_encoder_get_parts (HBaseKeyEncoder *encoder, HBaseSlice *parts, GError **error)
{
  if (encoder->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&encoder->error));
      return FALSE;
    }
  split_parts (encoder, parts);
  return TRUE;
}

static void
write_salts (HBaseKeyEncoder *encoder)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];

  split_parts (encoder, parts);
  for (guint i = 0; i < encoder->field; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (encoder->schema, i);

      if (field->salt == NULL)
        continue;
      if (!check_sources (encoder, field))
        return;
      hbase_key_field_write_salt (encoder->schema, field, parts, encoder->random,
                                  encoder->buffer.data + encoder->starts[i]);
    }
}

/* Adds the salts after the last value; a value that is missing is an error. */
static void
add_last_salts (HBaseKeyEncoder *encoder)
{
  for (; encoder->error == NULL && encoder->field < encoder->schema->fields->len; end_field (encoder))
    {
      const HBaseKeyField *field = hbase_key_schema_field (encoder->schema, encoder->field);

      if (field->salt == NULL)
        {
          hbase_error_set (&encoder->error, HBASE_ERROR_INVALID_KEY,
                           "key field “%s” is missing: a row key has all the fields of “%s”", field->name,
                           encoder->schema->text);
          return;
        }
      hbase_key_buffer_reserve (&encoder->buffer, field->format.width);
    }
}

static gboolean
complete (HBaseKeyEncoder *encoder, HBaseSlice *key, GError **error)
{
  if (encoder->error == NULL && encoder->schema->n_values < encoder->schema->fields->len)
    write_salts (encoder);
  *key = hbase_slice (encoder->buffer.data, encoder->buffer.length);
  if (encoder->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&encoder->error));
  return FALSE;
}

gboolean
hbase_key_encoder_finish (HBaseKeyEncoder *encoder, HBaseSlice *key, GError **error)
{
  add_last_salts (encoder);
  return complete (encoder, key, error);
}

GBytes *
hbase_key_encoder_end (HBaseKeyEncoder *encoder, gboolean prefix, GError **error)
{
  HBaseSlice key;

  if (!prefix)
    add_last_salts (encoder);
  return complete (encoder, &key, error) ? g_bytes_new (key.data, key.length) : NULL;
}
