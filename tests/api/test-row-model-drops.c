/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "relay.h"
#include "row-models.h"

/* This tests models that are freed while a gateway keeps them waiting. */

typedef enum {
  BY_ITSELF,
  WITHOUT_CALLBACK,
  DROPPED_PAGE,
  POLL,
  N_LOADS,
} Load;

static guint64
n_acquired (HBaseTable *table)
{
  g_autoptr (GVariant) statistics = hbase_connection_get_statistics (hbase_table_get_connection (table));
  guint64 acquired = 0;

  ck_assert (g_variant_lookup (statistics, "acquired", "t", &acquired));
  return acquired;
}

/* Returns a model of two pages; the first one's rows were dropped. */
static HBaseRowModel *
model_behind (Relay *relay, HBaseTable **table)
{
  g_autofree char *uri = relay_uri (relay, 0);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  HBaseRowModel *model;

  api_create (connection, "t");
  *table = hbase_table_new (connection, "t");
  for (guint i = 0; i < 3 * PAGE; i++)
    write_row (*table, 10 * i, "v");
  model = model_of (*table);
  hbase_row_model_set_max_pages (model, 1);
  load (model);
  load (model);
  /* What isn't cancelled never ends. */
  g_object_set (*table, "timeout", 0, "attempt-timeout", 0, NULL);
  return model;
}

/* Begins to load, and waits until the gateway has received a request. */
static void
begin (HBaseRowModel *model, HBaseTable *table, Load load)
{
  g_autoptr (HBaseRowItem) item = NULL;

  if (load == BY_ITSELF)
    hbase_row_model_set_auto_load (model, TRUE);
  if (load == WITHOUT_CALLBACK)
    hbase_row_model_load_more_async (model, NULL, NULL, NULL);
  else if (load == POLL)
    hbase_row_model_set_follow (model, TRUE);
  else
    item = item_at (model, load == DROPPED_PAGE ? 0 : 2 * PAGE - 1, NULL);
  while (n_acquired (table) == 0)
    g_main_context_iteration (NULL, TRUE);
}

START_TEST (a_dropped_model_is_finalized_at_once)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = NULL;
  HBaseRowModel *model = model_behind (relay, &table);

  relay_tell (relay, 0, 100, RELAY_HOLD_REQUEST);
  begin (model, table, (Load) _i);
  g_object_add_weak_pointer (G_OBJECT (model), (gpointer *) &model);
  g_object_unref (model);
  ck_assert_ptr_null (model);
  while (n_acquired (table) > 0)
    g_main_context_iteration (NULL, TRUE);
}
END_TEST

/* Nothing was begun yet. */
START_TEST (a_model_may_be_dropped_before_it_loads)
{
  g_autoptr (HBaseTable) table = filled_table (5);
  HBaseRowModel *model = model_of (table);

  hbase_row_model_load_more_async (model, NULL, NULL, NULL);
  hbase_row_model_set_auto_load (model, TRUE);
  g_object_add_weak_pointer (G_OBJECT (model), (gpointer *) &model);
  g_object_unref (model);
  ck_assert_ptr_null (model);
  settle ();
}
END_TEST

/* Its callback receives the model. */
START_TEST (a_dropped_model_lives_until_its_call_completes)
{
  g_autoptr (HBaseTable) table = filled_table (5);
  HBaseRowModel *model = model_of (table);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  hbase_row_model_load_more_async (model, NULL, api_done, &result);
  g_object_add_weak_pointer (G_OBJECT (model), (gpointer *) &model);
  g_object_unref (model);
  ck_assert_ptr_nonnull (model);
  assert_works (hbase_row_model_load_more_finish (model, api_wait (&result), &n, &error), error);
  ck_assert_uint_eq (n, 5);
  g_clear_object (&result);
  settle ();
  ck_assert_ptr_null (model);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("row model drops");

  tcase_add_loop_test (tests, a_dropped_model_is_finalized_at_once, 0, N_LOADS);
  tcase_add_test (tests, a_model_may_be_dropped_before_it_loads);
  tcase_add_test (tests, a_dropped_model_lives_until_its_call_completes);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("row model drops", fill)
