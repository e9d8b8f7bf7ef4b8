/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The stored cells of a table: SQL that seeks, reads and removes them.
 *
 * 1. The value of a cell without a time to live is stored as a BLOB. That of a cell with one is stored as
 *    TEXT: the eight bytes of the time to live, then the value. So such cells cost nothing where there are
 *    none, and a put replaces a cell of either kind. */

#include "config.h"

#include "hbase-local-cells-private.h"

/* SQLite doesn't load a value to know its type. */
#define ONLY_TIME_TO_LIVE                                                                                    \
  "CASE typeof (value) WHEN 'text' THEN CAST (substr (CAST (value AS BLOB), 1, 8) AS TEXT) ELSE x'' END"

void
hbase_local_cursor_init (HBaseLocalCursor *cursor,
                         HBaseLocalDb *db,
                         const HBaseLocalTable *table,
                         gboolean keys_only)
{
  *cursor = (HBaseLocalCursor){
    .db = db, .table = table->id, .keys_only = keys_only, .from = g_byte_array_new ()
  };
}

void
hbase_local_cursor_clear (HBaseLocalCursor *cursor)
{
  if (cursor->statement != NULL)
    sqlite3_reset (cursor->statement);
  g_clear_pointer (&cursor->from, g_byte_array_unref);
}

/* Splits the key of the statement's current row into components. */
static gboolean
parse_key (HBaseLocalCursor *cursor, GError **error)
{
  gsize qualifier_end;

  cursor->key = hbase_local_db_column (cursor->statement, 0);
  cursor->row_end = hbase_local_key_component_end (cursor->key, 0);
  cursor->family_end
      = cursor->row_end != 0 ? hbase_local_key_component_end (cursor->key, cursor->row_end) : 0;
  qualifier_end
      = cursor->family_end != 0 ? hbase_local_key_component_end (cursor->key, cursor->family_end) : 0;
  if (qualifier_end != 0 && qualifier_end + HBASE_LOCAL_KEY_TAIL == cursor->key.length)
    return TRUE;
  cursor->db->is_broken = TRUE;
  return hbase_local_storage_error_set (error, "%s: a cell's key is damaged", cursor->db->path);
}

gboolean
hbase_local_cursor_next (HBaseLocalCursor *cursor, GError **error)
{
  int code = hbase_local_db_step (cursor->db, cursor->statement, error);

  if (code == SQLITE_ROW)
    return parse_key (cursor, error);
  cursor->key = (HBaseSlice){ NULL, 0 };
  return code == SQLITE_DONE;
}

gboolean
hbase_local_cursor_seek (HBaseLocalCursor *cursor, HBaseSlice key, GError **error)
{
  cursor->statement = hbase_local_db_statement (
      cursor->db, error, "SELECT key, %s FROM " HBASE_LOCAL_CELLS " WHERE key >= ? ORDER BY key",
      cursor->keys_only ? ONLY_TIME_TO_LIVE : "value", cursor->table);
  g_byte_array_set_size (cursor->from, 0);
  g_byte_array_append (cursor->from, hbase_slice_bytes (key), (guint) key.length);
  hbase_local_db_bind (cursor->statement, 1, hbase_local_key_slice (cursor->from));
  return hbase_local_cursor_next (cursor, error);
}

gboolean
hbase_local_cursor_seek_before (HBaseLocalCursor *cursor, HBaseSlice bound, GError **error)
{
  g_autoptr (GByteArray) prefix = g_byte_array_new ();

  cursor->statement = hbase_local_db_statement (
      cursor->db, error, "SELECT key FROM " HBASE_LOCAL_CELLS " WHERE key < ? ORDER BY key DESC LIMIT 1",
      cursor->table);
  hbase_local_db_bind (cursor->statement, 1, bound);
  if (!hbase_local_cursor_next (cursor, error))
    return FALSE;
  if (cursor->key.data == NULL)
    return TRUE;
  g_byte_array_append (prefix, cursor->key.data, (guint) cursor->row_end);
  sqlite3_reset (cursor->statement);
  return hbase_local_cursor_seek (cursor, hbase_local_key_slice (prefix), error);
}

gboolean
hbase_local_cursor_get_value (HBaseLocalCursor *cursor,
                              HBaseSlice *value,
                              HBaseSlice *time_to_live,
                              GError **error)
{
  *value = hbase_local_db_column (cursor->statement, 1);
  *time_to_live = hbase_slice (NULL, 0);
  if (G_LIKELY (sqlite3_column_type (cursor->statement, 1) == SQLITE_BLOB))
    return TRUE;
  if (value->length < HBASE_LOCAL_TIME_TO_LIVE_SIZE)
    {
      cursor->db->is_broken = TRUE;
      return hbase_local_storage_error_set (error, "%s: a cell's value is damaged", cursor->db->path);
    }
  *time_to_live = hbase_slice (value->data, HBASE_LOCAL_TIME_TO_LIVE_SIZE);
  *value = hbase_slice (value->data + HBASE_LOCAL_TIME_TO_LIVE_SIZE,
                        value->length - HBASE_LOCAL_TIME_TO_LIVE_SIZE);
  return TRUE;
}

gboolean
hbase_local_cells_remove (HBaseLocalDb *db,
                          const HBaseLocalTable *table,
                          HBaseSlice from,
                          HBaseSlice to,
                          guint n_kept,
                          GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_statement (
      db, error,
      "DELETE FROM " HBASE_LOCAL_CELLS " WHERE key >= (SELECT key FROM " HBASE_LOCAL_CELLS
      " WHERE key >= ?1 AND key < ?2 ORDER BY key LIMIT 1 OFFSET ?3) AND key < ?2",
      table->id, table->id);

  hbase_local_db_bind (statement, 1, from);
  hbase_local_db_bind (statement, 2, to);
  hbase_local_db_bind_number (statement, 3, n_kept);
  return hbase_local_db_finish (db, statement, error);
}
