/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "pages.h"

#include "test-seed.h"

/* This tests pages of scans with filters: which rows are returned doesn't depend on how a page is reached. */

static HBasePageIterator *
pages_with (HBaseTable *table, const char *filter, gboolean reversed, guint size)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  hbase_query_set_filter_text (HBASE_QUERY (scan), filter);
  hbase_scan_set_reversed (scan, reversed);
  return hbase_page_iterator_new (table, scan, size);
}

/* ---- forward and backward ---- */

START_TEST (a_filter_that_ends_a_scan_is_read_forward_only)
{
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBasePageIterator) pages = pages_with (table, "InclusiveStopFilter('row012')", FALSE, 10);
  g_autoptr (HBasePage) first = go (pages, NEXT), second = go (pages, NEXT), foreign = NULL;

  assert_page (first, 0, 10);
  assert_page (second, 10, 3);
  ck_assert_ptr_null (hbase_page_get_next_token (second));
  for (guint i = 0; i < 3; i++)
    {
      const Move moves[] = { PREVIOUS, LAST, OPEN };
      g_autoptr (GError) error = NULL;

      foreign = move_to (pages, moves[i], hbase_page_get_previous_token (second), &error);
      ck_assert_ptr_null (foreign);
      assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "use the scan's stop");
    }
}
END_TEST

START_TEST (a_filter_that_ends_the_scan_is_refused)
{
  g_autoptr (HBaseTable) table = filled_table (5);
  g_autoptr (HBasePageIterator) pages
      = pages_with (table, "KeyOnlyFilter() AND ColumnCountGetFilter(3)", FALSE, 2);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_page_iterator_next (pages, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "ColumnCountGetFilter");
}
END_TEST

/* A PageFilter that doesn't limit the pages doesn't limit what is counted before a page either. */
START_TEST (rows_are_counted_beyond_a_page_filter)
{
  static const char *const limited[] = { "PageFilter(5)", "PrefixFilter('row') AND PageFilter(5)" };
  g_autoptr (HBaseTable) table = filled_table (30);

  for (guint i = 0; i < G_N_ELEMENTS (limited); i++)
    {
      g_autoptr (HBasePageIterator) pages = pages_with (table, limited[i], FALSE, 4);
      g_autoptr (GError) error = NULL;
      g_autoptr (HBasePage) page = hbase_page_iterator_skip_to (pages, 20, NULL, &error);

      ck_assert_no_error (error);
      assert_page (page, 20, 4);
    }
}
END_TEST

/* Rows that a filter accepts because of an older version are counted. */
START_TEST (rows_are_counted_by_their_versions)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new ("t");
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new ("f");
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = NULL;
  g_autoptr (HBasePage) page = NULL;
  g_autoptr (GError) error = NULL;

  hbase_family_descriptor_set_max_versions (family, 3);
  hbase_table_descriptor_add_family (descriptor, family);
  assert_works (hbase_admin_create_table (admin, descriptor, NULL, NULL, &error), error);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *key = g_strdup_printf ("row%03u", i);
      g_autoptr (HBasePut) put = hbase_put_new_utf8 (key);

      hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES ("old"), 1);
      hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES ("new"), 2);
      hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES ("newest"), 3);
      assert_works (hbase_table_put (table, put, NULL, &error), error);
    }
  hbase_query_set_max_versions (HBASE_QUERY (scan), 3);
  hbase_query_set_filter_text (HBASE_QUERY (scan),
                               "SingleColumnValueFilter('f','q',=,'binary:old',true,false)");
  pages = hbase_page_iterator_new (table, scan, 3);
  page = hbase_page_iterator_skip_to (pages, 7, NULL, &error);
  ck_assert_no_error (error);
  assert_page (page, 7, 3);
}
END_TEST

/* All filters but those that servers refuse in reversed scans, as they load some families on demand. */
static const char *const filters[] = {
  "PrefixFilter('row01')",
  "InclusiveStopFilter('row011')",
  "RowFilter(>,'binary:row007')",
  "ColumnPrefixFilter('b')",
  "MultipleColumnPrefixFilter('a','c')",
  "ColumnRangeFilter('a2',true,'b2',true)",
  "ColumnCountGetFilter(4)",
  "ColumnPaginationFilter(2,1)",
  "FirstKeyOnlyFilter()",
  "ValueFilter(=,'binary:x')",
  "FamilyFilter(=,'binary:g')",
  "QualifierFilter(>,'binary:b1')",
  "TimestampsFilter(1,2)",
  "SingleColumnValueFilter('f','a2',=,'binary:x')",
  "SingleColumnValueFilter('f','b1',=,'binary:x')",
  "DependentColumnFilter('f','a1')",
};

