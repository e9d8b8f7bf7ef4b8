/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "hbase-pool-private.h"
#include "io-test.h"

#include "check-main.h"
#include "ports.h"

/* This tests gateways that fail: the errors that callers receive, that a write is never executed twice, and
 * that later calls succeed. */

static MockGateway *
mock_of (int i)
{
  return mock_gateway_new (i & 1 ? HBASE_WIRE_PROTOCOL_COMPACT : HBASE_WIRE_PROTOCOL_BINARY, (i & 2) != 0);
}

static void
assert_works (HBasePool *pool)
{
  g_autoptr (GError) error = NULL;

  io_get (pool, "still", 5000, 0, &error);
  ck_assert_no_error (error);
}

static HBasePoolStatistics
statistics_of (HBasePool *pool)
{
  HBasePoolStatistics statistics;

  hbase_pool_get_statistics (pool, &statistics);
  ck_assert_uint_eq (statistics.acquired, 0);
  return statistics;
}

START_TEST (a_port_without_a_listener_is_reported)
{
  g_autofree char *uri
      = g_strdup_printf ("thrift://127.0.0.1:%u,localhost:%u/", keep_loopback_port (), keep_loopback_port ());
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);
  g_autoptr (GError) error = NULL;

  ck_assert (!io_put (pool, "a", 60000, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_CONNECTION_REFUSED);
  ck_assert_msg (strstr (error->message, "127.0.0.1:") != NULL
                     && strstr (error->message, "localhost:") != NULL,
                 "%s", error->message);
  ck_assert_uint_eq (statistics_of (pool).opened, 0);
}
END_TEST

START_TEST (an_unknown_host_is_reported)
{
  g_autoptr (HBasePool) pool = io_pool_new ("thrift://no-such-host.invalid/", 2);
  g_autoptr (GError) error = NULL;

  ck_assert (!io_get (pool, "a", 60000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_HOST_NOT_FOUND);
  ck_assert_ptr_nonnull (strstr (error->message, "no-such-host.invalid"));
}
END_TEST

START_TEST (a_silent_gateway_ends_a_read_by_its_timeout)
{
  g_autoptr (MockGateway) mock = mock_of (0);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (GError) error = NULL;

  mock_gateway_set_behaviour (mock, 0, 1, MOCK_HOLD);
  error = io_get_in_silence (pool);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  mock_gateway_await (&mock->log->requests, 1);
  ck_assert_uint_eq (statistics_of (pool).dropped, 1);
  assert_works (pool);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 2);
}
END_TEST

START_TEST (a_silent_gateway_leaves_a_write_unknown)
{
  g_autoptr (MockGateway) mock = mock_of (0);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (GError) error = NULL;

  mock_gateway_set_behaviour (mock, 0, 1, MOCK_HOLD);
  error = io_put_in_silence (pool);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  mock_gateway_await (&mock->log->requests, 1);
  assert_works (pool);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 2);
}
END_TEST

START_TEST (a_read_is_repeated_after_an_attempt_timed_out)
{
  g_autoptr (MockGateway) mock = mock_of (0);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (GError) error = NULL;

  mock_gateway_set_behaviour (mock, 0, 2, MOCK_HOLD);
  ck_assert (io_get (pool, "a", 30000, 100, &error));
  /* On a slow machine a response may be late, too. */
  ck_assert_int_ge (g_atomic_int_get (&mock->log->requests), 3);
  ck_assert_uint_ge (statistics_of (pool).dropped, 2);
}
END_TEST

