/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"

#include "test-seed.h"

/* The list model over pages: places that never move, signals where they belong, rows that come back. */

#define PAGE 10

static gint64 stamp = 1;

static void
write_row (HBaseTable *table, guint number, const char *value)
{
  g_autofree char *key = g_strdup_printf ("row%04u", number);
  g_autoptr (HBasePut) put = hbase_put_new_text (key);
  g_autoptr (GError) error = NULL;

  hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES (value), stamp++);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

static void
delete_row (HBaseTable *table, guint number)
{
  g_autofree char *key = g_strdup_printf ("row%04u", number);
  g_autoptr (HBaseDelete) deletion = hbase_delete_new_text (key);
  g_autoptr (GError) error = NULL;

  hbase_delete_set_timestamp (deletion, stamp++);
  assert_works (hbase_table_delete (table, deletion, NULL, &error), error);
}

static HBaseTable *
filled_table (guint n_rows)
{
  HBaseTable *table = api_table ();

  for (guint i = 0; i < n_rows; i++)
    write_row (table, 10 * i, "v");
  return table;
}

static HBaseRowModel *
model_of (HBaseTable *table)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, PAGE);

  return hbase_row_model_new (pages);
}

/* What is heard of a model. */
typedef struct {
  GString *log;    /* "+PLACE:N" an items-changed, "l", "L": loading begins, ends */
  GString *errors; /* "e", "E": one comes, goes */
  GThread *thread;
  gboolean is_asking; /* within get_item() */
} Ear;

static void
hear_items (GListModel *model, guint position, guint removed, guint added, Ear *ear)
{
  ck_assert_ptr_eq (g_thread_self (), ear->thread);
  ck_assert (!ear->is_asking);
  ck_assert_uint_eq (removed, 0);
  ck_assert_uint_eq (position + added, g_list_model_get_n_items (model));
  g_string_append_printf (ear->log, "+%u:%u ", position, added);
}

static void
hear_loading (HBaseRowModel *model, GParamSpec *pspec, Ear *ear)
{
  ck_assert_ptr_eq (g_thread_self (), ear->thread);
  ck_assert (!ear->is_asking);
  g_string_append (ear->log, hbase_row_model_get_loading (model) ? "l " : "L ");
}

static void
hear_error (HBaseRowModel *model, GParamSpec *pspec, Ear *ear)
{
  g_string_append (ear->errors, hbase_row_model_get_error (model) != NULL ? "e" : "E");
}

static void
listen_to (HBaseRowModel *model, Ear *ear)
{
  *ear = (Ear){ .log = g_string_new (NULL), .errors = g_string_new (NULL), .thread = g_thread_self () };
  g_signal_connect (model, "items-changed", G_CALLBACK (hear_items), ear);
  g_signal_connect (model, "notify::loading", G_CALLBACK (hear_loading), ear);
  g_signal_connect (model, "notify::error", G_CALLBACK (hear_error), ear);
}

static void
stop_listening (Ear *ear)
{
  g_string_free (ear->log, TRUE);
  g_string_free (ear->errors, TRUE);
}

static void
assert_heard (Ear *ear, const char *log)
{
  ck_assert_str_eq (ear->log->str, log);
  g_string_truncate (ear->log, 0);
}

static gboolean
load_more (HBaseRowModel *model, guint *n, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  hbase_row_model_load_more_async (model, NULL, api_done, &result);
  return hbase_row_model_load_more_finish (model, api_wait (&result), n, error);
}

static guint
load (HBaseRowModel *model)
{
  g_autoptr (GError) error = NULL;
  guint n = 4711;

  assert_works (load_more (model, &n, &error), error);
  return n;
}

static HBaseRowItem *
item_at (HBaseRowModel *model, guint place, Ear *ear)
{
  HBaseRowItem *item;

  if (ear != NULL)
    ear->is_asking = TRUE;
  item = g_list_model_get_item (G_LIST_MODEL (model), place);
  if (ear != NULL)
    ear->is_asking = FALSE;
  return item;
}

static guint
number_of (HBaseRowItem *item)
{
  g_autofree char *key = hbase_row_dup_key_text (hbase_row_item_get_row (item));

  return (guint) g_ascii_strtoull (key + 3, NULL, 10);
}

static gboolean
is_settled (HBaseRowItem *item)
{
  return hbase_row_item_get_row (item) != NULL || hbase_row_item_get_gone (item);
}

