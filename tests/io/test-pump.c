/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "io-test.h"

#include <glib/gstdio.h>
#include <sched.h>

#include "check-main.h"
#include "hbase-connector-private.h"
#include "hbase-pump-private.h"
#include "test-seed.h"

START_TEST (a_blocking_get_returns_its_row)
{
  g_autoptr (MockGateway) mock
      = mock_gateway_new (_i & 1 ? HBASE_WIRE_PROTOCOL_COMPACT : HBASE_WIRE_PROTOCOL_BINARY, _i & 2);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  HBasePoolStatistics statistics;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 10; i++)
    {
      io_get (pool, i % 2 ? "a" : "other", 5000, 0, &error);
      ck_assert_no_error (error);
    }
  hbase_pool_get_statistics (pool, &statistics);
  ck_assert_uint_eq (statistics.opened, 1);
  ck_assert_uint_eq (statistics.exchanges, 10);
  ck_assert_uint_eq (statistics.acquired, 0);
  ck_assert_uint_eq (statistics.idle, 1);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->connections), 1);
}
END_TEST

START_TEST (an_async_get_returns_its_row)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (HBaseOperation) get = io_get_new (pool, "a");
      IOAsync async;

      io_async_begin (&async, pool, get, 5000, NULL);
      ck_assert (!async.over);
      io_async_end (&async, &error);
      ck_assert_no_error (error);
      io_assert_row (get, "a");
    }
  ck_assert_int_eq (g_atomic_int_get (&mock->log->connections), 1);
}
END_TEST

#define MANY 1000

/* Rows are distinct: no call receives another one's response. */
START_TEST (a_thousand_async_gets_share_four_channels)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 4);
  HBasePoolStatistics statistics;
  IOAsync async[MANY];

  for (guint i = 0; i < MANY; i++)
    {
      g_autofree char *row = g_strdup_printf ("row%u", i);

      io_async_begin (&async[i], pool, io_get_new (pool, row), 20000, NULL);
    }
  for (guint i = 0; i < MANY; i++)
    {
      g_autofree char *row = g_strdup_printf ("row%u", i);
      g_autoptr (GError) error = NULL;

      io_async_end (&async[i], &error);
      ck_assert_no_error (error);
      io_assert_row (async[i].operation, row);
      hbase_operation_free (async[i].operation);
    }
  hbase_pool_get_statistics (pool, &statistics);
  ck_assert_uint_le (statistics.opened, 4);
  ck_assert_uint_eq (statistics.exchanges, MANY);
  ck_assert_uint_eq (statistics.acquired, 0);
}
END_TEST

/* ---- kinds of addresses ---- */

static void
assert_serves (MockGateway *mock)
{
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (GError) error = NULL;

  io_get (pool, "a", 5000, 0, &error);
  ck_assert_no_error (error);
}

START_TEST (a_gateway_may_have_an_ipv6_address)
{
  g_autoptr (MockGateway) mock = mock_gateway_new_at ("::1");

  if (mock == NULL)
    g_print ("a_gateway_may_have_an_ipv6_address: this machine has no ::1\n");
  else
    assert_serves (mock);
}
END_TEST

START_TEST (a_gateway_may_be_named)
{
  g_autoptr (MockGateway) mock = mock_gateway_new_at ("127.0.0.1");

  g_free (mock->uri);
  mock->uri = g_strdup_printf ("thrift://localhost:%u", mock->port);
  assert_serves (mock);
}
END_TEST

START_TEST (a_gateway_may_listen_on_a_unix_socket)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-io-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "socket", NULL);
  g_autoptr (MockGateway) mock = mock_gateway_new_unix (path);

  assert_serves (mock);
  ck_assert_int_eq (g_unlink (path), 0);
  ck_assert_int_eq (g_rmdir (directory), 0);
}
END_TEST

/* ---- everything at once ---- */

typedef struct {
  HBasePool *pool;
  GRand *rand;
  GCancellable *cancellable;
  IOAsync run;
  char *row;
} Guest;