START_TEST (a_timeout_names_the_last_failure)
{
  g_autoptr (MockGateway) mock = mock_of (0);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (GError) error = NULL;

  assert_works (pool);
  g_strlcpy (mock->log->text, "org.apache.hadoop.hbase.NotServingRegionException: t,,1 is not online\n\tat x",
             256);
  mock_gateway_set_behaviour (mock, 1, 1000, MOCK_REFUSE);
  ck_assert (!io_get (pool, "a", 2 * IO_SILENCE, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  ck_assert_msg (strstr (error->message, "t,,1 is not online") != NULL, "%s", error->message);
  ck_assert_int_gt (g_atomic_int_get (&mock->log->requests), 2);
}
END_TEST

START_TEST (a_gateway_closes_between_request_and_reply)
{
  g_autoptr (MockGateway) mock = mock_of (_i);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (GError) error = NULL;

  mock_gateway_set_behaviour (mock, 0, 2, MOCK_CLOSE);
  ck_assert (io_get (pool, "a", 30000, 0, &error));
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 3);
  mock_gateway_set_behaviour (mock, 3, 1, MOCK_CLOSE);
  ck_assert (!io_put (pool, "a", 30000, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 4);
  ck_assert_uint_eq (statistics_of (pool).dropped, 3);
  assert_works (pool);
}
END_TEST

/* Returns the length of a reply to get "a", from the pool's statistics. */
static guint
reply_length (HBasePool *pool)
{
  HBasePoolStatistics before = statistics_of (pool);
  g_autoptr (GError) error = NULL;

  io_get (pool, "a", 5000, 0, &error);
  ck_assert_no_error (error);
  return (guint) (statistics_of (pool).bytes_received - before.bytes_received);
}

START_TEST (a_reply_is_cut_at_any_byte)
{
  g_autoptr (MockGateway) mock = mock_of (_i);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  guint length = reply_length (pool);

  ck_assert_uint_ge (length, 20);
  for (guint cut = 0; cut < length; cut++)
    {
      g_autoptr (GError) error = NULL;
      gint asked = g_atomic_int_get (&mock->log->requests);

      g_atomic_int_set (&mock->log->cut, (gint) cut);
      mock_gateway_set_behaviour (mock, (guint) asked, 1, MOCK_CUT);
      io_get (pool, "a", 30000, 0, &error);
      ck_assert_no_error (error);
      ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), asked + 2);
      ck_assert_uint_eq (statistics_of (pool).dropped, cut + 1);
    }
}
END_TEST

START_TEST (a_reply_to_another_call_is_refused)
{
  static const MockBehaviour behaviours[]
      = { MOCK_WRONG_SEQUENCE, MOCK_WRONG_NAME, MOCK_GARBAGE, MOCK_HTTP, MOCK_TRAILING };
  g_autoptr (MockGateway) mock = mock_of (_i % 4);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (GError) read = NULL;
  g_autoptr (GError) write = NULL;

  mock_gateway_set_behaviour (mock, 0, 2, behaviours[_i / 4]);
  ck_assert (!io_get (pool, "a", 30000, 0, &read));
  /* Garbage read as the length of a frame is a large number. */
  ck_assert_msg (g_error_matches (read, HBASE_ERROR, HBASE_ERROR_PROTOCOL)
                     || (g_error_matches (read, HBASE_ERROR, HBASE_ERROR_TOO_LARGE) && (_i & 2)),
                 "%s", read->message);
  ck_assert (!io_put (pool, "a", 30000, &write));
  ck_assert_error (write, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 2);
  ck_assert_uint_eq (statistics_of (pool).dropped, 2);
  assert_works (pool);
}
END_TEST

/* A gateway that closes the connection when it doesn't understand a request looks like one that is being
 * restarted, so it is tried until the timeout, and the error suggests to check the URI's protocol and
 * framing. */
START_TEST (an_error_suggests_the_wrong_protocol)
{
  guint theirs = (guint) _i / 4, ours = (guint) _i % 4;
  g_autoptr (MockGateway) mock = mock_of ((int) theirs);
  g_autofree char *uri = g_strdup_printf ("thrift://%s/?protocol=%s&framing=%s", mock->address,
                                          ours & 1 ? "compact" : "binary", ours & 2 ? "framed" : "none");
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);
  g_autoptr (GError) error = NULL;

  if (theirs == ours)
    return;
  ck_assert (!io_get (pool, "a", 1000, 0, &error));
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 0);
  ck_assert_msg (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT)
                     || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL),
                 "%s", error->message);
  ck_assert_msg (strstr (error->message, "does it speak the URI's protocol and framing?") != NULL, "%s",
                 error->message);
}
END_TEST

/* This happens while gateways are restarted behind a load balancer. */
START_TEST (new_connections_that_are_closed_are_made_again)
{
  g_autoptr (MockGateway) mock = mock_of (_i);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (GError) error = NULL;

  mock_gateway_set_behaviour (mock, 0, 6, MOCK_CLOSE);
  io_get (pool, "a", 30000, 0, &error);
  ck_assert_no_error (error);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 7);
  ck_assert_uint_eq (statistics_of (pool).dropped, 6);
}
END_TEST

