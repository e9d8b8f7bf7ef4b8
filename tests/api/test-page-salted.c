/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "pages.h"
#include "relay.h"

#include <malloc.h>

#include "test-seed.h"

/* This tests pages of salted rows, in the order of their unsalted keys. Names are `row000`, `row001`…; the
 * salt is random. */

#define N_KEYS 120
#define N_SALTS 4

static HBaseTable *
salted_table (HBaseConnection *connection)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:random(4),name:text", &error);

  ck_assert_no_error (error);
  return hbase_table_new_unsalted (connection, "t", schema);
}

/* A handle of the same table's stored keys. */
static HBaseTable *
stored_table (HBaseTable *salted)
{
  return hbase_table_new (hbase_table_get_connection (salted), hbase_table_get_name (salted));
}

static void
set_row (HBaseTable *salted, guint number, gboolean there)
{
  g_autofree char *key = g_strdup_printf ("row%03u", number);
  g_autoptr (HBasePut) put = hbase_put_new_utf8 (key);
  g_autoptr (HBaseDelete) deletion = hbase_delete_new_utf8 (key);
  g_autoptr (GError) error = NULL;

  hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES ("v"), timestamp++);
  hbase_mutation_set_timestamp (HBASE_MUTATION (deletion), timestamp++);
  if (there)
    assert_works (hbase_table_put (salted, put, NULL, &error), error);
  else
    assert_works (hbase_table_delete (salted, deletion, NULL, &error), error);
}

static guint
salted_number_of (HBaseRow *row)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) key = hbase_row_ref_unsalted_key (row, &error);
  g_autofree char *text = NULL;

  ck_assert_no_error (error);
  text = g_strndup (g_bytes_get_data (key, NULL), g_bytes_get_size (key));
  return (guint) g_ascii_strtoull (text + 3, NULL, 10);
}

static void
assert_salted_page (HBasePage *page, const guint *numbers, guint n)
{
  ck_assert_uint_eq (page != NULL ? hbase_page_get_n_rows (page) : 0, n);
  for (guint i = 0; i < n; i++)
    ck_assert_uint_eq (salted_number_of (hbase_page_get_row (page, i)), numbers[i]);
}

/* ---- random walks against a sorted array ---- */

typedef struct {
  HBaseTable *salted;
  gboolean there[N_KEYS];
  gboolean reversed;
  guint low, high;   /* the scan's rows are low … high − 1 */
  guint first, last; /* of the page that was read last; G_MAXUINT: no page */
  guint size;
} World;

/* If the last row of a page is deleted and written again it gets a new random salt, and may then lie after
 * that page: it is another row, but the array has no salts. */
static void
world_change (World *world, GRand *rand)
{
  for (guint i = 0; i < 8; i++)
    {
      guint number = (guint) g_rand_int_range (rand, 0, N_KEYS);
      gboolean is_end = number == world->first || number == world->last;
      gboolean there = g_rand_int_range (rand, 0, 3) > 0 && !is_end;

      if (world->there[number] != there)
        set_row (world->salted, number, there);
      world->there[number] = there;
    }
}

/* A prefix, or a range. */
static HBaseScan *
world_scan (World *world, guint kind)
{
  HBaseScan *scan = hbase_scan_new ();

  hbase_scan_set_reversed (scan, world->reversed);
  world->low = kind == 0 ? 0 : kind == 1 ? 20 : 15;
  world->high = kind == 0 ? N_KEYS : kind == 1 ? 30 : 88;
  if (kind == 1)
    hbase_scan_set_prefix (scan, BYTES ("row02"));
  else if (kind == 2)
    {
      hbase_scan_set_start (scan, BYTES (world->reversed ? "row087" : "row015"));
      hbase_scan_set_stop (scan, BYTES (world->reversed ? "row015" : "row087"));
      hbase_scan_set_stop_inclusive (scan, TRUE);
    }
  return scan;
}

static guint
model_page (World *world, gboolean backward, guint from, guint *numbers)
{
  gboolean down = backward != world->reversed;
  guint step = down ? -1U : 1, at = from != G_MAXUINT ? from : down ? world->high : world->low - 1, n = 0;

  for (at += step; at >= world->low && at < world->high && n < world->size; at += step)
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

/* By its own token. */
static void
assert_opens_again (HBasePageIterator *pages, HBasePage *page, const guint *numbers, guint n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePage) again = hbase_page_iterator_open (pages, hbase_page_get_token (page), NULL, &error);

  ck_assert_no_error (error);
  assert_salted_page (again, numbers, n);
}

/* From the first or last page, and by tokens: those of the page before, whose rows may have been deleted
 * meanwhile. */
