/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>

#include "api.h"
#include "test-seed.h"

/* A server is killed, again and again, while many clients write to it. What it has acknowledged is in its
 * directory, and of a row that was being written either all cells or none.
 *
 * Each writer has a row of its own, and writes one number after the other to two families. So the row holds
 * the last number that was acknowledged, or the next one. */

#define WRITERS 8
#define ROUNDS 30

typedef struct _Stage Stage;

typedef struct {
  Stage *stage;
  char *row;
  guint64 last; /* acknowledged number */
} Writer;

struct _Stage {
  char *directory, *local_uri, *socket;
  GSubprocess *server;
  HBaseTable *table;
  Writer writers[WRITERS];
  guint n_running;
  guint64 n_acknowledged;
  gboolean is_stopping;
};

/* ---- the server ---- */

static void
start_server (Stage *stage)
{
  g_autofree char *tool = g_build_filename (g_getenv ("top_builddir"), "tools", "hbase-glib", NULL);
  g_autofree char *data = g_strconcat ("--data=", stage->directory, NULL);
  g_autofree char *listen = g_strconcat ("--listen=unix:", stage->socket, NULL), *line = NULL;
  g_autoptr (GDataInputStream) output = NULL;
  g_autoptr (GError) error = NULL;

  stage->server
      = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, tool, "serve", data, listen, NULL);
  ck_assert_no_error (error);
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (stage->server));
  line = g_data_input_stream_read_line (output, NULL, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_msg (line != NULL && g_str_has_prefix (line, "listening on "), "%s", line);
}

static void
kill_server (Stage *stage)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_force_exit (stage->server);
  assert_works (g_subprocess_wait (stage->server, NULL, &error), error);
  ck_assert (g_subprocess_get_if_signaled (stage->server));
  ck_assert_int_eq (g_subprocess_get_term_sig (stage->server), SIGKILL);
  g_clear_object (&stage->server);
}

/* ---- writers ---- */

static void write_next (Writer *writer);

/* Whether the server wasn't there, or no longer. */
static gboolean
is_due_to_crash (const GError *error)
{
  static const HBaseError codes[]
      = { HBASE_ERROR_OUTCOME_UNKNOWN, HBASE_ERROR_CONNECTION_LOST, HBASE_ERROR_CONNECTION_REFUSED,
          HBASE_ERROR_UNREACHABLE, HBASE_ERROR_RETRY_BUDGET };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (error, HBASE_ERROR, codes[i]))
      return TRUE;
  return FALSE;
}

/* A number that couldn't be written, as far as is known, is written again. */
static void
write_done (GObject *table, GAsyncResult *result, gpointer data)
{
  Writer *writer = data;
  g_autoptr (GError) error = NULL;

  writer->stage->n_running--;
  if (hbase_table_put_finish (HBASE_TABLE (table), result, &error))
    {
      writer->last++;
      writer->stage->n_acknowledged++;
    }
  else
    ck_assert_msg (is_due_to_crash (error), "%s", error->message);
  if (!writer->stage->is_stopping)
    write_next (writer);
}

static void
write_next (Writer *writer)
{
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, writer->last + 1);
  g_autoptr (HBasePut) put = api_put (writer->row, number);

  hbase_put_add_utf8 (put, "g", "q", number);
  writer->stage->n_running++;
  hbase_table_put_async (writer->stage->table, put, NULL, write_done, writer);
}

/* ---- what is in the directory ---- */

static guint64
number_in (HBaseRow *row, const char *column)
{
  g_autofree char *text = row != NULL ? hbase_row_dup_value_utf8 (row, column) : NULL;

  return text != NULL ? g_ascii_strtoull (text, NULL, 10) : 0;
}

static void
check_row (HBaseTable *table, Writer *writer)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (writer->row);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_get (table, get, NULL, &error);
  guint64 number = number_in (row, "f:q");

  ck_assert_no_error (error);
  ck_assert_uint_eq (number_in (row, "g:q"), number);
  ck_assert_msg (number == writer->last || number == writer->last + 1,
                 "%" G_GUINT64_FORMAT " was acknowledged, found %" G_GUINT64_FORMAT, writer->last, number);
}

static void
check_directory (Stage *stage)
{
  g_autoptr (HBaseConnection) connection = api_connect (stage->local_uri);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");

  for (guint i = 0; i < WRITERS; i++)
    check_row (table, &stage->writers[i]);
}

/* ---- the test ---- */

static Stage *
stage_new (void)
{
  Stage *stage = g_new0 (Stage, 1);
  g_autoptr (HBaseConnection) local = NULL, connection = NULL;
  g_autofree char *uri = NULL;

  stage->directory = g_dir_make_tmp ("hbase-crash-XXXXXX", NULL);
  stage->local_uri = g_strconcat ("local://", stage->directory, NULL);
  stage->socket = g_build_filename (stage->directory, "socket", NULL);
  local = api_connect (stage->local_uri);
  api_create (local, "t");
  start_server (stage);
  uri = g_strconcat ("thrift+unix://", stage->socket, NULL);
  connection = api_connect_with_channels (uri, WRITERS);
  stage->table = hbase_table_new (connection, "t");
  return stage;
}

static void
stage_free (Stage *stage)
{
  g_autofree char *remove = g_strdup_printf ("rm -r '%s'", stage->directory);

  g_clear_object (&stage->table);
  kill_server (stage);
  ck_assert (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
  for (guint i = 0; i < WRITERS; i++)
    g_free (stage->writers[i].row);
  g_free (stage->directory);
  g_free (stage->local_uri);
  g_free (stage->socket);
  g_free (stage);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Stage, stage_free)

/* It is killed while all writers wait for its replies. */
static void
run_round (Stage *stage, GRand *rand)
{
  guint64 enough = stage->n_acknowledged + (guint64) g_rand_int_range (rand, 0, 10 * WRITERS);

  while (stage->n_acknowledged < enough)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_eq (stage->n_running, WRITERS);
  kill_server (stage);
  /* Replies that have arrived are acknowledgements, too. */
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  check_directory (stage);
  start_server (stage);
}

START_TEST (acknowledged_writes_survive_their_server)
{
  g_autoptr (GRand) rand = test_rand_new ("test-server-crash");
  g_autoptr (Stage) stage = stage_new ();

  for (guint i = 0; i < WRITERS; i++)
    {
      stage->writers[i] = (Writer){ .stage = stage, .row = g_strdup_printf ("w%u", i) };
      write_next (&stage->writers[i]);
    }
  for (guint n = test_times (ROUNDS); n > 0; n--)
    run_round (stage, rand);
  stage->is_stopping = TRUE;
  while (stage->n_running > 0)
    g_main_context_iteration (NULL, TRUE);
  check_directory (stage);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("server crash");

  tcase_set_timeout (tests, 120);
  tcase_add_test (tests, acknowledged_writes_survive_their_server);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("server-crash", fill)
