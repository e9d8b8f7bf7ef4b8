/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads export files.
 *
 *  1. Nothing of a block is used before its checksum was compared. So what is invalid in a block was written
 *     by a faulty program; it is checked all the same.
 *  2. `end` is the position after the bytes that were read; `state` is the last one between two rows, before
 *     which all cells were returned.
 *  3. Memory grows with the bytes that were read, not with the lengths that the file names. */

#include "config.h"

#include "export-reader.h"

#define READ_SIZE (1024 * 1024)

struct _ExportReader {
  GInputStream *stream;
  char *name;
  HBaseTableDescriptor *table;
  GPtrArray *splits;
  ExportState state, end;
  /* the block that is read */
  guint64 position;    /* where it begins */
  guint8 type;         /* 0: there is none */
  GByteArray *content; /* what follows … */
  gsize offset;        /* … from here was not returned */
  gboolean continues;  /* the row of the block before this one */
};

ExportReader *
export_reader_new (GInputStream *stream, const char *name)
{
  ExportReader *reader = g_new0 (ExportReader, 1);

  reader->stream = g_object_ref (stream);
  reader->name = g_strdup (name);
  reader->splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  reader->content = g_byte_array_new ();
  export_state_init (&reader->state);
  export_state_init (&reader->end);
  return reader;
}

void
export_reader_free (ExportReader *reader)
{
  g_object_unref (reader->stream);
  g_free (reader->name);
  g_clear_pointer (&reader->table, hbase_table_descriptor_unref);
  g_ptr_array_unref (reader->splits);
  g_byte_array_unref (reader->content);
  export_state_clear (&reader->state);
  export_state_clear (&reader->end);
  g_free (reader);
}

HBaseTableDescriptor *
export_reader_get_table (ExportReader *reader)
{
  return reader->table;
}

GPtrArray *
export_reader_get_splits (ExportReader *reader)
{
  return reader->splits;
}

const ExportState *
export_reader_get_state (ExportReader *reader)
{
  return &reader->state;
}

/* ---- errors ---- */

static gboolean
refuse (ExportReader *reader, const char *problem, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               "%s is damaged: the block at byte %" G_GUINT64_FORMAT " %s", reader->name, reader->position,
               problem);
  return FALSE;
}

static gboolean
refuse_end (ExportReader *reader, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT,
               "%s isn't complete: it ends at byte %" G_GUINT64_FORMAT
               ", within what begins at byte %" G_GUINT64_FORMAT
               "; the export was interrupted, or the file was truncated or damaged",
               reader->name, reader->end.position, reader->position);
  return FALSE;
}

/* ---- bytes ---- */

/* Appends so many bytes of the file to `bytes`. */
static gboolean
read_bytes (ExportReader *reader, GByteArray *bytes, gsize length, GCancellable *cancellable, GError **error)
{
  while (length > 0)
    {
      gsize part = MIN (length, READ_SIZE), n_read;
      guint before = bytes->len;

      g_byte_array_set_size (bytes, before + (guint) part);
      if (!g_input_stream_read_all (reader->stream, bytes->data + before, part, &n_read, cancellable, error))
        return FALSE;
      export_state_update (&reader->end, bytes->data + before, n_read);
      if (n_read < part)
        return refuse_end (reader, error);
      length -= part;
    }
  return TRUE;
}

static guint64
get_number (const guint8 *bytes, guint n_bytes)
{
  guint64 number = 0;

  for (guint i = 0; i < n_bytes; i++)
    number = number << 8 | bytes[i];
  return number;
}

/* Takes a number of `n_bytes` bytes from the content. */
static gboolean
take_number (ExportReader *reader, guint n_bytes, guint64 *number)
{
  if (reader->content->len - reader->offset < n_bytes)
    return FALSE;
  *number = get_number (reader->content->data + reader->offset, n_bytes);
  reader->offset += n_bytes;
  return TRUE;
}

