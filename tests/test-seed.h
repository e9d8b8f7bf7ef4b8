/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Random tests choose a seed at run time and print it; HBASE_TEST_SEED sets it. */
static inline guint32
test_seed (const char *name)
{
  const char *given = g_getenv ("HBASE_TEST_SEED");
  guint32 seed = given != NULL ? (guint32) g_ascii_strtoull (given, NULL, 0) : g_random_int ();

  g_print ("%s: HBASE_TEST_SEED=%u\n", name, seed);
  return seed;
}

static inline GRand *
test_rand_new (const char *name)
{
  return g_rand_new_with_seed (test_seed (name));
}

/* Returns how often a random test does something: @times, divided by HBASE_TEST_DIVISOR, which is set where
 * the tests would be too slow. */
static inline guint
test_times (guint times)
{
  const char *given = g_getenv ("HBASE_TEST_DIVISOR");
  guint divisor = given != NULL ? (guint) g_ascii_strtoull (given, NULL, 0) : 1;

  return MAX (times / MAX (divisor, 1), 1);
}

static inline guint64
test_rand_uint64 (GRand *rand)
{
  return (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);
}