/* The item, when its row has come, or is known to be gone. */
static HBaseRowItem *
settled_item (HBaseRowModel *model, guint place)
{
  HBaseRowItem *item = item_at (model, place, NULL);

  while (!is_settled (item))
    g_main_context_iteration (NULL, TRUE);
  return item;
}

/* Until nothing is under way any more. */
static void
settle (void)
{
  while (g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
}

static void
wait_for_items (HBaseRowModel *model, guint n)
{
  while (g_list_model_get_n_items (G_LIST_MODEL (model)) < n)
    g_main_context_iteration (NULL, TRUE);
}

static guint64
n_exchanges (HBaseTable *table)
{
  g_autoptr (GVariant) statistics = hbase_connection_get_statistics (hbase_table_get_connection (table));
  guint64 exchanges = 0;

  ck_assert (g_variant_lookup (statistics, "exchanges", "t", &exchanges));
  return exchanges;
}

/* ---- loading ---- */

START_TEST (pages_are_added_at_the_end)
{
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBaseRowModel) model = model_of (table);
  Ear ear;

  listen_to (model, &ear);
  ck_assert (hbase_row_model_get_has_more (model));
  ck_assert_uint_eq (g_list_model_get_n_items (G_LIST_MODEL (model)), 0);
  ck_assert_ptr_null (item_at (model, 0, &ear));
  ck_assert (g_list_model_get_item_type (G_LIST_MODEL (model)) == HBASE_TYPE_ROW_ITEM);
  ck_assert_uint_eq (load (model), 10);
  assert_heard (&ear, "l +0:10 L ");
  ck_assert_uint_eq (load (model), 10);
  ck_assert (hbase_row_model_get_has_more (model));
  ck_assert_uint_eq (load (model), 5);
  ck_assert (!hbase_row_model_get_has_more (model));
  assert_heard (&ear, "l +10:10 L l +20:5 L ");
  ck_assert_uint_eq (load (model), 0);
  assert_heard (&ear, "");
  for (guint i = 0; i < 25; i++)
    {
      g_autoptr (HBaseRowItem) item = item_at (model, i, &ear);

      ck_assert_uint_eq (number_of (item), 10 * i);
    }
  ck_assert_ptr_null (item_at (model, 25, &ear));
  ck_assert_ptr_null (item_at (model, G_MAXUINT, &ear));
  stop_listening (&ear);
}
END_TEST

START_TEST (a_place_has_one_item)
{
  g_autoptr (HBaseTable) table = filled_table (5);
  g_autoptr (HBaseRowModel) model = model_of (table);
  g_autoptr (HBaseRowItem) item = NULL;
  g_autoptr (HBaseRowItem) again = NULL;
  g_autoptr (HBaseRow) row = NULL;

  load (model);
  item = item_at (model, 3, NULL);
  again = item_at (model, 3, NULL);
  ck_assert_ptr_eq (item, again);
  g_object_get (item, "row", &row, NULL);
  ck_assert_ptr_eq (row, hbase_row_item_get_row (item));
}
END_TEST

START_TEST (an_empty_table_has_no_items)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseRowModel) model = model_of (table);

  ck_assert_uint_eq (load (model), 0);
  ck_assert (!hbase_row_model_get_has_more (model));
}
END_TEST

START_TEST (it_begins_where_the_iterator_stands)
{
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, PAGE);
  g_autoptr (HBaseRowModel) model = NULL;
  g_autoptr (HBaseRowItem) item = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePage) page = hbase_page_iterator_next (pages, NULL, &error);

  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_page_get_n_rows (page), PAGE);
  model = hbase_row_model_new (pages);
  ck_assert_ptr_eq (hbase_row_model_get_pages (model), pages);
  load (model);
  item = item_at (model, 0, NULL);
  ck_assert_uint_eq (number_of (item), 100);
}
END_TEST

