/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <gio/gunixsocketaddress.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api.h"
#include "test-seed.h"

/* This runs 200 clients at a time on one server, a process of its own, for SECONDS, or as many as
 * HBASE_TEST_SOAK_SECONDS says, or until they have made HBASE_TEST_SOAK_CALLS. They read and write, come and
 * go, and leave in the middle of scans and calls. No call fails, each increment is executed once, and the
 * memory, the files and the descriptors of the server don't grow. */

#define N_CLIENTS 200
#define N_ROWS 500
#define VALUE_MAX 100
#define CALLS_PER_CONNECTION 20
/* What the server may grow by after the first third of the time: caches, and memory that malloc() keeps. */
#define GROWTH_MAX_KIB (24 * 1024)
/* What its files may grow by: versions that the next compaction removes, and the log. */
#define FILES_GROWTH_MAX_KIB (64 * 1024)
/* How often its memory is measured each time. */
#define N_SAMPLES 20
#define SAMPLE_INTERVAL_MS 50
/* Descriptors for each connection that SQLite has open: the database, and its log. */
#define DESCRIPTORS_PER_CONNECTION 2
#define OTHER_DESCRIPTORS 40

typedef struct {
  GSubprocess *process;
  GDataInputStream *output;
  char *directory;
  char *path; /* of the socket */
  char *uri;
} Server;

typedef struct {
  const Server *server;
  GThread *thread;
  GRand *rand;
  char *counter; /* row of its own */
  gint64 count;
  gint n_calls;
} Client;

static int is_over; /* atomic */

/* ---- the server ---- */

/* The address sanitizer keeps freed memory, in each thread and altogether: the more calls the server executes
 * in the time, the more it would grow. Other tests find what is used after it was freed. */
static GSubprocess *
spawn (const char *const *words, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  const char *options = g_getenv ("ASAN_OPTIONS");
  g_autofree char *more = g_strconcat (options != NULL ? options : "",
                                       ":quarantine_size_mb=0:thread_local_quarantine_size_kb=0", NULL);

  g_subprocess_launcher_setenv (launcher, "ASAN_OPTIONS", more, TRUE);
  return g_subprocess_launcher_spawnv (launcher, words, error);
}

static void
start_server (Server *server)
{
  const char *build = g_getenv ("top_builddir");
  g_autofree char *tool = g_build_filename (build != NULL ? build : ".", "tools", "hbase-glib", NULL);
  g_autofree char *data = NULL, *listen = NULL, *line = NULL;
  g_autoptr (GError) error = NULL;

  server->directory = g_dir_make_tmp ("hbase-soak-XXXXXX", &error);
  ck_assert_no_error (error);
  server->path = g_build_filename (server->directory, "socket", NULL);
  data = g_strconcat ("--data=", server->directory, "/data", NULL);
  listen = g_strconcat ("--listen=unix:", server->path, NULL);
  server->process = spawn ((const char *[]){ tool, "serve", data, listen, NULL }, &error);
  ck_assert_no_error (error);
  server->output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (server->process));
  line = g_data_input_stream_read_line (server->output, NULL, NULL, &error);
  ck_assert_ptr_nonnull (line);
  server->uri = g_strconcat ("thrift+unix://", server->path, NULL);
}

static void
stop_server (Server *server)
{
  g_autofree char *remove = g_strdup_printf ("rm -r '%s'", server->directory);
  g_autoptr (GError) error = NULL;

  g_subprocess_send_signal (server->process, SIGTERM);
  ck_assert (g_subprocess_wait_check (server->process, NULL, &error));
  ck_assert (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
  g_object_unref (server->output);
  g_object_unref (server->process);
  g_free (server->directory);
  g_free (server->path);
  g_free (server->uri);
}

/* The tool is a shell script while it isn't installed; it execs the program. */
static guint
count_descriptors (const Server *server)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/fd", g_subprocess_get_identifier (server->process));
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint count = 0;

  ck_assert_ptr_nonnull (dir);
  while (g_dir_read_name (dir) != NULL)
    count++;
  return count;
}

/* In KiB. */
static guint64
read_memory (const Server *server)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/status", g_subprocess_get_identifier (server->process));
  g_autofree char *status = NULL;
  const char *line;

  ck_assert (g_file_get_contents (path, &status, NULL, NULL));
  line = strstr (status, "\nVmRSS:");
  ck_assert_ptr_nonnull (line);
  return g_ascii_strtoull (line + strlen ("\nVmRSS:"), NULL, 10);
}

