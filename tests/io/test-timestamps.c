/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"

#include "hbase-timestamps-private.h"

/* This tests the timestamps of a client whose clock stands still, or goes backward. */

static gint64 test_clock;

static gint64
read_test_clock (void)
{
  return test_clock;
}

static HBaseTimestamps *
timestamps_at (gint64 ms)
{
  HBaseTimestamps *timestamps = hbase_timestamps_new ();

  timestamps->now = read_test_clock;
  test_clock = ms;
  return timestamps;
}

START_TEST (each_timestamp_is_greater_than_the_one_before)
{
  HBaseTimestamps *timestamps = timestamps_at (1000);

  ck_assert_int_eq (hbase_timestamps_draw (timestamps), 1000);
  ck_assert_int_eq (hbase_timestamps_draw (timestamps), 1001);
  test_clock = 900;
  ck_assert_int_eq (hbase_timestamps_draw (timestamps), 1002);
  test_clock = 1002;
  ck_assert_int_eq (hbase_timestamps_draw (timestamps), 1003);
  test_clock = 5000;
  ck_assert_int_eq (hbase_timestamps_draw (timestamps), 5000);
  hbase_timestamps_free (timestamps);
}
END_TEST

#define N_DRAWN 10000

static gpointer
draw_all (gpointer timestamps)
{
  gint64 *drawn = g_new (gint64, N_DRAWN);

  for (guint i = 0; i < N_DRAWN; i++)
    drawn[i] = hbase_timestamps_draw (timestamps);
  return drawn;
}

START_TEST (no_two_threads_get_the_same_one)
{
  HBaseTimestamps *timestamps = timestamps_at (1);
  GThread *thread = g_thread_new ("drawing", draw_all, timestamps);
  g_autofree gint64 *own = draw_all (timestamps), *others = g_thread_join (thread);
  guint i = 0, k = 0;

  while (i < N_DRAWN && k < N_DRAWN)
    {
      ck_assert_int_ne (own[i], others[k]);
      if (own[i] < others[k])
        i++;
      else
        k++;
    }
  ck_assert_int_eq (hbase_timestamps_draw (timestamps), 2 * N_DRAWN + 1);
  hbase_timestamps_free (timestamps);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("timestamps");

  tcase_add_test (tests, each_timestamp_is_greater_than_the_one_before);
  tcase_add_test (tests, no_two_threads_get_the_same_one);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("timestamps", fill)
