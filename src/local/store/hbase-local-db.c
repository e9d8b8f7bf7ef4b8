/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* One SQLite connection: opening and checking a database, statements, locks, and the write-ahead log.
 *
 * 1. A database of ours is known by its application id; its user version is the format's. A database of
 *    another program, or of a later format, is refused and never changed. A database of versions 2 to 4 is
 *    raised to version 5 when it is opened for use, so that libraries that don't know the new content don't
 *    read it; its cells stay as they are. A database of version 1 gets the new tables only: its pages have no
 *    checksums, and the version says so.
 * 2. Ids in `tables` are never reused. The cells of table N are in `cells_N`, so that dropping it frees
 *    whole pages. SQLite reads all of them for that, but changes only its lists of pages. If a page is
 *    damaged, the cells stay as a tree of no table; a truncated table gets another id.
 * 3. `families` holds a row (field 1) for each family, and a row for each setting in its descriptor, by its
 *    field id in TColumnFamilyDescriptor.
 * 4. The log is checkpointed after writes, as far as readers allow. If there were always a reader it
 *    would grow without limit; so a writer that finds a long log waits until the readers of that moment have
 *    finished.
 * 5. A connection for reading only changes no data. If the process may write to the database it creates
 *    an empty log and the shared memory beside it, and the store removes them. Otherwise it creates nothing,
 *    so that nothing there belongs to another user than the database. Where that is needed, and there is no
 *    log, the file is read without locks, as immutable: a transaction then fails if the file has
 *    changed when it ends. If the database is of an earlier version, the tables that version 4 added are
 *    temporary. */

#include "config.h"

#include <gio/gio.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hbase-error-private.h"
#include "hbase-local-db-private.h"
#include "hbase-local-vfs-private.h"

#define LOCK_TIMEOUT_MS 30000 /* HBase's hbase.rowlock.wait.duration */
#define STATEMENTS_MAX 256
#define STATEMENT_LENGTH_MAX 1024
#define OPCODES_PER_CHECK 10000 /* VM instructions between checks; a fraction of a millisecond */
/* A connection keeps 1,000 pages. They are large because a cell of more than a quarter of a page gets a page
 * of its own, which is mostly empty; a get spends a third of its time reading its page again. */
#define CACHE_KIB 16000
/* Lengths of the log in pages: from the first length it is checkpointed, from the second length the writer
 * waits for readers. */
#define LOG_CHECKPOINT_PAGES 250
#define LOG_LONG_PAGES 1000
#define CHECKPOINT_TIMEOUT_MS 1000

#define STRING(x) #x
#define NUMBER(x) STRING (x)

static const char schema[]
    = "CREATE TABLE identity (cluster_id TEXT NOT NULL);"
      "CREATE TABLE tables (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,"
      "  enabled INTEGER NOT NULL, durability INTEGER NOT NULL);"
      "CREATE TABLE families (table_id INTEGER, name BLOB, field INTEGER, value INTEGER,"
      "  PRIMARY KEY (table_id, name, field)) WITHOUT ROWID;"
      "CREATE TABLE splits (table_id INTEGER, key BLOB, PRIMARY KEY (table_id, key)) WITHOUT ROWID;"
      "PRAGMA application_id = " NUMBER (HBASE_LOCAL_APPLICATION_ID) ";";
static const char set_version[] = "PRAGMA user_version = " NUMBER (HBASE_LOCAL_VERSION);

/* What version 4 added: attributes of tables, whose family is empty, and of families; and namespaces. */
#define SCHEMA_4(temporary)                                                                                  \
  "CREATE " temporary "TABLE attributes (table_id INTEGER, family BLOB, is_configuration INTEGER,"           \
  "  name BLOB, value BLOB, PRIMARY KEY (table_id, family, is_configuration, name)) WITHOUT ROWID;"          \
  "CREATE " temporary "TABLE namespaces (name BLOB PRIMARY KEY) WITHOUT ROWID;"                              \
  "CREATE " temporary "TABLE namespace_configuration (namespace BLOB, name BLOB, value BLOB,"                \
  "  PRIMARY KEY (namespace, name)) WITHOUT ROWID;"                                                          \
  "INSERT INTO namespaces VALUES (CAST ('default' AS BLOB)), (CAST ('hbase' AS BLOB));"
