/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "first-last.h"

/* This tests first and last rows: which rows they are, and how many calls find them. */

/* Checks that it is that row with all its cells; NULL: the empty row of a missing one. Takes it. */
static void
assert_row (HBaseRow *row, GError *error, const char *key)
{
  g_autoptr (HBaseRow) held = row;
  g_autofree char *text = NULL;

  ck_assert_no_error (error);
  ck_assert_ptr_nonnull (row);
  text = hbase_row_dup_key_escaped (row);
  ck_assert_str_eq (text, key != NULL ? key : "");
  ck_assert_uint_eq (hbase_row_get_n_cells (row), key != NULL ? 2 : 0);
}

static void
assert_first (HBaseTable *table, HBaseScan *scan, const char *key)
{
  GError *error = NULL;
  HBaseRow *row = hbase_table_first_row (table, scan, NULL, &error);

  assert_row (row, error, key);
}

static void
assert_last (HBaseTable *table, HBaseScan *scan, HBaseLastRowMethod method, const char *key)
{
  GError *error = NULL;
  HBaseRow *row = hbase_table_last_row (table, scan, method, NULL, &error);

  assert_row (row, error, key);
}

static void
assert_at_or_before (HBaseTable *table, const char *from, HBaseScan *scan, const char *key)
{
  GError *error = NULL;
  HBaseRow *row = hbase_table_row_at_or_before (table, BYTES (from), scan, NULL, &error);

  assert_row (row, error, key);
}

/* Returns their keys, separated by blanks. Takes the rows. */
static char *
keys_of (GPtrArray *rows, GError *error)
{
  g_autoptr (GPtrArray) held = rows;
  GString *keys = g_string_new (NULL);

  ck_assert_no_error (error);
  for (guint i = 0; i < rows->len; i++)
    {
      g_autofree char *key = hbase_row_dup_key_escaped (rows->pdata[i]);

      g_string_append_printf (keys, "%s%s", i > 0 ? " " : "", key);
    }
  return g_string_free (keys, FALSE);
}

static void
assert_last_rows (HBaseTable *table, HBaseScan *scan, guint n, const char *expected)
{
  GError *error = NULL;
  GPtrArray *rows = hbase_table_last_rows (table, scan, n, NULL, &error);
  g_autofree char *keys = keys_of (rows, error);

  ck_assert_str_eq (keys, expected);
}

/* ---- which rows they are ---- */

static const char *const some_keys[] = { "a", "ab", "b1", "b2", "b3", "c", NULL };

static const HBaseLastRowMethod methods[]
    = { HBASE_LAST_ROW_METHOD_AUTO, HBASE_LAST_ROW_METHOD_REVERSE, HBASE_LAST_ROW_METHOD_BISECTION };

