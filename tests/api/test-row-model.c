/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "row-models.h"

#include "test-seed.h"

/* This tests the list model over pages: positions that never change, loading by request and automatically,
 * errors. */

/* ---- loading ---- */

START_TEST (loaded_pages_append_items)
{
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBaseRowModel) model = model_of (table);
  Recorder recorder;

  listen_to (model, &recorder);
  ck_assert (hbase_row_model_get_has_more (model));
  ck_assert_uint_eq (g_list_model_get_n_items (G_LIST_MODEL (model)), 0);
  ck_assert_ptr_null (item_at (model, 0, &recorder));
  ck_assert (g_list_model_get_item_type (G_LIST_MODEL (model)) == HBASE_TYPE_ROW_ITEM);
  ck_assert_uint_eq (load (model), 10);
  assert_heard (&recorder, "l +0:10 L ");
  ck_assert_uint_eq (load (model), 10);
  ck_assert (hbase_row_model_get_has_more (model));
  ck_assert_uint_eq (load (model), 5);
  ck_assert (!hbase_row_model_get_has_more (model));
  assert_heard (&recorder, "l +10:10 L l +20:5 L ");
  ck_assert_uint_eq (load (model), 0);
  assert_heard (&recorder, "");
  for (guint i = 0; i < 25; i++)
    {
      g_autoptr (HBaseRowItem) item = item_at (model, i, &recorder);

      ck_assert_uint_eq (number_of (item), 10 * i);
    }
  ck_assert_ptr_null (item_at (model, 25, &recorder));
  ck_assert_ptr_null (item_at (model, G_MAXUINT, &recorder));
  stop_listening (&recorder);
}
END_TEST

START_TEST (a_position_has_one_item)
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

START_TEST (a_model_begins_at_the_iterators_position)
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
  ck_assert_ptr_eq (hbase_row_model_get_iterator (model), pages);
  load (model);
  item = item_at (model, 0, NULL);
  ck_assert_uint_eq (number_of (item), 100);
}
END_TEST

/* Rows are inserted and deleted in the table: positions stay the same, and later pages continue after
 * them. */
START_TEST (positions_never_change)
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

          if (hbase_row_item_get_deleted (item))
            ck_assert_ptr_null (there);
          else
            ck_assert_uint_eq (number_of (item), keys[place]);
        }
    }
}
END_TEST

/* ---- automatic loading ---- */

START_TEST (a_model_auto_loads_near_its_end)
{
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBaseRowModel) model = model_of (table);
  g_autoptr (HBaseRowItem) early = NULL;
  g_autoptr (HBaseRowItem) late = NULL;
  Recorder recorder;

  listen_to (model, &recorder);
  settle ();
  assert_heard (&recorder, "");
  hbase_row_model_set_auto_load (model, TRUE);
  ck_assert (hbase_row_model_get_auto_load (model));
  assert_heard (&recorder, "");
  wait_for_items (model, 10);
  settle ();
  assert_heard (&recorder, "l +0:10 L ");
  late = item_at (model, 9, &recorder);
  wait_for_items (model, 20);
  settle ();
  assert_heard (&recorder, "l +10:10 L ");
  early = item_at (model, 0, &recorder);
  settle ();
  assert_heard (&recorder, "");
  g_clear_object (&late);
  for (guint i = 10; i < 20; i++)
    {
      g_clear_object (&late);
      late = item_at (model, i, &recorder);
    }
  wait_for_items (model, 25);
  settle ();
  assert_heard (&recorder, "l +20:5 L ");
  g_clear_object (&late);
  late = item_at (model, 24, &recorder);
  settle ();
  assert_heard (&recorder, "");
  stop_listening (&recorder);
}
END_TEST

/* ---- errors ---- */

START_TEST (errors_are_reported_and_cleared)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (HBaseRowModel) model = model_of (table);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) property = NULL;
  guint n;
  Recorder recorder;

  listen_to (model, &recorder);
  ck_assert (!load_more (model, &n, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND);
  ck_assert_uint_eq (n, 0);
  g_object_get (model, "error", &property, NULL);
  ck_assert_error (property, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND);
  ck_assert (!hbase_row_model_get_loading (model));
  assert_heard (&recorder, "l L ");
  ck_assert_str_eq (recorder.errors->str, "e");
  /* It isn't repeated automatically. */
  hbase_row_model_set_auto_load (model, TRUE);
  settle ();
  assert_heard (&recorder, "");
  api_create (connection, "t");
  write_row (table, 7, "v");
  ck_assert_uint_eq (load (model), 1);
  assert_heard (&recorder, "l +0:1 L ");
  ck_assert_str_eq (recorder.errors->str, "eE");
  ck_assert_ptr_null (hbase_row_model_get_error (model));
  stop_listening (&recorder);
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

START_TEST (a_cancel_is_not_an_error_of_the_model)
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

START_TEST (a_model_without_an_iterator_is_reported)
{
  g_autoptr (HBaseRowModel) model = g_object_new (HBASE_TYPE_ROW_MODEL, NULL);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_row_model_get_iterator (model));
  ck_assert (!load_more (model, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "“iterator”");
}
END_TEST

static void
note_priority (GListModel *model, guint position, guint removed, guint added, int *priority)
{
  *priority = g_source_get_priority (g_main_current_source ());
}

START_TEST (loads_have_the_models_priority)
{
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBaseRowModel) model = model_of (table);
  int priority = G_PRIORITY_DEFAULT;

  ck_assert_int_eq (hbase_row_model_get_io_priority (model), G_PRIORITY_DEFAULT);
  hbase_row_model_set_io_priority (model, G_PRIORITY_LOW);
  ck_assert_int_eq (hbase_row_model_get_io_priority (model), G_PRIORITY_LOW);
  g_signal_connect (model, "items-changed", G_CALLBACK (note_priority), &priority);
  load (model);
  ck_assert_int_eq (priority, G_PRIORITY_LOW);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("row model");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, loads_have_the_models_priority);
  tcase_add_test (tests, loaded_pages_append_items);
  tcase_add_test (tests, a_position_has_one_item);
  tcase_add_test (tests, an_empty_table_has_no_items);
  tcase_add_test (tests, a_model_begins_at_the_iterators_position);
  tcase_add_test (tests, positions_never_change);
  tcase_add_test (tests, a_model_auto_loads_near_its_end);
  tcase_add_test (tests, errors_are_reported_and_cleared);
  tcase_add_test (tests, overlapping_loads_are_refused);
  tcase_add_test (tests, a_cancel_is_not_an_error_of_the_model);
  tcase_add_test (tests, a_model_without_an_iterator_is_reported);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("row model", fill)
