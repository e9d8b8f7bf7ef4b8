/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-row-item.h"

/* `row` NULL: it will be told later, once, by hbase_row_item_settle(). */
HBaseRowItem *hbase_row_item_new (HBaseRow *row);
/* `row` NULL: it is gone. Nothing happens to an item that has its row. */
void hbase_row_item_settle (HBaseRowItem *item, HBaseRow *row);
/* Whether its row is still to be told. */
gboolean hbase_row_item_is_waiting (HBaseRowItem *item);
