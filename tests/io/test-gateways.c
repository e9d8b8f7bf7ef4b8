/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-gateways-private.h"
#include "hbase-pool-private.h"
#include "io-test.h"

#include "check-main.h"

/* This tests several gateways: how channels are spread over them, which one is used after a failure, and when
 * one that failed is tried again; and in which order callers get places. */

#define SECOND G_USEC_PER_SEC

/* ---- the choice, without a network ---- */

static HBaseGateways
gateways_new (guint n, guint max_channels)
{
  HBaseGateways gateways;

  hbase_gateways_init (&gateways, n, max_channels);
  return gateways;
}

/* Plays a round in which no gateway accepts a connection, and returns those that were tried: "20" is the
 * third and then the first. */
static char *
play_round (HBaseGateways *gateways, const guint *open, guint avoided, gint64 now)
{
  HBaseRound round;
  GString *tried = g_string_new (NULL);
  guint gateway;

  hbase_round_begin (&round, gateways, open, avoided, hbase_gateways_is_probe_due (gateways, FALSE, now),
                     FALSE, now);
  while (hbase_round_next (&round, gateways, FALSE, now, 0, &gateway))
    {
      g_string_append_printf (tried, "%u", gateway);
      gateways->all[gateway].acquired[FALSE]--;
      hbase_gateways_fail (gateways, gateway, TRUE, 1, now, 0);
    }
  hbase_round_clear (&round);
  return g_string_free (tried, FALSE);
}

static void
assert_round (HBaseGateways *gateways, const guint *open, guint avoided, gint64 now, const char *expected)
{
  g_autofree char *tried = play_round (gateways, open, avoided, now);

  ck_assert_str_eq (tried, expected);
}

START_TEST (the_gateway_with_the_fewest_channels_comes_first)
{
  static const guint open[] = { 2, 3, 1, 2 };
  HBaseGateways gateways = gateways_new (4, 8);

  assert_round (&gateways, open, G_MAXUINT, 0, "2031");
  hbase_gateways_clear (&gateways);
}
END_TEST

START_TEST (the_gateway_that_failed_its_caller_comes_after_the_others)
{
  static const guint open[] = { 0, 5, 6 };
  HBaseGateways gateways = gateways_new (3, 8);

  assert_round (&gateways, open, 0, 0, "120");
  hbase_gateways_clear (&gateways);
}
END_TEST

/* A silent one accepts connections: others wouldn't be tried after it. */
START_TEST (it_comes_last_when_all_are_down)
{
  static const guint open[] = { 0, 0, 0 };
  HBaseGateways gateways = gateways_new (3, 8);

  for (guint i = 0; i < 3; i++)
    hbase_gateways_fail (&gateways, i, TRUE, 1, i, 0);
  assert_round (&gateways, open, 0, 0, "120");
  assert_round (&gateways, open, 0, 1000 * SECOND, "120");
  hbase_gateways_clear (&gateways);
}
END_TEST

START_TEST (gateways_that_are_alike_take_turns)
{
  static const guint open[] = { 0, 0, 0 };
  static const guint expected[] = { 0, 1, 2, 0 };
  HBaseGateways gateways = gateways_new (3, 8);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      HBaseRound round;
      guint gateway = G_MAXUINT;

      hbase_round_begin (&round, &gateways, open, G_MAXUINT, FALSE, FALSE, 0);
      ck_assert (hbase_round_next (&round, &gateways, FALSE, 0, 0, &gateway));
      ck_assert_uint_eq (gateway, expected[i]);
      hbase_round_clear (&round);
    }
  hbase_gateways_clear (&gateways);
}
END_TEST

/* The one that is down isn't a part of the round as long as another is up; in the end everything is tried. */
START_TEST (a_gateway_that_is_down_is_left_out_while_another_is_up)
{
  static const guint open[] = { 0, 0 };
  HBaseGateways gateways = gateways_new (2, 8);
  HBaseRound round;
  guint gateway;

  hbase_gateways_fail (&gateways, 0, TRUE, 1, 0, 0);
  hbase_round_begin (&round, &gateways, open, G_MAXUINT, FALSE, FALSE, 0);
  ck_assert (hbase_round_next (&round, &gateways, FALSE, 0, 0, &gateway));
  ck_assert_uint_eq (gateway, 1);
  ck_assert (!hbase_round_next (&round, &gateways, FALSE, 0, 0, &gateway));
  hbase_round_clear (&round);
  gateways.all[1].acquired[FALSE] = 0;
  assert_round (&gateways, open, G_MAXUINT, 0, "10");
  assert_round (&gateways, open, G_MAXUINT, 0, "10");
  hbase_gateways_clear (&gateways);
}
END_TEST

