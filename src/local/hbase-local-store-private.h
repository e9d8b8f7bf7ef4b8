/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <sqlite3.h>

#include "hbase-local-budget-private.h"
#include "hbase-slice-private.h"

/* SQLite beneath the engine: connections and transactions. Errors are HBASE_ERROR_STORAGE, or the budget's. */

typedef struct _HBaseLocalStore HBaseLocalStore;

/* One SQLite connection; between begin and end it belongs to one thread. */
typedef struct {
  sqlite3 *sqlite;
  const char *path;         /* the store's, for messages */
  GHashTable *statements;   /* text → sqlite3_stmt */
  HBaseLocalBudget *budget; /* of the call that has it; NULL: none has */
  gboolean is_committing;   /* what was begun is finished, whatever the budget says */
  int patience_ms;          /* for locks of other connections and processes */
  int long_log;             /* the log's length in pages from which readers are waited for */
  gboolean broken;          /* an error left its state in doubt: it is closed, not used again */
} HBaseLocalDb;

typedef enum {
  HBASE_LOCAL_ACCESS_NONE,           /* no connection at all */
  HBASE_LOCAL_ACCESS_READ,           /* one moment's view */
  HBASE_LOCAL_ACCESS_WRITE,          /* durable when the commit returns */
  HBASE_LOCAL_ACCESS_WRITE_UNSYNCED, /* survives the process, perhaps not the power */
} HBaseLocalAccess;

#define HBASE_LOCAL_FILE_NAME "hbase-glib.sqlite"

typedef enum {
  HBASE_LOCAL_OPEN_CREATE,   /* directory and database are made where they aren't there */
  HBASE_LOCAL_OPEN_EXISTING, /* that is an error */
} HBaseLocalOpen;

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

/* Sets an error of the store, whose beginning is added; FALSE. Paths may hold any bytes: it is one line of UTF-8. */
gboolean hbase_local_store_fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* ---- one connection: hbase-local-db.c ---- */

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
void hbase_local_db_empty_log (HBaseLocalDb *db);
/* Ends every statement that is still at a row: a transaction doesn't end before. */
void hbase_local_db_reset (HBaseLocalDb *db);
/* Sets the error of what SQLite just said, or of the budget that ended it; FALSE. */
gboolean hbase_local_db_fail (HBaseLocalDb *db, int code, GError **error);

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
