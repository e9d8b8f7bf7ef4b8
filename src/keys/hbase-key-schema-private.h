/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-fields-private.h"
#include "hbase-key-schema.h"

/* ---- hbase-key-parts.c: the bytes of each field of a key; arrays of HBASE_KEY_MAX_FIELDS slices ---- */

/* Splits a whole key into its fields. INVALID_KEY if it doesn't end with the last field. */
gboolean hbase_key_schema_split (HBaseKeySchema *schema, HBaseSlice key, HBaseSlice *parts, GError **error);
/* Splits an unsalted key; the parts of salts are empty. */
gboolean
hbase_key_schema_split_unsalted (HBaseKeySchema *schema, HBaseSlice key, HBaseSlice *parts, GError **error);
/* Splits the beginning of an unsalted key. Returns the number of fields that it contains whole, with the
 * salts among and directly after them; `*taken` is their length in bytes. */
guint hbase_key_schema_split_head (HBaseKeySchema *schema, HBaseSlice head, HBaseSlice *parts, gsize *taken);
/* Decodes a field of a key that was split; the value isn't floating. */
GVariant *hbase_key_schema_read_field (HBaseKeySchema *schema,
                                       const HBaseKeyField *field,
                                       HBaseSlice key,
                                       const HBaseSlice *parts,
                                       GError **error);
/* The number of values of a tuple; −1 and INVALID_KEY if it isn't a tuple of all values or of the first
 * values. */
int hbase_key_schema_count_values (HBaseKeySchema *schema, GVariant *values, gboolean prefix, GError **error);

/* Checks that computed salts are right and that random salts are possible; INVALID_KEY. */
gboolean hbase_key_schema_check_salts (HBaseKeySchema *schema,
                                       HBaseSlice key,
                                       const HBaseSlice *parts,
                                       GError **error);

/* Parses a schema: its fields in order (element-type HBaseKeyField), or INVALID_SCHEMA. */
GArray *hbase_key_schema_parse (const char *text, GError **error);
/* Encodes the key of these values without its salts. */
GBytes *hbase_key_schema_encode_unsalted (HBaseKeySchema *schema, GVariant *values, GError **error);

/* ---- for prepending: a key consists of a prefix and a counter that decreases with each new row ---- */

/* The length of a counter in bytes, at the end of a key. */
#define HBASE_KEY_COUNTER_LENGTH 8

typedef enum {
  HBASE_KEY_COUNTER_NONE,
  HBASE_KEY_COUNTER_DOWN, /* decreases by 1 */
  HBASE_KEY_COUNTER_TIME, /* a reversed timestamp: G_MAXINT64 − timestamp */
} HBaseKeyCounting;

/* What kind of counter the last field is; none if the schema has a random salt. */
HBaseKeyCounting hbase_key_schema_get_counting (HBaseKeySchema *schema);
/* The units of a reversed timestamp in a second. */
gint64 hbase_key_schema_get_timestamp_units (HBaseKeySchema *schema);
/* Encodes the fields before the counter, without salts. `values` is a tuple of these fields. */
GBytes *hbase_key_schema_encode_before_counter (HBaseKeySchema *schema, GVariant *values, GError **error);
/* Makes the row key of a counter, 0 … G_MAXINT64, with its salts. */
GBytes *
hbase_key_schema_encode_counter (HBaseKeySchema *schema, HBaseSlice list, gint64 counter, GError **error);
/* Gets the counter of a row key; INVALID_KEY if the key doesn't match the schema. */
gboolean
hbase_key_schema_get_counter (HBaseKeySchema *schema, HBaseSlice key, gint64 *counter, GError **error);
/* Whether a row key of the schema has the unsalted prefix `list`. */
gboolean hbase_key_schema_is_in_list (HBaseKeySchema *schema, HBaseSlice list, HBaseSlice key);

/* ---- for scans by unsalted keys ---- */

/* Lists the prefixes (element-type GBytes) of all row keys whose unsalted keys begin with `head`; each
 * stands for the first `*covered` bytes of `head`. NULL and INVALID_ARGUMENT if there are too many. */
GPtrArray *
hbase_key_schema_list_salted_heads (HBaseKeySchema *schema, HBaseSlice head, gsize *covered, GError **error);
/* Whether `key`, the bound of a range with this `head`, contains the position of a salt that isn't in the
 * prefixes of `head`: then row keys can be on another side of the bound than their unsalted keys. `is_after`:
 * the bound is after the row of that key, which then must not continue after a salt. */
gboolean
hbase_key_schema_is_split (HBaseKeySchema *schema, HBaseSlice head, HBaseSlice key, gboolean is_after);
/* Returns how many bytes of salts that aren't in the prefixes of `head` follow the whole `key`, a bound that
 * isn't split. */
gsize hbase_key_schema_get_last_salts_length (HBaseKeySchema *schema, HBaseSlice head, HBaseSlice key);
/* Whether a salt is before a field, after the fields that `head` contains: then keys that begin with `head`
 * aren't in the order of their unsalted keys. */
gboolean hbase_key_schema_has_later_salt (HBaseKeySchema *schema, HBaseSlice head);
