/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "prepending.h"
#include "row-models.h"

#include "test-seed.h"

/* This tests a list model that follows the front of its table, and refreshes. Rows begin at FIRST, so
 * that there are keys before it. */

#define FIRST 5000
#define NEVER 3600000 /* ms: a poll that waits for its interval doesn't come */

static HBaseTable *
feed_of (guint n_rows)
{
  HBaseTable *table = api_table ();

  for (guint i = 0; i < n_rows; i++)
    write_row (table, FIRST + 10 * i, "v");
  return table;
}

/* Writes `n` rows before `first`, and returns the new first one. */
static guint
prepend (HBaseTable *table, guint first, guint n)
{
  for (guint i = 0; i < n; i++)
    write_row (table, first -= 10, "v");
  return first;
}

static guint
n_items (HBaseRowModel *model)
{
  return g_list_model_get_n_items (G_LIST_MODEL (model));
}

static void
log_change (GListModel *model, guint position, guint removed, guint added, GString *log)
{
  g_string_append_printf (log, "%u-%u+%u ", position, removed, added);
}

static GString *
log_of (HBaseRowModel *model)
{
  GString *log = g_string_new (NULL);

  g_signal_connect (model, "items-changed", G_CALLBACK (log_change), log);
  return log;
}

static void
assert_log (GString *log, const char *expected)
{
  ck_assert_str_eq (log->str, expected);
  g_string_free (log, TRUE);
}

static void
follow (HBaseRowModel *model, guint interval_ms)
{
  hbase_row_model_set_follow_interval (model, interval_ms);
  hbase_row_model_set_follow (model, TRUE);
}

static void
assert_numbers (HBaseRowModel *model, guint first, guint n)
{
  ck_assert_uint_eq (n_items (model), n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (HBaseRowItem) item = settled_item (model, i);

      ck_assert_uint_eq (number_of (item), first + 10 * i);
    }
}

static void
wait_for_error (HBaseRowModel *model, gboolean is_set)
{
  while ((hbase_row_model_get_error (model) != NULL) != is_set)
    g_main_context_iteration (NULL, TRUE);
}

static void
set_away (HBaseTable *table, gboolean away)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (hbase_table_get_connection (table));
  g_autoptr (GError) error = NULL;

  if (away)
    assert_works (hbase_admin_disable_table (admin, "t", NULL, &error), error);
  else
    assert_works (hbase_admin_enable_table (admin, "t", NULL, &error), error);
}

/* ---- rows in front ---- */

START_TEST (a_poll_adds_rows_in_front_at_once)
{
  g_autoptr (HBaseTable) table = feed_of (25);
  g_autoptr (HBaseRowModel) model = model_of (table);
  guint first = FIRST;
  GString *log;

  ck_assert (!hbase_row_model_get_follow (model));
  ck_assert_uint_eq (hbase_row_model_get_follow_interval (model), 1000);
  load (model);
  log = log_of (model);
  first = prepend (table, first, 3);
  follow (model, NEVER);
  ck_assert (hbase_row_model_get_follow (model));
  wait_for_items (model, 13);
  assert_numbers (model, first, 13);
  first = prepend (table, first, 2);
  hbase_row_model_set_follow_interval (model, 1);
  wait_for_items (model, 15);
  load (model);
  assert_numbers (model, first, 25);
  assert_log (log, "0-0+3 0-0+2 15-0+10 ");
}
END_TEST

/* None is passed over, and no poll waits for the interval. */
START_TEST (more_rows_than_a_page_come_page_by_page)
{
  g_autoptr (HBaseTable) table = feed_of (5);
  g_autoptr (HBaseRowModel) model = model_of (table);
  GString *log;
  guint first;

  load (model);
  log = log_of (model);
  first = prepend (table, FIRST, 25);
  follow (model, NEVER);
  wait_for_items (model, 30);
  assert_numbers (model, first, 30);
  assert_log (log, "0-0+10 0-0+10 0-0+5 ");
}
END_TEST

