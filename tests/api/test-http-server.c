/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <glib/gstdio.h>
#include <sys/resource.h>

#include "api.h"

/* This tests HBaseLocalServer in HTTP mode: with this library's own client, and with requests that are
 * written by hand, each of which closes its connection. */

#define TYPE "Content-Type: application/x-thrift\r\n"
#define MAX_CALL 10000

/* Messages of Thrift's binary protocol. */
#define CALL(length, name) "\x80\x01\x00\x01\x00\x00\x00" length name "\x00\x00\x00\x07"
#define TABLE_T "\x0b\x00\x01\x00\x00\x00\x01t"
static const char get_call[]
    = CALL ("\x03", "get") TABLE_T "\x0c\x00\x02\x0b\x00\x01\x00\x00\x00\x01r\x00\x00";
static const char open_call[] = CALL ("\x0b", "openScanner") TABLE_T "\x0c\x00\x02\x00\x00";
/* The id of the scanner is between them. */
static const char rows_call[] = CALL ("\x0e", "getScannerRows") "\x08\x00\x01";
static const char rows_call_end[] = "\x08\x00\x02\x00\x00\x00\x09\x00";

typedef struct {
  HBaseLocalServer *server;
  HBaseConnection *connection;
  HBaseTable *table;
} Served;

static void
start_with (Served *served, const char *property, guint value)
{
  g_autoptr (GError) error = NULL;

  *served = (Served){ NULL };
  served->server = g_initable_new (HBASE_TYPE_LOCAL_SERVER, NULL, &error, "listen", "tcp://127.0.0.1:0",
                                   "http", TRUE, "max-call-size", (guint64) MAX_CALL, property, value, NULL);
  ck_assert_no_error (error);
}

static void
serve_with (Served *served, const char *property, guint value)
{
  g_autofree char *uri = NULL;

  start_with (served, property, value);
  uri = hbase_local_server_dup_uri (served->server);
  ck_assert (g_str_has_prefix (uri, "http://127.0.0.1:"));
  served->connection = api_connect (uri);
  api_create (served->connection, "t");
  served->table = hbase_table_new (served->connection, "t");
  api_write (served->table, "r", "written");
}

static void
serve (Served *served)
{
  serve_with (served, "max-connections", 100);
}

static void
end (Served *served)
{
  hbase_local_server_stop (served->server);
  g_clear_object (&served->table);
  g_clear_object (&served->connection);
  g_object_unref (served->server);
}

static GSocketConnection *
connect_raw (const Served *served)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GError) error = NULL;
  const char *address = hbase_local_server_get_address (served->server) + strlen ("tcp://");
  GSocketConnection *connection = g_socket_client_connect_to_host (client, address, 0, NULL, &error);

  ck_assert_no_error (error);
  return connection;
}

static void
send_bytes (GSocketConnection *connection, gconstpointer bytes, gsize length)
{
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), bytes, length, NULL,
                             NULL, &error);
  ck_assert_no_error (error);
}

static void
send_text (GSocketConnection *connection, const char *text)
{
  send_bytes (connection, text, strlen (text));
}

/* Reads until the connection is closed. */
static GString *
receive_all (GSocketConnection *connection)
{
  GInputStream *stream = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  GString *all = g_string_new (NULL);
  char bytes[1000];
  gssize got;

  while ((got = g_input_stream_read (stream, bytes, sizeof bytes, NULL, NULL)) > 0)
    g_string_append_len (all, bytes, got);
  return all;
}

/* A reply has bytes of 0, too. */
static gboolean
contains (const GString *response, const char *text)
{
  gsize length = strlen (text);

  for (gsize at = 0; at + length <= response->len; at++)
    if (memcmp (response->str + at, text, length) == 0)
      return TRUE;
  return FALSE;
}

static void
check_response (GSocketConnection *connection, const char *status, const char *text)
{
  g_autoptr (GString) response = receive_all (connection);
  g_autofree char *line = g_strconcat ("HTTP/1.1 ", status, " ", NULL);

  ck_assert_msg (g_str_has_prefix (response->str, line), "%s", response->str);
  ck_assert_msg (contains (response, text), "no “%s” in %s", text, response->str);
}

/* A POST of these bytes. */
static GSocketConnection *
post (const Served *served, gconstpointer body, gsize length)
{
  g_autofree char *head = g_strdup_printf ("POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" TYPE
                                           "Content-Length: %" G_GSIZE_FORMAT "\r\n\r\n",
                                           length);
  GSocketConnection *connection = connect_raw (served);

  send_text (connection, head);
  send_bytes (connection, body, length);
  return connection;
}

