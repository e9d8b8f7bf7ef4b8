/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"

#include <sys/stat.h>

/* put, get and exists: cells, versions, columns, ranges. The expected texts are the results of a real
 * HBase 2.6.1. */

static const HBaseWireProtocol protocols[] = { HBASE_WIRE_PROTOCOL_BINARY, HBASE_WIRE_PROTOCOL_COMPACT };

START_TEST (test_put_and_get)
{
  Local local;

  local_open (&local);
  local.protocol = protocols[_i];
  ck_text (get (&local, "r", NULL, 1), "-");
  ck_text (put (&local, "r", "f:q=v"), "ok");
  ck_text (get (&local, "r", NULL, 1), "r f:q@1000000=v");
  local.now = 1000001;
  ck_text (put (&local, "r", "f:q=w g:a=1 f:=empty"), "ok");
  ck_text (get (&local, "r", NULL, 1), "r f:@1000001=empty f:q@1000001=w g:a@1000001=1");
  ck_text (get (&local, "r", NULL, 2), "r f:@1000001=empty f:q@1000001=w f:q@1000000=v g:a@1000001=1");
  ck_text (get (&local, "r2", NULL, 1), "-");
  local_close (&local);
}
END_TEST

/* Rows that are prefixes of others, with bytes that keys escape, aren't confused. */
START_TEST (test_keys_with_any_bytes)
{
  static const guint8 bytes[][4]
      = { { 0 }, { 0, 0 }, { 0, 1 }, { 0, 0xff }, { 1 }, { 0xff }, { 0xff, 0 }, { 0xff, 0xff } };
  static const gsize lengths[] = { 1, 2, 2, 2, 1, 1, 2, 2 };
  Local local;

  local_open (&local);
  for (guint row = 0; row < G_N_ELEMENTS (bytes); row++)
    for (guint qualifier = 0; qualifier < G_N_ELEMENTS (bytes); qualifier++)
      {
        HBaseWireWriter *out = call_begin_table (&local, TABLE);

        hbase_wire_write_struct (out, HBASE_PUT_ARGS_TPUT);
        hbase_wire_write_binary (out, HBASE_T_PUT_ROW, hbase_slice (bytes[row], lengths[row]));
        hbase_wire_write_list (out, HBASE_T_PUT_COLUMN_VALUES, HBASE_WIRE_STRUCT, 1);
        hbase_wire_put_cell (out, HBASE_SLICE_LITERAL ("f"),
                             hbase_slice (bytes[qualifier], lengths[qualifier]),
                             hbase_slice (bytes[row], lengths[row]), 5, 0);
        hbase_wire_end_struct (out);
        ck_text (call_text (&local, HBASE_WIRE_METHOD_PUT), "ok");
      }
  for (int reversed = 0; reversed < 2; reversed++)
    {
      g_autoptr (HBaseBlock) reply = NULL;
      HBaseWireWriter *out = call_begin_table (&local, TABLE);

      write_scan (out, HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN, reversed ? "reversed=1" : "");
      hbase_wire_write_i32 (out, HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS, 100);
      reply = call_end (&local, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS);
      ck_assert_uint_eq (reply->n_rows, G_N_ELEMENTS (bytes));
      for (guint i = 0; i < reply->n_rows; i++)
        {
          guint row = reversed ? reply->n_rows - 1 - i : i;

          ck_assert (
              hbase_slice_equal (hbase_block_row_key (reply, i), hbase_slice (bytes[row], lengths[row])));
          ck_assert_uint_eq (hbase_block_row_n_cells (reply, i), G_N_ELEMENTS (bytes));
          for (guint c = 0; c < G_N_ELEMENTS (bytes); c++)
            {
              HBaseCellView cell;

              hbase_block_cell (reply, reply->rows[i].first_cell + c, &cell);
              ck_assert (hbase_slice_equal (cell.qualifier, hbase_slice (bytes[c], lengths[c])));
              ck_assert (hbase_slice_equal (cell.value, hbase_slice (bytes[row], lengths[row])));
            }
        }
    }
  local_close (&local);
}
END_TEST

START_TEST (test_scan_all)
{
  Local local;

  local_open (&local);
  ck_text (scan (&local, ""), "[]");
  ck_text (put (&local, "b", "f:q@1=2"), "ok");
  ck_text (put (&local, "a", "f:q@1=1"), "ok");
  ck_text (scan (&local, ""), "[a f:q@1=1, b f:q@1=2]");
  ck_text (scan (&local, "reversed=1"), "[b f:q@1=2, a f:q@1=1]");
  local_close (&local);
}
END_TEST

static char *
get_two (Local *local, HBaseWireMethodId method, const char *table, const char *first, const char *second)
{
  const char *const rows[] = { first, second };
  HBaseWireWriter *out = call_begin_table (local, table);

  hbase_wire_write_list (out, HBASE_GET_MULTIPLE_ARGS_TGETS, HBASE_WIRE_STRUCT, G_N_ELEMENTS (rows));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      hbase_wire_begin_struct (out);
      hbase_wire_write_binary (out, HBASE_T_GET_ROW, hbase_slice_text (rows[i]));
      hbase_wire_end_struct (out);
    }
  return call_text (local, method);
}

/* An invalid get is reported before a missing table, whatever its position in the list is. */
START_TEST (test_faults_of_several_gets)
{
  static const char missing[] = "IO?: Failed 2 actions: missing: 2 times, servers with issues: null";
  Local local;

  local_open (&local);
  ck_text (get_two (&local, HBASE_WIRE_METHOD_GET_MULTIPLE, "missing", "a", ""),
           "EXCEPTION 6: Internal error processing getMultiple");
  ck_text (get_two (&local, HBASE_WIRE_METHOD_GET_MULTIPLE, "missing", "a", "b"), missing);
  ck_text (get_two (&local, HBASE_WIRE_METHOD_EXISTS_ALL, "missing", "", "b"),
           "EXCEPTION 6: Internal error processing existsAll");
  ck_text (get_two (&local, HBASE_WIRE_METHOD_EXISTS_ALL, "missing", "a", "b"), missing);
  ck_text (get_two (&local, HBASE_WIRE_METHOD_EXISTS_ALL, TABLE, "a", "b"), "[false, false]");
  local_close (&local);
}
END_TEST

/* Cells of some KB take little more space on the disk than their bytes. */
START_TEST (test_room)
{
  enum { ROWS = 200, VALUE = 2000 };
  char *directory = local_directory ();
  g_autofree char *path = g_build_filename (directory, "hbase-glib.sqlite", NULL);
  g_autofree char *value = g_strnfill (VALUE, 'v');
  g_autofree char *cell = g_strconcat ("f:q@1=", value, NULL);
  struct stat status;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  for (int i = 0; i < ROWS; i++)
    {
      g_autofree char *row = g_strdup_printf ("r%08d", i);

      ck_text (put (&local, row, cell), "ok");
    }
  local_close (&local);
  ck_assert_int_eq (stat (path, &status), 0);
  ck_assert_int_lt (status.st_size, 2 * ROWS * VALUE);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("rows");

  tcase_add_loop_test (tcase, test_put_and_get, 0, G_N_ELEMENTS (protocols));
  tcase_add_test (tcase, test_keys_with_any_bytes);
  tcase_add_test (tcase, test_scan_all);
  tcase_add_test (tcase, test_faults_of_several_gets);
  tcase_add_test (tcase, test_room);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-rows", fill)
