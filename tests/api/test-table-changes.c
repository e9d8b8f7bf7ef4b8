/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"

/* This tests increments and appends: their effect on a row, and what they refuse. */

#define YEAR_2100 G_GINT64_CONSTANT (4102444800000)

static gint64
number_of (HBaseRow *row, const char *qualifier)
{
  gsize length = 0;
  const guint8 *value = hbase_row_get_value (row, "f", BYTES (qualifier), &length);
  guint64 number;

  ck_assert_uint_eq (length, sizeof number);
  memcpy (&number, value, sizeof number);
  return (gint64) GUINT64_FROM_BE (number);
}

START_TEST (increments_of_several_columns_are_atomic)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("r");
  g_autoptr (HBaseRow) first = NULL, second = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  hbase_increment_add (increment, "f", BYTES ("up"), 5);
  hbase_increment_add (increment, "f", BYTES ("down"), -2);
  first = hbase_table_increment (table, increment, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_int_eq (number_of (first, "up"), 5);
  ck_assert_int_eq (number_of (first, "down"), -2);
  hbase_table_increment_async (table, increment, NULL, api_done, &result);
  g_clear_pointer (&increment, hbase_mutation_unref);
  second = hbase_table_increment_finish (table, api_wait (&result), &error);
  ck_assert_no_error (error);
  ck_assert_int_eq (number_of (second, "up"), 10);
  ck_assert_int_eq (number_of (second, "down"), -4);
}
END_TEST

START_TEST (any_amount_can_be_added)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("r");
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  hbase_increment_add (increment, "f", BYTES ("least"), G_MININT64);
  hbase_increment_add (increment, "f", BYTES ("greatest"), G_MAXINT64);
  row = hbase_table_increment (table, increment, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_int_eq (number_of (row, "least"), G_MININT64);
  ck_assert_int_eq (number_of (row, "greatest"), G_MAXINT64);
}
END_TEST

/* The embedded engine keeps some older versions, as HBase does until it flushes, but not all of them. Those
 * of a counter of the year 2100 are a millisecond apart, however fast it is incremented. */
START_TEST (increments_keep_a_bounded_number_of_versions)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("r");
  g_autoptr (HBasePut) old = hbase_put_new_utf8 ("r");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  hbase_put_add_with_timestamp (old, "f", BYTES ("n"), BYTES ("12345678"), YEAR_2100);
  ck_assert (hbase_table_put (table, old, NULL, &error));
  hbase_increment_add (increment, "f", BYTES ("n"), 1);
  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (HBaseRow) raised = hbase_table_increment (table, increment, NULL, &error);

      ck_assert_no_error (error);
    }
  hbase_query_set_attribute (HBASE_QUERY (scan), "_raw_", BYTES ("\x01"));
  hbase_query_set_max_versions (HBASE_QUERY (scan), 100);
  cursor = hbase_table_scan (table, scan);
  row = hbase_table_cursor_next (cursor, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 16);
}
END_TEST

START_TEST (appends_extend_values)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("r");
  g_autoptr (HBaseRow) first = NULL, second = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *value = NULL;

  hbase_append_add (append, "f", BYTES ("q"), BYTES ("ab"));
  first = hbase_table_append (table, append, NULL, &error);
  ck_assert_no_error (error);
  hbase_table_append_async (table, append, NULL, api_done, &result);
  g_clear_pointer (&append, hbase_mutation_unref);
  second = hbase_table_append_finish (table, api_wait (&result), &error);
  ck_assert_no_error (error);
  value = hbase_row_dup_value_utf8 (second, "f:q");
  ck_assert_str_eq (value, "abab");
}
END_TEST

START_TEST (cells_expire_at_their_time_to_live)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBasePut) old = hbase_put_new_utf8 ("old"), recent = api_put ("recent", "v");
  g_autoptr (GError) error = NULL;
  g_autofree char *gone = NULL, *kept = NULL;

  hbase_put_add_with_timestamp (old, "f", BYTES ("q"), BYTES ("v"), 1);
  hbase_mutation_set_time_to_live (HBASE_MUTATION (old), 1000);
  assert_works (hbase_table_put (table, old, NULL, &error), error);
  hbase_mutation_set_time_to_live (HBASE_MUTATION (recent), G_TIME_SPAN_DAY / G_TIME_SPAN_MILLISECOND);
  assert_works (hbase_table_put (table, recent, NULL, &error), error);
  gone = api_read (table, "old");
  kept = api_read (table, "recent");
  ck_assert_ptr_null (gone);
  ck_assert_str_eq (kept, "v");
}
END_TEST

