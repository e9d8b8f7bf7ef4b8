/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"
#include "hbase-row.h"

/* Makes a row of the block's row `index`. `key` is that of the request, used if the response has none;
 * data NULL: none. */
HBaseRow *hbase_row_new (HBaseBlock *block, guint index, HBaseSlice key, HBaseKeySchema *schema);
/* Makes a row for a handle of unsalted keys: `key` is a stored key. */
HBaseRow *hbase_row_new_unsalted (HBaseBlock *block, guint index, HBaseSlice key, HBaseKeySchema *schema);
/* Makes the empty row that stands for a missing row. `key` is that of the request, without salts if its
 * handle's keys have none; data NULL: the request names no key, and the row's key is empty. */
HBaseRow *hbase_row_new_missing (HBaseSlice key, HBaseKeySchema *schema);
/* Makes one row of the first `n_cells` cells of these partial rows of one key. */
HBaseRow *hbase_row_join (HBaseRow *const *rows, guint n_cells);
/* Returns its stored key; of a missing row, the requested key. */
HBaseSlice hbase_row_key_slice (HBaseRow *row);
/* Returns the same as bytes that don't keep the row in memory. */
GBytes *hbase_row_copy_stored_key (HBaseRow *row);
/* Returns the newest value of a column, which is named in printable escapes: UTF-8 text unchanged, other
 * values in these escapes; NULL: the row has no such column. */
char *hbase_row_dup_value_for_display (HBaseRow *row, const char *column);
void hbase_row_view_cell (HBaseRow *row, guint index, HBaseCellView *view);
