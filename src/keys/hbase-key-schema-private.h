/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema.h"
#include "hbase-slice-private.h"

/* HBase's own limit: HConstants.MAX_ROW_LENGTH. */
#define HBASE_MAX_ROW_LENGTH 32767

/* How many bytes a key has. */
gsize hbase_key_schema_get_key_length (HBaseKeySchema *schema);

/* ---- for who prepends: a key is a prefix and a counter that goes down with each new row ---- */

/* Whether the last field is a downward counter; what follows is only for schemas where it is. */
gboolean hbase_key_schema_counts_down (HBaseKeySchema *schema);
/* How many bytes come before the counter; 0 where the counter is all of the key. */
gsize hbase_key_schema_get_prefix_length (HBaseKeySchema *schema);
/* The counter of a key; INVALID_KEY where the key isn't of the schema. */
gboolean
hbase_key_schema_get_counter (HBaseKeySchema *schema, HBaseSlice key, gint64 *counter, GError **error);
/* Writes a counter, 0 … G_MAXINT64, over the one in a whole key. */
void hbase_key_schema_set_counter (HBaseKeySchema *schema, guint8 *key, gint64 counter);

/* ---- for who scans by unsalted keys ---- */

/* What row keys begin with whose unsalted ones begin with `head`: prefixes (element-type GBytes), each of
 * which stands for the first `*covered` bytes of `head`. NULL and INVALID_ARGUMENT where there are too many. */
GPtrArray *
hbase_key_schema_fan_out_head (HBaseKeySchema *schema, HBaseSlice head, gsize *covered, GError **error);
/* Whether a salt that no such prefix has stands among the bytes of `key`, the bound of a range with this
 * `head`: then row keys are on another side of it than their unsalted ones. Behind a whole key that is so from
 * above. */
gboolean hbase_key_schema_is_parted (HBaseKeySchema *schema,
                                     HBaseSlice head,
                                     HBaseSlice key,
                                     gboolean reversed);
/* Whether behind the fields that `head` tells a salt stands before a field: keys that begin with it aren't in
 * the order of their unsalted ones then. */
gboolean hbase_key_schema_has_salt_behind (HBaseKeySchema *schema, HBaseSlice head);
