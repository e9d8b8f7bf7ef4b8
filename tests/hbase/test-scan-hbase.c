/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api/random-scans.h"
#include "hbase/fixture.h"
#include "test-seed.h"

/* This tests scans on a real HBase of several regions: random scans against a sorted array, with one range
 * and with many; filters that servers count by region; gateways that are stopped and regions that are merged
 * during scans. */

#define N_ROWS 300
#define QUESTIONS 150

static const char *const gateways[] = { "binary", "compact-framed" };

static Fixture *fixture;

static void
set_up (void)
{
  fixture = fixture_start ("binary compact-framed");
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

static HBaseConnection *
connect_to (const char *mode)
{
  g_autofree char *uri = fixture_uri (fixture, mode);

  return api_connect (uri);
}

/* Each test has a table of its own: split keys go through an unframed gateway only. */
static HBaseTable *
new_table (const char *mode, GRand *rand, GPtrArray *keys, guint n_splits)
{
  static guint n_tables = 0;
  g_autofree char *name = g_strdup_printf ("scans-%s-%u-%u", mode, n_tables++, g_random_int ());
  g_autoptr (HBaseConnection) admin = connect_to ("binary");
  g_autoptr (HBaseConnection) connection = connect_to (mode);
  g_autoptr (HBaseTable) made = questions_table (admin, rand, name, n_splits);

  questions_write (made, keys);
  return hbase_table_new (connection, name);
}

START_TEST (random_scans_equal_a_sorted_array)
{
  g_autoptr (GRand) rand = test_rand_new (gateways[_i]);
  g_autoptr (GPtrArray) keys = questions_draw_keys (rand, N_ROWS);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], rand, keys, QUESTIONS_SPLITS);

  for (guint i = 0; i < QUESTIONS; i++)
    {
      Question question = question_draw (rand);

      question_assert (table, &question, keys);
      question_clear (&question);
    }
}
END_TEST

/* ---- filters that servers count by region ---- */

START_TEST (a_page_filter_counts_the_whole_table)
{
  g_autoptr (GRand) rand = test_rand_new ("page filter");
  g_autoptr (GPtrArray) keys = questions_draw_keys (rand, N_ROWS);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], rand, keys, QUESTIONS_SPLITS);

  for (guint n_lanes = 0; n_lanes < 5; n_lanes += 2)
    {
      Question question = question_all ();
      g_autoptr (HBaseScan) scan = NULL;
      g_autoptr (HBaseTableCursor) cursor = NULL;
      g_autofree char *got = NULL, *expected = NULL;

      question.lanes = n_lanes;
      scan = question_scan (&question);
      hbase_query_set_filter_text (HBASE_QUERY (scan), "KeyOnlyFilter() AND PageFilter(100)");
      cursor = hbase_table_scan (table, scan);
      got = questions_read (cursor);
      expected = question_expected (&question, keys, 100);
      ck_assert_str_eq (got, expected);
      question_clear (&question);
    }
}
END_TEST

static void
write_guard (HBaseTable *table, const char *row, const char *content)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 (row);
  g_autoptr (GError) error = NULL;

  hbase_put_add (put, "g", NULL, 0, (const guint8 *) "guard", 5);
  if (content != NULL)
    hbase_put_add_utf8 (put, "f", "", content);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

/* Of the guards' column only that in the guards' family is skipped: content may have the same qualifier. */
START_TEST (rows_with_only_a_guard_are_skipped)
{
  g_autoptr (GRand) rand = test_rand_new ("guards");
  g_autoptr (GPtrArray) keys = questions_draw_keys (rand, 50);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], rand, keys, QUESTIONS_SPLITS);

  write_guard (table, "0", NULL);
  write_guard (table, "1", "content");
  write_guard (table, "c", NULL);
  write_guard (table, "zzzzz", NULL);
  g_ptr_array_insert (keys, 0, g_strdup ("1"));
  for (guint reversed = 0; reversed < 2; reversed++)
    for (guint limit = 0; limit < 12; limit += 3)
      {
        Question question = question_all ();
        g_autoptr (HBaseScan) scan = NULL;
        g_autoptr (HBaseTableCursor) cursor = NULL;
        g_autofree char *got = NULL, *expected = NULL;

        question.reversed = reversed != 0;
        question.limit = limit;
        scan = question_scan (&question);
        hbase_scan_set_skip_guards (scan, "g", NULL, 0);
        cursor = hbase_table_scan (table, scan);
        got = questions_read (cursor);
        expected = question_expected (&question, keys, limit);
        ck_assert_str_eq (got, expected);
        question_clear (&question);
      }
}
END_TEST

