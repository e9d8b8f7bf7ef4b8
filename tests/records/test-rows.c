/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"

#include "hbase-error.h"
#include "hbase-records-private.h"
#include "hbase-wire-reader-private.h"
#include "hbase-wire-tables.h"

/* Writes a row of a response as a gateway would. The tests have one with cells, a partial one, and one that
 * wasn't found. */

static void
put_result (HBaseWireWriter *writer, const char *row, guint n_cells, gboolean partial)
{
  hbase_wire_begin_struct (writer);
  if (row != NULL)
    hbase_wire_write_binary (writer, HBASE_T_RESULT_ROW, hbase_slice_text (row));
  hbase_wire_write_list (writer, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, n_cells);
  if (n_cells > 0)
    {
      hbase_wire_put_cell (writer, HBASE_SLICE_LITERAL ("f"), HBASE_SLICE_LITERAL ("q"),
                           HBASE_SLICE_LITERAL ("new"), 20, HBASE_WIRE_CELL_PUT);
      hbase_wire_put_cell (writer, HBASE_SLICE_LITERAL ("f"), HBASE_SLICE_LITERAL ("q"),
                           HBASE_SLICE_LITERAL ("old"), 10, HBASE_CELL_TYPE_DELETE);
      hbase_wire_put_cell (writer, HBASE_SLICE_LITERAL ("g"), HBASE_SLICE_LITERAL (""),
                           HBASE_SLICE_LITERAL (""), 5, HBASE_WIRE_CELL_PUT);
      hbase_wire_put_cell (writer, HBASE_SLICE_LITERAL ("g"), HBASE_SLICE_LITERAL ("\0:"),
                           HBASE_SLICE_LITERAL ("\xff\0"), 5, HBASE_WIRE_CELL_PUT);
    }
  hbase_wire_write_bool (writer, HBASE_T_RESULT_PARTIAL, partial);
  hbase_wire_end_struct (writer);
}

static HBaseBlock *
make_block (HBaseWireProtocol protocol)
{
  HBaseWireWriter writer;
  HBaseWireReader reader;
  guint8 *memory;
  gsize length;

  hbase_wire_writer_init (&writer, protocol, 64);
  hbase_wire_write_message (&writer, HBASE_SLICE_LITERAL ("getMultiple"), HBASE_WIRE_REPLY, 7);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_list (&writer, HBASE_GET_MULTIPLE_RESULT_SUCCESS, HBASE_WIRE_STRUCT, 3);
  put_result (&writer, "r\1", 4, FALSE);
  put_result (&writer, "s", 4, TRUE);
  put_result (&writer, NULL, 0, FALSE);
  hbase_wire_end_struct (&writer);
  memory = g_bytes_unref_to_data (hbase_wire_writer_end (&writer), &length);
  hbase_wire_reader_init_reply (&reader, protocol, FALSE, 1 << 20,
                                &hbase_wire_methods[HBASE_WIRE_METHOD_GET_MULTIPLE], 7);
  ck_assert_int_eq (hbase_wire_reader_feed (&reader, memory, length), HBASE_WIRE_WHOLE);
  return hbase_wire_reader_take (&reader, memory);
}

static HBaseRow *
make_row (guint index)
{
  g_autoptr (HBaseBlock) block = make_block (HBASE_WIRE_PROTOCOL_COMPACT);

  return hbase_row_new (block, index, HBASE_SLICE_LITERAL ("asked"), NULL);
}

static void
assert_value (HBaseRow *row, const char *family, const char *qualifier, const char *value)
{
  gsize length = 99;
  const guint8 *data
      = hbase_row_get_value (row, family, (const guint8 *) qualifier, strlen (qualifier), &length);

  ck_assert_ptr_nonnull (data);
  ck_assert_uint_eq (length, strlen (value));
  ck_assert_mem_eq (data, value, length);
}

