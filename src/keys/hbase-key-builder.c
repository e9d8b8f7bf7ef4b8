/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-key-fields-private.h"

/* Makes a key of values, one field after the other. Every key is made here: hbase_key_schema_encode() and
 * its kin hand the values of a tuple to a builder.
 *
 * 1. `data` holds the fields before `field`; starts[i] is where field i begins, for all i ≤ field.
 * 2. A salt's place is left free when the field behind it comes, and filled at the end, when all that it is
 *    made of is there.
 * 3. The first fault stays in `error`, and from then on nothing is added. */

/**
 * HBaseKeyBuilder:
 *
 * Makes a row key on the stack, a value at a time.
 *
 * It does what [method@HBase.KeySchema.encode] does, without a #GVariant. Values are given for the fields of
 * the schema in order, without the salts; a number may be given as unsigned or signed, where it fits.
 *
 * ```c
 * g_auto (HBaseKeyBuilder) builder;
 *
 * hbase_key_builder_init (&builder, schema);
 * hbase_key_builder_add_uint64 (&builder, 7);
 * hbase_key_builder_add_int64 (&builder, stamp_in_ms);
 * hbase_key_builder_add_uint64 (&builder, 1);
 * key = hbase_key_builder_end (&builder, &error);
 * ```
 *
 * A value that doesn't fit is told by [method@HBase.KeyBuilder.end]. Its members are private.
 *
 * Since: 0.1
 */

/**
 * hbase_key_builder_init: (skip)
 * @builder: a builder, on the stack
 * @schema: the schema of the key; it must live as long as the builder is used
 *
 * Begins a key. The builder wants [method@HBase.KeyBuilder.clear] in the end.
 *
 * Since: 0.1
 */
void
hbase_key_builder_init (HBaseKeyBuilder *builder, HBaseKeySchema *schema)
{
  g_return_if_fail (builder != NULL);
  g_return_if_fail (schema != NULL);

  builder->schema = schema;
  builder->error = NULL;
  builder->data = builder->space;
  builder->capacity = sizeof builder->space;
  builder->length = 0;
  builder->field = 0;
  builder->has_draw = FALSE;
  builder->starts[0] = 0;
}

/**
 * hbase_key_builder_clear: (skip)
 * @builder: a builder that was begun
 *
 * Frees what it holds. It may be begun again.
 *
 * Since: 0.1
 */
void
hbase_key_builder_clear (HBaseKeyBuilder *builder)
{
  g_return_if_fail (builder != NULL);

  g_clear_error (&builder->error);
  if (builder->data != builder->space)
    g_free (builder->data);
  builder->data = builder->space;
}

void
hbase_key_builder_grow (HBaseKeyBuilder *builder, gsize length)
{
  gsize capacity = MAX (builder->capacity * 2, builder->length + length);

  if (builder->data != builder->space)
    builder->data = g_realloc (builder->data, capacity);
  else
    builder->data = memcpy (g_malloc (capacity), builder->space, builder->length);
  builder->capacity = capacity;
}

/* ---- values ---- */

/* Ends the field that was just written, or the salt left free. */
static void
end_field (HBaseKeyBuilder *builder)
{
  if (G_UNLIKELY (builder->length > HBASE_MAX_ROW_LENGTH))
    {
      hbase_error_set (&builder->error, HBASE_ERROR_INVALID_KEY,
                       "the key has more than the %d bytes that a row key may have", HBASE_MAX_ROW_LENGTH);
      return;
    }
  builder->starts[++builder->field] = (guint16) builder->length;
}