static void
walk (World *world, HBasePageIterator *pages, GRand *rand)
{
  g_autofree char *previous = NULL, *next = NULL;
  for (guint step = 0; step < 25; step++)
    {
      gboolean backward = g_rand_boolean (rand);
      const char *token = backward ? previous : next;
      guint numbers[N_KEYS];
      guint n = model_page (world, backward,
                            token == NULL ? G_MAXUINT
                            : backward    ? world->first
                                          : world->last,
                            numbers);
      g_autoptr (GError) error = NULL;
      g_autoptr (HBasePage) page = move_to (pages,
                                            token != NULL ? OPEN
                                            : backward    ? LAST
                                                          : FIRST,
                                            token, &error);

      ck_assert_no_error (error);
      assert_salted_page (page, numbers, n);
      g_clear_pointer (&previous, g_free);
      g_clear_pointer (&next, g_free);
      if (page == NULL)
        continue;
      world->first = numbers[0];
      world->last = numbers[n - 1];
      previous = g_strdup (hbase_page_get_previous_token (page));
      assert_opens_again (pages, page, numbers, n);
      next = g_strdup (hbase_page_get_next_token (page));
      world_change (world, rand);
    }
}

START_TEST (pages_are_those_of_the_unsalted_keys)
{
  g_autoptr (GRand) rand = test_rand_new ("page-salted/walks");

  for (guint round = 0; round < test_times (24); round++)
    {
      g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
      g_autoptr (HBaseTable) salted = salted_table (connection);
      World world = { .salted = salted, .reversed = round % 2 != 0, .first = G_MAXUINT, .last = G_MAXUINT };
      g_autoptr (HBaseScan) scan = world_scan (&world, round / 2 % 3);
      g_autoptr (HBasePageIterator) pages = NULL;

      api_create (connection, "t");
      world.size = (guint) g_rand_int_range (rand, 1, 9);
      pages = hbase_page_iterator_new (salted, scan, world.size);
      for (guint i = 0; i < 20; i++)
        world_change (&world, rand);
      walk (&world, pages, rand);
    }
}
END_TEST

/* ---- calls ---- */

START_TEST (a_page_is_one_call_a_salt)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autofree char *uri = relay_uri (relay, 0);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseTable) salted = salted_table (connection);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (salted, scan, 10);
  const Move moves[] = { NEXT, NEXT, PREVIOUS, LAST, PREVIOUS, FIRST };

  api_create (connection, "t");
  for (guint i = 0; i < 100; i++)
    set_row (salted, i, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      gint before = g_atomic_int_get (&relay->log->exchanges);
      g_autoptr (HBasePage) page = go (pages, moves[i]);

      ck_assert_uint_eq (hbase_page_get_n_rows (page), 10);
      ck_assert_int_eq (g_atomic_int_get (&relay->log->exchanges) - before, N_SALTS);
    }
}
END_TEST

/* ---- tokens, and what is refused ---- */

static HBaseTable *
filled_salted_table (guint n_rows)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  HBaseTable *salted = salted_table (connection);

  api_create (connection, "t");
  for (guint i = 0; i < n_rows; i++)
    set_row (salted, i, TRUE);
  return salted;
}

START_TEST (tokens_of_salted_pages_are_theirs)
{
  g_autoptr (HBaseTable) salted = filled_salted_table (30);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (salted, scan, 10);
  g_autoptr (HBaseTable) table = stored_table (salted);
  g_autoptr (HBasePageIterator) plain = NULL;
  g_autoptr (HBasePage) page = go (pages, NEXT);
  g_autoptr (HBasePage) physical = NULL;
  g_autoptr (GError) error = NULL;

  plain = hbase_page_iterator_new (table, scan, 10);
  physical = go (plain, NEXT);
  ck_assert (!hbase_page_iterator_seek (plain, hbase_page_get_next_token (page), &error));
  assert_reported (error, HBASE_ERROR_INVALID_TOKEN, "another table, key schema or scan");
  g_clear_error (&error);
  ck_assert (!hbase_page_iterator_seek (pages, hbase_page_get_next_token (physical), &error));
  assert_reported (error, HBASE_ERROR_INVALID_TOKEN, "another table, key schema or scan");
}
END_TEST

START_TEST (a_salted_page_by_its_number)
{
  g_autoptr (HBaseTable) salted = filled_salted_table (60);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (salted, scan, 3);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePage) page = hbase_page_iterator_skip_to (pages, 41, NULL, &error);

  ck_assert_no_error (error);
  assert_salted_page (page, (const guint[]){ 41, 42, 43 }, 3);
}
END_TEST