START_TEST (a_reversed_scan_is_followed_at_its_front)
{
  g_autoptr (HBaseTable) table = feed_of (5);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = NULL;
  g_autoptr (HBaseRowModel) model = NULL;
  g_autoptr (HBaseRowItem) first = NULL;
  g_autoptr (HBaseRowItem) third = NULL;

  hbase_scan_set_reversed (scan, TRUE);
  pages = hbase_page_iterator_new (table, scan, PAGE);
  model = hbase_row_model_new (pages);
  load (model);
  write_row (table, FIRST + 100, "v");
  write_row (table, FIRST + 200, "v");
  follow (model, NEVER);
  wait_for_items (model, 7);
  first = item_at (model, 0, NULL);
  third = item_at (model, 2, NULL);
  ck_assert_uint_eq (number_of (first), FIRST + 200);
  ck_assert_uint_eq (number_of (third), FIRST + 40);
}
END_TEST

/* An empty model is followed, too, whether it was loaded or not. */
START_TEST (the_first_rows_of_an_empty_table_appear)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseRowModel) model = model_of (table);
  guint64 exchanges;

  if (_i == 1)
    ck_assert_uint_eq (load (model), 0);
  exchanges = n_exchanges (table);
  follow (model, 1);
  while (n_exchanges (table) < exchanges + 2)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_eq (n_items (model), 0);
  write_row (table, FIRST, "v");
  wait_for_items (model, 1);
  prepend (table, FIRST, 2);
  wait_for_items (model, 3);
  assert_numbers (model, FIRST - 20, 3);
}
END_TEST

/* A feed that a prepender writes is live, the newest row first; the guards don't appear. */
START_TEST (prepended_rows_appear_newest_first)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = NULL;
  g_autoptr (HBaseRowModel) model = NULL;

  hbase_query_add_family (HBASE_QUERY (scan), "f");
  pages = hbase_page_iterator_new (table, scan, PAGE);
  model = hbase_row_model_new (pages);
  follow (model, 1);
  for (guint i = 0; i < 2 * PAGE; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i), *shown = NULL;
      g_autoptr (HBaseRowItem) newest = NULL;

      prepend_one (prepender, text);
      wait_for_items (model, i + 1);
      newest = item_at (model, 0, NULL);
      shown = hbase_row_item_dup_text (newest, "f:text");
      ck_assert_str_eq (shown, text);
    }
}
END_TEST

START_TEST (deleted_rows_do_not_disturb_polls)
{
  g_autoptr (HBaseTable) table = feed_of (5);
  g_autoptr (HBaseRowModel) model = model_of (table);
  GString *log;

  load (model);
  log = log_of (model);
  for (guint i = 0; i < 3; i++)
    delete_row (table, FIRST + 10 * i);
  prepend (table, FIRST, 2);
  delete_row (table, FIRST - 10);
  follow (model, NEVER);
  wait_for_items (model, 6);
  /* The deleted rows were read before, and stay in the list. */
  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (HBaseRowItem) item = item_at (model, i, NULL);

      ck_assert_uint_eq (number_of (item), i == 0 ? FIRST - 20 : FIRST + 10 * (i - 1));
    }
  assert_log (log, "0-0+1 ");
}
END_TEST

/* ---- positions and items ---- */

typedef struct {
  HBaseRowModel *model;
  GArray *numbers; /* of the rows that the model must have */
} Expected;

/* Brings the list up to date by what is notified, as a list widget does. */
static void
apply_change (GListModel *list, guint position, guint removed, guint added, Expected *expected)
{
  ck_assert_uint_eq (removed, 0);
  for (guint i = 0; i < added; i++)
    {
      g_autoptr (HBaseRowItem) item = item_at (expected->model, position + i, NULL);
      guint number = number_of (item);

      g_array_insert_val (expected->numbers, position + i, number);
    }
  ck_assert_uint_eq (expected->numbers->len, g_list_model_get_n_items (list));
}

static void
assert_positions (Expected *expected, GRand *rand)
{
  for (guint i = 0; i < 5; i++)
    {
      guint position = (guint) g_rand_int_range (rand, 0, (gint32) expected->numbers->len);
      guint number = g_array_index (expected->numbers, guint, position);
      g_autoptr (HBaseRowItem) item = item_at (expected->model, position, NULL);
      g_autofree char *key = hbase_row_item_dup_key_escaped (item);

      while (!is_settled (item)) /* its position may change */
        g_main_context_iteration (NULL, TRUE);
      ck_assert_uint_eq (g_ascii_strtoull (key + 3, NULL, 10), number);
      ck_assert (hbase_row_item_get_deleted (item) || number_of (item) == number);
    }
}

