/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-block-private.h"
#include "random-message.h"
#include "test-seed.h"

/* Blocks: rows and cells in unusual but valid forms, and the decoder on all of it. */

static void
begin_rows (HBaseWireWriter *writer, HBaseWireProtocol protocol, guint n_rows)
{
  hbase_wire_writer_init (writer, protocol, 0);
  hbase_wire_write_message (writer, HBASE_SLICE_LITERAL ("getMultiple"), HBASE_WIRE_REPLY, 0);
  hbase_wire_begin_struct (writer);
  hbase_wire_write_list (writer, HBASE_GET_MULTIPLE_RESULT_SUCCESS, HBASE_WIRE_STRUCT, n_rows);
}

static HBaseBlock *
end_rows (HBaseWireWriter *writer)
{
  TestMessage message
      = { .protocol = writer->protocol, .method = &hbase_wire_methods[HBASE_WIRE_METHOD_GET_MULTIPLE] };
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *fault = NULL;
  HBaseBlock *block;

  hbase_wire_end_struct (writer);
  bytes = hbase_wire_writer_end (writer);
  block = test_read_block (&message, bytes, &fault);
  ck_assert_msg (block != NULL, "%s", fault);
  return block;
}

/* Fields in descending order, with an unknown one. */
static void
put_backward_cell (HBaseWireWriter *writer)
{
  hbase_wire_begin_struct (writer);
  hbase_wire_write_i8 (writer, HBASE_T_COLUMN_VALUE_TYPE, 8);
  hbase_wire_write_binary (writer, HBASE_T_COLUMN_VALUE_TAGS, HBASE_SLICE_LITERAL ("tags"));
  hbase_wire_write_i64 (writer, HBASE_T_COLUMN_VALUE_TIMESTAMP, -5);
  hbase_wire_write_list (writer, 30, HBASE_WIRE_I32, 1);
  hbase_wire_put_i32 (writer, 7);
  hbase_wire_write_binary (writer, HBASE_T_COLUMN_VALUE_VALUE, HBASE_SLICE_LITERAL ("v"));
  hbase_wire_write_binary (writer, HBASE_T_COLUMN_VALUE_QUALIFIER, HBASE_SLICE_LITERAL ("q"));
  hbase_wire_write_binary (writer, HBASE_T_COLUMN_VALUE_FAMILY, HBASE_SLICE_LITERAL ("f"));
  hbase_wire_end_struct (writer);
}

static void
assert_cell (const HBaseBlock *block, guint cell, gint64 timestamp, guint8 type, const char *tags)
{
  HBaseCellView view;

  hbase_block_cell (block, cell, &view);
  ck_assert (hbase_slice_equal (view.family, HBASE_SLICE_LITERAL ("f")));
  ck_assert (hbase_slice_equal (view.qualifier, HBASE_SLICE_LITERAL ("q")));
  ck_assert (hbase_slice_equal (view.value, HBASE_SLICE_LITERAL ("v")));
  ck_assert_int_eq (view.timestamp, timestamp);
  ck_assert_uint_eq (view.type, type);
  ck_assert_int_eq (view.tags.data != NULL, tags != NULL);
  ck_assert (hbase_slice_equal (view.tags, hbase_slice_text (tags)));
}