START_TEST (an_empty_table_has_no_first_or_last_row)
{
  g_autoptr (HBaseTable) table = api_table ();

  assert_first (table, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    assert_last (table, NULL, methods[i], NULL);
  assert_last_rows (table, NULL, 3, "");
  assert_at_or_before (table, "b", NULL, NULL);
}
END_TEST

START_TEST (a_table_has_a_first_and_a_last_row)
{
  g_autoptr (HBaseTable) table = api_table ();

  put_keys (table, some_keys);
  assert_first (table, NULL, "a");
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    assert_last (table, NULL, methods[i], "c");
  assert_last_rows (table, NULL, 1, "c");
  assert_last_rows (table, NULL, 4, "b1 b2 b3 c");
  assert_last_rows (table, NULL, 100, "a ab b1 b2 b3 c");
  assert_at_or_before (table, "b2", NULL, "b2");
  assert_at_or_before (table, "b2\x01", NULL, "b2");
  assert_at_or_before (table, "zz", NULL, "c");
  assert_at_or_before (table, "A", NULL, NULL);
}
END_TEST

/* The scan's direction and limit are ignored; its range isn't. */
START_TEST (a_range_has_a_first_and_a_last_row)
{
  g_autoptr (HBaseTable) table = api_table ();

  put_keys (table, some_keys);
  for (guint reversed = 0; reversed < 2; reversed++)
    {
      g_autoptr (HBaseScan) range
          = reversed ? scan_of ("b3", "ab", "", TRUE) : scan_of ("ab", "b3", "", FALSE);
      g_autoptr (HBaseScan) prefix = scan_of ("", "", "b", reversed);
      g_autoptr (HBaseScan) nothing = scan_of ("", "", "x", reversed);

      assert_first (table, range, reversed ? "b1" : "ab");
      assert_first (table, prefix, "b1");
      assert_first (table, nothing, NULL);
      for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
        {
          assert_last (table, range, methods[i], reversed ? "b3" : "b2");
          assert_last (table, prefix, methods[i], "b3");
          assert_last (table, nothing, methods[i], NULL);
        }
      assert_last_rows (table, prefix, 2, "b2 b3");
      assert_at_or_before (table, "zz", range, reversed ? "b3" : "b2");
      assert_at_or_before (table, "ab", range, reversed ? NULL : "ab");
      assert_at_or_before (table, "aa", range, NULL);
      assert_at_or_before (table, "b2", prefix, "b2");
      assert_at_or_before (table, "b", prefix, NULL);
      assert_at_or_before (table, "zz", prefix, "b3");
    }
}
END_TEST

/* Rows without any of the scan's columns are skipped. */
START_TEST (columns_and_filters_choose_the_rows)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  put_keys (table, some_keys);
  api_write (table, "b2", "other");
  hbase_query_set_filter_text (HBASE_QUERY (scan),
                               "ValueFilter(=,'binary:other') OR QualifierFilter(=,'binary:none')");
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HBaseRow) row = hbase_table_last_row (table, scan, methods[i], NULL, &error);
      g_autofree char *value = NULL;

      ck_assert_no_error (error);
      ck_assert_ptr_nonnull (row);
      value = hbase_row_dup_value_utf8 (row, "f:q");
      ck_assert_str_eq (value, "other");
      ck_assert_uint_eq (hbase_row_get_n_cells (row), 1);
    }
  hbase_query_set_filter_text (HBASE_QUERY (scan), NULL);
  hbase_query_add_column (HBASE_QUERY (scan), "g", BYTES ("none"));
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    assert_last (table, scan, methods[i], NULL);
  assert_first (table, scan, NULL);
}
END_TEST

START_TEST (async_calls_return_the_same_rows)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (GAsyncResult) first = NULL, last = NULL, rows = NULL, before = NULL;
  g_autofree char *keys = NULL;
  HBaseScan *scan = hbase_scan_new ();
  GPtrArray *several;
  HBaseRow *row;
  GError *error = NULL;

  put_keys (table, some_keys);
  hbase_table_first_row_async (table, scan, NULL, api_done, &first);
  hbase_table_last_row_async (table, scan, HBASE_LAST_ROW_METHOD_BISECTION, NULL, api_done, &last);
  hbase_table_last_rows_async (table, scan, 3, NULL, api_done, &rows);
  hbase_table_row_at_or_before_async (table, BYTES ("b"), scan, NULL, api_done, &before);
  hbase_query_unref (scan);
  row = hbase_table_first_row_finish (table, api_wait (&first), &error);
  assert_row (row, error, "a");
  row = hbase_table_last_row_finish (table, api_wait (&last), &error);
  assert_row (row, error, "c");
  several = hbase_table_last_rows_finish (table, api_wait (&rows), &error);
  keys = keys_of (several, error);
  ck_assert_str_eq (keys, "b2 b3 c");
  row = hbase_table_row_at_or_before_finish (table, api_wait (&before), &error);
  assert_row (row, error, "ab");
}
END_TEST

/* ---- tables whose keys count downwards ---- */

static void
prepend_rows (HBasePrepender *prepender, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
      g_autoptr (HBasePrependRequest) prepend = NULL;
      g_autoptr (GError) error = NULL;

      hbase_put_add_utf8 (cells, "f", "q", "v");
      prepend = hbase_prepend_request_new (cells);
      assert_works (hbase_prepender_prepend (prepender, prepend, NULL, &error), error);
    }
}

