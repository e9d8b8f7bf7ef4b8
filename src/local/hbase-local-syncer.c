/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Group commit: a commit that waits for its sync is synced together with all that were written before the
 * sync began.
 *
 * 1. Commits are numbered in the order in which they are in the log. A sync covers all commits that were
 *    counted when it began.
 * 2. One thread syncs at a time, with its own connection's descriptor; the others wait for it, and then
 *    one of those whose commits it didn't cover is next. So the more commits wait, the more a sync covers.
 * 3. The entry of the log in its directory is synced once, before the first sync returns.
 * 4. A sync that failed is never tried again: the system may have dropped the pages that it couldn't
 *    write, and report success. */

#include "config.h"

#include <fcntl.h>
#include <unistd.h>

#include "hbase-local-syncer-private.h"
#include "hbase-local-vfs-private.h"

struct _HBaseLocalSyncer {
  char *directory;
  GMutex mutex;
  GCond synced;
  guint64 n_commits;
  HBaseLocalLogEnd end; /* of the last one of them */
  guint64 n_synced;
  gboolean is_syncing;
  gboolean is_directory_synced;
  gboolean has_failed;
};

HBaseLocalSyncer *
hbase_local_syncer_new (const char *directory)
{
  HBaseLocalSyncer *syncer = g_new0 (HBaseLocalSyncer, 1);

  syncer->directory = g_strdup (directory);
  g_mutex_init (&syncer->mutex);
  g_cond_init (&syncer->synced);
  return syncer;
}

void
hbase_local_syncer_free (HBaseLocalSyncer *syncer)
{
  g_cond_clear (&syncer->synced);
  g_mutex_clear (&syncer->mutex);
  g_free (syncer->directory);
  g_free (syncer);
}

/* Returns NULL if there is none. */
static sqlite3_file *
log_of (HBaseLocalDb *db)
{
  sqlite3_file *log = NULL;

  return sqlite3_file_control (db->sqlite, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK
                 && log != NULL && log->pMethods != NULL
             ? log
             : NULL;
}

guint64
hbase_local_syncer_add (HBaseLocalSyncer *syncer, HBaseLocalDb *db)
{
  sqlite3_file *log = log_of (db);
  HBaseLocalLogEnd end = { .offset = 0 };
  guint64 ticket;

  if (log != NULL)
    end = hbase_local_vfs_get_commit (log);
  g_mutex_lock (&syncer->mutex);
  ticket = ++syncer->n_commits;
  if (syncer->end.offset == 0 || hbase_local_log_end_is_later (&end, &syncer->end))
    syncer->end = end;
  g_mutex_unlock (&syncer->mutex);
  return ticket;
}

/* Some file systems can't sync a directory: then there is nothing to sync. */
static void
sync_directory (HBaseLocalSyncer *syncer)
{
  int fd = syncer->is_directory_synced ? -1 : open (syncer->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  syncer->is_directory_synced = TRUE;
  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

/* Syncs the log, of which transactions up to `end` are complete. */
static gboolean
sync_log (HBaseLocalSyncer *syncer, HBaseLocalDb *db, const HBaseLocalLogEnd *end)
{
  sqlite3_file *log = log_of (db);

  sync_directory (syncer);
  if (log == NULL || log->pMethods->xSync (log, SQLITE_SYNC_NORMAL) != SQLITE_OK)
    return FALSE;
  hbase_local_vfs_note_synced (log, end);
  return TRUE;
}

/* Called, and returns, with the mutex locked. */
static void
sync_all (HBaseLocalSyncer *syncer, HBaseLocalDb *db)
{
  guint64 n_commits = syncer->n_commits;
  HBaseLocalLogEnd end = syncer->end;
  gboolean ok;

  syncer->is_syncing = TRUE;
  g_mutex_unlock (&syncer->mutex);
  ok = sync_log (syncer, db, &end);
  g_mutex_lock (&syncer->mutex);
  syncer->is_syncing = FALSE;
  if (ok)
    syncer->n_synced = n_commits;
  else
    syncer->has_failed = TRUE;
  g_cond_broadcast (&syncer->synced);
}

gboolean
hbase_local_syncer_wait (HBaseLocalSyncer *syncer, HBaseLocalDb *db, guint64 ticket)
{
  gboolean done;

  g_mutex_lock (&syncer->mutex);
  while (syncer->n_synced < ticket && !syncer->has_failed)
    if (syncer->is_syncing)
      g_cond_wait (&syncer->synced, &syncer->mutex);
    else
      sync_all (syncer, db);
  done = syncer->n_synced >= ticket;
  g_mutex_unlock (&syncer->mutex);
  return done;
}

void
hbase_local_syncer_fail (HBaseLocalSyncer *syncer)
{
  g_mutex_lock (&syncer->mutex);
  syncer->has_failed = TRUE;
  g_cond_broadcast (&syncer->synced);
  g_mutex_unlock (&syncer->mutex);
}

gboolean
hbase_local_syncer_has_failed (HBaseLocalSyncer *syncer)
{
  gboolean has_failed;

  g_mutex_lock (&syncer->mutex);
  has_failed = syncer->has_failed;
  g_mutex_unlock (&syncer->mutex);
  return has_failed;
}
