/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file writes export files.
 *
 *  1. A block begins with the key of a row, so that it can be read without the blocks before it.
 *  2. A block ends at the first cell after EXPORT_BLOCK_SIZE bytes: memory is bounded by this and a cell. */

#include "config.h"

#include "export-writer.h"

struct _ExportWriter {
  GOutputStream *stream;
  ExportState state;   /* its position: of the bytes that were written */
  GByteArray *content; /* of the block that isn't written yet; empty: there is none */
};

ExportWriter *
export_writer_new (GOutputStream *stream)
{
  ExportWriter *writer = g_new (ExportWriter, 1);

  writer->stream = g_object_ref (stream);
  writer->content = g_byte_array_new ();
  export_state_init (&writer->state);
  return writer;
}

ExportWriter *
export_writer_new_at (GOutputStream *stream, const ExportState *state)
{
  ExportWriter *writer = export_writer_new (stream);

  export_state_set (&writer->state, state);
  return writer;
}

void
export_writer_free (ExportWriter *writer)
{
  g_object_unref (writer->stream);
  g_byte_array_unref (writer->content);
  export_state_clear (&writer->state);
  g_free (writer);
}

const ExportCounts *
export_writer_get_counts (ExportWriter *writer)
{
  return &writer->state.counts;
}

/* ---- numbers and bytes ---- */

/* Appends the number's last `n_bytes` bytes, the most significant one first. */
static void
put_number (GByteArray *array, guint64 number, guint n_bytes)
{
  guint64 big_endian = GUINT64_TO_BE (number);

  g_byte_array_append (array, (const guint8 *) &big_endian + sizeof big_endian - n_bytes, n_bytes);
}

/* Appends the bytes after their length, which has `n_bytes` bytes. */
static void
put_bytes (GByteArray *array, guint n_bytes, const guint8 *bytes, gsize length)
{
  put_number (array, length, n_bytes);
  g_byte_array_append (array, bytes, (guint) length);
}

/* ---- blocks ---- */

static gboolean
write_bytes (
    ExportWriter *writer, const guint8 *bytes, gsize length, GCancellable *cancellable, GError **error)
{
  if (!g_output_stream_write_all (writer->stream, bytes, length, NULL, cancellable, error))
    return FALSE;
  export_state_update (&writer->state, bytes, length);
  return TRUE;
}

/* Writes the content as a block of that type. */
static gboolean
write_block (ExportWriter *writer, guint8 type, GCancellable *cancellable, GError **error)
{
  g_autoptr (GByteArray) head = g_byte_array_new ();
  guint8 digest[EXPORT_DIGEST_LENGTH];

  put_number (head, type, 1);
  put_number (head, writer->content->len, 4);
  if (!write_bytes (writer, head->data, head->len, cancellable, error)
      || !write_bytes (writer, writer->content->data, writer->content->len, cancellable, error))
    return FALSE;
  g_byte_array_set_size (writer->content, 0);
  export_state_get_digest (&writer->state, digest);
  return write_bytes (writer, digest, sizeof digest, cancellable, error);
}

gboolean
export_writer_begin (ExportWriter *writer,
                     HBaseTableDescriptor *table,
                     GPtrArray *splits,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autofree char *text = hbase_table_descriptor_to_string (table);
  g_autoptr (GByteArray) head = g_byte_array_new ();

  g_byte_array_append (head, (const guint8 *) EXPORT_SIGNATURE, EXPORT_SIGNATURE_LENGTH);
  put_number (head, EXPORT_VERSION, 4);
  put_bytes (writer->content, 4, (const guint8 *) text, strlen (text));
  for (guint i = 0; i < splits->len; i++)
    put_bytes (writer->content, 2, g_bytes_get_data (splits->pdata[i], NULL),
               g_bytes_get_size (splits->pdata[i]));
  return write_bytes (writer, head->data, head->len, cancellable, error)
         && write_block (writer, EXPORT_BLOCK_TABLE, cancellable, error);
}

/* ---- cells ---- */

static void
put_row (ExportWriter *writer, const TransferCell *cell)
{
  put_number (writer->content, EXPORT_ROW, 1);
  put_bytes (writer->content, 2, cell->row, cell->row_length);
}

void
export_append_cell (GByteArray *array, const TransferCell *cell)
{
  put_number (array, cell->type, 1);
  put_bytes (array, 1, cell->family, cell->family_length);
  put_bytes (array, 4, cell->qualifier, cell->qualifier_length);
  put_number (array, (guint64) cell->timestamp, 8);
  put_bytes (array, 4, cell->value, cell->value_length);
}

gboolean
export_writer_add (ExportWriter *writer, const TransferCell *cell, GCancellable *cancellable, GError **error)
{
  gboolean continues = export_state_compare_row (&writer->state, cell) == 0;

  if (writer->content->len >= EXPORT_BLOCK_SIZE
      && !write_block (writer, continues ? EXPORT_BLOCK_PART : EXPORT_BLOCK_ROWS, cancellable, error))
    return FALSE;
  if (!continues || writer->content->len == 0)
    put_row (writer, cell);
  export_append_cell (writer->content, cell);
  export_state_add_cell (&writer->state, cell);
  return TRUE;
}

gboolean
export_writer_end (ExportWriter *writer, GCancellable *cancellable, GError **error)
{
  const ExportCounts *counts = &writer->state.counts;

  if (writer->content->len > 0 && !write_block (writer, EXPORT_BLOCK_ROWS, cancellable, error))
    return FALSE;
  put_number (writer->content, counts->n_rows, 8);
  put_number (writer->content, counts->n_values, 8);
  put_number (writer->content, counts->n_markers, 8);
  return write_block (writer, EXPORT_BLOCK_END, cancellable, error);
}