/* ---- time ranges of families ---- */

static HBaseScan *
scan_of_nothing_in_f (void)
{
  HBaseScan *scan = hbase_scan_new ();

  hbase_scan_set_family_time_range (scan, "f", 1, 2);
  return scan;
}

START_TEST (time_ranges_of_families_are_not_sent_to_framed_gateways)
{
  g_autoptr (GRand) rand = test_rand_new ("family ranges");
  g_autoptr (GPtrArray) keys = questions_draw_keys (rand, 20);
  g_autoptr (HBaseTable) table = new_table ("compact-framed", rand, keys, QUESTIONS_SPLITS);
  g_autoptr (HBaseConnection) unframed = connect_to ("binary");
  g_autoptr (HBaseTable) same = hbase_table_new (unframed, hbase_table_get_name (table));
  g_autoptr (HBaseScan) scan = scan_of_nothing_in_f ();
  g_autoptr (HBaseTableCursor) refused = hbase_table_scan (table, scan), none = hbase_table_scan (same, scan);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_table_cursor_next (refused, NULL, &error));
  assert_reported (error, HBASE_ERROR_UNSUPPORTED, "admin=");
  g_clear_error (&error);
  ck_assert_ptr_null (hbase_table_cursor_next (none, NULL, &error));
  ck_assert_no_error (error);
}
END_TEST

/* ---- gateways are stopped ---- */

/* A region's first CACHING rows are read without a scanner, and up to two replies ahead of the rows that the
 * test has. So the gateway is stopped more often than once in the other rows of the larger one of two
 * regions. */
#define CACHING 7
#define STOP_INTERVAL 20
#define LEAST_ROWS (2 * (3 * CACHING + STOP_INTERVAL))

static char *
read_while_gateways_go (HBaseTableCursor *cursor, const char *mode)
{
  GString *text = g_string_new (NULL);
  g_autofree char *last = NULL;
  g_autoptr (GError) error = NULL;
  HBaseRow *row;
  guint n = 0, n_cells = 0;

  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      g_autofree char *key = hbase_row_dup_key_escaped (row);

      if (g_strcmp0 (key, last) != 0)
        {
          ck_assert_uint_eq (n_cells, last != NULL ? questions_n_cells (last) : 0);
          g_string_append_printf (text, "%s.", key);
          n_cells = 0;
          g_free (last);
          last = g_strdup (key);
        }
      n_cells += hbase_row_get_n_cells (row);
      hbase_row_unref (row);
      if (n++ % STOP_INTERVAL != STOP_INTERVAL / 2)
        continue;
      fixture_command (fixture, "stop %s", mode);
      fixture_command (fixture, "start %s", mode);
    }
  ck_assert_no_error (error);
  return g_string_free (text, FALSE);
}

START_TEST (a_scan_resumes_after_gateways_were_lost)
{
  g_autoptr (GRand) rand = test_rand_new ("gateways");
  g_autoptr (GPtrArray) keys = questions_draw_keys (rand, N_ROWS);
  g_autoptr (HBaseTable) table = new_table (gateways[_i % 2], rand, keys, 1);
  Question question = question_all ();
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autofree char *got = NULL, *expected = NULL;

  ck_assert_uint_gt (keys->len, LEAST_ROWS);
  question.reversed = _i >= 2;
  question.caching = CACHING;
  question.lanes = _i % 2 ? 3 : 0;
  question.batch_size = _i % 2 ? 0 : 2;
  scan = question_scan (&question);
  cursor = hbase_table_scan (table, scan);
  got = read_while_gateways_go (cursor, gateways[_i % 2]);
  expected = question_expected (&question, keys, 0);
  ck_assert_str_eq (got, expected);
  ck_assert_uint_gt (api_get_count (hbase_table_cursor_get_statistics (cursor), "resumes"), 0);
  question_clear (&question);
}
END_TEST

START_TEST (a_scan_with_a_stateful_filter_is_not_resumed)
{
  g_autoptr (GRand) rand = test_rand_new ("while");
  g_autoptr (GPtrArray) keys = questions_draw_keys (rand, N_ROWS);
  g_autoptr (HBaseTable) table = new_table (gateways[0], rand, keys, QUESTIONS_SPLITS);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GPtrArray) batch = NULL;
  g_autoptr (GError) error = NULL;

  hbase_query_set_filter_text (HBASE_QUERY (scan), "WHILE ValueFilter(=,'binary:v')");
  hbase_scan_set_caching (scan, 5);
  cursor = hbase_table_scan (table, scan);
  batch = hbase_table_cursor_next_batch (cursor, 0, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (batch->len, 5);
  fixture_command (fixture, "stop %s", gateways[0]);
  fixture_command (fixture, "start %s", gateways[0]);
  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    g_clear_pointer (&row, hbase_row_unref);
  assert_reported (error, HBASE_ERROR_UNSUPPORTED, "WHILE");
}
END_TEST