/* ---- calls ---- */

static void
increment (HBaseTable *table, gint64 expected)
{
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("counter");
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;
  gint64 value;

  hbase_increment_add_utf8 (increment, "f", "n", 1);
  row = hbase_table_increment (table, increment, NULL, &error);
  ck_assert_no_error (error);
  assert_works (hbase_row_get_counter (row, "f:n", &value, &error), error);
  ck_assert_int_eq (value, expected);
}

START_TEST (the_librarys_own_client_is_served)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autofree char *value = NULL;
  g_autoptr (GError) error = NULL;
  HBaseRow *row;
  guint n_rows = 0;
  Served served;

  serve (&served);
  ck_assert (hbase_local_server_get_http (served.server));
  value = api_read (served.table, "r");
  ck_assert_str_eq (value, "written");
  for (gint64 i = 1; i <= 5; i++)
    increment (served.table, i);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *key = g_strdup_printf ("row %02u", i);

      api_write (served.table, key, "v");
    }
  hbase_scan_set_caching (scan, 3);
  cursor = hbase_table_scan (served.table, scan);
  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      hbase_row_unref (row);
      n_rows++;
    }
  ck_assert_no_error (error);
  ck_assert_uint_eq (n_rows, 22);
  end (&served);
}
END_TEST

START_TEST (a_body_may_come_in_chunks)
{
  g_autoptr (GSocketConnection) connection = NULL;
  Served served;

  serve (&served);
  connection = connect_raw (&served);
  send_text (connection, "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" TYPE
                         "Transfer-Encoding: chunked\r\n\r\n");
  for (gsize i = 0; i < sizeof get_call - 1; i++)
    {
      send_text (connection, "1\r\n");
      send_bytes (connection, get_call + i, 1);
      send_text (connection, "\r\n");
    }
  send_text (connection, "0\r\n\r\n");
  check_response (connection, "200", "written");
  end (&served);
}
END_TEST

/* Other clients send each request on a new connection. */
START_TEST (a_scanner_is_used_on_another_connection)
{
  g_autoptr (GSocketConnection) opening = NULL, reading = NULL;
  g_autoptr (GString) response = NULL;
  g_autoptr (GByteArray) rows = g_byte_array_new ();
  Served served;

  serve (&served);
  opening = post (&served, open_call, sizeof open_call - 1);
  response = receive_all (opening);
  ck_assert (g_str_has_prefix (response->str, "HTTP/1.1 200 "));
  /* The reply ends with the number that is the result, and the end of the struct. */
  g_byte_array_append (rows, (const guint8 *) rows_call, sizeof rows_call - 1);
  g_byte_array_append (rows, (const guint8 *) response->str + response->len - 5, 4);
  g_byte_array_append (rows, (const guint8 *) rows_call_end, sizeof rows_call_end - 1);
  reading = post (&served, rows->data, rows->len);
  check_response (reading, "200", "written");
  end (&served);
}
END_TEST

/* ---- what isn't a call ---- */

static const struct {
  const char *request, *status, *text;
} refusals[] = {
  { "GET / HTTP/1.1\r\n", "405", "Allow: POST" },
  { "OPTIONS / HTTP/1.1\r\n", "405", "Allow: POST" },
  { "PUT / HTTP/1.1\r\n" TYPE "Content-Length: 0\r\n", "405", "by POST" },
  { "POST /elsewhere HTTP/1.1\r\n" TYPE "Content-Length: 0\r\n", "404", "The only path" },
  { "POST / HTTP/1.1\r\nContent-Length: 0\r\n", "415", "application/x-thrift" },
  { "POST / HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n", "415", "application/x-thrift" },
  { "POST / HTTP/1.1\r\n" TYPE "Content-Length: 0\r\n", "400", "ends too early" },
  { "POST / HTTP/1.1\r\n" TYPE "Content-Length: 10001\r\nExpect: 100-continue\r\n", "413", "10000 bytes" },
  /* The bodies of these aren't sent: the response comes before. */
  { "POST / HTTP/1.1\r\n" TYPE "Content-Length: 10001\r\n", "413", "10000 bytes" },
  { "POST / HTTP/1.1\r\n" TYPE "Content-Length: +9\r\n", "400", "one number in digits" },
  { "POST / HTTP/1.1\r\n" TYPE "Content-Length: 9\r\nContent-Length: 9\r\n", "400", "one number in digits" },
  { "POST / HTTP/1.1\r\n" TYPE "Content-Length: 9\r\nTransfer-Encoding: chunked\r\n", "400",
    "both a Content-Length and a Transfer-Encoding" },
  { "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n" TYPE "Content-Length: 9\r\n", "400", "more than one Host" },
  { "POST http://127.0.0.1/ HTTP/1.1\r\n" TYPE "Content-Length: 9\r\n", "400", "are different" },
  { "POST http://localhost:81/ HTTP/1.1\r\n" TYPE "Content-Length: 9\r\n", "400", "are different" },
  { "POST / HTTP/1.1\r\n" TYPE "Content-Encoding: gzip\r\nContent-Length: 0\r\n", "415",
    "no Content-Encoding" },
};

