/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <sqlite3.h>

#include "hbase-local-budget-private.h"
#include "hbase-slice-private.h"

/* HEAD */

/* One SQLite connection; between begin and end it belongs to one thread. */
typedef struct {
  sqlite3 *sqlite;
  const char *path;         /* the store's, for messages */
  GHashTable *statements;   /* text → sqlite3_stmt */
  HBaseLocalBudget *budget; /* of the call that has it; NULL: none has */
  gboolean is_committing;   /* what was begun is finished, whatever the budget says */
  int lock_timeout_ms;      /* for locks of other connections and processes */
  int long_log_pages;       /* the log's length in pages from which readers are waited for */
  gboolean is_broken;       /* an error left its state in doubt: it is closed, not used again */
} HBaseLocalDb;

typedef enum {
  HBASE_LOCAL_OPEN_CREATE,   /* directory and database are made where they aren't there */
  HBASE_LOCAL_OPEN_EXISTING, /* that is an error */
} HBaseLocalOpen;

/* Sets an error of the store, whose beginning is added; FALSE. Paths may hold any bytes: it is one line of UTF-8. */
gboolean hbase_local_store_set_error (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

HBaseLocalDb *
hbase_local_db_open (const char *path, HBaseLocalOpen how, HBaseLocalBudget *budget, GError **error);
void hbase_local_db_close (HBaseLocalDb *db);
/* The statement of that text, reset, from the connection's cache. */
sqlite3_stmt *hbase_local_db_statement (HBaseLocalDb *db, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
gboolean hbase_local_db_run (HBaseLocalDb *db, const char *sql, GError **error);
/* SQLITE_ROW or SQLITE_DONE; else the error is set. */
int hbase_local_db_step (HBaseLocalDb *db, sqlite3_stmt *statement, GError **error);
/* Of a statement that gives no rows. */
gboolean hbase_local_db_finish (HBaseLocalDb *db, sqlite3_stmt *statement, GError **error);
/* Brings the log into the file, and gives its blocks back to the disk, as far as readers and space allow. */
void hbase_local_db_truncate_log (HBaseLocalDb *db);
/* Ends every statement that is still at a row: a transaction doesn't end before. */
void hbase_local_db_reset (HBaseLocalDb *db);
/* Sets the error of what SQLite just said, or of the budget that ended it; FALSE. */
gboolean hbase_local_db_set_error (HBaseLocalDb *db, int code, GError **error);

/* The bytes must live until the statement is reset. */
static inline void
hbase_local_db_bind (sqlite3_stmt *statement, int at, HBaseSlice bytes)
{
  sqlite3_bind_blob64 (statement, at, hbase_slice_bytes (bytes), bytes.length, SQLITE_STATIC);
}

/* Valid until the statement steps on. */
static inline HBaseSlice
hbase_local_db_column (sqlite3_stmt *statement, int at)
{
  gconstpointer data = sqlite3_column_blob (statement, at);

  return hbase_slice (data != NULL ? data : "", (gsize) sqlite3_column_bytes (statement, at));
}
