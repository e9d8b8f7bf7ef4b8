/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "recorded-disk.h"
#include "test-seed.h"
#include "workload.h"

/* The power is cut after the writes, truncations, syncs and removals of a workload, also within calls, while
 * the log is checkpointed, and while the database is made, opened and closed: of what was written since the
 * last sync any part is on the disk then, as DiskLoss says. One of STRIDE such disks is tried. What was
 * acknowledged before the cut is there, and a call that was under way is done wholly or not at all. */

#define N_STEPS 300
/* Check can't measure a test of more than 71 minutes. */
#define N_PARTS (STRIDE == 1 ? 32 : 1)

/* What was acknowledged when so many changes had been made. */
typedef struct {
  guint n_changes;
  WorkloadState state;
} Mark;

static void
add_mark (GArray *marks, const WorkloadState *state)
{
  Mark mark = { recorded_disk_get_n_changes (), *state };

  g_array_append_val (marks, mark);
}

/* Returns the marks (element-type Mark). A call's first change comes after the mark before it. */
static GArray *
record_workload (const char *directory, GRand *rand)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  Workload workload;

  recorded_disk_begin (directory);
  workload_init (&workload, directory, rand);
  for (guint i = 0; i < N_STEPS; i++)
    {
      add_mark (marks, &workload.state);
      ck_assert_ptr_null (workload_step (&workload));
    }
  workload_close (&workload);
  add_mark (marks, &workload.state);
  recorded_disk_end ();
  return marks;
}

/* Returns what was acknowledged before the n-th change: the row of the write under way is uncertain. */
static WorkloadState
find_state (const GArray *marks, guint n)
{
  WorkloadState state;
  guint i = 0;

  while (i + 1 < marks->len && g_array_index (marks, Mark, i + 1).n_changes <= n)
    i++;
  state = g_array_index (marks, Mark, i).state;
  for (int row = 0; i + 1 < marks->len && row < WORKLOAD_ROWS; row++)
    if (g_array_index (marks, Mark, i + 1).state.numbers[row] > state.numbers[row])
      state.uncertain = row;
  return state;
}

static void
cut_power (const GArray *marks, guint n, DiskLoss loss, GRand *rand)
{
  char *to = local_directory ();
  WorkloadState expected = find_state (marks, n);

  recorded_disk_write (n, loss, rand, to);
  if (g_getenv ("HBASE_TEST_TRACE") != NULL)
    g_printerr ("after %u changes, loss %u\n", n, loss);
  workload_check (to, &expected);
  local_remove (to);
}

START_TEST (acknowledged_writes_survive_power_cuts)
{
  g_autoptr (GRand) rand = test_rand_new ("test-local-power-cuts");
  char *directory = local_directory ();
  g_autoptr (GArray) marks = record_workload (directory, rand);
  guint n_changes = recorded_disk_get_n_changes (), n_disks = 0;
  guint stride = STRIDE * N_PARTS * (100 / test_times (100));
  guint first = (guint) _i * STRIDE + (guint) g_rand_int_range (rand, 0, STRIDE);

  for (guint k = first; k < (n_changes + 1) * LOSS_N_KINDS; k += stride, n_disks++)
    cut_power (marks, k / LOSS_N_KINDS, k % LOSS_N_KINDS, rand);
  g_print ("campaign: %u disks\n", n_disks);
  ck_assert_uint_gt (n_disks, 0);
  local_remove (directory);
}
END_TEST

/* The database may be damaged, or refused as such. */
static gboolean
is_lost (const char *directory, const WorkloadState *expected)
{
  Local local;
  g_autofree char *error = local_try_open (&local, directory, HBASE_LOCAL_OPEN_EXISTING);
  g_autofree char *number = g_strdup_printf ("a f:n@1=%" G_GUINT64_FORMAT, expected->numbers[0]);
  g_autofree char *found = NULL;

  if (error != NULL)
    return TRUE;
  found = get (&local, "a", "f:n", 1);
  local_close (&local);
  return strcmp (found, number) != 0;
}

/* If syncs have no effect, acknowledged writes are lost, so the test above can fail. */
START_TEST (writes_are_lost_without_syncs)
{
  g_autoptr (GRand) rand = test_rand_new ("test-local-power-cuts");
  char *directory = local_directory ();
  g_autoptr (GArray) marks = record_workload (directory, rand);
  guint n_losses = 0;

  recorded_disk_set_ignores_syncs (TRUE);
  for (guint i = N_STEPS / 2; i < N_STEPS; i += 4)
    {
      const Mark *mark = &g_array_index (marks, Mark, i);
      char *to = local_directory ();

      recorded_disk_write (mark->n_changes, LOSS_MIXED, rand, to);
      n_losses += is_lost (to, &mark->state);
      local_remove (to);
    }
  ck_assert_uint_gt (n_losses, 0);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("power cuts");

  tcase_set_timeout (tests, 3600);
  tcase_add_loop_test (tests, acknowledged_writes_survive_power_cuts, 0, N_PARTS);
  tcase_add_test (tests, writes_are_lost_without_syncs);
  suite_add_tcase (suite, tests);
}

TEST_MAIN_FORKED ("local-power-cuts", fill)
