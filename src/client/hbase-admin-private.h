/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-admin.h"
#include "hbase-operation-private.h"

/* What the files of HBaseAdmin's calls share. */

/* Returns the target of calls for a table; NULL: none. */
HBaseTarget hbase_admin_get_target (HBaseAdmin *admin, const char *table);
/* Run the operation of a call, see HBaseRunFunc. */
gboolean
hbase_admin_run (gpointer object, HBaseOperation *operation, GCancellable *cancellable, GError **error);
void hbase_admin_run_async (gpointer object, HBaseOperation *operation, GTask *task /* (transfer full) */);
