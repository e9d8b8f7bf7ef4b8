/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-retry-budget-private.h"
#include "io-test.h"

#include "check-main.h"
#include "ports.h"

/* This tests how many requests are sent again. */

#define SECOND G_USEC_PER_SEC

static guint
take_all (HBaseRetryBudget *budget, gint64 now)
{
  guint n = 0;

  while (hbase_retry_budget_take (budget, now))
    n++;
  return n;
}

START_TEST (repetitions_are_a_share_of_the_calls)
{
  HBaseRetryBudget budget;

  hbase_retry_budget_init (&budget, 10);
  ck_assert_uint_eq (take_all (&budget, 0), 100);
  for (guint i = 0; i < 205; i++)
    hbase_retry_budget_add_call (&budget);
  ck_assert_uint_eq (take_all (&budget, 0), 20);
  for (guint i = 0; i < 100000; i++)
    hbase_retry_budget_add_call (&budget);
  ck_assert_uint_eq (take_all (&budget, 0), 100);
}
END_TEST

START_TEST (a_few_are_free)
{
  HBaseRetryBudget budget;

  hbase_retry_budget_init (&budget, 0);
  ck_assert_uint_eq (take_all (&budget, SECOND), 100);
  hbase_retry_budget_add_call (&budget);
  ck_assert_uint_eq (take_all (&budget, SECOND), 0);
  ck_assert_uint_eq (take_all (&budget, 2 * SECOND), 10);
  ck_assert_uint_eq (take_all (&budget, 100 * SECOND), 100);
  ck_assert_uint_eq (take_all (&budget, 50 * SECOND), 0);
}
END_TEST

static gint64 test_clock;

static gint64
read_test_clock (void)
{
  return test_clock;
}

static HBasePool *
pool_with_tokens (MockGateway *mock, double tokens)
{
  HBasePool *pool = io_pool_new (mock->uri, 2);

  pool->now = read_test_clock;
  pool->budget.tokens = tokens;
  return pool;
}

static HBasePoolStatistics
statistics_of (HBasePool *pool)
{
  HBasePoolStatistics statistics;

  hbase_pool_get_statistics (pool, &statistics);
  return statistics;
}

/* Makes the next request fail, and the others after it succeed. */
static void
close_next (MockGateway *mock, guint n)
{
  mock_gateway_set_behaviour (mock, (guint) g_atomic_int_get (&mock->log->requests), n, MOCK_CLOSE);
}

START_TEST (a_read_fails_when_the_budget_is_used_up)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (HBasePool) pool = pool_with_tokens (mock, 2);
  g_autoptr (GError) error = NULL;

  close_next (mock, 100);
  ck_assert (!io_get (pool, "a", 60000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_RETRY_BUDGET);
  ck_assert_ptr_nonnull (strstr (error->message, "closed the connection"));
  ck_assert_ptr_nonnull (strstr (error->message, "retry budget"));
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 3);
  ck_assert_uint_eq (statistics_of (pool).retries, 2);
  ck_assert_uint_eq (statistics_of (pool).refused_retries, 1);
}
END_TEST

START_TEST (calls_that_succeed_fill_the_budget)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (HBasePool) pool = pool_with_tokens (mock, 0);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 11; i++)
    {
      io_get (pool, "a", 60000, 0, &error);
      ck_assert_no_error (error);
    }
  /* The first one is on a channel that wasn't checked: sending that again takes nothing from the budget. */
  for (guint i = 0; i < 2; i++)
    {
      close_next (mock, 1);
      io_get (pool, "a", 60000, 0, &error);
      ck_assert_no_error (error);
    }
  close_next (mock, 1);
  ck_assert (!io_get (pool, "a", 60000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_RETRY_BUDGET);
}
END_TEST

/* A gateway that is away costs nothing: no request was sent. */
START_TEST (connecting_again_is_free)
{
  g_autofree char *uri = g_strdup_printf ("thrift://127.0.0.1:%u/", keep_loopback_port ());
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);
  g_autoptr (GError) error = NULL;

  pool->now = read_test_clock;
  pool->budget.tokens = 0;
  ck_assert (!io_get (pool, "a", 60000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_CONNECTION_REFUSED);
  ck_assert_uint_eq (statistics_of (pool).refused_retries, 0);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("retry budget");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, repetitions_are_a_share_of_the_calls);
  tcase_add_test (tests, a_few_are_free);
  tcase_add_test (tests, a_read_fails_when_the_budget_is_used_up);
  tcase_add_test (tests, calls_that_succeed_fill_the_budget);
  tcase_add_test (tests, connecting_again_is_free);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("retry budget", fill)
