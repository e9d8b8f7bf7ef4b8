/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Writing cells of one row. hbase-local-chunk.c describes how they are stored.
 *
 * 1. Cells are merged into the row of SQLite that holds their neighbours, the *slot*, which is then written
 *    anew, in as many chunks as are needed. So the cells of a row are together, in whatever order they were
 *    written, and nothing is merged when they are read.
 * 2. A slot takes the changes up to the next row of SQLite, its limit. Changes before the row's first row of
 *    SQLite belong to it.
 * 3. A cell that is too large for a chunk isn't read, but only replaced or removed.
 * 4. Of a database of version 1 every cell is stored by itself.
 * 5. Nobody else writes meanwhile. So when a search has shown that nothing is stored after a row, up to some
 *    key, the rows between them are new, and aren't searched for, as long as they come in order. */

#include "config.h"

#include "hbase-local-cells-private.h"
#include "hbase-local-row-writer-private.h"
#include "hbase-local-vfs-private.h"

#define KEY_CAPACITY 128
/* The value, unless the cell is too large for a chunk. */
#define MERGED_VALUE                                                                                         \
  "CASE WHEN typeof (value) = 'text' OR length (value) <= " G_STRINGIFY (                                    \
      HBASE_LOCAL_CHUNK_VALUE_MAX) " THEN value END"

typedef struct {
  guint key_at, key_length; /* in `keys` */
  HBaseSlice value, time_to_live;
} MergedCell;

struct _HBaseLocalRowWriter {
  HBaseLocalDb *db;
  gint64 table;
  GByteArray *row, *row_end; /* the row's component, and the first key after all of the row */
  /* the slot */
  HBaseLocalStored stored; /* DAMAGED: there is none */
  GByteArray *key, *value;
  gsize largest;     /* length of a value so far */
  int type;          /* of the value, in SQLite; SQLITE_NULL: it wasn't read */
  gboolean is_first; /* nothing of the row is stored before it */
  GByteArray *limit; /* empty: none */
  gboolean is_new;   /* nothing of the row was stored when its first change was written */
  /* Between the two keys nothing is stored. */
  gboolean has_gap;
  GByteArray *gap, *gap_end; /* the latter is empty: to the table's end */
  /* what becomes of it */
  HBaseLocalChunkReader reader;
  GByteArray *keys;
  GArray *cells; /* (element-type MergedCell) */
  GByteArray *chunk;
};

HBaseLocalRowWriter *
hbase_local_row_writer_new (HBaseLocalDb *db)
{
  HBaseLocalRowWriter *writer = g_new0 (HBaseLocalRowWriter, 1);

  writer->db = db;
  writer->row = g_byte_array_sized_new (KEY_CAPACITY);
  writer->row_end = g_byte_array_sized_new (KEY_CAPACITY);
  writer->key = g_byte_array_sized_new (KEY_CAPACITY);
  writer->value = g_byte_array_sized_new (HBASE_LOCAL_CHUNK_SIZE);
  writer->limit = g_byte_array_new ();
  writer->gap = g_byte_array_sized_new (KEY_CAPACITY);
  writer->gap_end = g_byte_array_new ();
  writer->reader.key = g_byte_array_sized_new (KEY_CAPACITY);
  writer->keys = g_byte_array_sized_new (HBASE_LOCAL_CHUNK_SIZE);
  writer->cells = g_array_new (FALSE, FALSE, sizeof (MergedCell));
  writer->chunk = g_byte_array_sized_new (HBASE_LOCAL_CHUNK_SIZE);
  return writer;
}

void
hbase_local_row_writer_free (HBaseLocalRowWriter *writer)
{
  g_byte_array_unref (writer->row);
  g_byte_array_unref (writer->row_end);
  g_byte_array_unref (writer->key);
  g_byte_array_unref (writer->value);
  g_byte_array_unref (writer->limit);
  g_byte_array_unref (writer->gap);
  g_byte_array_unref (writer->gap_end);
  g_byte_array_unref (writer->reader.key);
  g_byte_array_unref (writer->keys);
  g_array_unref (writer->cells);
  g_byte_array_unref (writer->chunk);
  g_free (writer);
}

void
hbase_local_row_writer_begin (HBaseLocalRowWriter *writer)
{
  writer->has_gap = FALSE;
}

void
hbase_local_row_writer_set_gap (HBaseLocalRowWriter *writer, HBaseSlice from, HBaseSlice to)
{
  writer->has_gap = TRUE;
  hbase_local_key_set (writer->gap, from);
  hbase_local_key_set (writer->gap_end, to);
}

