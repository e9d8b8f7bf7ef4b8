/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "histories.h"
#include "test-seed.h"

/* Fourteen thousand random histories, each with a seed of its own. */

/* With fewer histories than ENOUGH, some kinds of failures needn't occur. With more, histories are added
 * until each kind has occurred, as the rarest occurs once in a thousand; MOST is where that has failed. */
#define ENOUGH 300
#define MOST 30000

typedef void (*History) (World *world, GRand *rand);

guint32 history_seed;

static void
run_history (World *world, GRand *rand, History history, guint32 seed)
{
  history_seed = seed;
  g_rand_set_seed (rand, seed);
  history (world, rand);
}

/* Returns an event of the list that hasn't occurred, or NULL. */
static const char *
find_missing (World *world, const char *const *events)
{
  for (guint i = 0; events[i] != NULL; i++)
    if (world_get_n_noted (world, events[i]) == 0)
      return events[i];
  return NULL;
}

static const char *const usual_events[] = {
  "break_channel", "gateway_restarts", "late_request_arrives",
  "request_stays", "run_is_ended",     "scanners_expire",
  "refused",       "failed",           NULL,
};
static const char *const events_of_writes[] = { "executed twice", "failed though executed", NULL };
static const char *const events_of_all_writes[]
    = { "executed twice", "failed though executed", "refused though executed", "executed in part", NULL };
static const char *const events_of_scans[]
    = { "misordered", "foreign family", "not continued", "not accepted", NULL };
static const char *const events_of_regions[] = { "a region is split", "regions are merged", NULL };
static const char *const no_events[] = { NULL };

/* Each of these histories fails with the defect of that name in defects/, and is run every time. After a
 * change of what histories draw they are others: find new ones by the patch of the defect. */
static const guint32 known_scans[] = {
  3708884016, /* unordered-repeated-parts */
  1932850054, /* unordered-rows-beyond-the-limit */
  3204013088, /* unordered-rows-beyond-the-limit */
  2211997353, /* unsplit-stop-row */
  4116786568, /* unsplit-stop-row */
  0,
};
static const guint32 known_salted_scans[] = {
  580160555,  /* unordered-repeated-parts */
  3782242954, /* unordered-repeated-parts */
  1778886403, /* unordered-rows-past-the-end */
  0,
};
static const guint32 no_known[] = { 0 };

static void
run_histories (
    const char *name, History history, const guint32 *known, const char *const *more_events, guint n)
{
  g_autoptr (GRand) seeds = test_rand_new (name);
  g_autoptr (GRand) rand = g_rand_new_with_seed (0);
  g_autoptr (World) world = world_new (rand);
  const char *given = g_getenv ("HBASE_TEST_HISTORY"), *missing = NULL;
  guint n_times = test_times (n), i;

  if (given != NULL)
    {
      run_history (world, rand, history, (guint32) g_ascii_strtoull (given, NULL, 0));
      return;
    }
  for (i = 0; known[i] != 0; i++)
    run_history (world, rand, history, known[i]);
  for (i = 0; i < n_times || (missing != NULL && n_times >= ENOUGH && i < MOST); i++)
    {
      run_history (world, rand, history, g_rand_int (seeds));
      missing = find_missing (world, usual_events);
      if (missing == NULL)
        missing = find_missing (world, more_events);
    }
  g_print ("campaign: %u histories\n", i);
  /* The result is meaningful only if the failures occurred. */
  ck_assert_msg (missing == NULL || n_times < ENOUGH, "in %u histories this never happened: %s", i, missing);
}

START_TEST (test_scans)
{
  run_histories ("scans", history_of_scans, known_scans, events_of_scans, 3000);
}
END_TEST

START_TEST (test_salted_scans)
{
  run_histories ("salted scans", history_of_salted_scans, known_salted_scans, no_events, 1000);
}
END_TEST

START_TEST (test_scans_of_changing_regions)
{
  run_histories ("scans of changing regions", history_of_scans_of_changing_regions, no_known,
                 events_of_regions, 2000);
}
END_TEST

START_TEST (test_pages)
{
  run_histories ("pages", history_of_pages, no_known, no_events, 1500);
}
END_TEST

START_TEST (test_salted_pages)
{
  run_histories ("salted pages", history_of_salted_pages, no_known, no_events, 500);
}
END_TEST

START_TEST (test_prepends)
{
  run_histories ("prepends", history_of_prepends, no_known, events_of_writes, 3000);
}
END_TEST

START_TEST (test_salted_rows)
{
  run_histories ("salted rows", history_of_salted_rows, no_known, events_of_writes, 1000);
}
END_TEST

START_TEST (test_writes)
{
  run_histories ("writes", history_of_writes, no_known, events_of_all_writes, 2000);
}
END_TEST

/* They take seconds; with sanitizers on a busy machine, minutes. */
#define TIMEOUT 300

static void
add (Suite *suite, const char *name, const TTest *plain, const TTest *salted)
{
  TCase *histories = tcase_create (name);

  tcase_set_timeout (histories, TIMEOUT);
  tcase_add_test (histories, plain);
  if (salted != NULL)
    tcase_add_test (histories, salted);
  suite_add_tcase (suite, histories);
}

/* Their names are those in defects/. */
static void
fill (Suite *suite)
{
  add (suite, "scans", test_scans, test_salted_scans);
  add (suite, "scans of changing regions", test_scans_of_changing_regions, NULL);
  add (suite, "pages", test_pages, test_salted_pages);
  add (suite, "prepends", test_prepends, NULL);
  add (suite, "salted rows", test_salted_rows, NULL);
  add (suite, "writes", test_writes, NULL);
}

TEST_MAIN ("simulation", fill)
