/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file writes the cells of a call.
 *
 * 1. Cells are written in the order in which they were added.
 * 2. A statement writes 1, 2, 4, 8, 16 or 32 cells, so that a table needs six statements. */

#include "config.h"

#include "hbase-local-cell-writer-private.h"
#include "hbase-local-cells-private.h"

#define CELLS_MAX 32 /* of one statement; SQLite gets hardly faster beyond it */

typedef struct {
  guint key_end; /* in `keys`, where the key of the next cell begins */
  HBaseSlice value, time_to_live;
} PendingCell;

struct _HBaseLocalCellWriter {
  HBaseLocalDb *db;
  gint64 table;
  GByteArray *keys;
  GArray *cells; /* (element-type PendingCell) */
  guint64 n_written;
};

HBaseLocalCellWriter *
hbase_local_cell_writer_new (HBaseLocalDb *db)
{
  HBaseLocalCellWriter *writer = g_new0 (HBaseLocalCellWriter, 1);

  writer->db = db;
  writer->keys = g_byte_array_new ();
  writer->cells = g_array_new (FALSE, FALSE, sizeof (PendingCell));
  return writer;
}

void
hbase_local_cell_writer_free (HBaseLocalCellWriter *writer)
{
  if (writer == NULL)
    return;
  g_byte_array_unref (writer->keys);
  g_array_unref (writer->cells);
  g_free (writer);
}

void
hbase_local_cell_writer_add (HBaseLocalCellWriter *writer,
                             const HBaseLocalTable *table,
                             HBaseSlice row,
                             const HBaseCellView *cell)
{
  PendingCell pending = { .value = cell->value, .time_to_live = cell->tags };

  writer->table = table->id;
  hbase_local_key_append (writer->keys, row, cell);
  pending.key_end = writer->keys->len;
  g_array_append_val (writer->cells, pending);
}

guint64
hbase_local_cell_writer_get_n_written (const HBaseLocalCellWriter *writer)
{
  return writer->n_written;
}

guint
hbase_local_cell_writer_get_length (const HBaseLocalCellWriter *writer)
{
  return writer->cells->len;
}

static PendingCell *
get_cell (const HBaseLocalCellWriter *writer, guint i)
{
  return &g_array_index (writer->cells, PendingCell, i);
}

static guint
key_begin (const HBaseLocalCellWriter *writer, guint i)
{
  return i == 0 ? 0 : get_cell (writer, i - 1)->key_end;
}

void
hbase_local_cell_writer_truncate (HBaseLocalCellWriter *writer, guint length)
{
  g_byte_array_set_size (writer->keys, key_begin (writer, length));
  g_array_set_size (writer->cells, length);
}

#define EIGHT_ROWS ",(?,?),(?,?),(?,?),(?,?),(?,?),(?,?),(?,?),(?,?)"
static const char sql_rows[] = EIGHT_ROWS EIGHT_ROWS EIGHT_ROWS EIGHT_ROWS;
#define SQL_ROW_LENGTH ((guint) strlen (",(?,?)"))

/* Returns the statement that writes so many cells. */
static sqlite3_stmt *
prepare (HBaseLocalCellWriter *writer, guint n_cells, GError **error)
{
  return hbase_local_db_statement (writer->db, error,
                                   "INSERT OR REPLACE INTO " HBASE_LOCAL_CELLS " VALUES %.*s", writer->table,
                                   (int) (n_cells * SQL_ROW_LENGTH - 1), sql_rows + 1);
}

/* Binds the value as hbase-local-cells.c reads it. */
static gboolean
bind_value (
    HBaseLocalCellWriter *writer, sqlite3_stmt *statement, int at, const PendingCell *cell, GError **error)
{
  gsize length = HBASE_LOCAL_TIME_TO_LIVE_SIZE + cell->value.length;
  char *stored;

  if (cell->time_to_live.data == NULL)
    {
      hbase_local_db_bind (statement, at, cell->value);
      return TRUE;
    }
  if (!hbase_local_db_allow_times_to_live (writer->db, error))
    return FALSE;
  stored = g_malloc (length);
  memcpy (stored, cell->time_to_live.data, HBASE_LOCAL_TIME_TO_LIVE_SIZE);
  memcpy (stored + HBASE_LOCAL_TIME_TO_LIVE_SIZE, hbase_slice_bytes (cell->value), cell->value.length);
  return sqlite3_bind_text64 (statement, at, stored, length, g_free, SQLITE_UTF8) == SQLITE_OK
         || hbase_local_db_set_error (writer->db, SQLITE_NOMEM, error);
}

static gboolean
write_cells (HBaseLocalCellWriter *writer, guint first, guint n_cells, GError **error)
{
  sqlite3_stmt *statement = prepare (writer, n_cells, error);

  if (statement == NULL || !hbase_local_db_spend (writer->db, n_cells - 1, error))
    return FALSE;
  for (guint i = 0; i < n_cells; i++)
    {
      const PendingCell *cell = get_cell (writer, first + i);
      guint begin = key_begin (writer, first + i);

      hbase_local_db_bind (statement, (int) (2 * i + 1),
                           hbase_slice (writer->keys->data + begin, cell->key_end - begin));
      if (!bind_value (writer, statement, (int) (2 * i + 2), cell, error))
        return FALSE;
    }
  return hbase_local_db_finish (writer->db, statement, error);
}

gboolean
hbase_local_cell_writer_flush (HBaseLocalCellWriter *writer, GError **error)
{
  guint first = 0;

  for (guint n_cells = CELLS_MAX; n_cells > 0; n_cells /= 2)
    for (; writer->cells->len - first >= n_cells; first += n_cells)
      if (!write_cells (writer, first, n_cells, error))
        return FALSE;
  writer->n_written += writer->cells->len;
  hbase_local_cell_writer_truncate (writer, 0);
  return TRUE;
}

gboolean
hbase_local_cell_writer_write_many (HBaseLocalCellWriter *writer, GError **error)
{
  return writer->cells->len < CELLS_MAX || hbase_local_cell_writer_flush (writer, error);
}