/* ---- regions that are merged during a scan ---- */

#define FEW_ROWS 5
#define MANY_ROWS 40
#define ALL_ROWS (FEW_ROWS + MANY_ROWS)

static const struct {
  gboolean reversed;
  guint lanes, batch;
  const char *filter;
  gboolean loses_rows;
} merge_scans[] = {
  { .lanes = 1 },
  { .lanes = 1, .reversed = TRUE },
  { .lanes = 1, .batch = 1 },
  { .lanes = 1, .batch = 1, .reversed = TRUE },
  { .lanes = 1, .filter = "PrefixFilter ('r')" },
  { .lanes = 2 },
  /* This filter needs one scanner for all rows, so that HBase's own client goes from region to region. It
   * goes on in the merged region with the read point of the old one, and loses the rows above that. */
  { .lanes = 1, .filter = "WHILE PrefixFilter ('r')", .loses_rows = TRUE },
};

/* The region that is scanned first is written to less often than the other one: its sequence numbers, and so
 * the read point of its scanners, are smaller. */
static HBaseTable *
new_unequal_table (gboolean reversed)
{
  g_autofree char *name = g_strdup_printf ("merged-%u", g_random_int ());
  g_autoptr (HBaseConnection) connection = connect_to ("binary");
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor (name);
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  HBaseTable *table = hbase_table_new (connection, name);
  g_autoptr (GError) error = NULL;
  guint split = reversed ? MANY_ROWS : FEW_ROWS;

  g_ptr_array_add (splits, g_bytes_new_take (g_strdup_printf ("r%02u", split), strlen ("r00")));
  assert_works (hbase_admin_create_table (admin, descriptor, splits, NULL, &error), error);
  for (guint i = 0; i < ALL_ROWS; i++)
    {
      g_autofree char *key = g_strdup_printf ("r%02u", i);

      api_write (table, key, "value");
    }
  return table;
}

static HBaseScan *
merge_scan_new (guint i)
{
  HBaseScan *scan = hbase_scan_new ();
  g_autoptr (HBaseFilter) filter
      = merge_scans[i].filter != NULL ? hbase_filter_parse (merge_scans[i].filter, NULL) : NULL;

  hbase_scan_set_reversed (scan, merge_scans[i].reversed);
  hbase_scan_set_parallelism (scan, merge_scans[i].lanes, TRUE);
  hbase_scan_set_batch_size (scan, merge_scans[i].batch);
  hbase_query_set_filter (HBASE_QUERY (scan), filter);
  hbase_scan_set_caching (scan, 1);
  return scan;
}

START_TEST (rows_of_merged_regions_are_read)
{
  g_autoptr (HBaseTable) table = new_unequal_table (merge_scans[_i].reversed);
  g_autoptr (HBaseScan) scan = merge_scan_new ((guint) _i);
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autoptr (GError) error = NULL;
  HBaseRow *row;
  guint n = 0;

  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      hbase_row_unref (row);
      if (++n == 2)
        fixture_command (fixture, "merge %s r00", hbase_table_get_name (table));
    }
  ck_assert_no_error (error);
  if (merge_scans[_i].loses_rows)
    ck_assert_uint_lt (n, ALL_ROWS);
  else
    ck_assert_uint_eq (n, ALL_ROWS);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("scans");

  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_set_timeout (tests, 120);
  tcase_add_loop_test (tests, random_scans_equal_a_sorted_array, 0, 2);
  tcase_add_loop_test (tests, a_page_filter_counts_the_whole_table, 0, 2);
  tcase_add_loop_test (tests, rows_with_only_a_guard_are_skipped, 0, 2);
  tcase_add_test (tests, time_ranges_of_families_are_not_sent_to_framed_gateways);
  tcase_add_loop_test (tests, a_scan_resumes_after_gateways_were_lost, 0, 4);
  tcase_add_test (tests, a_scan_with_a_stateful_filter_is_not_resumed);
  tcase_add_loop_test (tests, rows_of_merged_regions_are_read, 0, G_N_ELEMENTS (merge_scans));
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("scans on HBase", fill)