/* Returns whether it is named by the error of a get that awaits a reply for that time. */
static gboolean
is_named_after (HBasePool *pool, const char *address, guint timeout, guint attempt_timeout)
{
  guint silence = attempt_timeout > 0 ? attempt_timeout : timeout;
  g_autofree char *words = g_strdup_printf (
      "%s accepted the connection but sent nothing for %g s; does it speak", address, silence / 1000.0);
  g_autoptr (GError) error = NULL;

  ck_assert (!io_get (pool, "a", timeout, attempt_timeout, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  return strstr (error->message, words) != NULL;
}

/* A get that wasn't sent within its time is made again, with twice the time. */
START_TEST (a_silent_peer_is_named_by_its_address)
{
  g_autoptr (MockGateway) mock = mock_of (0);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  guint by_attempt = 200, by_deadline = 200;

  mock_gateway_set_behaviour (mock, 0, 1000, MOCK_HOLD);
  while (!is_named_after (pool, mock->address, 7 * by_attempt / 2, by_attempt))
    ck_assert_uint_lt (by_attempt *= 2, 10000);
  while (!is_named_after (pool, mock->address, by_deadline, 0))
    ck_assert_uint_lt (by_deadline *= 2, 30000);
}
END_TEST

/* All calls that wait for a channel fail, not only the first of them. */
START_TEST (closing_fails_all_waiting_calls)
{
  g_autoptr (MockGateway) mock = mock_of (0);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 1);
  g_autoptr (GError) under_way = NULL;
  HBaseOperation *gets[4];
  IOAsync asyncs[4];

  mock_gateway_set_behaviour (mock, 0, 1, MOCK_HOLD);
  for (guint i = 0; i < 4; i++)
    io_async_begin (&asyncs[i], pool, gets[i] = io_get_new (pool, "a"), i == 0 ? 1000 : 0, NULL);
  while (g_atomic_int_get (&mock->log->requests) == 0)
    g_main_context_iteration (NULL, FALSE);
  hbase_pool_close (pool);
  for (guint i = 1; i < 4; i++)
    {
      g_autoptr (GError) error = NULL;

      ck_assert (!io_async_end (&asyncs[i], &error));
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_CLOSED);
      hbase_operation_free (gets[i]);
    }
  ck_assert (!io_async_end (&asyncs[0], &under_way));
  hbase_operation_free (gets[0]);
}
END_TEST

/* ---- codes ---- */

/* A single reason gives its code; several reasons don't. */
START_TEST (several_reasons_are_reported_as_unreachable)
{
  g_autofree char *uri
      = g_strdup_printf ("thrift://127.0.0.1:%u,no-such-host.invalid/", keep_loopback_port ());
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);
  g_autoptr (GError) error = NULL;

  ck_assert (!io_get (pool, "a", 60000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_UNREACHABLE);
}
END_TEST

/* Root may connect to any socket. */
START_TEST (a_socket_of_another_user_is_reported)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-io-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "socket", NULL);
  g_autofree char *uri = g_strdup_printf ("thrift+unix://%s", path);
  g_autoptr (MockGateway) mock = mock_gateway_new_unix (path);
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);
  g_autoptr (GError) error = NULL;
  gboolean root = geteuid () == 0;

  g_chmod (path, 0);
  ck_assert (!root || seteuid (65534) == 0);
  io_get (pool, "a", 60000, 0, &error);
  ck_assert (!root || seteuid (0) == 0);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_PERMISSION_DENIED);
  g_unlink (path);
  g_rmdir (directory);
}
END_TEST

START_TEST (a_reply_may_come_byte_by_byte)
{
  g_autoptr (MockGateway) mock = mock_of (_i);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (GError) error = NULL;

  mock_gateway_set_behaviour (mock, 0, 1, MOCK_BYTE_BY_BYTE);
  ck_assert (io_get (pool, "a", 30000, 0, &error));
  ck_assert_uint_eq (statistics_of (pool).dropped, 0);
}
END_TEST

