/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api/api.h"
#include "hbase/fixture.h"

/* This tests pages on a real HBase: of rows over several regions, by their numbers, of salted rows, of
 * columns. */

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

/* Creates a table, split at the keys; the object's gateway is of that mode. */
static HBaseTable *
new_table (const char *mode, const char *name, const char *const *splits)
{
  g_autofree char *unframed_uri = fixture_uri (fixture, "binary");
  g_autofree char *uri = fixture_uri (fixture, mode);
  g_autoptr (HBaseConnection) unframed = api_connect (unframed_uri);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (unframed);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor (name);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) error = NULL;

  for (; splits != NULL && *splits != NULL; splits++)
    g_ptr_array_add (keys, g_bytes_new (*splits, strlen (*splits)));
  assert_works (hbase_admin_create_table (admin, descriptor, keys, NULL, &error), error);
  return hbase_table_new (connection, name);
}

static GPtrArray *
numbered_puts (guint n)
{
  GPtrArray *puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = g_strdup_printf ("row%05u", i);
      HBasePut *put = api_put (key, i % 2 == 0 ? "even" : "odd");

      hbase_put_add_utf8 (put, "g", "a", "w");
      g_ptr_array_add (puts, put);
    }
  return puts;
}

static void
fill_with_rows (HBaseTable *table, guint n)
{
  g_autoptr (GPtrArray) puts = numbered_puts (n);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_table_put_multiple (table, puts, NULL, &error), error);
}

static guint64
n_exchanges (HBaseTable *table)
{
  g_autoptr (GVariant) statistics = hbase_connection_get_statistics (hbase_table_get_connection (table));
  guint64 exchanges = 0;

  ck_assert (g_variant_lookup (statistics, "exchanges", "t", &exchanges));
  return exchanges;
}

/* Returns the row key without its salt, or the stored key of a table without salts. */
static guint
number_of (HBasePage *page, guint index)
{
  HBaseRow *row = hbase_page_get_row (page, index);
  g_autoptr (GBytes) unsalted = hbase_row_get_key_schema (row) != NULL
                                    ? hbase_row_ref_unsalted_key (row, NULL)
                                    : hbase_row_ref_key (row);
  g_autofree char *text = g_strndup (g_bytes_get_data (unsalted, NULL), g_bytes_get_size (unsalted));

  return (guint) g_ascii_strtoull (text + 3, NULL, 10);
}

static void
assert_page (HBasePage *page, guint first, guint n, int step)
{
  ck_assert_ptr_nonnull (page);
  ck_assert_uint_eq (hbase_page_get_n_rows (page), n);
  for (guint i = 0; i < n; i++)
    ck_assert_uint_eq (number_of (page, i), (guint) ((int) first + (int) i * step));
}

/* ---- rows ---- */

/* Reads forwards to the last page by next(), and backwards by tokens; each page is one call (for each
 * salt). */
static void
walk (HBasePageIterator *pages, guint n_rows, gboolean reversed, guint calls)
{
  HBaseTable *table = hbase_page_iterator_get_table (pages);
  guint step = reversed ? -1U : 1, at = reversed ? n_rows - 1 : 0;
  g_autofree char *token = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePage) page = NULL;

  for (guint i = 0; i < n_rows / 10; i++, at += step * 10)
    {
      guint64 before = n_exchanges (table);

      g_clear_pointer (&page, hbase_page_unref);
      page = hbase_page_iterator_next (pages, NULL, &error);
      ck_assert_no_error (error);
      assert_page (page, at, 10, (int) step);
      ck_assert_uint_eq (n_exchanges (table) - before, calls);
    }
  ck_assert_ptr_null (hbase_page_get_next_token (page));
  for (guint i = 1; i < n_rows / 10; i++)
    {
      token = g_strdup (hbase_page_get_previous_token (page));
      g_clear_pointer (&page, hbase_page_unref);
      page = hbase_page_iterator_open (pages, token, NULL, &error);
      ck_assert_no_error (error);
      g_clear_pointer (&token, g_free);
      assert_page (page, at - step * 10 * (i + 1), 10, (int) step);
    }
  ck_assert_ptr_null (hbase_page_get_previous_token (page));
  g_clear_pointer (&page, hbase_page_unref);
  page = hbase_page_iterator_last (pages, NULL, &error);
  ck_assert_no_error (error);
  assert_page (page, at - step * 10, 10, (int) step);
}