/* Checks the contents of row 0, whether or not it is a copy. */
static void
assert_row_0 (HBaseRow *row)
{
  g_autofree char *text = hbase_row_dup_key_escaped (row);
  g_autofree char *value = hbase_row_dup_value_utf8 (row, "f:q");
  g_autofree char *escaped = hbase_row_dup_value_escaped (row, "g:\\x00:");
  gsize length = 99;

  ck_assert_str_eq (text, "r\\x01");
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 4);
  ck_assert (!hbase_row_is_empty (row));
  ck_assert (!hbase_row_is_partial (row));
  assert_value (row, "f", "q", "new");
  assert_value (row, "g", "", "");
  ck_assert_str_eq (value, "new");
  ck_assert_str_eq (escaped, "\\xFF\\x00");
  ck_assert_ptr_null (hbase_row_get_value (row, "f", NULL, 0, &length));
  ck_assert_uint_eq (length, 0);
  ck_assert_ptr_null (hbase_row_dup_value_utf8 (row, "f"));
  ck_assert_ptr_null (hbase_row_dup_value_utf8 (row, "f:\\q"));
  ck_assert_ptr_null (hbase_row_dup_value_utf8 (row, "h:q"));
  ck_assert_ptr_null (hbase_row_dup_value_escaped (row, "f"));
  ck_assert_ptr_null (hbase_row_dup_value_escaped (row, "f:\\q"));
  ck_assert_ptr_null (hbase_row_dup_value_escaped (row, "h:q"));
}

START_TEST (values_are_found_newest_first)
{
  g_autoptr (HBaseRow) row = make_row (0);

  assert_row_0 (row);
}
END_TEST

START_TEST (a_detached_row_holds_its_own_bytes)
{
  HBaseRow *row = make_row (0);
  HBaseRow *detached = hbase_row_copy (row);
  HBaseRow *partial = make_row (1);
  HBaseRow *piece = hbase_row_copy (partial);

  hbase_row_unref (row);
  hbase_row_unref (partial);
  assert_row_0 (detached);
  ck_assert (hbase_row_is_partial (piece));
  hbase_row_unref (detached);
  hbase_row_unref (piece);
}
END_TEST

START_TEST (a_row_not_found_has_the_key_that_was_asked_for)
{
  g_autoptr (HBaseRow) row = make_row (2);
  g_autoptr (HBaseRow) detached = hbase_row_copy (row);
  g_autoptr (GBytes) key = hbase_row_ref_key (detached);
  gsize length;

  ck_assert (hbase_row_is_empty (row));
  ck_assert (hbase_row_is_empty (detached));
  ck_assert_mem_eq (hbase_row_get_key (row, &length), "asked", 5);
  ck_assert_uint_eq (length, 5);
  ck_assert_uint_eq (g_bytes_get_size (key), 5);
  ck_assert (hbase_slice_equal (hbase_row_key_slice (detached), HBASE_SLICE_LITERAL ("asked")));
}
END_TEST

START_TEST (cells_keep_their_row)
{
  HBaseRow *row = make_row (0);
  g_autoptr (HBaseCell) cell = hbase_row_get_cell (row, 1);
  g_autoptr (HBaseCell) empty = hbase_row_get_cell (row, 2);
  g_autoptr (HBaseCell) escaped = hbase_row_get_cell (row, 3);
  g_autofree char *column = hbase_cell_dup_column_escaped (escaped);
  GBytes *value;
  gsize length;

  hbase_row_unref (row);
  ck_assert_mem_eq (hbase_cell_get_value (cell, &length), "old", 3);
  ck_assert_uint_eq (length, 3);
  ck_assert_mem_eq (hbase_cell_get_family (cell, &length), "f", 1);
  ck_assert_mem_eq (hbase_cell_get_qualifier (cell, &length), "q", 1);
  ck_assert_int_eq (hbase_cell_get_timestamp (cell), 10);
  ck_assert_ptr_nonnull (hbase_cell_get_value (empty, &length));
  ck_assert_uint_eq (length, 0);
  ck_assert_ptr_nonnull (hbase_cell_get_qualifier (empty, &length));
  ck_assert_str_eq (column, "g:\\x00:");
  value = hbase_cell_ref_value (cell);
  g_clear_pointer (&cell, hbase_cell_unref);
  ck_assert_mem_eq (g_bytes_get_data (value, &length), "old", 3);
  g_bytes_unref (value);
}
END_TEST