/* Even a write, which is never repeated, isn't affected. */
START_TEST (a_channel_that_was_closed_while_idle_is_renewed)
{
  g_autoptr (MockGateway) mock = mock_of (_i);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);

  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (GError) error = NULL;

      mock_gateway_set_behaviour (mock, i, 1, MOCK_REPLY_AND_CLOSE);
      io_put (pool, "a", 5000, &error);
      ck_assert_no_error (error);
      mock_gateway_await (&mock->log->ended, (gint) i + 1);
    }
  ck_assert_uint_eq (statistics_of (pool).renewed, 4);
  ck_assert_uint_eq (statistics_of (pool).dropped, 0);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 5);
}
END_TEST

/* The gateway closes each channel after a reply. The first is used without a check, and fails; the others are
 * checked. That the budget is used up, and that there is one attempt, matters to neither. */
START_TEST (a_get_is_sent_again_after_a_channel_was_just_closed)
{
  g_autoptr (MockGateway) mock = mock_of (_i);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);

  hbase_retry_budget_init (&pool->budget, 0);
  mock_gateway_set_behaviour (mock, 0, MOCK_MAX_REQUESTS, MOCK_REPLY_AND_CLOSE);
  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (GError) error = NULL;

      io_get (pool, "a", 5000, 0, &error);
      ck_assert_no_error (error);
      mock_gateway_await (&mock->log->ended, (gint) i + 1);
    }
  ck_assert_uint_eq (statistics_of (pool).dropped, 1);
  ck_assert_uint_eq (statistics_of (pool).retries, 1);
  ck_assert_uint_eq (statistics_of (pool).refused_retries, 0);
  ck_assert_uint_eq (statistics_of (pool).renewed, 3);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 5);
}
END_TEST

static gint64 test_clock;

static gint64
read_test_clock (void)
{
  return test_clock;
}

/* Gateways close connections after 60 s: one that was idle for more than 50 s isn't used any more. */
START_TEST (a_channel_that_was_idle_for_long_is_renewed)
{
  g_autoptr (MockGateway) mock = mock_of (_i);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  const gint64 limit = 50 * G_USEC_PER_SEC;

  pool->now = read_test_clock;
  assert_works (pool);
  for (guint i = 0; i < 3; i++)
    {
      test_clock += limit;
      assert_works (pool);
      ck_assert_uint_eq (statistics_of (pool).opened, i + 1);
      ck_assert_int_eq (g_atomic_int_get (&mock->log->ended), (gint) i);
      test_clock += limit + 1;
      assert_works (pool);
      ck_assert_uint_eq (statistics_of (pool).opened, i + 2);
      ck_assert_uint_eq (statistics_of (pool).renewed, i + 1);
      mock_gateway_await (&mock->log->ended, (gint) i + 1);
    }
  ck_assert_uint_eq (statistics_of (pool).dropped, 0);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->connections), 4);
}
END_TEST

START_TEST (the_next_gateway_is_tried)
{
  g_autoptr (MockGateway) a = mock_of (0);
  g_autoptr (MockGateway) b = mock_of (0);
  g_autofree char *uri
      = g_strdup_printf ("thrift://127.0.0.1:%u,%s,%s/", keep_loopback_port (), a->address, b->address);
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);

  assert_works (pool);
  ck_assert_int_eq (g_atomic_int_get (&a->log->requests), 1);
  g_clear_pointer (&a, mock_gateway_free);
  assert_works (pool);
  assert_works (pool);
  ck_assert_int_eq (g_atomic_int_get (&b->log->requests), 2);
}
END_TEST

START_TEST (restarted_gateways_are_used_again)
{
  g_autoptr (MockGateway) mock = mock_of (0);
  g_autofree char *uri = g_strdup (mock->uri);
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);
  g_autoptr (GError) error = NULL;

  assert_works (pool);
  g_clear_pointer (&mock, mock_gateway_free);
  ck_assert (!io_get (pool, "a", 30000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_CONNECTION_REFUSED);
}
END_TEST