gboolean
hbase_local_row_writer_was_new (const HBaseLocalRowWriter *writer)
{
  return writer->is_new;
}

gsize
hbase_local_row_writer_get_largest (const HBaseLocalRowWriter *writer)
{
  return writer->largest;
}

static gboolean
set_damaged (HBaseLocalRowWriter *writer, GError **error)
{
  writer->db->is_broken = TRUE;
  return hbase_local_storage_error_set (error, "%s: a chunk of cells is damaged", writer->db->path);
}

/* ---- the slot ---- */

/* Copies the statement's current row. */
static gboolean
read_slot (HBaseLocalRowWriter *writer, sqlite3_stmt *statement, GError **error)
{
  gsize row_end, family_end;

  hbase_local_key_set (writer->key, hbase_local_db_column (statement, 0));
  writer->type = sqlite3_column_type (statement, 1);
  hbase_local_key_set (writer->value, hbase_local_db_column (statement, 1));
  writer->largest = MAX (writer->largest, writer->value->len);
  writer->stored = hbase_local_stored_parse (hbase_local_key_slice (writer->key), &row_end, &family_end);
  return (writer->stored != HBASE_LOCAL_STORED_DAMAGED
          && (writer->stored != HBASE_LOCAL_STORED_CHUNK || writer->type == SQLITE_BLOB))
         || set_damaged (writer, error);
}

/* Reads the statement's next row, whose key is the limit, and ends the statement. */
static gboolean
read_limit (HBaseLocalRowWriter *writer, sqlite3_stmt *statement, GError **error)
{
  int code = hbase_local_db_step (writer->db, statement, error);

  writer->limit->len = 0;
  if (code == SQLITE_ROW)
    hbase_local_key_set (writer->limit, hbase_local_db_column (statement, 0));
  sqlite3_reset (statement);
  return code == SQLITE_ROW || code == SQLITE_DONE;
}

/* Reads the next key; its data are NULL after the last. */
static gboolean
read_key (HBaseLocalRowWriter *writer, sqlite3_stmt *statement, HBaseSlice *key, GError **error)
{
  int code = hbase_local_db_step (writer->db, statement, error);

  *key = code == SQLITE_ROW ? hbase_local_db_column (statement, 0) : hbase_slice (NULL, 0);
  return code == SQLITE_ROW || code == SQLITE_DONE;
}

static gboolean
is_of_row (const HBaseLocalRowWriter *writer, HBaseSlice key)
{
  return key.data != NULL && hbase_local_key_begins_with (key, hbase_local_key_slice (writer->row));
}

/* Most rows have one row of SQLite. `*next` is the key after it: the limit, or a key of another row. */
static gboolean
read_first_slot (HBaseLocalRowWriter *writer, sqlite3_stmt *statement, HBaseSlice *next, GError **error)
{
  return read_key (writer, statement, next, error)
         && (!is_of_row (writer, *next)
             || (read_slot (writer, statement, error) && read_key (writer, statement, next, error)));
}

static gboolean
find_first_slot (HBaseLocalRowWriter *writer, GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_table_statement (
      writer->db,
      "SELECT key, " MERGED_VALUE " FROM " HBASE_LOCAL_CELLS " WHERE key >= ? ORDER BY key LIMIT 2",
      writer->table, error);
  HBaseSlice next;
  gboolean ok;

  hbase_local_db_bind (statement, 1, hbase_local_key_slice (writer->row));
  ok = read_first_slot (writer, statement, &next, error);
  writer->has_gap = FALSE;
  if (ok && is_of_row (writer, next))
    hbase_local_key_set (writer->limit, next);
  else if (ok)
    hbase_local_row_writer_set_gap (writer, hbase_local_key_slice (writer->row_end), next);
  sqlite3_reset (statement);
  return ok;
}

static gboolean
is_in_gap (const HBaseLocalRowWriter *writer)
{
  HBaseSlice row = hbase_local_key_slice (writer->row), end = hbase_local_key_slice (writer->gap_end);

  return writer->has_gap && hbase_slice_compare (row, hbase_local_key_slice (writer->gap)) >= 0
         && (end.length == 0 || (hbase_slice_compare (row, end) < 0 && !is_of_row (writer, end)));
}