START_TEST (a_row_lists_its_cells)
{
  g_autoptr (HBaseRow) row = make_row (0);
  g_autoptr (GPtrArray) cells = hbase_row_list_cells (row);

  ck_assert_uint_eq (cells->len, 4);
  for (guint i = 0; i < cells->len; i++)
    {
      g_autoptr (HBaseCell) cell = hbase_row_get_cell (row, i);
      gsize length;

      ck_assert_ptr_eq (hbase_cell_get_value (cells->pdata[i], &length),
                        hbase_cell_get_value (cell, &length));
    }
}
END_TEST

START_TEST (an_iterator_sees_what_the_cells_are)
{
  g_autoptr (HBaseRow) row = make_row (1);
  HBaseCellIter iter;
  guint n_cells = 0;

  hbase_cell_iter_init (&iter, row);
  while (hbase_cell_iter_next (&iter))
    {
      g_autoptr (HBaseCell) cell = hbase_row_get_cell (row, n_cells++);
      gsize length;

      ck_assert_ptr_eq (iter.family, hbase_cell_get_family (cell, &length));
      ck_assert_uint_eq (iter.family_length, length);
      ck_assert_mem_eq (iter.qualifier, hbase_cell_get_qualifier (cell, &length), iter.qualifier_length);
      ck_assert_uint_eq (iter.qualifier_length, length);
      ck_assert_mem_eq (iter.value, hbase_cell_get_value (cell, &length), iter.value_length);
      ck_assert_uint_eq (iter.value_length, length);
      ck_assert_int_eq (iter.timestamp, hbase_cell_get_timestamp (cell));
      ck_assert_int_eq (iter.type, n_cells == 2 ? HBASE_CELL_TYPE_DELETE : HBASE_CELL_TYPE_PUT);
      ck_assert_int_eq (hbase_cell_get_cell_type (cell), iter.type);
    }
  ck_assert_uint_eq (n_cells, 4);
  ck_assert (!hbase_cell_iter_next (&iter));
}
END_TEST

START_TEST (a_schema_gives_the_keys_fields)
{
  g_autoptr (HBaseBlock) block = make_block (HBASE_WIRE_PROTOCOL_BINARY);
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:uint16", NULL);
  g_autoptr (HBaseRow) row = hbase_row_new (block, 0, hbase_slice (NULL, 0), schema);
  g_autoptr (HBaseRow) detached = hbase_row_copy (row);
  g_autoptr (HBaseRow) plain = make_row (0);
  g_autoptr (GVariant) field = hbase_row_get_key_field (detached, "id", NULL);
  g_autofree char *text = hbase_row_dup_key_field_escaped (row, "id", NULL);
  g_autoptr (GError) error = NULL, unknown = NULL;

  ck_assert_ptr_eq (hbase_row_get_key_schema (detached), schema);
  ck_assert_uint_eq (g_variant_get_uint16 (field), 'r' << 8 | 1);
  ck_assert_str_eq (text, "29185");
  ck_assert_ptr_null (hbase_row_get_key_field (plain, "id", &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_nonnull (strstr (error->message, "“r\\x01”"));
  ck_assert_ptr_null (hbase_row_dup_key_field_escaped (row, "x", &unknown));
  ck_assert_error (unknown, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("rows");

  tcase_add_test (tests, values_are_found_newest_first);
  tcase_add_test (tests, a_detached_row_holds_its_own_bytes);
  tcase_add_test (tests, a_row_not_found_has_the_key_that_was_asked_for);
  tcase_add_test (tests, cells_keep_their_row);
  tcase_add_test (tests, a_row_lists_its_cells);
  tcase_add_test (tests, an_iterator_sees_what_the_cells_are);
  tcase_add_test (tests, a_schema_gives_the_keys_fields);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("rows", fill)