START_TEST (the_oldest_row_that_is_not_retired)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", NULL);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePrepender) prepender = NULL;
  const guint8 oldest[] = { 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };
  g_autoptr (HBaseRow) found = NULL;
  GError *error = NULL;

  table = api_add_key_schema (table, schema);
  prepender = hbase_prepender_new (table);
  prepend_rows (prepender, 3);
  hbase_scan_set_skip_guards (scan, "g", NULL, 0);
  found = hbase_table_last_row (table, scan, HBASE_LAST_ROW_METHOD_CONSTANT, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_ptr_nonnull (found);
  assert_works (hbase_prepender_retire (prepender, oldest, sizeof oldest, NULL, &error), error);
  assert_last (table, scan, HBASE_LAST_ROW_METHOD_CONSTANT, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (HBaseRow) row = hbase_table_last_row (table, scan, methods[i], NULL, &error);
      g_autofree char *key = NULL;

      ck_assert_no_error (error);
      key = hbase_row_dup_key_escaped (row);
      ck_assert_str_eq (key, "\\x7F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFE");
    }
}
END_TEST

/* ---- how many calls ---- */

/* Returns the number of calls of a bisection, which must find that row. */
static guint
count_bisection (Relay *relay, HBaseTable *table, const char *key)
{
  guint before = exchanges_of (relay);

  assert_last (table, NULL, HBASE_LAST_ROW_METHOD_BISECTION, key);
  return exchanges_of (relay) - before;
}

START_TEST (a_proxy_counts_the_calls)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_after (relay, _i);
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", NULL);
  guint before = exchanges_of (relay);

  ck_assert_uint_eq (count_bisection (relay, table, NULL), 1);
  put_key (table, (const guint8 *) "\0\0\0\0", 4);
  put_key (table, (const guint8 *) "\0\0\0\1", 4);
  ck_assert_uint_le (count_bisection (relay, table, "\\x00\\x00\\x00\\x01"), 8 * 4 + 2);
  put_key (table, (const guint8 *) "\0", 1);
  put_key (table, (const guint8 *) "\0\0\0\1\0", 5);
  ck_assert_uint_le (count_bisection (relay, table, "\\x00\\x00\\x00\\x01\\x00"), 9 * 5 + 1);

  before = exchanges_of (relay);
  assert_first (table, NULL, "\\x00");
  assert_last (table, NULL, HBASE_LAST_ROW_METHOD_REVERSE, "\\x00\\x00\\x00\\x01\\x00");
  assert_last_rows (table, NULL, 2, "\\x00\\x00\\x00\\x01 \\x00\\x00\\x00\\x01\\x00");
  assert_at_or_before (table, "\x01", NULL, "\\x00\\x00\\x00\\x01\\x00");
  ck_assert_uint_eq (exchanges_of (relay) - before, 4);

  table = api_add_key_schema (table, schema);
  put_key (table, (const guint8 *) "\x7f\xff\xff\xff\xff\xff\xff\xff", 8);
  before = exchanges_of (relay);
  assert_last (table, NULL, HBASE_LAST_ROW_METHOD_AUTO, "\\x7F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF");
  ck_assert_uint_eq (exchanges_of (relay) - before, 1);
}
END_TEST

static const RelayDeed deeds[] = { RELAY_LOSE_REQUEST, RELAY_LOSE_REPLY };

START_TEST (lost_reads_are_sent_again)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_after (relay, 0);
  guint n_calls;

  put_keys (table, some_keys);
  n_calls = count_bisection (relay, table, "c");
  ck_assert_uint_gt (n_calls, 2);
  for (guint at = 0; at < n_calls; at++)
    {
      gint faults = relay->log->faults;

      relay_tell (relay, at, 1, deeds[_i]);
      ck_assert_uint_eq (count_bisection (relay, table, "c"), n_calls + 1);
      ck_assert_int_eq (relay->log->faults, faults + 1);
    }
  relay_tell (relay, 0, 1, deeds[_i]);
  assert_first (table, NULL, "a");
  relay_tell (relay, 0, 1, deeds[_i]);
  assert_last_rows (table, NULL, 2, "b3 c");
}
END_TEST

/* ---- what is refused ---- */