static void
begin_one (Guest *guest)
{
  guint timeout = g_rand_int_range (guest->rand, 0, 4) ? 20000 : (guint) g_rand_int_range (guest->rand, 1, 5);

  guest->row = g_strdup_printf ("row%u", g_rand_int (guest->rand));
  guest->cancellable = g_cancellable_new ();
  io_async_begin (&guest->run, guest->pool, io_get_new (guest->pool, guest->row), timeout,
                  guest->cancellable);
}

/* The result is the requested row, a cancellation, or a timeout: nothing else, and never another row. */
static void
end_one (Guest *guest)
{
  g_autoptr (GError) error = NULL;

  if (g_rand_int_range (guest->rand, 0, 3) == 0)
    g_cancellable_cancel (guest->cancellable);
  if (io_async_end (&guest->run, &error))
    io_assert_row (guest->run.operation, guest->row);
  else
    ck_assert_msg (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
                       || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT),
                   "%s", error->message);
  hbase_operation_free (guest->run.operation);
  g_clear_object (&guest->cancellable);
  g_clear_pointer (&guest->row, g_free);
}

static gpointer
block_often (gpointer data)
{
  HBasePool *pool = data;

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *row = g_strdup_printf ("blocking%u", i);
      g_autoptr (GError) error = NULL;

      io_get (pool, row, 20000, 0, &error);
      ck_assert_no_error (error);
    }
  return NULL;
}

START_TEST (no_call_gets_another_ones_row)
{
  static const MockBehaviour behaviours[] = { MOCK_CLOSE, MOCK_BYTE_BY_BYTE, MOCK_REPLY_AND_CLOSE, MOCK_CUT };
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 3);
  g_autoptr (GRand) rand = test_rand_new ("under_faults_cancels_and_deadlines");
  Guest guests[20] = { 0 };
  GThread *threads[2];
  HBasePoolStatistics statistics;
  g_autoptr (GError) error = NULL;

  io_get (pool, "a", 5000, 0, &error);
  ck_assert_no_error (error);
  g_atomic_int_set (&mock->log->cut, 20);
  for (guint i = 1; i < MOCK_MAX_REQUESTS; i++)
    if (g_rand_int_range (rand, 0, 20) == 0)
      mock_gateway_set_behaviour (mock, i, 1,
                                  behaviours[g_rand_int_range (rand, 0, G_N_ELEMENTS (behaviours))]);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("blocking", block_often, pool);
  for (guint i = 0; i < 1000; i++)
    {
      Guest *guest = &guests[i % G_N_ELEMENTS (guests)];

      if (guest->pool != NULL)
        end_one (guest);
      guest->pool = pool;
      guest->rand = rand;
      begin_one (guest);
    }
  for (guint i = 0; i < G_N_ELEMENTS (guests); i++)
    end_one (&guests[i]);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  hbase_pool_get_statistics (pool, &statistics);
  ck_assert_uint_eq (statistics.acquired, 0);
  ck_assert_uint_gt (statistics.dropped, 0);
}
END_TEST

/* ---- threads ---- */

/* Started while another thread iterates the context, and already cancelled: that thread may end the run
 * before the call that starts it has returned. With one processor this thread is interrupted by the other one
 * at each wake-up. */
#define N_BEGUN 50

typedef struct {
  HBasePool *pool;
  gint n_over;
} Beginner;

