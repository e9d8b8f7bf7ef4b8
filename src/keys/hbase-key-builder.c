/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-key-builder.h"
#include "hbase-key-encoder-private.h"

/* This file implements HBaseKeyBuilder, the public form of HBaseKeyEncoder. */

/**
 * HBaseKeyBuilder: (skip)
 *
 * Builds a row key on the stack, one value at a time.
 *
 * It makes the same keys as [method@HBase.KeySchema.encode], without a #GVariant. Values are added in the
 * order of the schema's fields, without the salts. Numbers may be passed as signed or unsigned, if the
 * field's type allows the value.
 *
 * ```c
 * g_auto (HBaseKeyBuilder) builder;
 *
 * hbase_key_builder_init (&builder, schema);
 * hbase_key_builder_add_uint64 (&builder, 7);
 * hbase_key_builder_add_int64 (&builder, timestamp_in_ms);
 * hbase_key_builder_add_uint64 (&builder, 1);
 * key = hbase_key_builder_end (&builder, &error);
 * ```
 *
 * An error in a value is reported by [method@HBase.KeyBuilder.end]. The struct's contents are private, and
 * it must not be copied.
 */

G_STATIC_ASSERT (sizeof (HBaseKeyEncoder) <= sizeof (HBaseKeyBuilder));
G_STATIC_ASSERT (G_ALIGNOF (HBaseKeyEncoder) <= G_ALIGNOF (HBaseKeyBuilder));

static inline HBaseKeyEncoder *
encoder_of (HBaseKeyBuilder *builder)
{
  return (HBaseKeyEncoder *) builder;
}

/**
 * hbase_key_builder_init: (skip)
 * @builder: an uninitialized builder
 * @schema: the schema of the key; it must exist as long as the builder is used
 *
 * Initializes a builder. It must be cleared by [method@HBase.KeyBuilder.clear].
 */
void
hbase_key_builder_init (HBaseKeyBuilder *builder, HBaseKeySchema *schema)
{
  g_return_if_fail (builder != NULL);
  g_return_if_fail (schema != NULL);

  hbase_key_encoder_init (encoder_of (builder), schema);
}

/**
 * hbase_key_builder_clear: (skip)
 * @builder: an initialized builder
 *
 * Frees the memory that the builder holds. The builder may be initialized again.
 */
void
hbase_key_builder_clear (HBaseKeyBuilder *builder)
{
  g_return_if_fail (builder != NULL);

  hbase_key_encoder_clear (encoder_of (builder));
}

/**
 * hbase_key_builder_add_uint64: (skip)
 * @builder: a builder
 * @number: the value
 *
 * Adds the value of the next field, which has a type of whole numbers.
 */
void
hbase_key_builder_add_uint64 (HBaseKeyBuilder *builder, guint64 number)
{
  g_return_if_fail (builder != NULL);

  hbase_key_encoder_add (encoder_of (builder), &(HBaseKeyValue){ HBASE_KEY_UINT, .u = number });
}

/**
 * hbase_key_builder_add_int64: (skip)
 * @builder: a builder
 * @number: the value
 *
 * Adds the value of the next field, which has a type of whole numbers, or is a timestamp or a counter.
 */
void
hbase_key_builder_add_int64 (HBaseKeyBuilder *builder, gint64 number)
{
  g_return_if_fail (builder != NULL);

  hbase_key_encoder_add (encoder_of (builder), &(HBaseKeyValue){ HBASE_KEY_INT, .i = number });
}

/**
 * hbase_key_builder_add_double: (skip)
 * @builder: a builder
 * @number: the value
 *
 * Adds the value of the next field, which has a floating-point type.
 */
void
hbase_key_builder_add_double (HBaseKeyBuilder *builder, double number)
{
  g_return_if_fail (builder != NULL);

  hbase_key_encoder_add (encoder_of (builder), &(HBaseKeyValue){ HBASE_KEY_DOUBLE, .d = number });
}

/**
 * hbase_key_builder_add_utf8: (skip)
 * @builder: a builder
 * @text: the value, raw UTF-8
 *
 * Adds the value of the next field, which has a type of text or bytes. [method@HBase.KeyBuilder.end] fails
 * with %HBASE_ERROR_INVALID_KEY if @text isn't UTF-8; use [method@HBase.KeyBuilder.add_bytes] for other
 * bytes.
 */
void
hbase_key_builder_add_utf8 (HBaseKeyBuilder *builder, const char *text)
{
  g_return_if_fail (builder != NULL);
  g_return_if_fail (text != NULL);

  hbase_key_encoder_add (
      encoder_of (builder),
      &(HBaseKeyValue){ HBASE_KEY_BYTES, .bytes = hbase_slice_text (text), .is_text = TRUE });
}

/**
 * hbase_key_builder_add_bytes: (skip)
 * @builder: a builder
 * @data: (array length=data_length) (nullable): the value
 * @data_length: the length of @data in bytes
 *
 * Adds the value of the next field, which has a type of text or bytes.
 */
void
hbase_key_builder_add_bytes (HBaseKeyBuilder *builder, const guint8 *data, gsize data_length)
{
  g_return_if_fail (builder != NULL);
  hbase_return_if_no_bytes (data);

  hbase_key_encoder_add (encoder_of (builder),
                         &(HBaseKeyValue){ HBASE_KEY_BYTES, .bytes = hbase_slice (data, data_length) });
}

/**
 * hbase_key_builder_set_random: (skip)
 * @builder: a builder
 * @random: any number; a random number distributes keys evenly
 *
 * Chooses the random salts (`random`, `one-of`) of the key. The same number gives the same salts. When a
 * write is retried, the same number must be used, otherwise the row may be written twice.
 */
void
hbase_key_builder_set_random (HBaseKeyBuilder *builder, guint32 random)
{
  g_return_if_fail (builder != NULL);

  hbase_key_encoder_set_random (encoder_of (builder), random);
}

/**
 * hbase_key_builder_end: (skip)
 * @builder: a builder
 * @error: return location for an error
 *
 * Completes the key. The builder must be cleared afterwards.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if a value is missing, has the wrong type, or is out of range, if there
 * are too many values, if the key has more than 32,767 bytes, or if the schema has a random salt and
 * [method@HBase.KeyBuilder.set_random] wasn't called.
 *
 * Returns: (transfer full): the key
 */
GBytes *
hbase_key_builder_end (HBaseKeyBuilder *builder, GError **error)
{
  g_return_val_if_fail (builder != NULL, NULL);

  return hbase_key_encoder_end (encoder_of (builder), FALSE, error);
}

/**
 * hbase_key_builder_end_prefix: (skip)
 * @builder: a builder
 * @error: return location for an error
 *
 * Completes the prefix of all keys that begin with the values added so far, for a scan. The builder must be
 * cleared afterwards.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY as for [method@HBase.KeyBuilder.end], and if a salt is computed from
 * fields whose values are missing.
 *
 * Returns: (transfer full): the prefix
 */
GBytes *
hbase_key_builder_end_prefix (HBaseKeyBuilder *builder, GError **error)
{
  g_return_val_if_fail (builder != NULL, NULL);

  return hbase_key_encoder_end (encoder_of (builder), TRUE, error);
}
