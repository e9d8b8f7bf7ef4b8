/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "row-models.h"

/* This tests that rows that a list model has dropped return to their positions, and that signals are emitted
 * in the right context. */

/* ---- dropped rows are loaded again ---- */

START_TEST (evicted_pages_are_reloaded)
{
  g_autoptr (HBaseTable) table = filled_table (30);
  g_autoptr (HBaseRowModel) model = model_of (table);
  guint64 exchanges;
  Recorder recorder;

  listen_to (model, &recorder);
  hbase_row_model_set_max_pages (model, 2);
  for (guint i = 0; i < 3; i++)
    load (model);
  assert_heard (&recorder, "l +0:10 L l +10:10 L l +20:10 L ");
  exchanges = n_exchanges (table);
  for (guint i = 10; i < 30; i++)
    {
      g_autoptr (HBaseRowItem) item = item_at (model, i, &recorder);

      ck_assert_uint_eq (number_of (item), 10 * i);
    }
  settle ();
  ck_assert_uint_eq (n_exchanges (table), exchanges);
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (HBaseRowItem) item = item_at (model, i, &recorder);

      ck_assert (i == 0 ? hbase_row_item_get_row (item) == NULL : TRUE);
      ck_assert (!hbase_row_item_get_deleted (item));
      while (!is_settled (item))
        g_main_context_iteration (NULL, TRUE);
      ck_assert_uint_eq (number_of (item), 10 * i);
    }
  ck_assert_uint_eq (n_exchanges (table), exchanges + 1);
  /* Neither that nor anything else moved the items. */
  assert_heard (&recorder, "");
  stop_listening (&recorder);
}
END_TEST

/* Keys that share much, little or nothing with their neighbours, of all byte values, up to the longest. */
static void
write_keys (HBaseTable *table)
{
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GError) error = NULL;
  static guint8 key[G_MAXINT16];

  for (guint i = 0; i < 4 * PAGE; i++)
    {
      gsize length = i < 20 ? i + 1 : i == 30 ? sizeof key : 300 - i;

      memset (key, (int) (i / 2 * 13), sizeof key);
      key[length - 1] ^= (guint8) i;
      g_ptr_array_add (puts, hbase_put_new (key, length));
      hbase_put_add_utf8 (puts->pdata[i], "f", "q", "v");
    }
  assert_works (hbase_table_put_multiple (table, puts, NULL, &error), error);
}

START_TEST (the_keys_of_dropped_rows_are_any_bytes)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (HBaseRowModel) model = NULL;
  guint n;

  write_keys (table);
  model = model_of (table);
  while (load (model) > 0)
    continue;
  n = g_list_model_get_n_items (G_LIST_MODEL (model));
  ck_assert_uint_gt (n, 3 * PAGE);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (HBaseRowItem) item = item_at (model, i, NULL);

      g_ptr_array_add (keys, hbase_row_dup_key_escaped (hbase_row_item_get_row (item)));
    }
  hbase_row_model_set_max_pages (model, 1);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (HBaseRowItem) item = settled_item (model, i);
      g_autofree char *key = hbase_row_dup_key_escaped (hbase_row_item_get_row (item));

      ck_assert_str_eq (key, keys->pdata[i]);
    }
}
END_TEST

static void
note_row (HBaseRowItem *item, GParamSpec *pspec, guint *n)
{
  ck_assert_ptr_nonnull (hbase_row_item_get_row (item));
  ++*n;
}

static void
note_deleted (HBaseRowItem *item, GParamSpec *pspec, guint *n)
{
  ck_assert_ptr_null (hbase_row_item_get_row (item));
  ck_assert (hbase_row_item_get_deleted (item));
  ++*n;
}

START_TEST (items_notify_when_their_row_arrives)
{
  g_autoptr (HBaseTable) table = filled_table (20);
  g_autoptr (HBaseRowModel) model = model_of (table);
  HBaseRowItem *items[PAGE];
  guint n_rows = 0, n_deleted = 0;

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
      g_signal_connect (items[i], "notify::deleted", G_CALLBACK (note_deleted), &n_deleted);
    }
  while (n_rows + n_deleted < PAGE)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_eq (n_deleted, 3);
  for (guint i = 0; i < PAGE; i++)
    {
      if (i == 0 || i == 4 || i == 9)
        ck_assert (hbase_row_item_get_deleted (items[i]));
      else
        ck_assert_uint_eq (number_of (items[i]), 10 * i);
      g_object_unref (items[i]);
    }
}
END_TEST

/* An item that is referenced keeps its row, whatever the model drops. */
START_TEST (referenced_items_keep_their_rows)
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

/* ---- contexts ---- */

static void
load_again (HBaseRowModel *model, guint position, guint removed, guint added, gpointer data)
{
  hbase_row_model_load_more_async (model, NULL, NULL, NULL);
}

/* Handlers may load more at once, and free the model. */
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

/* If another thread loads more, handlers are still called in the model's context: the recorder checks it. */
START_TEST (signals_are_emitted_in_the_models_context)
{
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBaseRowModel) model = model_of (table);
  Call call = { .model = model };
  GThread *thread;
  Recorder recorder;

  listen_to (model, &recorder);
  thread = g_thread_new ("elsewhere", load_from_elsewhere, &call);
  wait_for_items (model, 10);
  settle ();
  g_thread_join (thread);
  ck_assert_uint_eq (call.n, 10);
  assert_heard (&recorder, "l +0:10 L ");
  stop_listening (&recorder);
}
END_TEST

/* A model made in a context of its own needs only that context to be iterated. */
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
  TCase *tests = tcase_create ("row model turns");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, evicted_pages_are_reloaded);
  tcase_add_test (tests, the_keys_of_dropped_rows_are_any_bytes);
  tcase_add_test (tests, items_notify_when_their_row_arrives);
  tcase_add_test (tests, referenced_items_keep_their_rows);
  tcase_add_test (tests, handlers_may_do_anything);
  tcase_add_test (tests, signals_are_emitted_in_the_models_context);
  tcase_add_test (tests, a_context_of_its_own);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("row model turns", fill)