static void
change_feed (HBaseRowModel *model, HBaseTable *table, guint *first, GRand *rand)
{
  guint n = n_items (model);

  switch (g_rand_int_range (rand, 0, 4))
    {
    case 0:
      delete_row (table, *first + 10 * (guint) g_rand_int_range (rand, 0, 30));
      break;
    case 1:
      load (model);
      break;
    default:
      *first = prepend (table, *first, (guint) g_rand_int_range (rand, 1, 13));
      while (n_items (model) == n)
        g_main_context_iteration (NULL, TRUE);
    }
}

/* The list of notified changes always agrees with the model, whose pages are dropped and grow meanwhile. */
START_TEST (positions_follow_the_notified_changes)
{
  g_autoptr (GRand) rand = test_rand_new ("row-model/follow");

  for (guint round = 0; round < test_times (12); round++)
    {
      g_autoptr (HBaseTable) table = feed_of (40);
      g_autoptr (HBaseRowModel) model = model_of (table);
      g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint));
      Expected expected = { model, numbers };
      guint first = FIRST;

      hbase_row_model_set_max_pages (model, round % 4);
      g_signal_connect (model, "items-changed", G_CALLBACK (apply_change), &expected);
      load (model);
      follow (model, 1);
      for (guint i = 0; i < 15; i++)
        {
          change_feed (model, table, &first, rand);
          assert_positions (&expected, rand);
        }
    }
}
END_TEST

/* A selection that holds items stays on its rows, whether the first page grows or not. */
START_TEST (items_stay_with_their_rows)
{
  g_autoptr (HBaseTable) table = feed_of (_i == 0 ? 5 : 10);
  g_autoptr (HBaseRowModel) model = model_of (table);
  g_autoptr (HBaseRowItem) selected = NULL, again = NULL, other = NULL;

  load (model);
  selected = item_at (model, 3, NULL);
  prepend (table, FIRST, 4);
  follow (model, NEVER);
  wait_for_items (model, _i == 0 ? 9 : 14);
  again = item_at (model, 7, NULL);
  other = item_at (model, 3, NULL);
  ck_assert_ptr_eq (again, selected);
  ck_assert_ptr_ne (other, selected);
}
END_TEST

/* Single rows don't fill the few pages that are kept. */
START_TEST (small_polls_share_a_page)
{
  g_autoptr (HBaseTable) table = feed_of (1);
  g_autoptr (HBaseRowModel) model = model_of (table);
  guint64 exchanges;
  guint first = FIRST;

  hbase_row_model_set_max_pages (model, 1);
  load (model);
  follow (model, 1);
  for (guint i = 1; i < PAGE; i++)
    {
      first = prepend (table, first, 1);
      wait_for_items (model, i + 1);
    }
  hbase_row_model_set_follow (model, FALSE);
  load (model);
  exchanges = n_exchanges (table);
  assert_numbers (model, first, PAGE);
  ck_assert_uint_eq (n_exchanges (table), exchanges);
}
END_TEST

/* ---- errors and ends ---- */

START_TEST (a_failed_poll_is_reported_and_repeated)
{
  g_autoptr (HBaseTable) table = feed_of (5);
  g_autoptr (HBaseRowModel) model = model_of (table);

  load (model);
  set_away (table, TRUE);
  follow (model, 1);
  wait_for_error (model, TRUE);
  ck_assert_error (hbase_row_model_get_error (model), HBASE_ERROR, HBASE_ERROR_TABLE_DISABLED);
  ck_assert_uint_eq (n_items (model), 5);
  set_away (table, FALSE);
  wait_for_error (model, FALSE);
  prepend (table, FIRST, 1);
  wait_for_items (model, 6);
  assert_numbers (model, FIRST - 10, 6);
}
END_TEST

static gboolean
count_tick (gpointer n_ticks)
{
  ++*(guint *) n_ticks;
  return G_SOURCE_CONTINUE;
}