static void
write_salt_alone (HBaseTable *salted, guint8 salt)
{
  g_autoptr (HBaseTable) table = stored_table (salted);
  g_autoptr (HBasePut) put = hbase_put_new (&salt, 1);
  g_autoptr (GError) error = NULL;

  hbase_put_add (put, "f", BYTES ("q"), BYTES ("v"));
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

/* Row keys that consist of a salt only precede all others, and have tokens. */
START_TEST (names_may_be_empty)
{
  g_autoptr (HBaseTable) salted = filled_salted_table (3);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = NULL;
  g_autoptr (HBasePage) page = NULL;
  g_autoptr (GString) read = g_string_new (NULL);

  write_salt_alone (salted, 3);
  write_salt_alone (salted, 1);
  hbase_scan_set_reversed (scan, _i != 0);
  pages = hbase_page_iterator_new (salted, scan, 1);
  page = go (pages, _i != 0 ? LAST : FIRST);
  for (guint n = 1; n <= 5; n++)
    {
      const char *token = _i != 0 ? hbase_page_get_previous_token (page) : hbase_page_get_next_token (page);
      gsize length;
      const guint8 *stored = hbase_row_get_stored_key (hbase_page_get_row (page, 0), &length);
      g_autofree char *key = hbase_bytes_to_escaped (stored, length);
      g_autoptr (HBasePage) beyond = NULL;
      g_autoptr (GError) error = NULL;

      ck_assert_int_eq (token == NULL, n == 5);
      if (n < 3)
        g_string_append_printf (read, "%s|", key);
      else
        ck_assert_uint_eq (salted_number_of (hbase_page_get_row (page, 0)), n - 3);
      if (token == NULL)
        break;
      beyond = hbase_page_iterator_open (pages, token, NULL, &error);
      ck_assert_no_error (error);
      hbase_page_unref (page);
      page = g_steal_pointer (&beyond);
    }
  ck_assert_str_eq (read->str, "\\x01|\\x03|");
}
END_TEST

START_TEST (pages_of_a_table_without_a_schema)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseTable) salted
      = g_object_new (HBASE_TYPE_TABLE, "connection", hbase_table_get_connection (table), "name", "t",
                      "unsalted", TRUE, NULL);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (salted, scan, 10);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_page_iterator_next (pages, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "key schema");
}
END_TEST

/* ---- the list model ---- */

START_TEST (a_model_of_salted_rows)
{
  g_autoptr (HBaseTable) salted = filled_salted_table (30);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (salted, scan, 10);
  g_autoptr (HBaseRowModel) model = hbase_row_model_new (pages);

  hbase_row_model_set_max_pages (model, 1);
  while (hbase_row_model_get_has_more (model))
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError) error = NULL;

      hbase_row_model_load_more_async (model, NULL, api_done, &result);
      assert_works (hbase_row_model_load_more_finish (model, api_wait (&result), NULL, &error), error);
    }
  set_row (salted, 7, FALSE);
  for (guint i = 0; i < 30; i++)
    {
      g_autoptr (HBaseRowItem) item = g_list_model_get_item (G_LIST_MODEL (model), i);

      while (hbase_row_item_get_row (item) == NULL && !hbase_row_item_get_deleted (item))
        g_main_context_iteration (NULL, TRUE);
      ck_assert_int_eq (hbase_row_item_get_deleted (item), i == 7);
      if (i != 7)
        ck_assert_uint_eq (salted_number_of (hbase_row_item_get_row (item)), i);
    }
}
END_TEST

/* ---- memory ---- */

#define WIDE (1024 * 1024)

static void
put_wide_rows (HBaseTable *salted, guint n)
{
  g_autofree guint8 *value = g_malloc0 (WIDE);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = g_strdup_printf ("row%03u", i);
      g_autoptr (HBasePut) put = hbase_put_new_utf8 (key);

      hbase_put_add (put, "f", BYTES ("q"), value, WIDE);
      assert_works (hbase_table_put (salted, put, NULL, &error), error);
    }
}

/* 0 if the allocator doesn't report it. */
static gsize
used_memory (void)
{
#ifdef __GLIBC__
  struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

static HBasePage *
read_first_page (HBaseTable *salted)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) iterator = hbase_page_iterator_new (salted, scan, 2);
  g_autoptr (GError) error = NULL;
  HBasePage *page = hbase_page_iterator_next (iterator, NULL, &error);

  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_page_get_n_rows (page), 2);
  return page;
}

/* The page has two rows of the three that each salt's reply contains. What the connection keeps for the next
 * call is allocated before. Sanitizers and valgrind have allocators of their own: there the result is 0. */
START_TEST (rows_of_a_page_keep_no_other_rows)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseTable) salted = NULL;
  g_autoptr (HBasePage) page = NULL;
  gsize before;

  api_create (connection, "t");
  salted = salted_table (connection);
  put_wide_rows (salted, 32);
  hbase_page_unref (read_first_page (salted));
  before = used_memory ();
  page = read_first_page (salted);
  ck_assert_uint_lt (used_memory (), before + 2 * WIDE + WIDE / 2);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("salted pages");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, pages_are_those_of_the_unsalted_keys);
  tcase_add_test (tests, a_page_is_one_call_a_salt);
  tcase_add_test (tests, tokens_of_salted_pages_are_theirs);
  tcase_add_test (tests, a_salted_page_by_its_number);
  tcase_add_loop_test (tests, names_may_be_empty, 0, 2);
  tcase_add_test (tests, pages_of_a_table_without_a_schema);
  tcase_add_test (tests, a_model_of_salted_rows);
  tcase_add_test (tests, rows_of_a_page_keep_no_other_rows);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("salted pages", fill)
