/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "io-test.h"

#include "check-main.h"

START_TEST (a_blocking_get_brings_its_row)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (_i & 1 ? HBASE_WIRE_PROTOCOL_COMPACT : HBASE_WIRE_PROTOCOL_BINARY, _i & 2);
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
  ck_assert_uint_eq (statistics.lent, 0);
  ck_assert_uint_eq (statistics.idle, 1);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->connections), 1);
}
END_TEST

START_TEST (an_async_get_brings_its_row)
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

/* Rows are told apart: nobody gets another one's answer. */
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
  ck_assert_uint_eq (statistics.lent, 0);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *basics = tcase_create ("basics");

  tcase_set_timeout (basics, 60);
  tcase_add_loop_test (basics, a_blocking_get_brings_its_row, 0, 4);
  tcase_add_test (basics, an_async_get_brings_its_row);
  tcase_add_test (basics, a_thousand_async_gets_share_four_channels);
  suite_add_tcase (suite, basics);
}

TEST_MAIN ("pump", fill)
