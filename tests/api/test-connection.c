/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"

START_TEST (headers_and_library_are_of_one_version)
{
  ck_assert_uint_eq (hbase_version_get_major (), HBASE_MAJOR_VERSION);
  ck_assert_uint_eq (hbase_version_get_minor (), HBASE_MINOR_VERSION);
  ck_assert_uint_eq (hbase_version_get_micro (), HBASE_MICRO_VERSION);
  ck_assert (HBASE_CHECK_VERSION (0, 0, 9));
  ck_assert (HBASE_CHECK_VERSION (HBASE_MAJOR_VERSION, HBASE_MINOR_VERSION, HBASE_MICRO_VERSION));
  ck_assert (!HBASE_CHECK_VERSION (HBASE_MAJOR_VERSION, HBASE_MINOR_VERSION, HBASE_MICRO_VERSION + 1));
  ck_assert (!HBASE_CHECK_VERSION (HBASE_MAJOR_VERSION + 1, 0, 0));
}
END_TEST

static const char *const bad_uris[] = {
  "",
  "nonsense",
  "local:",
  "local:data",
  "thrift://",
  "ftp://h/",
  "thrift://h/?x=y",
  "local:?",
  "thrift://h:99999",
  "thrift://h/?protocol=json",
  "thrift:///",
  "thrift://h/?framing=maybe",
};

START_TEST (a_bad_uri_is_refused)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_connection_new (bad_uris[_i], &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI);
  ck_assert_uint_gt (strlen (error->message), 20);
}
END_TEST

START_TEST (new_connects_to_nothing)
{
  g_autoptr (HBaseConnection) connection = api_connect ("thrift://no-such-host.invalid:1/?protocol=compact");

  ck_assert_str_eq (hbase_connection_get_uri (connection),
                    "thrift://no-such-host.invalid:1/?protocol=compact");
}
END_TEST

START_TEST (properties_have_their_defaults_and_can_be_set)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autofree char *uri = NULL;
  guint max_channels, max_reply_size, timeout, attempt_timeout;

  g_object_get (connection, "uri", &uri, "max-channels", &max_channels, "max-reply-size", &max_reply_size,
                "timeout", &timeout, "attempt-timeout", &attempt_timeout, NULL);
  ck_assert_str_eq (uri, "local::memory:");
  ck_assert_uint_eq (max_channels, 8);
  ck_assert_uint_eq (max_reply_size, 256 << 20);
  ck_assert_uint_eq (timeout, 60000);
  ck_assert_uint_eq (attempt_timeout, 20000);
  g_object_set (connection, "timeout", 5, NULL);
  ck_assert_uint_eq (hbase_connection_get_timeout (connection), 5);
  hbase_connection_set_timeout (connection, 6);
  hbase_connection_set_attempt_timeout (connection, 7);
  g_object_get (connection, "timeout", &timeout, "attempt-timeout", &attempt_timeout, NULL);
  ck_assert_uint_eq (timeout, 6);
  ck_assert_uint_eq (attempt_timeout, 7);
  ck_assert_uint_eq (hbase_connection_get_attempt_timeout (connection), 7);
}
END_TEST

START_TEST (limits_are_set_when_a_connection_is_made)
{
  static const char *const limits[] = { "max-channels", "max-reply-size", "retry-budget" };
  g_autoptr (HBaseConnection) connection
      = g_initable_new (HBASE_TYPE_CONNECTION, NULL, NULL, "uri", "local::memory:", "max-channels", 2,
                        "max-reply-size", 4096, "retry-budget", 50, NULL);
  GObjectClass *class = G_OBJECT_GET_CLASS (connection);

  ck_assert_uint_eq (hbase_connection_get_max_channels (connection), 2);
  ck_assert_uint_eq (hbase_connection_get_max_reply_size (connection), 4096);
  ck_assert_uint_eq (hbase_connection_get_retry_budget (connection), 50);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    ck_assert (g_object_class_find_property (class, limits[i])->flags & G_PARAM_CONSTRUCT_ONLY);
}
END_TEST

static guint64
count_of (HBaseConnection *connection, const char *name)
{
  g_autoptr (GVariant) statistics = hbase_connection_get_statistics (connection);
  guint64 count;

  ck_assert (!g_variant_is_floating (statistics));
  ck_assert_msg (g_variant_lookup (statistics, name, "t", &count), "no %s", name);
  return count;
}

/* ---- call-finished ---- */

typedef struct {
  char *method, *table;
  guint64 bytes_sent, bytes_received;
  gint64 duration;
  guint attempts, n;
  int code; /* of the error; −1: none */
} Finished;

