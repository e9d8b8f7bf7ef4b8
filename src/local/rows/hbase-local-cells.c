/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The stored cells of a table: SQL that seeks and reads them. hbase-local-chunk.c describes how they are
 * stored.
 *
 * 1. The value of a single cell without a time to live is stored as a BLOB. The value of a cell with a time
 *    to live is stored as TEXT: the eight bytes of the time to live, then the value.
 * 2. A seek to a key inside a row begins with the last row of SQLite whose key isn't greater. All cells
 *    before the key that are passed then are in that row of SQLite.
 * 3. A cursor for keys reads chunks whole, but no larger values. */

#include "config.h"

#include "hbase-local-cells-private.h"

/* SQLite doesn't load a value to know its type, or the length of a BLOB. */
#define ONLY_KEYS                                                                                            \
  "CASE WHEN typeof (value) = 'text' THEN CAST (substr (CAST (value AS BLOB), 1, 8) AS TEXT)"                \
  " WHEN length (value) > " G_STRINGIFY (HBASE_LOCAL_CHUNK_VALUE_MAX) " THEN x'' ELSE value END"
#define KEY_CAPACITY 128
#define LAST_KEY_IN_ROW                                                                                      \
  "(SELECT key FROM " HBASE_LOCAL_CELLS " WHERE key <= ?1 AND key >= ?2 ORDER BY key DESC LIMIT 1)"
#define SELECT_FROM(value, key)                                                                              \
  "SELECT key, " value " FROM " HBASE_LOCAL_CELLS " WHERE key >= " key " ORDER BY key"

void
hbase_local_cursor_allocate (HBaseLocalCursor *cursor)
{
  *cursor = (HBaseLocalCursor){ .from = g_byte_array_sized_new (KEY_CAPACITY),
                                .chunk = { .key = g_byte_array_sized_new (KEY_CAPACITY) } };
}

void
hbase_local_cursor_begin (HBaseLocalCursor *cursor,
                          HBaseLocalDb *db,
                          const HBaseLocalTable *table,
                          gboolean keys_only)
{
  cursor->db = db;
  cursor->table = table->id;
  cursor->keys_only = keys_only;
}

void
hbase_local_cursor_init (HBaseLocalCursor *cursor,
                         HBaseLocalDb *db,
                         const HBaseLocalTable *table,
                         gboolean keys_only)
{
  hbase_local_cursor_allocate (cursor);
  hbase_local_cursor_begin (cursor, db, table, keys_only);
}

void
hbase_local_cursor_reset (HBaseLocalCursor *cursor)
{
  if (cursor->statement != NULL)
    sqlite3_reset (cursor->statement);
  cursor->statement = NULL;
  cursor->chunk.p = cursor->chunk.end = NULL;
}

void
hbase_local_cursor_clear (HBaseLocalCursor *cursor)
{
  hbase_local_cursor_reset (cursor);
  g_clear_pointer (&cursor->from, g_byte_array_unref);
  g_clear_pointer (&cursor->chunk.key, g_byte_array_unref);
}

static gboolean
set_damaged (HBaseLocalCursor *cursor, const char *what, GError **error)
{
  cursor->db->is_broken = TRUE;
  return hbase_local_storage_error_set (error, "%s: a %s is damaged", cursor->db->path, what);
}

/* Splits a key of a chunk into components, except those that the key before has, too. */
static gboolean
parse_chunk_key (HBaseLocalCursor *cursor)
{
  HBaseSlice key = cursor->chunk_cell.key;

  if (cursor->family_end == 0 || cursor->chunk.n_shared < cursor->family_end)
    cursor->family_end = hbase_local_key_component_end (key, cursor->row_end);
  return cursor->family_end != 0
         && hbase_local_key_component_end (key, cursor->family_end) + HBASE_LOCAL_KEY_TAIL == key.length;
}

/* Spends the budget as the step of a statement does. */
static gboolean
next_in_chunk (HBaseLocalCursor *cursor, GError **error)
{
  if (!hbase_local_db_spend (cursor->db, 1, error))
    return FALSE;
  if (!hbase_local_chunk_reader_next (&cursor->chunk, &cursor->chunk_cell) || !parse_chunk_key (cursor))
    return set_damaged (cursor, "chunk of cells", error);
  cursor->key = cursor->chunk_cell.key;
  return TRUE;
}

/* Moves to the first cell of the statement's current row. */
static gboolean
enter_stored_row (HBaseLocalCursor *cursor, GError **error)
{
  HBaseSlice key = hbase_local_db_column (cursor->statement, 0);
  HBaseLocalStored stored = hbase_local_stored_parse (key, &cursor->row_end, &cursor->family_end);

  if (stored == HBASE_LOCAL_STORED_DAMAGED)
    return set_damaged (cursor, "cell's key", error);
  cursor->is_in_chunk = stored == HBASE_LOCAL_STORED_CHUNK;
  cursor->key = key;
  if (!cursor->is_in_chunk)
    return TRUE;
  cursor->family_end = 0;
  hbase_local_chunk_reader_begin (&cursor->chunk, hbase_slice (key.data, cursor->row_end),
                                  hbase_local_db_column (cursor->statement, 1));
  return next_in_chunk (cursor, error);
}

