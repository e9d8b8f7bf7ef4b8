/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-table.h"

G_BEGIN_DECLS

#define HBASE_TYPE_SEQUENCE (hbase_sequence_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseSequence, hbase_sequence, HBASE, SEQUENCE, GObject)

/* Properties, all but block-size construct only: table, name, family, block-size, start, downward. */
HBASE_AVAILABLE_IN_0_1
HBaseSequence *hbase_sequence_new (HBaseTable *table, const char *name);
HBASE_AVAILABLE_IN_0_1
HBaseTable *hbase_sequence_get_table (HBaseSequence *sequence);
HBASE_AVAILABLE_IN_0_1
const char *hbase_sequence_get_name (HBaseSequence *sequence);
HBASE_AVAILABLE_IN_0_1
const char *hbase_sequence_get_family (HBaseSequence *sequence);
HBASE_AVAILABLE_IN_0_1
guint hbase_sequence_get_block_size (HBaseSequence *sequence);
HBASE_AVAILABLE_IN_0_1
gint64 hbase_sequence_get_start (HBaseSequence *sequence);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_sequence_is_downward (HBaseSequence *sequence);

HBASE_AVAILABLE_IN_0_1
gboolean hbase_sequence_create (HBaseSequence *sequence, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_sequence_create_async (HBaseSequence *sequence,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_sequence_create_finish (HBaseSequence *sequence, GAsyncResult *result, GError **error);

HBASE_AVAILABLE_IN_0_1
gboolean hbase_sequence_next (HBaseSequence *sequence, gint64 *id, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
char *hbase_sequence_next_text (HBaseSequence *sequence, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
GArray *hbase_sequence_next_n (HBaseSequence *sequence, guint n, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_sequence_next_async (HBaseSequence *sequence,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_sequence_next_finish (HBaseSequence *sequence, GAsyncResult *result, gint64 *id, GError **error);
HBASE_AVAILABLE_IN_0_1
char *hbase_sequence_next_text_finish (HBaseSequence *sequence, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_sequence_next_n_async (HBaseSequence *sequence,
                                  guint n,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
HBASE_AVAILABLE_IN_0_1
GArray *hbase_sequence_next_n_finish (HBaseSequence *sequence, GAsyncResult *result, GError **error);

HBASE_AVAILABLE_IN_0_1
GVariant *hbase_sequence_get_statistics (HBaseSequence *sequence);

G_END_DECLS
