/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This measures the embedded engine: `make bench` runs it, and `make bench-hbase` beside a real HBase.
 *
 * bench-local [--hbase] [ROUNDS [ROWS]]: beside plain SQLite (bench-local-sqlite.c), and with --hbase beside
 * this library on a gateway. All are in this process, and take turns; the figures are the medians of the
 * rounds, and of ratios the medians of those within a round. The rows are those of bench-scan.
 *
 * bench-local --once CONTESTANT MEASURE N: loads a table and takes one measure N times, for programs that
 * count instructions: what it takes is the difference between two Ns.
 *
 * Databases are made in the folder for temporary files (TMPDIR). */

#include "config.h"

#include "bench-gets.h"
#include "bench-local.h"
#include "bench-measure.h"
#include "bench-scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_A_CALL 1000
#define N_GETS 10000
#define N_PUTS 400
#define MIXED_US (G_USEC_PER_SEC / 2)

typedef struct {
  const LocalContestant *contestant;
  gpointer store;
  gpointer client;
  guint n_rows; /* that were loaded */
  int n_puts;   /* atomic: rows that were put after them */
} Store;

static double
seconds_since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / 1e6;
}

/* ---- measures by one client; each returns operations a second ---- */

static double
load (Store *store)
{
  gint64 start = g_get_monotonic_time ();

  for (guint row = 0; row < store->n_rows; row += ROWS_A_CALL)
    store->contestant->put (store->client, row, MIN (ROWS_A_CALL, store->n_rows - row));
  return store->n_rows / seconds_since (start);
}

static double
scan (Store *store)
{
  gint64 start = g_get_monotonic_time ();
  guint64 n_cells = store->contestant->scan (store->client);

  g_assert_cmpuint (n_cells, ==, (guint64) store->n_rows * SCAN_CELLS_A_ROW);
  return store->n_rows / seconds_since (start);
}

static double
get (Store *store)
{
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < N_GETS; i++)
    store->contestant->get (store->client, gets_choose_row (i, store->n_rows));
  return N_GETS / seconds_since (start);
}

/* Puts the next row that isn't there yet. */
static void
put_row (Store *store, gpointer client)
{
  store->contestant->put (client, store->n_rows + (guint) g_atomic_int_add (&store->n_puts, 1), 1);
}

static double
put (Store *store)
{
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < N_PUTS; i++)
    put_row (store, store->client);
  return N_PUTS / seconds_since (start);
}

/* ---- measures by several clients ---- */

typedef struct {
  Store *store;
  guint seed;
  guint n_done; /* calls */
  gboolean writes;
  int *stopped; /* atomic */
} Worker;

static gpointer
work (gpointer data)
{
  Worker *worker = data;
  Store *store = worker->store;
  gpointer client = store->contestant->connect (store->store);

  for (; !g_atomic_int_get (worker->stopped); worker->n_done++)
    if (worker->writes)
      put_row (store, client);
    else
      store->contestant->get (client, gets_choose_row (worker->seed + worker->n_done, store->n_rows));
  store->contestant->disconnect (client);
  return NULL;
}

/* Returns the calls a second of all clients of the kind `counted_writes`. */
static double
work_together (Store *store, guint n_writers, guint n_readers, gboolean counted_writes)
{
  Worker workers[N_CLIENTS];
  GThread *threads[N_CLIENTS];
  int stopped = FALSE;
  guint n_done = 0;
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < n_writers + n_readers; i++)
    {
      workers[i] = (Worker){ store, i * 7919, 0, i < n_writers, &stopped };
      threads[i] = g_thread_new ("client", work, &workers[i]);
    }
  g_usleep (MIXED_US);
  g_atomic_int_set (&stopped, TRUE);
  for (guint i = 0; i < n_writers + n_readers; i++)
    {
      g_thread_join (threads[i]);
      n_done += workers[i].writes == counted_writes ? workers[i].n_done : 0;
    }
  return n_done / seconds_since (start);
}

static double
put_together (Store *store)
{
  return work_together (store, N_CLIENTS, 0, TRUE);
}

static double
read_one (Store *store)
{
  return work_together (store, 1, 1, FALSE);
}

static double
read_four (Store *store)
{
  return work_together (store, 1, 4, FALSE);
}

/* ---- rounds ---- */

typedef enum { LOAD, SCAN, GET, PUT, PUT_TOGETHER, READ_ONE, READ_FOUR, N_MEASURES } Measure;

static const struct {
  const char *name; /* for --once */
  const char *title;
  double (*take) (Store *store);
  double goal;         /* of SQLite's rate */
  double gateway_goal; /* of the gateway's rate; 0: none */
} measures[] = {
  [LOAD] = { "load", "load, 1,000 rows a call", load, 0.9, 0 },
  [SCAN] = { "scan", "scan", scan, 1.5, 3 },
  [GET] = { "get", "get", get, 0.6, 15 },
  [PUT] = { "put", "durable put of a row", put, 0.9, 0 },
  [PUT_TOGETHER] = { "put-together", "the same, 16 clients", put_together, 0.9, 0 },
  [READ_ONE] = { "read-one", "gets beside a writer", read_one, 0.6, 0 },
  [READ_FOUR] = { "read-four", "the same, 4 readers", read_four, 0.6, 0 },
};

static Store
open_store (const LocalContestant *contestant, const char *where, guint n_rows)
{
  gpointer opened = contestant->open (where);

  return (Store){ contestant, opened, contestant->connect (opened), n_rows, 0 };
}

