/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "pages.h"
#include "relay.h"

#include "test-seed.h"

/* This tests pages of the columns of one row: families f and g, qualifiers of two letters, with quotes and
 * zero bytes among them, and the empty qualifier. */

#define N_LETTERS 6
#define N_QUALIFIERS (N_LETTERS * N_LETTERS + 1)
#define N_COLUMNS (2 * N_QUALIFIERS)

static const char letters[N_LETTERS] = { '\0', '\'', 'a', 'b', '\\', '\xff' };

typedef struct {
  char family[2];
  guint8 qualifier[2];
  gsize length;
} Column;

static int
compare_letters (gconstpointer a, gconstpointer b)
{
  return (int) *(const guint8 *) a - (int) *(const guint8 *) b;
}

/* Sorted. */
static Column
column (guint number)
{
  guint n = number % N_QUALIFIERS;
  Column column = { { number < N_QUALIFIERS ? 'f' : 'g', '\0' }, { 0, 0 }, n > 0 ? 2 : 0 };
  char sorted[N_LETTERS];

  memcpy (sorted, letters, sizeof sorted);
  qsort (sorted, N_LETTERS, 1, compare_letters);
  if (n > 0)
    {
      column.qualifier[0] = (guint8) sorted[(n - 1) / N_LETTERS];
      column.qualifier[1] = (guint8) sorted[(n - 1) % N_LETTERS];
    }
  return column;
}

static void
set_column (HBaseTable *table, guint number, gboolean there)
{
  Column at = column (number);
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("wide");
  g_autoptr (HBaseDelete) deletion = hbase_delete_new_utf8 ("wide");
  g_autoptr (GError) error = NULL;

  hbase_put_add_with_timestamp (put, at.family, at.qualifier, at.length, BYTES ("v"), timestamp++);
  hbase_delete_add_column_with_timestamp (deletion, at.family, at.qualifier, at.length, timestamp++);
  if (there)
    assert_works (hbase_table_put (table, put, NULL, &error), error);
  else
    assert_works (hbase_table_delete (table, deletion, NULL, &error), error);
}

static gboolean
is_column (const HBaseCellIter *cell, guint number)
{
  Column at = column (number);

  return cell->family_length == 1 && cell->family[0] == (guint8) at.family[0]
         && cell->qualifier_length == at.length && memcmp (cell->qualifier, at.qualifier, at.length) == 0;
}

static void
assert_columns (HBasePage *page, const guint *numbers, guint n)
{
  HBaseCellIter cell;
  guint i = 0;

  ck_assert_int_eq (page != NULL, n > 0);
  if (page == NULL)
    return;
  ck_assert_uint_eq (hbase_page_get_n_rows (page), 1);
  ck_assert_ptr_null (hbase_page_get_previous_token (page));
  hbase_cell_iter_init (&cell, hbase_page_get_row (page, 0));
  for (; hbase_cell_iter_next (&cell); i++)
    ck_assert_msg (i < n && is_column (&cell, numbers[i]), "%u of %u: %.2s", i, n, cell.qualifier);
  ck_assert_uint_eq (i, n);
}

typedef struct {
  HBaseTable *table;
  gboolean there[N_COLUMNS];
  guint low, high, size;
} World;

static void
world_change (World *world, GRand *rand, guint times)
{
  for (guint i = 0; i < times; i++)
    {
      guint number = (guint) g_rand_int_range (rand, 0, N_COLUMNS);
      gboolean there = g_rand_int_range (rand, 0, 3) > 0;

      if (world->there[number] != there)
        set_column (world->table, number, there);
      world->there[number] = there;
    }
}

/* All families without naming them, one, or both by their names. */
static HBaseGet *
world_get (World *world, guint kind)
{
  HBaseGet *get = hbase_get_new_utf8 ("wide");

  world->low = kind == 2 ? N_QUALIFIERS : 0;
  world->high = kind == 1 ? N_QUALIFIERS : N_COLUMNS;
  if (kind == 2 || kind == 3)
    hbase_query_add_family (HBASE_QUERY (get), "g");
  if (kind == 1 || kind == 3)
    hbase_query_add_family (HBASE_QUERY (get), "f");
  return get;
}

static guint
model_page (World *world, guint from, guint *numbers, gboolean *more)
{
  guint n = 0;

  *more = FALSE;
  for (guint at = from; at < world->high; at++)
    if (world->there[at] && n < world->size)
      numbers[n++] = at;
    else
      *more |= world->there[at];
  return n;
}

/* Opens it by its own token, with another iterator as another process would. */
static void
assert_opens_again (World *world, HBaseGet *get, HBasePage *page, const guint *numbers, guint n)
{
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new_columns (world->table, get, world->size);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePage) again = hbase_page_iterator_open (pages, hbase_page_get_token (page), NULL, &error);

  ck_assert_no_error (error);
  assert_columns (again, numbers, n);
}

