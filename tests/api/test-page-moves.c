/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "pages.h"
#include "relay.h"

#include "test-seed.h"

/* This tests pages in every direction, against a sorted array. */

#define N_KEYS 200

/* ---- turning pages ---- */

START_TEST (pages_forwards_and_backwards)
{
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);
  const struct {
    Move move;
    gint first, n, has_previous, has_next;
  } steps[] = {
    { PREVIOUS, -1 },
    { NEXT, 0, 10, FALSE, TRUE },
    { PREVIOUS, -1 },
    { NEXT, 10, 10, TRUE, TRUE },
    { NEXT, 20, 5, TRUE, FALSE },
    { NEXT, -1 },
    { NEXT, -1 },
    { PREVIOUS, 10, 10, TRUE, TRUE },
    { PREVIOUS, 0, 10, FALSE, TRUE },
    { PREVIOUS, -1 },
    { LAST, 15, 10, TRUE, FALSE },
    { NEXT, -1 },
    { PREVIOUS, 5, 10, TRUE, TRUE },
    { PREVIOUS, 0, 5, FALSE, TRUE },
    { NEXT, 5, 10, TRUE, TRUE },
    { FIRST, 0, 10, FALSE, TRUE },
    { OPEN, 0, 10, FALSE, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (HBasePage) page = go (pages, steps[i].move);

      ck_assert_msg ((page == NULL) == (steps[i].first < 0), "step %u", i);
      if (page == NULL)
        continue;
      assert_page (page, (guint) steps[i].first, (guint) steps[i].n);
      ck_assert_int_eq (hbase_page_get_previous_token (page) != NULL, steps[i].has_previous);
      ck_assert_int_eq (hbase_page_get_next_token (page) != NULL, steps[i].has_next);
    }
}
END_TEST

static void
delete_rows (HBaseTable *table, guint low, guint high)
{
  for (guint i = low; i < high; i++)
    {
      g_autofree char *key = g_strdup_printf ("row%03u", i);
      g_autoptr (HBaseDelete) deletion = hbase_delete_new_utf8 (key);
      g_autoptr (GError) error = NULL;

      hbase_mutation_set_timestamp (HBASE_MUTATION (deletion), timestamp++);
      assert_works (hbase_table_delete (table, deletion, NULL, &error), error);
    }
}

/* A token leads beyond the last row: then the page before is known. */
START_TEST (from_beyond_the_rows_the_other_direction_has_a_page)
{
  gboolean backward = _i != 0;
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);
  g_autoptr (HBasePage) page = go (pages, backward ? LAST : FIRST), none = NULL, back = NULL;
  const char *token = backward ? hbase_page_get_previous_token (page) : hbase_page_get_next_token (page);
  g_autoptr (GError) error = NULL;

  delete_rows (table, backward ? 0 : 9, backward ? 16 : 25);
  assert_works (hbase_page_iterator_seek (pages, token, &error), error);
  none = go (pages, backward ? PREVIOUS : NEXT);
  ck_assert_ptr_null (none);
  back = go (pages, backward ? NEXT : PREVIOUS);
  assert_page (back, backward ? 16 : 0, 9);
  none = go (pages, backward ? PREVIOUS : NEXT);
  ck_assert_ptr_null (none);
}
END_TEST

START_TEST (an_empty_table_has_no_page_in_any_direction)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);
  g_autoptr (HBasePage) page = NULL;

  for (Move move = NEXT; move <= OPEN; move++)
    ck_assert_ptr_null (go (pages, move));
  write_row (table, 7);
  page = go (pages, LAST);
  assert_page (page, 7, 1);
}
END_TEST

/* The model that random walks are compared with. */
typedef struct {
  HBaseTable *table;
  gboolean there[N_KEYS];
  gboolean reversed;
  guint low, high; /* the scan's rows are low … high − 1 */
  guint size;
} World;

static void
world_set (World *world, guint number, gboolean there)
{
  g_autofree char *key = g_strdup_printf ("row%03u", number);
  g_autoptr (HBaseDelete) deletion = hbase_delete_new_utf8 (key);
  g_autoptr (GError) error = NULL;

  if (world->there[number] == there)
    return;
  world->there[number] = there;
  hbase_mutation_set_timestamp (HBASE_MUTATION (deletion), timestamp++);
  if (there)
    write_row (world->table, number);
  else
    assert_works (hbase_table_delete (world->table, deletion, NULL, &error), error);
}

