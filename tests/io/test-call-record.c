/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-call-record-private.h"

#include "check-main.h"

/* This tests the histogram of latencies. */

/* Returns the median of two calls of this duration. */
static guint64
median_of (gint64 duration_us)
{
  guint64 buckets[HBASE_LATENCY_BUCKETS] = { 0 };

  hbase_latencies_add (buckets, duration_us);
  hbase_latencies_add (buckets, duration_us);
  return hbase_latencies_get_quantile (buckets, 0.5);
}

/* A quantile is a whole number of microseconds. */
static void
check_duration (gint64 duration_us)
{
  guint64 median = median_of (duration_us);

  ck_assert_msg (median + 1 > (guint64) duration_us, "%" G_GINT64_FORMAT " µs: %" G_GUINT64_FORMAT,
                 duration_us, median);
  ck_assert_msg ((double) median <= (double) duration_us * 1.1893,
                 "%" G_GINT64_FORMAT " µs: %" G_GUINT64_FORMAT, duration_us, median);
}

START_TEST (a_quantile_is_at_most_a_fifth_too_large)
{
  for (gint64 duration = 1; duration < 5000; duration++)
    check_duration (duration);
  for (guint power = 12; power < 32; power++)
    for (gint64 more = -2; more <= 2; more++)
      check_duration ((G_GINT64_CONSTANT (1) << power) + more);
}
END_TEST

START_TEST (durations_out_of_range_are_counted)
{
  guint64 buckets[HBASE_LATENCY_BUCKETS] = { 0 };

  hbase_latencies_add (buckets, -1);
  hbase_latencies_add (buckets, 0);
  hbase_latencies_add (buckets, G_MAXINT64);
  ck_assert_uint_eq (buckets[0], 2);
  ck_assert_uint_eq (hbase_latencies_get_quantile (buckets, 0.1), 1);
  ck_assert_uint_ge (hbase_latencies_get_quantile (buckets, 1), G_GUINT64_CONSTANT (1) << 31);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("call record");

  tcase_add_test (tests, a_quantile_is_at_most_a_fifth_too_large);
  tcase_add_test (tests, durations_out_of_range_are_counted);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("call record", fill)