static void
close_store (Store *store)
{
  store->contestant->disconnect (store->client);
  store->contestant->close (store->store);
}

/* `uri` NULL: a directory. */
static void
take_turn (const LocalContestant *contestant, const char *uri, guint n_rows, double *results)
{
  g_autofree char *directory = local_make_directory ();
  Store store = open_store (contestant, uri != NULL ? uri : directory, n_rows);

  for (guint i = 0; i < N_MEASURES; i++)
    results[i] = measures[i].take (&store);
  close_store (&store);
  local_remove_directory (directory);
}

/* ---- results ---- */

#define N_CONTESTANTS 3

static const LocalContestant *const contestants[N_CONTESTANTS]
    = { &local_library, &local_sqlite, &local_gateway };

typedef double Round[N_CONTESTANTS][N_MEASURES];

typedef struct {
  guint n_rounds, n_contestants;
  Round *rounds;
} Record;

/* Returns the median of a measure; divided by that of another contestant in the same round if there is one.
 */
static double
median_of (const Record *record, guint contestant, Measure measure, int other, Measure other_measure)
{
  g_autofree double *numbers = g_new (double, record->n_rounds);

  for (guint i = 0; i < record->n_rounds; i++)
    numbers[i]
        = record->rounds[i][contestant][measure] / (other >= 0 ? record->rounds[i][other][other_measure] : 1);
  return bench_median (numbers, record->n_rounds);
}

static void
print_rates (const Record *record)
{
  printf ("%-28s", "a second");
  for (guint i = 0; i < record->n_contestants; i++)
    printf ("%12s", contestants[i]->name);
  printf ("\n");
  for (guint measure = 0; measure < N_MEASURES; measure++)
    {
      printf ("%-28s", measures[measure].title);
      for (guint i = 0; i < record->n_contestants; i++)
        printf ("%12.0f", median_of (record, i, measure, -1, 0));
      printf ("\n");
    }
  printf ("\n");
}

static void
print_goals (const Record *record)
{
  for (guint i = 0; i < N_MEASURES; i++)
    {
      g_autofree char *title = g_strdup_printf ("%s, of SQLite", measures[i].title);
      g_autofree char *gateway_title = g_strdup_printf ("%s, of the gateway", measures[i].title);

      bench_print_goal (title, median_of (record, 0, i, 1, i), measures[i].goal);
      if (record->n_contestants > 2 && measures[i].gateway_goal > 0)
        bench_print_goal (gateway_title, median_of (record, 0, i, 2, i), measures[i].gateway_goal);
    }
  bench_print_goal ("16 clients' puts, times one client's", median_of (record, 0, PUT_TOGETHER, 0, PUT), 6);
}

/* Turns alternate; a first round warms up. */
static void
play (const char *uri, guint n_rounds, guint n_rows)
{
  g_autofree Round *rounds = g_new0 (Round, n_rounds + 1);
  Record record = { n_rounds, uri != NULL ? 3 : 2, rounds + 1 };

  printf ("%u rows of %d cells of %d B, median of %u rounds\n\n", n_rows, SCAN_CELLS_A_ROW, SCAN_VALUE_LENGTH,
          n_rounds);
  for (guint round = 0; round <= n_rounds; round++)
    for (guint turn = 0; turn < record.n_contestants; turn++)
      {
        guint i = round % 2 == 0 ? turn : record.n_contestants - 1 - turn;

        take_turn (contestants[i], contestants[i] == &local_gateway ? uri : NULL, n_rows, rounds[round][i]);
      }
  print_rates (&record);
  print_goals (&record);
}

/* ---- once ---- */

static int
measure_once (const char *name, const char *measure, guint n)
{
  g_autofree char *directory = local_make_directory ();

  for (guint c = 0; c < N_CONTESTANTS - 1; c++)
    for (guint i = 0; i < N_MEASURES; i++)
      if (strcmp (contestants[c]->name, name) == 0 && strcmp (measures[i].name, measure) == 0)
        {
          Store store = open_store (contestants[c], directory, ROWS_A_CALL);

          load (&store);
          for (guint k = 0; k < n; k++)
            measures[i].take (&store);
          close_store (&store);
          local_remove_directory (directory);
          return EXIT_SUCCESS;
        }
  g_printerr ("there is no measure %s of %s\n", measure, name);
  local_remove_directory (directory);
  return 2;
}

int
main (int argc, char **argv)
{
  gboolean with_hbase = argc > 1 && strcmp (argv[1], "--hbase") == 0;
  int at = with_hbase ? 2 : 1;
  guint n_rounds = argc > at ? (guint) CLAMP (atoi (argv[at]), 1, 1000) : 7;
  guint n_rows = argc > at + 1 ? (guint) CLAMP (atoi (argv[at + 1]), ROWS_A_CALL, 10000000) : 20000;
  Fixture *fixture = NULL;
  g_autofree char *uri = NULL;

  setvbuf (stdout, NULL, _IOLBF, 0);
  if (argc == 5 && strcmp (argv[1], "--once") == 0)
    return measure_once (argv[2], argv[3], (guint) CLAMP (atoi (argv[4]), 0, 1000000));
  if (argc == 3 && strcmp (argv[1], "--first-get") == 0)
    return local_first_get (argv[2]);
  if (with_hbase)
    fixture = bench_start_server ();
  if (with_hbase)
    uri = fixture_uri (fixture, "binary");
  play (uri, n_rounds, n_rows);
  local_bench_files ();
  g_clear_pointer (&fixture, fixture_stop);
  return 0;
}