START_TEST (rows_with_fields_in_unusual_order_are_read)
{
  g_autoptr (HBaseBlock) block = NULL;
  HBaseWireWriter writer;

  begin_rows (&writer, (HBaseWireProtocol) _i, 3);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_bool (&writer, HBASE_T_RESULT_PARTIAL, TRUE);
  hbase_wire_write_list (&writer, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, 3);
  put_backward_cell (&writer);
  hbase_wire_put_cell (&writer, HBASE_SLICE_LITERAL ("f"), HBASE_SLICE_LITERAL ("q"),
                       HBASE_SLICE_LITERAL ("v"), G_MAXINT64, 0);
  put_backward_cell (&writer);
  hbase_wire_write_binary (&writer, HBASE_T_RESULT_ROW, HBASE_SLICE_LITERAL ("last"));
  hbase_wire_end_struct (&writer);
  /* A row that wasn't found. */
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_list (&writer, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, 0);
  hbase_wire_end_struct (&writer);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_T_RESULT_ROW, HBASE_SLICE_LITERAL (""));
  hbase_wire_write_list (&writer, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, 1);
  hbase_wire_put_cell (&writer, HBASE_SLICE_LITERAL ("f"), HBASE_SLICE_LITERAL ("q"),
                       HBASE_SLICE_LITERAL ("v"), HBASE_CELL_NO_TIMESTAMP, 14);
  hbase_wire_write_bool (&writer, HBASE_T_RESULT_PARTIAL, FALSE);
  hbase_wire_end_struct (&writer);
  block = end_rows (&writer);

  ck_assert_uint_eq (block->n_rows, 3);
  ck_assert_uint_eq (block->n_cells, 4);
  ck_assert_uint_eq (hbase_block_row_n_cells (block, 0), 3);
  ck_assert_uint_eq (hbase_block_row_n_cells (block, 1), 0);
  ck_assert_uint_eq (hbase_block_row_n_cells (block, 2), 1);
  ck_assert (hbase_slice_equal (hbase_block_row_key (block, 0), HBASE_SLICE_LITERAL ("last")));
  ck_assert_ptr_null (hbase_block_row_key (block, 1).data);
  ck_assert_ptr_nonnull (hbase_block_row_key (block, 2).data);
  ck_assert_uint_eq (hbase_block_row_key (block, 2).length, 0);
  ck_assert (hbase_block_row_is_partial (block, 0));
  ck_assert (!hbase_block_row_is_partial (block, 1));
  ck_assert (!hbase_block_row_is_partial (block, 2));
  assert_cell (block, 0, -5, 8, "tags");
  assert_cell (block, 1, G_MAXINT64, HBASE_WIRE_CELL_PUT, NULL);
  assert_cell (block, 2, -5, 8, "tags");
  assert_cell (block, 3, HBASE_CELL_NO_TIMESTAMP, 14, NULL);
}
END_TEST

/* The decoder skips a value to its exact end. */
START_TEST (skipped_values_end_where_the_next_begin)
{
  g_autoptr (GRand) rand = test_rand_new ("block/skip");

  for (guint i = 0; i < test_times (2000); i++)
    {
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (HBaseBlock) block = NULL;
      TestMessage message;
      HBaseWireDecoder decoder;
      HBaseWireType type;
      guint id;

      test_message_draw (&message, rand);
      bytes = test_message_make (&message, rand);
      block = test_read_block (&message, bytes, NULL);
      ck_assert_ptr_nonnull (block);
      hbase_wire_decoder_init (&decoder, block, block->body);
      while (hbase_wire_decoder_next (&decoder, &id, &type))
        hbase_wire_decoder_skip (&decoder, type);
      ck_assert_uint_eq (hbase_wire_decoder_position (&decoder), block->length);
    }
}
END_TEST

START_TEST (methods_are_found_by_name)
{
  for (guint i = 0; i < HBASE_WIRE_N_METHODS; i++)
    ck_assert_ptr_eq (hbase_wire_method_lookup (hbase_slice_text (hbase_wire_methods[i].name)),
                      &hbase_wire_methods[i]);
  ck_assert_uint_eq (HBASE_WIRE_N_METHODS, 50);
  ck_assert_ptr_null (hbase_wire_method_lookup (HBASE_SLICE_LITERAL ("ge")));
  ck_assert_ptr_null (hbase_wire_method_lookup (HBASE_SLICE_LITERAL ("getMultipleXYZ")));
  ck_assert_ptr_null (hbase_wire_method_lookup (HBASE_SLICE_LITERAL ("get\0")));
  ck_assert_ptr_null (hbase_wire_method_lookup (HBASE_SLICE_LITERAL ("")));
  ck_assert_str_eq (hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_PUT].name, "checkAndPut");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("block");

  tcase_set_timeout (tcase, 60);
  tcase_add_loop_test (tcase, rows_with_fields_in_unusual_order_are_read, 0, 2);
  tcase_add_test (tcase, skipped_values_end_where_the_next_begin);
  tcase_add_test (tcase, methods_are_found_by_name);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("block", fill)
