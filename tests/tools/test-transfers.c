/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Copies of tables with random histories, from one embedded database to another and back. */

#include "config.h"

#include "test-seed.h"
#include "tools/transfers.h"

static char *folder;

static void
set_up (void)
{
  folder = g_dir_make_tmp ("hbase-transfers-XXXXXX", NULL);
  ck_assert_ptr_nonnull (folder);
}

static void
tear_down (void)
{
  const char *const words[] = { "rm", "-r", folder, NULL };

  ck_assert (
      g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL));
  g_free (folder);
}

START_TEST (copies_are_equal)
{
  g_autoptr (GRand) rand = test_rand_new ("test-transfers");
  g_autofree char *from = g_strdup_printf ("local://%s/from", folder);
  g_autofree char *to = g_strdup_printf ("local://%s/to", folder);

  transfers_go_there_and_back (rand, folder, from, to);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("transfers");

  tcase_add_checked_fixture (tests, set_up, tear_down);
  tcase_add_test (tests, copies_are_equal);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("transfers", fill)
