/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error.h"
#include "hbase-key-fields-private.h"

/* Ranges of keys in HBase's order: unsigned bytes, the shorter one first where one begins the other. */

/* The least key above all that begin with `bytes`; NULL where there is none. */
static GBytes *
increment (const guint8 *bytes, gsize length)
{
  guint8 *above;

  while (length > 0 && bytes[length - 1] == G_MAXUINT8)
    length--;
  if (length == 0)
    return NULL;
  above = g_memdup2 (bytes, length);
  above[length - 1]++;
  return g_bytes_new_take (above, length);
}

/**
 * hbase_key_prefix_stop:
 * @prefix: (array length=prefix_length) (nullable): what keys begin with
 * @prefix_length: how many bytes
 *
 * The least key above all that begin with @prefix: a scan's exclusive stop row. Of `a\xFF` it is `b`.
 *
 * Returns: (transfer full) (nullable): the key, or %NULL where there is none, the prefix being empty or of
 * bytes `\xFF` alone: the scan goes on to the table's end
 *
 * Since: 0.1
 */
GBytes *
hbase_key_prefix_stop (const guint8 *prefix, gsize prefix_length)
{
  hbase_return_if_no_bytes (prefix, NULL);

  return increment (prefix, prefix_length);
}

/**
 * hbase_key_successor:
 * @key: (array length=key_length) (nullable): a row key
 * @key_length: how many bytes; at most 32,767
 *
 * The least row key above @key: the same with a byte `\x00` behind it, or, where it has all the 32,767 bytes
 * that a row key may have, the least of as many bytes or less.
 *
 * Returns: (transfer full) (nullable): the key, or %NULL where there is none: @key is 32,767 times `\xFF`
 *
 * Since: 0.1
 */
GBytes *
hbase_key_successor (const guint8 *key, gsize key_length)
{
  guint8 *successor;

  hbase_return_if_no_bytes (key, NULL);
  g_return_val_if_fail (key_length <= HBASE_MAX_ROW_LENGTH, NULL);

  if (key_length == HBASE_MAX_ROW_LENGTH)
    return increment (key, key_length);
  successor = g_malloc0 (key_length + 1);
  if (key_length > 0)
    memcpy (successor, key, key_length);
  return g_bytes_new_take (successor, key_length + 1);
}

/**
 * hbase_key_schema_prefix_range:
 * @schema: a schema
 * @values: a tuple with the values of the first fields, `()` for none; a floating one is taken
 * @start: (out) (transfer full): the first key that could have them; inclusive
 * @stop: (out) (transfer full) (nullable): what is above all that have them, exclusive; %NULL: the table's end
 * @error: return location for an error
 *
 * The range that holds exactly the schema's keys with these values in their first fields; of all values, one
 * key. Where a salt isn't told by these values there are several such ranges:
 * [method@HBase.KeySchema.fan_out] lists the prefixes.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY where the tuple is of another type, a value beyond its field's limits, or a
 * salt made of fields whose values are missing.
 *
 * Returns: (skip): %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
hbase_key_schema_prefix_range (
    HBaseKeySchema *schema, GVariant *values, GBytes **start, GBytes **stop, GError **error)
{
  g_autoptr (GVariant) held = NULL;
  gsize length;
  const guint8 *data;

  g_return_val_if_fail (schema != NULL, FALSE);
  g_return_val_if_fail (values != NULL, FALSE);
  g_return_val_if_fail (start != NULL && stop != NULL, FALSE);

  held = g_variant_ref_sink (values);
  *stop = NULL;
  *start = hbase_key_schema_encode_prefix (schema, held, error);
  if (*start == NULL)
    return FALSE;
  data = g_bytes_get_data (*start, &length);
  *stop = g_variant_n_children (held) == schema->n_values ? hbase_key_successor (data, length)
                                                          : increment (data, length);
  return TRUE;
}
