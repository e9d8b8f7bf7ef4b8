/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-store-private.h"

/* Giving unused pages of the database's file back, in steps. */

/* Makes a step, in a transaction of its own, and sets `*is_done` when at most a quarter of the file is
 * unused, or nothing if `all` is set. If it fails, nothing has changed. */
gboolean hbase_local_shrinking_run (
    HBaseLocalStore *store, gboolean all, gboolean *is_done, HBaseLocalBudget *budget, GError **error);