static HBaseScan *
world_scan (World *world)
{
  HBaseScan *scan = hbase_scan_new ();
  g_autofree char *low = g_strdup_printf ("row%03u", world->low);
  g_autofree char *high = g_strdup_printf ("row%03u", world->high - 1);

  hbase_scan_set_start (scan, BYTES (world->reversed ? high : low));
  hbase_scan_set_stop (scan, BYTES (world->reversed ? low : high));
  hbase_scan_set_stop_inclusive (scan, TRUE);
  hbase_scan_set_reversed (scan, world->reversed);
  return scan;
}

/* Returns rows of the scan from `from` on (excluded), or from its end for G_MAXUINT, at most size. */
static guint
model_page (World *world, gboolean backward, guint from, guint *numbers)
{
  gboolean down = backward != world->reversed;
  guint n = 0, at = from == G_MAXUINT ? (down ? world->high : world->low - 1) : from;

  for (at += down ? -1U : 1; at >= world->low && at < world->high && n < world->size; at += down ? -1U : 1)
    if (world->there[at])
      numbers[n++] = at;
  for (guint i = 0; backward && i < n / 2; i++)
    {
      guint number = numbers[i];

      numbers[i] = numbers[n - 1 - i];
      numbers[n - 1 - i] = number;
    }
  return n;
}

static void
world_change (World *world, GRand *rand)
{
  for (guint i = 0; i < 10; i++)
    world_set (world, (guint) g_rand_int_range (rand, 0, N_KEYS), g_rand_int_range (rand, 0, 3) > 0);
}

/* A token that names a row opens the rows next to it as they are now, in an iterator that never read the
 * row. */
static void
check_token (World *world, const char *token, gboolean backward, guint from)
{
  g_autoptr (HBaseScan) scan = world_scan (world);
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (world->table, scan, world->size);
  g_autoptr (HBasePage) page = NULL;
  g_autoptr (GError) error = NULL;
  guint numbers[N_KEYS], n = model_page (world, backward, from, numbers);

  page = hbase_page_iterator_open (pages, token, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (page != NULL ? hbase_page_get_n_rows (page) : 0, n);
  for (guint i = 0; i < n; i++)
    ck_assert_uint_eq (number_of (page, i), numbers[i]);
}

START_TEST (random_moves_equal_a_sorted_array)
{
  g_autoptr (GRand) rand = test_rand_new ("page-moves/random-walks");

  for (guint round = 0; round < test_times (30); round++)
    {
      g_autoptr (HBaseTable) table = api_table ();
      World world = { .table = table, .reversed = g_rand_boolean (rand), .low = 20, .high = 180 };
      g_autoptr (HBaseScan) scan = world_scan (&world);
      g_autoptr (HBasePageIterator) pages = NULL;
      guint first = G_MAXUINT, last = G_MAXUINT;

      world.size = (guint) g_rand_int_range (rand, 1, 12);
      pages = hbase_page_iterator_new (table, scan, world.size);
      for (guint i = 0; i < 10; i++)
        world_change (&world, rand);
      for (guint step = 0; step < 20; step++)
        {
          Move move = (Move) g_rand_int_range (rand, NEXT, OPEN);
          gboolean backward = move == PREVIOUS || move == LAST, from_end = move == FIRST || move == LAST;
          guint numbers[N_KEYS], n;
          g_autoptr (HBasePage) page = NULL;

          n = model_page (&world, backward, from_end ? G_MAXUINT : backward ? first : last, numbers);
          page = go (pages, move);
          if (move == PREVIOUS && first == G_MAXUINT)
            n = 0;
          ck_assert_msg ((page != NULL ? hbase_page_get_n_rows (page) : 0) <= n, "a page too long");
          /* If there was nothing on one side, that isn't requested again. */
          if (page == NULL)
            continue;
          ck_assert_uint_eq (hbase_page_get_n_rows (page), n);
          for (guint i = 0; i < n; i++)
            ck_assert_uint_eq (number_of (page, i), numbers[i]);
          first = numbers[0];
          last = numbers[n - 1];
          world_change (&world, rand);
          if (hbase_page_get_next_token (page) != NULL)
            check_token (&world, hbase_page_get_next_token (page), FALSE, last);
          if (hbase_page_get_previous_token (page) != NULL)
            check_token (&world, hbase_page_get_previous_token (page), TRUE, first);
        }
    }
}
END_TEST

/* Rows that exist from the beginning to the end of a walk are on one page of it. */
START_TEST (rows_that_stay_are_shown_once_backwards)
{
  g_autoptr (GRand) rand = test_rand_new ("page-moves/rows-that-stay");

  for (guint round = 0; round < test_times (30); round++)
    {
      g_autoptr (HBaseTable) table = api_table ();
      World world = { .table = table, .reversed = round % 2 != 0, .low = 20, .high = 180, .size = 7 };
      g_autoptr (HBaseScan) scan = world_scan (&world);
      g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, world.size);
      guint shown[N_KEYS] = { 0 };
      gboolean stayed[N_KEYS];

      for (guint i = 0; i < N_KEYS; i++)
        world_set (&world, i, TRUE);
      memcpy (stayed, world.there, sizeof stayed);
      for (HBasePage *page = go (pages, LAST); page != NULL; page = go (pages, PREVIOUS))
        {
          for (guint i = 0; i < hbase_page_get_n_rows (page); i++)
            shown[number_of (page, i)]++;
          world_change (&world, rand);
          for (guint i = 0; i < N_KEYS; i++)
            stayed[i] &= world.there[i];
          hbase_page_unref (page);
        }
      for (guint i = 0; i < N_KEYS; i++)
        ck_assert_msg (stayed[i] && i >= 20 && i < 180 ? shown[i] == 1 : shown[i] <= 1, "row %u: %u times", i,
                       shown[i]);
    }
}
END_TEST

