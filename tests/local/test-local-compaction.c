/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"
#include "test-seed.h"

#include <gio/gio.h>

#include "hbase-error.h"
#include "hbase-local-compaction-private.h"
#include "hbase-local-fsck-private.h"

/* Compaction in a directory. Its rules are in the transcript `compactions` of tests/conformance. */

#define COUNT_CELLS "SELECT count(*) FROM cells_1"

static guint64
compact (const char *directory, const char *table)
{
  g_autoptr (GError) error = NULL;
  guint64 n_removed;

  hbase_local_compact (directory, table, NULL, &n_removed, &error);
  ck_assert_no_error (error);
  return n_removed;
}

static void
check_is_sound (const char *directory)
{
  g_autoptr (GPtrArray) problems = hbase_local_fsck (directory, NULL, NULL);

  ck_assert_uint_eq (problems->len, 0);
}

/* Many rows, so that it takes several steps, and a large one. */
START_TEST (hidden_cells_are_removed_from_all_rows)
{
  char *directory = local_directory ();
  g_autoptr (GString) wide = g_string_new (NULL);
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:1 g:2");
  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (wide, "%sf:q%04u@1=v", i > 0 ? " " : "", i);
  ck_text (put (&local, "wide", wide->str), "ok");
  for (guint i = 0; i < 2000; i++)
    {
      g_autofree char *row = g_strdup_printf ("r%04u", i);

      ck_text (put (&local, row, "f:a@1=1 f:a@2=2 f:a@3=3 g:a@1=1 g:a@2=2"), "ok");
    }
  ck_text (delete_columns (&local, "r0007", -1, "g:a"), "ok");
  ck_assert_int_eq (local_run_sql (directory, COUNT_CELLS), 15001);
  ck_assert_uint_eq (compact (directory, TABLE), 4003);
  ck_assert_int_eq (local_run_sql (directory, COUNT_CELLS), 10998);
  ck_assert_uint_eq (compact (directory, NULL), 0);
  ck_text (get (&local, "r0007", NULL, 9), "r0007 f:a@3=3");
  ck_text (get (&local, "r1999", NULL, 9), "r1999 f:a@3=3 g:a@2=2 g:a@1=1");
  ck_text (get (&local, "wide", "f:q4999", 9), "wide f:q4999@1=v");
  local_close (&local);
  check_is_sound (directory);
  local_remove (directory);
}
END_TEST

static void
change_randomly (Local *local, GRand *rand)
{
  static const char *const families[] = { "f", "g" }, *const qualifiers[] = { "", "a", "b" };
  const char *family = families[g_rand_int_range (rand, 0, 2)];
  const char *qualifier = qualifiers[g_rand_int_range (rand, 0, 3)];
  gint32 timestamp = g_rand_int_range (rand, 1, 7);
  g_autofree char *row = g_strdup_printf ("r%d", g_rand_int_range (rand, 0, 3));
  g_autofree char *cell
      = g_strdup_printf ("%s:%s@%d=%u", family, qualifier, timestamp, g_rand_int (rand) % 99);
  g_autofree char *column = g_strdup_printf ("%s:%s@%d", family, qualifier, timestamp);
  int type = g_rand_int_range (rand, HBASE_T_DELETE_TYPE_DELETE_COLUMN,
                               HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION + 1);

  if (g_rand_int_range (rand, 0, 3) > 0)
    ck_text (put (local, row, cell), "ok");
  else
    ck_text (delete_columns (local, row, type, column), "ok");
}

START_TEST (reads_return_the_same_after_a_compaction)
{
  g_autoptr (GRand) rand = test_rand_new ("test-local-compaction");

  for (guint n = test_times (60); n > 0; n--)
    {
      char *directory = local_directory ();
      g_autofree char *newest = NULL, *all = NULL;
      Local local;

      local_open_at (&local, directory);
      make_table (&local, TABLE, "f:1 g:3");
      for (guint i = 0; i < 60; i++)
        change_randomly (&local, rand);
      newest = scan (&local, "rows=9");
      all = scan (&local, "rows=9 versions=9");
      compact (directory, TABLE);
      ck_text (scan (&local, "rows=9"), newest);
      ck_text (scan (&local, "rows=9 versions=9"), all);
      ck_assert_uint_eq (compact (directory, TABLE), 0);
      local_close (&local);
      local_remove (directory);
    }
}
END_TEST

/* Enough is written that the calls compact the table themselves. */
START_TEST (a_table_that_is_overwritten_does_not_grow)
{
  char *directory = local_directory ();
  g_autoptr (GString) cells = g_string_new (NULL);
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:1 g:1");
  for (guint i = 0; i < 100; i++)
    {
      g_string_truncate (cells, 0);
      for (guint j = 0; j < 2000; j++)
        g_string_append_printf (cells, "%sf:%u@%u=v", j > 0 ? " " : "", j, i + 1);
      ck_text (put (&local, "r", cells->str), "ok");
    }
  ck_assert_int_lt (local_run_sql (directory, COUNT_CELLS), 60000);
  ck_text (get (&local, "r", "f:1999", 9), "r f:1999@100=v");
  local_close (&local);
  check_is_sound (directory);
  local_remove (directory);
}
END_TEST

START_TEST (errors_name_what_is_missing)
{
  char *directory = local_directory ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  guint64 n_removed = 1;
  Local local;

  ck_assert (!hbase_local_compact (directory, NULL, NULL, &n_removed, &error));
  ck_assert (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_STORAGE));
  g_clear_error (&error);
  local_open_at (&local, directory);
  ck_assert (!hbase_local_compact (directory, "none", NULL, &n_removed, &error));
  ck_assert (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND));
  ck_assert (strstr (error->message, "“none”") != NULL);
  g_clear_error (&error);
  make_table (&local, TABLE, "f");
  g_cancellable_cancel (cancelled);
  ck_assert (!hbase_local_compact (directory, NULL, cancelled, &n_removed, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  local_close (&local);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("compaction");

  tcase_set_timeout (tests, 120);
  tcase_add_test (tests, hidden_cells_are_removed_from_all_rows);
  tcase_add_test (tests, reads_return_the_same_after_a_compaction);
  tcase_add_test (tests, a_table_that_is_overwritten_does_not_grow);
  tcase_add_test (tests, errors_name_what_is_missing);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("local-compaction", fill)
