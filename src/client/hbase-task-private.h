/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-operation-private.h"

/* The code that all public calls share: how `foo`, `foo_async` and `foo_finish` run one operation. */

/* Makes the task of an asynchronous call. It is tagged by the call's function, and returns a result that is
 * known even if the call is cancelled meanwhile. */
GTask *hbase_task_new (gpointer source,
                       gpointer tag,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data);

/* The same, with a priority of the callback. */
GTask *hbase_task_new_with_priority (gpointer source,
                                     int priority,
                                     gpointer tag,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);

/* Finishes a call whose operation is its task's data. Returns the operation, which the task still owns;
 * NULL on error. */
gpointer hbase_task_finish (gpointer source, gpointer tag, GAsyncResult *result, GError **error);
/* Finish calls whose tasks have results of their own. */
gboolean hbase_task_finish_boolean (gpointer source, gpointer tag, GAsyncResult *result, GError **error);
gpointer hbase_task_finish_pointer (gpointer source, gpointer tag, GAsyncResult *result, GError **error);
gssize hbase_task_finish_int (gpointer source, gpointer tag, GAsyncResult *result, GError **error);

/* ---- calls that make an operation, run it once, and take its result ---- */

/* Functions that run the operations of an object's calls, such as hbase_table_run() and
 * hbase_table_run_async(). */
typedef gboolean (*HBaseRunFunc) (gpointer object,
                                  HBaseOperation *operation,
                                  GCancellable *cancellable,
                                  GError **error);
typedef void (*HBaseRunAsyncFunc) (gpointer object,
                                   HBaseOperation *operation,
                                   GTask *task /* (transfer full) */);

/* Run the operation, free it, and return its result: none, a flag (`flag` may be NULL; it is FALSE on
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
/* Starts such a call in the thread-default main context; the functions below finish it. */
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
