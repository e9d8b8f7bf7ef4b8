/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"

#include <glib/gstdio.h>
#include <poll.h>

/* This tests HBaseLocalServer as the fixture of other programs' tests: it is stopped and started again, and
 * does wrong what it is asked for. */

typedef struct {
  HBaseLocalServer *server;
  HBaseConnection *connection;
  HBaseTable *table;
} Fixture;

static HBaseLocalServer *
serve (const char *directory, const char *listen)
{
  g_autoptr (GError) error = NULL;
  HBaseLocalServer *server = hbase_local_server_new (directory, listen, NULL, &error);

  ck_assert_no_error (error);
  return server;
}

static Fixture
set_up (const char *directory, const char *listen)
{
  Fixture fixture = { .server = serve (directory, listen) };
  g_autofree char *uri = hbase_local_server_dup_uri (fixture.server);

  fixture.connection = api_connect (uri);
  api_create (fixture.connection, "t");
  fixture.table = hbase_table_new (fixture.connection, "t");
  api_write (fixture.table, "row", "value");
  return fixture;
}

static void
tear_down (Fixture *fixture)
{
  g_object_unref (fixture->table);
  g_object_unref (fixture->connection);
  hbase_local_server_stop (fixture->server);
  g_object_unref (fixture->server);
}

static gboolean
try_put (Fixture *fixture, const char *row, GError **error)
{
  g_autoptr (HBasePut) put = api_put (row, "value");

  return hbase_table_put (fixture->table, put, NULL, error);
}

static void
assert_has_value (Fixture *fixture, const char *row, const char *expected)
{
  g_autofree char *value = api_read (fixture->table, row);

  ck_assert_msg (g_strcmp0 (value, expected) == 0, "%s has “%s”", row, value);
}

/* ---- stopping and starting ---- */

/* `code`: of a call that is made while the server is stopped. */
static void
check_restarts (Fixture *fixture, HBaseError code)
{
  g_autofree char *address = g_strdup (hbase_local_server_get_address (fixture->server));
  g_autoptr (GError) error = NULL;

  assert_works (hbase_local_server_start (fixture->server, NULL, &error), error);
  hbase_local_server_stop (fixture->server);
  ck_assert (!try_put (fixture, "unwritten", &error));
  assert_reported (error, code, "no gateway accepts connections");
  g_clear_error (&error);
  assert_works (hbase_local_server_start (fixture->server, NULL, &error), error);
  ck_assert_str_eq (hbase_local_server_get_address (fixture->server), address);
  assert_has_value (fixture, "row", "value");
  assert_works (hbase_local_server_restart (fixture->server, NULL, &error), error);
  ck_assert_str_eq (hbase_local_server_get_address (fixture->server), address);
  assert_has_value (fixture, "row", "value");
  assert_has_value (fixture, "unwritten", NULL);
}

START_TEST (a_database_in_memory_survives_a_stop)
{
  Fixture fixture = set_up (NULL, "tcp://127.0.0.1:0");

  hbase_connection_set_timeout (fixture.connection, 10000);
  check_restarts (&fixture, HBASE_ERROR_CONNECTION_REFUSED);
  tear_down (&fixture);
}
END_TEST