/* Rows come and go in the table: places stay what they are, and what is loaded follows them. */
START_TEST (places_never_move)
{
  g_autoptr (GRand) rand = test_rand_new ("row-model/places");

  for (guint round = 0; round < test_times (20); round++)
    {
      g_autoptr (HBaseTable) table = filled_table (60);
      g_autoptr (HBaseRowModel) model = model_of (table);
      guint keys[600], n_known = 0;

      hbase_row_model_set_max_pages (model, 1 + round % 3);
      while (hbase_row_model_get_has_more (model))
        {
          guint n = g_list_model_get_n_items (G_LIST_MODEL (model));

          load (model);
          for (guint i = n; i < g_list_model_get_n_items (G_LIST_MODEL (model)); i++)
            {
              g_autoptr (HBaseRowItem) item = settled_item (model, i);

              keys[n_known] = number_of (item);
              ck_assert (n_known == 0 || keys[n_known] > keys[n_known - 1]);
              n_known++;
            }
          for (guint i = 0; i < 5; i++)
            write_row (table, (guint) g_rand_int_range (rand, 0, 600), "new");
          for (guint i = 0; i < 5; i++)
            delete_row (table, (guint) g_rand_int_range (rand, 0, 600));
        }
      for (guint i = 0; i < 200; i++)
        {
          guint place = (guint) g_rand_int_range (rand, 0, (gint32) n_known);
          g_autoptr (HBaseRowItem) item = settled_item (model, place);
          g_autofree char *key = g_strdup_printf ("row%04u", keys[place]);
          g_autofree char *there = api_read (table, key);

          if (hbase_row_item_get_gone (item))
            ck_assert_ptr_null (there);
          else
            ck_assert_uint_eq (number_of (item), keys[place]);
        }
    }
}
END_TEST

/* ---- what is dropped comes back ---- */

START_TEST (dropped_pages_come_back)
{
  g_autoptr (HBaseTable) table = filled_table (30);
  g_autoptr (HBaseRowModel) model = model_of (table);
  guint64 exchanges;
  Ear ear;

  listen_to (model, &ear);
  hbase_row_model_set_max_pages (model, 2);
  for (guint i = 0; i < 3; i++)
    load (model);
  assert_heard (&ear, "l +0:10 L l +10:10 L l +20:10 L ");
  exchanges = n_exchanges (table);
  for (guint i = 10; i < 30; i++)
    {
      g_autoptr (HBaseRowItem) item = item_at (model, i, &ear);

      ck_assert_uint_eq (number_of (item), 10 * i);
    }
  settle ();
  ck_assert_uint_eq (n_exchanges (table), exchanges);
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (HBaseRowItem) item = item_at (model, i, &ear);

      ck_assert (i == 0 ? hbase_row_item_get_row (item) == NULL : TRUE);
      ck_assert (!hbase_row_item_get_gone (item));
      while (!is_settled (item))
        g_main_context_iteration (NULL, TRUE);
      ck_assert_uint_eq (number_of (item), 10 * i);
    }
  ck_assert_uint_eq (n_exchanges (table), exchanges + 1);
  /* Neither that nor anything else moved the items. */
  assert_heard (&ear, "");
  stop_listening (&ear);
}
END_TEST

static void
note_row (HBaseRowItem *item, GParamSpec *pspec, guint *n)
{
  ck_assert_ptr_nonnull (hbase_row_item_get_row (item));
  ++*n;
}

static void
note_gone (HBaseRowItem *item, GParamSpec *pspec, guint *n)
{
  ck_assert_ptr_null (hbase_row_item_get_row (item));
  ck_assert (hbase_row_item_get_gone (item));
  ++*n;
}

START_TEST (items_are_told_their_rows)
{
  g_autoptr (HBaseTable) table = filled_table (20);
  g_autoptr (HBaseRowModel) model = model_of (table);
  HBaseRowItem *items[PAGE];
  guint n_rows = 0, n_gone = 0;

  hbase_row_model_set_max_pages (model, 1);
  load (model);
  load (model);
  delete_row (table, 0);
  delete_row (table, 40);
  delete_row (table, 90);
  for (guint i = 1; i < 10; i++)
    write_row (table, 40 + i, "new");
  for (guint i = 0; i < PAGE; i++)
    {
      items[i] = item_at (model, i, NULL);
      ck_assert_ptr_null (hbase_row_item_get_row (items[i]));
      g_signal_connect (items[i], "notify::row", G_CALLBACK (note_row), &n_rows);
      g_signal_connect (items[i], "notify::gone", G_CALLBACK (note_gone), &n_gone);
    }
  while (n_rows + n_gone < PAGE)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_eq (n_gone, 3);
  for (guint i = 0; i < PAGE; i++)
    {
      if (i == 0 || i == 4 || i == 9)
        ck_assert (hbase_row_item_get_gone (items[i]));
      else
        ck_assert_uint_eq (number_of (items[i]), 10 * i);
      g_object_unref (items[i]);
    }
}
END_TEST