/* The delays are doubled from one second to a minute; a random number decides about half of each. */
START_TEST (the_time_of_the_next_try_is_doubled)
{
  HBaseGateways gateways = gateways_new (1, 8);
  gint64 delay = SECOND;

  for (guint i = 0; i < 10; i++)
    {
      HBaseGateway *gateway = &gateways.all[0];

      hbase_gateways_fail (&gateways, 0, TRUE, 1, 100, i % 2);
      ck_assert_int_eq (gateway->next_probe, 100 + (i % 2 == 0 ? delay / 2 : delay));
      delay = MIN (2 * delay, 60 * SECOND);
    }
  ck_assert (hbase_gateways_reply (&gateways, 0, 1));
  hbase_gateways_fail (&gateways, 0, TRUE, 1, 100, 1);
  ck_assert_int_eq (gateways.all[0].next_probe, 100 + SECOND);
  hbase_gateways_clear (&gateways);
}
END_TEST

START_TEST (one_caller_tries_a_gateway_that_is_due)
{
  static const guint open[] = { 0, 0 };
  HBaseGateways gateways = gateways_new (2, 8);
  HBaseRound round;
  guint gateway;

  hbase_gateways_fail (&gateways, 0, TRUE, 1, 0, 1);
  ck_assert (!hbase_gateways_is_probe_due (&gateways, FALSE, SECOND - 1));
  ck_assert (hbase_gateways_is_probe_due (&gateways, FALSE, SECOND));
  ck_assert_uint_eq (hbase_gateways_count_places (&gateways, FALSE, SECOND - 1), 8);
  ck_assert_uint_eq (hbase_gateways_count_places (&gateways, FALSE, SECOND), 9);
  hbase_round_begin (&round, &gateways, open, G_MAXUINT, TRUE, FALSE, SECOND);
  ck_assert (hbase_round_next (&round, &gateways, FALSE, SECOND, 1, &gateway));
  ck_assert_uint_eq (gateway, 0);
  ck_assert (!hbase_gateways_is_probe_due (&gateways, FALSE, SECOND));
  ck_assert (hbase_gateways_is_probe_due (&gateways, FALSE, 2 * SECOND));
  hbase_round_clear (&round);
  hbase_gateways_clear (&gateways);
}
END_TEST

/* Otherwise the caller would begin the next round at once, and so on. */
START_TEST (a_round_fails_if_all_are_down_and_one_is_full)
{
  static const guint open[] = { 1, 0 };
  HBaseGateways gateways = gateways_new (2, 1);
  g_autoptr (GError) refused = g_error_new_literal (HBASE_ERROR, HBASE_ERROR_CONNECTION_REFUSED, "refused");
  g_autoptr (GError) error = NULL;
  HBaseRound round;
  guint gateway;

  hbase_gateways_fail (&gateways, 0, TRUE, 1, 0, 1);
  gateways.all[0].acquired[FALSE] = 1;
  hbase_round_begin (&round, &gateways, open, G_MAXUINT, FALSE, FALSE, 0);
  ck_assert (hbase_round_next (&round, &gateways, FALSE, 0, 1, &gateway));
  ck_assert_uint_eq (gateway, 1);
  hbase_round_add_failure (&round, "b", refused);
  hbase_gateways_fail (&gateways, 1, TRUE, 1, 0, 1);
  gateways.all[1].acquired[FALSE] = 0;
  ck_assert (!hbase_round_next (&round, &gateways, FALSE, 0, 1, &gateway));
  error = hbase_round_get_error (&round, &gateways);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_CONNECTION_REFUSED);
  hbase_round_clear (&round);
  hbase_gateways_clear (&gateways);
}
END_TEST