START_TEST (a_directory_at_a_socket_survives_a_stop)
{
  g_autofree char *folder = g_dir_make_tmp ("hbase-server-XXXXXX", NULL);
  g_autofree char *listen = g_strdup_printf ("unix:%s/a socket", folder);
  g_autofree char *directory = g_build_filename (folder, "data", NULL);
  g_autofree char *remove = g_strdup_printf ("rm -r '%s'", folder);
  Fixture fixture = set_up (directory, listen);
  g_autofree char *uri = hbase_local_server_dup_uri (fixture.server);

  ck_assert_msg (g_str_has_prefix (uri, "thrift+unix:///") && g_str_has_suffix (uri, "/a%20socket"), "%s",
                 uri);
  hbase_connection_set_timeout (fixture.connection, 10000);
  check_restarts (&fixture, HBASE_ERROR_UNREACHABLE);
  tear_down (&fixture);
  ck_assert (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
}
END_TEST

/* The server can be started later, when the address is free again. */
START_TEST (another_server_at_the_address_prevents_the_start)
{
  Fixture fixture = set_up (NULL, "tcp://127.0.0.1:0");
  g_autoptr (HBaseLocalServer) other = NULL;
  g_autoptr (GError) error = NULL;

  hbase_local_server_stop (fixture.server);
  other = serve (NULL, hbase_local_server_get_address (fixture.server));
  ck_assert (!hbase_local_server_start (fixture.server, NULL, &error));
  assert_reported (error, HBASE_ERROR_ADDRESS_IN_USE, "can't listen");
  g_clear_error (&error);
  hbase_local_server_stop (other);
  assert_works (hbase_local_server_start (fixture.server, NULL, &error), error);
  assert_has_value (&fixture, "row", "value");
  tear_down (&fixture);
}
END_TEST

/* A socket without SO_REUSEADDR can't be bound to it, like one that asks for any port. */
START_TEST (a_stopped_server_keeps_its_port)
{
  g_autoptr (HBaseLocalServer) server = serve (NULL, "tcp://127.0.0.1:0");
  const char *port = strrchr (hbase_local_server_get_address (server), ':') + 1;
  g_autoptr (GSocketAddress) address
      = g_inet_socket_address_new_from_string ("127.0.0.1", (guint) g_ascii_strtoull (port, NULL, 10));
  g_autoptr (GError) refused = NULL, error = NULL;
  g_autoptr (GSocket) other
      = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);

  hbase_local_server_stop (server);
  ck_assert (!g_socket_bind (other, address, FALSE, &refused));
  ck_assert_error (refused, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE);
  g_clear_object (&server);
  assert_works (g_socket_bind (other, address, FALSE, &error), error);
}
END_TEST

typedef struct {
  HBaseLocalServer *server;
  gint is_over;
} Stops;

static gpointer
stop_often (gpointer data)
{
  Stops *stops = data;

  while (!g_atomic_int_get (&stops->is_over))
    hbase_local_server_stop (stops->server);
  return NULL;
}

START_TEST (threads_may_stop_a_server_that_is_restarted)
{
  Fixture fixture = set_up (NULL, "tcp://127.0.0.1:0");
  Stops stops = { .server = fixture.server };
  GThread *thread = g_thread_new ("stop", stop_often, &stops);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 100; i++)
    assert_works (hbase_local_server_restart (fixture.server, NULL, &error), error);
  g_atomic_int_set (&stops.is_over, TRUE);
  g_thread_join (thread);
  assert_works (hbase_local_server_start (fixture.server, NULL, &error), error);
  assert_has_value (&fixture, "row", "value");
  tear_down (&fixture);
}
END_TEST

/* ---- faults ---- */

static const struct {
  HBaseServerFault fault;
  gboolean is_executed;
  const char *text; /* in the client's error */
} faults[] = {
  { HBASE_SERVER_FAULT_LOSE_CALL, FALSE, "after 0 bytes of its reply" },
  { HBASE_SERVER_FAULT_LOSE_REPLY, TRUE, "after 0 bytes of its reply" },
  { HBASE_SERVER_FAULT_CUT_REPLY, TRUE, " bytes of its reply" },
  { HBASE_SERVER_FAULT_GARBAGE, TRUE, "aren't Thrift's" },
  { HBASE_SERVER_FAULT_ERROR, FALSE, "injected" },
};

/* A call that the client has sent, and for which it waits no more, may not have arrived. */
static void
await_fault (HBaseLocalServer *server)
{
  while (hbase_local_server_get_n_faults (server) < 1)
    poll (NULL, 0, 1);
}

