/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase/cluster.h"

/* This tests two region servers: regions are moved, split and merged, clocks differ, and one server is
 * killed. */

static Cluster *cluster;
static Fixture *fixture;

static void
set_up (void)
{
  cluster = cluster_start (2);
  fixture = cluster_get_fixture (cluster);
}

static void
tear_down (void)
{
  cluster_stop (cluster);
}

/* ---- rows are retired by a server whose clock is behind ---- */

#define AHEAD_MS 10000

static void
assert_retired (HBaseTable *table, HBasePrependRequest *comment)
{
  gsize length;
  const guint8 *key = hbase_prepend_request_get_row (comment, &length);
  g_autoptr (HBaseGet) get = hbase_get_new (key, length);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_get (table, get, NULL, &error);
  const guint8 *guard;

  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 1);
  guard = hbase_row_get_value (row, "g", NULL, 0, &length);
  ck_assert_uint_eq (length, HBASE_PREPEND_TOKEN_LENGTH + 1);
  ck_assert_int_eq (guard[HBASE_PREPEND_TOKEN_LENGTH], 'r');
}

/* Server 2 writes a row and changes it; server 1 is given the region and retires the row. */
static void
retire_on_another_server (gpointer unused, guint number)
{
  g_autoptr (HBaseTable) table = cluster_table (cluster, "clocks");
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", NULL);
  g_autoptr (HBasePrepender) prepender = NULL;
  g_autoptr (HBasePrependRequest) comment = comment_new ("from the future");
  g_autoptr (HBasePut) change = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  const guint8 *key;

  table = api_add_key_schema (table, schema);
  prepender = hbase_prepender_new (table);
  assert_works (hbase_prepender_prepend (prepender, comment, NULL, &error), error);
  key = hbase_prepend_request_get_row (comment, &length);
  change = hbase_put_new (key, length);
  hbase_put_add_utf8 (change, "f", "more", "later");
  assert_works (hbase_table_put (table, change, NULL, &error), error);
  fixture_command (fixture, "move clocks x 1");
  assert_works (hbase_prepender_retire (prepender, key, length, NULL, &error), error);
  assert_retired (table, comment);
  /* Checks the row when it is on disk, and when delete markers have been removed. */
  fixture_command (fixture, "compact clocks");
  assert_retired (table, comment);
  ck_assert_int_eq (prepend_one (prepender, "next"), G_MAXINT64 - 1);
}

START_TEST (rows_are_retired_though_server_clocks_differ)
{
  cluster_create_table (cluster, "clocks");
  fixture_command (fixture, "clock 2 %d", AHEAD_MS);
  await_process (begin_process (retire_on_another_server, NULL, 0));
  fixture_command (fixture, "clock 2 0");
}
END_TEST

/* ---- regions that move, servers that crash ---- */

/* Splits and merges come before moves. A server remembers for two minutes where a region has moved; if that
 * region is split there while it is written to, gateways may believe the old server for that time, and fail
 * at the new one. */
static const char *const splits[] = {
  "split moving \\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xf0",
  "merge " CLUSTER_UNCHANGED " row00200",
  "split " CLUSTER_UNCHANGED " row00100",
};
static const char *const moves[] = {
  "move " CLUSTER_UNCHANGED " row00000 1",
  "move moving x 1",
  "move " CLUSTER_UNCHANGED " row00300 1",
  "flush moving",
  "move moving x 2",
};

static void
change (const char *const *changes, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      cluster_await_progress (cluster, 1);
      fixture_command (fixture, "%s", changes[i]);
    }
}

START_TEST (rows_are_read_and_written_while_regions_change)
{
  cluster_begin_work (cluster, "moving", 2, 2);
  change (splits, G_N_ELEMENTS (splits));
  cluster_allow_reversed (cluster);
  change (moves, G_N_ELEMENTS (moves));
  cluster_await_progress (cluster, 1);
  cluster_end_work (cluster);
}
END_TEST

#define LOGGED_ROWS 50

/* One row isn't logged: that it is missing shows that the server's memory was lost, and that the others came
 * from its log. */
static void
write_before_crash (gpointer unused, guint number)
{
  g_autoptr (HBaseTable) table = cluster_table (cluster, "logged");
  g_autoptr (HBasePut) unlogged = api_put ("unlogged", "value");
  g_autofree char *value = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < LOGGED_ROWS; i++)
    {
      g_autofree char *key = g_strdup_printf ("logged%02u", i);

      api_write (table, key, "value");
    }
  hbase_mutation_set_durability (HBASE_MUTATION (unlogged), HBASE_DURABILITY_SKIP_WAL);
  assert_works (hbase_table_put (table, unlogged, NULL, &error), error);
  value = api_read (table, "unlogged");
  ck_assert_str_eq (value, "value");
}

static void
check_after_crash (gpointer unused, guint number)
{
  g_autoptr (HBaseTable) table = cluster_table (cluster, "logged");
  g_autofree char *unlogged = api_read (table, "unlogged");

  ck_assert_ptr_null (unlogged);
  for (guint i = 0; i < LOGGED_ROWS; i++)
    {
      g_autofree char *key = g_strdup_printf ("logged%02u", i);
      g_autofree char *value = api_read (table, key);

      ck_assert_pstr_eq (value, "value");
    }
}

START_TEST (acknowledged_writes_survive_a_crash)
{
  cluster_create_table (cluster, "logged");
  await_process (begin_process (write_before_crash, NULL, 0));
  cluster_begin_work (cluster, "crashing", 2, 1);
  cluster_await_progress (cluster, 1);
  fixture_command (fixture, "crash 2");
  await_process (begin_process (check_after_crash, NULL, 0));
  cluster_await_progress (cluster, 2);
  cluster_end_work (cluster);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("cluster");

  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_set_timeout (tests, 180);
  tcase_add_test (tests, rows_are_retired_though_server_clocks_differ);
  tcase_add_test (tests, rows_are_read_and_written_while_regions_change);
  tcase_add_test (tests, acknowledged_writes_survive_a_crash);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("cluster-hbase", fill)