/* ---- one call for a page, as counted by a proxy ---- */

START_TEST (a_page_is_one_call)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autofree char *uri = relay_uri (relay, 0);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = NULL;
  const Move moves[] = { NEXT, NEXT, PREVIOUS, LAST, PREVIOUS, FIRST };

  api_create (connection, "t");
  table = hbase_table_new (connection, "t");
  for (guint i = 0; i < 50; i++)
    write_row (table, i);
  pages = hbase_page_iterator_new (table, scan, 10);
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      gint before = g_atomic_int_get (&relay->log->exchanges);
      g_autoptr (HBasePage) page = go (pages, moves[i]);

      ck_assert_uint_eq (hbase_page_get_n_rows (page), 10);
      ck_assert_int_eq (g_atomic_int_get (&relay->log->exchanges) - before, 1);
    }
}
END_TEST

/* ---- by number ---- */

static guint64
n_exchanges (HBaseTable *table)
{
  g_autoptr (GVariant) statistics = hbase_connection_get_statistics (hbase_table_get_connection (table));
  guint64 exchanges = 0;

  ck_assert (g_variant_lookup (statistics, "exchanges", "t", &exchanges));
  return exchanges;
}

START_TEST (a_page_is_opened_by_its_number)
{
  const guint64 offsets[] = { 0, 1, 10, 24, 29, 30, 31, G_MAXUINT64 };
  g_autoptr (HBaseTable) table = filled_table (30);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  for (guint reversed = 0; reversed < 2; reversed++)
    for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
      {
        g_autoptr (HBasePageIterator) pages = NULL;
        g_autoptr (HBasePage) page = NULL;
        g_autoptr (HBasePage) before = NULL;
        g_autoptr (GError) error = NULL;
        guint n = (guint) (30 - MIN (30, offsets[i])), first = (guint) MIN (30, offsets[i]);

        hbase_scan_set_reversed (scan, (gboolean) reversed);
        pages = hbase_page_iterator_new (table, scan, 10);
        page = hbase_page_iterator_skip_to (pages, offsets[i], NULL, &error);
        ck_assert_no_error (error);
        ck_assert_uint_eq (page != NULL ? hbase_page_get_n_rows (page) : 0, MIN (n, 10));
        if (page == NULL)
          continue;
        ck_assert_uint_eq (number_of (page, 0), reversed ? 29 - first : first);
        /* Whether pages precede and follow it is known, however the page was reached. */
        before = go (pages, PREVIOUS);
        ck_assert_uint_eq (before != NULL ? hbase_page_get_n_rows (before) : 0, MIN (first, 10));
        ck_assert_int_eq (hbase_page_get_previous_token (page) != NULL, first > 0);
      }
}
END_TEST