static void
count_ended_run (GObject *source, GAsyncResult *result, gpointer data)
{
  Beginner *beginner = data;
  g_autoptr (GError) error = NULL;

  ck_assert (!g_task_propagate_boolean (G_TASK (result), &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  beginner->n_over++;
}

static gpointer
begin_cancelled (gpointer data)
{
  Beginner *beginner = data;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  sched_setscheduler (0, SCHED_IDLE, &(struct sched_param){ 0 });
  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < N_BEGUN; i++)
    {
      HBaseOperation *get = io_get_new (beginner->pool, "a");
      GTask *task = g_task_new (NULL, cancellable, count_ended_run, beginner);

      g_task_set_check_cancellable (task, FALSE);
      g_task_set_task_data (task, get, hbase_operation_free);
      hbase_pool_run_async (beginner->pool, get, 5000, 0, task);
    }
  return NULL;
}

START_TEST (a_run_may_end_in_another_thread_while_it_begins)
{
  g_autoptr (HBasePool) pool = io_pool_new ("thrift://127.0.0.1:1", 1);
  Beginner beginner = { pool, 0 };
  cpu_set_t processors;
  GThread *thread;

  CPU_ZERO (&processors);
  CPU_SET (sched_getcpu (), &processors);
  sched_setaffinity (0, sizeof processors, &processors);
  g_main_context_acquire (NULL);
  thread = g_thread_new ("beginner", begin_cancelled, &beginner);
  while (beginner.n_over < N_BEGUN)
    g_main_context_iteration (NULL, TRUE);
  g_thread_join (thread);
  g_main_context_release (NULL);
}
END_TEST

/* Threads that all connect at once, for the first time. */
typedef struct {
  HBaseConnector *connector;
  gint *n_waiting;
} ConnectingThread;

static void
keep_result (GObject *source, GAsyncResult *result, gpointer kept)
{
  *(GAsyncResult **) kept = g_object_ref (result);
}

static gpointer
connect_in_thread (gpointer data)
{
  ConnectingThread *connecting = data;
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  HBaseChannel *channel;

  g_main_context_push_thread_default (context);
  g_atomic_int_add (connecting->n_waiting, -1);
  while (g_atomic_int_get (connecting->n_waiting) > 0)
    ;
  hbase_connector_connect_async (connecting->connector, 0, NULL, keep_result, &result);
  while (result == NULL)
    g_main_context_iteration (context, TRUE);
  channel = hbase_connector_connect_finish (result, &error);
  ck_assert_no_error (error);
  hbase_channel_close (channel);
  g_main_context_pop_thread_default (context);
  return NULL;
}

START_TEST (threads_connect_at_once)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autofree char *text = g_strdup_printf ("thrift://localhost:%u", mock->port);

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (HBaseUri) uri = hbase_uri_parse (i % 2 == 0 ? mock->uri : text, NULL);
      gint n_waiting = 2;
      ConnectingThread connecting = { hbase_connector_new (uri), &n_waiting };
      GThread *other = g_thread_new ("connecting", connect_in_thread, &connecting);

      connect_in_thread (&connecting);
      g_thread_join (other);
      hbase_connector_unref (connecting.connector);
    }
}
END_TEST

static guint n_polls;

static gint
count_polls (GPollFD *fds, guint n_fds, gint timeout)
{
  n_polls++;
  return g_poll (fds, n_fds, timeout);
}

static void
get_async (HBasePool *pool)
{
  g_autoptr (HBaseOperation) get = io_get_new (pool, "a");
  g_autoptr (GError) error = NULL;
  IOAsync run;

  io_async_begin (&run, pool, get, 5000, NULL);
  io_async_end (&run, &error);
  ck_assert_no_error (error);
}

/* The first get, which is held, keeps the pump in its context. To watch a descriptor anew, or not any more,
 * wakes the context, which would poll twice for each of the others. */
START_TEST (an_idle_channel_is_watched_until_something_happens)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, TRUE);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (HBaseOperation) held = io_get_new (pool, "a");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const guint n_gets = 100;
  guint n_iterations = 0;
  IOAsync run;

  mock_gateway_set_behaviour (mock, 0, 1, MOCK_HOLD);
  mock_gateway_set_behaviour (mock, n_gets + 2, 1, MOCK_REPLY_AND_CLOSE);
  io_async_begin (&run, pool, held, 0, cancellable);
  while (g_atomic_int_get (&mock->log->requests) == 0)
    g_main_context_iteration (NULL, FALSE);
  get_async (pool);
  g_main_context_set_poll_func (NULL, count_polls);
  n_polls = 0;
  for (guint i = 0; i < n_gets; i++)
    get_async (pool);
  ck_assert_uint_lt (n_polls, n_gets * 3 / 2);
  get_async (pool);
  mock_gateway_await (&mock->log->ended, 1);
  while (g_main_context_iteration (NULL, FALSE))
    ck_assert_uint_lt (n_iterations++, 10);
  get_async (pool);
  g_cancellable_cancel (cancellable);
  ck_assert (!io_async_end (&run, NULL));
}
END_TEST

