/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The format of export files: what is written is read again, every damage is found, and a file that was cut
 * off anywhere is continued to the same bytes. */

#include "config.h"

#include "check-main.h"
#include "test-seed.h"

#include "tools/transfer/export-reader.h"
#include "tools/transfer/export-writer.h"

static const HBaseCellType types[]
    = { HBASE_CELL_TYPE_PUT, HBASE_CELL_TYPE_DELETE, HBASE_CELL_TYPE_DELETE_FAMILY_VERSION,
        HBASE_CELL_TYPE_DELETE_COLUMN, HBASE_CELL_TYPE_DELETE_FAMILY };

/* ---- cells ---- */

/* A cell with bytes of its own. */
typedef struct {
  TransferCell cell;
  guint8 *bytes;
} OwnedCell;

static void
free_cell (gpointer data)
{
  OwnedCell *owned = data;

  g_free (owned->bytes);
  g_free (owned);
}

static OwnedCell *
copy_cell (const TransferCell *cell)
{
  OwnedCell *owned = g_new (OwnedCell, 1);
  guint8 *p
      = g_malloc (cell->row_length + cell->family_length + cell->qualifier_length + cell->value_length + 1);

  owned->cell = *cell;
  owned->bytes = p;
  owned->cell.row = memcpy (p, cell->row, cell->row_length);
  owned->cell.family = memcpy (p += cell->row_length, cell->family, cell->family_length);
  owned->cell.qualifier = memcpy (p += cell->family_length, cell->qualifier, cell->qualifier_length);
  owned->cell.value = memcpy (p + cell->qualifier_length, cell->value, cell->value_length);
  return owned;
}

static gboolean
bytes_equal (const guint8 *a, gsize a_length, const guint8 *b, gsize b_length)
{
  return transfer_compare (a, a_length, b, b_length) == 0;
}

static gboolean
cells_equal (const TransferCell *a, const TransferCell *b)
{
  return a->type == b->type && a->timestamp == b->timestamp
         && bytes_equal (a->row, a->row_length, b->row, b->row_length)
         && bytes_equal (a->family, a->family_length, b->family, b->family_length)
         && bytes_equal (a->qualifier, a->qualifier_length, b->qualifier, b->qualifier_length)
         && bytes_equal (a->value, a->value_length, b->value, b->value_length);
}

static const TransferCell *
cell_at (GPtrArray *cells, guint index)
{
  return &((OwnedCell *) cells->pdata[index])->cell;
}

/* Makes rows of 1 to `max_cells` random cells, whose values have up to `max_value` bytes. */
static GPtrArray *
draw_cells (GRand *rand, guint n_rows, guint max_cells, guint max_value)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (free_cell);
  g_autofree guint8 *bytes = g_malloc0 (max_value + 1);

  for (guint row = 0; row < n_rows; row++)
    for (gint n = g_rand_int_range (rand, 0, (gint) max_cells); n >= 0; n--)
      {
        g_autofree char *key = g_strdup_printf ("%05u%c", row, 0);
        TransferCell cell = { .row = (guint8 *) key, .row_length = 6, .family = (guint8 *) "family" };

        for (guint i = 0; i < 16; i++)
          bytes[g_rand_int_range (rand, 0, (gint) max_value + 1)] = (guint8) g_rand_int (rand);
        cell.family_length = (gsize) g_rand_int_range (rand, 1, 7);
        cell.qualifier = cell.value = bytes;
        cell.qualifier_length = (gsize) g_rand_int_range (rand, 0, 9);
        cell.value_length = (gsize) g_rand_int_range (rand, 0, (gint) max_value + 1);
        cell.timestamp = (gint64) (test_rand_uint64 (rand) >> 1);
        cell.type = types[g_rand_int_range (rand, 0, G_N_ELEMENTS (types))];
        g_ptr_array_add (cells, copy_cell (&cell));
      }
  return cells;
}

/* ---- files ---- */

static void
add_cells (ExportWriter *writer, GPtrArray *cells, guint first)
{
  g_autoptr (GError) error = NULL;

  for (guint i = first; i < cells->len; i++)
    ck_assert (export_writer_add (writer, cell_at (cells, i), NULL, &error));
  ck_assert (export_writer_end (writer, NULL, &error));
  ck_assert_no_error (error);
}

