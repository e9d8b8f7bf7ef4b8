/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "comparison.h"
#include "random-reads.h"
#include "test-seed.h"

/* This tests random reads on the embedded engine alone: the result doesn't depend on how it is fetched. */

#define N_TABLES 20
#define READS_A_TABLE 100

static char *
open_scanner (Target *target, const char *read)
{
  g_autofree char *call = g_strconcat ("openScanner", read + strlen ("getScannerResults"), NULL);

  strrchr (call, '}')[1] = '\0';
  return comparison_send (target, call);
}

/* Runs the same scan with a scanner, one row at a time. */
static char *
fetch_row_by_row (Target *target, const char *read)
{
  g_autofree char *id = open_scanner (target, read);
  g_autofree char *fetch = g_strdup_printf ("getScannerRows scannerId=%s numRows=1", id);
  g_autofree char *close = g_strdup_printf ("closeScanner scannerId=%s", id);
  GString *all = g_string_new (NULL);
  char *row;

  for (row = comparison_send (target, fetch); !g_str_equal (row, "[]") && !g_str_has_prefix (row, "TIOError");
       row = comparison_send (target, fetch))
    {
      g_string_append_printf (all, "%s%s", all->len > 0 ? "\n" : "", row);
      g_free (row);
    }
  g_free (comparison_send (target, close));
  if (all->len == 0)
    g_string_append (all, row);
  g_free (row);
  return g_string_free (all, FALSE);
}

static void
compare (Target *target, const char *read)
{
  g_autofree char *at_once = comparison_send (target, read), *row_by_row = NULL;

  ck_assert_msg (!g_str_has_prefix (at_once, "TApplicationException"), "%s: %s", read, at_once);
  if (!g_str_has_prefix (read, "getScannerResults") || !g_str_has_suffix (read, "99"))
    return;
  row_by_row = fetch_row_by_row (target, read);
  ck_assert_msg (g_str_equal (at_once, row_by_row), "%s:\nat once %s\nrow by row %s", read, at_once,
                 row_by_row);
}

START_TEST (all_ways_of_reading_return_the_same_rows)
{
  Target *target = target_open ("local::memory:");
  GRand *rand = test_rand_new ("random-reads");

  for (guint i = test_times (N_TABLES); i > 0; i--)
    {
      g_autofree char *name = g_strdup_printf ("random%u", i);
      g_autoptr (GPtrArray) calls = random_table (rand, name);

      for (guint j = 0; j < calls->len; j++)
        {
          g_autofree char *done = comparison_send (target, calls->pdata[j]);

          ck_assert_str_eq (done, "ok");
        }
      for (guint j = 0; j < READS_A_TABLE; j++)
        {
          g_autofree char *read = random_read (rand, name);

          compare (target, read);
        }
    }
  target_close (target);
  g_rand_free (rand);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("reads");

  tcase_add_test (tests, all_ways_of_reading_return_the_same_rows);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("random reads", fill)
