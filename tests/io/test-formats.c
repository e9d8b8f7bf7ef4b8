/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This tests protocol=auto and framing=auto: each gateway's format is found out by its first connection, and
 * requests are converted to it. */

#include "config.h"

#include "hbase-connector-private.h"
#include "io-test.h"
#include "test-operations.h"

#include "check-main.h"

static MockGateway *
mock_of (int i)
{
  return mock_gateway_new (i & 2 ? HBASE_WIRE_PROTOCOL_COMPACT : HBASE_WIRE_PROTOCOL_BINARY, (i & 1) != 0);
}

static HBasePool *
pool_of (const char *addresses, const char *options)
{
  g_autofree char *uri = g_strdup_printf ("thrift://%s/%s", addresses, options);

  return io_pool_new (uri, 2);
}

#define ANY "?protocol=auto&framing=auto"

static void
assert_works (HBasePool *pool)
{
  g_autoptr (GError) error = NULL;

  io_get (pool, "still", 20000, 0, &error);
  ck_assert_no_error (error);
}

static gint
count_connections (MockGateway *mock)
{
  return g_atomic_int_get (&mock->log->connections);
}

/* The second connection is made in the format that the first one found. */
START_TEST (a_format_is_found_once)
{
  g_autoptr (MockGateway) mock = mock_of (_i);
  g_autoptr (HBasePool) pool = pool_of (mock->address, ANY);
  g_autoptr (GError) error = NULL;

  mock_gateway_set_behaviour (mock, 2, 1, MOCK_REPLY_AND_CLOSE);
  assert_works (pool);
  ck_assert (io_put (pool, "a", 20000, &error));
  ck_assert_int_eq (count_connections (mock), _i + 1);
  mock_gateway_await (&mock->log->ended, _i + 1);
  assert_works (pool);
  ck_assert_int_eq (count_connections (mock), _i + 2);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 4);
}
END_TEST

static const char *const partly[]
    = { "?framing=auto", "?framing=auto", "?protocol=auto", "?protocol=auto&framing=framed" };

START_TEST (what_is_known_isnt_tried)
{
  g_autoptr (MockGateway) mock = mock_of (_i);
  g_autoptr (HBasePool) pool = pool_of (mock->address, partly[_i]);

  assert_works (pool);
  ck_assert_int_le (count_connections (mock), 2);
}
END_TEST

/* A batch asks for it: framed gateways limit the size of requests. */
START_TEST (whether_gateways_are_framed_is_known_after_a_call)
{
  g_autoptr (MockGateway) mock = mock_of (_i);
  g_autoptr (HBasePool) pool = pool_of (mock->address, ANY);

  ck_assert (!hbase_connector_is_framed (pool->connector));
  assert_works (pool);
  ck_assert_int_eq (hbase_connector_is_framed (pool->connector), (_i & 1) != 0);
}
END_TEST

START_TEST (each_gateway_has_its_format)
{
  g_autoptr (MockGateway) a = mock_of (0);
  g_autoptr (MockGateway) b = mock_of (3);
  g_autofree char *addresses = g_strconcat (a->address, ",", b->address, NULL);
  g_autoptr (HBasePool) pool = pool_of (addresses, ANY);

  mock_gateway_set_behaviour (a, 0, 100, MOCK_REPLY_AND_CLOSE);
  mock_gateway_set_behaviour (b, 0, 100, MOCK_REPLY_AND_CLOSE);
  mock_gateway_set_behaviour (a, 0, 1, MOCK_REPLY);
  mock_gateway_set_behaviour (b, 0, 1, MOCK_REPLY);
  for (guint i = 0; i < 6; i++)
    assert_works (pool);
  ck_assert_int_gt (g_atomic_int_get (&a->log->requests), 1);
  ck_assert_int_gt (g_atomic_int_get (&b->log->requests), 1);
}
END_TEST

/* What nobody awaits is converted, too: the close of a scanner. */
START_TEST (scanners_are_closed)
{
  g_autoptr (MockGateway) mock = mock_of (3);
  g_autoptr (HBasePool) pool = pool_of (mock->address, ANY);
  g_autoptr (GError) error = NULL;
  HBaseOperation *walk = walk_new ();

  hbase_pool_run (pool, walk, 20000, 0, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_int_eq (((Walk *) walk)->row, 0);
  hbase_operation_free (walk);
  assert_works (pool);
}
END_TEST

START_TEST (another_service_is_reported)
{
  g_autoptr (MockGateway) mock = mock_of (0);
  g_autoptr (HBasePool) pool = pool_of (mock->address, ANY);
  g_autoptr (GError) error = NULL;

  mock_gateway_set_behaviour (mock, 0, 100, MOCK_HTTP);
  ck_assert (!io_put (pool, "a", 20000, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
  ck_assert_msg (strstr (error->message, "hbase-glib doctor") != NULL, "%s", error->message);
  ck_assert_int_eq (count_connections (mock), 4);
}
END_TEST

START_TEST (a_silent_gateway_ends_by_the_timeout)
{
  g_autoptr (MockGateway) mock = mock_of (0);
  g_autoptr (HBasePool) pool = pool_of (mock->address, ANY);
  g_autoptr (GError) error = NULL;

  mock_gateway_set_behaviour (mock, 0, 1, MOCK_HOLD);
  ck_assert (!io_get (pool, "a", IO_SILENCE, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  mock_gateway_await (&mock->log->requests, 1);
  assert_works (pool);
}
END_TEST

START_TEST (a_probe_can_be_cancelled)
{
  g_autoptr (MockGateway) mock = mock_of (0);
  g_autoptr (HBasePool) pool = pool_of (mock->address, ANY);
  g_autoptr (HBaseOperation) get = io_get_new (pool, "a");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  IOAsync async;

  mock_gateway_set_behaviour (mock, 0, 1, MOCK_HOLD);
  io_async_begin (&async, pool, get, 30000, cancellable);
  while (g_atomic_int_get (&mock->log->requests) == 0)
    g_main_context_iteration (NULL, FALSE);
  g_cancellable_cancel (cancellable);
  ck_assert (!io_async_end (&async, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_works (pool);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *formats = tcase_create ("formats");

  tcase_add_loop_test (formats, a_format_is_found_once, 0, 4);
  tcase_add_loop_test (formats, what_is_known_isnt_tried, 0, 4);
  tcase_add_loop_test (formats, whether_gateways_are_framed_is_known_after_a_call, 0, 4);
  tcase_add_test (formats, each_gateway_has_its_format);
  tcase_add_test (formats, scanners_are_closed);
  tcase_add_test (formats, another_service_is_reported);
  tcase_add_test (formats, a_silent_gateway_ends_by_the_timeout);
  tcase_add_test (formats, a_probe_can_be_cancelled);
  suite_add_tcase (suite, formats);
}

TEST_MAIN ("formats", fill)
