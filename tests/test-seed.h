/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* FNV-1a, which no version of GLib changes. */
static inline guint32
hash_name (const char *name)
{
  guint32 hash = 2166136261u;

  for (; *name != '\0'; name++)
    hash = (hash ^ (guint8) *name) * 16777619u;
  return hash;
}

/* Returns the seed of a random test, and prints it. It is fixed for each name, so that the same sources give
 * the same result each time. HBASE_TEST_SEED sets another for all tests: a number, or "random", which chooses
 * one at run time, to explore. */
static inline guint32
test_seed (const char *name)
{
  const char *given = g_getenv ("HBASE_TEST_SEED");
  guint32 seed = hash_name (name);

  if (g_strcmp0 (given, "random") == 0)
    seed = g_random_int ();
  else if (given != NULL)
    seed = (guint32) g_ascii_strtoull (given, NULL, 0);
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
