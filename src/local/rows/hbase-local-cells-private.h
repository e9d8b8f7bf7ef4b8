/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-chunk-private.h"
#include "hbase-local-table-private.h"
#include "hbase-wire-bytes-private.h"

/* The stored cells of a table: a cursor that goes through them in key order. */

typedef struct {
  HBaseLocalDb *db;
  gint64 table;
  sqlite3_stmt *statement;
  gboolean keys_only; /* values are read as empty */
  GByteArray *from;   /* the key of the last seek */
  HBaseSlice key;     /* of the current cell; data NULL: after the last cell */
  gsize n_shared;     /* bytes that it shares with the key before hbase_local_cursor_next(); 0: not known */
  gsize row_end;      /* length of the row's component in the key */
  gsize family_end;
  gboolean is_in_chunk; /* the current cell is in a chunk, */
  HBaseLocalChunkReader chunk;
  HBaseLocalStoredCell chunk_cell;
} HBaseLocalCursor;

/* Allocates a cursor's memory, with which it can go through one table after the other. */
void hbase_local_cursor_allocate (HBaseLocalCursor *cursor);
/* Has the cursor go through the cells of a table, from the next seek on. */
void hbase_local_cursor_begin (HBaseLocalCursor *cursor,
                               HBaseLocalDb *db,
                               const HBaseLocalTable *table,
                               gboolean keys_only);
/* Does both. */
void hbase_local_cursor_init (HBaseLocalCursor *cursor,
                              HBaseLocalDb *db,
                              const HBaseLocalTable *table,
                              gboolean keys_only);
void hbase_local_cursor_clear (HBaseLocalCursor *cursor);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseLocalCursor, hbase_local_cursor_clear)

/* Moves to the first cell whose key isn't less than `key`. */
gboolean hbase_local_cursor_seek (HBaseLocalCursor *cursor, HBaseSlice key, GError **error);
gboolean hbase_local_cursor_next (HBaseLocalCursor *cursor, GError **error);
/* Does the same as seeking, where `key` is greater than that of the current cell and the cursor hasn't been
 * reset since it moved. */
gboolean hbase_local_cursor_advance (HBaseLocalCursor *cursor, HBaseSlice key, GError **error);
/* Ends the cursor's reading, so that the table may be changed. Only a seek may follow. */
void hbase_local_cursor_reset (HBaseLocalCursor *cursor);
/* Moves to the first cell of the last row that is less than `bound`. */
gboolean hbase_local_cursor_seek_before (HBaseLocalCursor *cursor, HBaseSlice bound, GError **error);

/* Returns the row's component of the current key. */
static inline HBaseSlice
hbase_local_cursor_row (const HBaseLocalCursor *cursor)
{
  return hbase_slice (cursor->key.data, cursor->row_end);
}

/* Reads the value of a cell that isn't in a chunk. */
gboolean hbase_local_cursor_get_single_value (HBaseLocalCursor *cursor,
                                              HBaseSlice *value,
                                              HBaseSlice *time_to_live,
                                              GError **error);
/* Reads the value of the current cell, and its time to live: eight bytes as in the attribute `_ttl`, or data
 * NULL if it has none. With `keys_only` the value is empty. Both are valid until the cursor moves. */
static inline gboolean
hbase_local_cursor_get_value (HBaseLocalCursor *cursor,
                              HBaseSlice *value,
                              HBaseSlice *time_to_live,
                              GError **error)
{
  if (!cursor->is_in_chunk)
    return hbase_local_cursor_get_single_value (cursor, value, time_to_live, error);
  *value = cursor->keys_only ? hbase_slice ("", 0) : cursor->chunk_cell.value;
  *time_to_live = cursor->chunk_cell.time_to_live;
  return TRUE;
}

/* Returns whether a cell with its own time to live has expired. The sum may wrap, as in HBase. */
static inline gboolean
hbase_local_cell_has_expired (gint64 timestamp, HBaseSlice time_to_live, gint64 now)
{
  return time_to_live.data != NULL
         && (gint64) ((guint64) timestamp + hbase_wire_load_64 (time_to_live.data)) < now;
}