static const char schema_4[] = SCHEMA_4 ("");
static const char temporary_schema_4[] = SCHEMA_4 ("TEMPORARY ");

gboolean
hbase_local_storage_error_set (GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  hbase_error_set (error, HBASE_ERROR_STORAGE, "hbase-glib: storage: %s", text);
  return FALSE;
}

/* Returns whether SQLite gave up a lock or interrupted a statement because of the budget. */
static gboolean
is_ended_by_budget (const HBaseLocalDb *db, int kind)
{
  return (kind == SQLITE_BUSY || kind == SQLITE_INTERRUPT) && db->budget != NULL
         && db->budget->state != HBASE_LOCAL_BUDGET_LEFT;
}

static gboolean
is_sync_error (int code)
{
  return code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_DIR_FSYNC;
}

gboolean
hbase_local_db_set_error (HBaseLocalDb *db, int code, GError **error)
{
  int kind = code & 0xff;
  const char *advice = "";

  if (is_ended_by_budget (db, kind))
    return hbase_local_budget_set_error (db->budget, error);
  if (db->budget != NULL)
    {
      db->budget->is_disk_full |= kind == SQLITE_FULL || code == SQLITE_IOERR_SHMSIZE;
      db->budget->is_damaged |= kind == SQLITE_CORRUPT || code == SQLITE_IOERR_DATA;
    }
  if (kind == SQLITE_FULL)
    advice = "; free some space and ask again";
  else if (kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB)
    advice = "; the file is damaged or another program's";
  else if (code == SQLITE_IOERR_DATA)
    advice = "; a part of the file isn't as it was written: hbase-glib fsck tells which rows are lost";
  else if (kind == SQLITE_BUSY)
    advice = "; another process kept the directory locked";
  else if (kind == SQLITE_READONLY || kind == SQLITE_CANTOPEN || kind == SQLITE_PERM)
    advice = "; is the directory there, and may this process write to it?";
  db->has_sync_failed |= is_sync_error (code);
  db->is_broken |= kind != SQLITE_BUSY && kind != SQLITE_CONSTRAINT;
  return hbase_local_storage_error_set (error, "%s: %s%s", db->path, sqlite3_errmsg (db->sqlite), advice);
}

gboolean
hbase_local_db_run (HBaseLocalDb *db, const char *sql, GError **error)
{
  int code = sqlite3_exec (db->sqlite, sql, NULL, NULL, NULL);

  return code == SQLITE_OK || hbase_local_db_set_error (db, code, error);
}

static sqlite3_stmt *
prepare (HBaseLocalDb *db, const char *sql, GError **error)
{
  sqlite3_stmt *statement;
  int code = sqlite3_prepare_v3 (db->sqlite, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);

  if (code != SQLITE_OK)
    {
      hbase_local_db_set_error (db, code, error);
      return NULL;
    }
  g_hash_table_insert (db->statements, g_strdup (sql), statement);
  return statement;
}

sqlite3_stmt *
hbase_local_db_constant_statement (HBaseLocalDb *db, const char *sql, GError **error)
{
  sqlite3_stmt *statement = g_hash_table_lookup (db->statements, sql);

  if (statement == NULL)
    return prepare (db, sql, error);
  sqlite3_reset (statement);
  return statement;
}

sqlite3_stmt *
hbase_local_db_statement (HBaseLocalDb *db, GError **error, const char *format, ...)
{
  char sql[STATEMENT_LENGTH_MAX];
  va_list arguments;

  va_start (arguments, format);
  g_vsnprintf (sql, sizeof sql, format, arguments);
  va_end (arguments);
  return hbase_local_db_constant_statement (db, sql, error);
}

static sqlite3_stmt *
make_table_statement (HBaseLocalDb *db, const char *pattern, gint64 table, GError **error)
{
  g_autoptr (GString) sql = g_string_new (pattern);
  char name[32];

  g_snprintf (name, sizeof name, "cells_%" G_GINT64_FORMAT, table);
  g_string_replace (sql, HBASE_LOCAL_CELLS, name, 0);
  return hbase_local_db_constant_statement (db, sql->str, error);
}

