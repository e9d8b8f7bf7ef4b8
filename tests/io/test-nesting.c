/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This tests the pump with operations that run other operations as their children. */

#include "config.h"

#include "test-operations.h"

#include "check-main.h"

/* A parent that runs a child a number of times, then sends a request itself. */
typedef struct {
  HBaseOperation parent;
  HBaseOperation *child;
  HBaseOperation *(*make_child) (void); /* each run has a new one; NULL: the same one all the time */
  GBytes *arguments;
  guint n_runs, n_ended, n_responses;
} Series;

static HBaseNext series_next_child (Series *series);

static HBaseNext
series_child_ended (HBaseOperation *operation, HBaseOperation *child, GError *error)
{
  Series *series = (Series *) operation;

  if (error != NULL)
    return hbase_operation_fail (operation, error);
  series->n_ended++;
  if (series->make_child != NULL)
    g_clear_pointer (&series->child, hbase_operation_free);
  return series_next_child (series);
}

static HBaseNext
series_received (HBaseOperation *operation, HBaseLane *lane)
{
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, NULL, &error))
    return hbase_operation_fail (operation, error);
  ((Series *) operation)->n_responses++;
  return series_next_child ((Series *) operation);
}

/* The first and the last request are the parent's own. */
static HBaseNext
series_next_child (Series *series)
{
  gboolean sends
      = series->n_responses == 0 || (series->n_ended == series->n_runs && series->n_responses == 1);

  if (sends)
    return hbase_lane_send (&series->parent.lanes[0], &hbase_wire_methods[HBASE_WIRE_METHOD_GET],
                            g_bytes_ref (series->arguments), 0, series_received);
  if (series->n_ended == series->n_runs)
    return HBASE_DONE;
  if (series->child == NULL)
    series->child = series->make_child ();
  return hbase_operation_run_child (&series->parent, series->child, series_child_ended);
}

static HBaseNext
series_start (HBaseOperation *operation, HBaseLane *lane)
{
  return series_next_child ((Series *) operation);
}

static void
series_clear (HBaseOperation *operation)
{
  Series *series = (Series *) operation;

  hbase_operation_free (series->child);
  g_bytes_unref (series->arguments);
}

static const HBaseOperationClass series_class = {
  .size = sizeof (Series),
  .start = series_start,
  .clear = series_clear,
};

static const HBaseOperationClass patient_class = {
  .size = sizeof (Series),
  .start = series_start,
  .clear = series_clear,
  .child_has_own_deadline = TRUE,
};

static Series *
series_new (const HBaseOperationClass *class, guint n_runs)
{
  Series *series = hbase_operation_new (class, HBASE_WIRE_PROTOCOL_BINARY, 1);

  series->arguments = io_get_arguments (HBASE_WIRE_PROTOCOL_BINARY, "a");
  series->n_runs = n_runs;
  return series;
}

static MockGateway *
mock_new (void)
{
  return mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
}

static gboolean
run (HBasePool *pool, Series *series, guint timeout, gboolean async, GError **error)
{
  IOAsync data;

  if (!async)
    return hbase_pool_run (pool, &series->parent, timeout, 0, NULL, error);
  io_async_begin (&data, pool, &series->parent, timeout, NULL);
  return io_async_end (&data, error);
}

/* ---- channels ---- */

/* With one channel in the pool it would never end if its parent held the channel. */
START_TEST (a_parent_holds_no_channel_while_its_child_waits)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  Series *series = series_new (&series_class, 5);
  g_autoptr (GError) error = NULL;

  series->child = walk_new ();
  ck_assert (run (pool, series, 5000, _i, &error));
  ck_assert_no_error (error);
  ck_assert_int_eq (((Walk *) series->child)->row, 4);
  hbase_operation_free (series);
}
END_TEST

/* If a child is freed while a response is awaited, its channel is closed or drained, never given to
 * others. */
static HBaseOperation *
make_walk (void)
{
  return walk_new ();
}

static HBaseOperation *
make_fan (void)
{
  return fan_new (4, 2);
}

START_TEST (children_are_freed_with_lanes_in_use)
{
  static HBaseOperation *(*const makers[]) (void) = { make_walk, make_fan };
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 3);
  g_autoptr (GError) error = NULL;
  HBasePoolStatistics statistics;

  for (guint i = 0; i < 20; i++)
    {
      Series *series = series_new (&series_class, 5);

      series->make_child = makers[_i / 2];
      ck_assert (run (pool, series, 10000, _i % 2, &error));
      hbase_operation_free (series);
    }
  hbase_pool_get_statistics (pool, &statistics);
  ck_assert_uint_eq (statistics.acquired, 0);
  ck_assert (io_get (pool, "still", 5000, 0, &error));
}
END_TEST

/* ---- a child that ends while a lane of its own is connecting ---- */

typedef struct {
  HBaseOperation parent;
  guint n_responses;
} EagerChild;

static HBaseNext
eager_child_received (HBaseOperation *operation, HBaseLane *lane)
{
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, NULL, &error))
    return hbase_operation_fail (operation, error);
  return HBASE_DONE;
}