START_TEST (results_may_be_left_out)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("r");
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  hbase_increment_add (increment, "f", BYTES ("q"), 1);
  hbase_mutation_set_return_results (HBASE_MUTATION (increment), FALSE);
  hbase_mutation_set_durability (HBASE_MUTATION (increment), HBASE_DURABILITY_SYNC_WAL);
  row = hbase_table_increment (table, increment, NULL, &error);
  ck_assert_no_error (error);
  ck_assert (hbase_row_is_empty (row));
  ck_assert_mem_eq (hbase_row_get_key (row, &(gsize){ 0 }), "r", 1);
}
END_TEST

START_TEST (invalid_changes_are_refused)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseIncrement) none = hbase_increment_new_utf8 ("r"), no_row = hbase_increment_new_utf8 ("");
  g_autoptr (HBaseAppend) nameless = hbase_append_new_utf8 ("r");
  g_autoptr (GError) of_none = NULL, of_row = NULL, of_name = NULL;

  ck_assert_ptr_null (hbase_table_increment (table, none, NULL, &of_none));
  assert_reported (of_none, HBASE_ERROR_INVALID_ARGUMENT, "increment of row “r”: it has no columns");
  hbase_increment_add (no_row, "f", BYTES ("q"), 1);
  ck_assert_ptr_null (hbase_table_increment (table, no_row, NULL, &of_row));
  assert_reported (of_row, HBASE_ERROR_INVALID_ARGUMENT, "has 0 bytes");
  hbase_append_add (nameless, "", BYTES ("q"), BYTES ("v"));
  ck_assert_ptr_null (hbase_table_append (table, nameless, NULL, &of_name));
  assert_reported (of_name, HBASE_ERROR_INVALID_ARGUMENT, "name is empty");
}
END_TEST

/* HBase would execute the last entry of a column only. */
START_TEST (changes_of_one_column_are_never_lost)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("r");
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("r");
  g_autoptr (GError) of_increment = NULL, of_append = NULL;
  g_autofree char *value = NULL;

  hbase_increment_add (increment, "f", BYTES ("n"), 1);
  hbase_increment_add (increment, "f", BYTES ("n"), 2);
  ck_assert_ptr_null (hbase_table_increment (table, increment, NULL, &of_increment));
  assert_reported (of_increment, HBASE_ERROR_INVALID_ARGUMENT, "the column “f:n” was added more than once");
  hbase_append_add (append, "f", BYTES ("q"), BYTES ("x"));
  hbase_append_add (append, "f", BYTES ("q"), BYTES ("y"));
  ck_assert_ptr_null (hbase_table_append (table, append, NULL, &of_append));
  assert_reported (of_append, HBASE_ERROR_INVALID_ARGUMENT, "the column “f:q” was added more than once");
  value = api_read (table, "r");
  ck_assert_ptr_null (value);
}
END_TEST

/* A value of another length isn't a number. */
START_TEST (a_value_that_is_no_number_cannot_be_incremented)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("r");
  g_autoptr (GError) error = NULL;

  api_write (table, "r", "text");
  hbase_increment_add (increment, "f", BYTES ("q"), 1);
  ck_assert_ptr_null (hbase_table_increment (table, increment, NULL, &error));
  ck_assert_ptr_nonnull (error);
  ck_assert_ptr_nonnull (strstr (error->message, "“r”"));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("table changes");

  tcase_add_test (tests, increments_of_several_columns_are_atomic);
  tcase_add_test (tests, any_amount_can_be_added);
  tcase_add_test (tests, increments_keep_a_bounded_number_of_versions);
  tcase_add_test (tests, appends_extend_values);
  tcase_add_test (tests, cells_expire_at_their_time_to_live);
  tcase_add_test (tests, results_may_be_left_out);
  tcase_add_test (tests, invalid_changes_are_refused);
  tcase_add_test (tests, changes_of_one_column_are_never_lost);
  tcase_add_test (tests, a_value_that_is_no_number_cannot_be_incremented);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("table changes", fill)