START_TEST (pages_of_rows_over_several_regions)
{
  const char *const splits[] = { "row00013", "row00040", "row00041", "row00070", NULL };
  g_autoptr (HBaseTable) table = new_table (gateways[_i], _i == 0 ? "rows0" : "rows1", splits);

  fill_with_rows (table, 100);
  for (guint reversed = 0; reversed < 2; reversed++)
    {
      g_autoptr (HBaseScan) scan = hbase_scan_new ();
      g_autoptr (HBasePageIterator) pages = NULL;

      hbase_scan_set_reversed (scan, (gboolean) reversed);
      hbase_scan_set_prefix (scan, BYTES ("row"));
      pages = hbase_page_iterator_new (table, scan, 10);
      walk (pages, 100, (gboolean) reversed, 1);
    }
}
END_TEST

START_TEST (pages_by_row_number)
{
  const char *const splits[] = { "row03000", "row09500", NULL };
  g_autoptr (HBaseTable) table = new_table (gateways[_i], _i == 0 ? "numbers0" : "numbers1", splits);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);
  g_autoptr (HBasePageIterator) even = NULL;
  g_autoptr (HBasePage) page = NULL;
  g_autoptr (HBasePage) of_even = NULL;
  g_autoptr (GError) error = NULL;
  guint64 exchanges;

  fill_with_rows (table, 12000);
  exchanges = n_exchanges (table);
  page = hbase_page_iterator_skip_to (pages, 10000, NULL, &error);
  ck_assert_no_error (error);
  assert_page (page, 10000, 10, 1);
  ck_assert_uint_eq (n_exchanges (table) - exchanges, 3);
  ck_assert_uint_eq (hbase_row_get_n_cells (hbase_page_get_row (page, 0)), 2);
  ck_assert_ptr_null (hbase_page_iterator_skip_to (pages, 12000, NULL, &error));
  ck_assert_no_error (error);

  hbase_query_set_filter_text (HBASE_QUERY (scan), "SingleColumnValueFilter('f','q',=,'binary:even')");
  even = hbase_page_iterator_new (table, scan, 10);
  of_even = hbase_page_iterator_skip_to (even, 3000, NULL, &error);
  ck_assert_no_error (error);
  assert_page (of_even, 6000, 10, 2);
}
END_TEST

START_TEST (pages_of_salted_rows)
{
  g_autoptr (HBaseTable) table = new_table (gateways[_i], _i == 0 ? "salted0" : "salted1", NULL);
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:random(4),name:text", NULL);
  g_autoptr (HBaseTable) salted
      = hbase_table_new_unsalted (hbase_table_get_connection (table), hbase_table_get_name (table), schema);
  g_autoptr (GPtrArray) puts = numbered_puts (60);
  g_autoptr (GError) error = NULL;

  table = api_add_key_schema (table, schema);
  for (guint i = 0; i < puts->len; i++)
    assert_works (hbase_table_put (salted, puts->pdata[i], NULL, &error), error);
  for (guint reversed = 0; reversed < 2; reversed++)
    {
      g_autoptr (HBaseScan) scan = hbase_scan_new ();
      g_autoptr (HBasePageIterator) pages = NULL;

      hbase_scan_set_reversed (scan, (gboolean) reversed);
      pages = hbase_page_iterator_new (salted, scan, 10);
      walk (pages, 60, (gboolean) reversed, 4);
    }
}
END_TEST