/* Rows that the scan's own filter excludes aren't counted. */
START_TEST (row_numbers_are_those_of_the_scan)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = NULL;
  g_autoptr (HBasePage) page = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *key = g_strdup_printf ("row%03u", i);
      g_autoptr (HBasePut) put = hbase_put_new_utf8 (key);

      hbase_put_add_utf8 (put, "f", "a", "x");
      hbase_put_add_utf8 (put, "f", "b", i % 2 == 0 ? "even" : "odd");
      assert_works (hbase_table_put (table, put, NULL, &error), error);
    }
  hbase_query_set_filter_text (HBASE_QUERY (scan), "SingleColumnValueFilter('f','b',=,'binary:even')");
  pages = hbase_page_iterator_new (table, scan, 3);
  page = hbase_page_iterator_skip_to (pages, 7, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_page_get_n_rows (page), 3);
  for (guint i = 0; i < 3; i++)
    ck_assert_uint_eq (number_of (page, i), 14 + 2 * i);
  ck_assert_uint_eq (hbase_row_get_n_cells (hbase_page_get_row (page, 0)), 2);
}
END_TEST

/* In several calls: each has a deadline, which one for all rows might miss under valgrind. */
static void
put_many (HBaseTable *table, guint n)
{
  enum { AT_A_TIME = 1000 };
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = g_strdup_printf ("row%05u", i);

      g_ptr_array_add (puts, api_put (key, "v"));
      if (puts->len < AT_A_TIME && i < n - 1)
        continue;
      assert_works (hbase_table_put_multiple (table, puts, NULL, &error), error);
      g_ptr_array_set_size (puts, 0);
    }
}

/* A call for every 8,191 rows, and one for the page. */
START_TEST (many_rows_are_skipped_by_few_calls)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 3);
  g_autoptr (HBasePage) page = NULL;
  g_autoptr (GError) error = NULL;
  guint64 exchanges;

  put_many (table, 20000);
  exchanges = n_exchanges (table);
  page = hbase_page_iterator_skip_to (pages, 17000, NULL, &error);
  ck_assert_no_error (error);
  assert_page (page, 17000, 3);
  ck_assert_uint_eq (n_exchanges (table) - exchanges, 4);
}
END_TEST

/* ---- async ---- */

static HBasePage *
move_async (HBasePageIterator *pages, Move move, const char *token, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  switch (move)
    {
    case PREVIOUS:
      hbase_page_iterator_previous_async (pages, NULL, api_done, &result);
      return hbase_page_iterator_previous_finish (pages, api_wait (&result), error);
    case FIRST:
      hbase_page_iterator_first_async (pages, NULL, api_done, &result);
      return hbase_page_iterator_first_finish (pages, api_wait (&result), error);
    case LAST:
      hbase_page_iterator_last_async (pages, NULL, api_done, &result);
      return hbase_page_iterator_last_finish (pages, api_wait (&result), error);
    case OPEN:
      hbase_page_iterator_open_async (pages, token, NULL, api_done, &result);
      return hbase_page_iterator_open_finish (pages, api_wait (&result), error);
    default:
      hbase_page_iterator_next_async (pages, NULL, api_done, &result);
      return hbase_page_iterator_next_finish (pages, api_wait (&result), error);
    }
}

START_TEST (moves_by_async_calls)
{
  g_autoptr (HBaseTable) table = filled_table (30);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);
  const struct {
    Move move;
    guint first;
  } steps[] = { { FIRST, 0 }, { NEXT, 10 }, { OPEN, 20 }, { PREVIOUS, 10 }, { LAST, 20 } };
  g_autofree char *token = NULL;
  g_autoptr (GError) error = NULL;
  HBasePage *none;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (HBasePage) page = move_async (pages, steps[i].move, token, &error);

      ck_assert_no_error (error);
      assert_page (page, steps[i].first, 10);
      g_free (token);
      token = g_strdup (hbase_page_get_next_token (page));
    }
  none = move_async (pages, NEXT, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_ptr_null (none);
  none = move_async (pages, OPEN, "nonsense", &error);
  ck_assert_ptr_null (none);
  assert_reported (error, HBASE_ERROR_INVALID_TOKEN, "cut or altered");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("page moves");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, a_page_is_one_call);
  tcase_add_test (tests, pages_forwards_and_backwards);
  tcase_add_loop_test (tests, from_beyond_the_rows_the_other_direction_has_a_page, 0, 2);
  tcase_add_test (tests, an_empty_table_has_no_page_in_any_direction);
  tcase_add_test (tests, random_moves_equal_a_sorted_array);
  tcase_add_test (tests, rows_that_stay_are_shown_once_backwards);
  tcase_add_test (tests, a_page_is_opened_by_its_number);
  tcase_add_test (tests, row_numbers_are_those_of_the_scan);
  tcase_add_test (tests, many_rows_are_skipped_by_few_calls);
  tcase_add_test (tests, moves_by_async_calls);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("page moves", fill)
