/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page-iterator.h"
#include "hbase-row-item.h"

G_BEGIN_DECLS

#define HBASE_TYPE_ROW_MODEL (hbase_row_model_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseRowModel, hbase_row_model, HBASE, ROW_MODEL, GObject)

/* A GListModel of HBaseRowItem. Properties: iterator (construct only), auto-load, max-pages, io-priority,
 * follow, follow-interval; read only: item-type, n-items, loading, has-more, error. */
HBASE_AVAILABLE_IN_0_1
HBaseRowModel *hbase_row_model_new (HBasePageIterator *iterator);
HBASE_AVAILABLE_IN_0_1
HBasePageIterator *hbase_row_model_get_iterator (HBaseRowModel *model);
/* Loads the next page when an item of the last page is requested; off by default. */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_row_model_get_auto_load (HBaseRowModel *model);
HBASE_AVAILABLE_IN_0_1
void hbase_row_model_set_auto_load (HBaseRowModel *model, gboolean auto_load);
/* The number of pages whose rows are kept in memory; 0: all. */
HBASE_AVAILABLE_IN_0_1
guint hbase_row_model_get_max_pages (HBaseRowModel *model);
HBASE_AVAILABLE_IN_0_1
void hbase_row_model_set_max_pages (HBaseRowModel *model, guint max_pages);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_row_model_get_loading (HBaseRowModel *model);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_row_model_get_has_more (HBaseRowModel *model);
/* The priority of the sources that load pages; G_PRIORITY_DEFAULT by default. */
HBASE_AVAILABLE_IN_0_1
int hbase_row_model_get_io_priority (HBaseRowModel *model);
HBASE_AVAILABLE_IN_0_1
void hbase_row_model_set_io_priority (HBaseRowModel *model, int io_priority);
/* The error of the last load; NULL: it succeeded. */
HBASE_AVAILABLE_IN_0_1
GError *hbase_row_model_get_error (HBaseRowModel *model);

/* Adds rows in front that precede the first row, by a poll each `follow-interval` (ms); off by default. */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_row_model_get_follow (HBaseRowModel *model);
HBASE_AVAILABLE_IN_0_1
void hbase_row_model_set_follow (HBaseRowModel *model, gboolean follow);
HBASE_AVAILABLE_IN_0_1
guint hbase_row_model_get_follow_interval (HBaseRowModel *model);
HBASE_AVAILABLE_IN_0_1
void hbase_row_model_set_follow_interval (HBaseRowModel *model, guint milliseconds);

/* Replaces all rows by the first page when it was read. */
HBASE_AVAILABLE_IN_0_1
void hbase_row_model_refresh (HBaseRowModel *model);
HBASE_AVAILABLE_IN_0_1
void hbase_row_model_load_more_async (HBaseRowModel *model,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_row_model_load_more_finish (HBaseRowModel *model,
                                           GAsyncResult *result,
                                           guint *n_loaded,
                                           GError **error);

G_END_DECLS