/* Takes bytes after their length. */
static gboolean
take_bytes (ExportReader *reader, guint n_bytes, const guint8 **bytes, gsize *length)
{
  guint64 number;

  if (!take_number (reader, n_bytes, &number) || number > reader->content->len - reader->offset)
    return FALSE;
  *bytes = reader->content->data + reader->offset;
  *length = number;
  reader->offset += number;
  return TRUE;
}

/* ---- blocks ---- */

static gboolean
check_digest (ExportReader *reader, GCancellable *cancellable, GError **error)
{
  g_autoptr (GByteArray) stored = g_byte_array_new ();
  guint8 digest[EXPORT_DIGEST_LENGTH];

  export_state_get_digest (&reader->end, digest);
  if (!read_bytes (reader, stored, sizeof digest, cancellable, error))
    return FALSE;
  return memcmp (digest, stored->data, sizeof digest) == 0
         || refuse (reader, "or one before it doesn't match its checksum", error);
}

static gboolean
read_block (ExportReader *reader, GCancellable *cancellable, GError **error)
{
  g_autoptr (GByteArray) head = g_byte_array_new ();
  guint64 length;

  reader->continues = reader->type == EXPORT_BLOCK_PART;
  reader->position = reader->end.position;
  reader->offset = 0;
  if (!read_bytes (reader, head, EXPORT_HEAD_LENGTH, cancellable, error))
    return FALSE;
  reader->type = head->data[0];
  length = get_number (head->data + 1, 4);
  if (length > EXPORT_BLOCK_MAX)
    return refuse (reader, "has an impossible length", error);
  g_byte_array_set_size (reader->content, 0);
  return read_bytes (reader, reader->content, length, cancellable, error)
         && check_digest (reader, cancellable, error);
}

/* ---- the beginning ---- */

static gboolean
check_version (ExportReader *reader, guint64 version, GError **error)
{
  if (version == EXPORT_VERSION)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
               "%s has version %" G_GUINT64_FORMAT
               " of the format, at byte %d; this program reads version %d: use a newer hbase-glib",
               reader->name, version, EXPORT_SIGNATURE_LENGTH, EXPORT_VERSION);
  return FALSE;
}

/* A short file is compared as far as it goes: only the beginning of an export isn't complete. */
static gboolean
check_signature (ExportReader *reader, const GByteArray *head, GError **error)
{
  gsize n_read = MIN (reader->end.position, EXPORT_SIGNATURE_LENGTH);

  if (memcmp (head->data, EXPORT_SIGNATURE, n_read) == 0)
    return TRUE;
  g_clear_error (error);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               "%s isn't an export of hbase-glib: it doesn't begin with the signature of one, at byte 0",
               reader->name);
  return FALSE;
}

static gboolean
read_signature (ExportReader *reader, GCancellable *cancellable, GError **error)
{
  g_autoptr (GByteArray) head = g_byte_array_new ();
  gboolean is_whole = read_bytes (reader, head, EXPORT_SIGNATURE_LENGTH + 4, cancellable, error);

  return check_signature (reader, head, error) && is_whole
         && check_version (reader, get_number (head->data + EXPORT_SIGNATURE_LENGTH, 4), error);
}

static gboolean
parse_table (ExportReader *reader, GError **error)
{
  g_autofree char *text = NULL;
  const guint8 *bytes;
  gsize length;

  if (reader->type != EXPORT_BLOCK_TABLE || !take_bytes (reader, 4, &bytes, &length))
    return refuse (reader, "doesn't describe the table", error);
  text = g_strndup ((const char *) bytes, length);
  reader->table = hbase_table_descriptor_new_from_string (text, error);
  if (reader->table == NULL)
    {
      g_prefix_error (error, "%s, the table in the block at byte %" G_GUINT64_FORMAT ": ", reader->name,
                      reader->position);
      return FALSE;
    }
  while (reader->offset < reader->content->len)
    {
      if (!take_bytes (reader, 2, &bytes, &length))
        return refuse (reader, "has an invalid split key", error);
      g_ptr_array_add (reader->splits, g_bytes_new (bytes, length));
    }
  return TRUE;
}