static char *
draw_filter (GRand *rand, guint depth)
{
  g_autofree char *one = NULL, *other = NULL;
  gint kind = g_rand_int_range (rand, 0, 8);

  if (depth == 0 || kind == 0)
    return g_strdup (filters[g_rand_int_range (rand, 0, G_N_ELEMENTS (filters))]);
  one = draw_filter (rand, depth - 1);
  if (kind == 1)
    return g_strdup_printf ("SKIP (%s)", one);
  other = draw_filter (rand, depth - 1);
  return g_strdup_printf ("(%s %s %s)", one, kind < 5 ? "AND" : "OR", other);
}

static void
write_random_row (HBaseTable *table, guint number, GRand *rand)
{
  static const char *const columns[] = { "a1", "a2", "b1", "b2", "c1", "d" };
  g_autofree char *key = g_strdup_printf ("row%03u", number);
  g_autoptr (HBasePut) put = hbase_put_new_utf8 (key);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 2 * G_N_ELEMENTS (columns); i++)
    if (i == 0 || g_rand_int_range (rand, 0, 5) < 2)
      hbase_put_add_with_timestamp (put, i % 2 == 0 ? "f" : "g", BYTES (columns[i / 2]),
                                    BYTES (g_rand_boolean (rand) ? "x" : "y"), g_rand_int_range (rand, 1, 4));
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

static char *
describe (HBasePage *page)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; page != NULL && i < hbase_page_get_n_rows (page); i++)
    {
      HBaseRow *row = hbase_page_get_row (page, i);

      g_string_append_printf (text, "%u:", number_of (page, i));
      for (guint cell = 0; cell < hbase_row_get_n_cells (row); cell++)
        {
          g_autoptr (HBaseCell) found = hbase_row_get_cell (row, cell);
          gsize family_length, length;
          const guint8 *family = hbase_cell_get_family (found, &family_length);
          const guint8 *qualifier = hbase_cell_get_qualifier (found, &length);

          g_string_append_printf (text, " %.*s:%.*s", (int) family_length, (const char *) family,
                                  (int) length, (const char *) qualifier);
        }
      g_string_append (text, "\n");
    }
  return g_string_free (text, FALSE);
}

/* Returns whether the rows can be read in both directions; then both give the same rows. */
static gboolean
check_both_ways (HBaseTable *table, const char *filter, gboolean reversed)
{
  g_autoptr (HBasePageIterator) pages = pages_with (table, filter, reversed, 100);
  g_autoptr (GError) refused = NULL, error = NULL;
  g_autoptr (HBasePage) last = hbase_page_iterator_last (pages, NULL, &refused), first = NULL;
  g_autofree char *backward = NULL, *forward = NULL;

  if (refused != NULL)
    {
      assert_reported (refused, HBASE_ERROR_INVALID_ARGUMENT, "filter");
      return FALSE;
    }
  first = hbase_page_iterator_first (pages, NULL, &error);
  ck_assert_no_error (error);
  backward = describe (last);
  forward = describe (first);
  ck_assert_msg (strcmp (forward, backward) == 0, "%s gives\n%sand backward\n%s", filter, forward, backward);
  return TRUE;
}

START_TEST (both_directions_give_the_same_rows)
{
  g_autoptr (GRand) rand = test_rand_new ("page-filters/both-ways");
  g_autoptr (HBaseTable) table = api_table ();
  guint n_checked = 0, n = MAX (test_times (3000), 50);

  for (guint i = 0; i < 20; i++)
    write_random_row (table, i, rand);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *filter = draw_filter (rand, (guint) g_rand_int_range (rand, 0, 4));

      if (check_both_ways (table, filter, g_rand_boolean (rand)))
        n_checked++;
    }
  ck_assert_uint_gt (n_checked, n / 10);
  ck_assert_uint_lt (n_checked, n);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("page filters");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, a_filter_that_ends_a_scan_is_read_forward_only);
  tcase_add_test (tests, a_filter_that_ends_the_scan_is_refused);
  tcase_add_test (tests, rows_are_counted_beyond_a_page_filter);
  tcase_add_test (tests, rows_are_counted_by_their_versions);
  tcase_add_test (tests, both_directions_give_the_same_rows);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("page filters", fill)
