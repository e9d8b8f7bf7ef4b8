/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-salted-table.h"

#include "hbase-salted-operations-private.h"
#include "hbase-table-private.h"

/* What a call begins with: where to go, and how keys are made. Of one thread, and one call. */
typedef struct {
  HBaseTarget target;
  HBaseKeySchema *schema;
  HBaseDuplicates duplicates;
} HBaseSaltedCall;

/* FALSE and INVALID_ARGUMENT: there is no table, or it has no key schema. */
gboolean hbase_salted_call_begin (HBaseSaltedCall *call, HBaseSaltedTable *salted, GError **error);
void hbase_salted_call_end (HBaseSaltedCall *call);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseSaltedCall, hbase_salted_call_end)

/* As hbase_table_call() and hbase_table_call_async(); hbase_task_finish() gives the operation back. */
HBaseOperation *hbase_salted_table_call (HBaseSaltedTable *salted,
                                         HBaseOperation *operation,
                                         GCancellable *cancellable,
                                         GError **error);
void hbase_salted_table_call_async (HBaseSaltedTable *salted,
                                    gpointer tag,
                                    HBaseOperation *operation,
                                    GError *error,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
