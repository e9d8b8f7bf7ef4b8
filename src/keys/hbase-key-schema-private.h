/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema.h"
#include "hbase-slice-private.h"

/* HBase's own limit: HConstants.MAX_ROW_LENGTH. */
#define HBASE_MAX_ROW_LENGTH 32767

/* How many bytes a key has. */
gsize hbase_key_schema_get_key_length (HBaseKeySchema *schema);

/* ---- for who prepends: a key is that of a list, and a counter that goes down with each new row ---- */

/* How long a counter is, at the end of a key. */
#define HBASE_KEY_COUNTER_LENGTH 8

typedef enum {
  HBASE_KEY_COUNTER_NONE,
  HBASE_KEY_COUNTER_DOWN, /* by ones */
  HBASE_KEY_COUNTER_TIME, /* by a reversed stamp: counter G_MAXINT64 − stamp */
} HBaseKeyCounting;

/* What the last field does; it does nothing where a salt is drawn. */
HBaseKeyCounting hbase_key_schema_get_counting (HBaseKeySchema *schema);
/* Of one that counts time: how many units of its stamp a second has. */
gint64 hbase_key_schema_get_timestamp_units (HBaseKeySchema *schema);
/* The bytes of the fields before the counter, without salts. `values`: a tuple of these fields. */
GBytes *hbase_key_schema_encode_list (HBaseKeySchema *schema, GVariant *values, GError **error);
/* The row key of a counter, 0 … G_MAXINT64, with its salts. */
GBytes *
hbase_key_schema_encode_counter (HBaseKeySchema *schema, HBaseSlice list, gint64 counter, GError **error);
/* The counter of a row key; INVALID_KEY where the key isn't of the schema. */
gboolean
hbase_key_schema_get_counter (HBaseKeySchema *schema, HBaseSlice key, gint64 *counter, GError **error);
/* Whether a row key of the schema is of that list. */
gboolean hbase_key_schema_is_in_list (HBaseKeySchema *schema, HBaseSlice list, HBaseSlice key);

/* ---- for who scans by unsalted keys ---- */

/* What row keys begin with whose unsalted ones begin with `head`: prefixes (element-type GBytes), each of
 * which stands for the first `*covered` bytes of `head`. NULL and INVALID_ARGUMENT where there are too many. */
GPtrArray *
hbase_key_schema_fan_out_head (HBaseKeySchema *schema, HBaseSlice head, gsize *covered, GError **error);
/* Whether a salt that no such prefix has stands among the bytes of `key`, the bound of a range with this
 * `head`: then row keys are on another side of it than their unsalted ones. Behind a whole key that is so from
 * above. */
gboolean
hbase_key_schema_is_split (HBaseKeySchema *schema, HBaseSlice head, HBaseSlice key, gboolean reversed);
/* Whether behind the fields that `head` tells a salt stands before a field: keys that begin with it aren't in
 * the order of their unsalted ones then. */
gboolean hbase_key_schema_has_later_salt (HBaseKeySchema *schema, HBaseSlice head);