START_TEST (a_full_gateway_that_is_due_leaves_the_try_to_another)
{
  static const guint open[] = { 1, 0, 1 };
  HBaseGateways gateways = gateways_new (3, 1);
  HBaseRound round;
  guint gateway;

  hbase_gateways_fail (&gateways, 0, TRUE, 1, 0, 1);
  hbase_gateways_fail (&gateways, 1, TRUE, 1, 0, 1);
  gateways.all[0].acquired[FALSE] = gateways.all[2].acquired[FALSE] = 1;
  ck_assert (hbase_gateways_is_probe_due (&gateways, FALSE, SECOND));
  hbase_round_begin (&round, &gateways, open, G_MAXUINT, TRUE, FALSE, SECOND);
  ck_assert (hbase_round_next (&round, &gateways, FALSE, SECOND, 1, &gateway));
  ck_assert_uint_eq (gateway, 1);
  hbase_round_clear (&round);
  hbase_gateways_clear (&gateways);
}
END_TEST

START_TEST (a_gateway_is_up_after_a_reply_on_a_new_channel)
{
  HBaseGateways gateways = gateways_new (2, 8);

  hbase_gateways_fail (&gateways, 0, TRUE, 5, 0, 0);
  ck_assert (!hbase_gateways_reply (&gateways, 0, 4));
  ck_assert (gateways.all[0].is_down);
  ck_assert (hbase_gateways_reply (&gateways, 0, 5));
  ck_assert (!gateways.all[0].is_down);
  hbase_gateways_clear (&gateways);
}
END_TEST

START_TEST (two_lost_connections_in_a_row_are_a_failure)
{
  HBaseGateways gateways = gateways_new (2, 8);

  hbase_gateways_fail (&gateways, 0, FALSE, 1, 0, 0);
  ck_assert (!gateways.all[0].is_down);
  ck_assert (!hbase_gateways_reply (&gateways, 0, 1));
  hbase_gateways_fail (&gateways, 0, FALSE, 2, 0, 0);
  ck_assert (!gateways.all[0].is_down);
  hbase_gateways_fail (&gateways, 0, FALSE, 3, 0, 0);
  ck_assert (gateways.all[0].is_down);
  hbase_gateways_clear (&gateways);
}
END_TEST

START_TEST (each_gateway_has_places_of_its_own)
{
  static const guint open[] = { 0, 0 };
  HBaseGateways gateways = gateways_new (2, 3);

  ck_assert_uint_eq (hbase_gateways_count_places (&gateways, TRUE, 0), 6);
  gateways.all[0].acquired[TRUE] = 3;
  ck_assert_uint_eq (hbase_gateways_count_places (&gateways, TRUE, 0), 3);
  ck_assert_uint_eq (hbase_gateways_count_places (&gateways, FALSE, 0), 6);
  gateways.all[0].acquired[FALSE] = 3;
  assert_round (&gateways, open, G_MAXUINT, 0, "1");
  ck_assert_uint_eq (hbase_gateways_count_places (&gateways, FALSE, 0), 0);
  hbase_gateways_clear (&gateways);
}
END_TEST

/* ---- with gateways ---- */

#define N 3

typedef struct {
  MockGateway *mocks[N];
  HBasePool *pool;
} Cluster;

static gint64 test_clock;

static gint64
read_test_clock (void)
{
  return test_clock;
}

static double
no_jitter (void)
{
  return 1;
}

static Cluster
cluster_new (guint max_channels)
{
  Cluster cluster;
  g_autofree char *uri = NULL;

  for (guint i = 0; i < N; i++)
    cluster.mocks[i] = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  uri = g_strdup_printf ("thrift://%s,%s,%s/", cluster.mocks[0]->address, cluster.mocks[1]->address,
                         cluster.mocks[2]->address);
  cluster.pool = io_pool_new (uri, max_channels);
  cluster.pool->now = read_test_clock;
  cluster.pool->random = no_jitter;
  test_clock = SECOND;
  return cluster;
}

