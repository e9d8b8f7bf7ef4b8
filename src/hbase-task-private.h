/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-operation-private.h"

/* What all public calls share: `foo`, `foo_async` and `foo_finish` are one operation, made, run and taken from. */

/* A task as every async call of ours has it: tagged by its function, and with a result that is known returned even if
 * a cancel came in between. */
GTask *hbase_task_new (gpointer source,
                       gpointer tag,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data);

/* Of a call whose operation is its task's data: the operation (still the task's) once it is done, or NULL and why not. */
gpointer hbase_task_finish (gpointer source, gpointer tag, GAsyncResult *result, GError **error);