static GByteArray *
close_stream (GOutputStream *stream)
{
  ck_assert (g_output_stream_close (stream, NULL, NULL));
  return g_bytes_unref_to_array (g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream)));
}

static GByteArray *
write_file (GPtrArray *cells)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (ExportWriter) writer = export_writer_new (stream);
  g_autoptr (HBaseTableDescriptor) table = hbase_table_descriptor_new ("guests");
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new ("family");
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  hbase_table_descriptor_add_family (table, family);
  g_ptr_array_add (splits, g_bytes_new ("m\0", 2));
  g_ptr_array_add (splits, g_bytes_new ("t", 1));
  ck_assert (export_writer_begin (writer, table, splits, NULL, NULL));
  add_cells (writer, cells, 0);
  return close_stream (stream);
}

static ExportReader *
open_file (const guint8 *bytes, gsize length)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes, (gssize) length, NULL);

  return export_reader_new (stream, "guests.hbx");
}

/* Reads the file, whose cells must be the first of `cells`. Returns how many there are. */
static guint
read_cells (ExportReader *reader, GPtrArray *cells, GError **error)
{
  TransferCell cell;
  guint n = 0;

  if (!export_reader_begin (reader, NULL, error))
    return 0;
  while (export_reader_next (reader, &cell, NULL, error))
    {
      ck_assert_uint_lt (n, cells->len);
      ck_assert (cells_equal (&cell, cell_at (cells, n++)));
    }
  return n;
}

static guint
read_file (const guint8 *bytes, gsize length, GPtrArray *cells, GError **error)
{
  g_autoptr (ExportReader) reader = open_file (bytes, length);

  return read_cells (reader, cells, error);
}

/* ---- tests ---- */

static GRand *rand_;
static GPtrArray *small, *large; /* cells */
static GByteArray *small_file, *large_file;

static void
set_up (void)
{
  rand_ = test_rand_new ("test-export-format");
  small = draw_cells (rand_, 4, 4, 12);
  small_file = write_file (small);
  large = draw_cells (rand_, 40, 60, 4000);
  large_file = write_file (large);
}

static void
tear_down (void)
{
  g_ptr_array_unref (small);
  g_ptr_array_unref (large);
  g_byte_array_unref (small_file);
  g_byte_array_unref (large_file);
  g_rand_free (rand_);
}

START_TEST (what_is_written_is_read_again)
{
  g_autoptr (ExportReader) reader = open_file (large_file->data, large_file->len);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  GPtrArray *splits = export_reader_get_splits (reader);

  ck_assert_uint_gt (large_file->len, 4 * EXPORT_BLOCK_SIZE);
  ck_assert_uint_eq (read_cells (reader, large, &error), large->len);
  ck_assert_no_error (error);
  text = hbase_table_descriptor_to_string (export_reader_get_table (reader));
  ck_assert_ptr_nonnull (strstr (text, "guests"));
  ck_assert_uint_eq (splits->len, 2);
  ck_assert_mem_eq (g_bytes_get_data (splits->pdata[0], NULL), "m\0", 2);
  ck_assert_uint_eq (export_reader_get_state (reader)->counts.n_rows, 40);
}
END_TEST

START_TEST (an_empty_table_has_a_file)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (GByteArray) file = write_file (none);
  g_autoptr (GError) error = NULL;

  ck_assert_uint_eq (read_file (file->data, file->len, none, &error), 0);
  ck_assert_no_error (error);
}
END_TEST

START_TEST (every_truncation_is_found)
{
  for (guint length = 0; length < small_file->len; length++)
    {
      g_autofree char *where = g_strdup_printf ("it ends at byte %u,", length);
      g_autoptr (GError) error = NULL;

      read_file (small_file->data, length, small, &error);
      ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT);
      ck_assert_msg (strstr (error->message, where) != NULL, "%s", error->message);
    }
}
END_TEST

START_TEST (every_flipped_bit_is_found)
{
  for (guint bit = 0; bit < 8 * small_file->len; bit++)
    {
      g_autoptr (GError) error = NULL;

      small_file->data[bit / 8] ^= (guint8) (1 << bit % 8);
      read_file (small_file->data, small_file->len, small, &error);
      ck_assert_msg (error != NULL, "bit %u was flipped", bit);
      ck_assert_ptr_nonnull (strstr (error->message, "at byte"));
      small_file->data[bit / 8] ^= (guint8) (1 << bit % 8);
    }
}
END_TEST