static void
cluster_clear (Cluster *cluster)
{
  hbase_pool_unref (cluster->pool);
  for (guint i = 0; i < N; i++)
    g_clear_pointer (&cluster->mocks[i], mock_gateway_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cluster, cluster_clear)

static void
pause_all (Cluster *cluster, gboolean paused)
{
  for (guint i = 0; i < N; i++)
    g_atomic_int_set (&cluster->mocks[i]->log->paused, paused);
}

static gint
sum (Cluster *cluster, gsize counter)
{
  gint n = 0;

  for (guint i = 0; i < N; i++)
    n += g_atomic_int_get (&G_STRUCT_MEMBER (gint, cluster->mocks[i]->log, counter));
  return n;
}

/* Begins gets, and waits until as many requests have arrived; the gateways execute them then. */
static void
get_at_once (Cluster *cluster, guint n, guint n_at_once)
{
  g_autofree IOAsync *asyncs = g_new0 (IOAsync, n);
  gint before = sum (cluster, G_STRUCT_OFFSET (MockLog, requests));

  pause_all (cluster, TRUE);
  for (guint i = 0; i < n; i++)
    io_async_begin (&asyncs[i], cluster->pool, io_get_new (cluster->pool, "a"), 60000, NULL);
  while (sum (cluster, G_STRUCT_OFFSET (MockLog, requests)) < before + (gint) n_at_once)
    g_main_context_iteration (NULL, FALSE);
  pause_all (cluster, FALSE);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;

      io_async_end (&asyncs[i], &error);
      ck_assert_no_error (error);
      hbase_operation_free (asyncs[i].operation);
    }
}

static void
assert_most (Cluster *cluster, gint a, gint b, gint c)
{
  ck_assert_int_eq (g_atomic_int_get (&cluster->mocks[0]->log->most), a);
  ck_assert_int_eq (g_atomic_int_get (&cluster->mocks[1]->log->most), b);
  ck_assert_int_eq (g_atomic_int_get (&cluster->mocks[2]->log->most), c);
}

START_TEST (channels_are_spread_over_the_gateways)
{
  g_auto (Cluster) cluster = cluster_new (8);

  get_at_once (&cluster, 9, 9);
  assert_most (&cluster, 3, 3, 3);
  get_at_once (&cluster, 6, 6);
  ck_assert_int_eq (sum (&cluster, G_STRUCT_OFFSET (MockLog, connections)), 9);
}
END_TEST

START_TEST (the_largest_number_of_channels_is_that_of_one_gateway)
{
  g_auto (Cluster) cluster = cluster_new (2);

  get_at_once (&cluster, 50, 6);
  assert_most (&cluster, 2, 2, 2);
  ck_assert_int_eq (sum (&cluster, G_STRUCT_OFFSET (MockLog, connections)), 6);
}
END_TEST

static void
get (Cluster *cluster, guint attempt_timeout)
{
  g_autoptr (GError) error = NULL;

  io_get (cluster->pool, "a", 60000, attempt_timeout, &error);
  ck_assert_no_error (error);
}

/* Returns the number of the gateway that received the only request so far. */
static guint
find_used (Cluster *cluster)
{
  for (guint i = 0; i < N; i++)
    if (g_atomic_int_get (&cluster->mocks[i]->log->requests) > 0)
      return i;
  g_assert_not_reached ();
}

static void
hold_all (Cluster *cluster, guint gateway, gboolean held)
{
  mock_gateway_set_behaviour (cluster->mocks[gateway], 0, MOCK_MAX_REQUESTS, held ? MOCK_HOLD : MOCK_REPLY);
}

static gint
connections_of (Cluster *cluster, guint gateway)
{
  return g_atomic_int_get (&cluster->mocks[gateway]->log->connections);
}

/* It accepts connections, and never responds. Only the call that is under way waits for it, and later one
 * call each time that it is due. */
START_TEST (a_silent_gateway_is_left_for_another_and_tried_again)
{
  g_auto (Cluster) cluster = cluster_new (8);
  HBaseGateway *silent;

  hold_all (&cluster, 0, TRUE);
  get (&cluster, IO_SILENCE);
  silent = &cluster.pool->gateways.all[0];
  ck_assert (silent->is_down);
  ck_assert_int_eq (connections_of (&cluster, 0), 1);
  for (guint i = 0; i < 20; i++)
    get (&cluster, 30000);
  get_at_once (&cluster, 12, 12);
  ck_assert_int_eq (connections_of (&cluster, 0), 1);
  test_clock = silent->next_probe;
  get (&cluster, IO_SILENCE);
  get (&cluster, 30000);
  ck_assert_int_eq (connections_of (&cluster, 0), 2);
  ck_assert_int_eq (silent->next_probe, test_clock + 2 * SECOND);
}
END_TEST

