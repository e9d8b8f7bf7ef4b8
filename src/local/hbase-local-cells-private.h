/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-key-private.h"
#include "hbase-local-table-private.h"

/* A table's stored cells in order, and which of a row's are to be seen. */

typedef struct {
  HBaseLocalDb *db;
  gint64 table;
  sqlite3_stmt *statement;
  gboolean keys_only; /* values needn't be read: they are empty */
  GByteArray *from;   /* where it was last sent to */
  HBaseSlice key;     /* of the cell it is at; data NULL: past the last one */
  gsize row_end;      /* where in the key the row's part ends */
  gsize family_end;
} HBaseLocalCursor;

void hbase_local_cursor_init (HBaseLocalCursor *cursor,
                              HBaseLocalDb *db,
                              const HBaseLocalTable *table,
                              gboolean keys_only);
void hbase_local_cursor_clear (HBaseLocalCursor *cursor);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseLocalCursor, hbase_local_cursor_clear)

/* To the first cell whose key isn't below. */
gboolean hbase_local_cursor_seek (HBaseLocalCursor *cursor, HBaseSlice key, GError **error);
gboolean hbase_local_cursor_next (HBaseLocalCursor *cursor, GError **error);
/* To the first cell of the last row below the bound. */
gboolean hbase_local_cursor_seek_before (HBaseLocalCursor *cursor, HBaseSlice bound, GError **error);

/* The row's prefix in the key that the cursor is at. */
static inline HBaseSlice
hbase_local_cursor_row (const HBaseLocalCursor *cursor)
{
  return hbase_slice (cursor->key.data, cursor->row_end);
}

/* Writes a cell, or a marker; one at the same key is replaced. */
gboolean hbase_local_cells_put (
    HBaseLocalDb *db, const HBaseLocalTable *table, HBaseSlice key, HBaseSlice value, GError **error);
/* Removes what is stored from one key on to another, but for the first few of it. */
gboolean hbase_local_cells_remove (HBaseLocalDb *db,
                                   const HBaseLocalTable *table,
                                   HBaseSlice from,
                                   HBaseSlice to,
                                   guint n_kept,
                                   GError **error);