/* To make and to hash the text takes longer than to read a row. */
sqlite3_stmt *
hbase_local_db_table_statement (HBaseLocalDb *db, const char *pattern, gint64 table, GError **error)
{
  HBaseLocalTableStatement *last = &db->table_statements[0];
  sqlite3_stmt *statement;

  for (guint i = 0; i < G_N_ELEMENTS (db->table_statements); i++)
    if (db->table_statements[i].pattern == pattern && db->table_statements[i].table == table)
      {
        sqlite3_reset (db->table_statements[i].statement);
        return db->table_statements[i].statement;
      }
  statement = make_table_statement (db, pattern, table, error);
  if (statement == NULL)
    return NULL;
  memmove (last + 1, last, sizeof db->table_statements - sizeof *last);
  *last = (HBaseLocalTableStatement){ pattern, table, statement };
  return statement;
}

static void
forget_statements (HBaseLocalDb *db)
{
  memset (db->table_statements, 0, sizeof db->table_statements);
  db->reading = NULL;
  g_hash_table_remove_all (db->statements);
}

gboolean
hbase_local_db_run_cached (HBaseLocalDb *db, const char *sql, GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_constant_statement (db, sql, error);
  gboolean ok;

  if (statement == NULL)
    return FALSE;
  ok = sqlite3_step (statement) == SQLITE_DONE
       || hbase_local_db_set_error (db, sqlite3_extended_errcode (db->sqlite), error);
  sqlite3_reset (statement);
  return ok;
}

int
hbase_local_db_step (HBaseLocalDb *db, sqlite3_stmt *statement, GError **error)
{
  int code;

  if (statement == NULL)
    return SQLITE_ERROR;
  if (!hbase_local_db_spend (db, 1, error))
    return SQLITE_INTERRUPT;
  code = sqlite3_step (statement);
  if (code != SQLITE_ROW && code != SQLITE_DONE)
    hbase_local_db_set_error (db, code, error);
  return code;
}

gboolean
hbase_local_db_finish (HBaseLocalDb *db, sqlite3_stmt *statement, GError **error)
{
  gboolean done = hbase_local_db_step (db, statement, error) == SQLITE_DONE;

  sqlite3_reset (statement);
  return done;
}

static void
reset_all (HBaseLocalDb *db)
{
  sqlite3_stmt *statement = NULL;

  while ((statement = sqlite3_next_stmt (db->sqlite, statement)) != NULL)
    if (sqlite3_stmt_busy (statement))
      sqlite3_reset (statement);
}

/* Mostly no other statement is active. There may be hundreds. */
void
hbase_local_db_reset (HBaseLocalDb *db)
{
  sqlite3_reset (db->reading);
  if (sqlite3_txn_state (db->sqlite, "main") != SQLITE_TXN_NONE)
    reset_all (db);
  if (g_hash_table_size (db->statements) > STATEMENTS_MAX)
    forget_statements (db);
}

/* A busy handler; `waited` is the number of its earlier calls for the same lock. SQLite's own handler
 * soon sleeps 100 ms at a time. */
static int
wait_for_lock (gpointer data, int waited)
{
  enum { SLEEP_MS = 2 };
  HBaseLocalDb *db = data;

  if (db->budget != NULL && !hbase_local_budget_check_wait (db->budget))
    return FALSE;
  g_usleep (SLEEP_MS * 1000);
  return waited < db->lock_timeout_ms / SLEEP_MS;
}

/* A progress handler: SQLite calls it during statements that process many rows. */
static int
should_interrupt (gpointer data)
{
  HBaseLocalDb *db = data;

  return db->budget != NULL && !db->is_committing && !hbase_local_budget_check (db->budget);
}

static int
checkpoint (HBaseLocalDb *db, int mode)
{
  int code = sqlite3_wal_checkpoint_v2 (db->sqlite, NULL, mode, NULL, NULL);

  db->has_sync_failed |= is_sync_error (code);
  return code;
}

/* A WAL hook, called after each commit. Errors are ignored: they happen again in a call that can report
 * them. */