/* Each page, opened by token, has what a sorted array has at that time after the last column of the previous
 * page. */
START_TEST (pages_of_columns_equal_a_sorted_array)
{
  g_autoptr (GRand) rand = test_rand_new ("page-columns/walks");

  for (guint round = 0; round < test_times (40); round++)
    {
      g_autoptr (HBaseTable) table = api_table ();
      World world = { .table = table, .size = (guint) g_rand_int_range (rand, 1, 12) };
      g_autoptr (HBaseGet) get = world_get (&world, round % 4);
      g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new_columns (table, get, world.size);
      g_autofree char *token = NULL;
      guint from = world.low;
      gboolean more = TRUE;

      world_change (&world, rand, 80);
      while (more)
        {
          guint numbers[N_COLUMNS], n = model_page (&world, from, numbers, &more);
          g_autoptr (GError) error = NULL;
          g_autoptr (HBasePage) page = round % 3 == 0 ? hbase_page_iterator_open (pages, token, NULL, &error)
                                                      : hbase_page_iterator_next (pages, NULL, &error);

          ck_assert_no_error (error);
          assert_columns (page, numbers, n);
          ck_assert_int_eq (page != NULL && hbase_page_get_next_token (page) != NULL, more);
          if (page == NULL)
            break;
          g_free (token);
          token = g_strdup (hbase_page_get_next_token (page));
          assert_opens_again (&world, get, page, numbers, n);
          from = numbers[n - 1] + 1;
          world_change (&world, rand, 3);
        }
    }
}
END_TEST

static HBaseTable *
wide_table (void)
{
  HBaseTable *table = api_table ();

  for (guint i = 0; i < N_COLUMNS; i++)
    set_column (table, i, TRUE);
  return table;
}

START_TEST (a_page_of_columns_is_one_call)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autofree char *uri = relay_uri (relay, 0);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("wide");
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new_columns (table, get, 10);
  guint n = 0;

  api_create (connection, "t");
  for (guint i = 0; i < N_COLUMNS; i++)
    set_column (table, i, TRUE);
  for (guint i = 0; i < (N_COLUMNS + 9) / 10; i++)
    {
      gint before = g_atomic_int_get (&relay->log->exchanges);
      g_autoptr (HBasePage) page = go (pages, NEXT);

      n += hbase_row_get_n_cells (hbase_page_get_row (page, 0));
      ck_assert_int_eq (g_atomic_int_get (&relay->log->exchanges) - before, 1);
    }
  ck_assert_uint_eq (n, N_COLUMNS);
  ck_assert_ptr_null (go (pages, NEXT));
}
END_TEST

/* The get's own filter is applied to each page. */
START_TEST (columns_that_a_filter_chooses)
{
  g_autoptr (HBaseTable) table = wide_table ();
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("wide");
  g_autoptr (HBasePageIterator) pages = NULL;
  guint n = 0;

  hbase_query_set_filter_text (HBASE_QUERY (get), "ColumnPrefixFilter('a') OR ColumnPrefixFilter('''')");
  pages = hbase_page_iterator_new_columns (table, get, 5);
  for (HBasePage *page = go (pages, NEXT); page != NULL; page = go (pages, NEXT))
    {
      HBaseCellIter cell;

      hbase_cell_iter_init (&cell, hbase_page_get_row (page, 0));
      for (; hbase_cell_iter_next (&cell); n++)
        ck_assert (cell.qualifier[0] == 'a' || cell.qualifier[0] == '\'');
      hbase_page_unref (page);
    }
  ck_assert_uint_eq (n, 4 * N_LETTERS);
}
END_TEST

START_TEST (a_missing_row_has_no_pages)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("nobody");
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new_columns (table, get, 5);

  ck_assert_ptr_null (go (pages, NEXT));
  ck_assert_ptr_null (go (pages, FIRST));
}
END_TEST

static void
assert_page_refused (HBasePageIterator *pages, Move move, const char *word)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (move_to (pages, move, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, word);
}

START_TEST (queries_that_cannot_be_paged_by_columns)
{
  const char *const filters[] = { "FirstKeyOnlyFilter()",
                                  "SKIP ValueFilter(=,'binary:v')",
                                  "WHILE ValueFilter(=,'binary:v')",
                                  "ColumnPaginationFilter(3,1)",
                                  "SingleColumnValueFilter('f','a',=,'binary:v')",
                                  "ValueFilter(=,'binary:v') AND PageFilter(1)" };
  g_autoptr (HBaseTable) table = wide_table ();
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("wide");
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new_columns (table, get, 10);
  g_autoptr (HBasePageIterator) none = hbase_page_iterator_new_columns (table, get, 0);
  g_autoptr (HBasePageIterator) versions = NULL;
  g_autoptr (GError) error = NULL;

  assert_page_refused (pages, PREVIOUS, "forward only");
  assert_page_refused (pages, LAST, "forward only");
  ck_assert_ptr_null (hbase_page_iterator_skip_to (pages, 7, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "forward only");
  assert_page_refused (none, NEXT, "0 columns");
  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      g_autoptr (HBaseGet) filtered = hbase_get_new_utf8 ("wide");
      g_autoptr (HBasePageIterator) refused = NULL;

      hbase_query_set_filter_text (HBASE_QUERY (filtered), filters[i]);
      refused = hbase_page_iterator_new_columns (table, filtered, 10);
      assert_page_refused (refused, NEXT, "more than one cell");
    }
  hbase_query_set_max_versions (HBASE_QUERY (get), 2);
  versions = hbase_page_iterator_new_columns (table, get, 10);
  assert_page_refused (versions, NEXT, "version");
}
END_TEST