/* An item that somebody holds keeps its row, whatever the model drops. */
START_TEST (held_items_need_nothing)
{
  g_autoptr (HBaseTable) table = filled_table (20);
  g_autoptr (HBaseRowModel) model = model_of (table);
  g_autoptr (HBaseRowItem) item = NULL;
  g_autoptr (HBaseRowItem) again = NULL;
  guint64 exchanges;

  hbase_row_model_set_max_pages (model, 1);
  load (model);
  item = item_at (model, 5, NULL);
  load (model);
  exchanges = n_exchanges (table);
  again = item_at (model, 5, NULL);
  settle ();
  ck_assert_ptr_eq (again, item);
  ck_assert_uint_eq (number_of (item), 50);
  ck_assert_uint_eq (n_exchanges (table), exchanges);
}
END_TEST

/* ---- by itself ---- */

START_TEST (it_loads_by_itself_near_the_end)
{
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBaseRowModel) model = model_of (table);
  g_autoptr (HBaseRowItem) early = NULL;
  g_autoptr (HBaseRowItem) late = NULL;
  Ear ear;

  listen_to (model, &ear);
  settle ();
  assert_heard (&ear, "");
  hbase_row_model_set_auto_load (model, TRUE);
  ck_assert (hbase_row_model_get_auto_load (model));
  assert_heard (&ear, "");
  wait_for_items (model, 10);
  settle ();
  assert_heard (&ear, "l +0:10 L ");
  late = item_at (model, 9, &ear);
  wait_for_items (model, 20);
  settle ();
  assert_heard (&ear, "l +10:10 L ");
  early = item_at (model, 0, &ear);
  settle ();
  assert_heard (&ear, "");
  g_clear_object (&late);
  for (guint i = 10; i < 20; i++)
    {
      g_clear_object (&late);
      late = item_at (model, i, &ear);
    }
  wait_for_items (model, 25);
  settle ();
  assert_heard (&ear, "l +20:5 L ");
  g_clear_object (&late);
  late = item_at (model, 24, &ear);
  settle ();
  assert_heard (&ear, "");
  stop_listening (&ear);
}
END_TEST

/* ---- errors ---- */

START_TEST (errors_are_told_and_pass)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseTable) table = hbase_connection_get_table (connection, "t");
  g_autoptr (HBaseRowModel) model = model_of (table);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) property = NULL;
  guint n;
  Ear ear;

  listen_to (model, &ear);
  ck_assert (!load_more (model, &n, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND);
  ck_assert_uint_eq (n, 0);
  g_object_get (model, "error", &property, NULL);
  ck_assert_error (property, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND);
  ck_assert (!hbase_row_model_get_loading (model));
  assert_heard (&ear, "l L ");
  ck_assert_str_eq (ear.errors->str, "e");
  /* It doesn't try again by itself. */
  hbase_row_model_set_auto_load (model, TRUE);
  settle ();
  assert_heard (&ear, "");
  api_create (connection, "t");
  write_row (table, 7, "v");
  ck_assert_uint_eq (load (model), 1);
  assert_heard (&ear, "l +0:1 L ");
  ck_assert_str_eq (ear.errors->str, "eE");
  ck_assert_ptr_null (hbase_row_model_get_error (model));
  stop_listening (&ear);
}
END_TEST

START_TEST (overlapping_loads_are_refused)
{
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBaseRowModel) model = model_of (table);
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  hbase_row_model_load_more_async (model, NULL, api_done, &first);
  hbase_row_model_load_more_async (model, NULL, api_done, &second);
  ck_assert (!hbase_row_model_load_more_finish (model, api_wait (&second), NULL, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_PENDING);
  g_clear_error (&error);
  assert_works (hbase_row_model_load_more_finish (model, api_wait (&first), &n, &error), error);
  ck_assert_uint_eq (n, 10);
  ck_assert_ptr_null (hbase_row_model_get_error (model));
}
END_TEST

START_TEST (a_cancel_is_no_error_of_the_model)
{
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBaseRowModel) model = model_of (table);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancelled);
  hbase_row_model_load_more_async (model, cancelled, api_done, &result);
  ck_assert (!hbase_row_model_load_more_finish (model, api_wait (&result), NULL, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ck_assert_ptr_null (hbase_row_model_get_error (model));
  ck_assert (hbase_row_model_get_has_more (model));
  ck_assert_uint_eq (load (model), 10);
}
END_TEST

START_TEST (a_model_without_pages_says_so)
{
  g_autoptr (HBaseRowModel) model = g_object_new (HBASE_TYPE_ROW_MODEL, NULL);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_row_model_get_pages (model));
  ck_assert (!load_more (model, NULL, &error));
  assert_told (error, HBASE_ERROR_INVALID_ARGUMENT, "page iterator");
}
END_TEST

