/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "bench-prepend.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hbase/fixture.h"

/* Rows prepended to one list by 1, 4, 16, 64 processes with a channel each: a prepender's strategies beside
 * the textbook's loop, each on a table of its own. Calls are counted by a proxy before the gateway, which is
 * that of the embedded engine with its data on disk, or with --hbase a real one. */

#define MAX_PROCESSES 64
#define MAX_ROWS 200000 /* of a process */

typedef struct
{
  gint ready, started, ended; /* processes; whether */
  gint calls;
  guint n_rows[MAX_PROCESSES];
  float ms[MAX_PROCESSES][MAX_ROWS];
} Shared;

typedef struct
{
  double rate, calls, p50, p99, most;
} Result;

static int seconds = 3;
static gboolean on_hbase;
static char *only;
static const GOptionEntry options[] = {
  { "seconds", 0, 0, G_OPTION_ARG_INT, &seconds, "how long each turn takes", "N" },
  { "hbase", 0, 0, G_OPTION_ARG_NONE, &on_hbase, "on a real HBase, as tests/hbase starts it", NULL },
  { "only", 0, 0, G_OPTION_ARG_STRING, &only, "one contestant", "NAME" },
  { NULL, 0, 0, 0, NULL, NULL, NULL },
};

static Shared *shared;
static char *uri;

/* ---- processes ---- */

static pid_t
begin (void)
{
  pid_t child = fork ();

  if (child < 0)
    g_error ("can't fork");
  if (child == 0)
    prctl (PR_SET_PDEATHSIG, SIGKILL);
  return child;
}

static int
await (pid_t child)
{
  int status;

  if (waitpid (child, &status, 0) != child || !WIFEXITED (status))
    g_error ("a process failed");
  return WEXITSTATUS (status);
}

/* ---- the embedded engine's gateway ---- */

G_NORETURN static void
serve_engine (const char *directory, int ready)
{
  g_autoptr (GError) error = NULL;
  HBaseServer *server = hbase_server_new (directory, "tcp://127.0.0.1:0", &error);
  guint port;

  if (server == NULL)
    g_error ("%s", error->message);
  port = (guint)g_ascii_strtoull (strrchr (hbase_server_get_address (server), ':') + 1, NULL, 10);
  if (write (ready, &port, sizeof port) != sizeof port)
    exit (1);
  for (;;)
    pause ();
}

static pid_t
start_engine (const char *directory, guint *port)
{
  int ends[2];
  pid_t engine;

  if (pipe (ends) != 0)
    g_error ("can't make a pipe");
  if ((engine = begin ()) == 0)
    serve_engine (directory, ends[1]);
  close (ends[1]);
  if (read (ends[0], port, sizeof *port) != sizeof *port)
    g_error ("the engine didn't start");
  close (ends[0]);
  return engine;
}

/* ---- a turn ---- */

static void
write_rows (const BenchContestant *contestant, const char *table, guint process)
{
  BenchWriter *writer = bench_writer_new (contestant, uri, table);
  guint n = 0;

  g_atomic_int_inc (&shared->ready);
  while (!g_atomic_int_get (&shared->started))
    g_usleep (100);
  while (!g_atomic_int_get (&shared->ended) && n < MAX_ROWS)
    {
      gint64 before = g_get_monotonic_time ();

      bench_writer_write (writer);
      shared->ms[process][n++] = (float)(g_get_monotonic_time () - before) / 1000;
    }
  shared->n_rows[process] = n;
  bench_writer_free (writer);
}

/* Rows that were begun in time are counted, with the time they took. */
static double
run_writers (const BenchContestant *contestant, const char *table, guint n)
{
  pid_t children[MAX_PROCESSES];
  gint64 before;

  shared->ready = shared->started = shared->ended = 0;
  for (guint i = 0; i < n; i++)
    if ((children[i] = begin ()) == 0)
      {
        write_rows (contestant, table, i);
        exit (0);
      }
  while (g_atomic_int_get (&shared->ready) < (gint)n)
    g_usleep (1000);
  g_atomic_int_set (&shared->calls, 0);
  before = g_get_monotonic_time ();
  g_atomic_int_set (&shared->started, TRUE);
  g_usleep ((gulong)seconds * G_USEC_PER_SEC);
  g_atomic_int_set (&shared->ended, TRUE);
  for (guint i = 0; i < n; i++)
    if (await (children[i]) != 0)
      g_error ("a writer failed");
  return (double)(g_get_monotonic_time () - before) / G_USEC_PER_SEC;
}

