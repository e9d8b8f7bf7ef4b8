/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "test-operations.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check-main.h"
#include "hbase-pump-private.h"
#include "test-seed.h"

/* This tests runs and how they end, detached channels, channels that are kept, nested loops, and threads. */

static MockGateway *
mock_new (void)
{
  return mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
}

static HBasePoolStatistics
statistics_of (HBasePool *pool)
{
  HBasePoolStatistics statistics;

  hbase_pool_get_statistics (pool, &statistics);
  return statistics;
}

static void
assert_works (HBasePool *pool)
{
  g_autoptr (GError) error = NULL;

  io_get (pool, "still", 5000, 0, &error);
  ck_assert_no_error (error);
}

/* ---- cancellation ---- */

/* Cancels in another thread, as soon as the counter has the value. */
typedef struct {
  GCancellable *cancellable;
  const gint *counter;
  gint n;
} Canceller;

static gpointer
cancel_at (gpointer data)
{
  Canceller *canceller = data;

  mock_gateway_await (canceller->counter, canceller->n);
  g_cancellable_cancel (canceller->cancellable);
  return NULL;
}

static void
assert_run_ends_by (GCancellable *cancellable, HBasePool *pool, HBaseOperation *operation, gboolean async)
{
  g_autoptr (GError) error = NULL;
  IOAsync run;

  if (async)
    {
      io_async_begin (&run, pool, operation, 60000, cancellable);
      ck_assert (!io_async_end (&run, &error));
    }
  else
    {
      ck_assert (!hbase_pool_run (pool, operation, 60000, 0, cancellable, &error));
    }
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  hbase_operation_free (operation);
}

static void
assert_cancelled (HBasePool *pool, HBaseOperation *operation, gboolean async, const gint *counter, gint n)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Canceller canceller = { cancellable, counter, n };
  GThread *thread = g_thread_new ("canceller", cancel_at, &canceller);

  assert_run_ends_by (cancellable, pool, operation, async);
  g_thread_join (thread);
}

START_TEST (a_run_is_cancelled_before_it_begins)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  assert_run_ends_by (cancellable, pool, io_put_new (pool, "a", 1), _i);
  assert_works (pool);
}
END_TEST

START_TEST (a_run_is_cancelled_while_it_receives)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);

  mock_gateway_set_behaviour (mock, 0, 1, MOCK_HOLD);
  assert_cancelled (pool, io_put_new (pool, "a", 1), _i, &mock->log->requests, 1);
  ck_assert_uint_eq (statistics_of (pool).dropped, 1);
  assert_works (pool);
}
END_TEST

START_TEST (a_run_is_cancelled_while_it_sends)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);

  g_atomic_int_set (&mock->log->reads_nothing, 1);
  assert_cancelled (pool, io_put_new (pool, "a", 30 << 20), _i, &mock->log->noticed, 1);
  ck_assert_uint_eq (statistics_of (pool).dropped, 1);
  g_atomic_int_set (&mock->log->reads_nothing, 0);
  assert_works (pool);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 1);
}
END_TEST

