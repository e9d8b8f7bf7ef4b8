/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-scan-operation-private.h"
#include "hbase-table-cursor.h"
#include "hbase-busy-flag-private.h"

struct _HBaseTableCursor {
  GObject parent_instance;
  HBaseTable *table;
  HBaseScan *scan;
  HBaseKeySchema *schema; /* the table's when the cursor was made; may be NULL */
  guint limit;
  int io_priority;
  GBytes *after;                 /* may be NULL */
  HBaseScanOperation *operation; /* made by the first call */
  HBaseBusyFlag busy;
  gboolean closed; /* protected by `busy`, as `operation` */
};

/* A cursor that resumes after a row of an earlier scan of the same rows (data NULL: from the beginning), and
 * returns at most `limit` rows (0: the scan's limit). */
HBaseTableCursor *hbase_table_cursor_new (HBaseTable *table, HBaseScan *scan, guint limit, HBaseSlice after);
/* Fills in the request of its scan, which points into the cursor. FALSE: the scan is invalid, or a property
   is missing. */
gboolean
hbase_table_cursor_make_request (HBaseTableCursor *cursor, HBaseScanRequest *request, GError **error);
/* Takes the next row if it is buffered; no I/O. NULL: it isn't, or there is none. Not while a call is under
   way. */
HBaseRow *hbase_table_cursor_take (HBaseTableCursor *cursor);
