/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "fuzz.h"

#include "tools/transfer/export-reader.h"
#include "tools/transfer/export-writer.h"

/* An export file: any bytes, or blocks of these with correct checksums, because others are refused early.
 * Cells that are read must be written and read again unchanged. */

/* Appends the checksum of all that is there. */
static void
seal (GByteArray *file)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[EXPORT_DIGEST_LENGTH];
  gsize length = sizeof digest;

  g_checksum_update (checksum, file->data, file->len);
  g_checksum_get_digest (checksum, digest, &length);
  g_byte_array_append (file, digest, EXPORT_DIGEST_LENGTH);
}

/* The block's type is one byte of the input; its length two. */
static void
add_block (GByteArray *file, HBaseSlice *input)
{
  guint8 head[EXPORT_HEAD_LENGTH] = { fuzz_take_byte (input) };
  gsize length;

  head[3] = fuzz_take_byte (input);
  head[4] = fuzz_take_byte (input);
  length = MIN (input->length, (gsize) head[3] << 8 | head[4]);
  head[3] = (guint8) (length >> 8);
  head[4] = (guint8) length;
  g_byte_array_append (file, head, sizeof head);
  g_byte_array_append (file, hbase_slice_bytes (*input), (guint) length);
  seal (file);
  *input = hbase_slice (input->data + length, input->length - length);
}

static GByteArray *
make_file (HBaseSlice input)
{
  GByteArray *file = g_byte_array_new ();

  g_byte_array_append (file, (const guint8 *) EXPORT_SIGNATURE "\0\0\0\1", EXPORT_SIGNATURE_LENGTH + 4);
  while (input.length > 0)
    add_block (file, &input);
  return file;
}

static ExportReader *
open_file (const guint8 *bytes, gsize length)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes, (gssize) length, NULL);

  return export_reader_new (stream, "fuzz");
}

/* Reads what was written: the file has the same cells, and ends the same way. */
static void
check_copy (GOutputStream *stream, const ExportCounts *counts)
{
  g_autoptr (GBytes) bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
  g_autoptr (ExportReader) reader = open_file (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  TransferCell cell;
  g_autoptr (GError) error = NULL;
  guint64 n_cells = 0;

  fuzz_assert (export_reader_begin (reader, NULL, NULL));
  while (export_reader_next (reader, &cell, NULL, &error))
    n_cells++;
  fuzz_assert (error == NULL);
  fuzz_assert (n_cells == counts->n_values + counts->n_markers);
}

/* Reads the file, and copies it. */
static void
read_file (ExportReader *reader)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (ExportWriter) writer = export_writer_new (stream);
  g_autoptr (GError) error = NULL;
  TransferCell cell;
  gboolean ok = export_reader_begin (reader, NULL, &error);

  fuzz_assert_error (ok, error);
  if (!ok)
    return;
  fuzz_assert (export_writer_begin (writer, export_reader_get_table (reader),
                                    export_reader_get_splits (reader), NULL, NULL));
  while (export_reader_next (reader, &cell, NULL, &error))
    fuzz_assert (export_writer_add (writer, &cell, NULL, NULL));
  fuzz_assert_error (error == NULL, error);
  fuzz_assert (export_writer_end (writer, NULL, NULL));
  fuzz_assert (g_output_stream_close (stream, NULL, NULL));
  check_copy (stream, export_writer_get_counts (writer));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  HBaseSlice input = hbase_slice (data, size);
  gboolean sealed = fuzz_take_byte (&input) & 1;
  g_autoptr (GByteArray) file = sealed ? make_file (input) : NULL;
  g_autoptr (ExportReader) reader
      = sealed ? open_file (file->data, file->len) : open_file (hbase_slice_bytes (input), input.length);

  read_file (reader);
  return 0;
}