/* A port whose backlog is full: connections to it hang. */
static int
make_silent_port (guint16 *port, int *fillers, guint n)
{
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t size = sizeof address;
  int listener = socket (AF_INET, SOCK_STREAM, 0);

  ck_assert_int_eq (bind (listener, (struct sockaddr *) &address, size), 0);
  ck_assert_int_eq (listen (listener, 0), 0);
  ck_assert_int_eq (getsockname (listener, (struct sockaddr *) &address, &size), 0);
  for (guint i = 0; i < n; i++)
    {
      fillers[i] = socket (AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
      (void) !connect (fillers[i], (struct sockaddr *) &address, size);
    }
  *port = ntohs (address.sin_port);
  return listener;
}

START_TEST (a_run_is_cancelled_while_it_connects)
{
  int fillers[4];
  guint16 port;
  int listener = make_silent_port (&port, fillers, G_N_ELEMENTS (fillers));
  g_autofree char *uri = g_strdup_printf ("thrift://127.0.0.1:%u/", port);
  g_autoptr (HBasePool) pool = io_pool_new (uri, 1);
  gint at_once = 0;

  assert_cancelled (pool, io_put_new (pool, "a", 1), _i, &at_once, 0);
  ck_assert_uint_eq (statistics_of (pool).opened, 0);
  ck_assert_uint_eq (statistics_of (pool).acquired, 0);
  for (guint i = 0; i < G_N_ELEMENTS (fillers); i++)
    close (fillers[i]);
  close (listener);
}
END_TEST

/* The timeout of an attempt leads to the gateway that responds; that of the call ends it. */
START_TEST (connecting_has_a_timeout)
{
  int fillers[4];
  guint16 port;
  int listener = make_silent_port (&port, fillers, G_N_ELEMENTS (fillers));
  g_autoptr (MockGateway) mock = mock_new ();
  g_autofree char *unresponsive = g_strdup_printf ("thrift://127.0.0.1:%u/", port);
  g_autofree char *both = g_strdup_printf ("thrift://127.0.0.1:%u,%s/", port, mock->address);
  g_autoptr (HBasePool) pool = io_pool_new (unresponsive, 1), better = io_pool_new (both, 1);
  g_autoptr (HBaseOperation) put = io_put_new (pool, "a", 1);
  g_autoptr (GError) error = NULL;

  ck_assert (!hbase_pool_run (pool, put, 300, 100, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  g_clear_error (&error);
  io_get (better, "a", 30000, 200, &error);
  ck_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (fillers); i++)
    close (fillers[i]);
  close (listener);
}
END_TEST

static void
await_readable (int fd)
{
  struct pollfd readable = { fd, POLLIN, 0 };

  ck_assert_int_eq (poll (&readable, 1, -1), 1);
}

/* As if the process was stopped from the time when the reply had come until the call's time was over. */
START_TEST (a_reply_that_has_come_counts_after_the_deadline)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  g_autoptr (HBaseOperation) put = io_put_new (pool, "a", 1);
  g_autoptr (GError) error = NULL;
  HBaseLaneLink *link;
  IOAsync async;

  g_atomic_int_set (&mock->log->paused, 1);
  io_async_begin (&async, pool, put, 60000, NULL);
  while (put->lanes[0].state != HBASE_LANE_AWAITING)
    g_main_context_iteration (NULL, TRUE);
  g_atomic_int_set (&mock->log->paused, 0);
  link = put->lanes[0].link;
  await_readable (link->channel->fd);
  link->run->deadline = 1;
  io_async_end (&async, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (statistics_of (pool).dropped, 0);
}
END_TEST

/* ---- lanes ---- */

START_TEST (eight_lanes_run_over_two_channels)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (HBaseOperation) fan = fan_new (8, 20);
  g_autoptr (GError) error = NULL;
  IOAsync run;

  if (_i == 0)
    {
      hbase_pool_run (pool, fan, 20000, 0, NULL, &error);
    }
  else
    {
      io_async_begin (&run, pool, fan, 20000, NULL);
      io_async_end (&run, &error);
    }
  ck_assert_no_error (error);
  ck_assert_uint_eq (fan_get_n_answers (fan), 160);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->connections), 2);
  ck_assert_int_le (g_atomic_int_get (&mock->log->most), 2);
  ck_assert_uint_eq (statistics_of (pool).acquired, 0);
}
END_TEST

static gboolean
run_either (
    HBasePool *pool, HBaseOperation *operation, gboolean async, GCancellable *cancellable, GError **error)
{
  IOAsync run;

  if (!async)
    return hbase_pool_run (pool, operation, 20000, 0, cancellable, error);
  io_async_begin (&run, pool, operation, 20000, cancellable);
  return io_async_end (&run, error);
}

/* Blocking and asynchronous runs alternately, other calls between them: each row once, in order, all over one
 * channel. */
START_TEST (prefetched_rows_are_taken_by_the_next_run)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  g_autoptr (HBaseOperation) walk = walk_new ();
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 50; i++)
    {
      run_either (pool, walk, i % 3 == 0, NULL, &error);
      ck_assert_no_error (error);
      ck_assert_int_eq (((Walk *) walk)->row, i);
      if (i % 2)
        assert_works (pool);
    }
  ck_assert_int_eq (g_atomic_int_get (&mock->log->connections), 2);
  ck_assert_uint_eq (statistics_of (pool).acquired, 0);
}
END_TEST