static int
compare (const void *a, const void *b)
{
  float one = *(const float *)a, other = *(const float *)b;

  return (one > other) - (one < other);
}

static Result
judge (guint n, double took)
{
  g_autoptr (GArray) ms = g_array_new (FALSE, FALSE, sizeof (float));

  for (guint i = 0; i < n; i++)
    g_array_append_vals (ms, shared->ms[i], shared->n_rows[i]);
  qsort (ms->data, ms->len, sizeof (float), compare);
  return (Result){ .rate = ms->len / took,
                   .calls = (double)shared->calls / ms->len,
                   .p50 = g_array_index (ms, float, ms->len / 2),
                   .p99 = g_array_index (ms, float, ms->len - 1 - ms->len / 100),
                   .most = g_array_index (ms, float, ms->len - 1) };
}

/* Before and after, by processes of their own. */
static void
make_table (const BenchContestant *contestant, const char *table)
{
  pid_t child = begin ();

  if (child != 0)
    {
      await (child);
      return;
    }
  bench_make_table (contestant, uri, table);
  exit (0);
}

static void
check_rows (const char *table, guint n)
{
  pid_t child = begin ();
  guint all = n; /* each wrote one before */

  for (guint i = 0; i < n; i++)
    all += shared->n_rows[i];
  if (child == 0)
    exit (bench_count_rows (uri, table) != all);
  if (await (child) != 0)
    g_error ("the table has another number of rows than were written");
}

static Result
take_turn (const BenchContestant *contestant, guint n)
{
  g_autofree char *table = g_strdup_printf ("%s%u", contestant->name, n);
  Result result;

  make_table (contestant, table);
  result = judge (n, run_writers (contestant, table, n));
  check_rows (table, n);
  g_print ("%-9s %3u processes: %6.0f inserts/s, %5.2f calls each; %7.2f ms p50, %7.2f p99, %7.2f at most\n",
           contestant->name, n, result.rate, result.calls, result.p50, result.p99, result.most);
  return result;
}

/* ---- all turns ---- */

static void
tell (const char *goal, gboolean reached)
{
  g_print ("%s %s\n", reached ? "reached:" : "missed: ", goal);
}

static void
tell_goals (Result results[][4])
{
  Result textbook = results[0][2], ticket = results[2][2];

  tell ("alone at most 1.05 calls an insert", results[1][0].calls <= 1.05);
  tell ("ticket, 16 processes: at most 2.1 calls an insert", ticket.calls <= 2.1);
  tell ("ticket, 16 processes: twice the textbook's inserts/s", ticket.rate >= 2 * textbook.rate);
  tell ("ticket, 16 processes: a quarter of the textbook's p99", ticket.p99 <= textbook.p99 / 4);
}

static void
take_turns (void)
{
  const guint numbers[] = { 1, 4, 16, 64 };
  Result results[8][4];

  for (guint j = 0; j < G_N_ELEMENTS (numbers); j++)
    for (guint i = 0; i < bench_n_contestants; i++)
      if (only == NULL || g_str_equal (only, bench_contestants[i].name))
        results[i][j] = take_turn (&bench_contestants[i], numbers[j]);
  if (only == NULL)
    tell_goals (results);
}

static void
remove_directory (const char *directory)
{
  const char *arguments[] = { "rm", "-rf", directory, NULL };

  g_spawn_sync (NULL, (char **)arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
}

/* Whoever is forked has all that was open, and would keep HBase alive. */
static void
end_process (pid_t process)
{
  kill (process, SIGKILL);
  waitpid (process, NULL, 0);
}

static void
bench (guint gateway)
{
  guint port;
  pid_t proxy;

  shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                 0);
  if (shared == MAP_FAILED)
    g_error ("no memory for the results");
  proxy = bench_proxy_start (gateway, &shared->calls, &port);
  uri = g_strdup_printf ("thrift://127.0.0.1:%u/", port);
  take_turns ();
  end_process (proxy);
  g_free (uri);
  munmap (shared, sizeof *shared);
}

static void
bench_hbase (void)
{
  Fixture *fixture = fixture_start ("binary");

  bench (fixture_port (fixture, "binary"));
  fixture_stop (fixture);
}

static void
bench_engine (void)
{
  g_autofree char *directory = g_dir_make_tmp ("bench-prepend-XXXXXX", NULL);
  guint port;
  pid_t engine = start_engine (directory, &port);

  bench (port);
  end_process (engine);
  remove_directory (directory);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);
  if (on_hbase)
    bench_hbase ();
  else
    bench_engine ();
  return 0;
}
