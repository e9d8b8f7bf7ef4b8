/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-writers-private.h"

/* A database: its connections and transactions. Errors are HBASE_ERROR_STORAGE, or the budget's. See
 * docs/design-engine.md. */

typedef struct _HBaseLocalStore HBaseLocalStore;

#define HBASE_LOCAL_FILE_NAME "hbase-glib.sqlite"

/* `directory` NULL: in memory. */
HBaseLocalStore *
hbase_local_store_open (const char *directory, HBaseLocalOpen how, HBaseLocalBudget *budget, GError **error);
void hbase_local_store_close (HBaseLocalStore *store);

/* Closes the connections that are idle since a time before `before`, in µs of the monotonic clock, except
 * one connection, whose cache is freed. */
void hbase_local_store_close_idle (HBaseLocalStore *store, gint64 before);

/* Returns the number of connections that have files open: none in memory. */
guint hbase_local_store_count_on_disk (HBaseLocalStore *store);

/* Acquires a connection and begins a transaction on it. The connection spends the budget until the
 * transaction ends. */
HBaseLocalDb *hbase_local_store_begin (HBaseLocalStore *store,
                                       HBaseLocalAccess access,
                                       HBaseLocalBudget *budget,
                                       GError **error);
/* Ends a transaction and releases the connection in any case. Fails if the budget is exhausted by then. On
 * failure nothing was written, except with HBASE_ERROR_OUTCOME_UNKNOWN. */
gboolean
hbase_local_store_commit (HBaseLocalStore *store, HBaseLocalDb *db, HBaseLocalAccess access, GError **error);
void hbase_local_store_rollback (HBaseLocalStore *store, HBaseLocalDb *db, HBaseLocalAccess access);

/* Executes a writer in a transaction, perhaps together with other writers that `share` theirs, and commits
 * it. On failure nothing was written, except with HBASE_ERROR_OUTCOME_UNKNOWN. */
gboolean hbase_local_store_write (HBaseLocalStore *store, HBaseLocalWriter *writer, GError **error);

/* Makes space after a call has failed for the `n`th time, counted from 0, because the disk is full. Returns
 * whether to try the call again. The reserve is used only for calls that free space. */
gboolean hbase_local_store_make_space (HBaseLocalStore *store,
                                       gboolean frees_space,
                                       guint n,
                                       HBaseLocalBudget *budget);
