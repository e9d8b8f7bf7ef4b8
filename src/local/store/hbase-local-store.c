/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A database: its directory, its connections, and its transactions.
 *
 * 1. A connection is idle, or used by exactly one transaction.
 * 2. Writers of this process exclude each other by the turn, which one of them has; writers of other
 *    processes are excluded by SQLite's lock. A write transaction takes that lock when it begins, so that it
 *    can't fail halfway because of another writer.
 * 3. No transaction outlives a call: a reader that stays would prevent checkpoints of the log.
 * 4. After an error that leaves its state uncertain a connection is closed and not used again. In memory
 *    the connection is the database itself, so it is kept.
 * 5. Dropped tables return their pages to the database, not to the disk. But dropping a table takes space in
 *    the log; so a reserve of blocks is made by the first write, released when the disk is full, and made
 *    again later.
 * 6. A commit writes to the log without a sync. A durable commit then waits for a sync that began after it,
 *    which it may share with others, and lets other writers use the connection meanwhile. Reads may see it
 *    before.
 * 7. After a sync has failed nothing is read or written any more: the system may have dropped what it
 *    couldn't write, and another sync would succeed.
 * 8. Writers that wait for their turn may be executed in the transaction of the writer that has it. If one
 *    of them fails after it has written, or the commit fails and has certainly written nothing, all are
 *    undone, and executed again in transactions of their own.
 * 9. The number of connections is limited, by the descriptors that they need and the pages that they keep. A
 *    transaction that finds all of them used waits. Since none uses two, a transaction that has a connection
 *    can always end. Connections that weren't used for a while are closed.
 * 10. A child after fork() doesn't touch what it inherited: the locks belong to its parent. */

#include "config.h"

#include <glib/gstdio.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "hbase-error-private.h"
#include "hbase-forks-private.h"
#include "hbase-local-descriptors-private.h"
#include "hbase-local-store-private.h"
#include "hbase-local-syncer-private.h"
#include "hbase-local-vfs-private.h"

/* The number of idle connections that keep their caches, which are for the connections that are used again
 * first. After many calls at a time there are more. */
#define CACHED_CONNECTIONS_MAX 8
/* The time after which an unused connection is closed. */
#define UNUSED_US (10 * G_USEC_PER_SEC)
/* The delay after the reserve couldn't be made, or was used. */
#define RESERVE_RETRY_US (60 * G_USEC_PER_SEC)
/* The number of writers that are executed in the transaction of another writer, at most. */
#define TAKEN_MAX 64

struct _HBaseLocalStore {
  HBaseLocalSyncer *syncer; /* NULL: in memory */
  HBaseLocalOpen how;       /* for further connections */
  char *path;
  char *directory;           /* NULL: in memory */
  gint64 next_reserve_check; /* µs, monotonic; belongs to the writer that has the turn */
  gint forks;                /* hbase_get_forks() when it was opened */
  HBaseLocalWriters writers;
  GMutex mutex;
  GCond returned; /* signalled when a connection was returned or closed */
  guint n_open;   /* connections, idle or used */
  guint max_open;
  gint64 next_close; /* when unused connections are looked for */
  GQueue idle;       /* connections with caches at the tail, from where they are taken */
};

static inline gboolean
is_in_memory (const HBaseLocalStore *store)
{
  return store->directory == NULL;
}

static gboolean
may_make_space (const HBaseLocalStore *store)
{
  return !is_in_memory (store) && store->how != HBASE_LOCAL_OPEN_READ_ONLY;
}

/* ---- the reserve ---- */

/* The file beside the database that reserves blocks of the disk for calls that free space. */
#define RESERVE_NAME "hbase-glib.reserve"
#define RESERVE_SIZE (4 * 1024 * 1024)
/* A reserve up to this size is released at once. */
#define SMALLEST_RELEASE (512 * 1024)

/* Opens the reserve, unless the name belongs to something else: a link to another file, or another user's
 * file. Returns -1 then. */