/* Returns the memory that the server uses, in KiB: the least of some samples, since a compaction has up to
 * 20 MiB more for some tens of milliseconds.
 */
static guint64
measure_memory (const Server *server)
{
  guint64 least = read_memory (server);

  for (guint i = 1; i < N_SAMPLES; i++)
    {
      g_usleep (SAMPLE_INTERVAL_MS * 1000);
      least = MIN (least, read_memory (server));
    }
  return least;
}

/* Returns the size of the server's files, in KiB. */
static guint64
measure_files (const Server *server)
{
  g_autofree char *path = g_build_filename (server->directory, "data", NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint64 size = 0;

  ck_assert_ptr_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      struct stat status;

      if (stat (file, &status) == 0)
        size += (guint64) status.st_size;
    }
  return size / 1024;
}

/* ---- the clients ---- */

static char *
choose_row (Client *client)
{
  return g_strdup_printf ("r%03d", g_rand_int_range (client->rand, 0, N_ROWS));
}

/* Check's own assertions are for one thread; these end the process. */
static void
write_row (Client *client, HBaseTable *table)
{
  g_autofree char *row = choose_row (client);
  g_autofree char *value = g_strnfill ((gsize) g_rand_int_range (client->rand, 0, VALUE_MAX), 'v');
  g_autoptr (HBasePut) put = api_put (row, value);
  g_autoptr (GError) error = NULL;

  hbase_table_put (table, put, NULL, &error);
  g_assert_no_error (error);
}

static void
read_row (Client *client, HBaseTable *table)
{
  g_autofree char *key = choose_row (client), *value = NULL;
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (key);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_get (table, get, NULL, &error);

  g_assert_no_error (error);
  value = hbase_row_dup_value_utf8 (row, "f:q");
  g_assert_true (value == NULL || strspn (value, "v") == strlen (value));
}

static void
delete_row (Client *client, HBaseTable *table)
{
  g_autofree char *row = choose_row (client);
  g_autoptr (HBaseDelete) delete = hbase_delete_new_utf8 (row);
  g_autoptr (GError) error = NULL;

  hbase_table_delete (table, delete, NULL, &error);
  g_assert_no_error (error);
}

static void
increment_counter (Client *client, HBaseTable *table)
{
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 (client->counter);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = NULL;
  gint64 value = 0;

  hbase_increment_add_utf8 (increment, "g", "n", 1);
  row = hbase_table_increment (table, increment, NULL, &error);
  g_assert_no_error (error);
  hbase_row_get_counter (row, "g:n", &value, &error);
  g_assert_no_error (error);
  g_assert_cmpint (value, ==, ++client->count);
}

/* Many of the scans are left before their end. */
static void
scan_rows (Client *client, HBaseTable *table)
{
  g_autofree char *start = choose_row (client);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  int left = g_rand_int_range (client->rand, 1, 40);
  HBaseRow *row;

  hbase_scan_set_start_utf8 (scan, start);
  hbase_scan_set_limit (scan, 30);
  hbase_scan_set_caching (scan, 5);
  cursor = hbase_table_scan (table, scan);
  while (left-- > 0 && (row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    hbase_row_unref (row);
  g_assert_no_error (error);
}

/* The first bytes of a call, and no more. */
static void
leave_in_a_call (Client *client, HBaseTable *table)
{
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (client->server->path);
  g_autoptr (GSocketClient) socket_client = g_socket_client_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) connection
      = g_socket_client_connect (socket_client, G_SOCKET_CONNECTABLE (address), NULL, &error);

  g_assert_no_error (error);
  g_output_stream_write (g_io_stream_get_output_stream (G_IO_STREAM (connection)), "\x80\x01\x00\x01", 4,
                         NULL, NULL);
}

static void (*const actions[]) (Client *client, HBaseTable *table)
    = { write_row, write_row, read_row, read_row, delete_row, increment_counter, scan_rows, leave_in_a_call };

static void
use_connection (Client *client)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseConnection) connection = hbase_connection_new (client->server->uri, &error);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");

  g_assert_no_error (error);
  for (guint i = 0; i < CALLS_PER_CONNECTION && !g_atomic_int_get (&is_over); i++)
    {
      actions[g_rand_int_range (client->rand, 0, G_N_ELEMENTS (actions))](client, table);
      g_atomic_int_inc (&client->n_calls);
    }
}