/* Iterates for as many ticks of the interval that the tests poll at. */
static void
let_pass (guint ticks)
{
  guint n_ticks = 0, timer = g_timeout_add (1, count_tick, &n_ticks);

  while (n_ticks < ticks)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
}

/* Returns how many exchanges a model makes in 200 ticks. */
static guint64
polls_in_ticks (HBaseRowModel *model, HBaseTable *table)
{
  guint64 former = n_exchanges (table);

  follow (model, 1);
  let_pass (200);
  hbase_row_model_set_follow (model, FALSE);
  return n_exchanges (table) - former;
}

/* A delay that is doubled each time leaves ten of 200 polls or more. */
START_TEST (failed_polls_become_rarer)
{
  g_autoptr (HBaseTable) table = feed_of (_i);
  g_autoptr (HBaseRowModel) model = model_of (table);

  if (_i > 0)
    load (model);
  set_away (table, TRUE);
  ck_assert_uint_lt (polls_in_ticks (model, table), 30);
}
END_TEST

START_TEST (the_error_of_a_poll_ends_with_following)
{
  g_autoptr (HBaseTable) table = feed_of (5);
  g_autoptr (HBaseRowModel) model = model_of (table);

  load (model);
  set_away (table, TRUE);
  follow (model, 1);
  wait_for_error (model, TRUE);
  hbase_row_model_set_follow (model, FALSE);
  ck_assert_ptr_null (hbase_row_model_get_error (model));
}
END_TEST

static HBaseRowModel *
columns_model (HBaseTable *table)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("row5000");
  g_autoptr (HBasePageIterator) columns = hbase_page_iterator_new_columns (table, get, PAGE);

  return hbase_row_model_new (columns);
}

static HBaseRowModel *
forward_model (HBaseTable *table)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = NULL;

  hbase_query_set_filter_text (HBASE_QUERY (scan), "InclusiveStopFilter('row6000')");
  pages = hbase_page_iterator_new (table, scan, PAGE);
  return hbase_row_model_new (pages);
}

/* Columns of a row, or rows that can't be read backwards. */
START_TEST (what_has_no_front_is_reported)
{
  g_autoptr (HBaseTable) table = feed_of (5);
  g_autoptr (HBaseRowModel) model = _i == 0 ? columns_model (table) : forward_model (table);

  if (_i == 1)
    load (model);
  follow (model, NEVER);
  wait_for_error (model, TRUE);
  ck_assert_error (hbase_row_model_get_error (model), HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

/* Iterates some times, so that the poll has got that far. */
static void
begin_poll (HBaseRowModel *model, guint n_iterations)
{
  follow (model, 1);
  for (guint i = 0; i < n_iterations && n_items (model) == 5; i++)
    g_main_context_iteration (NULL, TRUE);
}

START_TEST (a_stopped_model_takes_no_rows)
{
  g_autoptr (HBaseTable) table = feed_of (5);
  g_autoptr (HBaseRowModel) model = model_of (table);
  guint n;

  load (model);
  prepend (table, FIRST, 3);
  begin_poll (model, (guint) _i);
  n = n_items (model);
  hbase_row_model_set_follow (model, FALSE);
  settle ();
  load (model);
  ck_assert_uint_eq (n_items (model), n);
  ck_assert_ptr_null (hbase_row_model_get_error (model));
  hbase_row_model_set_follow (model, TRUE);
  wait_for_items (model, 8);
  assert_numbers (model, FIRST - 30, 8);
}
END_TEST

START_TEST (a_model_that_follows_is_finalized_at_once)
{
  g_autoptr (HBaseTable) table = feed_of (5);
  HBaseRowModel *model = model_of (table);

  load (model);
  begin_poll (model, (guint) _i);
  g_object_add_weak_pointer (G_OBJECT (model), (gpointer *) &model);
  g_object_unref (model);
  ck_assert_ptr_null (model);
  settle ();
}
END_TEST

static void
stop_following (HBaseRowModel *model)
{
  hbase_row_model_set_follow (model, FALSE);
}

START_TEST (a_handler_can_stop_the_polls)
{
  g_autoptr (HBaseTable) table = feed_of (5);
  g_autoptr (HBaseRowModel) model = model_of (table);

  load (model);
  prepend (table, FIRST, 15);
  g_signal_connect (model, "items-changed", G_CALLBACK (stop_following), NULL);
  follow (model, 1);
  wait_for_items (model, 15);
  settle ();
  load (model);
  assert_numbers (model, FIRST - 100, 15);
}
END_TEST

typedef struct {
  gboolean restarts;
  guint n_notified;
} Stopping;

static void
stop_when_notified (HBaseRowModel *model, GParamSpec *pspec, Stopping *stopping)
{
  if (stopping->n_notified++ > 0)
    return;
  hbase_row_model_set_follow (model, FALSE);
  hbase_row_model_set_follow (model, stopping->restarts);
}

/* No poll of a model without rows goes on that the handler of a notification has stopped, whether that poll
 * has begun a load or failed. */
START_TEST (a_handler_can_stop_the_polls_of_an_empty_model)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseRowModel) model = _i < 2 ? model_of (table) : columns_model (table);
  Stopping stopping = { .restarts = _i % 2 == 1 };
  guint n_notified;

  g_signal_connect (model, _i < 2 ? "notify::loading" : "notify::error", G_CALLBACK (stop_when_notified),
                    &stopping);
  follow (model, 1);
  while (stopping.n_notified == 0)
    g_main_context_iteration (NULL, TRUE);
  hbase_row_model_set_follow (model, FALSE);
  while (hbase_row_model_get_loading (model))
    g_main_context_iteration (NULL, TRUE);
  n_notified = stopping.n_notified;
  let_pass (20);
  ck_assert_uint_eq (stopping.n_notified, n_notified);
}
END_TEST

