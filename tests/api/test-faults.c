/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"
#include "ports.h"

/* This tests errors as a program sees them: a code, a helpful line, and a connection that can still be
 * used. */

START_TEST (a_missing_table)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseTable) missing = hbase_table_new (hbase_table_get_connection (table), "missing");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBasePut) put = api_put ("r", "v");
  g_autoptr (GError) got = NULL, written = NULL;

  ck_assert_ptr_null (hbase_table_get (missing, get, NULL, &got));
  assert_reported (got, HBASE_ERROR_TABLE_NOT_FOUND, "“missing”");
  ck_assert (!hbase_table_put (missing, put, NULL, &written));
  assert_reported (written, HBASE_ERROR_TABLE_NOT_FOUND, "“missing”");
  api_write (table, "r", "v");
}
END_TEST

START_TEST (a_missing_family)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r\x01");
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r\x01");
  g_autoptr (GError) got = NULL, written = NULL;

  hbase_query_add_family (HBASE_QUERY (get), "x");
  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &got));
  assert_reported (got, HBASE_ERROR_FAMILY_NOT_FOUND, "r\\x01");
  hbase_put_add_utf8 (put, "x", "q", "v");
  ck_assert (!hbase_table_put (table, put, NULL, &written));
  assert_reported (written, HBASE_ERROR_FAMILY_NOT_FOUND, "“t”");
  api_write (table, "r", "v");
}
END_TEST

START_TEST (a_disabled_table)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (hbase_table_get_connection (table));
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GError) error = NULL, got = NULL;

  assert_works (hbase_admin_disable_table (admin, "t", NULL, &error), error);
  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &got));
  assert_reported (got, HBASE_ERROR_TABLE_DISABLED, "“t”");
  assert_works (hbase_admin_enable_table (admin, "t", NULL, &error), error);
  ck_assert_no_error (error);
  api_write (table, "r", "v");
}
END_TEST

/* A row is 1 to 32,767 bytes long. */
static void
try_row (HBaseTable *table, gsize length, gboolean may_be)
{
  g_autofree guint8 *row = g_malloc0 (length + 1);
  g_autoptr (HBaseGet) get = hbase_get_new (row, length);
  g_autoptr (HBasePut) put = hbase_put_new (row, length);
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new (row, length);
  g_autoptr (HBaseRow) found = NULL;
  g_autoptr (GError) got = NULL, written = NULL, deleted = NULL;

  hbase_put_add_utf8 (put, "f", "q", "v");
  ck_assert_int_eq (hbase_table_put (table, put, NULL, &written), may_be);
  found = hbase_table_get (table, get, NULL, &got);
  ck_assert_int_eq (found != NULL, may_be);
  ck_assert_int_eq (hbase_table_delete (table, delete_, NULL, &deleted), may_be);
  if (may_be)
    return;
  assert_reported (written, HBASE_ERROR_INVALID_ARGUMENT, "“t”");
  assert_reported (got, HBASE_ERROR_INVALID_ARGUMENT, "“t”");
  assert_reported (deleted, HBASE_ERROR_INVALID_ARGUMENT, "“t”");
}

START_TEST (invalid_row_keys_are_refused)
{
  g_autoptr (HBaseTable) table = api_table ();

  try_row (table, 0, FALSE);
  try_row (table, 1, TRUE);
  try_row (table, 32767, TRUE);
  try_row (table, 32768, FALSE);
}
END_TEST

START_TEST (a_put_without_columns)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (GError) error = NULL, checked = NULL, no_family = NULL;

  ck_assert (!hbase_table_put (table, put, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "r");
  ck_assert (!hbase_table_check_and_put (table, "f", BYTES ("q"), NULL, 0, put, NULL, NULL, &checked));
  ck_assert_error (checked, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  hbase_put_add_utf8 (put, "f", "q", "v");
  ck_assert (!hbase_table_check_and_put (table, "", BYTES ("q"), NULL, 0, put, NULL, NULL, &no_family));
  assert_reported (no_family, HBASE_ERROR_INVALID_ARGUMENT, "family");
}
END_TEST

START_TEST (the_engine_has_no_filters_of_other_classes)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GError) error = NULL;

  hbase_query_set_filter_bytes (HBASE_QUERY (get), BYTES ("\n\5Other"));
  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &error));
  assert_reported (error, HBASE_ERROR_UNSUPPORTED, "filterBytes");
}
END_TEST

