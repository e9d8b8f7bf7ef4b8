/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <math.h>

#include "hbase-plan-counter-random-private.h"

#include "check-main.h"
#include "test-seed.h"

#define N 200000

START_TEST (numbers_are_those_of_splitmix64)
{
  /* The first numbers of SplitMix64 with the state 0. */
  HBasePlanCounterRandom zero = { 0 };

  ck_assert_uint_eq (hbase_plan_counter_random_at (zero, 0), G_GUINT64_CONSTANT (0xe220a8397b1dcdaf));
  ck_assert_uint_eq (hbase_plan_counter_random_at (zero, 1), G_GUINT64_CONSTANT (0x6e789e6aa1b965f4));
  ck_assert_uint_eq (hbase_plan_counter_random_at (zero, 2), G_GUINT64_CONSTANT (0x06c45d188009454f));
}
END_TEST

START_TEST (streams_and_seeds_differ)
{
  guint64 first = hbase_plan_counter_random_at (hbase_plan_counter_random_init (1, 1), 0);

  ck_assert_uint_ne (first, hbase_plan_counter_random_at (hbase_plan_counter_random_init (1, 2), 0));
  ck_assert_uint_ne (first, hbase_plan_counter_random_at (hbase_plan_counter_random_init (2, 1), 0));
}
END_TEST

START_TEST (scaled_numbers_are_below_the_bound)
{
  ck_assert_uint_eq (hbase_plan_random_scale (G_MAXUINT64, 10), 9);
  ck_assert_uint_eq (hbase_plan_random_scale (0, 10), 0);
  ck_assert_uint_eq (hbase_plan_random_scale (G_GUINT64_CONSTANT (1) << 63, 10), 5);
  ck_assert_uint_eq (hbase_plan_random_scale (G_MAXUINT64, G_MAXUINT64), G_MAXUINT64 - 1);
  ck_assert_uint_eq (hbase_plan_random_scale (42, 0), 42);
}
END_TEST

START_TEST (normal_numbers_have_their_mean_and_deviation)
{
  HBasePlanCounterRandom random = hbase_plan_counter_random_init (7, 0);
  double sum = 0, squares = 0;
  guint n = test_times (N);

  for (guint64 i = 0; i < n; i++)
    {
      HBasePlanRandomDraws draws = hbase_plan_counter_random_draws (random, i);
      double x = hbase_plan_random_draws_normal (&draws);

      sum += x;
      squares += x * x;
    }
  ck_assert_double_eq_tol (sum / n, 0, 5 / sqrt (n));
  ck_assert_double_eq_tol (squares / n, 1, 5 * sqrt (2.0 / n));
}
END_TEST

static const double exponents[] = { 0.5, 1, 1.1, 2 };

START_TEST (ranks_have_the_probabilities_of_zipf)
{
  enum { RANKS = 20 };
  HBasePlanCounterRandom random = hbase_plan_counter_random_init (7, 0);
  guint64 counts[RANKS + 1] = { 0 };
  double total = 0;
  guint n = test_times (N);
  HBasePlanZipf zipf;

  hbase_plan_zipf_init (&zipf, RANKS, exponents[_i]);
  for (guint64 i = 0; i < n; i++)
    {
      HBasePlanRandomDraws draws = hbase_plan_counter_random_draws (random, i);
      guint64 rank = hbase_plan_zipf_draw (&zipf, &draws);

      ck_assert (rank >= 1 && rank <= RANKS);
      counts[rank]++;
    }
  for (guint rank = 1; rank <= RANKS; rank++)
    total += pow (rank, -exponents[_i]);
  for (guint rank = 1; rank <= RANKS; rank++)
    {
      double share = pow (rank, -exponents[_i]) / total;

      ck_assert_double_eq_tol ((double) counts[rank] / n, share, 5 * sqrt (share / n));
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *numbers = tcase_create ("numbers");

  tcase_add_test (numbers, numbers_are_those_of_splitmix64);
  tcase_add_test (numbers, streams_and_seeds_differ);
  tcase_add_test (numbers, scaled_numbers_are_below_the_bound);
  tcase_add_test (numbers, normal_numbers_have_their_mean_and_deviation);
  tcase_add_loop_test (numbers, ranks_have_the_probabilities_of_zipf, 0, G_N_ELEMENTS (exponents));
  suite_add_tcase (suite, numbers);
}

TEST_MAIN ("counter-random", fill)
