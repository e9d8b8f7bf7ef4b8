/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"
#include "hbase-table-cursor.h"

/* A cursor that goes on behind a row of an earlier scan of the same (data NULL: from the beginning), and
 * gives at most
 * `limit` rows (0: as the scan says). */
HBaseTableCursor *hbase_table_cursor_new (HBaseTable *table, HBaseScan *scan, guint limit, HBaseSlice after);
/* The next row if it is at hand: no I/O. NULL: it isn't, or there is none. Not while a call is under way. */
HBaseRow *hbase_table_cursor_take (HBaseTableCursor *cursor);