static int
checkpoint_log (gpointer data, sqlite3 *sqlite, const char *name, int pages)
{
  HBaseLocalDb *db = data;
  int code;

  if (pages < LOG_CHECKPOINT_PAGES)
    return SQLITE_OK;
  if (pages < db->long_log_pages || (db->budget != NULL && db->budget->wait_deadline != 0))
    {
      checkpoint (db, SQLITE_CHECKPOINT_PASSIVE);
      return SQLITE_OK;
    }
  db->lock_timeout_ms = CHECKPOINT_TIMEOUT_MS;
  code = checkpoint (db, SQLITE_CHECKPOINT_RESTART);
  db->lock_timeout_ms = LOCK_TIMEOUT_MS;
  /* A reader runs for long, or its process is stopped: the next writes don't wait for it. */
  db->long_log_pages = code == SQLITE_OK ? LOG_LONG_PAGES : pages + LOG_LONG_PAGES;
  return SQLITE_OK;
}

void
hbase_local_db_truncate_log (HBaseLocalDb *db)
{
  db->lock_timeout_ms = CHECKPOINT_TIMEOUT_MS;
  checkpoint (db, SQLITE_CHECKPOINT_TRUNCATE);
  db->lock_timeout_ms = LOCK_TIMEOUT_MS;
}

gboolean
hbase_local_db_read_number (HBaseLocalDb *db, const char *sql, gint64 *number, GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_constant_statement (db, sql, error);

  if (hbase_local_db_step (db, statement, error) != SQLITE_ROW)
    return FALSE;
  *number = sqlite3_column_int64 (statement, 0);
  sqlite3_reset (statement);
  return TRUE;
}

/* Outside of BEGIN and COMMIT, SQLite ends a transaction when the last active statement is reset. This
 * statement stays active: to execute it costs less than to execute BEGIN, which reads nothing yet, and
 * COMMIT. */
gboolean
hbase_local_db_begin_read (HBaseLocalDb *db, GError **error)
{
  if (db->reading == NULL)
    db->reading = hbase_local_db_constant_statement (db, "PRAGMA data_version", error);
  return hbase_local_db_step (db, db->reading, error) == SQLITE_ROW;
}

/* Returns a number that changes whenever the connection finds, or commits, a change. */
static guint32
count_changes (HBaseLocalDb *db)
{
  guint32 n = 0;

  sqlite3_file_control (db->sqlite, "main", SQLITE_FCNTL_DATA_VERSION, &n);
  return n;
}

gboolean
hbase_local_db_commit (HBaseLocalDb *db, GError **error)
{
  guint32 n = count_changes (db);
  gboolean done = hbase_local_db_run_cached (db, "COMMIT", error);

  db->n_own_changes += count_changes (db) - n;
  return done;
}

guint32
hbase_local_db_data_version (HBaseLocalDb *db)
{
  return count_changes (db) - db->n_own_changes;
}

static gboolean
create_schema (HBaseLocalDb *db, GError **error)
{
  g_autofree char *id = g_uuid_string_random ();
  sqlite3_stmt *statement;

  if (!hbase_local_db_run (db, schema, error) || !hbase_local_db_run (db, schema_4, error)
      || !hbase_local_db_run (db, set_version, error))
    return FALSE;
  db->version = HBASE_LOCAL_VERSION;
  statement = hbase_local_db_constant_statement (db, "INSERT INTO identity VALUES (?)", error);
  hbase_local_db_bind_text (statement, 1, id);
  return hbase_local_db_finish (db, statement, error);
}

/* Runs in a write transaction, so that only one of two processes that open an empty file makes the
 * schema. */
static gboolean
check_schema (HBaseLocalDb *db, GError **error)
{
  gint64 application, objects;

  if (!hbase_local_db_read_number (db, "PRAGMA application_id", &application, error)
      || !hbase_local_db_read_number (db, "PRAGMA user_version", &db->version, error))
    return FALSE;
  if (application == HBASE_LOCAL_APPLICATION_ID && db->version >= HBASE_LOCAL_VERSION_PLAIN
      && db->version <= HBASE_LOCAL_VERSION)
    return TRUE;
  if (!hbase_local_db_read_number (db, "SELECT count(*) FROM sqlite_schema", &objects, error))
    return FALSE;
  if (application == 0 && db->version == 0 && objects == 0)
    return create_schema (db, error);
  if (application == HBASE_LOCAL_APPLICATION_ID)
    return hbase_local_storage_error_set (
        error, "%s is of version %" G_GINT64_FORMAT ", this library knows version %d: use a newer hbase-glib",
        db->path, db->version, HBASE_LOCAL_VERSION);
  return hbase_local_storage_error_set (error, "%s is another program's database: choose another directory",
                                        db->path);
}

