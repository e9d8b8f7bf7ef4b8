/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "random-scans.h"
#include "relay.h"
#include "test-seed.h"

/* This tests scans of several regions or buckets at a time, against a sorted array: in process, and through
 * gateways that fail, with one channel and with many. */

#define N_ROWS 400

START_TEST (parallel_ranges_return_what_one_range_does)
{
  g_autoptr (GRand) rand = test_rand_new ("lanes");
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseTable) table = questions_table (connection, rand, "t", QUESTIONS_SPLITS);
  g_autoptr (GPtrArray) keys = questions_draw_keys (rand, N_ROWS);

  questions_write (table, keys);
  for (guint i = 0; i < test_times (400); i++)
    {
      Question question = question_draw (rand);

      question_assert (table, &question, keys);
      question_clear (&question);
    }
}
END_TEST

/* ---- through gateways ---- */

static HBaseConnection *
connect_to (Relay *relay, guint max_channels)
{
  g_autofree char *uri = relay_uri (relay, 0);

  return api_connect_with_channels (uri, max_channels);
}

/* As many cursors as keys have different first letters, read alternately. */
START_TEST (cursors_nest_in_a_pool_of_one)
{
  static const guint channels[] = { 1, 2, 8 };
  g_autoptr (GRand) rand = test_rand_new ("nested");
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseConnection) connection = connect_to (relay, channels[_i]);
  g_autoptr (HBaseTable) table = questions_table (connection, rand, "t", QUESTIONS_SPLITS);
  g_autoptr (GPtrArray) keys = questions_draw_keys (rand, N_ROWS);
  Question all = question_all ();
  g_autoptr (HBaseScan) outer_scan = NULL;
  g_autoptr (HBaseTableCursor) outer = NULL;
  g_autoptr (GError) error = NULL;
  HBaseRow *row;
  guint n = 0;

  questions_write (table, keys);
  all.caching = 5;
  all.lanes = 4;
  outer_scan = question_scan (&all);
  outer = hbase_table_scan (table, outer_scan);
  while ((row = hbase_table_cursor_next (outer, NULL, &error)) != NULL)
    {
      all.reversed = n % 2;
      all.ordered = n % 3 != 0;
      if (n++ % 60 == 0)
        question_assert (table, &all, keys);
      hbase_row_unref (row);
    }
  ck_assert_no_error (error);
  ck_assert_uint_eq (n, keys->len);
  question_clear (&all);
}
END_TEST

START_TEST (parallel_ranges_resume_after_failures)
{
  static const RelayDeed deeds[] = { RELAY_LOSE_REQUEST, RELAY_LOSE_REPLY, RELAY_CUT };
  g_autoptr (GRand) rand = test_rand_new ("faults");
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseConnection) connection = connect_to (relay, 4);
  g_autoptr (HBaseTable) table = questions_table (connection, rand, "t", QUESTIONS_SPLITS);
  g_autoptr (GPtrArray) keys = questions_draw_keys (rand, N_ROWS);
  gint before = relay->log->faults;

  questions_write (table, keys);
  for (guint i = 0; i < test_times (60); i++)
    {
      /* The first one always meets a failure. */
      Question question = i == 0 ? question_all () : question_draw (rand);

      question.lanes = 2 + question.lanes % 4;
      relay_tell (relay, i == 0 ? 1 : (guint) g_rand_int_range (rand, 0, 12),
                  (guint) g_rand_int_range (rand, 1, 4), deeds[i % G_N_ELEMENTS (deeds)]);
      question_assert (table, &question, keys);
      question_clear (&question);
    }
  ck_assert_int_gt (relay->log->faults, before);
}
END_TEST

START_TEST (a_small_limit_needs_no_list_of_regions)
{
  g_autoptr (GRand) rand = test_rand_new ("small");
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseTable) table = questions_table (connection, rand, "t", QUESTIONS_SPLITS);
  g_autoptr (GPtrArray) keys = questions_draw_keys (rand, N_ROWS);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autofree char *rows = NULL;

  questions_write (table, keys);
  hbase_scan_set_limit (scan, 10);
  hbase_scan_set_parallelism (scan, 8, FALSE);
  cursor = hbase_table_scan (table, scan);
  rows = questions_read (cursor);
  ck_assert_uint_eq (api_get_count (hbase_table_cursor_get_statistics (cursor), "calls"), 1);
  ck_assert_uint_eq (api_get_count (hbase_table_cursor_get_statistics (cursor), "rows"), 10);
  ck_assert_uint_ge (api_get_count (hbase_table_cursor_get_statistics (cursor), "cells"), 10);
  ck_assert_uint_gt (api_get_count (hbase_table_cursor_get_statistics (cursor), "bytes"), 100);
  ck_assert_uint_eq (api_get_count (hbase_table_cursor_get_statistics (cursor), "resumes"), 0);
}
END_TEST

/* ---- salted tables ---- */

static const char *const salted_schemas[] = {
  "salt:random(4),id:bytes",
  "salt:one-of(x,y,z),id:bytes",
  "salt:phoenix(16),id:bytes",
  "a:random(2),b:random(3),id:bytes",
  "id:bytes",
};

static HBaseTable *
salted_table (HBaseConnection *connection, const char *schema_text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (schema_text, &error);

  ck_assert_no_error (error);
  api_create (connection, "t");
  return hbase_table_new_unsalted (connection, "t", schema);
}

