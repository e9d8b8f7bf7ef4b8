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
} Weather;

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
draw (Weather *weather, guint n)
{
  return (guint) g_rand_int_range (weather->rand, 0, (gint32) n);
}

static gint
draw_skew (Weather *weather)
{
  return g_rand_int_range (weather->rand, -MAX_SKEW_MS, MAX_SKEW_MS + 1);
}

/* Returns "TABLE ROW" of a row that exists or could exist. */
static char *
draw_place (Weather *weather)
{
  guint64 below = draw (weather, 3000);

  if (draw (weather, 2) == 0)
    return g_strdup_printf (CLUSTER_STILL " row%05u", draw (weather, 600));
  return g_strdup_printf (ROWS " \\x7f\\xff\\xff\\xff\\xff\\xff\\x%02x\\x%02x", 0xff - (guint) (below >> 8),
                          0xff - (guint) (below & 0xff));
}

static const char *
draw_table (Weather *weather)
{
  return draw (weather, 2) == 0 ? CLUSTER_STILL : ROWS;
}

static gboolean
succeeds (Weather *weather, const char *command)
{
  g_autofree char *answer = fixture_ask (weather->fixture, command);

  return g_str_has_prefix (answer, "ok");
}

static gboolean
move (Weather *weather)
{
  g_autofree char *place = draw_place (weather);
  g_autofree char *command
      = g_strdup_printf ("move %s %u", place, weather->servers[draw (weather, N_SERVERS)]);

  return succeeds (weather, command);
}

/* Refused if a region still has files of the one that it was split from. */
static gboolean
split (Weather *weather)
{
  g_autofree char *place = draw_place (weather);
  g_autofree char *command = g_strconcat ("split ", place, NULL);

  return succeeds (weather, command);
}

static gboolean
merge (Weather *weather)
{
  g_autofree char *place = draw_place (weather);
  g_autofree char *command = g_strconcat ("merge ", place, NULL);

  return succeeds (weather, command);
}

static gboolean
flush (Weather *weather)
{
  g_autofree char *command = g_strconcat ("flush ", draw_table (weather), NULL);

  return succeeds (weather, command);
}

static gboolean
compact (Weather *weather)
{
  g_autofree char *command = g_strconcat ("compact ", draw_table (weather), NULL);

  return succeeds (weather, command);
}

static gboolean
set_clock (Weather *weather)
{
  g_autofree char *command
      = g_strdup_printf ("clock %u %d", weather->servers[draw (weather, N_SERVERS)], draw_skew (weather));

  return succeeds (weather, command);
}

/* Another one is started, before or after its regions have been opened elsewhere. */
static gboolean
crash (Weather *weather)
{
  guint *server = &weather->servers[draw (weather, N_SERVERS)];

  fixture_command (weather->fixture, "crash %u", *server);
  if (draw (weather, 2) == 0)
    fixture_command (weather->fixture, "recover");
  *server = fixture_query (weather->fixture, "start-server %d", draw_skew (weather));
  fixture_command (weather->fixture, "recover");
  return TRUE;
}

typedef struct {
  const char *name;
  gboolean (*happen) (Weather *weather);
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
make_weather (Weather *weather, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      /* Half of the changes are moves; the first ones are one of each kind. */
      guint drawn = draw (weather, 2 * G_N_ELEMENTS (kinds));
      Kind *kind = &kinds[i < G_N_ELEMENTS (kinds) ? i : drawn < G_N_ELEMENTS (kinds) ? drawn : 0];

      cluster_await_progress (weather->cluster, 1);
      kind->n++;
      kind->n_done += kind->happen (weather);
    }
}

START_TEST (no_row_is_lost_while_servers_crash_and_regions_move)
{
  g_autoptr (GRand) rand = test_rand_new ("cluster");
  Weather weather = { cluster, cluster_get_fixture (cluster), rand, { 1, 2, 3 } };

  cluster_begin_work (cluster, ROWS, 2, 2);
  make_weather (&weather, test_times (N_CHANGES));
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