static gboolean
set_missing_error (HBaseLocalDb *db, GError **error)
{
  g_autofree char *directory = g_path_get_dirname (db->path);

  return hbase_local_storage_error_set (error, "there is no database in %s", directory);
}

/* On 32-bit systems, too, files may have more than 2 GiB: AC_SYS_LARGEFILE. */
G_STATIC_ASSERT (sizeof (off_t) == 8);

/* Returns whether there is no such file. A file that can't be looked for may be there. */
static gboolean
is_missing (const char *path)
{
  struct stat status;

  return stat (path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

/* A process that is killed before it has made the schema leaves an empty file, or one page without a schema.
 */
static gboolean
is_empty (HBaseLocalDb *db)
{
  gint64 pages = 0, objects = 0;

  return hbase_local_db_read_number (db, "PRAGMA page_count", &pages, NULL) && pages <= 1
         && hbase_local_db_read_number (db, "SELECT count(*) FROM sqlite_schema", &objects, NULL)
         && objects == 0;
}

/* Runs `function` in a write transaction. */
static gboolean
run_in_transaction (HBaseLocalDb *db, gboolean (*function) (HBaseLocalDb *db, GError **error), GError **error)
{
  if (!hbase_local_db_run (db, "BEGIN IMMEDIATE", error))
    return FALSE;
  if (function (db, error))
    return hbase_local_db_run (db, "COMMIT", error);
  hbase_local_db_reset (db);
  sqlite3_exec (db->sqlite, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}

/* Reads before it writes: a file that isn't ours stays as it is. The pragma auto_vacuum writes the first
 * page. It comes last, because the size of pages and the bytes that are reserved in them can't change
 * afterwards: pages would have no checksums. */
static gboolean
prepare_schema (HBaseLocalDb *db, HBaseLocalOpen how, GError **error)
{
  gint64 application = 0;
  int reserved = HBASE_LOCAL_CHECKSUM_SIZE;

  if (!hbase_local_db_read_number (db, "PRAGMA application_id", &application, error))
    return FALSE;
  if (application != HBASE_LOCAL_APPLICATION_ID && how != HBASE_LOCAL_OPEN_CREATE && is_empty (db))
    return set_missing_error (db, error);
  if (application == HBASE_LOCAL_APPLICATION_ID || how == HBASE_LOCAL_OPEN_READ_ONLY)
    return check_schema (db, error);
  if (!hbase_local_db_run (db, "PRAGMA page_size = " NUMBER (HBASE_LOCAL_PAGE_SIZE), error)
      || sqlite3_file_control (db->sqlite, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved) != SQLITE_OK
      || !hbase_local_db_run (db, "PRAGMA auto_vacuum = INCREMENTAL", error))
    return FALSE;
  return run_in_transaction (db, check_schema, error);
}

static gboolean
find_schema_4 (HBaseLocalDb *db, gint64 *found, GError **error)
{
  return hbase_local_db_read_number (db, "SELECT count(*) FROM sqlite_schema WHERE name = 'namespaces'",
                                     found, error);
}

/* Adds what version 4 added, unless another process has done so. */
static gboolean
migrate (HBaseLocalDb *db, GError **error)
{
  gint64 done;

  if (!find_schema_4 (db, &done, error) || (!done && !hbase_local_db_run (db, schema_4, error)))
    return FALSE;
  if (db->version == HBASE_LOCAL_VERSION_PLAIN)
    return TRUE;
  db->version = HBASE_LOCAL_VERSION;
  return hbase_local_db_run (db, set_version, error);
}

/* Reads before it writes: a new connection to a database of version 1 doesn't wait for writers. */
static gboolean
migrate_if_needed (HBaseLocalDb *db, HBaseLocalOpen how, GError **error)
{
  gint64 done = how == HBASE_LOCAL_OPEN_CHECK || db->version == HBASE_LOCAL_VERSION;

  if (!done && (how == HBASE_LOCAL_OPEN_READ_ONLY || db->version == HBASE_LOCAL_VERSION_PLAIN)
      && !find_schema_4 (db, &done, error))
    return FALSE;
  if (done)
    return TRUE;
  return how == HBASE_LOCAL_OPEN_READ_ONLY ? hbase_local_db_run (db, temporary_schema_4, error)
                                           : run_in_transaction (db, migrate, error);
}

gboolean
hbase_local_db_allow_times_to_live (HBaseLocalDb *db, GError **error)
{
  return db->version > HBASE_LOCAL_VERSION_PLAIN
         || hbase_local_storage_error_set (error,
                                           "%s is of version %" G_GINT64_FORMAT
                                           ", in which cells can't have a time to live: copy its "
                                           "tables to a new directory",
                                           db->path, db->version);
}

/* Some builds of SQLite overwrite freed pages by default: dropping a table would take as much space in
 * the log as the table has. While a statement writes several cells SQLite keeps the former content of the
 * pages that it changes: in memory, because a file would be elsewhere, where there may be no space. */
static const char connection_pragmas[]
    = "PRAGMA secure_delete = FAST; PRAGMA temp_store = MEMORY; PRAGMA journal_mode = WAL;"
      "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -" NUMBER (CACHE_KIB);

/* Creating a log upgrades a lock that is held already. SQLite doesn't call the busy handler for such a
 * lock, because two connections that have come this far would wait for each other: each has to release
 * its lock and begin again. */
static gboolean
set_up_connection (HBaseLocalDb *db, GError **error)
{
  int code, waited = 0;

  do
    code = sqlite3_exec (db->sqlite, connection_pragmas, NULL, NULL, NULL);
  while ((code & 0xff) == SQLITE_BUSY && wait_for_lock (db, waited++));
  return code == SQLITE_OK || hbase_local_db_set_error (db, code, error);
}

static int
open_flags (HBaseLocalOpen how)
{
  static const int flags[] = {
    [HBASE_LOCAL_OPEN_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
    [HBASE_LOCAL_OPEN_EXISTING] = SQLITE_OPEN_READWRITE,
    [HBASE_LOCAL_OPEN_CHECK] = SQLITE_OPEN_READWRITE,
    [HBASE_LOCAL_OPEN_READ_ONLY] = SQLITE_OPEN_READONLY,
  };

  return flags[how] | SQLITE_OPEN_NOMUTEX;
}

static HBaseLocalDb *
new_connection (const char *path, HBaseLocalBudget *budget)
{
  HBaseLocalDb *db = g_new0 (HBaseLocalDb, 1);

  db->in_idle.data = db;
  db->path = path;
  db->budget = budget;
  db->lock_timeout_ms = LOCK_TIMEOUT_MS;
  db->long_log_pages = LOG_LONG_PAGES;
  db->statements = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) sqlite3_finalize);
  return db;
}

/* `name` is the path, or a URI of SQLite. */
static gboolean
open_file (HBaseLocalDb *db, const char *name, HBaseLocalOpen how, int flags, GError **error)
{
  int code = sqlite3_open_v2 (name, &db->sqlite, open_flags (how) | flags, hbase_local_vfs_name ());

  if ((code & 0xff) == SQLITE_CANTOPEN && how != HBASE_LOCAL_OPEN_CREATE && is_missing (db->path))
    return set_missing_error (db, error);
  if (code != SQLITE_OK)
    return hbase_local_db_set_error (db, code, error);
  sqlite3_extended_result_codes (db->sqlite, TRUE);
  sqlite3_busy_handler (db->sqlite, wait_for_lock, db);
  sqlite3_progress_handler (db->sqlite, OPCODES_PER_CHECK, should_interrupt, db);
  sqlite3_wal_hook (db->sqlite, checkpoint_log, db);
  return prepare_schema (db, how, error) && set_up_connection (db, error)
         && migrate_if_needed (db, how, error);
}

/* The size of a file beside the database; -1: there is none. */
static gint64
size_of (const char *path, const char *suffix)
{
  g_autofree char *name = g_strconcat (path, suffix, NULL);
  struct stat status;

  return stat (name, &status) == 0 ? (gint64) status.st_size : -1;
}

static gboolean
has_log (const char *path)
{
  return size_of (path, "-wal") > 0;
}

static gboolean
has_shared_memory (const char *path)
{
  return size_of (path, "-shm") >= 0;
}

static gboolean
is_writable (const char *path)
{
  return faccessat (AT_FDCWD, path, W_OK, AT_EACCESS) == 0 || (errno != EACCES && errno != EROFS);
}

/* Returns whether SQLite would create files beside a database that this process may not write to. They
 * would belong to this process's user, and users who may write to the database couldn't write to them. */
static gboolean
must_not_create_files (const char *path)
{
  return !is_writable (path) && (size_of (path, "-wal") < 0 || !has_shared_memory (path));
}

static gboolean
set_log_error (HBaseLocalDb *db, GError **error)
{
  return hbase_local_storage_error_set (error,
                                        "%s-wal holds writes of a process that was killed: open the "
                                        "directory once with permission to write to it",
                                        db->path);
}

/* Opens a database that can't be opened with locks, because the files for that can't be created. */
static HBaseLocalDb *
open_immutable (const char *path, HBaseLocalBudget *budget, GError **error)
{
  g_autofree char *escaped = g_uri_escape_string (path, "/", FALSE);
  g_autofree char *name = g_strconcat ("file:", escaped, "?immutable=1", NULL);
  HBaseLocalDb *db = new_connection (path, budget);
  gboolean ok;

  db->is_immutable = TRUE;
  if (stat (path, &db->opened) != 0)
    ok = is_missing (path) ? set_missing_error (db, error)
                           : hbase_local_storage_error_set (error, "%s: %s", path, g_strerror (errno));
  else if (has_log (path))
    ok = set_log_error (db, error);
  else
    ok = open_file (db, name, HBASE_LOCAL_OPEN_READ_ONLY, SQLITE_OPEN_URI, error);
  if (ok)
    return db;
  hbase_local_db_close (db);
  return NULL;
}

/* Returns whether a file beside the database couldn't be created. */
static gboolean
has_failed_to_create_files (HBaseLocalDb *db)
{
  int code = sqlite3_errcode (db->sqlite) & 0xff;

  return (code == SQLITE_CANTOPEN || code == SQLITE_READONLY)
         && (!has_log (db->path) || !has_shared_memory (db->path));
}

HBaseLocalDb *
hbase_local_db_open (const char *path, HBaseLocalOpen how, HBaseLocalBudget *budget, GError **error)
{
  HBaseLocalDb *db;
  GError *failure = NULL;
  gboolean may_be_immutable;

  if (how == HBASE_LOCAL_OPEN_READ_ONLY && must_not_create_files (path))
    return open_immutable (path, budget, error);
  db = new_connection (path, budget);
  if (open_file (db, path, how, 0, &failure))
    return db;
  may_be_immutable = how == HBASE_LOCAL_OPEN_READ_ONLY && has_failed_to_create_files (db);
  hbase_local_db_close (db);
  if (!may_be_immutable)
    {
      g_propagate_error (error, failure);
      return NULL;
    }
  g_error_free (failure);
  return open_immutable (path, budget, error);
}

/* SQLite's last connection removes the log, unless it is for reading only. A connection that may write does
 * so when it is closed, if nobody else uses the database. */
void
hbase_local_db_remove_empty_log (const char *path)
{
  sqlite3 *sqlite = NULL;

  if (size_of (path, "-wal") != 0 || !is_writable (path))
    return;
  if (sqlite3_open_v2 (path, &sqlite, open_flags (HBASE_LOCAL_OPEN_EXISTING), hbase_local_vfs_name ())
      == SQLITE_OK)
    sqlite3_exec (sqlite, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
  sqlite3_close (sqlite);
}

/* A writer creates a log first; the file itself is written to later, and its time changes. */
gboolean
hbase_local_db_check_unchanged (HBaseLocalDb *db, GError **error)
{
  struct stat now;

  if (!db->is_immutable
      || (!has_log (db->path) && stat (db->path, &now) == 0 && now.st_ino == db->opened.st_ino
          && now.st_size == db->opened.st_size && now.st_mtim.tv_sec == db->opened.st_mtim.tv_sec
          && now.st_mtim.tv_nsec == db->opened.st_mtim.tv_nsec))
    return TRUE;
  db->is_broken = TRUE;
  return hbase_local_storage_error_set (
      error, "%s was written to by another process while it was read: ask again", db->path);
}

void
hbase_local_db_close (HBaseLocalDb *db)
{
  g_clear_pointer (&db->table, db->unref_table);
  g_clear_pointer (&db->row_reader, db->free_row_reader);
  g_clear_pointer (&db->cell_writer, db->free_cell_writer);
  g_hash_table_unref (db->statements);
  sqlite3_close (db->sqlite);
  g_free (db);
}