/* ---- refreshes ---- */

static void
refresh (HBaseRowModel *model)
{
  hbase_row_model_refresh (model);
  do
    g_main_context_iteration (NULL, TRUE);
  while (hbase_row_model_get_loading (model) || g_main_context_pending (NULL));
}

START_TEST (a_refresh_replaces_all_rows_at_once)
{
  g_autoptr (HBaseTable) table = feed_of (25);
  g_autoptr (HBaseRowModel) model = model_of (table);
  g_autoptr (HBaseRowItem) held = NULL, new = NULL;
  GString *log;

  load (model);
  load (model);
  held = item_at (model, 1, NULL);
  write_row (table, FIRST + 5, "new");
  delete_row (table, FIRST);
  log = log_of (model);
  refresh (model);
  ck_assert (hbase_row_model_get_has_more (model));
  new = item_at (model, 0, NULL);
  ck_assert_uint_eq (number_of (new), FIRST + 5);
  ck_assert_uint_eq (number_of (held), FIRST + 10);
  load (model);
  load (model);
  ck_assert_uint_eq (n_items (model), 25);
  assert_log (log, "0-20+10 10-0+10 20-0+5 ");
}
END_TEST

START_TEST (a_refresh_can_empty_the_list)
{
  g_autoptr (HBaseTable) table = feed_of (2);
  g_autoptr (HBaseRowModel) model = model_of (table);
  GString *log;

  load (model);
  delete_row (table, FIRST);
  delete_row (table, FIRST + 10);
  log = log_of (model);
  refresh (model);
  ck_assert_uint_eq (n_items (model), 0);
  ck_assert (!hbase_row_model_get_has_more (model));
  assert_log (log, "0-2+0 ");
}
END_TEST

START_TEST (a_failed_refresh_changes_no_rows)
{
  g_autoptr (HBaseTable) table = feed_of (5);
  g_autoptr (HBaseRowModel) model = model_of (table);

  load (model);
  set_away (table, TRUE);
  refresh (model);
  ck_assert_error (hbase_row_model_get_error (model), HBASE_ERROR, HBASE_ERROR_TABLE_DISABLED);
  assert_numbers (model, FIRST, 5);
  set_away (table, FALSE);
  refresh (model);
  ck_assert_ptr_null (hbase_row_model_get_error (model));
  assert_numbers (model, FIRST, 5);
}
END_TEST