START_TEST (other_files_are_refused)
{
  g_autoptr (GError) error = NULL, newer = NULL, longer = NULL;

  read_file ((const guint8 *) "row\tf:q=value", 12, small, &error);
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  ck_assert_str_eq (error->message, "guests.hbx isn't an export of hbase-glib: it doesn't begin with the "
                                    "signature of one, at byte 0");
  small_file->data[EXPORT_SIGNATURE_LENGTH + 3]++;
  read_file (small_file->data, small_file->len, small, &newer);
  ck_assert_error (newer, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  ck_assert_str_eq (newer->message, "guests.hbx has version 2 of the format, at byte 8; this program reads "
                                    "version 1: use a newer hbase-glib");
  small_file->data[EXPORT_SIGNATURE_LENGTH + 3]--;
  g_byte_array_append (small_file, (const guint8 *) "x", 1);
  ck_assert_uint_eq (read_file (small_file->data, small_file->len, small, &longer), small->len);
  ck_assert_error (longer, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  ck_assert_ptr_nonnull (strstr (longer->message, "is after the end of the export"));
}
END_TEST

/* Exchanges the first two blocks of rows, which have correct checksums each. */
START_TEST (blocks_in_another_order_are_refused)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  guint starts[4];
  g_autoptr (GError) error = NULL;

  starts[0] = EXPORT_SIGNATURE_LENGTH + 4;
  for (guint i = 1; i < G_N_ELEMENTS (starts); i++)
    {
      guint32 length;

      memcpy (&length, large_file->data + starts[i - 1] + 1, sizeof length);
      starts[i] = starts[i - 1] + EXPORT_HEAD_LENGTH + GUINT32_FROM_BE (length) + EXPORT_DIGEST_LENGTH;
    }
  g_byte_array_append (file, large_file->data, starts[1]);
  g_byte_array_append (file, large_file->data + starts[2], starts[3] - starts[2]);
  g_byte_array_append (file, large_file->data + starts[1], starts[2] - starts[1]);
  g_byte_array_append (file, large_file->data + starts[3], large_file->len - starts[3]);
  ck_assert_uint_eq (read_file (file->data, file->len, large, &error), 0);
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
}
END_TEST

/* Cuts the file off, and continues it from the position that its reader reports. */
static void
assert_continued (GPtrArray *cells, GByteArray *file, guint length)
{
  g_autoptr (ExportReader) reader = open_file (file->data, length);
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (ExportWriter) writer = NULL;
  g_autoptr (GByteArray) continued = NULL;
  const ExportState *state = export_reader_get_state (reader);
  g_autoptr (GError) error = NULL;
  guint first = 0;

  read_cells (reader, cells, &error);
  if (state->position == 0) /* the table's description is cut off */
    return;
  ck_assert_uint_le (state->position, length);
  while (first < cells->len && export_state_compare_row (state, cell_at (cells, first)) <= 0)
    first++;
  ck_assert (g_output_stream_write_all (stream, file->data, state->position, NULL, NULL, NULL));
  writer = export_writer_new_at (stream, state);
  add_cells (writer, cells, first);
  continued = close_stream (stream);
  ck_assert_uint_eq (continued->len, file->len);
  ck_assert_mem_eq (continued->data, file->data, file->len);
}

START_TEST (a_truncated_file_is_continued)
{
  for (guint length = 0; length <= small_file->len; length++)
    assert_continued (small, small_file, length);
  for (guint i = test_times (40); i > 0; i--)
    assert_continued (large, large_file, (guint) g_rand_int_range (rand_, 0, (gint) large_file->len));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("export format");

  tcase_add_checked_fixture (tests, set_up, tear_down);
  tcase_add_test (tests, what_is_written_is_read_again);
  tcase_add_test (tests, an_empty_table_has_a_file);
  tcase_add_test (tests, every_truncation_is_found);
  tcase_add_test (tests, every_flipped_bit_is_found);
  tcase_add_test (tests, other_files_are_refused);
  tcase_add_test (tests, blocks_in_another_order_are_refused);
  tcase_add_test (tests, a_truncated_file_is_continued);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("export format", fill)
