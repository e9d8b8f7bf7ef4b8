/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase/cluster.h"
#include "test-seed.h"

/* This tests some minutes of random changes of regions and servers, while rows are written and read. */

#define N_SERVERS 3
#define N_CHANGES 50
#define ROWS "rows"
#define MAX_SKEW_MS 3000

typedef struct {
  Cluster *cluster;
  Fixture *fixture;
  GRand *rand;
  guint servers[N_SERVERS]; /* the numbers of those that run */
} ClusterChanges;

static Cluster *cluster;

static void
set_up (void)
{
  cluster = cluster_start (N_SERVERS);
}

static void
tear_down (void)
{
  cluster_stop (cluster);
}

/* ---- changes ---- */

static guint
draw (ClusterChanges *changes, guint n)
{
  return (guint) g_rand_int_range (changes->rand, 0, (gint32) n);
}

static gint
draw_skew (ClusterChanges *changes)
{
  return g_rand_int_range (changes->rand, -MAX_SKEW_MS, MAX_SKEW_MS + 1);
}

/* Returns "TABLE ROW" of a row that exists or could exist. */
static char *
draw_row_of_table (ClusterChanges *changes)
{
  guint64 below = draw (changes, 3000);

  if (draw (changes, 2) == 0)
    return g_strdup_printf (CLUSTER_UNCHANGED " row%05u", draw (changes, 600));
  return g_strdup_printf (ROWS " \\x7f\\xff\\xff\\xff\\xff\\xff\\x%02x\\x%02x", 0xff - (guint) (below >> 8),
                          0xff - (guint) (below & 0xff));
}

static const char *
draw_table (ClusterChanges *changes)
{
  return draw (changes, 2) == 0 ? CLUSTER_UNCHANGED : ROWS;
}

static gboolean
succeeds (ClusterChanges *changes, const char *command)
{
  g_autofree char *answer = fixture_ask (changes->fixture, command);

  return g_str_has_prefix (answer, "ok");
}

static gboolean
move (ClusterChanges *changes)
{
  g_autofree char *place = draw_row_of_table (changes);
  g_autofree char *command
      = g_strdup_printf ("move %s %u", place, changes->servers[draw (changes, N_SERVERS)]);

  return succeeds (changes, command);
}

/* Refused if a region still has files of the one that it was split from. */
static gboolean
split (ClusterChanges *changes)
{
  g_autofree char *place = draw_row_of_table (changes);
  g_autofree char *command = g_strconcat ("split ", place, NULL);

  return succeeds (changes, command);
}

static gboolean
merge (ClusterChanges *changes)
{
  g_autofree char *place = draw_row_of_table (changes);
  g_autofree char *command = g_strconcat ("merge ", place, NULL);

  return succeeds (changes, command);
}

static gboolean
flush (ClusterChanges *changes)
{
  g_autofree char *command = g_strconcat ("flush ", draw_table (changes), NULL);

  return succeeds (changes, command);
}

static gboolean
compact (ClusterChanges *changes)
{
  g_autofree char *command = g_strconcat ("compact ", draw_table (changes), NULL);

  return succeeds (changes, command);
}

static gboolean
set_clock (ClusterChanges *changes)
{
  g_autofree char *command
      = g_strdup_printf ("clock %u %d", changes->servers[draw (changes, N_SERVERS)], draw_skew (changes));

  return succeeds (changes, command);
}

/* Another one is started, before or after its regions have been opened elsewhere. */
static gboolean
crash (ClusterChanges *changes)
{
  guint *server = &changes->servers[draw (changes, N_SERVERS)];

  fixture_command (changes->fixture, "crash %u", *server);
  if (draw (changes, 2) == 0)
    fixture_command (changes->fixture, "recover");
  *server = fixture_query (changes->fixture, "start-server %d", draw_skew (changes));
  fixture_command (changes->fixture, "recover");
  return TRUE;
}

typedef struct {
  const char *name;
  gboolean (*happen) (ClusterChanges *changes);
  guint n, n_done;
} Kind;

static Kind kinds[] = {
  { .name = "move", .happen = move },       { .name = "split", .happen = split },
  { .name = "merge", .happen = merge },     { .name = "flush", .happen = flush },
  { .name = "compact", .happen = compact }, { .name = "clock", .happen = set_clock },
  { .name = "crash", .happen = crash },
};

/* ---- all of it ---- */

static void
make_changes (ClusterChanges *changes, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      /* Half of the changes are moves; the first ones are one of each kind. */
      guint drawn = draw (changes, 2 * G_N_ELEMENTS (kinds));
      Kind *kind = &kinds[i < G_N_ELEMENTS (kinds) ? i : drawn < G_N_ELEMENTS (kinds) ? drawn : 0];

      cluster_await_progress (changes->cluster, 1);
      kind->n++;
      kind->n_done += kind->happen (changes);
    }
}

START_TEST (no_row_is_lost_while_servers_crash_and_regions_move)
{
  g_autoptr (GRand) rand = test_rand_new ("cluster");
  ClusterChanges changes = { cluster, cluster_get_fixture (cluster), rand, { 1, 2, 3 } };

  cluster_begin_work (cluster, ROWS, 2, 2);
  make_changes (&changes, test_times (N_CHANGES));
  cluster_await_progress (cluster, 1);
  cluster_end_work (cluster);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_print ("%s: %u of %u\n", kinds[i].name, kinds[i].n_done, kinds[i].n);
      ck_assert_msg (kinds[i].n_done > 0 || kinds[i].n < 3, "no %s was possible", kinds[i].name);
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("cluster");

  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_set_timeout (tests, 3600);
  tcase_add_test (tests, no_row_is_lost_while_servers_crash_and_regions_move);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("cluster-long", fill)
