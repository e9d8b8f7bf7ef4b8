/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-prepend-request.h"
#include "hbase-sequence.h"
#include "hbase-table.h"

G_BEGIN_DECLS

/**
 * HBasePrependStrategy:
 * @HBASE_PREPEND_STRATEGY_PROBE: attempts the key below the table's first row. Keys are contiguous; without
 * contention a row takes one call
 * @HBASE_PREPEND_STRATEGY_TICKET: takes the counter from a sequence, and writes the row at that key: two
 *   calls a row, however many programs prepend. A crash leaves a gap, and so does an increment whose
 *   response is lost, and a put that is refused or that isn't sent: its number is used up. A reader may see
 *   a row before the row above it exists. Required for salted keys, `salt:modulo(8,id),id:downward`
 * @HBASE_PREPEND_STRATEGY_BLOCK: takes blocks of counters from a sequence: little more than one call a row.
 * The rest of a block is used by later rows, so rows aren't in the order of time
 *
 * How a new row's key is chosen.
 */
typedef enum {
  HBASE_PREPEND_STRATEGY_PROBE = 0,
  HBASE_PREPEND_STRATEGY_TICKET = 1,
  HBASE_PREPEND_STRATEGY_BLOCK = 2,
} HBasePrependStrategy;

#define HBASE_TYPE_PREPEND_STRATEGY (hbase_prepend_strategy_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_prepend_strategy_get_type (void);

#define HBASE_TYPE_PREPENDER (hbase_prepender_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBasePrepender, hbase_prepender, HBASE, PREPENDER, GObject)

HBASE_AVAILABLE_IN_0_1
HBasePrepender *hbase_prepender_new (HBaseTable *table);
HBASE_AVAILABLE_IN_0_1
HBaseTable *hbase_prepender_get_table (HBasePrepender *prepender);
HBASE_AVAILABLE_IN_0_1
char *hbase_prepender_dup_guard_family (HBasePrepender *prepender);
HBASE_AVAILABLE_IN_0_1
char *hbase_prepender_dup_guard_qualifier (HBasePrepender *prepender);
HBASE_AVAILABLE_IN_0_1
char *hbase_prepender_dup_token_column (HBasePrepender *prepender);
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_prepender_dup_prefix (HBasePrepender *prepender);
HBASE_AVAILABLE_IN_0_1
gint64 hbase_prepender_get_start (HBasePrepender *prepender);
HBASE_AVAILABLE_IN_0_1
HBasePrependStrategy hbase_prepender_get_strategy (HBasePrepender *prepender);
HBASE_AVAILABLE_IN_0_1
HBaseSequence *hbase_prepender_dup_sequence (HBasePrepender *prepender);
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_prepender_get_statistics (HBasePrepender *prepender);

HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_prepend (HBasePrepender *prepender,
                                  HBasePrependRequest *request,
                                  GCancellable *cancellable,
                                  GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_prepender_prepend_async (HBasePrepender *prepender,
                                    HBasePrependRequest *request,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_prepend_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_prepend_many (HBasePrepender *prepender,
                                       GPtrArray *requests,
                                       GCancellable *cancellable,
                                       GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_prepender_prepend_many_async (HBasePrepender *prepender,
                                         GPtrArray *requests,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_prepender_prepend_many_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_settle (HBasePrepender *prepender,
                                 HBasePrependRequest *request,
                                 GCancellable *cancellable,
                                 GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_prepender_settle_async (HBasePrepender *prepender,
                                   HBasePrependRequest *request,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_settle_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error);

HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_cancel (HBasePrepender *prepender,
                                 HBasePrependRequest *request,
                                 GCancellable *cancellable,
                                 GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_prepender_cancel_async (HBasePrepender *prepender,
                                   HBasePrependRequest *request,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_cancel_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error);

HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_retire (HBasePrepender *prepender,
                                 const guint8 *row,
                                 gsize row_length,
                                 GCancellable *cancellable,
                                 GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_prepender_retire_async (HBasePrepender *prepender,
                                   const guint8 *row,
                                   gsize row_length,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_retire_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error);

G_END_DECLS
