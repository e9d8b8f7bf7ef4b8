/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <glib/gstdio.h>

#include "api.h"

/* This tests HBaseLocalServer as programs see it: starting, stopping, and what it refuses. tests/local tests
 * what it does for clients. */

static HBaseLocalServer *
serve (void)
{
  g_autoptr (GError) error = NULL;
  HBaseLocalServer *server = hbase_local_server_new (NULL, "tcp://127.0.0.1:0", NULL, &error);

  ck_assert_no_error (error);
  return server;
}

static HBaseConnection *
connect_client (HBaseLocalServer *server)
{
  g_autofree char *uri
      = g_strconcat ("thrift:", strstr (hbase_local_server_get_address (server), "//"), "/", NULL);
  HBaseConnection *connection = api_connect (uri);

  api_create (connection, "t");
  return connection;
}

/* It continues as before. */
START_TEST (a_second_init_is_refused)
{
  g_autoptr (HBaseLocalServer) server = serve ();
  g_autoptr (HBaseConnection) connection = NULL;
  g_autoptr (GError) error = NULL;

  ck_assert (!g_initable_init (G_INITABLE (server), NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "already");
  connection = connect_client (server);
  hbase_local_server_stop (server);
}
END_TEST

/* A server that couldn't be initialised may be stopped, too. */
START_TEST (a_server_without_an_address_does_nothing)
{
  g_autoptr (HBaseLocalServer) server = g_object_new (HBASE_TYPE_LOCAL_SERVER, "listen", "nonsense", NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  ck_assert (!g_initable_init (G_INITABLE (server), NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI);
  g_clear_error (&error);
  ck_assert_ptr_null (hbase_local_server_get_address (server));
  hbase_local_server_stop (server);
  hbase_local_server_stop_async (server, NULL, api_done, &result);
  assert_works (hbase_local_server_stop_finish (server, api_wait (&result), &error), error);
}
END_TEST

/* It would listen at another path. */
START_TEST (a_socket_whose_path_is_too_long_is_refused)
{
  g_autofree char *name = g_strnfill (108, 'x');
  g_autofree char *listen = g_strconcat ("unix:", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseLocalServer) server = hbase_local_server_new (NULL, listen, NULL, &error);

  ck_assert_ptr_null (server);
  assert_reported (error, HBASE_ERROR_INVALID_URI, "at most 107 bytes");
}
END_TEST

START_TEST (properties_have_their_defaults)
{
  g_autoptr (HBaseLocalServer) server = serve ();
  guint max_connections, max_per_peer, idle_timeout, message_timeout, call_timeout;
  guint max_scanners, max_scanners_per_connection;
  guint64 memory, memory_per_connection, max_call_size, message_memory;
  gboolean allow_remote, read_only, strict_fidelity;
  g_autofree char *listen = NULL, *address = NULL, *directory = NULL;

  g_object_get (server, "allow-remote", &allow_remote, "max-connections", &max_connections,
                "max-connections-per-peer", &max_per_peer, "idle-timeout", &idle_timeout, "message-timeout",
                &message_timeout, "max-scanner-memory", &memory, "max-scanner-memory-per-connection",
                &memory_per_connection, "listen", &listen, "address", &address, "directory", &directory,
                "read-only", &read_only, "strict-fidelity", &strict_fidelity, "call-timeout", &call_timeout,
                "max-call-size", &max_call_size, "max-scanners", &max_scanners, "max-scanners-per-connection",
                &max_scanners_per_connection, "max-message-memory", &message_memory, NULL);
  ck_assert_uint_eq (call_timeout, 60000);
  ck_assert_uint_eq (max_call_size, G_GUINT64_CONSTANT (1) << 28);
  ck_assert_uint_eq (message_memory, G_GUINT64_CONSTANT (1) << 28);
  ck_assert_uint_eq (max_scanners, 10000);
  ck_assert_uint_eq (max_scanners_per_connection, 1000);
  ck_assert (!read_only);
  ck_assert (!allow_remote);
  ck_assert (!strict_fidelity);
  ck_assert_uint_eq (max_connections, 1000);
  ck_assert_uint_eq (max_per_peer, 500);
  ck_assert_uint_eq (idle_timeout, 60000);
  ck_assert_uint_eq (message_timeout, 60000);
  ck_assert_uint_eq (memory, G_GUINT64_CONSTANT (1) << 30);
  ck_assert_uint_eq (memory_per_connection, G_GUINT64_CONSTANT (1) << 28);
  ck_assert_str_eq (listen, "tcp://127.0.0.1:0");
  ck_assert_str_eq (address, hbase_local_server_get_address (server));
  ck_assert_ptr_null (directory);
  hbase_local_server_stop (server);
}
END_TEST

START_TEST (getters_return_what_was_set)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-server-XXXXXX", NULL);
  g_autofree char *remove = g_strdup_printf ("rm -r '%s'", directory);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseLocalServer) server = g_initable_new (
      HBASE_TYPE_LOCAL_SERVER, NULL, &error, "directory", directory, "listen", "tcp://127.0.0.1:0",
      "allow-remote", TRUE, "strict-fidelity", TRUE, "max-connections", 11, "max-connections-per-peer", 7,
      "idle-timeout", 5000, "message-timeout", 3000, "call-timeout", 4000, "max-call-size",
      G_GUINT64_CONSTANT (3000000), "max-scanners", 20, "max-scanners-per-connection", 2,
      "max-scanner-memory", G_GUINT64_CONSTANT (2000000), "max-scanner-memory-per-connection",
      G_GUINT64_CONSTANT (1000000), NULL);

  ck_assert_no_error (error);
  ck_assert_str_eq (hbase_local_server_get_directory (server), directory);
  ck_assert_str_eq (hbase_local_server_get_listen (server), "tcp://127.0.0.1:0");
  ck_assert (g_str_has_prefix (hbase_local_server_get_address (server), "tcp://127.0.0.1:"));
  ck_assert (hbase_local_server_get_allow_remote (server));
  ck_assert (hbase_local_server_get_strict_fidelity (server));
  ck_assert_uint_eq (hbase_local_server_get_max_connections (server), 11);
  ck_assert_uint_eq (hbase_local_server_get_max_connections_per_peer (server), 7);
  ck_assert_uint_eq (hbase_local_server_get_idle_timeout (server), 5000);
  ck_assert_uint_eq (hbase_local_server_get_message_timeout (server), 3000);
  ck_assert_uint_eq (hbase_local_server_get_call_timeout (server), 4000);
  ck_assert_uint_eq (hbase_local_server_get_max_call_size (server), 3000000);
  ck_assert_uint_eq (hbase_local_server_get_max_scanners (server), 20);
  ck_assert_uint_eq (hbase_local_server_get_max_scanners_per_connection (server), 2);
  ck_assert_uint_eq (hbase_local_server_get_max_scanner_memory (server), 2000000);
  ck_assert_uint_eq (hbase_local_server_get_max_scanner_memory_per_connection (server), 1000000);
  hbase_local_server_stop (server);
  ck_assert (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
}
END_TEST

/* The directory is one that another server has written to. */
START_TEST (a_read_only_server_refuses_writes)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-server-XXXXXX", NULL);
  g_autofree char *remove = g_strdup_printf ("rm -r '%s'", directory);
  g_autofree char *local_uri = g_strconcat ("local://", directory, NULL), *uri = NULL;
  g_autoptr (HBaseConnection) local = api_connect (local_uri), connection = NULL;
  g_autoptr (HBaseTable) local_table = hbase_table_new (local, "t"), table = NULL;
  g_autoptr (HBasePut) put = api_put ("b", "v");
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseLocalServer) server = NULL;
  g_autofree char *value = NULL;

  api_create (local, "t");
  api_write (local_table, "a", "v");
  server = g_initable_new (HBASE_TYPE_LOCAL_SERVER, NULL, &error, "directory", directory, "listen",
                           "tcp://127.0.0.1:0", "read-only", TRUE, NULL);
  ck_assert_no_error (error);
  ck_assert (hbase_local_server_get_read_only (server));
  uri = hbase_local_server_dup_uri (server);
  connection = api_connect (uri);
  table = hbase_table_new (connection, "t");
  ck_assert (!hbase_table_put (table, put, NULL, &error));
  assert_reported (error, HBASE_ERROR_READ_ONLY, "read-only");
  api_write (local_table, "c", "w");
  value = api_read (table, "c");
  ck_assert_str_eq (value, "w");
  hbase_local_server_stop (server);
  ck_assert (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
}
END_TEST

START_TEST (a_read_only_server_needs_a_database)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-server-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (g_initable_new (HBASE_TYPE_LOCAL_SERVER, NULL, &error, "directory",
                                      _i == 0 ? directory : NULL, "listen", "tcp://127.0.0.1:0", "read-only",
                                      TRUE, NULL));
  assert_reported (error, _i == 0 ? HBASE_ERROR_STORAGE : HBASE_ERROR_INVALID_ARGUMENT,
                   _i == 0 ? "there is no database" : "needs a directory");
  ck_assert_int_eq (g_rmdir (directory), 0);
}
END_TEST

