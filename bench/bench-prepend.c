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

/* This measures rows prepended to one table by 1, 4, 16 and 64 processes with one connection each: the
 * prepender's strategies beside the textbook's loop, each on a table of its own. A proxy before the gateway
 * counts the calls. The gateway is the embedded engine's with its data on disk, or with --hbase a real one.
 *
 * For each number of processes the contestants take turns, round by round, each time in another random order;
 * the first round warms up the server and isn't counted. The output has the medians of the rounds, and the
 * medians of the ratios within a round, since the machine's other load changes from round to round. */

#define MAX_PROCESSES 64
#define MAX_ROWS 200000 /* of a process, in one turn */
#define MAX_CONTESTANTS 8

typedef struct {
  gint ready;          /* processes that are ready */
  gint started, ended; /* booleans */
  gint calls;
  guint n_rows[MAX_PROCESSES];
  float ms[MAX_PROCESSES][MAX_ROWS];
} Shared;

typedef struct {
  double rate, calls, p50, p99, most;
} Result;

/* All turns of one number of processes. */
typedef struct {
  guint n_processes, n_rounds;
  guint n_rows[MAX_CONTESTANTS]; /* in each table, of all turns */
  Result *results;               /* [round][contestant] */
} Match;

static double seconds = 2;
static int n_rounds = 5;
static gboolean on_hbase;
static char **only;
static char *only_processes;
static const GOptionEntry options[] = {
  { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &seconds, "how long each turn takes", "N" },
  { "rounds", 0, 0, G_OPTION_ARG_INT, &n_rounds, "how many rounds are counted", "N" },
  { "processes", 0, 0, G_OPTION_ARG_STRING, &only_processes, "these numbers of processes", "N,N…" },
  { "hbase", 0, 0, G_OPTION_ARG_NONE, &on_hbase, "on a real HBase, as tests/hbase starts it", NULL },
  { "only", 0, 0, G_OPTION_ARG_STRING_ARRAY, &only, "this contestant; may be given several times", "NAME" },
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
  HBaseLocalServer *server = hbase_local_server_new (directory, "tcp://127.0.0.1:0", NULL, &error);
  guint port;

  if (server == NULL)
    g_error ("%s", error->message);
  port = (guint) g_ascii_strtoull (strrchr (hbase_local_server_get_address (server), ':') + 1, NULL, 10);
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
      shared->ms[process][n++] = (float) (g_get_monotonic_time () - before) / 1000;
    }
  shared->n_rows[process] = n;
  bench_writer_free (writer);
}

/* Rows that were begun in time are counted, together with the time that they took. */
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
  while (g_atomic_int_get (&shared->ready) < (gint) n)
    g_usleep (1000);
  g_atomic_int_set (&shared->calls, 0);
  before = g_get_monotonic_time ();
  g_atomic_int_set (&shared->started, TRUE);
  g_usleep ((gulong) (seconds * G_USEC_PER_SEC));
  g_atomic_int_set (&shared->ended, TRUE);
  for (guint i = 0; i < n; i++)
    if (await (children[i]) != 0)
      g_error ("a writer failed");
  return (double) (g_get_monotonic_time () - before) / G_USEC_PER_SEC;
}

static int
compare (const void *a, const void *b)
{
  float one = *(const float *) a, other = *(const float *) b;

  return (one > other) - (one < other);
}

static Result
measure (guint n, double took)
{
  g_autoptr (GArray) ms = g_array_new (FALSE, FALSE, sizeof (float));

  for (guint i = 0; i < n; i++)
    g_array_append_vals (ms, shared->ms[i], shared->n_rows[i]);
  qsort (ms->data, ms->len, sizeof (float), compare);
  return (Result){ .rate = ms->len / took,
                   .calls = (double) shared->calls / ms->len,
                   .p50 = g_array_index (ms, float, ms->len / 2),
                   .p99 = g_array_index (ms, float, ms->len - 1 - ms->len / 100),
                   .most = g_array_index (ms, float, ms->len - 1) };
}

/* Tables are made and checked by processes of their own. */
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
check_rows (const char *table, guint n_rows)
{
  pid_t child = begin ();

  if (child == 0)
    exit (bench_count_rows (uri, table) != n_rows);
  if (await (child) != 0)
    g_error ("the table “%s” has another number of rows than were written", table);
}

static char *
table_of (guint contestant, guint n_processes)
{
  return g_strdup_printf ("%s%u", bench_contestants[contestant].name, n_processes);
}

static Result
take_turn (Match *match, guint contestant)
{
  g_autofree char *table = table_of (contestant, match->n_processes);
  double took = run_writers (&bench_contestants[contestant], table, match->n_processes);

  for (guint i = 0; i < match->n_processes; i++)
    match->n_rows[contestant] += 1 + shared->n_rows[i]; /* each wrote one before the clock started */
  return measure (match->n_processes, took);
}

/* ---- rounds ---- */

static gboolean
takes_part (guint contestant)
{
  return only == NULL || g_strv_contains ((const char *const *) only, bench_contestants[contestant].name);
}

static void
draw_order (GRand *rand, guint *order)
{
  for (guint i = 0; i < bench_n_contestants; i++)
    {
      guint k = (guint) g_rand_int_range (rand, 0, (gint32) i + 1);

      order[i] = order[k];
      order[k] = i;
    }
}

static void
take_round (Match *match, GRand *rand, Result *results)
{
  guint order[MAX_CONTESTANTS] = { 0 };

  draw_order (rand, order);
  for (guint i = 0; i < bench_n_contestants; i++)
    if (takes_part (order[i]))
      results[order[i]] = take_turn (match, order[i]);
}