/* The field whose value comes next, the salts before it being left free; or NULL: there is none. */
static const HBaseKeyField *
next_field (HBaseKeyBuilder *builder)
{
  GArray *fields = builder->schema->fields;

  for (; builder->error == NULL && builder->field < fields->len; end_field (builder))
    {
      const HBaseKeyField *field = hbase_key_schema_field (builder->schema, builder->field);

      if (field->salt == NULL)
        return field;
      hbase_key_builder_reserve (builder, field->format.width);
    }
  if (builder->error == NULL)
    hbase_error_set (&builder->error, HBASE_ERROR_INVALID_KEY,
                     "more values than the %u of the key schema “%s”", builder->schema->n_values,
                     builder->schema->text);
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

/* Numbers are taken with and without a sign alike, where they fit. */
static gboolean
convert (HBaseKeyValue *value, const HBaseKeyType *type, GError **error)
{
  if (value->kind == type->kind)
    return TRUE;
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
    hbase_error_set (error, HBASE_ERROR_INVALID_KEY, "%s is given where %s wants %s", name_kind (value->kind),
                     type->name, name_kind (type->kind));
  return value->kind == type->kind;
}

static void
add (HBaseKeyBuilder *builder, HBaseKeyValue value)
{
  const HBaseKeyField *field = next_field (builder);
  gsize start = builder->length;

  if (field == NULL)
    return;
  if (!convert (&value, field->format.type, &builder->error)
      || !field->format.type->encode (&field->format, &value, builder, &builder->error))
    {
      hbase_error_prefix (&builder->error, "key field “%s”: ", field->name);
      return;
    }
  if (field->format.descending)
    complement (builder->data + start, builder->length - start);
  end_field (builder);
}

/**
 * hbase_key_builder_add_uint64: (skip)
 * @builder: a builder
 * @number: the value
 *
 * Gives the next field's value, of any type of whole number.
 *
 * Since: 0.1
 */
void
hbase_key_builder_add_uint64 (HBaseKeyBuilder *builder, guint64 number)
{
  g_return_if_fail (builder != NULL);

  add (builder, (HBaseKeyValue){ HBASE_KEY_UINT, .u = number });
}

/**
 * hbase_key_builder_add_int64: (skip)
 * @builder: a builder
 * @number: the value
 *
 * Gives the next field's value, of any type of whole number; of stamps and counters too.
 *
 * Since: 0.1
 */
void
hbase_key_builder_add_int64 (HBaseKeyBuilder *builder, gint64 number)
{
  g_return_if_fail (builder != NULL);

  add (builder, (HBaseKeyValue){ HBASE_KEY_INT, .i = number });
}

/**
 * hbase_key_builder_add_double: (skip)
 * @builder: a builder
 * @number: the value
 *
 * Gives the next field's value, of a type of number with a fraction.
 *
 * Since: 0.1
 */
void
hbase_key_builder_add_double (HBaseKeyBuilder *builder, double number)
{
  g_return_if_fail (builder != NULL);

  add (builder, (HBaseKeyValue){ HBASE_KEY_DOUBLE, .d = number });
}

/**
 * hbase_key_builder_add_string: (skip)
 * @builder: a builder
 * @string: the value
 *
 * Gives the next field's value, of any type of text or bytes.
 *
 * Since: 0.1
 */
void
hbase_key_builder_add_string (HBaseKeyBuilder *builder, const char *string)
{
  g_return_if_fail (builder != NULL);
  g_return_if_fail (string != NULL);

  add (builder, (HBaseKeyValue){ HBASE_KEY_BYTES, .bytes = hbase_slice_text (string) });
}

/**
 * hbase_key_builder_add_bytes: (skip)
 * @builder: a builder
 * @data: (array length=data_length) (nullable): the value
 * @data_length: how many bytes
 *
 * Gives the next field's value, of any type of text or bytes.
 *
 * Since: 0.1
 */
void
hbase_key_builder_add_bytes (HBaseKeyBuilder *builder, const guint8 *data, gsize data_length)
{
  g_return_if_fail (builder != NULL);
  hbase_return_if_no_bytes (data);

  add (builder, (HBaseKeyValue){ HBASE_KEY_BYTES, .bytes = hbase_slice (data, data_length) });
}

/**
 * hbase_key_builder_set_draw: (skip)
 * @builder: a builder
 * @draw: any number; for an even spread, one by chance
 *
 * Says which of its salts a schema with `random` or `one-of` shall take. Whoever tries a write again must give
 * the same draw again, or the row may be there twice.
 *
 * Since: 0.1
 */
void
hbase_key_builder_set_draw (HBaseKeyBuilder *builder, guint32 draw)
{
  g_return_if_fail (builder != NULL);

  builder->draw = draw;
  builder->has_draw = TRUE;
}

/* ---- the end ---- */

/* Whether all that the salt is made of is there. */
static gboolean
check_sources (HBaseKeyBuilder *builder, const HBaseKeyField *field)
{
  if (hbase_salt_is_random (field->salt) && !builder->has_draw)
    hbase_error_set (&builder->error, HBASE_ERROR_INVALID_KEY,
                     "key field “%s” is a salt that is drawn: say which, or visit all that there are "
                     "(hbase_key_schema_fan_out())",
                     field->name);
  else if (!hbase_salt_is_random (field->salt) && (guint64) field->sources >> builder->field != 0)
    hbase_error_set (
        &builder->error, HBASE_ERROR_INVALID_KEY,
        "key field “%s” is a salt made of fields whose values are missing: visit all that there are "
        "(hbase_key_schema_fan_out())",
        field->name);
  return builder->error == NULL;
}

void
hbase_key_builder_get_parts (const HBaseKeyBuilder *builder, HBaseSlice *parts)
{
  for (guint i = 0; i < builder->field; i++)
    parts[i] = hbase_slice (builder->data + builder->starts[i],
                            (gsize) builder->starts[i + 1] - builder->starts[i]);
}

static void
fill_salts (HBaseKeyBuilder *builder)
{
  HBaseSlice parts[HBASE_KEY_MAX_FIELDS];

  hbase_key_builder_get_parts (builder, parts);
  for (guint i = 0; i < builder->field; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (builder->schema, i);

      if (field->salt == NULL)
        continue;
      if (!check_sources (builder, field))
        return;
      hbase_key_schema_salt (builder->schema, field, parts, builder->draw,
                             builder->data + builder->starts[i]);
    }
}

static GBytes *
finish (HBaseKeyBuilder *builder, GError **error)
{
  if (builder->error == NULL && builder->schema->n_values < builder->schema->fields->len)
    fill_salts (builder);
  if (builder->error == NULL)
    return g_bytes_new (builder->data, builder->length);
  g_propagate_error (error, g_steal_pointer (&builder->error));
  return NULL;
}

/**
 * hbase_key_builder_end: (skip)
 * @builder: a builder
 * @error: return location for an error
 *
 * Ends the key. The builder then wants [method@HBase.KeyBuilder.clear].
 *
 * Errors: %HBASE_ERROR_INVALID_KEY where a value is missing, one too many, of another kind, or beyond its
 * field's limits; where the key has more than 32,767 bytes; where a salt is drawn and no draw was set.
 *
 * Returns: (transfer full): the key
 *
 * Since: 0.1
 */
GBytes *
hbase_key_builder_end (HBaseKeyBuilder *builder, GError **error)
{
  guint n_fields;

  g_return_val_if_fail (builder != NULL, NULL);

  n_fields = builder->schema->fields->len;
  for (; builder->error == NULL && builder->field < n_fields; end_field (builder))
    {
      const HBaseKeyField *field = hbase_key_schema_field (builder->schema, builder->field);

      if (field->salt == NULL)
        {
          hbase_error_set (&builder->error, HBASE_ERROR_INVALID_KEY,
                           "key field “%s” is missing: a row key has all the fields of “%s”", field->name,
                           builder->schema->text);
          break;
        }
      hbase_key_builder_reserve (builder, field->format.width);
    }
  return finish (builder, error);
}

/**
 * hbase_key_builder_end_prefix: (skip)
 * @builder: a builder
 * @error: return location for an error
 *
 * Ends what all keys begin with that have the values given: a scan's prefix. The builder then wants
 * [method@HBase.KeyBuilder.clear].
 *
 * Errors: %HBASE_ERROR_INVALID_KEY as of [method@HBase.KeyBuilder.end], and where a salt is made of fields
 * whose values are missing.
 *
 * Returns: (transfer full): the prefix
 *
 * Since: 0.1
 */
GBytes *
hbase_key_builder_end_prefix (HBaseKeyBuilder *builder, GError **error)
{
  g_return_val_if_fail (builder != NULL, NULL);

  return finish (builder, error);
}