static int
reserve_open (const char *directory, int flags, gint64 *size)
{
  g_autofree char *path = g_build_filename (directory, RESERVE_NAME, NULL);
  int fd = g_open (path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | flags, 0600);
  struct stat status;

  if (fd < 0)
    return -1;
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode) && status.st_uid == geteuid ()
      && status.st_nlink == 1)
    {
      *size = (gint64) status.st_size;
      return fd;
    }
  close (fd);
  return -1;
}

/* Other writers need space, too. */
static gboolean
has_space (const char *directory)
{
  struct statvfs status;

  return statvfs (directory, &status) == 0
         && (guint64) status.f_bavail * status.f_frsize >= 2 * (guint64) RESERVE_SIZE;
}

/* Makes the file, or restores its size, if the disk has ample space. Returns FALSE if it isn't of full size.
 * */
static gboolean
reserve_fill (const char *directory)
{
  gint64 size;
  int fd = reserve_open (directory, O_CREAT, &size);
  gboolean ok;

  if (fd < 0)
    return FALSE;
  ok = size >= RESERVE_SIZE || (has_space (directory) && posix_fallocate (fd, 0, RESERVE_SIZE) == 0);
  close (fd);
  return ok;
}

/* Releases half of the reserve, or all that is left of it. Returns FALSE if there was none. */
static gboolean
reserve_release (const char *directory)
{
  gint64 size;
  int fd = reserve_open (directory, 0, &size);
  gboolean ok;

  if (fd < 0)
    return FALSE;
  ok = size > 0 && ftruncate (fd, size > SMALLEST_RELEASE ? (off_t) (size / 2) : 0) == 0;
  close (fd);
  return ok;
}

/* ---- opening ---- */

/* Makes a directory that only its owner can access, whatever the umask is. An existing directory keeps its
 * permissions. */
static gboolean
make_directory (const char *directory, GError **error)
{
  if (g_mkdir (directory, 0700) == 0)
    {
      /* The umask may have removed the owner's own permissions. */
      g_chmod (directory, 0700);
      return TRUE;
    }
  if (errno == EEXIST && g_file_test (directory, G_FILE_TEST_IS_DIR))
    return TRUE;
  if (errno == EEXIST)
    return hbase_local_storage_error_set (error, "%s is a file: a database wants a directory, name another",
                                          directory);
  return hbase_local_storage_error_set (error, "the directory %s can't be made: %s", directory,
                                        g_strerror (errno));
}

/* Creates the database's file with permissions for its owner only; SQLite would make it readable for
 * others, and gives the log and the other files beside it the database's permissions. Errors are left to
 * SQLite to report.
 *
 * Closing any descriptor of a file drops all locks that the process has on it, so no connection may have
 * opened the file before this descriptor is closed. */
static void
make_file (const char *path)
{
  static GMutex mutex;
  int fd;

  g_mutex_lock (&mutex);
  fd = g_open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd >= 0)
    {
      fchmod (fd, 0600);
      close (fd);
    }
  g_mutex_unlock (&mutex);
}

/* SQLite follows a link to the database, and would create the file that it names. */
static gboolean
check_file (const char *path, GError **error)
{
  struct stat status;

  if (lstat (path, &status) != 0 || S_ISREG (status.st_mode))
    return TRUE;
  return hbase_local_storage_error_set (
      error,
      "%s is %s where the database's file should be: remove it, or name another directory for the database",
      path,
      S_ISDIR (status.st_mode)   ? "a directory"
      : S_ISLNK (status.st_mode) ? "a link"
                                 : "no regular file");
}

/* Users who can write to the directory can replace the files, and put links there. Groups may write: many
 * systems give each user a group of his own. */
static gboolean
check_directory (const char *directory, GError **error)
{
  struct stat status;

  return stat (directory, &status) != 0 || (status.st_mode & S_IWOTH) == 0
         || hbase_local_storage_error_set (
             error,
             "every user can write to the directory %s: name a directory within "
             "it, which is made for you only, or take that permission away",
             directory);
}