/* Six cursors with prefetches under way don't block others, though the pool has one channel. */
START_TEST (detached_channels_arent_counted)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  HBaseOperation *walks[6];
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (walks); i++)
    {
      hbase_pool_run (pool, walks[i] = walk_new (), 5000, 0, NULL, &error);
      ck_assert_no_error (error);
    }
  assert_works (pool);
  for (guint i = 0; i < G_N_ELEMENTS (walks); i++)
    {
      hbase_pool_run (pool, walks[i], 5000, 0, NULL, &error);
      ck_assert_no_error (error);
      hbase_operation_free (walks[i]);
    }
  assert_works (pool);
}
END_TEST

/* The reply is slow; runs are cancelled while it is being received. */
START_TEST (a_cancelled_run_loses_nothing)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  g_autoptr (HBaseOperation) walk = walk_new ();
  g_autoptr (GRand) rand = test_rand_new ("a_cancelled_run_loses_nothing");
  guint cancelled = 0;

  mock_gateway_set_behaviour (mock, 0, 1000, MOCK_BYTE_BY_BYTE);
  for (int next = 0; next < 6;)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      guint after = (guint) g_rand_int_range (rand, 0, 60);
      GSource *source = g_timeout_source_new (after);
      gboolean async = g_rand_boolean (rand);

      g_source_set_callback (source, G_SOURCE_FUNC (g_cancellable_cancel), cancellable, NULL);
      if (async)
        g_source_attach (source, NULL);
      else
        g_cancellable_cancel (cancellable);
      if (run_either (pool, walk, async, cancellable, &error))
        ck_assert_int_eq (((Walk *) walk)->row, next++);
      else
        cancelled++;
      if (error != NULL)
        ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_source_destroy (source);
      g_source_unref (source);
    }
  ck_assert_uint_gt (cancelled, 0);
  ck_assert_uint_eq (statistics_of (pool).dropped, 0);
}
END_TEST

/* If a scanner's channel was closed the scanner isn't used on another one. */
START_TEST (a_call_that_needs_a_lost_channel_fails)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  g_autoptr (HBaseOperation) walk = walk_new ();
  g_autoptr (GError) error = NULL;

  mock_gateway_set_behaviour (mock, 2, 1, MOCK_CLOSE);
  hbase_pool_run (pool, walk, 5000, 0, NULL, &error);
  ck_assert_no_error (error);
  for (guint i = 0; i < 2; i++)
    {
      ck_assert (!hbase_pool_run (pool, walk, 5000, 0, NULL, &error));
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_CONNECTION_LOST);
      ck_assert (i == 0 || walk->lanes[0].sent == 0);
      g_clear_error (&error);
    }
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 3);
}
END_TEST

/* ---- finalizers ---- */

START_TEST (an_operation_is_freed_while_it_awaits_a_reply)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (GError) error = NULL;
  HBaseOperation *walk = walk_new ();

  hbase_pool_run (pool, walk, 5000, 0, NULL, &error);
  ck_assert_no_error (error);
  hbase_operation_free (walk);
  ck_assert_uint_eq (statistics_of (pool).dropped, 1);
  mock_gateway_await (&mock->log->ended, 1);
  assert_works (pool);
}
END_TEST

/* If it is freed half-way its scanner is closed over the channel that has it, after the outstanding reply;
 * the channel is used again. */
START_TEST (a_scanner_is_closed_by_an_unawaited_request)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (GBytes) arguments = walk_close_arguments ();
  g_autoptr (GError) error = NULL;

  for (gint i = 1; i <= 20; i++)
    {
      HBaseOperation *walk = walk_new ();

      hbase_pool_run (pool, walk, 5000, 0, NULL, &error);
      ck_assert_no_error (error);
      hbase_pool_send_unawaited (pool, ((Walk *) walk)->channel_id,
                                 &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER], arguments);
      hbase_operation_free (walk);
      mock_gateway_await (&mock->log->requests, i * 4);
      /* It counts a request before it obeys it. */
      while (g_atomic_int_get (&mock->log->scanners) != 0)
        poll (NULL, 0, 1);
    }
  assert_works (pool);
  ck_assert_uint_eq (statistics_of (pool).dropped, 0);
  ck_assert_uint_eq (statistics_of (pool).renewed, 0);
  ck_assert_int_le (g_atomic_int_get (&mock->log->connections), 3);
}
END_TEST