static void
make_tables (const Match *match)
{
  for (guint i = 0; i < bench_n_contestants; i++)
    if (takes_part (i))
      {
        g_autofree char *table = table_of (i, match->n_processes);

        make_table (&bench_contestants[i], table);
      }
}

static void
check_tables (const Match *match)
{
  for (guint i = 0; i < bench_n_contestants; i++)
    if (takes_part (i))
      {
        g_autofree char *table = table_of (i, match->n_processes);

        check_rows (table, match->n_rows[i]);
      }
}

/* The first round warms up: the second one takes its place. */
static void
play (Match *match)
{
  g_autoptr (GRand) rand = g_rand_new ();

  make_tables (match);
  take_round (match, rand, match->results);
  for (guint round = 0; round < match->n_rounds; round++)
    take_round (match, rand, &match->results[round * MAX_CONTESTANTS]);
  check_tables (match);
}

/* ---- medians ---- */

typedef double (*Measure) (const Result *result);

static double
rate_of (const Result *result)
{
  return result->rate;
}

static double
calls_of (const Result *result)
{
  return result->calls;
}

static double
p50_of (const Result *result)
{
  return result->p50;
}

static double
p99_of (const Result *result)
{
  return result->p99;
}

static double
most_of (const Result *result)
{
  return result->most;
}

static int
compare_numbers (const void *a, const void *b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

/* The median over the rounds of the measure, divided by the measure of `other` in the same round unless that
 * is NULL. */
static double
median_of (const Match *match, guint contestant, const guint *other, Measure measure_of)
{
  g_autofree double *numbers = g_new (double, match->n_rounds);

  for (guint round = 0; round < match->n_rounds; round++)
    {
      const Result *results = &match->results[round * MAX_CONTESTANTS];

      numbers[round]
          = measure_of (&results[contestant]) / (other != NULL ? measure_of (&results[*other]) : 1);
    }
  qsort (numbers, match->n_rounds, sizeof (double), compare_numbers);
  return numbers[match->n_rounds / 2];
}

static const guint TEXTBOOK = 0, PROBE = 1, TICKET = 2;

static void
print_match (const Match *match)
{
  g_print ("%u processes%16s%13s%10s%10s%10s%10s%11s\n", match->n_processes, "inserts/s", "of textbook",
           "calls", "p50 ms", "p99 ms", "of it", "most ms");
  for (guint i = 0; i < bench_n_contestants; i++)
    if (takes_part (i))
      g_print ("  %-12s%14.0f%13.2f%10.2f%10.2f%10.2f%10.2f%11.2f\n", bench_contestants[i].name,
               median_of (match, i, NULL, rate_of),
               takes_part (TEXTBOOK) ? median_of (match, i, &TEXTBOOK, rate_of) : 0,
               median_of (match, i, NULL, calls_of), median_of (match, i, NULL, p50_of),
               median_of (match, i, NULL, p99_of),
               takes_part (TEXTBOOK) ? median_of (match, i, &TEXTBOOK, p99_of) : 0,
               median_of (match, i, NULL, most_of));
}

/* ---- goals ---- */

static void
print_goal (const char *what, double is, const char *relation, double goal)
{
  gboolean reached = *relation == '<' ? is <= goal : is >= goal;

  g_print ("  %-52s %6.2f  (goal: %s %.2f)  %s\n", what, is, relation, goal,
           reached ? "reached" : "NOT REACHED");
}

static void
print_goals (const Match *match)
{
  if (match->n_processes == 1)
    {
      print_goal ("probe, alone: calls an insert", median_of (match, PROBE, NULL, calls_of), "<=", 1.05);
      print_goal ("probe, alone: inserts/s, of the textbook's", median_of (match, PROBE, &TEXTBOOK, rate_of),
                  ">=", 1);
    }
  if (match->n_processes != 16)
    return;
  print_goal ("probe: calls an insert", median_of (match, PROBE, NULL, calls_of), "<=", 6);
  print_goal ("probe: inserts/s, of the textbook's", median_of (match, PROBE, &TEXTBOOK, rate_of), ">=", 2);
  print_goal ("probe: p99, of the textbook's", median_of (match, PROBE, &TEXTBOOK, p99_of), "<=", 1);
  print_goal ("ticket: calls an insert", median_of (match, TICKET, NULL, calls_of), "<=", 2.1);
  print_goal ("ticket: inserts/s, of the textbook's", median_of (match, TICKET, &TEXTBOOK, rate_of), ">=", 2);
  print_goal ("ticket: p99, of the textbook's", median_of (match, TICKET, &TEXTBOOK, p99_of), "<=", 0.25);
}

static void
play_and_print (guint n_processes)
{
  Match match = { .n_processes = n_processes, .n_rounds = (guint) n_rounds };

  match.results = g_new0 (Result, match.n_rounds * MAX_CONTESTANTS);
  play (&match);
  print_match (&match);
  if (only == NULL)
    print_goals (&match);
  g_free (match.results);
}

static void
play_all (void)
{
  g_auto (GStrv) numbers = g_strsplit (only_processes != NULL ? only_processes : "1,4,16,64", ",", -1);

  for (guint i = 0; numbers[i] != NULL; i++)
    play_and_print ((guint) CLAMP (g_ascii_strtoull (numbers[i], NULL, 10), 1, MAX_PROCESSES));
}

static void
remove_directory (const char *directory)
{
  const char *arguments[] = { "rm", "-rf", directory, NULL };

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
}

/* A forked process has inherited all descriptors, so it would keep HBase running. */
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
  play_all ();
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
  n_rounds = MAX (n_rounds, 1);
  if (on_hbase)
    bench_hbase ();
  else
    bench_engine ();
  return 0;
}