/* The message is the engine's, and the call isn't repeated. */
START_TEST (calls_the_engine_lacks_are_refused)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL, again = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL, async_error = NULL;

  hbase_query_set_filter_bytes (HBASE_QUERY (scan), (const guint8 *) "pb", 2);
  cursor = hbase_table_scan (table, scan);
  again = hbase_table_scan (table, scan);
  ck_assert_ptr_null (hbase_table_cursor_next (cursor, NULL, &error));
  assert_reported (error, HBASE_ERROR_UNSUPPORTED, "embedded engine has no");
  hbase_table_cursor_next_async (again, NULL, api_done, &result);
  ck_assert_ptr_null (hbase_table_cursor_next_finish (again, api_wait (&result), &async_error));
  assert_reported (async_error, HBASE_ERROR_UNSUPPORTED, "embedded engine has no");
  ck_assert_uint_eq (api_get_count (hbase_table_cursor_get_statistics (cursor), "calls"), 1);
  api_write (table, "r", "v");
}
END_TEST

START_TEST (a_cancel_before_the_call)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL, async_error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (hbase_table_get (table, get, cancellable, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  hbase_table_get_async (table, get, cancellable, api_done, &result);
  ck_assert_ptr_null (hbase_table_get_finish (table, api_wait (&result), &async_error));
  ck_assert_error (async_error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  api_write (table, "r", "v");
}
END_TEST

/* ---- a gateway that accepts connections and never responds ---- */

static HBaseTable *
silent_table (GSocketListener *listener)
{
  g_autoptr (HBaseConnection) connection = api_connect_to_silence (listener);

  return hbase_table_new (connection, "t");
}

START_TEST (a_silent_gateway_ends_a_read_by_its_timeout)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (HBaseTable) table = silent_table (listener);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL, async_error = NULL;

  g_object_set (table, "timeout", 200, "attempt-timeout", 60, NULL);
  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &error));
  assert_reported (error, HBASE_ERROR_TIMED_OUT, "“t”");
  hbase_table_get_async (table, get, NULL, api_done, &result);
  ck_assert_ptr_null (hbase_table_get_finish (table, api_wait (&result), &async_error));
  assert_reported (async_error, HBASE_ERROR_TIMED_OUT, "“t”");
}
END_TEST

START_TEST (a_timeout_can_be_set_back_to_the_connections)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (HBaseTable) table = silent_table (listener);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GError) error = NULL;

  hbase_connection_set_timeout (hbase_table_get_connection (table), 200);
  hbase_connection_set_attempt_timeout (hbase_table_get_connection (table), 60);
  g_object_set (table, "timeout", 600000, "attempt-timeout", 600000, NULL);
  g_object_set (table, "timeout", -1, "attempt-timeout", -1, NULL);
  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &error));
  assert_reported (error, HBASE_ERROR_TIMED_OUT, "“t”");
}
END_TEST

START_TEST (a_silent_gateway_leaves_a_write_unknown)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (HBaseTable) table = silent_table (listener);
  g_autoptr (HBasePut) put = api_put ("r\xff", "v");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("s");
  g_autoptr (GError) by_attempt = NULL, by_total = NULL;

  g_object_set (table, "timeout", 0, "attempt-timeout", 60, NULL);
  ck_assert (!hbase_table_put (table, put, NULL, &by_attempt));
  assert_reported (by_attempt, HBASE_ERROR_OUTCOME_UNKNOWN, "r\\xFF");
  /* A delete that wasn't sent within its time is made again, with twice the time. */
  for (int timeout = 60; by_total == NULL; timeout *= 2)
    {
      g_object_set (table, "timeout", timeout, "attempt-timeout", 0, NULL);
      ck_assert (!hbase_table_delete (table, delete_, NULL, &by_total));
      if (g_error_matches (by_total, HBASE_ERROR, HBASE_ERROR_TIMED_OUT))
        g_clear_error (&by_total);
    }
  assert_reported (by_total, HBASE_ERROR_OUTCOME_UNKNOWN, "“s”");
}
END_TEST

