/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-table.h"

G_BEGIN_DECLS

#define HBASE_TYPE_TABLE_CURSOR (hbase_table_cursor_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseTableCursor, hbase_table_cursor, HBASE, TABLE_CURSOR, GObject)

/* Does no I/O; the scan is copied. */
HBASE_AVAILABLE_IN_0_1
HBaseTableCursor *hbase_table_scan (HBaseTable *table, HBaseScan *scan);
HBASE_AVAILABLE_IN_0_1
HBaseTable *hbase_table_cursor_get_table (HBaseTableCursor *cursor);
/* The priority of the sources that dispatch asynchronous calls; G_PRIORITY_DEFAULT by default. */
HBASE_AVAILABLE_IN_0_1
int hbase_table_cursor_get_io_priority (HBaseTableCursor *cursor);
HBASE_AVAILABLE_IN_0_1
void hbase_table_cursor_set_io_priority (HBaseTableCursor *cursor, int io_priority);
/* Whether the next row is returned without waiting. */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_cursor_is_ready (HBaseTableCursor *cursor);
/* Returns NULL without an error after the last row. */
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_table_cursor_next (HBaseTableCursor *cursor, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_cursor_next_async (HBaseTableCursor *cursor,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_table_cursor_next_finish (HBaseTableCursor *cursor, GAsyncResult *result, GError **error);
/* Returns the rows of one reply. */
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_table_cursor_next_batch (HBaseTableCursor *cursor,
                                          guint max_rows,
                                          GCancellable *cancellable,
                                          GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_cursor_next_batch_async (HBaseTableCursor *cursor,
                                          guint max_rows,
                                          GCancellable *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer user_data);
HBASE_AVAILABLE_IN_0_1
GPtrArray *
hbase_table_cursor_next_batch_finish (HBaseTableCursor *cursor, GAsyncResult *result, GError **error);
/* Statistics of the scan so far. */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_cursor_close (HBaseTableCursor *cursor, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_cursor_close_async (HBaseTableCursor *cursor,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_cursor_close_finish (HBaseTableCursor *cursor, GAsyncResult *result, GError **error);

HBASE_AVAILABLE_IN_0_1
GVariant *hbase_table_cursor_get_statistics (HBaseTableCursor *cursor);

G_END_DECLS
