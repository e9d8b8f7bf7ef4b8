/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-key-fields-private.h"

/* This file computes the salts of a key from its other fields. */

/* Divides the random number among several random salts, so that all combinations of them occur. */
static guint32
share_random (const struct _HBaseKeySchema *schema, const HBaseKeyField *salt, guint32 random)
{
  for (const HBaseKeyField *field = hbase_key_schema_field (schema, 0); field < salt; field++)
    if (field->salt != NULL && hbase_salt_is_random (field->salt))
      random /= (guint32) field->salt->n_buckets;
  return random;
}

void
hbase_key_field_write_salt (const struct _HBaseKeySchema *schema,
                            const HBaseKeyField *field,
                            const HBaseSlice *parts,
                            guint32 random,
                            guint8 *bytes)
{
  guint32 sources = field->sources;
  guint first = (guint) g_bit_nth_lsf (sources, -1);
  g_autoptr (GByteArray) joined = NULL;

  if (hbase_salt_is_random (field->salt))
    {
      hbase_salt_compute (field->salt, hbase_slice (NULL, 0), 0, share_random (schema, field, random), bytes);
      return;
    }
  if ((sources & (sources - 1)) == 0) /* one field: no copy is needed */
    {
      hbase_salt_compute (field->salt, parts[first], parts[first].length, random, bytes);
      return;
    }
  joined = g_byte_array_new ();
  for (guint i = first; i < schema->fields->len; i++)
    if (sources & (guint32) 1 << i)
      g_byte_array_append (joined, hbase_slice_bytes (parts[i]), (guint) parts[i].length);
  hbase_salt_compute (field->salt, hbase_slice (joined->data, joined->len), parts[first].length, random,
                      bytes);
}