static gboolean
find_limit (HBaseLocalRowWriter *writer, GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_table_statement (
      writer->db, "SELECT key FROM " HBASE_LOCAL_CELLS " WHERE key > ?1 AND key < ?2 ORDER BY key LIMIT 1",
      writer->table, error);

  hbase_local_db_bind (statement, 1, hbase_local_key_slice (writer->key));
  hbase_local_db_bind (statement, 2, hbase_local_key_slice (writer->row_end));
  return read_limit (writer, statement, error);
}

/* There is a row of SQLite before, as this isn't the row's first. */
static gboolean
find_later_slot (HBaseLocalRowWriter *writer, HBaseSlice key, GError **error)
{
  sqlite3_stmt *statement
      = hbase_local_db_table_statement (writer->db,
                                        "SELECT key, " MERGED_VALUE " FROM " HBASE_LOCAL_CELLS
                                        " WHERE key <= ?1 AND key >= ?2 ORDER BY key DESC LIMIT 1",
                                        writer->table, error);
  int code;

  hbase_local_db_bind (statement, 1, key);
  hbase_local_db_bind (statement, 2, hbase_local_key_slice (writer->row));
  writer->is_first = FALSE;
  code = hbase_local_db_step (writer->db, statement, error);
  if (code != SQLITE_ROW || !read_slot (writer, statement, error))
    return FALSE;
  sqlite3_reset (statement);
  return find_limit (writer, error);
}

/* Leaves a cell that is too large to be merged alone, unless it is the cell that changes. */
static void
pass_large_cell (HBaseLocalRowWriter *writer, HBaseSlice key)
{
  int order = hbase_slice_compare (key, hbase_local_key_slice (writer->key));

  if (order == 0)
    return;
  writer->stored = HBASE_LOCAL_STORED_DAMAGED;
  if (order < 0)
    hbase_local_key_set (writer->limit, hbase_local_key_slice (writer->key));
  else
    writer->is_first = FALSE;
}

/* Finds where the change of the cell with that key belongs. */
static gboolean
find_slot (HBaseLocalRowWriter *writer, HBaseSlice key, GError **error)
{
  writer->stored = HBASE_LOCAL_STORED_DAMAGED;
  writer->limit->len = 0;
  writer->is_first = TRUE;
  if (!is_in_gap (writer) && !find_first_slot (writer, error))
    return FALSE;
  hbase_local_key_set (writer->gap, hbase_local_key_slice (writer->row_end));
  if (writer->limit->len > 0 && hbase_slice_compare (key, hbase_local_key_slice (writer->limit)) >= 0
      && !find_later_slot (writer, key, error))
    return FALSE;
  writer->is_new &= writer->stored == HBASE_LOCAL_STORED_DAMAGED && writer->limit->len == 0;
  if (writer->stored == HBASE_LOCAL_STORED_CELL && writer->type == SQLITE_NULL)
    pass_large_cell (writer, key);
  return TRUE;
}

/* ---- merging ---- */

static void
add_cell (HBaseLocalRowWriter *writer, const HBaseLocalStoredCell *cell)
{
  MergedCell merged = { writer->keys->len, (guint) cell->key.length, cell->value, cell->time_to_live };

  g_byte_array_append (writer->keys, cell->key.data, (guint) cell->key.length);
  g_array_append_val (writer->cells, merged);
}

static HBaseLocalStoredCell
get_cell (const HBaseLocalRowWriter *writer, guint i)
{
  const MergedCell *cell = &g_array_index (writer->cells, MergedCell, i);

  return (HBaseLocalStoredCell){ hbase_slice (writer->keys->data + cell->key_at, cell->key_length),
                                 cell->value, cell->time_to_live };
}

/* Begins to read the cells of the slot. */
static void
begin_slot (HBaseLocalRowWriter *writer)
{
  hbase_local_chunk_reader_begin (&writer->reader, hbase_local_key_slice (writer->row),
                                  writer->stored == HBASE_LOCAL_STORED_CHUNK
                                      ? hbase_local_key_slice (writer->value)
                                      : hbase_slice ("", 0));
}

static gboolean
read_single_cell (HBaseLocalRowWriter *writer, HBaseLocalStoredCell *cell, GError **error)
{
  gsize skipped = writer->type == SQLITE_TEXT ? HBASE_LOCAL_TIME_TO_LIVE_SIZE : 0;
  HBaseSlice value = hbase_local_key_slice (writer->value);

  if (value.length < skipped)
    return set_damaged (writer, error);
  *cell = (HBaseLocalStoredCell){ hbase_local_key_slice (writer->key),
                                  hbase_slice (value.data + skipped, value.length - skipped),
                                  hbase_slice (skipped > 0 ? value.data : NULL, skipped) };
  return TRUE;
}