START_TEST (an_unawaited_reply_is_dropped_by_the_next_user_of_the_channel)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  g_autoptr (GBytes) arguments = walk_close_arguments ();
  const HBaseWireMethod *method = &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER];
  g_autoptr (HBaseOperation) get = io_get_new (pool, "a");
  g_autoptr (GError) error = NULL;

  hbase_pool_run (pool, get, 5000, 0, NULL, &error);
  ck_assert_no_error (error);
  hbase_pool_send_unawaited (pool, get->lanes[0].channel_id + 1000, method, arguments);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 1);
  hbase_pool_send_unawaited (pool, get->lanes[0].channel_id, method, arguments);
  mock_gateway_await (&mock->log->requests, 2);
  assert_works (pool);
  hbase_pool_send_unawaited (pool, get->lanes[0].channel_id, method, arguments);
  hbase_pool_close (pool);
  ck_assert (!io_get (pool, "a", 1000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_CLOSED);
  ck_assert_uint_eq (statistics_of (pool).dropped, 0);
}
END_TEST

/* ---- loops within loops, threads ---- */

typedef struct {
  HBasePool *pool;
  IOAsync *other;
  gboolean over;
} Nest;

static void
call_within (GObject *source, GAsyncResult *result, gpointer data)
{
  Nest *nest = data;
  g_autoptr (GError) error = NULL;

  ck_assert (g_task_propagate_boolean (G_TASK (result), &error));
  assert_works (nest->pool);
  io_async_end (nest->other, &error);
  ck_assert_no_error (error);
  assert_works (nest->pool);
  nest->over = TRUE;
}

/* In the callback of an asynchronous call a blocking one is made, while another asynchronous one has the
 * pool's only channel; and a loop is run. */
START_TEST (a_callback_may_block_and_iterate)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  g_autoptr (HBaseOperation) first = io_get_new (pool, "a"), second = io_get_new (pool, "b");
  IOAsync other;
  Nest nest = { pool, &other, FALSE };
  GTask *task = g_task_new (NULL, NULL, call_within, &nest);

  mock_gateway_set_behaviour (mock, 1, 1, MOCK_BYTE_BY_BYTE);
  hbase_pool_run_async (pool, first, 20000, 0, task);
  io_async_begin (&other, pool, second, 20000, NULL);
  while (!nest.over)
    g_main_context_iteration (NULL, TRUE);
  io_assert_row (first, "a");
  io_assert_row (second, "b");
}
END_TEST

static gpointer
begin_in_this_thread (gpointer data)
{
  Nest *nest = data;

  for (guint i = 0; i < MOCK_MAX_REQUESTS / 16; i++)
    io_async_begin (&nest->other[i], nest->pool, io_get_new (nest->pool, "a"), 20000, NULL);
  g_atomic_int_set (&nest->over, TRUE);
  g_main_context_wakeup (NULL);
  return NULL;
}

/* It is started in a thread that doesn't iterate its default context: it is moved and completed by the thread
 * that does. */
START_TEST (a_run_is_started_in_another_thread_than_moved)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 4);
  g_autofree IOAsync *runs = g_new0 (IOAsync, MOCK_MAX_REQUESTS / 16);
  Nest nest = { pool, runs, FALSE };
  GThread *thread = g_thread_new ("beginner", begin_in_this_thread, &nest);

  while (!g_atomic_int_get (&nest.over))
    g_main_context_iteration (NULL, TRUE);
  g_thread_join (thread);
  for (guint i = 0; i < MOCK_MAX_REQUESTS / 16; i++)
    {
      g_autoptr (GError) error = NULL;

      io_async_end (&runs[i], &error);
      ck_assert_no_error (error);
      io_assert_row (runs[i].operation, "a");
      hbase_operation_free (runs[i].operation);
    }
}
END_TEST