/* While a page is loaded, dropped rows are awaited, and rows in front are polled. */
START_TEST (a_refresh_waits_for_a_load)
{
  g_autoptr (HBaseTable) table = feed_of (25);
  g_autoptr (HBaseRowModel) model = model_of (table);
  g_autoptr (HBaseRowItem) dropped = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  hbase_row_model_set_max_pages (model, 1);
  load (model);
  load (model);
  follow (model, 1);
  for (guint i = 0; i < 10; i++)
    {
      g_clear_object (&dropped);
      dropped = item_at (model, 0, NULL);
      hbase_row_model_load_more_async (model, NULL, api_done, &result);
      while (!hbase_row_model_get_loading (model) && result == NULL)
        g_main_context_iteration (NULL, TRUE);
      hbase_row_model_refresh (model);
      assert_works (hbase_row_model_load_more_finish (model, api_wait (&result), NULL, &error), error);
      g_clear_object (&result);
      while (n_items (model) != 10)
        g_main_context_iteration (NULL, TRUE);
      assert_numbers (model, FIRST, 10);
      load (model);
    }
}
END_TEST

/* ---- properties for GtkBuilder and expressions ---- */

static void
count_notification (HBaseRowModel *model, GParamSpec *pspec, guint *n)
{
  ++*n;
}

START_TEST (a_list_has_its_properties)
{
  g_autoptr (HBaseTable) table = feed_of (15);
  g_autoptr (HBaseRowModel) model = model_of (table);
  guint n_notified = 0, n = 0, interval = 0;
  gboolean follows = TRUE;
  GType type;

  g_signal_connect (model, "notify::n-items", G_CALLBACK (count_notification), &n_notified);
  load (model);
  load (model);
  g_object_get (model, "n-items", &n, "item-type", &type, "follow", &follows, "follow-interval", &interval,
                NULL);
  ck_assert_uint_eq (n, 15);
  ck_assert_uint_eq (n_notified, 2);
  ck_assert (type == HBASE_TYPE_ROW_ITEM);
  ck_assert (!follows);
  ck_assert_uint_eq (interval, 1000);
}
END_TEST

START_TEST (an_item_has_its_key_without_its_row)
{
  g_autoptr (HBaseTable) table = feed_of (25);
  g_autoptr (HBaseRowModel) model = model_of (table);
  g_autoptr (HBaseRowItem) item = NULL;
  g_autoptr (GBytes) key = NULL;
  g_autofree char *text = NULL, *value = NULL;

  hbase_row_model_set_max_pages (model, 1);
  load (model);
  load (model);
  item = item_at (model, 3, NULL);
  ck_assert_ptr_null (hbase_row_item_get_row (item));
  g_object_get (item, "key", &key, "key-escaped", &text, NULL);
  ck_assert_mem_eq (g_bytes_get_data (key, NULL), "row5030", 7);
  ck_assert_str_eq (text, "row5030");
  ck_assert_ptr_null (hbase_row_item_dup_text (item, "f:q"));
  while (!is_settled (item))
    g_main_context_iteration (NULL, TRUE);
  value = hbase_row_item_dup_text (item, "f:q");
  ck_assert_str_eq (value, "v");
}
END_TEST

/* The keys of salted rows are without salts, whether the rows are there or not. */
START_TEST (an_item_has_the_key_of_its_handle)
{
  g_autoptr (HBaseTable) stored = api_table ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:md5-hex(1,name),name:text", &error);
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBaseRowModel) model = NULL;

  ck_assert_no_error (error);
  table = hbase_table_new_unsalted (hbase_table_get_connection (stored), "t", schema);
  for (guint i = 0; i < 15; i++)
    write_row (table, FIRST + 10 * i, "v");
  model = model_of (table);
  hbase_row_model_set_max_pages (model, 1);
  load (model);
  load (model);
  prepend (table, FIRST, 2);
  follow (model, NEVER);
  wait_for_items (model, 17);
  for (guint i = 0; i < 17; i++)
    {
      g_autoptr (HBaseRowItem) item = item_at (model, i, NULL);
      g_autofree char *text = hbase_row_item_dup_key_escaped (item);
      g_autofree char *expected = g_strdup_printf ("row%04u", FIRST - 20 + 10 * i);

      ck_assert_str_eq (text, expected);
    }
}
END_TEST