START_TEST (addresses_beyond_loopback_are_refused)
{
  static const char *const addresses[] = { "tcp://0.0.0.0:0", "tcp://[::]:0", "tcp://192.0.2.1:0" };
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_local_server_new (NULL, addresses[_i], NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "no authentication");
}
END_TEST

START_TEST (addresses_beyond_loopback_can_be_allowed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseLocalServer) server = g_initable_new (HBASE_TYPE_LOCAL_SERVER, NULL, &error, "listen",
                                                        "tcp://0.0.0.0:0", "allow-remote", TRUE, NULL);
  gboolean allow_remote;

  ck_assert_no_error (error);
  g_object_get (server, "allow-remote", &allow_remote, NULL);
  ck_assert (allow_remote);
  hbase_local_server_stop (server);
}
END_TEST

/* After the call the address is free, and clients are disconnected; stopping again is no error. */
START_TEST (stop_async_waits_for_the_end)
{
  g_autoptr (HBaseLocalServer) server = serve ();
  g_autofree char *address = g_strdup (hbase_local_server_get_address (server));
  g_autoptr (HBaseConnection) connection = connect_client (server);
  g_autoptr (HBaseLocalServer) next = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 2; i++)
    {
      g_autoptr (GAsyncResult) first = NULL, second = NULL;
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();

      hbase_local_server_stop_async (server, cancellable, api_done, &first);
      hbase_local_server_stop_async (server, NULL, api_done, &second);
      ck_assert_ptr_null (first);
      assert_works (hbase_local_server_stop_finish (server, api_wait (&second), &error), error);
      assert_works (hbase_local_server_stop_finish (server, api_wait (&first), &error), error);
    }
  next = hbase_local_server_new (NULL, address, NULL, &error);
  ck_assert_no_error (error);
  hbase_local_server_stop (next);
}
END_TEST

