/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-key-private.h"

/* Chunks: several neighbouring cells of one row (of HBase), stored in one row of SQLite. */

#define HBASE_LOCAL_CHUNK_SIZE 2048      /* in bytes, more or less, of a chunk that is divided */
#define HBASE_LOCAL_CHUNK_CELL_MAX 1024  /* larger cells have a row of SQLite of their own */
#define HBASE_LOCAL_CHUNK_VALUE_MAX 8192 /* no chunk is larger */
#define HBASE_LOCAL_TIME_TO_LIVE_SIZE 8  /* of the time to live that is stored with a cell */

/* What a row of SQLite holds, by its key. */
typedef enum {
  HBASE_LOCAL_STORED_DAMAGED, /* neither */
  HBASE_LOCAL_STORED_CELL,
  HBASE_LOCAL_STORED_CHUNK,
} HBaseLocalStored;

/* Also sets the lengths of the row's component, and of row and family, in the key. The latter length is 0 if
 * the key is that of a row's first chunk. */
HBaseLocalStored hbase_local_stored_parse (HBaseSlice key, gsize *row_end, gsize *family_end);

typedef struct {
  HBaseSlice key, value;
  HBaseSlice time_to_live; /* eight bytes as in the attribute `_ttl`; data NULL: none */
} HBaseLocalStoredCell;

/* Returns whether the key of a chunk whose first cell has `key` would not be greater than that of the cell
 * before: they differ in their types only. */
gboolean hbase_local_chunk_keys_collide (HBaseSlice before, HBaseSlice key);
/* Returns the key of a chunk that begins with a cell. */
static inline HBaseSlice
hbase_local_chunk_key (HBaseSlice first_cell)
{
  return hbase_slice (first_cell.data, first_cell.length - 1);
}

/* Appends a cell to a chunk. `previous` is the key of the cell before it, or the row's component. */
void hbase_local_chunk_append (GByteArray *chunk, HBaseSlice previous, const HBaseLocalStoredCell *cell);

typedef struct {
  const guint8 *p, *end; /* what isn't read yet; the same: nothing */
  GByteArray *key;       /* of the last cell */
  gsize n_shared;        /* bytes that it shares with the key before */
  gsize row_length;      /* of the row's component */
} HBaseLocalChunkReader;

/* Begins to read a chunk. `row` is the row's component. */
void hbase_local_chunk_reader_begin (HBaseLocalChunkReader *reader, HBaseSlice row, HBaseSlice chunk);
/* Reads a cell, which is valid until the next cell is read. Returns FALSE if the chunk is damaged. */
gboolean hbase_local_chunk_reader_next (HBaseLocalChunkReader *reader, HBaseLocalStoredCell *cell);