START_TEST (a_gateway_that_responds_again_gets_its_share)
{
  g_auto (Cluster) cluster = cluster_new (8);

  hold_all (&cluster, 0, TRUE);
  get (&cluster, IO_SILENCE);
  get_at_once (&cluster, 12, 12);
  ck_assert_int_eq (connections_of (&cluster, 0), 1);
  hold_all (&cluster, 0, FALSE);
  g_atomic_int_set (&cluster.mocks[0]->log->unanswered, 0);
  test_clock = cluster.pool->gateways.all[0].next_probe;
  get (&cluster, 30000);
  ck_assert (!cluster.pool->gateways.all[0].is_down);
  for (guint i = 0; i < 4; i++)
    get_at_once (&cluster, 12, 12);
  for (guint i = 0; i < N; i++)
    g_atomic_int_set (&cluster.mocks[i]->log->most, 0);
  get_at_once (&cluster, 12, 12);
  assert_most (&cluster, 4, 4, 4);
}
END_TEST

/* One connection is cut; the idle ones to the same gateway are closed, and those to the others aren't. */
START_TEST (idle_channels_of_a_gateway_that_failed_are_not_trusted)
{
  g_auto (Cluster) cluster = cluster_new (8);
  HBasePoolStatistics statistics;
  gint requests;

  get_at_once (&cluster, 9, 9);
  for (guint i = 0; i < N; i++)
    {
      requests = g_atomic_int_get (&cluster.mocks[i]->log->requests);
      mock_gateway_set_behaviour (cluster.mocks[i], (guint) requests, 1, MOCK_CLOSE);
    }
  get (&cluster, 0);
  hbase_pool_get_statistics (cluster.pool, &statistics);
  ck_assert_uint_eq (statistics.dropped, 3);
  ck_assert_uint_eq (statistics.renewed, 6);
  ck_assert_uint_eq (statistics.open, 1);
}
END_TEST

/* The write isn't sent again, but no later call meets the gateway that died. */
START_TEST (a_gateway_that_is_killed_is_left)
{
  g_auto (Cluster) cluster = cluster_new (8);
  guint killed;

  get (&cluster, 0);
  killed = find_used (&cluster);
  g_clear_pointer (&cluster.mocks[killed], mock_gateway_free);
  cluster.mocks[killed] = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (GError) error = NULL;

      io_put (cluster.pool, "a", 60000, &error);
      ck_assert_no_error (error);
    }
  get_at_once (&cluster, 8, 8);
  ck_assert_int_eq (connections_of (&cluster, killed), 0);
}
END_TEST

/* ---- who comes first ---- */

typedef struct {
  HBasePool *pool;
  guint n;
} Caller;

static gpointer
call (gpointer data)
{
  Caller *caller = data;

  for (guint i = 0; i < caller->n; i++)
    {
      g_autoptr (GError) error = NULL;

      io_get (caller->pool, "a", 60000, 0, &error);
      ck_assert_no_error (error);
    }
  return NULL;
}

static guint
count_waiting (HBasePool *pool, gboolean woken)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  return pool->waiting[TRUE].length + (woken ? pool->n_woken[TRUE] : 0);
}

/* The first caller calls again as soon as its channel is free: the one that waits must have had it before. */
START_TEST (a_waiting_caller_comes_before_one_that_calls_again)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  Caller twice = { pool, 2 }, once = { pool, 1 };

  for (guint i = 1; i <= 100; i++)
    {
      GThread *first, *second;

      g_atomic_int_set (&mock->log->paused, 1);
      first = g_thread_new ("first", call, &twice);
      mock_gateway_await (&mock->log->requests, 3 * (gint) i - 2);
      second = g_thread_new ("second", call, &once);
      while (count_waiting (pool, FALSE) == 0)
        g_thread_yield ();
      g_atomic_int_set (&mock->log->paused, 0);
      g_thread_join (first);
      ck_assert_uint_eq (count_waiting (pool, TRUE), 0);
      g_thread_join (second);
    }
}
END_TEST