/* SQLite would use a damaged log up to the damage, and silently discard the rest. */
static gboolean
check_log (const HBaseLocalStore *store, GError **error)
{
  return is_in_memory (store) || hbase_local_vfs_check_log (store->path)
         || hbase_local_storage_error_set (
             error,
             "%s-wal is damaged, so writes that were acknowledged are lost: restore the "
             "directory, or remove %s-synced to go on with what is left",
             store->path, store->path);
}

/* SQLite needs some disk space even to read. */
static HBaseLocalDb *
open_first (HBaseLocalStore *store, HBaseLocalOpen how, HBaseLocalBudget *budget, GError **error)
{
  for (;;)
    {
      GError *failure = NULL;
      HBaseLocalDb *db;

      budget->is_disk_full = FALSE;
      db = hbase_local_db_open (store->path, how, budget, &failure);
      if (db != NULL)
        return db;
      if (!may_make_space (store) || !budget->is_disk_full || !reserve_release (store->directory))
        {
          g_propagate_error (error, failure);
          return NULL;
        }
      g_error_free (failure);
    }
}

HBaseLocalStore *
hbase_local_store_open (const char *directory, HBaseLocalOpen how, HBaseLocalBudget *budget, GError **error)
{
  HBaseLocalStore *store;
  HBaseLocalDb *db;

  if (directory != NULL && how == HBASE_LOCAL_OPEN_CREATE && !make_directory (directory, error))
    return NULL;
  if (directory != NULL && how != HBASE_LOCAL_OPEN_READ_ONLY && !check_directory (directory, error))
    return NULL;
  store = g_new0 (HBaseLocalStore, 1);
  store->directory = g_strdup (directory);
  store->path
      = directory != NULL ? g_build_filename (directory, HBASE_LOCAL_FILE_NAME, NULL) : g_strdup (":memory:");
  store->how = how == HBASE_LOCAL_OPEN_CREATE ? HBASE_LOCAL_OPEN_EXISTING : how;
  store->forks = hbase_get_forks ();
  store->max_open = directory != NULL ? hbase_local_descriptors_max_databases () : 1;
  store->syncer = directory != NULL ? hbase_local_syncer_new (store->path) : NULL;
  hbase_local_writers_init (&store->writers);
  g_mutex_init (&store->mutex);
  g_cond_init (&store->returned);
  if (!is_in_memory (store) && how == HBASE_LOCAL_OPEN_CREATE)
    make_file (store->path);
  db = check_file (store->path, error) && check_log (store, error) ? open_first (store, how, budget, error)
                                                                   : NULL;
  if (db == NULL)
    {
      hbase_local_store_close (store);
      return NULL;
    }
  db->budget = NULL;
  store->n_open = 1;
  g_queue_push_tail_link (&store->idle, &db->in_idle);
  return store;
}

static HBaseLocalDb *
pop_idle_locked (HBaseLocalStore *store)
{
  GList *link = g_queue_pop_tail_link (&store->idle);

  return link != NULL ? link->data : NULL;
}

static void
close_connections (HBaseLocalStore *store)
{
  HBaseLocalDb *db;

  while ((db = pop_idle_locked (store)) != NULL)
    hbase_local_db_close (db);
  if (store->how == HBASE_LOCAL_OPEN_READ_ONLY)
    hbase_local_db_remove_empty_log (store->path);
}

void
hbase_local_store_close (HBaseLocalStore *store)
{
  if (store->forks == hbase_get_forks ())
    close_connections (store);
  g_clear_pointer (&store->syncer, hbase_local_syncer_free);
  hbase_local_writers_clear (&store->writers);
  g_mutex_clear (&store->mutex);
  g_cond_clear (&store->returned);
  g_free (store->path);
  g_free (store->directory);
  g_free (store);
}

/* ---- transactions ---- */

static gboolean
acquire_turn (HBaseLocalStore *store, HBaseLocalBudget *budget, GError **error)
{
  HBaseLocalWriter writer = { .budget = budget };

  return hbase_local_writers_enter (&store->writers, &writer, error) == HBASE_LOCAL_WRITER_HAS_TURN;
}

static void
count_closed (HBaseLocalStore *store, guint n)
{
  g_mutex_lock (&store->mutex);
  store->n_open -= n;
  g_cond_broadcast (&store->returned);
  g_mutex_unlock (&store->mutex);
}