START_TEST (a_column_is_named_in_escapes)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseRowModel) model = model_of (table);
  g_autoptr (HBaseRowItem) item = NULL;
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (GError) error = NULL;
  g_autofree char *escaped = NULL, *literal = NULL;

  hbase_put_add_utf8 (put, "f", "ab", "of ab");
  hbase_put_add_utf8 (put, "f", "a\\x62", "of the backslash");
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  load (model);
  item = item_at (model, 0, NULL);
  escaped = hbase_row_item_dup_text (item, "f:a\\x62");
  literal = hbase_row_item_dup_text (item, "f:a\\\\x62");
  ck_assert_str_eq (escaped, "of ab");
  ck_assert_str_eq (literal, "of the backslash");
  ck_assert_ptr_null (hbase_row_item_dup_text (item, "f:a\\"));
}
END_TEST

START_TEST (a_value_is_text_or_escaped)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseRowModel) model = model_of (table);
  g_autoptr (HBaseRowItem) item = NULL;
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL, *bytes = NULL, *of_bytes = NULL;

  hbase_put_add (put, "f", BYTES ("text"), BYTES ("é\\"));
  hbase_put_add (put, "f", BYTES ("bytes"), (const guint8 *) "\0\xff", 2);
  hbase_put_add (put, "f", (const guint8 *) "\0", 1, BYTES ("v"));
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  load (model);
  item = item_at (model, 0, NULL);
  text = hbase_row_item_dup_text (item, "f:text");
  bytes = hbase_row_item_dup_text (item, "f:bytes");
  of_bytes = hbase_row_item_dup_text (item, "f:\\x00");
  ck_assert_str_eq (text, "é\\");
  ck_assert_str_eq (bytes, "\\x00\\xFF");
  ck_assert_str_eq (of_bytes, "v");
  ck_assert_ptr_null (hbase_row_item_dup_text (item, "f:none"));
  ck_assert_ptr_null (hbase_row_item_dup_text (item, NULL));
  ck_assert_ptr_null (hbase_row_item_dup_text (NULL, "f:text"));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("row models that follow");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, a_poll_adds_rows_in_front_at_once);
  tcase_add_test (tests, more_rows_than_a_page_come_page_by_page);
  tcase_add_test (tests, a_reversed_scan_is_followed_at_its_front);
  tcase_add_loop_test (tests, the_first_rows_of_an_empty_table_appear, 0, 2);
  tcase_add_test (tests, prepended_rows_appear_newest_first);
  tcase_add_test (tests, deleted_rows_do_not_disturb_polls);
  tcase_add_test (tests, positions_follow_the_notified_changes);
  tcase_add_loop_test (tests, items_stay_with_their_rows, 0, 2);
  tcase_add_test (tests, small_polls_share_a_page);
  tcase_add_test (tests, a_failed_poll_is_reported_and_repeated);
  tcase_add_loop_test (tests, failed_polls_become_rarer, 0, 2);
  tcase_add_test (tests, the_error_of_a_poll_ends_with_following);
  tcase_add_loop_test (tests, what_has_no_front_is_reported, 0, 2);
  tcase_add_loop_test (tests, a_stopped_model_takes_no_rows, 0, 6);
  tcase_add_loop_test (tests, a_model_that_follows_is_finalized_at_once, 0, 6);
  tcase_add_test (tests, a_handler_can_stop_the_polls);
  tcase_add_loop_test (tests, a_handler_can_stop_the_polls_of_an_empty_model, 0, 4);
  tcase_add_test (tests, a_refresh_replaces_all_rows_at_once);
  tcase_add_test (tests, a_refresh_can_empty_the_list);
  tcase_add_test (tests, a_failed_refresh_changes_no_rows);
  tcase_add_test (tests, a_refresh_waits_for_a_load);
  tcase_add_test (tests, a_list_has_its_properties);
  tcase_add_test (tests, an_item_has_its_key_without_its_row);
  tcase_add_test (tests, an_item_has_the_key_of_its_handle);
  tcase_add_test (tests, a_column_is_named_in_escapes);
  tcase_add_test (tests, a_value_is_text_or_escaped);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("row models that follow", fill)
