/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase/cluster.h"
#include "test-seed.h"

/* This tests some minutes of random changes of regions and servers, while rows are written and read. */

#define N_SERVERS 3
#define N_CHANGES 150
#define ROWS "rows"
#define MAX_SKEW_MS 3000

typedef struct {
  Cluster *cluster;
  Fixture *fixture;
  GRand *rand;
  guint servers[N_SERVERS]; /* the numbers of those that run */
} Disturber;

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
draw (Disturber *disturber, guint n)
{
  return (guint) g_rand_int_range (disturber->rand, 0, (gint32) n);
}

static gint
draw_skew (Disturber *disturber)
{
  return g_rand_int_range (disturber->rand, -MAX_SKEW_MS, MAX_SKEW_MS + 1);
}

/* Returns "TABLE ROW" of a row that exists or could exist. */
static char *
draw_place (Disturber *disturber)
{
  guint64 below = draw (disturber, 3000);

  if (draw (disturber, 2) == 0)
    return g_strdup_printf (CLUSTER_STILL " row%05u", draw (disturber, 600));
  return g_strdup_printf (ROWS " \\x7f\\xff\\xff\\xff\\xff\\xff\\x%02x\\x%02x", 0xff - (guint) (below >> 8),
                          0xff - (guint) (below & 0xff));
}

static const char *
draw_table (Disturber *disturber)
{
  return draw (disturber, 2) == 0 ? CLUSTER_STILL : ROWS;
}

static gboolean
succeeds (Disturber *disturber, const char *command)
{
  g_autofree char *answer = fixture_ask (disturber->fixture, command);

  return g_str_has_prefix (answer, "ok");
}

static gboolean
move (Disturber *disturber)
{
  g_autofree char *place = draw_place (disturber);
  g_autofree char *command
      = g_strdup_printf ("move %s %u", place, disturber->servers[draw (disturber, N_SERVERS)]);

  return succeeds (disturber, command);
}

/* Refused if a region still has files of the one that it was split from. */
static gboolean
split (Disturber *disturber)
{
  g_autofree char *place = draw_place (disturber);
  g_autofree char *command = g_strconcat ("split ", place, NULL);

  return succeeds (disturber, command);
}

static gboolean
merge (Disturber *disturber)
{
  g_autofree char *place = draw_place (disturber);
  g_autofree char *command = g_strconcat ("merge ", place, NULL);

  return succeeds (disturber, command);
}

static gboolean
flush (Disturber *disturber)
{
  g_autofree char *command = g_strconcat ("flush ", draw_table (disturber), NULL);

  return succeeds (disturber, command);
}

static gboolean
compact (Disturber *disturber)
{
  g_autofree char *command = g_strconcat ("compact ", draw_table (disturber), NULL);

  return succeeds (disturber, command);
}

static gboolean
set_clock (Disturber *disturber)
{
  g_autofree char *command = g_strdup_printf ("clock %u %d", disturber->servers[draw (disturber, N_SERVERS)],
                                              draw_skew (disturber));

  return succeeds (disturber, command);
}

/* Another one is started, before or after its regions have been opened elsewhere. */
static gboolean
crash (Disturber *disturber)
{
  guint *server = &disturber->servers[draw (disturber, N_SERVERS)];

  fixture_command (disturber->fixture, "crash %u", *server);
  if (draw (disturber, 2) == 0)
    fixture_command (disturber->fixture, "recover");
  *server = fixture_query (disturber->fixture, "start-server %d", draw_skew (disturber));
  fixture_command (disturber->fixture, "recover");
  return TRUE;
}

typedef struct {
  const char *name;
  gboolean (*happen) (Disturber *disturber);
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
make_disturber (Disturber *disturber, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      /* Half of the changes are moves; the first ones are one of each kind. */
      guint drawn = draw (disturber, 2 * G_N_ELEMENTS (kinds));
      Kind *kind = &kinds[i < G_N_ELEMENTS (kinds) ? i : drawn < G_N_ELEMENTS (kinds) ? drawn : 0];

      cluster_await_progress (disturber->cluster, 1);
      kind->n++;
      kind->n_done += kind->happen (disturber);
    }
}

START_TEST (no_row_is_lost_while_servers_crash_and_regions_move)
{
  g_autoptr (GRand) rand = test_rand_new ("cluster");
  Disturber disturber = { cluster, cluster_get_fixture (cluster), rand, { 1, 2, 3 } };

  cluster_begin_work (cluster, ROWS, 2, 2);
  make_disturber (&disturber, test_times (N_CHANGES));
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
