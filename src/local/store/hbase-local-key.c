/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Encoding and decoding the keys of stored cells. */

#include "config.h"

#include "hbase-local-key-private.h"

static const guint8 part_end[2] = { 0x00, 0x00 };
static const guint8 part_zero[2] = { 0x00, 0xff };

void
hbase_local_key_append_component (GByteArray *key, HBaseSlice part)
{
  const guint8 *p = hbase_slice_bytes (part), *end = p + part.length, *zero;
  guint length;

  while ((zero = memchr (p, 0, (gsize) (end - p))) != NULL)
    {
      g_byte_array_append (key, p, (guint) (zero - p));
      g_byte_array_append (key, part_zero, sizeof part_zero);
      p = zero + 1;
    }
  length = (guint) (end - p);
  g_byte_array_set_size (key, key->len + length + (guint) sizeof part_end);
  memcpy (key->data + key->len - sizeof part_end - length, p, length);
  memcpy (key->data + key->len - sizeof part_end, part_end, sizeof part_end);
}

static inline gboolean
has_zero (HBaseSlice part)
{
  return memchr (hbase_slice_bytes (part), 0, part.length) != NULL;
}

/* Returns the address after the component, which has no zeros. */
static inline guint8 *
store_component (guint8 *end, HBaseSlice part)
{
  memcpy (end, hbase_slice_bytes (part), part.length);
  memcpy (end + part.length, part_end, sizeof part_end);
  return end + part.length + sizeof part_end;
}

/* The array grows once, not for each component. */
static void
append_components (GByteArray *key, HBaseSlice row, HBaseSlice family, HBaseSlice qualifier)
{
  gsize at = key->len, length = row.length + family.length + qualifier.length + 3 * sizeof part_end;
  guint8 *end;

  g_byte_array_set_size (key, (guint) (at + length));
  end = store_component (key->data + at, row);
  end = store_component (end, family);
  store_component (end, qualifier);
}

void
hbase_local_key_append (GByteArray *key, HBaseSlice row, const HBaseCellView *cell)
{
  guint64 timestamp = GUINT64_TO_BE (~(guint64) cell->timestamp);
  guint8 tail[HBASE_LOCAL_KEY_TAIL] = { [HBASE_LOCAL_KEY_TAIL - 1] = (guint8) ~cell->type };

  if (has_zero (row) || has_zero (cell->family) || has_zero (cell->qualifier))
    {
      hbase_local_key_append_component (key, row);
      hbase_local_key_append_component (key, cell->family);
      hbase_local_key_append_component (key, cell->qualifier);
    }
  else
    append_components (key, row, cell->family, cell->qualifier);
  memcpy (tail, &timestamp, sizeof timestamp);
  g_byte_array_append (key, tail, sizeof tail);
}

gsize
hbase_local_key_component_end (HBaseSlice key, gsize from)
{
  while (from + 1 < key.length)
    {
      const guint8 *zero = memchr (key.data + from, 0, key.length - from - 1);

      if (zero == NULL)
        return 0;
      from = (gsize) (zero - key.data) + 2;
      if (zero[1] == 0)
        return from;
    }
  return 0;
}

void
hbase_local_key_decode_component (HBaseSlice key, gsize from, gsize end, GByteArray *bytes)
{
  const guint8 *p = key.data + from, *stop = key.data + end - sizeof part_end;
  const guint8 *zero = memchr (p, 0, (gsize) (stop - p));

  hbase_local_key_set (bytes, hbase_slice (p, (gsize) ((zero != NULL ? zero + 1 : stop) - p)));
  while (zero != NULL)
    {
      p = zero + sizeof part_zero;
      zero = memchr (p, 0, (gsize) (stop - p));
      g_byte_array_append (bytes, p, (guint) ((zero != NULL ? zero + 1 : stop) - p));
    }
}

void
hbase_local_key_skip_prefix (GByteArray *prefix)
{
  /* The prefix ends in 00 00; a longer component continues with 00 FF or more. */
  prefix->data[prefix->len - 1] = 0x01;
}

void
hbase_local_key_fill_after_all (GByteArray *key)
{
  g_byte_array_set_size (key, HBASE_LOCAL_KEY_AFTER_ALL_LENGTH);
  memset (key->data, 0xff, HBASE_LOCAL_KEY_AFTER_ALL_LENGTH);
}