/* Two gets whose replies are received by one dispatch. */
typedef struct {
  HBasePool *pool;
  gboolean iterates; /* in the callback of the first */
  guint n_ended;
  gint64 ready_time; /* of the source in that callback */
} TwoGets;

static void
one_of_two_ended (GObject *source, GAsyncResult *result, gpointer data)
{
  TwoGets *gets = data;
  HBasePump *pump = gets->pool->pumps->pdata[0];

  ck_assert (g_task_propagate_boolean (G_TASK (result), NULL));
  if (++gets->n_ended == 2)
    return;
  ck_assert_uint_eq (pump->ready.length, 1);
  gets->ready_time = g_source_get_ready_time (&pump->source);
  if (gets->iterates)
    g_main_context_iteration (NULL, FALSE);
  ck_assert_uint_eq (gets->n_ended, gets->iterates ? 2 : 1);
}

static void
await_replies (TwoGets *gets)
{
  HBasePump *pump = gets->pool->pumps->pdata[0];

  ck_assert_uint_eq (pump->watched->len, 2);
  for (guint i = 0; i < pump->watched->len; i++)
    {
      GPollFD fd = { ((HBaseChannel *) pump->watched->pdata[i])->fd, G_IO_IN, 0 };

      ck_assert_int_eq (g_poll (&fd, 1, -1), 1);
    }
}

/* To set the ready time wakes the context, which would poll once more for each dispatch of several runs. */
START_TEST (a_dispatch_needs_no_wake_up_for_what_it_leaves)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, TRUE);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (HBaseOperation) one = io_get_new (pool, "a"), other = io_get_new (pool, "a");
  TwoGets gets = { pool, _i == 1, 0, 0 };

  g_atomic_int_set (&mock->log->paused, 1);
  hbase_pool_run_async (pool, one, 0, 0, g_task_new (NULL, NULL, one_of_two_ended, &gets));
  hbase_pool_run_async (pool, other, 0, 0, g_task_new (NULL, NULL, one_of_two_ended, &gets));
  while (g_atomic_int_get (&mock->log->requests) < 2)
    g_main_context_iteration (NULL, FALSE);
  g_atomic_int_set (&mock->log->paused, 0);
  await_replies (&gets);
  while (gets.n_ended < 2)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_int_eq (gets.ready_time, -1);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *basics = tcase_create ("basics");

  tcase_set_timeout (basics, 60);
  tcase_add_loop_test (basics, a_blocking_get_returns_its_row, 0, 4);
  tcase_add_test (basics, an_async_get_returns_its_row);
  tcase_add_test (basics, a_thousand_async_gets_share_four_channels);
  tcase_add_test (basics, a_gateway_may_have_an_ipv6_address);
  tcase_add_test (basics, a_gateway_may_be_named);
  tcase_add_test (basics, a_gateway_may_listen_on_a_unix_socket);
  tcase_add_test (basics, no_call_gets_another_ones_row);
  tcase_add_test (basics, a_run_may_end_in_another_thread_while_it_begins);
  tcase_add_test (basics, threads_connect_at_once);
  tcase_add_test (basics, an_idle_channel_is_watched_until_something_happens);
  tcase_add_loop_test (basics, a_dispatch_needs_no_wake_up_for_what_it_leaves, 0, 2);
  suite_add_tcase (suite, basics);
}

TEST_MAIN ("pump", fill)