/* ---- contexts ---- */

static void
load_again (HBaseRowModel *model, guint position, guint removed, guint added, gpointer data)
{
  hbase_row_model_load_more_async (model, NULL, NULL, NULL);
}

/* Handlers may ask for more at once, and drop the model. */
START_TEST (handlers_may_do_anything)
{
  g_autoptr (HBaseTable) table = filled_table (45);
  HBaseRowModel *model = model_of (table);
  gpointer gone = model;

  g_signal_connect (model, "items-changed", G_CALLBACK (load_again), NULL);
  hbase_row_model_load_more_async (model, NULL, NULL, NULL);
  wait_for_items (model, 45);
  g_object_add_weak_pointer (G_OBJECT (model), &gone);
  hbase_row_model_load_more_async (model, NULL, NULL, NULL);
  g_object_unref (model);
  while (gone != NULL)
    g_main_context_iteration (NULL, TRUE);
}
END_TEST

typedef struct {
  HBaseRowModel *model;
  guint n;
} Call;

static gpointer
load_from_elsewhere (gpointer data)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  Call *call = data;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_main_context_push_thread_default (context);
  hbase_row_model_load_more_async (call->model, NULL, api_done, &result);
  assert_works (hbase_row_model_load_more_finish (call->model, api_wait (&result), &call->n, &error), error);
  g_main_context_pop_thread_default (context);
  return NULL;
}

/* Asked for more by another thread it tells its handlers in its own all the same: the ear sees to it. */
START_TEST (signals_come_where_the_model_was_made)
{
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBaseRowModel) model = model_of (table);
  Call call = { .model = model };
  GThread *thread;
  Ear ear;

  listen_to (model, &ear);
  thread = g_thread_new ("elsewhere", load_from_elsewhere, &call);
  wait_for_items (model, 10);
  settle ();
  g_thread_join (thread);
  ck_assert_uint_eq (call.n, 10);
  assert_heard (&ear, "l +0:10 L ");
  stop_listening (&ear);
}
END_TEST

/* A model made in a context of its own is driven by that one only. */
START_TEST (a_context_of_its_own)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBaseRowModel) model = NULL;
  g_autoptr (HBaseRowItem) item = NULL;

  g_main_context_push_thread_default (context);
  model = model_of (table);
  g_main_context_pop_thread_default (context);
  hbase_row_model_set_max_pages (model, 1);
  for (guint i = 0; i < 2; i++)
    {
      hbase_row_model_load_more_async (model, NULL, NULL, NULL);
      settle ();
      ck_assert_uint_eq (g_list_model_get_n_items (G_LIST_MODEL (model)), 10 * i);
      while (g_list_model_get_n_items (G_LIST_MODEL (model)) == 10 * i)
        g_main_context_iteration (context, TRUE);
    }
  item = item_at (model, 3, NULL);
  settle ();
  ck_assert_ptr_null (hbase_row_item_get_row (item));
  while (!is_settled (item))
    g_main_context_iteration (context, TRUE);
  ck_assert_uint_eq (number_of (item), 30);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("row model");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, pages_are_added_at_the_end);
  tcase_add_test (tests, a_place_has_one_item);
  tcase_add_test (tests, an_empty_table_has_no_items);
  tcase_add_test (tests, it_begins_where_the_iterator_stands);
  tcase_add_test (tests, places_never_move);
  tcase_add_test (tests, dropped_pages_come_back);
  tcase_add_test (tests, items_are_told_their_rows);
  tcase_add_test (tests, held_items_need_nothing);
  tcase_add_test (tests, it_loads_by_itself_near_the_end);
  tcase_add_test (tests, errors_are_told_and_pass);
  tcase_add_test (tests, overlapping_loads_are_refused);
  tcase_add_test (tests, a_cancel_is_no_error_of_the_model);
  tcase_add_test (tests, a_model_without_pages_says_so);
  tcase_add_test (tests, handlers_may_do_anything);
  tcase_add_test (tests, signals_come_where_the_model_was_made);
  tcase_add_test (tests, a_context_of_its_own);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("row model", fill)
