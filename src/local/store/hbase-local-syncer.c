/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Group commit: a commit that waits for its sync is synced together with all commits that were written before
 * the sync began.
 *
 * 1. Commits are numbered in the order in which they are in the log. A sync covers all commits that were
 *    counted when it began.
 * 2. One thread syncs at a time; the others wait for it, and then one of the threads whose commits it didn't
 *    cover is next. So the more commits wait, the more a sync covers.
 * 3. The entry of the log in its directory is synced once, before the first sync returns.
 * 4. A sync that failed is never tried again: the system may have dropped the pages that it couldn't
 *    write, and report success. */

#include "config.h"

#include <fcntl.h>
#include <unistd.h>

#include "hbase-local-syncer-private.h"
#include "hbase-local-vfs-private.h"

struct _HBaseLocalSyncer {
  char *path;
  GMutex mutex;
  GCond synced;
  guint64 n_commits;
  HBaseLocalLogEnd end; /* of the last of them */
  guint64 n_synced;
  HBaseLocalOpenLog *log; /* NULL: not open */
  gboolean is_syncing;
  guint64 n_covered; /* commits that the sync under way covers */
  gboolean is_directory_synced;
  gboolean has_failed;
};

HBaseLocalSyncer *
hbase_local_syncer_new (const char *path)
{
  HBaseLocalSyncer *syncer = g_new0 (HBaseLocalSyncer, 1);

  syncer->path = g_strdup (path);
  g_mutex_init (&syncer->mutex);
  g_cond_init (&syncer->synced);
  return syncer;
}

void
hbase_local_syncer_free (HBaseLocalSyncer *syncer)
{
  g_clear_pointer (&syncer->log, hbase_local_log_close);
  g_cond_clear (&syncer->synced);
  g_mutex_clear (&syncer->mutex);
  g_free (syncer->path);
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
  g_autofree char *directory = NULL;
  int fd;

  if (syncer->is_directory_synced)
    return;
  syncer->is_directory_synced = TRUE;
  directory = g_path_get_dirname (syncer->path);
  fd = open (directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

static gboolean
open_log_locked (HBaseLocalSyncer *syncer)
{
  if (syncer->log == NULL)
    syncer->log = hbase_local_vfs_open_log (syncer->path);
  return syncer->log != NULL;
}

gboolean
hbase_local_syncer_open_log (HBaseLocalSyncer *syncer)
{
  gboolean ok;

  g_mutex_lock (&syncer->mutex);
  ok = open_log_locked (syncer);
  g_mutex_unlock (&syncer->mutex);
  return ok;
}

/* Called, and returns, with the mutex locked. */
static void
sync_all (HBaseLocalSyncer *syncer)
{
  guint64 n_commits = syncer->n_commits;
  HBaseLocalLogEnd end = syncer->end;
  gboolean ok = open_log_locked (syncer);

  syncer->is_syncing = TRUE;
  syncer->n_covered = n_commits;
  g_mutex_unlock (&syncer->mutex);
  sync_directory (syncer);
  ok = ok && hbase_local_log_sync (syncer->log, &end);
  g_mutex_lock (&syncer->mutex);
  syncer->is_syncing = FALSE;
  if (ok)
    syncer->n_synced = n_commits;
  else
    syncer->has_failed = TRUE;
  g_cond_broadcast (&syncer->synced);
}

static void
wait_locked (HBaseLocalSyncer *syncer, guint64 ticket)
{
  while (syncer->n_synced < ticket && !syncer->has_failed)
    if (syncer->is_syncing)
      g_cond_wait (&syncer->synced, &syncer->mutex);
    else
      sync_all (syncer);
}

gboolean
hbase_local_syncer_wait (HBaseLocalSyncer *syncer, guint64 ticket)
{
  gboolean done;

  g_mutex_lock (&syncer->mutex);
  wait_locked (syncer, ticket);
  done = syncer->n_synced >= ticket;
  g_mutex_unlock (&syncer->mutex);
  return done;
}

void
hbase_local_syncer_wait_until_next (HBaseLocalSyncer *syncer)
{
  g_mutex_lock (&syncer->mutex);
  while (syncer->is_syncing && syncer->n_commits == syncer->n_covered)
    g_cond_wait (&syncer->synced, &syncer->mutex);
  g_mutex_unlock (&syncer->mutex);
}

void
hbase_local_syncer_close_log (HBaseLocalSyncer *syncer)
{
  g_mutex_lock (&syncer->mutex);
  wait_locked (syncer, syncer->n_commits);
  while (syncer->is_syncing)
    g_cond_wait (&syncer->synced, &syncer->mutex);
  g_clear_pointer (&syncer->log, hbase_local_log_close);
  g_mutex_unlock (&syncer->mutex);
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
