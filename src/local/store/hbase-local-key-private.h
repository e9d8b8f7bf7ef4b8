/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-cell-private.h"

/* The stored key of a cell: its coordinates encoded so that memcmp() sorts keys as HBase sorts cells.
 *
 *   component(row) component(family) component(qualifier) ~timestamp ~type
 *
 * A component is its bytes with 00 written as 00 FF, and a terminator 00 00; so a component sorts before the
 * longer components of which it is a prefix. Timestamp (eight bytes, big-endian) and type (one byte) are
 * complemented: the newest cell comes first, and a delete marker before the put that it masks. All keys of a
 * row begin with the row's component. */

#define HBASE_LOCAL_KEY_TAIL 9                 /* timestamp and type */
#define HBASE_LOCAL_KEY_AFTER_ALL_LENGTH 32768 /* this many FF bytes sort after every row's key */

/* The types of HBase's KeyValue.Type that are stored. */
typedef enum {
  HBASE_LOCAL_PUT = 4,
  HBASE_LOCAL_DELETE = 8,                 /* one version */
  HBASE_LOCAL_DELETE_FAMILY_VERSION = 10, /* one version of each column */
  HBASE_LOCAL_DELETE_COLUMN = 12,         /* all versions up to the timestamp */
  HBASE_LOCAL_DELETE_FAMILY = 14,         /* all columns up to the timestamp */
} HBaseLocalType;

void hbase_local_key_append_component (GByteArray *key, HBaseSlice part);
/* Appends the cell's whole key. */
void hbase_local_key_append (GByteArray *key, HBaseSlice row, const HBaseCellView *cell);

/* Returns the offset after the component that begins at `from`, its terminator included; 0 if it has no
 * terminator, so that the key isn't valid. */
gsize hbase_local_key_component_end (HBaseSlice key, gsize from);
/* Sets `bytes` to the decoded bytes of the component key[from … end). */
void hbase_local_key_decode_component (HBaseSlice key, gsize from, gsize end, GByteArray *bytes);
static inline gint64
hbase_local_key_timestamp (HBaseSlice key)
{
  return (gint64) ~hbase_wire_load_64 (key.data + key.length - HBASE_LOCAL_KEY_TAIL);
}
static inline guint8
hbase_local_key_type (HBaseSlice key)
{
  return (guint8) ~key.data[key.length - 1];
}
/* Changes a prefix of whole components into the first key after all keys that begin with it. */
void hbase_local_key_skip_prefix (GByteArray *prefix);
/* Sets a key that sorts after all others. */
void hbase_local_key_fill_after_all (GByteArray *key);

static inline HBaseSlice
hbase_local_key_slice (const GByteArray *key)
{
  return hbase_slice (key->data, key->len);
}

/* Replaces the array's content. (g_byte_array_set_size() and g_byte_array_append() take several times as
 * long.) */
static inline void
hbase_local_key_set (GByteArray *key, HBaseSlice bytes)
{
  if (key->len < bytes.length)
    g_byte_array_set_size (key, (guint) bytes.length);
  key->len = (guint) bytes.length;
  if (bytes.length > 0)
    memcpy (key->data, bytes.data, bytes.length);
}

static inline gboolean
hbase_local_key_begins_with (HBaseSlice key, HBaseSlice prefix)
{
  return key.length >= prefix.length && memcmp (key.data, prefix.data, prefix.length) == 0;
}