START_TEST (a_request_that_is_no_call_gets_its_status)
{
  g_autoptr (GSocketConnection) connection = NULL;
  Served served;

  serve (&served);
  connection = connect_raw (&served);
  send_text (connection, refusals[_i].request);
  send_text (connection, "Host: localhost\r\nConnection: close\r\n\r\n");
  check_response (connection, refusals[_i].status, refusals[_i].text);
  end (&served);
}
END_TEST

/* A call with these headers. */
static GSocketConnection *
post_with (const Served *served, const char *headers)
{
  g_autofree char *head = g_strdup_printf ("POST / HTTP/1.1\r\n%sConnection: close\r\n" TYPE
                                           "Content-Length: %" G_GSIZE_FORMAT "\r\n\r\n",
                                           headers, sizeof get_call - 1);
  GSocketConnection *connection = connect_raw (served);

  send_text (connection, head);
  send_bytes (connection, get_call, sizeof get_call - 1);
  return connection;
}

/* Neither with its own origin nor by a name that was bound to this address. */
START_TEST (a_web_page_is_refused)
{
  static const struct {
    const char *headers, *text;
  } pages[] = {
    { "Host: localhost\r\nOrigin: http://evil.com\r\n", "an Origin" },
    { "Host: 127.0.0.1:9090\r\nOrigin: null\r\n", "an Origin" },
    { "Host: evil.com\r\n", "The Host" },
    { "Host: evil.com:9090\r\n", "The Host" },
    { "Host: localhost.evil.com\r\n", "The Host" },
    { "Host: 127.0.0.1.evil.com\r\n", "The Host" },
  };
  Served served;

  serve (&served);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autoptr (GSocketConnection) connection = post_with (&served, pages[i].headers);

      check_response (connection, "403", pages[i].text);
    }
  end (&served);
}
END_TEST

START_TEST (addresses_and_localhost_are_hosts)
{
  static const char *const hosts[]
      = { "localhost", "LOCALHOST:9090", "127.0.0.1", "127.0.0.1:9090", "[::1]", "[::1]:9090", "192.0.2.1" };
  Served served;

  serve (&served);
  for (guint i = 0; i < G_N_ELEMENTS (hosts); i++)
    {
      g_autofree char *header = g_strdup_printf ("Host: %s\r\n", hosts[i]);
      g_autoptr (GSocketConnection) connection = post_with (&served, header);

      check_response (connection, "200", "written");
    }
  end (&served);
}
END_TEST

/* A server for remote clients has a name. */
START_TEST (any_name_is_a_host_of_a_server_for_remote_clients)
{
  g_autoptr (GSocketConnection) named = NULL, page = NULL;
  Served served;

  serve_with (&served, "allow-remote", TRUE);
  named = post_with (&served, "Host: gateway.example\r\n");
  check_response (named, "200", "written");
  page = post_with (&served, "Host: gateway.example\r\nOrigin: http://evil.com\r\n");
  check_response (page, "403", "an Origin");
  end (&served);
}
END_TEST

START_TEST (a_body_that_is_no_call_is_refused)
{
  static const struct {
    const char *body;
    gsize length;
    const char *text;
  } bodies[] = {
    { "nonsense", 8, "Thrift's binary protocol" },
    { get_call, sizeof get_call - 2, "ends too early" },
    { get_call, sizeof get_call, "more bytes follow" },
    { "\x82\x21\x00\x03get\x00", 8, "Thrift's binary protocol" },
  };
  g_autoptr (GSocketConnection) connection = NULL;
  Served served;

  serve (&served);
  connection = post (&served, bodies[_i].body, bodies[_i].length);
  check_response (connection, "400", bodies[_i].text);
  end (&served);
}
END_TEST

