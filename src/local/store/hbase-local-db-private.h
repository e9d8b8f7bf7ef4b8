/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <sqlite3.h>
#include <sys/stat.h>

#include "hbase-local-budget-private.h"
#include "hbase-slice-private.h"

/* One SQLite connection to a database: its statements, its errors and its write-ahead log. See
 * docs/design-engine.md. */

#define HBASE_LOCAL_N_TABLE_STATEMENTS 8

typedef struct {
  const char *pattern; /* NULL: none */
  gint64 table;
  sqlite3_stmt *statement; /* one of HBaseLocalDb.statements */
} HBaseLocalTableStatement;

/* One SQLite connection. Between the begin and the end of a transaction it belongs to one thread. */
typedef struct {
  GList in_idle;     /* of the store's connections */
  gint64 idle_since; /* µs of the monotonic clock */
  sqlite3 *sqlite;
  const char *path;                                                          /* of the store, for messages */
  gint64 version;                                                            /* of the format */
  GHashTable *statements;                                                    /* text → sqlite3_stmt */
  HBaseLocalTableStatement table_statements[HBASE_LOCAL_N_TABLE_STATEMENTS]; /* the newest statements first */
  sqlite3_stmt *reading; /* one of `statements`, active while a transaction only reads; NULL: none yet */
  gpointer table;        /* that hbase-local-catalogue.c has found last; NULL: none */
  GDestroyNotify unref_table;
  guint32 table_version; /* of the data when it was found */
  guint32 n_own_changes; /* how often the version of the data was changed by commits of this connection */
  gpointer row_reader;   /* whose memory hbase-local-row-reader.c uses again; NULL: none */
  GDestroyNotify free_row_reader;
  gpointer cell_writer; /* the same of hbase-local-cell-writer.c */
  GDestroyNotify free_cell_writer;
  HBaseLocalBudget *budget; /* of the call that uses the connection; NULL: idle */
  gboolean is_committing;   /* a commit is finished whatever the budget */
  int lock_timeout_ms;      /* for locks of other connections and processes */
  int long_log_pages;       /* length of the log from which a writer waits for readers */
  gboolean has_sync_failed; /* at a commit or a checkpoint */
  gboolean is_broken;       /* its state is uncertain: it is closed, not reused */
  gboolean is_immutable;    /* it takes no locks */
  struct stat opened;       /* the file's state when it was opened as immutable */
} HBaseLocalDb;

typedef enum {
  HBASE_LOCAL_OPEN_CREATE,    /* makes the directory and the database if they don't exist */
  HBASE_LOCAL_OPEN_EXISTING,  /* fails if they don't exist */
  HBASE_LOCAL_OPEN_CHECK,     /* the same, and leaves a database of an earlier version as it is */
  HBASE_LOCAL_OPEN_READ_ONLY, /* the same, writes nothing, and needs no permission to write */
} HBaseLocalOpen;

/* Sets an HBASE_ERROR_STORAGE whose message begins with a fixed prefix. Always returns FALSE. Paths may
 * hold any bytes: the message is one line of UTF-8. */
gboolean hbase_local_storage_error_set (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

HBaseLocalDb *
hbase_local_db_open (const char *path, HBaseLocalOpen how, HBaseLocalBudget *budget, GError **error);
void hbase_local_db_close (HBaseLocalDb *db);
/* Removes the files that connections for reading only have created beside a database, if nobody uses it. */
void hbase_local_db_remove_empty_log (const char *path);
/* Returns the statement with that text from the connection's cache, reset. */
sqlite3_stmt *hbase_local_db_statement (HBaseLocalDb *db, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/* The same, of a text that isn't to be formatted. */
sqlite3_stmt *hbase_local_db_constant_statement (HBaseLocalDb *db, const char *sql, GError **error);
/* The same, of a constant text in which HBASE_LOCAL_CELLS stands for the cells of a table. */
sqlite3_stmt *
hbase_local_db_table_statement (HBaseLocalDb *db, const char *pattern, gint64 table, GError **error);
#define HBASE_LOCAL_CELLS "cells_N"
gboolean hbase_local_db_run (HBaseLocalDb *db, const char *sql, GError **error);
/* Reads the first column of the statement's only row. */
gboolean hbase_local_db_read_number (HBaseLocalDb *db, const char *sql, gint64 *number, GError **error);
/* Executes a statement of the cache, whatever the budget. */
gboolean hbase_local_db_run_cached (HBaseLocalDb *db, const char *sql, GError **error);
/* Begins a transaction that only reads, which lasts until hbase_local_db_reset(). */
gboolean hbase_local_db_begin_read (HBaseLocalDb *db, GError **error);
/* Commits a transaction that writes. */
gboolean hbase_local_db_commit (HBaseLocalDb *db, GError **error);
/* Returns, in a transaction, a number that differs from the number in an earlier transaction if another
 * connection has committed anything in between. */
guint32 hbase_local_db_data_version (HBaseLocalDb *db);
/* Spends steps of the call's budget. */
static inline gboolean
hbase_local_db_spend (HBaseLocalDb *db, guint n_steps, GError **error)
{
  return db->budget == NULL || hbase_local_budget_spend (db->budget, n_steps)
         || hbase_local_budget_set_error (db->budget, error);
}
/* Returns SQLITE_ROW or SQLITE_DONE; any other code comes with an error. A statement that is NULL, because
 * it couldn't be prepared, may be bound, executed and reset: its error is set already. */
int hbase_local_db_step (HBaseLocalDb *db, sqlite3_stmt *statement, GError **error);
/* Executes a statement that returns no rows, and resets it. */
gboolean hbase_local_db_finish (HBaseLocalDb *db, sqlite3_stmt *statement, GError **error);
/* Copies the log into the database and truncates its file, as far as readers and the disk's space allow. */
void hbase_local_db_truncate_log (HBaseLocalDb *db);
/* Fails for a database of version 1, in which cells can't have a time to live. */
gboolean hbase_local_db_allow_times_to_live (HBaseLocalDb *db, GError **error);
/* Resets every statement that is still active: a transaction can't end before. A transaction that only reads
 * ends. */
void hbase_local_db_reset (HBaseLocalDb *db);
/* Fails if the file of a connection that takes no locks was written to: what was read may be of several
 * transactions. */
gboolean hbase_local_db_check_unchanged (HBaseLocalDb *db, GError **error);
/* Sets the error that SQLite reported with `code`, or the error of the budget that interrupted it. Always
 * returns FALSE. */
gboolean hbase_local_db_set_error (HBaseLocalDb *db, int code, GError **error);

/* The bytes must stay valid until the statement is reset. */
static inline void
hbase_local_db_bind (sqlite3_stmt *statement, int at, HBaseSlice bytes)
{
  if (statement != NULL)
    sqlite3_bind_blob64 (statement, at, hbase_slice_bytes (bytes), bytes.length, SQLITE_STATIC);
}

static inline void
hbase_local_db_bind_text (sqlite3_stmt *statement, int at, const char *text)
{
  if (statement != NULL)
    sqlite3_bind_text (statement, at, text, -1, SQLITE_STATIC);
}

static inline void
hbase_local_db_bind_number (sqlite3_stmt *statement, int at, gint64 number)
{
  if (statement != NULL)
    sqlite3_bind_int64 (statement, at, number);
}

/* The returned bytes are valid until the next step of the statement. */
static inline HBaseSlice
hbase_local_db_column (sqlite3_stmt *statement, int at)
{
  gconstpointer data = sqlite3_column_blob (statement, at);

  return hbase_slice (data != NULL ? data : "", (gsize) sqlite3_column_bytes (statement, at));
}
