/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-db-private.h"

/* Syncs of a database's log that several commits share. */

typedef struct _HBaseLocalSyncer HBaseLocalSyncer;

/* `path` is that of the database. */
HBaseLocalSyncer *hbase_local_syncer_new (const char *path);
void hbase_local_syncer_free (HBaseLocalSyncer *syncer);
/* Opens the log, unless it is open, so that a commit can be synced. A connection must be open. Returns FALSE
 * if that fails. */
gboolean hbase_local_syncer_open_log (HBaseLocalSyncer *syncer);
/* Closes the log when all commits are synced. This comes before the end of any connection, as SQLite removes
 * the log with the last connection. */
void hbase_local_syncer_close_log (HBaseLocalSyncer *syncer);
/* Counts a commit that the connection has written to the log. Returns its ticket. */
guint64 hbase_local_syncer_add (HBaseLocalSyncer *syncer, HBaseLocalDb *db);
/* Waits until the commit is synced. Returns FALSE if a sync has failed. */
gboolean hbase_local_syncer_wait (HBaseLocalSyncer *syncer, guint64 ticket);
/* Waits until no sync is under way, or another commit waits for its end already. */
void hbase_local_syncer_wait_until_next (HBaseLocalSyncer *syncer);
/* Records that another sync has failed, of a checkpoint. */
void hbase_local_syncer_fail (HBaseLocalSyncer *syncer);
gboolean hbase_local_syncer_has_failed (HBaseLocalSyncer *syncer);
