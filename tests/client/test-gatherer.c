/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api/api.h"
#include "hbase-gatherer-private.h"
#include "hbase-table-private.h"

/* This tests which calls a gatherer sends together, where their tasks have priorities of their own: those of
 * a table's methods all have the default one. */

#define HIGH G_PRIORITY_DEFAULT
#define LOW G_PRIORITY_LOW

/* The operations that were run, in their order. */
typedef struct {
  guint n;
  int priorities[8];
} Log;

static Log ran;

typedef struct {
  HBaseTable *table;
  HBaseGatherer *gatherer;
  guint max_count;
} Setting;

static void
setting_clear (Setting *setting)
{
  hbase_gatherer_free (setting->gatherer);
  g_object_unref (setting->table);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Setting, setting_clear)

static Setting
make_setting (guint max_count)
{
  Setting setting = { api_table (), hbase_gatherer_new (), max_count };

  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *row = g_strdup_printf ("%u", i);

      api_write (setting.table, row, row);
    }
  return setting;
}

static void
run_logged (gpointer table, HBaseOperation *operation, guint timeout, guint attempt_timeout, GTask *task)
{
  ran.priorities[ran.n++] = g_task_get_priority (task);
  hbase_table_run_async (table, table, operation, task);
}

static HBaseGatherSettings
settings_of (const Setting *setting)
{
  return (HBaseGatherSettings){ .table = setting->table,
                                .run_async = run_logged,
                                .target = hbase_table_get_target (setting->table),
                                .max_count = setting->max_count };
}

static void
begin_get (Setting *setting, const char *row, int priority, GAsyncResult **result)
{
  const HBaseGatherSettings settings = settings_of (setting);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (row);
  GTask *task = hbase_task_new (setting->table, begin_get, NULL, api_done, result);

  g_task_set_priority (task, priority);
  hbase_gatherer_add (setting->gatherer, &settings, hbase_gathered_get_new (settings.target, get), task);
}

static void
assert_got (Setting *setting, GAsyncResult **result, const char *row)
{
  g_autoptr (GAsyncResult) held = api_wait (result);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) got = hbase_call_finish_pointer (setting->table, begin_get, held, &error);
  g_autofree char *value = NULL;

  ck_assert_no_error (error);
  value = hbase_row_dup_value_utf8 (got, "f:q");
  ck_assert_str_eq (value, row);
}

static void
assert_ran (guint n, const int *priorities)
{
  ck_assert_uint_eq (ran.n, n);
  for (guint i = 0; i < n; i++)
    ck_assert_int_eq (ran.priorities[i], priorities[i]);
}

/* Gets of both priorities begin in turns in one iteration, the lower one first. */
START_TEST (calls_of_each_priority_are_sent_together)
{
  static const int expected[] = { HIGH, LOW };
  g_auto (Setting) setting = make_setting (100);
  GAsyncResult *results[6] = { NULL };

  for (guint i = 0; i < 6; i++)
    begin_get (&setting, (const char[]){ (char) ('0' + i), '\0' }, i % 2 == 0 ? LOW : HIGH, &results[i]);
  for (guint i = 0; i < 6; i++)
    assert_got (&setting, &results[i], (const char[]){ (char) ('0' + i), '\0' });
  assert_ran (G_N_ELEMENTS (expected), expected);
}
END_TEST

/* A full request of one priority leaves that of the other one as it is. */
START_TEST (a_full_request_has_calls_of_one_priority)
{
  static const int expected[] = { HIGH, LOW };
  g_auto (Setting) setting = make_setting (2);
  GAsyncResult *results[3] = { NULL };

  begin_get (&setting, "0", LOW, &results[0]);
  begin_get (&setting, "1", HIGH, &results[1]);
  ck_assert_uint_eq (ran.n, 0);
  begin_get (&setting, "2", HIGH, &results[2]);
  ck_assert_uint_eq (ran.n, 1);
  assert_got (&setting, &results[1], "1");
  assert_got (&setting, &results[2], "2");
  assert_got (&setting, &results[0], "0");
  /* The one that is left is made alone, at its own priority. */
  assert_ran (G_N_ELEMENTS (expected), expected);
}
END_TEST

static gboolean
count_down (gpointer n)
{
  ck_assert_uint_eq (ran.n, 1);
  return --*(guint *) n > 0;
}

/* Calls of a low priority wait until nothing of a higher one is to be done, and are made then. */
START_TEST (calls_of_a_low_priority_wait)
{
  static const int expected[] = { HIGH, LOW };
  g_auto (Setting) setting = make_setting (100);
  GAsyncResult *results[4] = { NULL };
  guint n = 50;

  begin_get (&setting, "0", LOW, &results[0]);
  begin_get (&setting, "1", LOW, &results[1]);
  begin_get (&setting, "2", HIGH, &results[2]);
  begin_get (&setting, "3", HIGH, &results[3]);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, count_down, &n, NULL);
  for (guint i = 4; i > 0; i--)
    assert_got (&setting, &results[i - 1], (const char[]){ (char) ('0' + i - 1), '\0' });
  ck_assert_uint_eq (n, 0);
  assert_ran (G_N_ELEMENTS (expected), expected);
}
END_TEST

static void
set_up (void)
{
  ran = (Log){ 0 };
}

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("priorities");

  tcase_add_checked_fixture (tests, set_up, NULL);
  tcase_add_test (tests, calls_of_each_priority_are_sent_together);
  tcase_add_test (tests, a_full_request_has_calls_of_one_priority);
  tcase_add_test (tests, calls_of_a_low_priority_wait);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("gatherer", fill)