typedef struct {
  GString *order;
  guint i;
} Ending;

static void
note_end (GObject *source, GAsyncResult *result, gpointer data)
{
  Ending *ending = data;

  g_assert_true (g_task_propagate_boolean (G_TASK (result), NULL));
  g_string_append_c (ending->order, (char) ('a' + ending->i));
}

START_TEST (asynchronous_callers_are_served_in_their_order)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  GString *order = g_string_new (NULL);
  Ending endings[20];
  HBaseOperation *gets[20];

  for (guint i = 0; i < 20; i++)
    {
      GTask *task = g_task_new (NULL, NULL, note_end, &endings[i]);

      endings[i] = (Ending){ order, i };
      hbase_pool_run_async (pool, gets[i] = io_get_new (pool, "a"), 0, 0, task);
    }
  while (order->len < 20)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_str_eq (order->str, "abcdefghijklmnopqrst");
  for (guint i = 0; i < 20; i++)
    hbase_operation_free (gets[i]);
  g_string_free (order, TRUE);
}
END_TEST

/* Two gateways are busy, and the third is found to be up by a blocking call. */
START_TEST (asynchronous_callers_use_a_gateway_that_responds_again)
{
  g_auto (Cluster) cluster = cluster_new (1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  IOAsync async[3];

  hold_all (&cluster, 0, TRUE);
  get (&cluster, IO_SILENCE);
  hold_all (&cluster, 0, FALSE);
  hold_all (&cluster, 1, TRUE);
  hold_all (&cluster, 2, TRUE);
  for (guint i = 0; i < 3; i++)
    io_async_begin (&async[i], cluster.pool, io_get_new (cluster.pool, "a"), 60000,
                    i < 2 ? cancellable : NULL);
  while (cluster.pool->waiting[FALSE].length == 0)
    g_main_context_iteration (NULL, TRUE);
  test_clock = cluster.pool->gateways.all[0].next_probe;
  get (&cluster, 30000);
  ck_assert_uint_eq (cluster.pool->waiting[FALSE].length, 0);
  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;

      ck_assert_int_eq (io_async_end (&async[i], &error), i == 2);
      hbase_operation_free (async[i].operation);
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *choice = tcase_create ("choice"), *network = tcase_create ("network");

  tcase_add_test (choice, the_gateway_with_the_fewest_channels_comes_first);
  tcase_add_test (choice, the_gateway_that_failed_its_caller_comes_after_the_others);
  tcase_add_test (choice, it_comes_last_when_all_are_down);
  tcase_add_test (choice, gateways_that_are_alike_take_turns);
  tcase_add_test (choice, a_gateway_that_is_down_is_left_out_while_another_is_up);
  tcase_add_test (choice, the_time_of_the_next_try_is_doubled);
  tcase_add_test (choice, one_caller_tries_a_gateway_that_is_due);
  tcase_add_test (choice, a_round_fails_if_all_are_down_and_one_is_full);
  tcase_add_test (choice, a_full_gateway_that_is_due_leaves_the_try_to_another);
  tcase_add_test (choice, a_gateway_is_up_after_a_reply_on_a_new_channel);
  tcase_add_test (choice, two_lost_connections_in_a_row_are_a_failure);
  tcase_add_test (choice, each_gateway_has_places_of_its_own);
  suite_add_tcase (suite, choice);
  tcase_set_timeout (network, 60);
  tcase_add_test (network, channels_are_spread_over_the_gateways);
  tcase_add_test (network, the_largest_number_of_channels_is_that_of_one_gateway);
  tcase_add_test (network, a_silent_gateway_is_left_for_another_and_tried_again);
  tcase_add_test (network, a_gateway_that_responds_again_gets_its_share);
  tcase_add_test (network, idle_channels_of_a_gateway_that_failed_are_not_trusted);
  tcase_add_test (network, a_gateway_that_is_killed_is_left);
  tcase_add_test (network, a_waiting_caller_comes_before_one_that_calls_again);
  tcase_add_test (network, asynchronous_callers_are_served_in_their_order);
  tcase_add_test (network, asynchronous_callers_use_a_gateway_that_responds_again);
  suite_add_tcase (suite, network);
}

TEST_MAIN ("gateways", fill)