static HBaseLocalDb *
acquire_connection (HBaseLocalStore *store, HBaseLocalBudget *budget, GError **error)
{
  HBaseLocalDb *db;
  gboolean ok = TRUE;

  g_mutex_lock (&store->mutex);
  while (ok && g_queue_is_empty (&store->idle) && store->n_open >= store->max_open)
    ok = hbase_local_budget_wait (budget, &store->returned, &store->mutex, error);
  db = ok ? pop_idle_locked (store) : NULL;
  store->n_open += ok && db == NULL;
  g_mutex_unlock (&store->mutex);
  if (db != NULL && !hbase_local_db_check_unchanged (db, NULL))
    g_clear_pointer (&db, hbase_local_db_close);
  if (db == NULL && ok && (db = hbase_local_db_open (store->path, store->how, budget, error)) == NULL)
    count_closed (store, 1);
  if (db != NULL)
    db->budget = budget;
  return db;
}

/* Fails after a sync has failed. */
static gboolean
check_syncs (HBaseLocalStore *store, GError **error)
{
  return store->syncer == NULL || !hbase_local_syncer_has_failed (store->syncer)
         || hbase_local_storage_error_set (error,
                                           "%s: writing to the disk failed, and what it has isn't known: "
                                           "close the database, check the disk, and open it again",
                                           store->path);
}

guint
hbase_local_store_count_on_disk (HBaseLocalStore *store)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->mutex);

  return is_in_memory (store) ? 0 : store->n_open;
}

static void
push_idle_locked (HBaseLocalStore *store, HBaseLocalDb *db)
{
  if (is_in_memory (store) || g_queue_get_length (&store->idle) < CACHED_CONNECTIONS_MAX)
    {
      g_queue_push_tail_link (&store->idle, &db->in_idle);
      return;
    }
  sqlite3_db_release_memory (db->sqlite);
  g_queue_push_head_link (&store->idle, &db->in_idle);
}

/* Returns the idle connections that are to be closed, which are idle no more. One connection stays: the
 * database in memory is that connection itself. */
static GQueue
take_unused_locked (HBaseLocalStore *store, gint64 before)
{
  GQueue unused = G_QUEUE_INIT;

  for (GList *link = store->idle.head, *next; link != NULL; link = next)
    {
      HBaseLocalDb *db = link->data;

      next = link->next;
      if (db->idle_since >= before)
        continue;
      if (unused.length + 1 == store->n_open)
        {
          sqlite3_db_release_memory (db->sqlite);
          break;
        }
      g_queue_unlink (&store->idle, link);
      g_queue_push_tail_link (&unused, link);
    }
  return unused;
}

void
hbase_local_store_close_idle (HBaseLocalStore *store, gint64 before)
{
  GQueue unused;
  GList *link;

  g_mutex_lock (&store->mutex);
  store->next_close = g_get_monotonic_time () + UNUSED_US;
  unused = take_unused_locked (store, before);
  store->n_open -= unused.length;
  g_mutex_unlock (&store->mutex);
  while ((link = g_queue_pop_head_link (&unused)) != NULL)
    hbase_local_db_close (link->data);
}

static void
return_connection (HBaseLocalStore *store, HBaseLocalDb *db)
{
  gboolean is_due;

  if (db->has_sync_failed && store->syncer != NULL)
    hbase_local_syncer_fail (store->syncer);
  db->budget = NULL;
  db->is_committing = FALSE;
  if (db->is_broken && !is_in_memory (store))
    {
      hbase_local_syncer_close_log (store->syncer);
      hbase_local_db_close (db);
      count_closed (store, 1);
      return;
    }
  db->idle_since = g_get_monotonic_time ();
  g_mutex_lock (&store->mutex);
  push_idle_locked (store, db);
  g_cond_signal (&store->returned);
  is_due = db->idle_since >= store->next_close;
  g_mutex_unlock (&store->mutex);
  if (is_due)
    hbase_local_store_close_idle (store, g_get_monotonic_time () - UNUSED_US);
}

