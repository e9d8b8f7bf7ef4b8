/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-batch-failure.h"
#include "hbase-table.h"

G_BEGIN_DECLS

#define HBASE_TYPE_BATCH (hbase_batch_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseBatch, hbase_batch, HBASE, BATCH, GObject)

/* Properties: table (construct only), max-count, max-bytes, parallelism, interval. Signal: progress. */
HBASE_AVAILABLE_IN_0_1
HBaseBatch *hbase_batch_new (HBaseTable *table);
HBASE_AVAILABLE_IN_0_1
HBaseTable *hbase_batch_get_table (HBaseBatch *batch);
HBASE_AVAILABLE_IN_0_1
guint hbase_batch_get_max_count (HBaseBatch *batch);
HBASE_AVAILABLE_IN_0_1
void hbase_batch_set_max_count (HBaseBatch *batch, guint max_count);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_batch_get_max_bytes (HBaseBatch *batch);
HBASE_AVAILABLE_IN_0_1
void hbase_batch_set_max_bytes (HBaseBatch *batch, guint64 max_bytes);
HBASE_AVAILABLE_IN_0_1
guint hbase_batch_get_parallelism (HBaseBatch *batch);
HBASE_AVAILABLE_IN_0_1
void hbase_batch_set_parallelism (HBaseBatch *batch, guint parallelism);
HBASE_AVAILABLE_IN_0_1
guint hbase_batch_get_interval (HBaseBatch *batch);
HBASE_AVAILABLE_IN_0_1
void hbase_batch_set_interval (HBaseBatch *batch, guint interval);

/* Whether an addition neither waits nor sends anything. */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_batch_is_ready (HBaseBatch *batch);
/* Changes are added; a later flush sends them. */
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_batch_add (HBaseBatch *batch, HBaseMutation *mutation, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_batch_add_async (HBaseBatch *batch,
                            HBaseMutation *mutation,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_batch_add_finish (HBaseBatch *batch, GAsyncResult *result, GError **error);

/* Sends all that was added. Fails if any change failed, now or before; hbase_batch_take_failures() says
 * which. */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_batch_flush (HBaseBatch *batch, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_batch_flush_async (HBaseBatch *batch,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_batch_flush_finish (HBaseBatch *batch, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_batch_take_failures (HBaseBatch *batch);
/* Drops the changes that weren't sent. */
HBASE_AVAILABLE_IN_0_1
void hbase_batch_discard (HBaseBatch *batch);
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_batch_get_statistics (HBaseBatch *batch);

G_END_DECLS