static void
note_finished (HBaseConnection *connection,
               const char *method,
               const char *table,
               guint64 bytes_sent,
               guint64 bytes_received,
               gint64 duration,
               guint attempts,
               const GError *error,
               gpointer data)
{
  Finished *finished = data;

  g_free (finished->method);
  g_free (finished->table);
  *finished
      = (Finished){ g_strdup (method), g_strdup (table), bytes_sent,      bytes_received,
                    duration,          attempts,         finished->n + 1, error != NULL ? error->code : -1 };
}

static void
finished_clear (Finished *finished)
{
  g_free (finished->method);
  g_free (finished->table);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Finished, finished_clear)

static void
iterate_until (const Finished *finished, guint n)
{
  while (finished->n < n)
    g_main_context_iteration (NULL, TRUE);
}

START_TEST (a_finished_call_is_reported)
{
  g_autoptr (HBaseTable) table = api_table ();
  HBaseConnection *connection = hbase_table_get_connection (table);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GError) error = NULL;
  g_auto (Finished) finished = { 0 };
  gulong handler;

  /* Nothing is kept of the calls so far. */
  handler = g_signal_connect (connection, "call-finished", G_CALLBACK (note_finished), &finished);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  ck_assert_uint_eq (finished.n, 0);
  api_write (table, "r", "v");
  ck_assert_uint_eq (finished.n, 0);
  iterate_until (&finished, 1);
  ck_assert_str_eq (finished.method, "put");
  ck_assert_str_eq (finished.table, hbase_table_get_name (table));
  ck_assert_uint_gt (finished.bytes_sent, 0);
  ck_assert_uint_gt (finished.bytes_received, 0);
  ck_assert_int_ge (finished.duration, 0);
  ck_assert_uint_eq (finished.attempts, 1);
  ck_assert_int_eq (finished.code, -1);
  hbase_query_add_family (HBASE_QUERY (get), "none");
  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &error));
  iterate_until (&finished, 2);
  ck_assert_str_eq (finished.method, "get");
  ck_assert_int_eq (finished.code, HBASE_ERROR_FAMILY_NOT_FOUND);
  g_signal_handler_disconnect (connection, handler);
}
END_TEST

/* Without a main loop they can't be reported. */
START_TEST (reports_that_nobody_takes_are_limited_and_keep_nothing_alive)
{
  const guint limit = 10000, n_calls = limit + 10;
  HBaseTable *table = api_table ();
  HBaseConnection *connection = hbase_table_get_connection (table);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_auto (Finished) finished = { 0 };

  g_signal_connect (connection, "call-finished", G_CALLBACK (note_finished), &finished);
  g_object_add_weak_pointer (G_OBJECT (connection), (gpointer *) &connection);
  for (guint i = 0; i < n_calls; i++)
    hbase_row_unref (hbase_table_get (table, get, NULL, NULL));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  ck_assert_uint_eq (finished.n, limit);
  hbase_row_unref (hbase_table_get (table, get, NULL, NULL));
  g_object_unref (table);
  ck_assert_ptr_null (connection);
  ck_assert (!g_main_context_pending (NULL));
  ck_assert_uint_eq (finished.n, limit);
}
END_TEST

START_TEST (a_call_of_several_requests_names_its_table)
{
  g_autoptr (HBaseTable) table = api_table ();
  HBaseConnection *connection = hbase_table_get_connection (table);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (GError) error = NULL;
  g_auto (Finished) finished = { 0 };
  gulong handler = g_signal_connect (connection, "call-finished", G_CALLBACK (note_finished), &finished);

  assert_works (hbase_admin_delete_table (admin, hbase_table_get_name (table), HBASE_DELETE_TABLE_DISABLE,
                                          NULL, &error),
                error);
  iterate_until (&finished, 1);
  ck_assert_str_eq (finished.table, hbase_table_get_name (table));
  g_signal_handler_disconnect (connection, handler);
}
END_TEST

/* The calls that api_table() makes are counted, too. */
START_TEST (statistics_count_calls)
{
  g_autoptr (HBaseTable) table = api_table ();
  HBaseConnection *connection = hbase_table_get_connection (table);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GError) error = NULL;
  guint64 before = count_of (connection, "calls");

  hbase_query_add_family (HBASE_QUERY (get), "none");
  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &error));
  ck_assert_uint_eq (count_of (connection, "calls"), before + 1);
  ck_assert_uint_eq (count_of (connection, "failures"), 1);
  ck_assert_uint_eq (count_of (connection, "open"),
                     count_of (connection, "acquired") + count_of (connection, "idle"));
  ck_assert_uint_gt (count_of (connection, "latency-p50"), 0);
  ck_assert_uint_le (count_of (connection, "latency-p50"), count_of (connection, "latency-p90"));
  ck_assert_uint_le (count_of (connection, "latency-p90"), count_of (connection, "latency-p99"));
}
END_TEST

