/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Copies of tables with random histories from the embedded engine to a real HBase and back: all reads of
 * the copies return the same, raw ones too. */

#include "config.h"

#include "hbase/fixture.h"
#include "test-seed.h"
#include "tools/transfers.h"

static Fixture *fixture;

static void
set_up (void)
{
  fixture = fixture_start ("binary compact-framed");
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

START_TEST (a_table_goes_to_a_cluster_and_back)
{
  g_autoptr (GRand) rand = test_rand_new ("test-transfers-hbase");
  const char *folder = fixture_directory (fixture);
  g_autofree char *local = g_strdup_printf ("local://%s/local", folder);
  g_autofree char *cluster = fixture_uri (fixture, "binary");

  transfers_go_there_and_back (rand, folder, local, cluster);
}
END_TEST

/* Here HBase makes the timestamps and the markers. */
START_TEST (a_table_of_a_cluster_is_copied)
{
  g_autoptr (GRand) rand = test_rand_new ("test-transfers-hbase");
  const char *folder = fixture_directory (fixture);
  g_autofree char *local = g_strdup_printf ("local://%s/local", folder);
  g_autofree char *cluster = fixture_uri (fixture, "binary");

  for (guint i = test_times (4); i > 0; i--)
    {
      g_autofree char *name = g_strdup_printf ("c%u", i), *copy = g_strdup_printf ("copy%u", i);

      transfers_draw_table (rand, cluster, name);
      transfers_copy (rand, folder, cluster, name, local, name);
      transfers_assert_equal (cluster, name, local, name);
      transfers_copy (rand, folder, cluster, name, cluster, copy);
      transfers_assert_equal (cluster, name, cluster, copy);
      /* A flush removes what no read returns: what reads return stays equal. */
      fixture_command (fixture, "flush %s", name);
      fixture_command (fixture, "flush %s", copy);
      transfers_run (folder, 0, "verify '%s' %s '%s' %s --visible", cluster, name, cluster, copy);
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("transfers");

  tcase_set_timeout (tests, 600);
  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_add_test (tests, a_table_goes_to_a_cluster_and_back);
  tcase_add_test (tests, a_table_of_a_cluster_is_copied);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("transfers on HBase", fill)