/* Of many bytes: the client sends all of them before it reads the response. */
START_TEST (a_large_call_is_refused)
{
  enum { CHUNK = 0x8000, N_CHUNKS = 100 };
  g_autofree char *zeros = g_malloc0 (CHUNK * N_CHUNKS);
  g_autoptr (GSocketConnection) connection = NULL;
  Served served;

  serve (&served);
  if (_i == 0)
    connection = post (&served, zeros, CHUNK * N_CHUNKS);
  else
    {
      connection = connect_raw (&served);
      send_text (connection, "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" TYPE
                             "Transfer-Encoding: chunked\r\n\r\n");
      for (guint i = 0; i < N_CHUNKS; i++)
        {
          send_text (connection, "8000\r\n");
          send_bytes (connection, zeros, CHUNK);
          send_text (connection, "\r\n");
        }
      send_text (connection, "0\r\n\r\n");
    }
  check_response (connection, "413", "10000 bytes");
  end (&served);
}
END_TEST

/* ---- limits ---- */

/* Silent from the beginning, in the head, and in the body. */
START_TEST (a_silent_client_is_disconnected)
{
  static const struct {
    const char *property, *begun;
  } silences[]
      = { { "idle-timeout", "" },
          { "idle-timeout", "POST / HTTP/1.1\r\nHost" },
          { "message-timeout", "POST / HTTP/1.1\r\nHost: localhost\r\n" TYPE "Content-Length: 9\r\n\r\nx" } };
  g_autoptr (GSocketConnection) connection = NULL;
  g_autoptr (GString) response = NULL;
  Served served;

  start_with (&served, silences[_i].property, 200);
  connection = connect_raw (&served);
  send_text (connection, silences[_i].begun);
  response = receive_all (connection);
  ck_assert_str_eq (response->str, "");
  end (&served);
}
END_TEST

START_TEST (an_idle_client_makes_room)
{
  g_autoptr (GSocketConnection) idle = NULL, other = NULL;
  g_autoptr (GString) response = NULL;
  Served served;

  serve_with (&served, "max-connections", 1);
  idle = connect_raw (&served);
  other = post (&served, get_call, sizeof get_call - 1);
  check_response (other, "200", "written");
  response = receive_all (idle);
  ck_assert_str_eq (response->str, "");
  end (&served);
}
END_TEST

START_TEST (a_stop_disconnects_clients)
{
  g_autoptr (GSocketConnection) silent = NULL, half = NULL;
  g_autoptr (GString) first = NULL, second = NULL;
  Served served;

  serve (&served);
  silent = connect_raw (&served);
  half = connect_raw (&served);
  send_text (half, "POST / HTTP/1.1\r\nHost: localhost\r\n" TYPE "Content-Length: 9\r\n\r\nx");
  hbase_local_server_stop (served.server);
  first = receive_all (silent);
  second = receive_all (half);
  ck_assert_str_eq (first->str, "");
  ck_assert_str_eq (second->str, "");
  end (&served);
}
END_TEST

static void
limit_descriptors (rlim_t n)
{
  struct rlimit limit;

  ck_assert_int_eq (getrlimit (RLIMIT_NOFILE, &limit), 0);
  limit.rlim_cur = n;
  ck_assert_int_eq (setrlimit (RLIMIT_NOFILE, &limit), 0);
}

/* Sends a call over a connection that stays open. */
static void
post_on (GSocketConnection *connection)
{
  static const char head[] = "POST / HTTP/1.1\r\nHost: localhost\r\n" TYPE "Content-Length: ";
  g_autofree char *length = g_strdup_printf ("%zu\r\n\r\n", sizeof get_call - 1);

  send_text (connection, head);
  send_text (connection, length);
  send_bytes (connection, get_call, sizeof get_call - 1);
}

static GSocketConnection *
post_and_stay (const char *address)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  GSocketConnection *connection = g_socket_client_connect_to_host (client, address, 0, NULL, NULL);

  post_on (connection);
  return connection;
}

/* GLib aborts a process that gets no descriptor for a main context, and each session has one. More clients
 * than there are descriptors for get their responses, because those that have theirs are disconnected. */
