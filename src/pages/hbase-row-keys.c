/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file packs the keys of rows, so that a model of a million rows takes some megabytes for them.
 *
 *  1. A key is two lengths, of the bytes that it shares with the beginning of the previous key and of its
 *     other bytes, and those bytes. A length is a native 16-bit number: HBase's keys have 32,767 bytes at
 *     most. */

#include "config.h"

#include <string.h>

#include "hbase-row-keys-private.h"

#include "hbase-slice-private.h"

static void
append_length (GByteArray *packed, gsize length)
{
  guint16 number = (guint16) length;

  g_byte_array_append (packed, (const guint8 *) &number, sizeof number);
}

GBytes *
hbase_row_keys_pack (GPtrArray *rows)
{
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  HBaseSlice previous = { NULL, 0 };

  for (guint i = 0; i < rows->len; i++)
    {
      HBaseSlice key;
      gsize shared;

      key.data = hbase_row_get_stored_key (rows->pdata[i], &key.length);
      shared = hbase_slice_count_shared (previous, key);
      append_length (packed, shared);
      append_length (packed, key.length - shared);
      g_byte_array_append (packed, key.data + shared, (guint) (key.length - shared));
      previous = key;
    }
  /* The copy has no spare capacity. */
  return g_bytes_new (packed->data, packed->len);
}

/* The first key of a block has all its bytes. */
GBytes *
hbase_row_keys_join (GBytes *packed, GBytes *following)
{
  GByteArray *joined = g_bytes_unref_to_array (packed);
  HBaseSlice added = hbase_slice_of_bytes (following);

  g_byte_array_append (joined, added.data, (guint) added.length);
  g_bytes_unref (following);
  return g_byte_array_free_to_bytes (joined);
}

static gsize
load_length (const guint8 **p)
{
  guint16 number;

  memcpy (&number, *p, sizeof number);
  *p += sizeof number;
  return number;
}

/* Replaces a key by the key after it. */
static void
load_key (const guint8 **p, GByteArray *key)
{
  gsize shared = load_length (p), length = load_length (p);

  g_byte_array_set_size (key, (guint) shared);
  g_byte_array_append (key, *p, (guint) length);
  *p += length;
}

GPtrArray *
hbase_row_keys_unpack (GBytes *packed)
{
  HBaseSlice block = hbase_slice_of_bytes (packed);
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GByteArray) key = g_byte_array_new ();

  for (const guint8 *p = block.data; p < block.data + block.length;)
    {
      load_key (&p, key);
      g_ptr_array_add (keys, g_bytes_new (key->data, key->len));
    }
  return keys;
}

GBytes *
hbase_row_keys_get (GBytes *packed, guint index)
{
  const guint8 *p = g_bytes_get_data (packed, NULL);
  g_autoptr (GByteArray) key = g_byte_array_new ();

  for (guint i = 0; i <= index; i++)
    load_key (&p, key);
  return g_bytes_new (key->data, key->len);
}