static gpointer
run_client (gpointer data)
{
  Client *client = data;

  while (!g_atomic_int_get (&is_over))
    use_connection (client);
  return NULL;
}

static void
start_clients (Client *clients, guint n, const Server *server, GRand *rand)
{
  for (guint i = 0; i < n; i++)
    {
      clients[i] = (Client){ .server = server,
                             .rand = g_rand_new_with_seed (g_rand_int (rand)),
                             .counter = g_strdup_printf ("counter %u", i) };
      clients[i].thread = g_thread_new ("client", run_client, &clients[i]);
    }
}

/* Until each client has used a connection: what the server keeps for each it has then, on a slow machine,
 * too. */
static void
await_clients (const Client *clients, guint n)
{
  for (guint i = 0; i < n; i++)
    while (g_atomic_int_get (&clients[i].n_calls) < CALLS_PER_CONNECTION)
      g_usleep (1000);
}

static guint64
stop_clients (Client *clients, guint n)
{
  guint64 n_calls = 0;

  g_atomic_int_set (&is_over, TRUE);
  for (guint i = 0; i < n; i++)
    {
      g_thread_join (clients[i].thread);
      n_calls += (guint64) clients[i].n_calls;
      g_rand_free (clients[i].rand);
      g_free (clients[i].counter);
    }
  return n_calls;
}

static guint64
count_calls (const Client *clients, guint n)
{
  guint64 n_calls = 0;

  for (guint i = 0; i < n; i++)
    n_calls += (guint64) g_atomic_int_get (&clients[i].n_calls);
  return n_calls;
}

static guint64
read_variable (const char *name, guint64 otherwise)
{
  const char *given = g_getenv (name);

  return given != NULL ? g_ascii_strtoull (given, NULL, 10) : otherwise;
}

/* Waits for `thirds` of the time, or until that part of the calls has been made, from the beginning on. */
static void
let_clients_work (const Client *clients, guint n, guint thirds)
{
  guint64 calls = read_variable ("HBASE_TEST_SOAK_CALLS", 0) * thirds / 3;

  if (calls == 0)
    g_usleep (MAX (read_variable ("HBASE_TEST_SOAK_SECONDS", SECONDS) * G_USEC_PER_SEC / 3, 1)
              * (thirds == 1 ? 1 : 2));
  while (count_calls (clients, n) < calls)
    g_usleep (10000);
}

START_TEST (many_clients_leave_nothing_behind)
{
  guint n = MAX (test_times (N_CLIENTS), 2);
  Client clients[N_CLIENTS];
  Server server;
  guint64 memory, memory_at_end, files, files_at_end, n_calls;
  guint descriptors, descriptors_at_end;
  GRand *rand = test_rand_new ("soak");

  start_server (&server);
  {
    g_autoptr (HBaseConnection) connection = api_connect (server.uri);

    api_create (connection, "t");
  }
  start_clients (clients, n, &server, rand);
  let_clients_work (clients, n, 1);
  await_clients (clients, n);
  memory = measure_memory (&server);
  files = measure_files (&server);
  let_clients_work (clients, n, 3);
  memory_at_end = measure_memory (&server);
  files_at_end = measure_files (&server);
  n_calls = stop_clients (clients, n);
  descriptors = n * DESCRIPTORS_PER_CONNECTION + OTHER_DESCRIPTORS;
  while ((descriptors_at_end = count_descriptors (&server)) > descriptors)
    g_thread_yield ();
  g_print ("campaign: %" G_GUINT64_FORMAT " calls of %u clients; the server had %" G_GUINT64_FORMAT
           " KiB and files of %" G_GUINT64_FORMAT " KiB, at the end %" G_GUINT64_FORMAT
           " KiB, files of %" G_GUINT64_FORMAT " KiB and %u descriptors\n",
           n_calls, n, memory, files, memory_at_end, files_at_end, descriptors_at_end);
  ck_assert_uint_gt (n_calls, n);
  ck_assert_uint_le (memory_at_end, memory + GROWTH_MAX_KIB);
  ck_assert_uint_le (files_at_end, files + FILES_GROWTH_MAX_KIB);
  stop_server (&server);
  g_rand_free (rand);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("soak");

  tcase_set_timeout (tcase, read_variable ("HBASE_TEST_SOAK_CALLS", 0) > 0
                                ? 0
                                : 120 + 2 * (double) read_variable ("HBASE_TEST_SOAK_SECONDS", SECONDS));
  tcase_add_test (tcase, many_clients_leave_nothing_behind);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("soak", fill)
