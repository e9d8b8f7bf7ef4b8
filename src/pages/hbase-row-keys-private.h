/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-row.h"

/* Returns the stored keys of the rows (element-type HBaseRow) in one block: each key without the bytes that
 * it shares with the beginning of the key before it. */
GBytes *hbase_row_keys_pack (GPtrArray *rows);
/* Returns a block of the keys of two blocks, which it takes. */
GBytes *hbase_row_keys_join (GBytes *packed, GBytes *following);
/* Returns the keys of a block (element-type GBytes). */
GPtrArray *hbase_row_keys_unpack (GBytes *packed);
/* Returns one key of a block. */
GBytes *hbase_row_keys_get (GBytes *packed, guint index);
