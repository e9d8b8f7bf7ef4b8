/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-operation-private.h"

/* What all public calls share: how `foo`, `foo_async` and `foo_finish` run one operation. */

/* A task as every async call of ours has it: tagged by its function, and with a result that is known returned
 * even if a cancel came in between. */
GTask *hbase_task_new (gpointer source,
                       gpointer tag,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data);

/* Makes a one-shot operation the task's data. FALSE where there is none: the task has returned the error
 * then. */
gboolean hbase_task_take_operation (GTask *task, HBaseOperation *operation, GError *error);

/* Of a call whose operation is its task's data: the operation (still the task's) once it is done, or NULL and
 * why not. */
gpointer hbase_task_finish (gpointer source, gpointer tag, GAsyncResult *result, GError **error);
/* Of a call whose task has a result of its own. */
gboolean hbase_task_finish_boolean (gpointer source, gpointer tag, GAsyncResult *result, GError **error);
gpointer hbase_task_finish_pointer (gpointer source, gpointer tag, GAsyncResult *result, GError **error);
gssize hbase_task_finish_int (gpointer source, gpointer tag, GAsyncResult *result, GError **error);

/* ---- calls: an operation that is made, run once and taken from ---- */

/* How an object that makes calls runs their operations, as hbase_table_run() and hbase_table_run_async()
 * do. */
typedef gboolean (*HBaseRunFunc) (gpointer object,
                                  HBaseOperation *operation,
                                  GCancellable *cancellable,
                                  GError **error);
typedef void (*HBaseRunAsyncFunc) (gpointer object,
                                   HBaseOperation *operation,
                                   GTask *task /* (transfer full) */);

/* Runs the operation, which is taken, and takes its result: none, a flag (`flag` may be NULL; FALSE on
 * error), or a pointer (NULL on error). */
gboolean hbase_call (
    gpointer object, HBaseRunFunc run, HBaseOperation *operation, GCancellable *cancellable, GError **error);
gboolean hbase_call_flag (gpointer object,
                          HBaseRunFunc run,
                          HBaseOperation *operation,
                          gboolean *flag,
                          GCancellable *cancellable,
                          GError **error);
gpointer hbase_call_pointer (
    gpointer object, HBaseRunFunc run, HBaseOperation *operation, GCancellable *cancellable, GError **error);
/* The same in the thread-default context; the functions below finish it. */
void hbase_call_async (gpointer object,
                       HBaseRunAsyncFunc run_async,
                       gpointer tag,
                       HBaseOperation *operation,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data);
gboolean hbase_call_finish (gpointer object, gpointer tag, GAsyncResult *result, GError **error);
gboolean
hbase_call_finish_flag (gpointer object, gpointer tag, GAsyncResult *result, gboolean *flag, GError **error);
gpointer hbase_call_finish_pointer (gpointer object, gpointer tag, GAsyncResult *result, GError **error);
