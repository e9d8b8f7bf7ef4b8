/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"

/* This tests that errors name the invalid argument, and where it is. */

static char *
get_error (HBaseTable *table, const char *filter)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  hbase_query_set_filter_text (HBASE_QUERY (get), filter);
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  return g_strdup (error->message);
}

static char *
scan_error (HBaseTable *table, const char *filter)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  hbase_query_set_filter_text (HBASE_QUERY (scan), filter);
  cursor = hbase_table_scan (table, scan);
  row = hbase_table_cursor_next (cursor, NULL, &error);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  return g_strdup (error->message);
}

static void
assert_refused (const char *filter, const char *words)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autofree char *of_get = get_error (table, filter), *of_scan = scan_error (table, filter);

  ck_assert_msg (g_str_has_suffix (of_get, words), "expected …%s, got: %s", words, of_get);
  ck_assert_msg (g_str_has_suffix (of_scan, words), "expected …%s, got: %s", words, of_scan);
}

START_TEST (a_filter_is_misspelt)
{
  assert_refused ("PrefixFiler('a')",
                  "filter, byte 1 (PrefixFiler('a')): HBase itself has no filter “PrefixFiler”: did you mean "
                  "“PrefixFilter”?");
}
END_TEST

START_TEST (an_argument_is_unquoted)
{
  assert_refused ("KeyOnlyFilter() AND PrefixFilter(user)",
                  "filter, byte 34 (user)): quote the argument: PrefixFilter('user')");
}
END_TEST

START_TEST (a_parenthesis_is_left_open)
{
  assert_refused ("KeyOnlyFilter() AND PrefixFilter('user'",
                  "filter, byte 33 (('user'): the parenthesis that opens here isn't closed");
}
END_TEST

START_TEST (a_regular_expression_is_wrong)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autofree char *message = get_error (table, "RowFilter(=,'regexstring:(')");

  ck_assert_ptr_nonnull (strstr (message, "a filter's regular expression: "));
}
END_TEST

START_TEST (a_value_is_too_large)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autofree guint8 *value = g_malloc0 (11000000);
  g_autoptr (GError) error = NULL;

  hbase_put_add (put, "f", BYTES ("a"), value, 11000000);
  ck_assert (!hbase_table_put (table, put, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_msg (g_str_has_suffix (error->message, ": value of 11000000 bytes, at most 10485737"), "%s",
                 error->message);
}
END_TEST

/* The engine's exceptions are those of HBase. */
START_TEST (the_exception_stays_with_the_error)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("r");
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  api_write (table, "r", "not a counter");
  hbase_increment_add (increment, "f", BYTES ("q"), 1);
  row = hbase_table_increment (table, increment, NULL, &error);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_REMOTE);
  ck_assert_str_eq (hbase_error_get_java_class (error), "org.apache.hadoop.hbase.DoNotRetryIOException");
  ck_assert_str_eq (hbase_error_get_details (error),
                    "org.apache.hadoop.hbase.DoNotRetryIOException: Field is not a long, it's 13 bytes wide");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *refusals = tcase_create ("refusals");

  tcase_add_test (refusals, a_filter_is_misspelt);
  tcase_add_test (refusals, an_argument_is_unquoted);
  tcase_add_test (refusals, a_parenthesis_is_left_open);
  tcase_add_test (refusals, a_regular_expression_is_wrong);
  tcase_add_test (refusals, a_value_is_too_large);
  tcase_add_test (refusals, the_exception_stays_with_the_error);
  suite_add_tcase (suite, refusals);
}

TEST_MAIN ("refusals", fill)