/* Reads the slot's next cell; the key's data are NULL after the last. */
static gboolean
next_in_slot (HBaseLocalRowWriter *writer, HBaseLocalStoredCell *cell, GError **error)
{
  gboolean is_single = writer->stored == HBASE_LOCAL_STORED_CELL && cell->key.data == NULL;

  if (is_single)
    return read_single_cell (writer, cell, error);
  if (writer->reader.p != writer->reader.end)
    return hbase_local_chunk_reader_next (&writer->reader, cell) || set_damaged (writer, error);
  cell->key = hbase_slice (NULL, 0);
  return TRUE;
}

/* Merges the slot's cells with changes. */
static gboolean
merge (HBaseLocalRowWriter *writer, const HBaseLocalCellChange *changes, guint n_changes, GError **error)
{
  HBaseLocalStoredCell stored = { { NULL, 0 }, { NULL, 0 }, { NULL, 0 } };
  guint i = 0;

  writer->keys->len = 0;
  g_array_set_size (writer->cells, 0);
  begin_slot (writer);
  if (writer->stored != HBASE_LOCAL_STORED_DAMAGED && !next_in_slot (writer, &stored, error))
    return FALSE;
  while (stored.key.data != NULL || i < n_changes)
    {
      int order = stored.key.data == NULL ? 1
                  : i == n_changes        ? -1
                                          : hbase_slice_compare (stored.key, changes[i].cell.key);

      if (order < 0)
        add_cell (writer, &stored);
      else if (!changes[i].is_removal)
        add_cell (writer, &changes[i].cell);
      i += order >= 0;
      if (order <= 0 && !next_in_slot (writer, &stored, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- writing ---- */

static gsize
size_of (const HBaseLocalRowWriter *writer, guint i)
{
  HBaseLocalStoredCell cell = get_cell (writer, i);

  return cell.key.length - writer->row->len + cell.value.length;
}

static gboolean
is_single (const HBaseLocalRowWriter *writer, guint i)
{
  return writer->db->version == HBASE_LOCAL_VERSION_PLAIN || size_of (writer, i) > HBASE_LOCAL_CHUNK_CELL_MAX;
}

/* Returns the size of chunks that divides the cells evenly. */
static gsize
choose_size (const HBaseLocalRowWriter *writer)
{
  gsize total = 0;

  for (guint i = 0; i < writer->cells->len; i++)
    total += size_of (writer, i);
  return total / (total / HBASE_LOCAL_CHUNK_SIZE + 1) + 1;
}

/* Returns the number of cells from `first` on that are stored together. `before` is the key of the cell
 * before them. */
static guint
count_cells (const HBaseLocalRowWriter *writer, guint first, HBaseSlice before, gsize most)
{
  gsize size = size_of (writer, first);
  guint n = 1;

  if (is_single (writer, first)
      || (before.length > 0 && hbase_local_chunk_keys_collide (before, get_cell (writer, first).key)))
    return 1;
  for (; first + n < writer->cells->len && size < most && !is_single (writer, first + n); n++)
    size += size_of (writer, first + n);
  return n;
}

static gboolean
remove_stored (HBaseLocalRowWriter *writer, HBaseSlice key, GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_table_statement (
      writer->db, "DELETE FROM " HBASE_LOCAL_CELLS " WHERE key = ?", writer->table, error);

  hbase_local_db_bind (statement, 1, key);
  return hbase_local_db_finish (writer->db, statement, error);
}

/* Binds the value of a single cell, as hbase-local-cells.c reads it. */
static gboolean
bind_single_value (HBaseLocalRowWriter *writer,
                   sqlite3_stmt *statement,
                   const HBaseLocalStoredCell *cell,
                   GError **error)
{
  gsize length = HBASE_LOCAL_TIME_TO_LIVE_SIZE + cell->value.length;
  char *stored;

  if (cell->time_to_live.data == NULL)
    {
      hbase_local_db_bind (statement, 2, cell->value);
      return TRUE;
    }
  if (!hbase_local_db_allow_times_to_live (writer->db, error))
    return FALSE;
  stored = g_malloc (length);
  memcpy (stored, cell->time_to_live.data, HBASE_LOCAL_TIME_TO_LIVE_SIZE);
  memcpy (stored + HBASE_LOCAL_TIME_TO_LIVE_SIZE, hbase_slice_bytes (cell->value), cell->value.length);
  return sqlite3_bind_text64 (statement, 2, stored, length, g_free, SQLITE_UTF8) == SQLITE_OK
         || hbase_local_db_set_error (writer->db, SQLITE_NOMEM, error);
}

static void
encode_chunk (HBaseLocalRowWriter *writer, guint first, guint n_cells)
{
  HBaseSlice before = hbase_local_key_slice (writer->row);

  writer->chunk->len = 0;
  for (guint i = first; i < first + n_cells; i++)
    {
      HBaseLocalStoredCell cell = get_cell (writer, i);

      hbase_local_chunk_append (writer->chunk, before, &cell);
      before = cell.key;
    }
}

/* Returns the key under which the cells from `first` on are stored. */
static HBaseSlice
choose_key (const HBaseLocalRowWriter *writer, guint first, guint n_cells)
{
  HBaseSlice key = get_cell (writer, first).key;

  if (n_cells == 1)
    return key;
  return first == 0 && writer->is_first ? hbase_local_key_slice (writer->row) : hbase_local_chunk_key (key);
}

static gboolean
store_cells (HBaseLocalRowWriter *writer, guint first, guint n_cells, GError **error)
{
  HBaseLocalStoredCell cell = get_cell (writer, first);
  sqlite3_stmt *statement = hbase_local_db_table_statement (
      writer->db, "INSERT OR REPLACE INTO " HBASE_LOCAL_CELLS " VALUES (?, ?)", writer->table, error);

  if (statement == NULL)
    return FALSE;
  hbase_local_db_bind (statement, 1, choose_key (writer, first, n_cells));
  if (n_cells == 1 && !bind_single_value (writer, statement, &cell, error))
    return FALSE;
  if (n_cells > 1)
    {
      encode_chunk (writer, first, n_cells);
      hbase_local_db_bind (statement, 2, hbase_local_key_slice (writer->chunk));
    }
  return hbase_local_db_finish (writer->db, statement, error);
}

/* Replaces the slot by the merged cells. */
static gboolean
replace_slot (HBaseLocalRowWriter *writer, GError **error)
{
  gboolean has_slot = writer->stored != HBASE_LOCAL_STORED_DAMAGED;
  /* What is before a chunk in another row of SQLite sorts before its key. */
  HBaseSlice before = !writer->is_first && writer->stored != HBASE_LOCAL_STORED_CHUNK
                          ? hbase_local_key_slice (writer->key)
                          : hbase_slice (NULL, 0);
  gsize most = choose_size (writer);

  for (guint first = 0, n; first < writer->cells->len || has_slot; first += n)
    {
      n = first < writer->cells->len ? count_cells (writer, first, before, most) : 0;
      if (has_slot
          && (n == 0
              || !hbase_slice_equal (choose_key (writer, first, n), hbase_local_key_slice (writer->key)))
          && !remove_stored (writer, hbase_local_key_slice (writer->key), error))
        return FALSE;
      has_slot = FALSE;
      if (n == 0)
        break;
      if (!store_cells (writer, first, n, error))
        return FALSE;
      before = get_cell (writer, first + n - 1).key;
    }
  return TRUE;
}

static guint
count_changes (const HBaseLocalRowWriter *writer, const HBaseLocalCellChange *changes, guint n_changes)
{
  HBaseSlice limit = hbase_local_key_slice (writer->limit);
  guint n = 0;

  while (n < n_changes && (limit.length == 0 || hbase_slice_compare (changes[n].cell.key, limit) < 0))
    n++;
  return n;
}

gboolean
hbase_local_row_writer_write (HBaseLocalRowWriter *writer,
                              gint64 table,
                              const HBaseLocalCellChange *changes,
                              guint n_changes,
                              GError **error)
{
  HBaseSlice row = changes[0].cell.key;
  guint n;

  row.length = hbase_local_key_component_end (row, 0);
  writer->table = table;
  hbase_local_key_set (writer->row, row);
  hbase_local_key_set (writer->row_end, row);
  hbase_local_key_skip_prefix (writer->row_end);
  writer->is_new = TRUE;
  for (; n_changes > 0; changes += n, n_changes -= n)
    {
      if (!find_slot (writer, changes[0].cell.key, error))
        return FALSE;
      n = count_changes (writer, changes, n_changes);
      if (!merge (writer, changes, n, error) || !replace_slot (writer, error))
        return FALSE;
    }
  return TRUE;
}
