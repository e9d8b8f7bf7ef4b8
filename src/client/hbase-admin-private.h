/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-admin.h"
#include "hbase-connection-private.h"
#include "hbase-target-private.h"
#include "hbase-task-private.h"

/* What an admin's calls share, as those of a table do: see hbase-table-private.h. */

/* For operations to encode their arguments by. */
HBaseTarget hbase_admin_get_target (HBaseAdmin *admin, const char *table);
HBaseOperation *
hbase_admin_call (HBaseAdmin *admin, HBaseOperation *operation, GCancellable *cancellable, GError **error);
void hbase_admin_call_async (HBaseAdmin *admin,
                             gpointer tag,
                             HBaseOperation *operation,
                             GError *error,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
/* The same for an operation that is made of the table's name alone, or of nothing (NULL). */
void hbase_admin_make_async (HBaseAdmin *admin,
                             gpointer tag,
                             HBaseOperation *(*make) (HBaseTarget target, GError **error),
                             const char *name,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