gboolean
export_reader_begin (ExportReader *reader, GCancellable *cancellable, GError **error)
{
  if (!read_signature (reader, cancellable, error) || !read_block (reader, cancellable, error)
      || !parse_table (reader, error))
    return FALSE;
  export_state_set (&reader->state, &reader->end);
  return TRUE;
}

/* ---- cells ---- */

static gboolean
check_end (ExportReader *reader, GCancellable *cancellable, GError **error)
{
  ExportCounts counts;
  guint8 next;
  gsize n_read;

  if (!take_number (reader, 8, &counts.n_rows) || !take_number (reader, 8, &counts.n_values)
      || !take_number (reader, 8, &counts.n_markers) || reader->offset != reader->content->len
      || memcmp (&counts, &reader->end.counts, sizeof counts) != 0)
    return refuse (reader, "has other numbers of rows and cells than the file", error);
  if (!g_input_stream_read_all (reader->stream, &next, 1, &n_read, cancellable, error))
    return FALSE;
  reader->position = reader->end.position;
  return n_read == 0 || refuse (reader, "is after the end of the export", error);
}

/* Reads the blocks until one has cells. FALSE without an error: at the end. */
static gboolean
read_cells (ExportReader *reader, GCancellable *cancellable, GError **error)
{
  if (reader->type != EXPORT_BLOCK_PART)
    export_state_set (&reader->state, &reader->end);
  if (!read_block (reader, cancellable, error))
    return FALSE;
  if (reader->type == EXPORT_BLOCK_END && !reader->continues)
    {
      check_end (reader, cancellable, error);
      return FALSE;
    }
  if (reader->type != EXPORT_BLOCK_ROWS && reader->type != EXPORT_BLOCK_PART)
    return refuse (reader, "has a type that is unknown, or not expected there", error);
  return reader->content->len > 0 || refuse (reader, "has no rows", error);
}

/* Takes the key of a row: the same at the beginning of a block that continues one, else a greater one. */
static gboolean
take_row (ExportReader *reader, gboolean same)
{
  TransferCell cell = { 0 };
  int order;

  if (!take_bytes (reader, 2, &cell.row, &cell.row_length) || cell.row_length == 0)
    return FALSE;
  order = export_state_compare_row (&reader->end, &cell);
  if (same)
    return order == 0;
  if (order <= 0)
    return FALSE;
  transfer_set_bytes (reader->end.row, cell.row, cell.row_length);
  reader->end.counts.n_rows++;
  return TRUE;
}

static gboolean
take_cell (ExportReader *reader, TransferCell *cell)
{
  guint64 type, timestamp;

  if (!take_number (reader, 1, &type) || !take_bytes (reader, 1, &cell->family, &cell->family_length)
      || !take_bytes (reader, 4, &cell->qualifier, &cell->qualifier_length)
      || !take_number (reader, 8, &timestamp) || !take_bytes (reader, 4, &cell->value, &cell->value_length))
    return FALSE;
  cell->type = (HBaseCellType) type;
  cell->timestamp = (gint64) timestamp;
  cell->row = reader->end.row->data;
  cell->row_length = reader->end.row->len;
  if (!transfer_cell_is_valid (cell))
    return FALSE;
  export_state_add_cell (&reader->end, cell);
  return TRUE;
}

gboolean
export_reader_next (ExportReader *reader, TransferCell *cell, GCancellable *cancellable, GError **error)
{
  gboolean begins = reader->offset == reader->content->len;

  if (begins && !read_cells (reader, cancellable, error))
    return FALSE;
  if (begins || reader->content->data[reader->offset] == EXPORT_ROW)
    {
      guint64 mark;

      if (!take_number (reader, 1, &mark) || mark != EXPORT_ROW
          || !take_row (reader, begins && reader->continues))
        return refuse (reader, "has rows in a wrong order", error);
    }
  return take_cell (reader, cell) || refuse (reader, "has an invalid cell", error);
}