static gboolean
move (HBaseLocalCursor *cursor, GError **error)
{
  int code;

  cursor->n_shared = 0;
  if (cursor->chunk.p != cursor->chunk.end)
    return next_in_chunk (cursor, error);
  code = hbase_local_db_step (cursor->db, cursor->statement, error);
  if (code == SQLITE_ROW)
    return enter_stored_row (cursor, error);
  cursor->key = hbase_slice (NULL, 0);
  return code == SQLITE_DONE;
}

gboolean
hbase_local_cursor_next (HBaseLocalCursor *cursor, GError **error)
{
  gboolean is_same_chunk = cursor->chunk.p != cursor->chunk.end, ok = move (cursor, error);

  if (is_same_chunk)
    cursor->n_shared = cursor->chunk.n_shared;
  return ok;
}

/* Prepares the reading of all cells from `from` on, and perhaps some before them. */
static void
prepare_seek (HBaseLocalCursor *cursor, gsize row_end, GError **error)
{
  static const char *const patterns[2][2] = {
    { SELECT_FROM ("value", "?1"), SELECT_FROM ("value", "coalesce (" LAST_KEY_IN_ROW ", ?1)") },
    { SELECT_FROM (ONLY_KEYS, "?1"), SELECT_FROM (ONLY_KEYS, "coalesce (" LAST_KEY_IN_ROW ", ?1)") },
  };
  HBaseSlice from = hbase_local_key_slice (cursor->from);
  gboolean is_inside_row = row_end != 0 && row_end != from.length;

  cursor->statement = hbase_local_db_table_statement (
      cursor->db, patterns[cursor->keys_only ? 1 : 0][is_inside_row], cursor->table, error);
  hbase_local_db_bind (cursor->statement, 1, from);
  if (is_inside_row)
    hbase_local_db_bind (cursor->statement, 2, hbase_slice (from.data, row_end));
}

gboolean
hbase_local_cursor_seek (HBaseLocalCursor *cursor, HBaseSlice key, GError **error)
{
  gboolean ok;

  hbase_local_cursor_reset (cursor);
  hbase_local_key_set (cursor->from, key);
  prepare_seek (cursor, hbase_local_key_component_end (key, 0), error);
  do
    ok = move (cursor, error);
  while (ok && cursor->key.data != NULL
         && hbase_slice_compare (cursor->key, hbase_local_key_slice (cursor->from)) < 0);
  return ok;
}

gboolean
hbase_local_cursor_advance (HBaseLocalCursor *cursor, HBaseSlice key, GError **error)
{
  while (cursor->chunk.p != cursor->chunk.end)
    {
      if (!move (cursor, error))
        return FALSE;
      if (hbase_slice_compare (cursor->key, key) >= 0)
        return TRUE;
    }
  return hbase_local_cursor_seek (cursor, key, error);
}

gboolean
hbase_local_cursor_seek_before (HBaseLocalCursor *cursor, HBaseSlice bound, GError **error)
{
  g_autoptr (GByteArray) prefix = g_byte_array_new ();
  HBaseSlice key;
  int code;

  hbase_local_cursor_reset (cursor);
  cursor->statement = hbase_local_db_table_statement (
      cursor->db, "SELECT key FROM " HBASE_LOCAL_CELLS " WHERE key < ? ORDER BY key DESC LIMIT 1",
      cursor->table, error);
  hbase_local_db_bind (cursor->statement, 1, bound);
  cursor->key = hbase_slice (NULL, 0);
  code = hbase_local_db_step (cursor->db, cursor->statement, error);
  if (code != SQLITE_ROW)
    return code == SQLITE_DONE;
  key = hbase_local_db_column (cursor->statement, 0);
  key.length = hbase_local_key_component_end (key, 0);
  if (key.length == 0)
    return set_damaged (cursor, "cell's key", error);
  hbase_local_key_set (prefix, key);
  return hbase_local_cursor_seek (cursor, hbase_local_key_slice (prefix), error);
}

gboolean
hbase_local_cursor_get_single_value (HBaseLocalCursor *cursor,
                                     HBaseSlice *value,
                                     HBaseSlice *time_to_live,
                                     GError **error)
{
  *value = hbase_local_db_column (cursor->statement, 1);
  *time_to_live = hbase_slice (NULL, 0);
  if (G_LIKELY (sqlite3_column_type (cursor->statement, 1) == SQLITE_BLOB))
    {
      if (cursor->keys_only)
        value->length = 0;
      return TRUE;
    }
  if (value->length < HBASE_LOCAL_TIME_TO_LIVE_SIZE)
    return set_damaged (cursor, "cell's value", error);
  *time_to_live = hbase_slice (value->data, HBASE_LOCAL_TIME_TO_LIVE_SIZE);
  *value = hbase_slice (value->data + HBASE_LOCAL_TIME_TO_LIVE_SIZE,
                        value->length - HBASE_LOCAL_TIME_TO_LIVE_SIZE);
  return TRUE;
}