static void
release_connection (HBaseLocalStore *store, HBaseLocalDb *db, HBaseLocalAccess access)
{
  return_connection (store, db);
  if (access != HBASE_LOCAL_ACCESS_READ)
    hbase_local_writers_leave (&store->writers);
}

static void
fill_reserve (HBaseLocalStore *store)
{
  gint64 now = g_get_monotonic_time ();

  if (!is_in_memory (store) && now >= store->next_reserve_check)
    store->next_reserve_check = reserve_fill (store->directory) ? G_MAXINT64 : now + RESERVE_RETRY_US;
}

static void
truncate_log (HBaseLocalStore *store, HBaseLocalBudget *budget)
{
  HBaseLocalDb *db = acquire_connection (store, budget, NULL);

  if (db == NULL)
    return;
  hbase_local_db_truncate_log (db);
  release_connection (store, db, HBASE_LOCAL_ACCESS_READ);
}

gboolean
hbase_local_store_make_space (HBaseLocalStore *store, gboolean frees_space, guint n, HBaseLocalBudget *budget)
{
  gboolean ok = n == 0;

  if (!may_make_space (store) || !acquire_turn (store, budget, NULL))
    return FALSE;
  if (n > 0 && frees_space)
    {
      store->next_reserve_check = g_get_monotonic_time () + RESERVE_RETRY_US;
      ok = reserve_release (store->directory);
    }
  if (ok)
    truncate_log (store, budget);
  hbase_local_writers_leave (&store->writers);
  return ok;
}

/* Ends the transaction, and returns NULL, if it couldn't be made durable. */
static HBaseLocalDb *
prepare_sync (HBaseLocalStore *store, HBaseLocalDb *db, HBaseLocalAccess access, GError **error)
{
  if (access != HBASE_LOCAL_ACCESS_WRITE || is_in_memory (store)
      || hbase_local_syncer_open_log (store->syncer))
    return db;
  hbase_local_storage_error_set (error, "%s-wal can't be opened: is a file descriptor left?", store->path);
  hbase_local_store_rollback (store, db, access);
  return NULL;
}

static gboolean
begin_transaction (HBaseLocalDb *db, HBaseLocalAccess access, GError **error)
{
  return access == HBASE_LOCAL_ACCESS_READ ? hbase_local_db_begin_read (db, error)
                                           : hbase_local_db_run_cached (db, "BEGIN IMMEDIATE", error);
}

/* A writer has the turn, and loses it on failure. */
static HBaseLocalDb *
begin_in_turn (HBaseLocalStore *store, HBaseLocalAccess access, HBaseLocalBudget *budget, GError **error)
{
  HBaseLocalDb *db = check_syncs (store, error) ? acquire_connection (store, budget, error) : NULL;

  if (db == NULL)
    {
      if (access != HBASE_LOCAL_ACCESS_READ)
        hbase_local_writers_leave (&store->writers);
      return NULL;
    }
  if (begin_transaction (db, access, error))
    return prepare_sync (store, db, access, error);
  hbase_local_db_reset (db);
  release_connection (store, db, access);
  return NULL;
}

static gboolean
check_process (const HBaseLocalStore *store, GError **error)
{
  return store->forks == hbase_get_forks ()
         || hbase_local_storage_error_set (error, "%s was opened before fork(): open it anew in the child",
                                           store->path);
}

HBaseLocalDb *
hbase_local_store_begin (HBaseLocalStore *store,
                         HBaseLocalAccess access,
                         HBaseLocalBudget *budget,
                         GError **error)
{
  if (!check_process (store, error))
    return NULL;
  if (access != HBASE_LOCAL_ACCESS_READ && !acquire_turn (store, budget, error))
    return NULL;
  return begin_in_turn (store, access, budget, error);
}

/* A commit whose bytes couldn't be written or synced may still be found, whole, when the log is recovered
 * after a crash. */
static gboolean
is_in_doubt (int extended)
{
  return extended == SQLITE_IOERR_WRITE || extended == SQLITE_IOERR_FSYNC
         || extended == SQLITE_IOERR_DIR_FSYNC;
}