static HBaseNext
eager_child_start (HBaseOperation *operation, HBaseLane *lane)
{
  for (guint i = 0; i < operation->n_lanes; i++)
    hbase_lane_send (&operation->lanes[i], &hbase_wire_methods[HBASE_WIRE_METHOD_GET],
                     io_get_arguments (HBASE_WIRE_PROTOCOL_BINARY, "a"), 0, eager_child_received);
  return HBASE_WAIT;
}

static const HBaseOperationClass eager_child_class
    = { .size = sizeof (EagerChild), .start = eager_child_start };

static HBaseOperation *
make_eager_child (void)
{
  return hbase_operation_new (&eager_child_class, HBASE_WIRE_PROTOCOL_BINARY, 4);
}

/* The parent's own request opens the one channel that is idle when the first child starts. */
START_TEST (a_child_is_done_while_its_lanes_connect)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 4);
      Series *series = series_new (&series_class, 4);

      series->make_child = make_eager_child;
      ck_assert (run (pool, series, 10000, _i, &error));
      hbase_operation_free (series);
    }
}
END_TEST

/* ---- deadlines and cancels ---- */

/* Sleeps 50 to 100 ms. */
static HBaseNext
sleeper_woke (HBaseOperation *operation, HBaseLane *lane)
{
  return HBASE_DONE;
}

static HBaseNext
sleeper_start (HBaseOperation *operation, HBaseLane *lane)
{
  return lane->state != HBASE_LANE_IDLE ? HBASE_WAIT : hbase_lane_sleep (lane, 100, sleeper_woke);
}

static const HBaseOperationClass sleeper_class = { .size = sizeof (HBaseOperation), .start = sleeper_start };

static HBaseOperation *
make_sleeper (void)
{
  return hbase_operation_new (&sleeper_class, HBASE_WIRE_PROTOCOL_BINARY, 1);
}

#define SLEEPS 48
#define SHORTER_THAN_ALL 2300

START_TEST (a_run_has_one_deadline)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  Series *series = series_new (&series_class, SLEEPS);
  g_autoptr (GError) error = NULL;

  series->make_child = make_sleeper;
  ck_assert (!run (pool, series, SHORTER_THAN_ALL, _i, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  hbase_operation_free (series);
}
END_TEST

static void
assert_each_has_time (HBaseOperation *(*make_child) (void), guint n_children, guint timeout, gboolean async)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  Series *series = series_new (&patient_class, n_children);
  g_autoptr (GError) error = NULL;

  series->make_child = make_child;
  ck_assert (run (pool, series, timeout, async, &error));
  ck_assert_no_error (error);
  hbase_operation_free (series);
}

START_TEST (each_child_may_have_its_own_deadline)
{
  assert_each_has_time (make_sleeper, SLEEPS, SHORTER_THAN_ALL, _i);
}
END_TEST

#define BUSY_MS 2600
#define SHORTER_THAN_BUSY 2500

/* Its parent is busy in one step for longer than the timeout. */
static HBaseOperation *
make_late_sleeper (void)
{
  g_usleep (BUSY_MS * 1000);
  return make_sleeper ();
}

START_TEST (a_childs_timeout_begins_with_the_child)
{
  assert_each_has_time (make_late_sleeper, 1, SHORTER_THAN_BUSY, _i);
}
END_TEST

/* The child's request stays with its lane, and its response is the next run's. */
START_TEST (a_run_that_timed_out_in_a_child_continues_in_the_next_run)
{
  g_autoptr (MockGateway) mock = mock_new ();
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  Series *series = series_new (&series_class, 3);
  g_autoptr (GError) error = NULL;

  series->child = walk_new ();
  series->n_responses = 1; /* the child comes first */
  g_atomic_int_set (&mock->log->paused, 1);
  ck_assert (!run (pool, series, 50, _i, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  g_atomic_int_set (&mock->log->paused, 0);
  g_clear_error (&error);
  ck_assert (run (pool, series, 5000, !_i, &error));
  ck_assert_no_error (error);
  ck_assert_int_eq (((Walk *) series->child)->row, 2);
  hbase_operation_free (series);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *channels = tcase_create ("channels"), *ends = tcase_create ("ends");

  tcase_add_loop_test (channels, a_parent_holds_no_channel_while_its_child_waits, 0, 2);
  tcase_add_loop_test (channels, children_are_freed_with_lanes_in_use, 0, 4);
  tcase_add_loop_test (channels, a_child_is_done_while_its_lanes_connect, 0, 2);
  tcase_set_timeout (channels, 60);
  suite_add_tcase (suite, channels);
  tcase_add_loop_test (ends, a_run_has_one_deadline, 0, 2);
  tcase_add_loop_test (ends, each_child_may_have_its_own_deadline, 0, 2);
  tcase_add_loop_test (ends, a_childs_timeout_begins_with_the_child, 0, 2);
  tcase_add_loop_test (ends, a_run_that_timed_out_in_a_child_continues_in_the_next_run, 0, 2);
  tcase_set_timeout (ends, 60);
  suite_add_tcase (suite, ends);
}

TEST_MAIN ("nesting", fill)
