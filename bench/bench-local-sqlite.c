/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Plain SQLite as a contestant of bench-local: one table, whose key is the cell's coordinates in one
 * sequence of bytes, which memcmp() sorts as HBase sorts cells. Each client has a connection of its own. */

#include "config.h"

#include "bench-local.h"
#include "bench-scan.h"

#include <sqlite3.h>
#include <string.h>

#define BUSY_TIMEOUT_MS 60000
#define KEY_MAX 64

static const char pragmas[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;";
static const char schema[] = "CREATE TABLE cells (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;";

typedef struct {
  sqlite3 *sqlite;
  sqlite3_stmt *begin, *commit, *put, *get, *scan;
} Client;

static void
must (sqlite3 *sqlite, int code, int expected)
{
  if (code != expected)
    g_error ("SQLite: %s", sqlite3_errmsg (sqlite));
}

static sqlite3 *
open_file (const char *path)
{
  sqlite3 *sqlite = NULL;

  must (sqlite, sqlite3_open (path, &sqlite), SQLITE_OK);
  sqlite3_busy_timeout (sqlite, BUSY_TIMEOUT_MS);
  must (sqlite, sqlite3_exec (sqlite, pragmas, NULL, NULL, NULL), SQLITE_OK);
  return sqlite;
}

static gpointer
open_directory (const char *directory)
{
  char *path = g_build_filename (directory, "plain.sqlite", NULL);
  sqlite3 *sqlite = open_file (path);

  must (sqlite, sqlite3_exec (sqlite, schema, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close (sqlite);
  return path;
}

static sqlite3_stmt *
prepare (sqlite3 *sqlite, const char *sql)
{
  sqlite3_stmt *statement;

  must (sqlite, sqlite3_prepare_v3 (sqlite, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL), SQLITE_OK);
  return statement;
}

static gpointer
connect_to (gpointer path)
{
  Client *client = g_new0 (Client, 1);

  client->sqlite = open_file (path);
  client->begin = prepare (client->sqlite, "BEGIN IMMEDIATE");
  client->commit = prepare (client->sqlite, "COMMIT");
  client->put = prepare (client->sqlite, "INSERT OR REPLACE INTO cells VALUES (?, ?)");
  client->get
      = prepare (client->sqlite, "SELECT key, value FROM cells WHERE key >= ? AND key < ? ORDER BY key");
  client->scan = prepare (client->sqlite, "SELECT key, value FROM cells ORDER BY key");
  return client;
}

static void
disconnect (gpointer data)
{
  Client *client = data;

  sqlite3_finalize (client->begin);
  sqlite3_finalize (client->commit);
  sqlite3_finalize (client->put);
  sqlite3_finalize (client->get);
  sqlite3_finalize (client->scan);
  sqlite3_close (client->sqlite);
  g_free (client);
}

static void
run (Client *client, sqlite3_stmt *statement)
{
  must (client->sqlite, sqlite3_step (statement), SQLITE_DONE);
  sqlite3_reset (statement);
}

/* The row, the family, and the qualifier, each with two zeros after it; timestamp and type, complemented. */
static gsize
make_key (guint8 *key, guint row, guint cell, gint64 timestamp)
{
  guint64 newest_first = GUINT64_TO_BE (~(guint64) timestamp);
  gsize length = (gsize) g_snprintf ((char *) key, KEY_MAX, SCAN_ROW_FORMAT, row);

  memcpy (key + length, "\0\0" SCAN_FAMILY "\0\0q", 6);
  key[length + 6] = (guint8) ('0' + cell);
  memcpy (key + length + 7, "\0\0", 2);
  memcpy (key + length + 9, &newest_first, sizeof newest_first);
  key[length + 17] = (guint8) ~4;
  return length + 18;
}

static void
put_cell (Client *client, guint row, guint cell, gint64 timestamp)
{
  guint8 key[KEY_MAX];
  char value[SCAN_VALUE_LENGTH];

  scan_tables_make_value (row, cell, value);
  sqlite3_bind_blob (client->put, 1, key, (int) make_key (key, row, cell, timestamp), SQLITE_STATIC);
  sqlite3_bind_blob (client->put, 2, value, sizeof value, SQLITE_STATIC);
  run (client, client->put);
}

static void
put (gpointer data, guint first, guint n_rows)
{
  Client *client = data;
  gint64 now = g_get_real_time () / 1000;

  run (client, client->begin);
  for (guint row = first; row < first + n_rows; row++)
    for (guint cell = 0; cell < SCAN_CELLS_A_ROW; cell++)
      put_cell (client, row, cell, now);
  run (client, client->commit);
}

/* Copies each cell, as a result outlives the statement. */
static guint64
read_cells (Client *client, sqlite3_stmt *statement)
{
  guint64 n_cells = 0;
  int code;

  for (; (code = sqlite3_step (statement)) == SQLITE_ROW; n_cells++)
    {
      guint8 copy[KEY_MAX + SCAN_VALUE_LENGTH];
      gsize length = (gsize) sqlite3_column_bytes (statement, 0);

      memcpy (copy, sqlite3_column_blob (statement, 0), length);
      memcpy (copy + length, sqlite3_column_blob (statement, 1), (gsize) sqlite3_column_bytes (statement, 1));
    }
  must (client->sqlite, code, SQLITE_DONE);
  sqlite3_reset (statement);
  return n_cells;
}

static void
get (gpointer data, guint row)
{
  Client *client = data;
  char first[KEY_MAX], end[KEY_MAX];
  int length = g_snprintf (first, sizeof first, SCAN_ROW_FORMAT, row) + 2;

  memset (first + length - 2, 0, 2);
  memcpy (end, first, (gsize) length);
  end[length - 1] = 1;
  sqlite3_bind_blob (client->get, 1, first, length, SQLITE_STATIC);
  sqlite3_bind_blob (client->get, 2, end, length, SQLITE_STATIC);
  g_assert_cmpuint (read_cells (client, client->get), ==, SCAN_CELLS_A_ROW);
}

static guint64
scan (gpointer data)
{
  Client *client = data;

  return read_cells (client, client->scan);
}

const LocalContestant local_sqlite
    = { "SQLite", open_directory, g_free, connect_to, disconnect, put, get, scan };
