/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-pool-private.h"
#include "io-test.h"

#include <poll.h>

#include "check-main.h"

/* This tests scans that are freed while their openScanner is under way: the scanner doesn't stay open on the
 * gateway, whichever part of the library finds the late reply. */

typedef struct {
  MockGateway *mock;
  HBasePool *pool;
} World;

static void
world_clear (World *world)
{
  g_clear_pointer (&world->pool, hbase_pool_unref);
  g_clear_pointer (&world->mock, mock_gateway_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (World, world_clear)

static HBasePoolStatistics
statistics_of (HBasePool *pool)
{
  HBasePoolStatistics statistics;

  hbase_pool_get_statistics (pool, &statistics);
  return statistics;
}

static gpointer
cancel_after_first_request (gpointer data)
{
  gpointer *pair = data;

  mock_gateway_await (&((MockGateway *) pair[0])->log->requests, 1);
  g_cancellable_cancel (pair[1]);
  return NULL;
}

static void
run_until_cancelled (World *world, HBaseOperation *operation, gboolean async)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gpointer pair[] = { world->mock, cancellable };
  GThread *thread = g_thread_new ("canceller", cancel_after_first_request, pair);
  g_autoptr (GError) error = NULL;
  IOAsync run;

  if (async)
    io_async_begin (&run, world->pool, operation, 0, cancellable);
  ck_assert (!(async ? io_async_end (&run, &error)
                     : hbase_pool_run (world->pool, operation, 0, 0, cancellable, &error)));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
}

/* Frees a scan after the gateway, which executes nothing now, has received its openScanner. */
static World
world_with_cancelled_scan (int i, HBaseScanOperation **operation)
{
  gboolean compact = (i & 1) != 0, framed = (i & 2) != 0;
  HBaseWireProtocol protocol = compact ? HBASE_WIRE_PROTOCOL_COMPACT : HBASE_WIRE_PROTOCOL_BINARY;
  World world = { .mock = mock_gateway_new (protocol, framed) };

  world.pool = io_pool_new (world.mock->uri, 2);
  g_atomic_int_set (&world.mock->log->paused, 1);
  *operation = io_scan_new (world.pool);
  run_until_cancelled (&world, (HBaseOperation *) *operation, (i & 4) != 0);
  ck_assert_int_eq (g_atomic_int_get (&world.mock->log->requests), 1);
  ck_assert_int_eq (g_atomic_int_get (&world.mock->log->scanners), 0);
  return world;
}

static World
world_with_freed_scan (int i)
{
  HBaseScanOperation *operation;
  World world = world_with_cancelled_scan (i, &operation);

  hbase_operation_free (operation);
  ck_assert_uint_eq (statistics_of (world.pool).idle, 1);
  return world;
}

static void
resume_gateway (World *world)
{
  g_atomic_int_set (&world->mock->log->paused, 0);
}

/* The late reply was received, but not read. */
static void
await_late_reply (World *world, HBaseChannel *channel)
{
  resume_gateway (world);
  while (!channel->class->is_readable (channel))
    poll (NULL, 0, 1);
  ck_assert_int_eq (g_atomic_int_get (&world->mock->log->scanners), 1);
}

static gboolean
has_late_replies (World *world)
{
  for (GList *i = world->pool->idle.head; i != NULL; i = i->next)
    if (((HBaseChannel *) i->data)->late_replies.length > 0)
      return TRUE;
  return FALSE;
}

static void
await_no_scanner (World *world)
{
  while (g_atomic_int_get (&world->mock->log->scanners) != 0)
    poll (NULL, 0, 1);
}

static void
assert_works (World *world)
{
  g_autoptr (GError) error = NULL;

  io_get (world->pool, "still", 20000, 0, &error);
  ck_assert_no_error (error);
}

START_TEST (the_next_call_closes_the_scanner)
{
  g_auto (World) world = world_with_freed_scan (_i);

  await_late_reply (&world, g_queue_peek_head (&world.pool->idle));
  assert_works (&world);
  await_no_scanner (&world);
  /* Nothing was lost: the channel is used again, perhaps even by that first call. */
  while (has_late_replies (&world))
    assert_works (&world);
  ck_assert_uint_eq (statistics_of (world.pool).dropped, 0);
  ck_assert_int_le (g_atomic_int_get (&world.mock->log->connections), 2);
}
END_TEST

START_TEST (closing_the_pool_closes_the_scanner)
{
  g_auto (World) world = world_with_freed_scan (_i);

  await_late_reply (&world, g_queue_peek_head (&world.pool->idle));
  hbase_pool_close (world.pool);
  await_no_scanner (&world);
}
END_TEST

START_TEST (freeing_the_pool_closes_the_scanner)
{
  g_auto (World) world = world_with_freed_scan (_i);

  await_late_reply (&world, g_queue_peek_head (&world.pool->idle));
  g_clear_pointer (&world.pool, hbase_pool_unref);
  await_no_scanner (&world);
}
END_TEST

/* The reply was received between the run's end and the operation's. */
START_TEST (freeing_the_scan_closes_the_scanner)
{
  HBaseScanOperation *operation;
  g_auto (World) world = world_with_cancelled_scan (_i, &operation);

  await_late_reply (&world, g_queue_peek_head (&world.pool->detached));
  if (_i & 1)
    hbase_pool_close (world.pool);
  hbase_operation_free (operation);
  await_no_scanner (&world);
}
END_TEST

/* There is nothing to close then. */
START_TEST (after_an_exception_no_scanner_is_closed)
{
  HBaseScanOperation *operation;
  g_auto (World) world = world_with_cancelled_scan (_i, &operation);

  g_strlcpy (world.mock->log->text, "java.io.IOException: no", sizeof world.mock->log->text);
  mock_gateway_set_behaviour (world.mock, 0, 1, MOCK_REFUSE);
  hbase_operation_free (operation);
  resume_gateway (&world);
  while (statistics_of (world.pool).exchanges < 20)
    assert_works (&world);
  ck_assert_int_eq (g_atomic_int_get (&world.mock->log->requests), 21);
  ck_assert_uint_eq (statistics_of (world.pool).dropped, 0);
}
END_TEST

static gint64
now_plus_51_s (void)
{
  return g_get_monotonic_time () + 51 * G_USEC_PER_SEC;
}

/* The late reply is awaited for as long as channels may be idle. */
START_TEST (a_reply_that_never_comes_closes_the_channel)
{
  HBaseScanOperation *operation;
  g_auto (World) world = world_with_cancelled_scan (_i, &operation);

  mock_gateway_set_behaviour (world.mock, 0, 1, MOCK_HOLD);
  resume_gateway (&world);
  hbase_operation_free (operation);
  assert_works (&world);
  ck_assert_uint_eq (statistics_of (world.pool).dropped, 0);
  world.pool->now = now_plus_51_s;
  assert_works (&world);
  ck_assert_uint_eq (statistics_of (world.pool).dropped, 1);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("late scanners");

  tcase_set_timeout (tests, 60);
  tcase_add_loop_test (tests, the_next_call_closes_the_scanner, 0, 8);
  tcase_add_loop_test (tests, closing_the_pool_closes_the_scanner, 0, 8);
  tcase_add_loop_test (tests, freeing_the_pool_closes_the_scanner, 0, 8);
  tcase_add_loop_test (tests, freeing_the_scan_closes_the_scanner, 0, 8);
  tcase_add_loop_test (tests, after_an_exception_no_scanner_is_closed, 0, 8);
  tcase_add_loop_test (tests, a_reply_that_never_comes_closes_the_channel, 0, 8);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("late scanners", fill)
