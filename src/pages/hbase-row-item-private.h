/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-row-item.h"

/* Makes an item of a row. */
HBaseRowItem *hbase_row_item_new (HBaseRow *row);
/* Makes an item whose row hbase_row_item_settle() will set, once. `key` is the row's. */
HBaseRowItem *hbase_row_item_new_waiting (GBytes *key);
/* Sets the item's row; NULL: it was deleted. Does nothing if the item has its row. */
void hbase_row_item_settle (HBaseRowItem *item, HBaseRow *row);
/* Returns whether the item's row hasn't been read yet. */
gboolean hbase_row_item_is_waiting (HBaseRowItem *item);
