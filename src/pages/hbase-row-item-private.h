/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-row-item.h"

/* `row` NULL: hbase_row_item_settle() will set it, once. */
HBaseRowItem *hbase_row_item_new (HBaseRow *row);
/* `row` NULL: it was deleted. Does nothing to an item that has its row. */
void hbase_row_item_settle (HBaseRowItem *item, HBaseRow *row);
/* Returns whether its row is still to be read. */
gboolean hbase_row_item_is_waiting (HBaseRowItem *item);