static void
write_salted (HBaseTable *salted, GPtrArray *keys)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < keys->len; i++)
    {
      g_autoptr (HBasePut) put = api_put (keys->pdata[i], "v");

      assert_works (hbase_table_put (salted, put, NULL, &error), error);
    }
}

/* By their unsalted keys. */
static char *
read_unsalted (HBaseTableCursor *cursor)
{
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);
  HBaseRow *row;

  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      g_autoptr (GBytes) key = hbase_row_ref_unsalted_key (row, &error);

      ck_assert_no_error (error);
      g_string_append_printf (text, "%.*s.", (int) g_bytes_get_size (key),
                              (const char *) g_bytes_get_data (key, NULL));
      hbase_row_unref (row);
    }
  ck_assert_no_error (error);
  return g_string_free (text, FALSE);
}

START_TEST (salted_rows_come_in_the_order_of_their_unsalted_keys)
{
  g_autoptr (GRand) rand = test_rand_new ("salted");
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseTable) salted = salted_table (connection, salted_schemas[_i]);
  g_autoptr (GPtrArray) keys = questions_draw_keys (rand, N_ROWS);

  write_salted (salted, keys);
  for (guint i = 0; i < test_times (100); i++)
    {
      Question question = question_draw (rand);
      g_autoptr (HBaseScan) scan = NULL;
      g_autoptr (HBaseTableCursor) cursor = NULL;
      g_autofree char *got = NULL, *expected = NULL;

      question.ordered = TRUE;
      question.has_prefix_filter = FALSE; /* it would compare stored keys */
      scan = question_scan (&question);
      cursor = hbase_table_scan (salted, scan);
      got = read_unsalted (cursor);
      expected = question_expected (&question, keys, question.limit);
      ck_assert_str_eq (got, expected);
      question_clear (&question);
    }
}
END_TEST

/* Their gateway can't serve 10,000 connections, and these cursors stay open. Each bucket has more rows than
 * are requested at first, and rows are being prefetched when the limit is reached. */
START_TEST (at_its_limit_a_cursor_leaves_no_scanner_open)
{
  enum { SALTS = 16, CURSORS = 10000 / SALTS };
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseConnection) connection = connect_to (relay, SALTS);
  g_autoptr (HBaseTable) salted = salted_table (connection, "salt:phoenix(16),id:bytes");
  g_autoptr (GPtrArray) cursors = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GRand) rand = test_rand_new ("limits");
  g_autoptr (GPtrArray) keys = questions_draw_keys (rand, N_ROWS);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  write_salted (salted, keys);
  hbase_scan_set_batch_size (scan, 1);
  hbase_scan_set_caching (scan, 1);
  hbase_scan_set_limit (scan, 2);
  for (guint i = 0; i < CURSORS; i++)
    {
      HBaseTableCursor *cursor = hbase_table_scan (salted, scan);
      g_autofree char *rows = read_unsalted (cursor);

      ck_assert_uint_ge (api_get_count (hbase_table_cursor_get_statistics (cursor), "calls"), 2 * SALTS + 1);
      g_ptr_array_add (cursors, cursor);
    }
}
END_TEST

START_TEST (keys_without_salts_come_in_order_only)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseTable) salted = salted_table (connection, "salt:random(4),id:bytes");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;

  hbase_scan_set_parallelism (scan, 3, FALSE);
  cursor = hbase_table_scan (salted, scan);
  ck_assert_ptr_null (hbase_table_cursor_next (cursor, NULL, &error));
  assert_reported (error, HBASE_ERROR_UNSUPPORTED, "unordered parallel ranges");
}
END_TEST

START_TEST (an_impossible_order_is_refused)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseTable) salted = salted_table (connection, "user:uint8,salt:random(4),id:bytes");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (salted, scan), within = NULL;
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_table_cursor_next (cursor, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "a field before a salt");
  g_clear_error (&error);

  hbase_scan_set_prefix (scan, (const guint8 *) "\x07", 1);
  within = hbase_table_scan (salted, scan);
  ck_assert_ptr_null (hbase_table_cursor_next (within, NULL, &error));
  ck_assert_no_error (error);
}
END_TEST

START_TEST (without_a_key_schema_there_are_no_unsalted_keys)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseTable) salted
      = g_object_new (HBASE_TYPE_TABLE, "connection", hbase_table_get_connection (table), "name", "t",
                      "unsalted", TRUE, NULL);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (salted, scan);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_table_cursor_next (cursor, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "key schema");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("lanes");

  tcase_add_test (tests, parallel_ranges_return_what_one_range_does);
  tcase_add_loop_test (tests, cursors_nest_in_a_pool_of_one, 0, 3);
  tcase_add_test (tests, parallel_ranges_resume_after_failures);
  tcase_add_test (tests, a_small_limit_needs_no_list_of_regions);
  suite_add_tcase (suite, tests);

  tests = tcase_create ("salted");
  tcase_add_loop_test (tests, salted_rows_come_in_the_order_of_their_unsalted_keys, 0,
                       G_N_ELEMENTS (salted_schemas));
  tcase_add_test (tests, at_its_limit_a_cursor_leaves_no_scanner_open);
  tcase_add_test (tests, keys_without_salts_come_in_order_only);
  tcase_add_test (tests, an_impossible_order_is_refused);
  tcase_add_test (tests, without_a_key_schema_there_are_no_unsalted_keys);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("lanes", fill)
