/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-operation-private.h"

/* What all public calls share: `foo`, `foo_async` and `foo_finish` are one operation, made, run and taken
 * from. */

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
/* Gives what the call with a boolean result has answered; FALSE: there is no operation. */
gboolean hbase_task_take_flag (HBaseOperation *operation, gboolean *flag);
