/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "row-models.h"

/* This tests a list model whose table is unavailable for a while, as it is disabled. */

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

static HBaseRowModel *
model_of_pages (HBaseTable *table, guint n)
{
  HBaseRowModel *model = model_of (table);

  hbase_row_model_set_max_pages (model, 1);
  for (guint i = 0; i < n; i++)
    load (model);
  return model;
}

static void
count_error (HBaseRowModel *model, GParamSpec *pspec, guint *n)
{
  ++*n;
}

/* Returns an item whose row the model couldn't load again. */
static HBaseRowItem *
item_in_vain (HBaseRowModel *model, guint place)
{
  guint n = 0;
  gulong handler = g_signal_connect (model, "notify::error", G_CALLBACK (count_error), &n);
  HBaseRowItem *item = item_at (model, place, NULL);

  while (n == 0)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (model, handler);
  ck_assert_ptr_nonnull (hbase_row_model_get_error (model));
  ck_assert (!is_settled (item));
  return item;
}

static void
assert_comes (HBaseRowItem *item, guint number)
{
  while (!is_settled (item))
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_eq (number_of (item), number);
}

static void
assert_away (HBaseRowModel *model)
{
  ck_assert_error (hbase_row_model_get_error (model), HBASE_ERROR, HBASE_ERROR_TABLE_DISABLED);
}

/* ---- dropped pages ---- */

/* Whether a page follows or not. */
START_TEST (load_more_retries_a_failed_load)
{
  g_autoptr (HBaseTable) table = filled_table (30);
  g_autoptr (HBaseRowModel) model = model_of_pages (table, 2 + (guint) _i);
  g_autoptr (HBaseRowItem) item = NULL;

  ck_assert_int_eq (hbase_row_model_get_has_more (model), _i == 0);
  set_away (table, TRUE);
  item = item_in_vain (model, 3);
  assert_away (model);
  set_away (table, FALSE);
  ck_assert_uint_eq (load (model), _i == 0 ? 10 : 0);
  assert_comes (item, 30);
  ck_assert_ptr_null (hbase_row_model_get_error (model));
}
END_TEST

START_TEST (a_loaded_page_has_failed_loads_retried)
{
  g_autoptr (HBaseTable) table = filled_table (30);
  g_autoptr (HBaseRowModel) model = model_of_pages (table, 3);
  g_autoptr (HBaseRowItem) first = NULL, second = NULL, again = NULL;

  set_away (table, TRUE);
  first = item_in_vain (model, 3);
  second = item_in_vain (model, 14);
  set_away (table, FALSE);
  again = item_at (model, 15, NULL);
  assert_comes (again, 150);
  assert_comes (second, 140);
  assert_comes (first, 30);
  ck_assert_ptr_null (hbase_row_model_get_error (model));
}
END_TEST

static void
ask_again (HBaseRowModel *model, GParamSpec *pspec, guint *n)
{
  g_autoptr (HBaseRowItem) item = item_at (model, 5, NULL);

  ++*n;
}

/* The error of one page stays until that page is loaded, also when another page is loaded before. */
START_TEST (a_page_is_loaded_once)
{
  g_autoptr (HBaseTable) table = filled_table (30);
  g_autoptr (HBaseRowModel) model = model_of_pages (table, 3);
  g_autoptr (HBaseRowItem) first = NULL, again = NULL;
  guint64 exchanges;
  guint n = 0;

  set_away (table, TRUE);
  first = item_in_vain (model, 3);
  set_away (table, FALSE);
  exchanges = n_exchanges (table);
  g_signal_connect (model, "notify::error", G_CALLBACK (ask_again), &n);
  again = item_at (model, 4, NULL);
  assert_comes (first, 30);
  assert_comes (again, 40);
  settle ();
  ck_assert_uint_eq (n, 1);
  ck_assert_uint_eq (n_exchanges (table), exchanges + 1);
}
END_TEST

/* ---- loads ---- */

static void
assert_stopped (HBaseRowModel *model, guint n)
{
  g_autoptr (HBaseRowItem) item = NULL;

  hbase_row_model_set_auto_load (model, TRUE);
  item = item_at (model, n - 1, NULL);
  settle ();
  ck_assert_uint_eq (g_list_model_get_n_items (G_LIST_MODEL (model)), n);
}

static HBaseRowModel *
model_whose_load_failed (HBaseTable *table)
{
  HBaseRowModel *model = model_of_pages (table, 2);
  g_autoptr (GError) error = NULL;

  set_away (table, TRUE);
  ck_assert (!load_more (model, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TABLE_DISABLED);
  set_away (table, FALSE);
  return model;
}

START_TEST (a_reloaded_page_does_not_end_a_load)
{
  g_autoptr (HBaseTable) table = filled_table (40);
  g_autoptr (HBaseRowModel) model = model_whose_load_failed (table);
  g_autoptr (HBaseRowItem) item = item_at (model, 3, NULL);

  assert_comes (item, 30);
  assert_away (model);
  assert_stopped (model, 20);
  ck_assert_uint_eq (load (model), 10);
  ck_assert_ptr_null (hbase_row_model_get_error (model));
  g_object_unref (item_at (model, 29, NULL));
  wait_for_items (model, 40);
}
END_TEST

START_TEST (a_cancel_does_not_end_a_load)
{
  g_autoptr (HBaseTable) table = filled_table (40);
  g_autoptr (HBaseRowModel) model = model_whose_load_failed (table);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  hbase_row_model_load_more_async (model, cancellable, api_done, &result);
  ck_assert (!hbase_row_model_load_more_finish (model, api_wait (&result), NULL, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_stopped (model, 20);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("row model errors");

  tcase_set_timeout (tests, 60);
  tcase_add_loop_test (tests, load_more_retries_a_failed_load, 0, 2);
  tcase_add_test (tests, a_loaded_page_has_failed_loads_retried);
  tcase_add_test (tests, a_page_is_loaded_once);
  tcase_add_test (tests, a_reloaded_page_does_not_end_a_load);
  tcase_add_test (tests, a_cancel_does_not_end_a_load);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("row model errors", fill)