START_TEST (few_descriptors_suffice)
{
  enum { N_CLIENTS = 40, N_LEFT = 60 };
  static const char ok[] = "HTTP/1.1 200 ";
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr (GSocket) listening
      = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
  g_autofree char *listen = g_strdup_printf ("fd:%d", g_socket_get_fd (listening));
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (HBaseLocalServer) server = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *address = NULL;
  GSocketConnection *clients[N_CLIENTS];

  g_socket_set_listen_backlog (listening, N_CLIENTS);
  ck_assert (g_socket_bind (listening, any, TRUE, NULL) && g_socket_listen (listening, NULL));
  bound = g_socket_get_local_address (listening, NULL);
  address = g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (bound));
  for (guint i = 0; i < N_CLIENTS; i++)
    clients[i] = post_and_stay (address);
  limit_descriptors ((rlim_t) g_socket_get_fd (g_socket_connection_get_socket (clients[N_CLIENTS - 1])) + 1
                     + N_LEFT);
  server = g_initable_new (HBASE_TYPE_LOCAL_SERVER, NULL, &error, "listen", listen, "http", TRUE,
                           "idle-timeout", 0, NULL);
  ck_assert_no_error (error);
  for (guint i = 0; i < N_CLIENTS; i++)
    {
      char bytes[sizeof ok] = "";

      g_input_stream_read_all (g_io_stream_get_input_stream (G_IO_STREAM (clients[i])), bytes, sizeof ok - 1,
                               NULL, NULL, NULL);
      ck_assert_str_eq (bytes, ok);
    }
  for (guint i = 0; i < N_CLIENTS; i++)
    g_object_unref (clients[i]);
  hbase_local_server_stop (server);
}
END_TEST

static void
receive_response (GSocketConnection *connection)
{
  static const char end[] = "written";
  GInputStream *stream = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  g_autoptr (GString) response = g_string_new (NULL);
  char byte;

  while (!contains (response, end))
    {
      ck_assert_int_eq (g_input_stream_read (stream, &byte, 1, NULL, NULL), 1);
      g_string_append_c (response, byte);
    }
}

/* A client that is served has its descriptors: nobody waits for as many again. */
START_TEST (idle_clients_stay_while_descriptors_are_left)
{
  enum { N_CLIENTS = 25, LIMIT = 256 };
  GSocketConnection *clients[N_CLIENTS];
  Served served;

  limit_descriptors (LIMIT);
  serve (&served);
  for (guint i = 0; i < N_CLIENTS; i++)
    {
      clients[i] = post_and_stay (hbase_local_server_get_address (served.server) + strlen ("tcp://"));
      receive_response (clients[i]);
    }
  for (guint i = 0; i < N_CLIENTS; i++)
    {
      post_on (clients[i]);
      receive_response (clients[i]);
      g_object_unref (clients[i]);
    }
  end (&served);
}
END_TEST

START_TEST (http_is_refused_on_a_unix_socket)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-http-XXXXXX", NULL);
  g_autofree char *listen = g_strconcat ("unix:", directory, "/socket", NULL);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (
      g_initable_new (HBASE_TYPE_LOCAL_SERVER, NULL, &error, "listen", listen, "http", TRUE, NULL));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "TCP addresses only");
  ck_assert_int_eq (g_rmdir (directory), 0);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("http-server");

  tcase_set_timeout (tcase, 60);
  tcase_add_test (tcase, the_librarys_own_client_is_served);
  tcase_add_test (tcase, a_body_may_come_in_chunks);
  tcase_add_test (tcase, a_scanner_is_used_on_another_connection);
  tcase_add_loop_test (tcase, a_request_that_is_no_call_gets_its_status, 0, G_N_ELEMENTS (refusals));
  tcase_add_test (tcase, a_web_page_is_refused);
  tcase_add_test (tcase, addresses_and_localhost_are_hosts);
  tcase_add_test (tcase, any_name_is_a_host_of_a_server_for_remote_clients);
  tcase_add_loop_test (tcase, a_body_that_is_no_call_is_refused, 0, 4);
  tcase_add_loop_test (tcase, a_large_call_is_refused, 0, 2);
  tcase_add_loop_test (tcase, a_silent_client_is_disconnected, 0, 3);
  tcase_add_test (tcase, an_idle_client_makes_room);
  tcase_add_test (tcase, a_stop_disconnects_clients);
  tcase_add_test (tcase, few_descriptors_suffice);
  tcase_add_test (tcase, idle_clients_stay_while_descriptors_are_left);
  tcase_add_test (tcase, http_is_refused_on_a_unix_socket);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN_FORKED ("http-server", fill)