static void
assert_token_refused (HBaseTable *table, HBaseGet *get, const char *token)
{
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new_columns (table, get, 10);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_page_iterator_open (pages, token, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_TOKEN, "another table, key schema or scan");
}

static void
assert_opens (HBasePageIterator *pages, const char *token)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePage) page = hbase_page_iterator_open (pages, token, NULL, &error);

  ck_assert_no_error (error);
}

START_TEST (tokens_of_column_pages_open_nothing_else)
{
  g_autoptr (HBaseTable) table = wide_table ();
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("wide");
  g_autoptr (HBaseGet) family = hbase_get_new_utf8 ("wide");
  g_autoptr (HBaseGet) row = hbase_get_new_utf8 ("wider");
  g_autoptr (HBaseGet) filtered = hbase_get_new_utf8 ("wide");
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new_columns (table, get, 10);
  g_autoptr (HBasePage) page = go (pages, NEXT);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) rows = hbase_page_iterator_new (table, scan, 1);
  g_autoptr (GError) error = NULL;

  hbase_query_add_family (HBASE_QUERY (family), "f");
  hbase_query_set_filter_text (HBASE_QUERY (filtered), "KeyOnlyFilter()");
  assert_token_refused (table, family, hbase_page_get_next_token (page));
  assert_token_refused (table, row, hbase_page_get_next_token (page));
  assert_token_refused (table, filtered, hbase_page_get_next_token (page));
  ck_assert (!hbase_page_iterator_seek (rows, hbase_page_get_next_token (page), &error));
  assert_reported (error, HBASE_ERROR_INVALID_TOKEN, "another table, key schema or scan");
}
END_TEST

START_TEST (a_table_is_the_same_with_the_default_namespace)
{
  g_autoptr (HBaseTable) table = wide_table ();
  g_autoptr (HBaseTable) named = hbase_table_new (hbase_table_get_connection (table), "default:t");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("wide");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) columns = hbase_page_iterator_new_columns (table, get, 10);
  g_autoptr (HBasePageIterator) same_columns = hbase_page_iterator_new_columns (named, get, 10);
  g_autoptr (HBasePageIterator) rows = hbase_page_iterator_new (table, scan, 1);
  g_autoptr (HBasePageIterator) same_rows = hbase_page_iterator_new (named, scan, 1);
  g_autoptr (HBasePage) page = go (columns, NEXT), row = go (rows, NEXT);

  ck_assert_str_eq (hbase_table_get_name (named), hbase_table_get_name (table));
  assert_opens (same_columns, hbase_page_get_next_token (page));
  assert_opens (same_rows, hbase_page_get_next_token (row));
}
END_TEST

START_TEST (columns_by_async_calls)
{
  g_autoptr (HBaseTable) table = wide_table ();
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("wide");
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new_columns (table, get, 30);
  g_autoptr (HBaseRowModel) model = hbase_row_model_new (pages);
  g_autoptr (GAsyncResult) loaded = NULL;
  g_autoptr (GError) error = NULL;
  const guint sizes[] = { 30, 30, 14 };

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (HBasePage) page = NULL;

      hbase_page_iterator_next_async (pages, NULL, api_done, &result);
      page = hbase_page_iterator_next_finish (pages, api_wait (&result), &error);
      ck_assert_no_error (error);
      ck_assert_uint_eq (hbase_row_get_n_cells (hbase_page_get_row (page, 0)), sizes[i]);
    }
  hbase_row_model_load_more_async (model, NULL, api_done, &loaded);
  ck_assert (!hbase_row_model_load_more_finish (model, api_wait (&loaded), NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "lists rows");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("pages of columns");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, a_page_of_columns_is_one_call);
  tcase_add_test (tests, pages_of_columns_equal_a_sorted_array);
  tcase_add_test (tests, columns_that_a_filter_chooses);
  tcase_add_test (tests, a_missing_row_has_no_pages);
  tcase_add_test (tests, queries_that_cannot_be_paged_by_columns);
  tcase_add_test (tests, tokens_of_column_pages_open_nothing_else);
  tcase_add_test (tests, a_table_is_the_same_with_the_default_namespace);
  tcase_add_test (tests, columns_by_async_calls);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("pages of columns", fill)
