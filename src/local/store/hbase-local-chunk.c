/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The format of a table's rows in SQLite. Each holds one cell or a chunk of cells:
 *
 * 1. All cells of a row of SQLite belong to one row (of HBase), and sort before all cells of the next row of
 *    SQLite.
 * 2. A single cell is stored under its key.
 * 3. A chunk has the key of a cell without its last byte, the type, or the component of its row alone. It is
 *    not greater than the keys of the chunk's cells, and greater than those of all cells before them. So the
 *    last row of SQLite whose key isn't greater than a cell's holds that cell, if the table has it. A chunk
 *    can't begin at a cell that differs from the cell before in its type only.
 * 4. In a chunk, the key of a cell is stored without the bytes that it has in common with that of the cell
 *    before; of the first cell, without the row's component:
 *
 *      varint: the number of these bytes
 *      varint: the number of the other bytes, which follow
 *      varint: twice the length of the value; plus 1 if there is a time to live, whose eight bytes follow
 *      the value
 *
 * 5. Databases of versions 1 to 4 have single cells only. */

#include "config.h"

#include "hbase-local-chunk-private.h"
#include "hbase-wire-cell-private.h"

#define VARINT_MAX 5 /* for 32 bits */

HBaseLocalStored
hbase_local_stored_parse (HBaseSlice key, gsize *row_end, gsize *family_end)
{
  gsize qualifier_end;

  *family_end = 0;
  *row_end = hbase_local_key_component_end (key, 0);
  if (*row_end == 0 || *row_end == key.length)
    return *row_end != 0 ? HBASE_LOCAL_STORED_CHUNK : HBASE_LOCAL_STORED_DAMAGED;
  *family_end = hbase_local_key_component_end (key, *row_end);
  qualifier_end = *family_end != 0 ? hbase_local_key_component_end (key, *family_end) : 0;
  if (qualifier_end == 0)
    return HBASE_LOCAL_STORED_DAMAGED;
  switch (key.length - qualifier_end)
    {
    case HBASE_LOCAL_KEY_TAIL:
      return HBASE_LOCAL_STORED_CELL;
    case HBASE_LOCAL_KEY_TAIL - 1:
      return HBASE_LOCAL_STORED_CHUNK;
    default:
      return HBASE_LOCAL_STORED_DAMAGED;
    }
}

gboolean
hbase_local_chunk_keys_collide (HBaseSlice before, HBaseSlice key)
{
  return before.length == key.length && memcmp (before.data, key.data, key.length - 1) == 0;
}

static void
append (GByteArray *chunk, HBaseSlice bytes)
{
  g_byte_array_append (chunk, hbase_slice_bytes (bytes), (guint) bytes.length);
}

void
hbase_local_chunk_append (GByteArray *chunk, HBaseSlice previous, const HBaseLocalStoredCell *cell)
{
  gsize n_shared = hbase_slice_count_shared (previous, cell->key);
  guint8 varints[2 * VARINT_MAX], *end;

  end = hbase_wire_store_varint (hbase_wire_store_varint (varints, n_shared), cell->key.length - n_shared);
  append (chunk, hbase_slice (varints, (gsize) (end - varints)));
  append (chunk, hbase_slice (cell->key.data + n_shared, cell->key.length - n_shared));
  end = hbase_wire_store_varint (varints, cell->value.length << 1 | (cell->time_to_live.data != NULL));
  append (chunk, hbase_slice (varints, (gsize) (end - varints)));
  append (chunk, cell->time_to_live);
  append (chunk, cell->value);
}

void
hbase_local_chunk_reader_begin (HBaseLocalChunkReader *reader, HBaseSlice row, HBaseSlice chunk)
{
  hbase_local_key_set (reader->key, row);
  reader->row_length = row.length;
  reader->p = hbase_slice_bytes (chunk);
  reader->end = reader->p + chunk.length;
}

static inline gboolean
read_length (HBaseLocalChunkReader *reader, gsize *length)
{
  guint64 value;

  if (G_LIKELY (reader->p < reader->end && *reader->p < 0x80))
    {
      *length = *reader->p++;
      return TRUE;
    }
  if (!hbase_wire_cell_compact_varint (&reader->p, reader->end, VARINT_MAX, &value))
    return FALSE;
  *length = (gsize) value;
  return TRUE;
}

static inline gboolean
read_bytes (HBaseLocalChunkReader *reader, gsize length, HBaseSlice *bytes)
{
  if ((gsize) (reader->end - reader->p) < length)
    return FALSE;
  *bytes = hbase_slice (reader->p, length);
  reader->p += length;
  return TRUE;
}

static gboolean
read_key (HBaseLocalChunkReader *reader)
{
  gsize n_shared, n_others;
  HBaseSlice others;

  if (!read_length (reader, &n_shared) || !read_length (reader, &n_others)
      || !read_bytes (reader, n_others, &others) || n_shared < reader->row_length
      || n_shared > reader->key->len)
    return FALSE;
  reader->n_shared = n_shared;
  if (reader->key->len < n_shared + n_others)
    g_byte_array_set_size (reader->key, (guint) (n_shared + n_others));
  reader->key->len = (guint) (n_shared + n_others);
  memcpy (reader->key->data + n_shared, others.data, n_others);
  return TRUE;
}

gboolean
hbase_local_chunk_reader_next (HBaseLocalChunkReader *reader, HBaseLocalStoredCell *cell)
{
  gsize length;

  cell->time_to_live = hbase_slice (NULL, 0);
  if (!read_key (reader) || !read_length (reader, &length)
      || ((length & 1) != 0 && !read_bytes (reader, HBASE_LOCAL_TIME_TO_LIVE_SIZE, &cell->time_to_live))
      || !read_bytes (reader, length >> 1, &cell->value))
    return FALSE;
  cell->key = hbase_local_key_slice (reader->key);
  return TRUE;
}
