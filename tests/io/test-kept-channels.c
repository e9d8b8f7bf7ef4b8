/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "test-operations.h"

#include "check-main.h"

/* This tests that a channel with a scanner is kept for its operation, whatever else that operation sends. */

/* The first run opens a scanner and reads a row, in lane 0. The next ones send calls that can use any
 * channel: in lane 1, in lane 0, and so on. */
typedef struct {
  HBaseOperation parent;
  guint channel_id;
  guint n_runs;
} Pair;

static HBaseNext
pair_answered (HBaseOperation *operation, HBaseLane *lane)
{
  GError *error = NULL;

  return hbase_lane_take_response (lane, NULL, &error) ? HBASE_DONE : hbase_operation_fail (operation, error);
}

static HBaseNext
pair_opened (HBaseOperation *operation, HBaseLane *lane)
{
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, NULL, &error))
    return hbase_operation_fail (operation, error);
  ((Pair *) operation)->channel_id = lane->channel_id;
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET_SCANNER_ROWS],
                          walk_rows_arguments (), lane->channel_id, pair_answered);
}

static HBaseNext
pair_start (HBaseOperation *operation, HBaseLane *lane)
{
  guint run = ((Pair *) operation)->n_runs++;

  if (run == 0)
    return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_OPEN_SCANNER], walk_open_arguments (),
                            0, pair_opened);
  return hbase_lane_send (&operation->lanes[run % 2], &hbase_wire_methods[HBASE_WIRE_METHOD_GET],
                          io_get_arguments (HBASE_WIRE_PROTOCOL_BINARY, "a"), 0, pair_answered);
}

static const HBaseOperationClass pair_class = { .size = sizeof (Pair), .start = pair_start };

static void
run (HBasePool *pool, HBaseOperation *operation)
{
  g_autoptr (GError) error = NULL;

  hbase_pool_run (pool, operation, 5000, 0, NULL, &error);
  ck_assert_no_error (error);
}

static void
get (HBasePool *pool)
{
  g_autoptr (GError) error = NULL;

  io_get (pool, "a", 5000, 0, &error);
  ck_assert_no_error (error);
}

static HBasePoolStatistics
statistics_of (HBasePool *pool)
{
  HBasePoolStatistics statistics;

  hbase_pool_get_statistics (pool, &statistics);
  return statistics;
}

START_TEST (a_scanners_channel_is_kept_for_its_operation)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  g_autoptr (HBaseOperation) pair = hbase_operation_new (&pair_class, HBASE_WIRE_PROTOCOL_BINARY, 2);

  run (pool, pair);
  run (pool, pair);
  ck_assert_uint_eq (pair->lanes[1].channel_id, ((Pair *) pair)->channel_id);
  get (pool);
  ck_assert_uint_eq (statistics_of (pool).opened, 2);
}
END_TEST

/* A call that can use any channel doesn't use the scanner's if there is another one. */
START_TEST (a_free_channel_is_taken_first)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (HBaseOperation) two = fan_new (2, 2);
  g_autoptr (HBaseOperation) pair = hbase_operation_new (&pair_class, HBASE_WIRE_PROTOCOL_BINARY, 2);

  run (pool, two);
  ck_assert_uint_eq (statistics_of (pool).idle, 2);
  run (pool, pair);
  run (pool, pair);
  ck_assert_uint_ne (pair->lanes[1].channel_id, ((Pair *) pair)->channel_id);
}
END_TEST

/* Although its lanes sent other calls last. */
START_TEST (a_freed_operation_keeps_no_channel)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  HBaseOperation *pair = hbase_operation_new (&pair_class, HBASE_WIRE_PROTOCOL_BINARY, 2);

  run (pool, pair);
  get (pool);
  run (pool, pair);
  run (pool, pair);
  ck_assert_uint_eq (statistics_of (pool).idle, 2);
  hbase_operation_free (pair);
  get (pool);
  ck_assert_uint_eq (statistics_of (pool).idle, 1);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("kept channels");

  tcase_add_test (tests, a_scanners_channel_is_kept_for_its_operation);
  tcase_add_test (tests, a_free_channel_is_taken_first);
  tcase_add_test (tests, a_freed_operation_keeps_no_channel);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("kept channels", fill)