/* Waits for the sync of a commit, while others write: the next writer with the same connection, which has the
 * pages and the table that it needs. */
static gboolean
sync_commit (HBaseLocalStore *store, HBaseLocalDb *db, GError **error)
{
  guint64 ticket = hbase_local_syncer_add (store->syncer, db);
  gboolean done;

  release_connection (store, db, HBASE_LOCAL_ACCESS_WRITE);
  done = hbase_local_syncer_wait (store->syncer, ticket);
  if (!done)
    hbase_error_set (error, HBASE_ERROR_OUTCOME_UNKNOWN,
                     "hbase-glib: storage: %s: syncing the disk failed, so that it isn't known whether the "
                     "write is there: close the database, check the disk, and open it again",
                     store->path);
  return done;
}

static gboolean
finish_commit (HBaseLocalStore *store, HBaseLocalDb *db, HBaseLocalAccess access, GError **error)
{
  if (access != HBASE_LOCAL_ACCESS_READ)
    fill_reserve (store);
  if (access == HBASE_LOCAL_ACCESS_WRITE && store->syncer != NULL)
    return sync_commit (store, db, error);
  release_connection (store, db, access);
  return TRUE;
}

/* The transaction of a reader ended when its statements were reset. */
static gboolean
commit (HBaseLocalDb *db, HBaseLocalAccess access, GError **error)
{
  return hbase_local_db_check_unchanged (db, error)
         && (access == HBASE_LOCAL_ACCESS_READ || hbase_local_db_commit (db, error));
}

gboolean
hbase_local_store_commit (HBaseLocalStore *store, HBaseLocalDb *db, HBaseLocalAccess access, GError **error)
{
  HBaseLocalBudget *budget = db->budget;

  hbase_local_db_reset (db);
  if (access != HBASE_LOCAL_ACCESS_READ && !hbase_local_budget_check (budget))
    {
      hbase_local_store_rollback (store, db, access);
      return hbase_local_budget_set_error (budget, error);
    }
  db->is_committing = TRUE;
  if (commit (db, access, error))
    return finish_commit (store, db, access, error);
  if (error != NULL && is_in_doubt (sqlite3_extended_errcode (db->sqlite)))
    (*error)->code = HBASE_ERROR_OUTCOME_UNKNOWN;
  hbase_local_store_rollback (store, db, access);
  return FALSE;
}

void
hbase_local_store_rollback (HBaseLocalStore *store, HBaseLocalDb *db, HBaseLocalAccess access)
{
  db->is_committing = TRUE;
  hbase_local_db_reset (db);
  /* Some errors have rolled back already. If this fails the connection is closed, which rolls back as
   * well. */
  if (!sqlite3_get_autocommit (db->sqlite) && !hbase_local_db_run_cached (db, "ROLLBACK", NULL))
    db->is_broken = TRUE;
  release_connection (store, db, access);
}

/* ---- transactions that writers share ---- */

static gboolean
execute_taken (HBaseLocalDb *db, HBaseLocalWriter *writer)
{
  gboolean ok;

  db->budget = writer->budget;
  ok = writer->execute (db, writer->data, &writer->error);
  hbase_local_db_reset (db);
  return ok
         && (hbase_local_budget_check (writer->budget)
             || hbase_local_budget_set_error (writer->budget, &writer->error));
}

/* Returns FALSE if the writer has failed after it had written. SQLite itself undoes a transaction after some
 * errors. */
static gboolean
execute_taken_safely (HBaseLocalDb *db, HBaseLocalWriter *writer)
{
  sqlite3_int64 n_changes = sqlite3_total_changes64 (db->sqlite);
  gboolean was_broken = db->is_broken;

  return execute_taken (db, writer)
         || (!sqlite3_get_autocommit (db->sqlite) && sqlite3_total_changes64 (db->sqlite) == n_changes
             && db->is_broken == was_broken);
}

