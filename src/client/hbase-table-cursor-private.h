/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-scan-operation-private.h"
#include "hbase-table-cursor.h"
#include "hbase-busy-flag-private.h"

struct _HBaseTableCursor {
  GObject parent_instance;
  HBaseTable *table;
  HBaseScan *scan;
  guint limit;
  int io_priority;
  GBytes *after;                 /* the row to resume after; NULL: none */
  HBaseScanOperation *operation; /* made by the first call */
  HBaseBusyFlag busy;
  gboolean closed; /* protected by `busy`, as `operation` */
};

/* Makes a cursor that resumes after the row `after` of an earlier scan of the same rows (data NULL: it
 * begins with the first row), and returns at most `limit` rows (0: the scan's limit). */
HBaseTableCursor *hbase_table_cursor_new (HBaseTable *table, HBaseScan *scan, guint limit, HBaseSlice after);
/* Takes the next row without I/O. Returns NULL if no row is buffered. Must not be called while a call is
 * under way. */
HBaseRow *hbase_table_cursor_take (HBaseTableCursor *cursor);