/* A framed gateway closes the connection before or after the client has sent the whole frame. */
START_TEST (a_large_request_that_is_lost_names_the_limit_of_frames)
{
  g_autoptr (MockGateway) mock = mock_of (2);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (HBaseOperation) put = io_put_new (pool, "a", 3000000);
  g_autoptr (GError) error = NULL;

  assert_works (pool);
  mock_gateway_set_behaviour (mock, 1, 1, MOCK_CLOSE);
  ck_assert (!hbase_pool_run (pool, put, 20000, 0, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  ck_assert_msg (strstr (error->message, "max_frame_size_in_mb") != NULL, "%s", error->message);
}
END_TEST

START_TEST (an_error_names_its_table_and_row_once)
{
  g_autoptr (MockGateway) mock = mock_of (0);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (GError) error = NULL;

  mock_gateway_set_behaviour (mock, 0, MOCK_MAX_REQUESTS, MOCK_CLOSE);
  ck_assert (!io_get (pool, "a", 200, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  ck_assert_msg (g_str_has_prefix (error->message, "table “t”, row “a”: not done within 200 ms; so far: "),
                 "%s", error->message);
  ck_assert_ptr_null (strstr (strstr (error->message, "so far"), "table"));
}
END_TEST

/* After a protocol error a gateway may take the rest of the request for the next one. */
START_TEST (a_protocol_error_closes_the_channel)
{
  g_autoptr (MockGateway) mock = mock_of (_i);
  g_autoptr (HBasePool) pool = io_pool_new (mock->uri, 2);
  g_autoptr (GError) error = NULL;

  mock_gateway_set_behaviour (mock, 0, 1, MOCK_PROTOCOL_ERROR);
  ck_assert (!io_get (pool, "a", 5000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_REMOTE);
  ck_assert_uint_eq (statistics_of (pool).dropped, 1);
  assert_works (pool);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->connections), 2);
}
END_TEST

START_TEST (a_reply_beyond_the_limit_is_too_large)
{
  g_autoptr (MockGateway) mock = mock_of (_i);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseUri) uri = hbase_uri_parse (mock->uri, &error);
  g_autoptr (HBasePool) pool = hbase_pool_new (uri, 2, 4096);
  g_autofree char *row = g_strnfill (8192, 'r');

  ck_assert_no_error (error);
  ck_assert (!io_get (pool, row, 5000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TOO_LARGE);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 1);
  assert_works (pool);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *faults = tcase_create ("faults");

  tcase_set_timeout (faults, 60);
  tcase_add_test (faults, a_port_without_a_listener_is_reported);
  tcase_add_test (faults, an_unknown_host_is_reported);
  tcase_add_test (faults, a_silent_gateway_ends_a_read_by_its_timeout);
  tcase_add_test (faults, a_silent_gateway_leaves_a_write_unknown);
  tcase_add_test (faults, a_read_is_repeated_after_an_attempt_timed_out);
  tcase_add_test (faults, a_timeout_names_the_last_failure);
  tcase_add_loop_test (faults, a_gateway_closes_between_request_and_reply, 0, 4);
  tcase_add_loop_test (faults, a_reply_is_cut_at_any_byte, 0, 4);
  tcase_add_loop_test (faults, a_reply_to_another_call_is_refused, 0, 20);
  tcase_add_loop_test (faults, an_error_suggests_the_wrong_protocol, 0, 16);
  tcase_add_loop_test (faults, new_connections_that_are_closed_are_made_again, 0, 4);
  tcase_add_test (faults, a_silent_peer_is_named_by_its_address);
  tcase_add_test (faults, closing_fails_all_waiting_calls);
  tcase_add_test (faults, several_reasons_are_reported_as_unreachable);
  tcase_add_test (faults, a_socket_of_another_user_is_reported);
  tcase_add_loop_test (faults, a_reply_may_come_byte_by_byte, 0, 4);
  tcase_add_loop_test (faults, a_channel_that_was_closed_while_idle_is_renewed, 0, 4);
  tcase_add_loop_test (faults, a_get_is_sent_again_after_a_channel_was_just_closed, 0, 4);
  tcase_add_loop_test (faults, a_channel_that_was_idle_for_long_is_renewed, 0, 4);
  tcase_add_test (faults, the_next_gateway_is_tried);
  tcase_add_test (faults, restarted_gateways_are_used_again);
  tcase_add_test (faults, a_large_request_that_is_lost_names_the_limit_of_frames);
  tcase_add_test (faults, an_error_names_its_table_and_row_once);
  tcase_add_loop_test (faults, a_protocol_error_closes_the_channel, 0, 4);
  tcase_add_loop_test (faults, a_reply_beyond_the_limit_is_too_large, 0, 4);
  suite_add_tcase (suite, faults);
}

TEST_MAIN ("faults", fill)