/* In a reversed scan HBase begins with rows after the last one that the filter accepts. */
START_TEST (a_forward_only_filter_is_read_forward)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseScan) reversed = hbase_scan_new ();
  g_autoptr (GError) last = NULL, rows = NULL, before = NULL, first = NULL;

  put_keys (table, some_keys);
  hbase_query_set_filter_text (HBASE_QUERY (scan), "InclusiveStopFilter('b1')");
  hbase_query_set_filter_text (HBASE_QUERY (reversed), "InclusiveStopFilter('b1')");
  hbase_scan_set_reversed (reversed, TRUE);
  assert_first (table, scan, "a");
  assert_last (table, scan, HBASE_LAST_ROW_METHOD_BISECTION, "b1");
  assert_last (table, reversed, HBASE_LAST_ROW_METHOD_REVERSE, "c");
  ck_assert_ptr_null (hbase_table_last_row (table, scan, HBASE_LAST_ROW_METHOD_AUTO, NULL, &last));
  assert_reported (last, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
  ck_assert_ptr_null (hbase_table_last_rows (table, scan, 2, NULL, &rows));
  assert_reported (rows, HBASE_ERROR_INVALID_ARGUMENT, "InclusiveStopFilter");
  ck_assert_ptr_null (hbase_table_row_at_or_before (table, BYTES ("c"), scan, NULL, &before));
  assert_reported (before, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
  ck_assert_ptr_null (hbase_table_first_row (table, reversed, NULL, &first));
  assert_reported (first, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
}
END_TEST

START_TEST (invalid_arguments_are_reported)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autofree guint8 *long_key = g_malloc0 (32768);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) no_rows = NULL, no_key = NULL, too_long = NULL, no_constant = NULL, bad_scan = NULL,
                     given_up = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) no_rows_async = NULL;

  ck_assert_ptr_null (hbase_table_last_rows (table, NULL, 0, NULL, &no_rows));
  assert_reported (no_rows, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
  hbase_table_last_rows_async (table, NULL, 0, NULL, api_done, &result);
  ck_assert_ptr_null (hbase_table_last_rows_finish (table, api_wait (&result), &no_rows_async));
  assert_reported (no_rows_async, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
  ck_assert_ptr_null (hbase_table_row_at_or_before (table, NULL, 0, NULL, NULL, &no_key));
  assert_reported (no_key, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
  ck_assert_ptr_null (hbase_table_row_at_or_before (table, long_key, 32768, NULL, NULL, &too_long));
  assert_reported (too_long, HBASE_ERROR_INVALID_ARGUMENT, "32768");
  ck_assert_ptr_null (hbase_table_last_row (table, NULL, HBASE_LAST_ROW_METHOD_CONSTANT, NULL, &no_constant));
  assert_reported (no_constant, HBASE_ERROR_INVALID_ARGUMENT, "downward");
  hbase_query_add_family (HBASE_QUERY (scan), "");
  ck_assert_ptr_null (hbase_table_last_row (table, scan, HBASE_LAST_ROW_METHOD_AUTO, NULL, &bad_scan));
  assert_reported (bad_scan, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
  g_cancellable_cancel (cancelled);
  ck_assert_ptr_null (hbase_table_first_row (table, NULL, cancelled, &given_up));
  ck_assert_error (given_up, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}
END_TEST

START_TEST (a_missing_table_is_an_error)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseTable) missing = hbase_table_new (hbase_table_get_connection (table), "missing");
  g_autoptr (GError) first = NULL, rows = NULL;

  ck_assert_ptr_null (hbase_table_first_row (missing, NULL, NULL, &first));
  assert_reported (first, HBASE_ERROR_TABLE_NOT_FOUND, "missing");
  ck_assert_ptr_null (hbase_table_last_rows (missing, NULL, 3, NULL, &rows));
  assert_reported (rows, HBASE_ERROR_TABLE_NOT_FOUND, "missing");
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (GError) error = NULL;

      ck_assert_ptr_null (hbase_table_last_row (missing, NULL, methods[i], NULL, &error));
      assert_reported (error, HBASE_ERROR_TABLE_NOT_FOUND, "missing");
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("ends");

  tcase_add_test (tcase, an_empty_table_has_no_first_or_last_row);
  tcase_add_test (tcase, a_table_has_a_first_and_a_last_row);
  tcase_add_test (tcase, a_range_has_a_first_and_a_last_row);
  tcase_add_test (tcase, columns_and_filters_choose_the_rows);
  tcase_add_test (tcase, async_calls_return_the_same_rows);
  tcase_add_test (tcase, the_oldest_row_that_is_not_retired);
  tcase_add_loop_test (tcase, a_proxy_counts_the_calls, 0, 4);
  tcase_add_loop_test (tcase, lost_reads_are_sent_again, 0, G_N_ELEMENTS (deeds));
  tcase_add_test (tcase, a_forward_only_filter_is_read_forward);
  tcase_add_test (tcase, invalid_arguments_are_reported);
  tcase_add_test (tcase, a_missing_table_is_an_error);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("ends", fill)