/* The cancellation ends only the wait. */
START_TEST (stop_async_can_be_cancelled)
{
  g_autoptr (HBaseLocalServer) server = serve ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL, again = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  hbase_local_server_stop_async (server, cancellable, api_done, &result);
  ck_assert (!hbase_local_server_stop_finish (server, api_wait (&result), &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  hbase_local_server_stop_async (server, NULL, api_done, &again);
  assert_works (hbase_local_server_stop_finish (server, api_wait (&again), &error), error);
}
END_TEST

/* A client reads no reply: the server waits for it for a second before it stops; then the wait is
 * cancelled. */
static GSocketConnection *
connect_silent_client (HBaseLocalServer *server)
{
  g_autoptr (HBaseConnection) connection = connect_client (server);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autofree char *value = g_strnfill (8 << 20, 'v');
  g_autoptr (GError) error = NULL;
  GSocketConnection *silent;
  /* A get of row `r`, table `t`: binary, unframed. */
  static const guint8 get[]
      = "\x80\x01\x00\x01\x00\x00\x00\x03get\x00\x00\x00\x01"
        "\x0b\x00\x01\x00\x00\x00\x01t\x0c\x00\x02\x0b\x00\x01\x00\x00\x00\x01r\x00\x00";

  api_write (table, "r", value);
  silent = g_socket_client_connect_to_host (
      client, strstr (hbase_local_server_get_address (server), "//") + 2, 0, NULL, &error);
  ck_assert_no_error (error);
  ck_assert (g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (silent)), get,
                                        sizeof get - 1, NULL, NULL, NULL));
  /* The first bytes have been received: the server is sending the reply, which is larger than all buffers. */
  ck_assert (g_socket_condition_wait (g_socket_connection_get_socket (silent), G_IO_IN, NULL, NULL));
  return silent;
}