START_TEST (closing_fails_waiting_calls)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  IOAsync runs[10];
  guint closed = 0;

  mock_gateway_set_behaviour (mock, 0, 1, MOCK_BYTE_BY_BYTE);
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    io_async_begin (&runs[i], pool, io_get_new (pool, "a"), 20000, NULL);
  while (g_atomic_int_get (&mock->log->requests) == 0)
    g_main_context_iteration (NULL, TRUE);
  hbase_pool_close (pool);
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (GError) error = NULL;

      if (!io_async_end (&runs[i], &error))
        {
          ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_CLOSED);
          closed++;
        }
      hbase_operation_free (runs[i].operation);
    }
  ck_assert_uint_eq (closed, G_N_ELEMENTS (runs) - 1);
  ck_assert_uint_eq (statistics_of (pool).idle, 0);
}
END_TEST

/* Both processes would read each other's replies, which look alike: the same calls, with the same sequence
 * ids. */
START_TEST (a_forked_child_leaves_the_parents_channels_alone)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  HBaseOperation *walk = walk_new (), *dropped = walk_new ();
  HBaseOperation *const walks[] = { walk, dropped };
  g_autoptr (GError) error = NULL;
  int status, pid;

  for (guint i = 0; i < G_N_ELEMENTS (walks); i++)
    {
      hbase_pool_run (pool, walks[i], 5000, 0, NULL, &error);
      ck_assert_no_error (error);
    }
  assert_works (pool);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->connections), 3);
  pid = fork ();
  if (pid == 0)
    {
      gboolean went_on = hbase_pool_run (pool, walk, 5000, 0, NULL, &error);
      g_autoptr (GBytes) arguments = walk_close_arguments ();

      hbase_pool_send_unawaited (pool, ((Walk *) dropped)->channel_id,
                                 &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER], arguments);
      hbase_operation_free (dropped);
      test_child_end (!went_on && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_CONNECTION_LOST)
                      && io_get (pool, "child", 5000, 0, NULL));
    }
  ck_assert_int_eq (waitpid (pid, &status, 0), pid);
  ck_assert_int_eq (status, 0);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->connections), 4);
  for (guint i = 0; i < G_N_ELEMENTS (walks); i++)
    {
      hbase_pool_run (pool, walks[i], 5000, 0, NULL, &error);
      ck_assert_no_error (error);
      hbase_operation_free (walks[i]);
    }
  assert_works (pool);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->connections), 4);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *cancels = tcase_create ("cancellation");
  TCase *lanes = tcase_create ("lanes");
  TCase *others = tcase_create ("finalizers, loops and threads");

  tcase_set_timeout (cancels, 60);
  tcase_add_loop_test (cancels, a_run_is_cancelled_before_it_begins, 0, 2);
  tcase_add_loop_test (cancels, a_run_is_cancelled_while_it_receives, 0, 2);
  tcase_add_loop_test (cancels, a_run_is_cancelled_while_it_sends, 0, 2);
  tcase_add_loop_test (cancels, a_run_is_cancelled_while_it_connects, 0, 2);
  tcase_add_test (cancels, connecting_has_a_timeout);
  tcase_add_test (cancels, a_reply_that_has_come_counts_after_the_deadline);
  suite_add_tcase (suite, cancels);
  tcase_set_timeout (lanes, 60);
  tcase_add_loop_test (lanes, eight_lanes_run_over_two_channels, 0, 2);
  tcase_add_test (lanes, prefetched_rows_are_taken_by_the_next_run);
  tcase_add_test (lanes, detached_channels_arent_counted);
  tcase_add_test (lanes, a_cancelled_run_loses_nothing);
  tcase_add_test (lanes, a_call_that_needs_a_lost_channel_fails);
  suite_add_tcase (suite, lanes);
  tcase_set_timeout (others, 60);
  tcase_add_test (others, an_operation_is_freed_while_it_awaits_a_reply);
  tcase_add_test (others, a_scanner_is_closed_by_an_unawaited_request);
  tcase_add_test (others, an_unawaited_reply_is_dropped_by_the_next_user_of_the_channel);
  tcase_add_test (others, a_callback_may_block_and_iterate);
  tcase_add_test (others, a_run_is_started_in_another_thread_than_moved);
  tcase_add_test (others, closing_fails_waiting_calls);
  tcase_add_test (others, a_forked_child_leaves_the_parents_channels_alone);
  suite_add_tcase (suite, others);
}

TEST_MAIN ("runs", fill)