/* Makes a put that the server delays until it stops, and for which the caller doesn't wait so long. */
static void
put_in_vain (Fixture *fixture, const char *row)
{
  g_autoptr (GError) error = NULL;

  hbase_table_set_timeout (fixture->table, 100);
  hbase_local_server_add_fault (fixture->server, HBASE_SERVER_FAULT_DELAY, "put", 1, 1, 1000000);
  ck_assert (!try_put (fixture, row, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  await_fault (fixture->server);
}

static const struct {
  gboolean http;
  const char *options;
} transports[] = {
  { FALSE, "/?framing=none" },
  { FALSE, "/?framing=framed" },
#ifdef HBASE_WITH_HTTP
  { TRUE, "/" },
#endif
};

/* Adds the options to the URI. */
static Fixture
set_up_over (gboolean http, const char *options)
{
  g_autoptr (GError) error = NULL;
  Fixture fixture = { .server = g_initable_new (HBASE_TYPE_LOCAL_SERVER, NULL, &error, "listen",
                                                "tcp://127.0.0.1:0", "http", http, NULL) };
  g_autofree char *plain = NULL, *uri = NULL;

  ck_assert_no_error (error);
  plain = hbase_local_server_dup_uri (fixture.server);
  uri = g_strconcat (plain, options, NULL);
  fixture.connection = api_connect (uri);
  api_create (fixture.connection, "t");
  fixture.table = hbase_table_new (fixture.connection, "t");
  return fixture;
}

/* The second put has the fault, those before and after it don't. */
START_TEST (a_put_has_the_fault)
{
  const guint k = (guint) _i % G_N_ELEMENTS (faults), transport = (guint) _i / G_N_ELEMENTS (faults);
  Fixture fixture = set_up_over (transports[transport].http, transports[transport].options);
  HBaseLocalServer *server = fixture.server;
  g_autoptr (GError) error = NULL;

  hbase_local_server_add_fault (server, faults[k].fault, "put", 2, 1, 0);
  api_write (fixture.table, "before", "value");
  ck_assert_uint_eq (hbase_local_server_get_n_faults (server), 0);
  ck_assert (!try_put (&fixture, "row", &error));
  assert_reported (error, HBASE_ERROR_OUTCOME_UNKNOWN, faults[k].text);
  ck_assert (faults[k].fault != HBASE_SERVER_FAULT_CUT_REPLY
             || strstr (error->message, "after 0 bytes") == NULL);
  ck_assert_uint_eq (hbase_local_server_get_n_faults (server), 1);
  api_write (fixture.table, "after", "value");
  assert_has_value (&fixture, "row", faults[k].is_executed ? "value" : NULL);
  assert_has_value (&fixture, "after", "value");
  ck_assert_uint_eq (hbase_local_server_get_n_faults (server), 1);
  tear_down (&fixture);
}
END_TEST

#ifdef HBASE_WITH_HTTP

/* The second half of a large reply doesn't come, and the scan is continued. */
START_TEST (a_scan_over_http_survives_cut_replies)
{
  Fixture fixture = set_up_over (TRUE, "/");
  g_autofree char *value = g_strnfill (100000, 'v');
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;

  for (char row[] = "a"; row[0] <= 'j'; row[0]++)
    api_write (fixture.table, row, value);
  hbase_scan_set_caching (scan, 3);
  hbase_local_server_add_fault (fixture.server, HBASE_SERVER_FAULT_CUT_REPLY, "getScannerRows", 2, 1, 0);
  cursor = hbase_table_scan (fixture.table, scan);
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (HBaseRow) row = hbase_table_cursor_next (cursor, NULL, &error);

      ck_assert_no_error (error);
      ck_assert_ptr_nonnull (row);
    }
  ck_assert_uint_eq (hbase_local_server_get_n_faults (fixture.server), 1);
  tear_down (&fixture);
}
END_TEST

/* The stop ends the delay, and the call isn't executed. */
START_TEST (a_stop_over_http_ends_a_delay)
{
  Fixture fixture = set_up_over (TRUE, "/");
  g_autoptr (GError) error = NULL;

  put_in_vain (&fixture, "unwritten");
  assert_works (hbase_local_server_restart (fixture.server, NULL, &error), error);
  hbase_table_set_timeout (fixture.table, 10000);
  assert_has_value (&fixture, "unwritten", NULL);
  tear_down (&fixture);
}
END_TEST

#endif

/* A client repeats a read; after that the fault is over. */
START_TEST (a_read_survives_lost_replies)
{
  Fixture fixture = set_up (NULL, "tcp://127.0.0.1:0");

  hbase_local_server_add_fault (fixture.server, HBASE_SERVER_FAULT_LOSE_REPLY, NULL, 1, 2, 0);
  assert_has_value (&fixture, "row", "value");
  ck_assert_uint_eq (hbase_local_server_get_n_faults (fixture.server), 2);
  tear_down (&fixture);
}
END_TEST

START_TEST (a_fault_of_all_calls_ends_when_it_is_cleared)
{
  Fixture fixture = set_up (NULL, "tcp://127.0.0.1:0");
  g_autoptr (GError) error = NULL;
  guint n_faults;

  hbase_local_server_add_fault (fixture.server, HBASE_SERVER_FAULT_ERROR, NULL, 1, 0, 0);
  for (guint i = 0; i < 3; i++)
    {
      ck_assert (!try_put (&fixture, "unwritten", &error));
      assert_reported (error, HBASE_ERROR_OUTCOME_UNKNOWN, "injected");
      g_clear_error (&error);
    }
  n_faults = hbase_local_server_get_n_faults (fixture.server);
  ck_assert_uint_ge (n_faults, 3);
  hbase_local_server_clear_faults (fixture.server);
  assert_has_value (&fixture, "unwritten", NULL);
  ck_assert_uint_eq (hbase_local_server_get_n_faults (fixture.server), n_faults);
  tear_down (&fixture);
}
END_TEST

/* The caller doesn't wait so long, and neither does the stop. */
START_TEST (a_delay_outlasts_a_timeout)
{
  Fixture fixture = set_up (NULL, "tcp://127.0.0.1:0");

  put_in_vain (&fixture, "row");
  tear_down (&fixture);
}
END_TEST

/* A Unix socket reports it at once. The server's stop ends the delay, without the call. */
START_TEST (a_delay_outlasts_its_client)
{
  g_autofree char *folder = g_dir_make_tmp ("hbase-server-XXXXXX", NULL);
  g_autofree char *listen = g_strdup_printf ("unix:%s/socket", folder);
  Fixture fixture = set_up (NULL, listen);
  g_autoptr (GError) error = NULL;

  hbase_table_set_timeout (fixture.table, 100);
  hbase_local_server_add_fault (fixture.server, HBASE_SERVER_FAULT_DELAY, "put", 1, 1, 1000000);
  ck_assert (!try_put (&fixture, "unwritten", &error));
  await_fault (fixture.server);
  hbase_table_set_timeout (fixture.table, 10000);
  for (guint i = 0; i < 50; i++)
    assert_has_value (&fixture, "unwritten", NULL);
  g_clear_error (&error);
  assert_works (hbase_local_server_restart (fixture.server, NULL, &error), error);
  assert_has_value (&fixture, "unwritten", NULL);
  tear_down (&fixture);
  ck_assert_int_eq (g_rmdir (folder), 0);
}
END_TEST

/* Both are counted from the time at which they were added. */
START_TEST (of_two_faults_the_first_comes_first)
{
  Fixture fixture = set_up (NULL, "tcp://127.0.0.1:0");
  g_autoptr (GError) error = NULL;

  hbase_local_server_add_fault (fixture.server, HBASE_SERVER_FAULT_LOSE_CALL, "put", 1, 1, 0);
  hbase_local_server_add_fault (fixture.server, HBASE_SERVER_FAULT_ERROR, NULL, 1, 1, 0);
  ck_assert (!try_put (&fixture, "row", &error));
  ck_assert_ptr_null (strstr (error->message, "injected"));
  g_clear_error (&error);
  ck_assert (!try_put (&fixture, "row", &error));
  ck_assert_ptr_nonnull (strstr (error->message, "injected"));
  assert_has_value (&fixture, "row", "value");
  tear_down (&fixture);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *starts = tcase_create ("starts"), *wrongs = tcase_create ("faults");

  tcase_add_test (starts, a_database_in_memory_survives_a_stop);
  tcase_add_test (starts, a_directory_at_a_socket_survives_a_stop);
  tcase_add_test (starts, another_server_at_the_address_prevents_the_start);
#ifdef __linux__
  tcase_add_test (starts, a_stopped_server_keeps_its_port);
#endif
  tcase_add_test (starts, threads_may_stop_a_server_that_is_restarted);
  suite_add_tcase (suite, starts);
  tcase_add_loop_test (wrongs, a_put_has_the_fault, 0, G_N_ELEMENTS (transports) * G_N_ELEMENTS (faults));
#ifdef HBASE_WITH_HTTP
  tcase_add_test (wrongs, a_scan_over_http_survives_cut_replies);
  tcase_add_test (wrongs, a_stop_over_http_ends_a_delay);
#endif
  tcase_add_test (wrongs, a_read_survives_lost_replies);
  tcase_add_test (wrongs, a_fault_of_all_calls_ends_when_it_is_cleared);
  tcase_add_test (wrongs, a_delay_outlasts_a_timeout);
  tcase_add_test (wrongs, a_delay_outlasts_its_client);
  tcase_add_test (wrongs, of_two_faults_the_first_comes_first);
  suite_add_tcase (suite, wrongs);
}

TEST_MAIN ("server-faults", fill)