START_TEST (statistics_count_exchanges)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = NULL;
  guint64 before = count_of (connection, "exchanges");

  ck_assert_uint_eq (count_of (connection, "opened"), 0);
  names = hbase_admin_list_tables (admin, NULL, NULL, FALSE, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (count_of (connection, "exchanges"), before + 1);
  ck_assert_uint_eq (count_of (connection, "opened"), 1);
  ck_assert_uint_eq (count_of (connection, "acquired"), 0);
  ck_assert_uint_gt (count_of (connection, "bytes-sent"), 0);
  ck_assert_uint_gt (count_of (connection, "bytes-received"), 0);
  ck_assert_uint_eq (count_of (connection, "dropped"), 0);
}
END_TEST

static void
assert_closed (HBaseTable *table)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) async_error = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_CLOSED);
  hbase_table_get_async (table, get, NULL, api_done, &result);
  ck_assert_ptr_null (hbase_table_get_finish (table, api_wait (&result), &async_error));
  ck_assert_error (async_error, HBASE_ERROR, HBASE_ERROR_CLOSED);
}

START_TEST (a_closed_connection_fails_calls_and_keeps_rows)
{
  g_autoptr (HBaseTable) table = api_table ();
  HBaseConnection *connection = hbase_table_get_connection (table);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBaseRow) row = NULL;
  g_autofree char *value = NULL;
  g_autoptr (GError) error = NULL;

  api_write (table, "r", "v");
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  assert_works (hbase_connection_close (connection, NULL, &error), error);
  assert_works (hbase_connection_close (connection, NULL, &error), error);
  ck_assert_no_error (error);
  assert_closed (table);
  value = hbase_row_dup_value_utf8 (row, "f:q");
  ck_assert_str_eq (value, "v");
}
END_TEST

START_TEST (close_has_an_async_form)
{
  g_autoptr (HBaseTable) table = api_table ();
  HBaseConnection *connection = hbase_table_get_connection (table);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  hbase_connection_close_async (connection, NULL, api_done, &result);
  ck_assert_ptr_null (result);
  assert_works (hbase_connection_close_finish (connection, api_wait (&result), &error), error);
  ck_assert_no_error (error);
  assert_closed (table);
}
END_TEST

START_TEST (an_unused_connection_can_be_closed)
{
  g_autoptr (HBaseConnection) connection = api_connect ("thrift://no-such-host.invalid/");
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (GError) error = NULL;

  assert_works (hbase_connection_close (connection, NULL, &error), error);
  ck_assert_no_error (error);
  assert_closed (table);
}
END_TEST

START_TEST (each_connection_to_memory_has_a_database_of_its_own)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseConnection) other = api_connect ("local::memory:");
  g_autoptr (HBaseTable) same_name = hbase_table_new (other, "t");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_table_get (same_name, get, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND);
}
END_TEST

START_TEST (a_row_outlives_its_connection)
{
  g_autoptr (HBaseRow) row = NULL;
  g_autofree char *value = NULL;
  gpointer connection;

  {
    g_autoptr (HBaseTable) table = api_table ();
    g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");

    connection = hbase_table_get_connection (table);
    g_object_add_weak_pointer (connection, &connection);
    api_write (table, "r", "v");
    row = hbase_table_get (table, get, NULL, NULL);
  }
  ck_assert_ptr_null (connection);
  value = hbase_row_dup_value_utf8 (row, "f:q");
  ck_assert_str_eq (value, "v");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("connection");

  tcase_add_test (tests, headers_and_library_are_of_one_version);
  tcase_add_loop_test (tests, a_bad_uri_is_refused, 0, G_N_ELEMENTS (bad_uris));
  tcase_add_test (tests, new_connects_to_nothing);
  tcase_add_test (tests, properties_have_their_defaults_and_can_be_set);
  tcase_add_test (tests, limits_are_set_when_a_connection_is_made);
  tcase_add_test (tests, a_finished_call_is_reported);
  tcase_add_test (tests, reports_that_nobody_takes_are_limited_and_keep_nothing_alive);
  tcase_add_test (tests, a_call_of_several_requests_names_its_table);
  tcase_add_test (tests, statistics_count_calls);
  tcase_add_test (tests, statistics_count_exchanges);
  tcase_add_test (tests, a_closed_connection_fails_calls_and_keeps_rows);
  tcase_add_test (tests, close_has_an_async_form);
  tcase_add_test (tests, an_unused_connection_can_be_closed);
  tcase_add_test (tests, each_connection_to_memory_has_a_database_of_its_own);
  tcase_add_test (tests, a_row_outlives_its_connection);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("connection", fill)
