/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* A cell's address as one run of bytes that memcmp() sorts as HBase sorts cells:
 *
 *   part(row) part(family) part(qualifier) ~timestamp ~type
 *
 * A part's zero bytes are written 00 FF and its end 00 00, so a part that begins another one sorts first.
 * Timestamp (eight bytes, big-endian) and type (one byte) are complemented: the newest comes first, and a
 * delete marker before the put that it masks. A row's keys begin with its part: that is its prefix. */

#define HBASE_LOCAL_KEY_TAIL 9                 /* timestamp and type */
#define HBASE_LOCAL_KEY_AFTER_ALL_LENGTH 32768 /* so many FF bytes sort behind every row's key */

/* KeyValue.Type */
typedef enum {
  HBASE_LOCAL_PUT = 4,
  HBASE_LOCAL_DELETE = 8,                 /* one version */
  HBASE_LOCAL_DELETE_FAMILY_VERSION = 10, /* one version of each column */
  HBASE_LOCAL_DELETE_COLUMN = 12,         /* all versions up to the stamp */
  HBASE_LOCAL_DELETE_FAMILY = 14,         /* all columns up to the stamp */
} HBaseLocalType;

void hbase_local_key_append_component (GByteArray *key, HBaseSlice part);
void hbase_local_key_append_tail (GByteArray *key, gint64 timestamp, HBaseLocalType type);
/* A whole key, from an empty array. */
void hbase_local_key_fill (GByteArray *key,
                           HBaseSlice row,
                           HBaseSlice family,
                           HBaseSlice qualifier,
                           gint64 timestamp,
                           HBaseLocalType type);

/* Where the part that begins at `from` ends, its two last bytes included; 0 where it has no end: not one of
 * our keys. */
gsize hbase_local_key_component_end (HBaseSlice key, gsize from);
/* Appends what the part key[from … end) stands for. */
void hbase_local_key_decode_component (HBaseSlice key, gsize from, gsize end, GByteArray *bytes);
gint64 hbase_local_key_timestamp (HBaseSlice key);
guint8 hbase_local_key_type (HBaseSlice key);
/* Makes of a prefix (row, or row and family …) the first key after all those that begin with it. */
void hbase_local_key_skip_prefix (GByteArray *prefix);
/* Makes of it what sorts behind all keys. */
void hbase_local_key_fill_after_all (GByteArray *key);

static inline HBaseSlice
hbase_local_key_slice (const GByteArray *key)
{
  return hbase_slice (key->data, key->len);
}

static inline gboolean
hbase_local_key_begins_with (HBaseSlice key, HBaseSlice prefix)
{
  return key.length >= prefix.length && memcmp (key.data, prefix.data, prefix.length) == 0;
}
