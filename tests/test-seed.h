/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <string.h>

#include <glib.h>

/* Returns the number itself, or that of the line NAME=NUMBER; NULL: it has none. */
static inline const char *
find_seed (const char *given, const char *name)
{
  gsize length = strlen (name);

  if (given == NULL || strchr (given, '=') == NULL)
    return given;
  while (given != NULL && (strncmp (given, name, length) != 0 || given[length] != '='))
    if ((given = strchr (given, '\n')) != NULL)
      given++;
  return given != NULL ? given + length + 1 : NULL;
}

/* Random tests choose a seed at run time and print it. HBASE_TEST_SEED sets it: a number for all tests, or a
 * line NAME=NUMBER for each. */
static inline guint32
test_seed (const char *name)
{
  const char *given = find_seed (g_getenv ("HBASE_TEST_SEED"), name);
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
