/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "faulty-vfs.h"
#include "numbered-row.h"
#include "test-seed.h"

#include "hbase-local-compaction-private.h"
#include "hbase-local-fsck-private.h"

/* The power is cut at random points, also within calls and while the log is checkpointed: of what was written
 * since the last sync any part is on the disk then. What was acknowledged before the cut is there, and a call
 * that was under way is done wholly or not at all. */

#define ROW "r"

/* Returns the number that the row holds after the cut. */
static guint64
read_after_cut (const char *directory)
{
  g_autoptr (GPtrArray) problems = NULL;
  guint64 number;
  Local local;

  local_open_at (&local, directory);
  number = numbered_row_read (&local, ROW);
  ck_assert_ptr_null (numbered_row_write (&local, ROW, number + 1, 0));
  ck_assert_uint_eq (numbered_row_read (&local, ROW), number + 1);
  local_close (&local);
  problems = hbase_local_fsck (directory, NULL, NULL);
  ck_assert_uint_eq (problems->len, 0);
  return number;
}

/* Values are of many sizes, so that the log is checkpointed now and then. */
static void
write_or_compact (Local *local, const char *directory, guint64 *number, GRand *rand)
{
  gsize padding = (gsize) g_rand_int_range (rand, 0, 20) * (gsize) g_rand_int_range (rand, 0, 2000);
  g_autoptr (GError) error = NULL;
  guint64 n_removed;

  if (g_rand_int_range (rand, 0, 20) == 0)
    {
      hbase_local_compact (directory, NULL, NULL, &n_removed, &error);
      ck_assert_no_error (error);
      return;
    }
  ck_assert_ptr_null (numbered_row_write (local, ROW, *number + 1, padding));
  ++*number;
}

/* Writes until the power is cut. Returns the number that was acknowledged before. */
static guint64
write_until_cut (Local *local, const char *directory, const char *to, guint64 *number, GRand *rand)
{
  guint64 acknowledged = *number;

  faulty_vfs_cut_power (to, (guint) g_rand_int_range (rand, 1, 60), rand);
  while (!faulty_vfs_was_power_cut ())
    {
      acknowledged = *number;
      write_or_compact (local, directory, number, rand);
    }
  return acknowledged;
}

static void
open_kept (Local *local, const char *directory)
{
  faulty_vfs_register ();
  faulty_vfs_keep_contents (directory);
  local_open_at (local, directory);
  make_table (local, TABLE, NUMBERED_ROW_FAMILIES);
}

START_TEST (acknowledged_writes_survive_power_cuts)
{
  g_autoptr (GRand) rand = test_rand_new ("test-local-power-cuts");
  char *directory = local_directory ();
  guint64 number = 0;
  Local local;

  open_kept (&local, directory);
  for (guint n = test_times (200); n > 0; n--)
    {
      char *to = local_directory ();
      guint64 acknowledged = write_until_cut (&local, directory, to, &number, rand);
      guint64 found = read_after_cut (to);

      ck_assert_msg (found == acknowledged || found == acknowledged + 1,
                     "%" G_GUINT64_FORMAT " was acknowledged, found %" G_GUINT64_FORMAT, acknowledged, found);
      local_remove (to);
    }
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* The database may be damaged, or refused as such. */
static gboolean
is_lost (const char *directory, guint64 acknowledged)
{
  HBaseLocalService *service = hbase_local_service_open (directory, HBASE_LOCAL_OPEN_EXISTING, NULL, NULL);
  g_autofree char *expected = g_strdup_printf (ROW " f:n@1=%" G_GUINT64_FORMAT, acknowledged);
  g_autofree char *next = g_strdup_printf (ROW " f:n@1=%" G_GUINT64_FORMAT, acknowledged + 1);
  g_autofree char *found = NULL;
  Local local;

  if (service == NULL)
    return TRUE;
  hbase_local_service_unref (service);
  local_open_at (&local, directory);
  found = get (&local, ROW, "f:n", 1);
  local_close (&local);
  return strcmp (found, expected) != 0 && strcmp (found, next) != 0;
}

/* If syncs have no effect, acknowledged writes are lost, so the test above can fail. */
START_TEST (writes_are_lost_without_syncs)
{
  g_autoptr (GRand) rand = test_rand_new ("test-local-power-cuts");
  char *directory = local_directory ();
  guint64 number = 0;
  guint n_losses = 0;
  Local local;

  open_kept (&local, directory);
  ck_assert_ptr_null (numbered_row_write (&local, ROW, ++number, 0));
  faulty_vfs_set_ignores_syncs (TRUE);
  for (guint n = 20; n > 0; n--)
    {
      char *to = local_directory ();
      guint64 acknowledged = write_until_cut (&local, directory, to, &number, rand);

      n_losses += is_lost (to, acknowledged);
      local_remove (to);
    }
  ck_assert_uint_gt (n_losses, 0);
  local_close (&local);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("power cuts");

  tcase_set_timeout (tests, 120);
  tcase_add_test (tests, acknowledged_writes_survive_power_cuts);
  tcase_add_test (tests, writes_are_lost_without_syncs);
  suite_add_tcase (suite, tests);
}

TEST_MAIN_FORKED ("local-power-cuts", fill)
