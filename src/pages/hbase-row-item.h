/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-row.h"

G_BEGIN_DECLS

#define HBASE_TYPE_ROW_ITEM (hbase_row_item_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseRowItem, hbase_row_item, HBASE, ROW_ITEM, GObject)

/* Properties, read only: row, deleted, key, key-escaped. */
/* Returns NULL if the row isn't read yet, or was deleted. */
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_row_item_get_row (HBaseRowItem *item);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_row_item_get_deleted (HBaseRowItem *item);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_row_item_ref_key (HBaseRowItem *item);
HBASE_AVAILABLE_IN_0_1
char *hbase_row_item_dup_key_escaped (HBaseRowItem *item);
/* the value of `family:qualifier`, for closures of GtkExpression */
HBASE_AVAILABLE_IN_0_1
char *hbase_row_item_dup_text (HBaseRowItem *item, const char *column);

G_END_DECLS