START_TEST (a_silent_gateway_leaves_a_change_unknown)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (HBaseTable) table = silent_table (listener);
  HBaseConnection *connection = hbase_table_get_connection (table);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor ("new");
  g_autoptr (GError) dropped = NULL, created = NULL;

  /* As above. */
  for (guint timeout = 300; dropped == NULL; timeout *= 2)
    {
      g_object_set (connection, "timeout", timeout, "attempt-timeout", timeout / 5, NULL);
      ck_assert (!hbase_admin_delete_table (admin, "new", HBASE_DELETE_TABLE_DISABLE, NULL, &dropped));
      if (g_error_matches (dropped, HBASE_ERROR, HBASE_ERROR_TIMED_OUT))
        g_clear_error (&dropped);
    }
  assert_reported (dropped, HBASE_ERROR_OUTCOME_UNKNOWN, "“new”");
  /* Nothing was created: the call first checks whether the table exists. */
  ck_assert (!hbase_admin_create_table (admin, descriptor, NULL, NULL, &created));
  assert_reported (created, HBASE_ERROR_TIMED_OUT, "“new”");
}
END_TEST

/* Cancels after the gateway was connected to: the call is under way then. */
static void
cancel_when_accepted (GObject *source, GAsyncResult *result, gpointer cancellable)
{
  g_autoptr (GSocketConnection) accepted
      = g_socket_listener_accept_finish (G_SOCKET_LISTENER (source), result, NULL, NULL);

  ck_assert_ptr_nonnull (accepted);
  g_object_set_data_full (cancellable, "accepted", g_object_ref (accepted), g_object_unref);
  g_cancellable_cancel (cancellable);
}

START_TEST (a_cancel_while_the_call_waits)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (HBaseTable) table = silent_table (listener);
  g_autoptr (HBasePut) put = api_put ("r", "v");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_socket_listener_accept_async (listener, NULL, cancel_when_accepted, cancellable);
  hbase_table_put_async (table, put, cancellable, api_done, &result);
  ck_assert (!hbase_table_put_finish (table, api_wait (&result), &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}
END_TEST

static gpointer
cancel_from_a_thread (gpointer data)
{
  gpointer *pair = data;
  g_autoptr (GSocketConnection) accepted = g_socket_listener_accept (pair[0], NULL, NULL, NULL);

  g_cancellable_cancel (pair[1]);
  return NULL;
}

START_TEST (a_cancel_of_a_blocking_call_by_another_thread)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (HBaseTable) table = silent_table (listener);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gpointer pair[] = { listener, cancellable };
  g_autoptr (GError) error = NULL;
  GThread *thread = g_thread_new ("canceller", cancel_from_a_thread, pair);

  ck_assert_ptr_null (hbase_table_get (table, get, cancellable, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
}
END_TEST

START_TEST (an_address_without_a_listener_is_reported)
{
  g_autofree char *uri = g_strdup_printf ("thrift://127.0.0.1:%u/", keep_loopback_port ());
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &error));
  assert_reported (error, HBASE_ERROR_CONNECTION_REFUSED, "127.0.0.1");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("faults");

  tcase_add_test (tests, a_missing_table);
  tcase_add_test (tests, a_missing_family);
  tcase_add_test (tests, a_disabled_table);
  tcase_add_test (tests, invalid_row_keys_are_refused);
  tcase_add_test (tests, a_put_without_columns);
  tcase_add_test (tests, calls_the_engine_lacks_are_refused);
  tcase_add_test (tests, the_engine_has_no_filters_of_other_classes);
  tcase_add_test (tests, a_cancel_before_the_call);
  tcase_add_test (tests, a_silent_gateway_ends_a_read_by_its_timeout);
  tcase_add_test (tests, a_timeout_can_be_set_back_to_the_connections);
  tcase_add_test (tests, a_silent_gateway_leaves_a_write_unknown);
  tcase_add_test (tests, a_silent_gateway_leaves_a_change_unknown);
  tcase_add_test (tests, a_cancel_while_the_call_waits);
  tcase_add_test (tests, a_cancel_of_a_blocking_call_by_another_thread);
  tcase_add_test (tests, an_address_without_a_listener_is_reported);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("faults", fill)
