/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-db-private.h"

/* Syncs of a database's log that several commits share. */

typedef struct _HBaseLocalSyncer HBaseLocalSyncer;

HBaseLocalSyncer *hbase_local_syncer_new (const char *directory);
void hbase_local_syncer_free (HBaseLocalSyncer *syncer);
/* Counts a commit that the connection has written to the log. Returns its ticket. */
guint64 hbase_local_syncer_add (HBaseLocalSyncer *syncer, HBaseLocalDb *db);
/* Waits until the commit is synced; the connection is one that the caller has acquired. Returns FALSE if a
 * sync has failed. */
gboolean hbase_local_syncer_wait (HBaseLocalSyncer *syncer, HBaseLocalDb *db, guint64 ticket);
/* Records that another sync has failed, of a checkpoint. */
void hbase_local_syncer_fail (HBaseLocalSyncer *syncer);
gboolean hbase_local_syncer_has_failed (HBaseLocalSyncer *syncer);
