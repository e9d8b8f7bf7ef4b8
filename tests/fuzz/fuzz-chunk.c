/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "fuzz.h"

#include "hbase-local-chunk-private.h"

/* What a row of a damaged or hostile database holds: a key, whose length a byte says, and a chunk of cells.
 * Cells that are read are written to the same chunk again. */

static void
read_chunk (HBaseSlice row, HBaseSlice chunk)
{
  g_autoptr (GByteArray) key = g_byte_array_new (), again = g_byte_array_new (), before = g_byte_array_new ();
  HBaseLocalChunkReader reader = { .key = key };
  HBaseLocalStoredCell cell;

  hbase_local_chunk_reader_begin (&reader, row, chunk);
  hbase_local_key_set (before, row);
  while (reader.p < reader.end && hbase_local_chunk_reader_next (&reader, &cell))
    {
      gsize row_end, family_end;

      hbase_local_stored_parse (cell.key, &row_end, &family_end);
      fuzz_assert (row_end <= cell.key.length && family_end <= cell.key.length);
      fuzz_assert (reader.n_shared <= before->len && memcmp (before->data, cell.key.data, row.length) == 0);
      hbase_local_chunk_append (again, hbase_local_key_slice (before), &cell);
      hbase_local_key_set (before, cell.key);
    }
  fuzz_assert (again->len <= chunk.length);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  HBaseSlice input = hbase_slice (data, size), key;
  gsize row_end, family_end, length = fuzz_take_byte (&input);

  length = MIN (length, input.length);
  key = hbase_slice (input.data, length);
  input = hbase_slice (input.data + length, input.length - length);
  if (hbase_local_stored_parse (key, &row_end, &family_end) == HBASE_LOCAL_STORED_CHUNK)
    read_chunk (hbase_slice (key.data, row_end), input);
  return 0;
}
