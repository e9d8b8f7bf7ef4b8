/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "faulty-vfs.h"
#include "test-seed.h"
#include "workload.h"

/* In a workload each STRIDE-th call to the disk fails: once, or all calls of its kind from it on, until the
 * database is opened again. Each error is reported as the storage's; what was acknowledged is there, and a
 * write that failed isn't, unless its error says that it may be. Then the workload goes on. */

#define N_STEPS 60
/* Steps after the first error, and after the database was opened again. */
#define N_MORE_STEPS 3
#define MOST_TIMES G_MAXUINT
/* Of these calls each one fails, as there are few of some kinds. */
#define N_FIRST 4

/* Returns whether a step has failed. */
static gboolean
run_until_failure (Workload *workload)
{
  for (guint i = 0; i < N_STEPS; i++)
    {
      g_autofree char *error = workload_step (workload);

      if (error != NULL)
        return TRUE;
    }
  return FALSE;
}

/* They may fail, too. */
static void
try_more_steps (Workload *workload)
{
  for (guint i = 0; i < N_MORE_STEPS; i++)
    g_free (workload_step (workload));
}

static void
make_more_steps (Workload *workload)
{
  for (guint i = 0; i < N_MORE_STEPS; i++)
    {
      g_autofree char *error = workload_step (workload);

      ck_assert_msg (error == NULL, "after the fault: %s", error);
    }
}

/* Returns FALSE if the workload makes fewer than n such calls. */
static gboolean
try_fault (Fault fault, guint nth, guint n_times, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  char *directory = local_directory ();
  Workload workload;
  guint n_failures;

  workload_init (&workload, directory, rand);
  faulty_vfs_arm_times (fault, nth, n_times);
  if (run_until_failure (&workload))
    try_more_steps (&workload);
  n_failures = faulty_vfs_disarm ();
  workload_close (&workload);
  make_more_steps (&workload);
  if (workload.is_open)
    workload_check_rows (&workload);
  workload_close (&workload);
  workload_check (directory, &workload.state);
  local_remove (directory);
  return n_failures > 0;
}

static const struct {
  Fault fault;
  const char *name;
} faults[] = {
  { FAULT_FULL, "no space" }, { FAULT_WRITE, "write" },     { FAULT_SHORT_WRITE, "short write" },
  { FAULT_SYNC, "sync" },     { FAULT_READ, "read" },       { FAULT_TRUNCATION, "truncation" },
  { FAULT_SIZE, "size" },     { FAULT_REMOVAL, "removal" }, { FAULT_SHM, "shared memory" },
  { FAULT_LOCK, "lock" },     { FAULT_OPEN, "open" },
};

static guint
try_each_call (Fault fault, const char *name, guint n_times, GRand *rand)
{
  guint stride = STRIDE * (100 / test_times (100)), n_runs = 0;
  guint32 seed = g_rand_int (rand);

  for (guint nth = 1;; nth += nth < N_FIRST ? 1 : stride, n_runs++)
    {
      if (g_getenv ("HBASE_TEST_TRACE") != NULL)
        g_printerr ("%s %u, %s, seed %u\n", name, nth, n_times == 1 ? "once" : "and all after it", seed);
      if (!try_fault (fault, nth, n_times, seed))
        return n_runs;
    }
}

START_TEST (each_call_to_the_disk_may_fail)
{
  g_autoptr (GRand) rand = test_rand_new (faults[_i].name);
  guint n_runs;

  faulty_vfs_register ();
  n_runs = try_each_call (faults[_i].fault, faults[_i].name, 1, rand);
  n_runs += try_each_call (faults[_i].fault, faults[_i].name, MOST_TIMES, rand);
  g_print ("campaign: %u faults\n", n_runs);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("each fault");

  tcase_set_timeout (tests, 3600);
  tcase_add_loop_test (tests, each_call_to_the_disk_may_fail, 0, G_N_ELEMENTS (faults));
  suite_add_tcase (suite, tests);
}

TEST_MAIN_FORKED ("local-each-fault", fill)