/* _i: the cancellable is reset before the main loop runs. */
START_TEST (a_wait_can_be_cancelled)
{
  g_autoptr (HBaseLocalServer) server = serve ();
  g_autoptr (GSocketConnection) silent = connect_silent_client (server);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  hbase_local_server_stop_async (server, cancellable, api_done, &result);
  g_cancellable_cancel (cancellable);
  if (_i)
    g_cancellable_reset (cancellable);
  ck_assert (!hbase_local_server_stop_finish (server, api_wait (&result), &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  hbase_local_server_stop (server);
}
END_TEST

/* A server that listens goes on. */
START_TEST (a_start_can_be_cancelled)
{
  g_autoptr (HBaseLocalServer) server = serve ();
  g_autoptr (HBaseConnection) connection = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) made = NULL, restarted = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (hbase_local_server_new (NULL, "tcp://127.0.0.1:0", cancellable, &made));
  ck_assert_error (made, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ck_assert (!hbase_local_server_restart (server, cancellable, &restarted));
  ck_assert_error (restarted, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  connection = connect_client (server);
  hbase_local_server_stop (server);
}
END_TEST

/* Its threads end without it; the client's connection is closed. */
START_TEST (dropping_a_server_stops_it)
{
  HBaseLocalServer *server = serve ();
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection = NULL;
  g_autoptr (GError) error = NULL;
  guint8 byte;

  connection = g_socket_client_connect_to_host (
      client, strstr (hbase_local_server_get_address (server), "//") + 2, 0, NULL, &error);
  ck_assert_no_error (error);
  g_object_unref (server);
  /* Receives an end, or a reset if the connection wasn't accepted yet. */
  ck_assert_int_le (
      g_input_stream_read (g_io_stream_get_input_stream (G_IO_STREAM (connection)), &byte, 1, NULL, NULL), 0);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("server");

  tcase_set_timeout (tcase, 60);
  tcase_add_test (tcase, a_second_init_is_refused);
  tcase_add_test (tcase, a_start_can_be_cancelled);
  tcase_add_test (tcase, a_server_without_an_address_does_nothing);
  tcase_add_test (tcase, a_socket_whose_path_is_too_long_is_refused);
  tcase_add_test (tcase, properties_have_their_defaults);
  tcase_add_test (tcase, getters_return_what_was_set);
  tcase_add_test (tcase, a_read_only_server_refuses_writes);
  tcase_add_loop_test (tcase, a_read_only_server_needs_a_database, 0, 2);
  tcase_add_loop_test (tcase, addresses_beyond_loopback_are_refused, 0, 3);
  tcase_add_test (tcase, addresses_beyond_loopback_can_be_allowed);
  tcase_add_test (tcase, stop_async_waits_for_the_end);
  tcase_add_test (tcase, stop_async_can_be_cancelled);
  tcase_add_loop_test (tcase, a_wait_can_be_cancelled, 0, 2);
  tcase_add_test (tcase, dropping_a_server_stops_it);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("server", fill)
