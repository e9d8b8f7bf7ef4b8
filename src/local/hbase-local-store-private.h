/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-db-private.h"

/* SQLite beneath the engine: connections and transactions. Errors are HBASE_ERROR_STORAGE, or the budget's. */

typedef struct _HBaseLocalStore HBaseLocalStore;

typedef enum {
  HBASE_LOCAL_ACCESS_NONE,           /* no connection at all */
  HBASE_LOCAL_ACCESS_READ,           /* one moment's view */
  HBASE_LOCAL_ACCESS_WRITE,          /* durable when the commit returns */
  HBASE_LOCAL_ACCESS_WRITE_UNSYNCED, /* survives the process, perhaps not the power */
} HBaseLocalAccess;

#define HBASE_LOCAL_FILE_NAME "hbase-glib.sqlite"

/* `directory` NULL: in memory. */
HBaseLocalStore *
hbase_local_store_open (const char *directory, HBaseLocalOpen how, HBaseLocalBudget *budget, GError **error);
void hbase_local_store_close (HBaseLocalStore *store);

/* A transaction begins, and a connection is lent for it, which spends the budget until the end. */
HBaseLocalDb *hbase_local_store_begin (HBaseLocalStore *store,
                                       HBaseLocalAccess access,
                                       HBaseLocalBudget *budget,
                                       GError **error);
/* It ends: what was written is there (and TRUE), or nothing of it, as where the budget is exhausted by then.
 * The connection goes back in any case. */
gboolean
hbase_local_store_commit (HBaseLocalStore *store, HBaseLocalDb *db, HBaseLocalAccess access, GError **error);
void hbase_local_store_rollback (HBaseLocalStore *store, HBaseLocalDb *db, HBaseLocalAccess access);

/* After the `n`th time, from 0 on, that a call failed since the disk is full: TRUE, there may be space to try it again. Only
 * what frees space gets the reserve. */
gboolean hbase_local_store_make_space (HBaseLocalStore *store,
                                       gboolean frees_space,
                                       guint n,
                                       HBaseLocalBudget *budget);