static gboolean
execute_waiting (HBaseLocalStore *store, HBaseLocalDb *db, HBaseLocalAccess access, GQueue *taken)
{
  HBaseLocalBudget *budget = db->budget;
  gboolean ok = TRUE;
  HBaseLocalWriter *writer;

  while (ok && taken->length < TAKEN_MAX
         && (writer = hbase_local_writers_take (&store->writers, access)) != NULL)
    {
      g_queue_push_tail_link (taken, &writer->link);
      ok = execute_taken_safely (db, writer);
    }
  db->budget = budget;
  return ok;
}

/* Returns the state of writers whose transaction couldn't be committed. */
static HBaseLocalWriterState
state_after_failure (const GError *failure)
{
  return g_error_matches (failure, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN) ? HBASE_LOCAL_WRITER_FAILED
                                                                             : HBASE_LOCAL_WRITER_UNDONE;
}

/* Returns the state of the first writer. If others were taken along, they may be the reason why the commit
 * failed, unless its own time was over. */
static HBaseLocalWriterState
finish_failed (HBaseLocalStore *store, GQueue *taken, GError *failure, GError **error)
{
  HBaseLocalWriterState state = state_after_failure (failure);
  gboolean is_own = g_queue_is_empty (taken) || failure->domain == HBASE_LOCAL_BUDGET_ERROR;

  hbase_local_writers_finish (&store->writers, taken, state, failure);
  if (state == HBASE_LOCAL_WRITER_UNDONE && !is_own)
    {
      g_error_free (failure);
      return state;
    }
  g_propagate_error (error, failure);
  return HBASE_LOCAL_WRITER_FAILED;
}

static HBaseLocalWriterState
commit_shared (
    HBaseLocalStore *store, HBaseLocalDb *db, HBaseLocalAccess access, GQueue *taken, GError **error)
{
  GError *failure = NULL;

  if (!hbase_local_store_commit (store, db, access, &failure))
    return finish_failed (store, taken, failure, error);
  hbase_local_writers_finish (&store->writers, taken, HBASE_LOCAL_WRITER_DONE, NULL);
  return HBASE_LOCAL_WRITER_DONE;
}

static HBaseLocalWriterState
execute_in_turn (HBaseLocalStore *store, HBaseLocalWriter *writer, GError **error)
{
  HBaseLocalDb *db = begin_in_turn (store, writer->access, writer->budget, error);
  GQueue taken = G_QUEUE_INIT;

  if (db == NULL)
    return HBASE_LOCAL_WRITER_FAILED;
  if (!writer->execute (db, writer->data, error))
    {
      hbase_local_store_rollback (store, db, writer->access);
      return HBASE_LOCAL_WRITER_FAILED;
    }
  if (!writer->shares || execute_waiting (store, db, writer->access, &taken))
    return commit_shared (store, db, writer->access, &taken, error);
  hbase_local_store_rollback (store, db, writer->access);
  hbase_local_writers_finish (&store->writers, &taken, HBASE_LOCAL_WRITER_UNDONE, NULL);
  return HBASE_LOCAL_WRITER_UNDONE;
}

/* A commit during a sync would have to wait for its end before it is synced itself. So the transaction is
 * begun after the sync, for all writers that come until then; meanwhile other processes may write. */
static void
wait_for_others (HBaseLocalStore *store, const HBaseLocalWriter *writer)
{
  if (writer->shares && writer->access == HBASE_LOCAL_ACCESS_WRITE && !is_in_memory (store))
    hbase_local_syncer_wait_until_next (store->syncer);
}

gboolean
hbase_local_store_write (HBaseLocalStore *store, HBaseLocalWriter *writer, GError **error)
{
  HBaseLocalWriterState state;

  if (!check_process (store, error))
    return FALSE;
  state = hbase_local_writers_enter (&store->writers, writer, error);
  if (state == HBASE_LOCAL_WRITER_HAS_TURN)
    {
      wait_for_others (store, writer);
      state = execute_in_turn (store, writer, error);
    }
  if (state != HBASE_LOCAL_WRITER_UNDONE)
    return state == HBASE_LOCAL_WRITER_DONE;
  writer->shares = FALSE;
  writer->budget->is_disk_full = FALSE;
  return hbase_local_store_write (store, writer, error);
}