/* ---- columns ---- */

#define N_BYTES 8
#define N_QUALIFIERS (1 + N_BYTES + N_BYTES * N_BYTES)

/* Bytes that mean something in the filter language, and the first and last ones; in order. */
static const guint8 odd_bytes[N_BYTES] = { 0x00, 0x01, '\'', '(', ',', '\\', 'a', 0xff };

/* Every qualifier of none, one and two of these bytes, in order: a byte precedes all longer ones that begin
 * with it. */
static guint8
qualifier_of (guint number, guint8 qualifier[2])
{
  guint head = (number - 1) / (N_BYTES + 1), tail = (number - 1) % (N_BYTES + 1);

  if (number == 0)
    return 0;
  qualifier[0] = odd_bytes[head];
  if (tail == 0)
    return 1;
  qualifier[1] = odd_bytes[tail - 1];
  return 2;
}

static void
write_wide_row (HBaseTable *table)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("wide");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 2 * N_QUALIFIERS; i++)
    {
      guint8 qualifier[2];
      gsize length = qualifier_of (i % N_QUALIFIERS, qualifier);

      hbase_put_add (put, i < N_QUALIFIERS ? "f" : "g", qualifier, length, BYTES ("v"));
    }
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

/* Reads each column once, in order, by pages of several sizes. */
static void
walk_columns (HBaseTable *table, HBaseGet *get, guint first, guint end)
{
  for (guint size = 1; size < 60; size += 7)
    {
      g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new_columns (table, get, size);
      guint at = first;

      for (guint came = size; came == size;)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (HBasePage) page = hbase_page_iterator_next (pages, NULL, &error);
          HBaseCellIter cell;

          ck_assert_no_error (error);
          came = 0;
          if (page == NULL)
            break;
          hbase_cell_iter_init (&cell, hbase_page_get_row (page, 0));
          for (; hbase_cell_iter_next (&cell); came++, at++)
            {
              guint8 qualifier[2];
              gsize length = qualifier_of (at % N_QUALIFIERS, qualifier);

              ck_assert_int_eq (cell.family[0], at < N_QUALIFIERS ? 'f' : 'g');
              ck_assert_uint_eq (cell.qualifier_length, length);
              ck_assert_mem_eq (cell.qualifier, qualifier, length);
            }
        }
      ck_assert_uint_eq (at, end);
    }
}

START_TEST (pages_of_columns_of_a_wide_row)
{
  g_autoptr (HBaseTable) table = new_table (gateways[_i], _i == 0 ? "wide0" : "wide1", NULL);
  g_autoptr (HBaseGet) all = hbase_get_new_utf8 ("wide");
  g_autoptr (HBaseGet) second = hbase_get_new_utf8 ("wide");
  g_autoptr (HBaseGet) both = hbase_get_new_utf8 ("wide");
  g_autoptr (HBaseGet) filtered = hbase_get_new_utf8 ("wide");

  write_wide_row (table);
  hbase_query_add_family (HBASE_QUERY (second), "g");
  hbase_query_add_family (HBASE_QUERY (both), "g");
  hbase_query_add_family (HBASE_QUERY (both), "f");
  hbase_query_set_filter_text (HBASE_QUERY (filtered), "ValueFilter(=,'binary:v')");
  walk_columns (table, all, 0, 2 * N_QUALIFIERS);
  walk_columns (table, second, N_QUALIFIERS, 2 * N_QUALIFIERS);
  walk_columns (table, both, 0, 2 * N_QUALIFIERS);
  walk_columns (table, filtered, 0, 2 * N_QUALIFIERS);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("pages on HBase");

  tcase_set_timeout (tests, 300);
  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_add_loop_test (tests, pages_of_rows_over_several_regions, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, pages_by_row_number, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, pages_of_salted_rows, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, pages_of_columns_of_a_wide_row, 0, G_N_ELEMENTS (gateways));
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("pages on HBase", fill)
