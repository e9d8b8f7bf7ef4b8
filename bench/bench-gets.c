/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This measures gets of single rows on a real HBase: bench/bench-gets [ROUNDS [GETS]]; `make bench-hbase`
 * runs it.
 *
 * Every contestant is a process of its own, and makes its gets by one thread. They take turns, round by
 * round, each time in another order; the output has the medians of the rounds, and of ratios the medians of
 * those within a round. "raw" is hand-written C over sockets, which reads replies without decoding them. The
 * others are asynchronous gets of this library: one after the other; eight in flight; all begun at once, and
 * gathered. A turn includes connecting. The table is that of bench-scan, whose rows have ten cells. */

#include "config.h"

#include "bench-gets.h"
#include "bench-measure.h"
#include "bench-player.h"
#include "bench-scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define N_ROWS 10000
#define N_LANES 8

typedef enum { RAW, ONE, RAW_LANES, LANES, GATHERED, GATHERED_LANES, N_CONTESTANTS } Contestant;

static const struct {
  const char *name;
  guint max_channels;
  guint max_gathered;
  guint n_in_flight; /* 0: all */
} contestants[] = {
  [RAW] = { "raw sockets, one", 1, 0, 1 },
  [ONE] = { "one by one", 1, 1, 1 },
  [RAW_LANES] = { "raw sockets, eight", N_LANES, 0, N_LANES },
  [LANES] = { "8 lanes", N_LANES, 1, N_LANES },
  [GATHERED] = { "gathered, one channel", 1, 1000, 0 },
  [GATHERED_LANES] = { "gathered, 8 channels", N_LANES, 1000, 0 },
};

/* The result of a turn, in shared memory. */
typedef struct {
  double seconds;
  double cpu, server; /* seconds of processor time, of the contestant and of the server */
} GetsResult;

typedef struct {
  guint port;
  char *uri;
  guint n_gets;
  GPid server;
  GetsResult *results; /* of each contestant's last turn, shared */
} Match;

/* ---- this library ---- */

typedef struct {
  HBaseTable *table;
  guint n_gets, n_begun, n_done;
} Walk;

static void begin_get (Walk *walk);

static void
got_row (GObject *table, GAsyncResult *result, gpointer data)
{
  Walk *walk = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_get_finish (HBASE_TABLE (table), result, &error);

  if (row == NULL || hbase_row_get_n_cells (row) != SCAN_CELLS_A_ROW)
    g_error ("a row didn't come: %s", error != NULL ? error->message : "it is incomplete");
  walk->n_done++;
  if (walk->n_begun < walk->n_gets)
    begin_get (walk);
}

static void
begin_get (Walk *walk)
{
  char row[16];
  g_autoptr (HBaseGet) get = NULL;

  g_snprintf (row, sizeof row, SCAN_ROW_FORMAT, gets_choose_row (walk->n_begun++, N_ROWS));
  get = hbase_get_new_utf8 (row);
  hbase_table_get_async (walk->table, get, NULL, got_row, walk);
}

static HBaseConnection *
connect_to (const char *uri, guint max_channels)
{
  g_autoptr (GError) error = NULL;
  HBaseConnection *connection
      = g_initable_new (HBASE_TYPE_CONNECTION, NULL, &error, "uri", uri, "max-channels", max_channels, NULL);

  if (connection == NULL)
    g_error ("%s", error->message);
  return connection;
}

static void
get_rows (const Match *match, Contestant contestant)
{
  guint n_in_flight = contestants[contestant].n_in_flight;
  g_autoptr (HBaseConnection) connection = connect_to (match->uri, contestants[contestant].max_channels);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, SCAN_PLAIN_TABLE);
  Walk walk = { table, match->n_gets, 0, 0 };

  hbase_table_set_max_gathered (table, contestants[contestant].max_gathered);
  for (guint i = 0; i < match->n_gets && (n_in_flight == 0 || i < n_in_flight); i++)
    begin_get (&walk);
  while (walk.n_done < walk.n_gets)
    g_main_context_iteration (NULL, TRUE);
}

/* ---- turns ---- */

static double
take_turn (gconstpointer data, guint contestant)
{
  const Match *match = data;
  GetsResult *result = &match->results[contestant];
  double cpu = bench_get_cpu_seconds ();
  gint64 start = g_get_monotonic_time ();

  if (contestant == RAW || contestant == RAW_LANES)
    gets_raw (match->port, match->n_gets, N_ROWS, contestants[contestant].max_channels);
  else
    get_rows (match, contestant);
  result->seconds = (double) (g_get_monotonic_time () - start) / 1e6;
  result->cpu = bench_get_cpu_seconds () - cpu;
  return result->seconds;
}

/* Who is compared takes turns one after the other, in both orders. */
static void
take_round (const Match *match, BenchPlayer *players, guint round)
{
  for (guint turn = 0; turn < N_CONTESTANTS; turn++)
    {
      guint i = round % 2 == 0 ? turn : N_CONTESTANTS - 1 - turn;
      double before = bench_get_server_cpu_seconds (match->server);

      bench_player_turn (&players[i]);
      match->results[i].server = bench_get_server_cpu_seconds (match->server) - before;
    }
}

/* ---- results ---- */

/* The results, one row a round. */
typedef struct {
  guint rounds, n_gets;
  GetsResult *results;
} Record;

typedef double (*Measure) (const GetsResult *result);

static double
seconds_of (const GetsResult *result)
{
  return result->seconds;
}

static double
cpu_of (const GetsResult *result)
{
  return result->cpu;
}

static double
server_cpu_of (const GetsResult *result)
{
  return result->server;
}

static double
median_of (const Record *record, guint contestant, Measure measure)
{
  g_autofree double *numbers = g_new (double, record->rounds);

  for (guint round = 0; round < record->rounds; round++)
    numbers[round] = measure (&record->results[round * N_CONTESTANTS + contestant]);
  return bench_median (numbers, record->rounds);
}

static double
median_speed (const Record *record, guint contestant, guint other)
{
  g_autofree double *numbers = g_new (double, record->rounds);

  for (guint round = 0; round < record->rounds; round++)
    {
      const GetsResult *results = &record->results[round * N_CONTESTANTS];

      numbers[round] = results[other].seconds / results[contestant].seconds;
    }
  return bench_median (numbers, record->rounds);
}

static void
print_record (const Record *record)
{
  const double gets = record->n_gets;

  printf ("%u gets of rows of %d cells of %d B, median of %u rounds\n\n", record->n_gets, SCAN_CELLS_A_ROW,
          SCAN_VALUE_LENGTH, record->rounds);
  printf ("%-24s%12s%15s%15s\n", "", "gets/s", "client µs/get", "server µs/get");
  for (guint i = 0; i < N_CONTESTANTS; i++)
    printf ("%-24s%12.0f%14.2f%14.2f\n", contestants[i].name, gets / median_of (record, i, seconds_of),
            median_of (record, i, cpu_of) * 1e6 / gets, median_of (record, i, server_cpu_of) * 1e6 / gets);
  printf ("\n");
  bench_print_goal ("one by one, of raw sockets", median_speed (record, ONE, RAW), 0.95);
  bench_print_goal ("8 lanes, of eight raw sockets", median_speed (record, LANES, RAW_LANES), 0.97);
  bench_print_goal ("gathered on one channel, times one by one", median_speed (record, GATHERED, ONE), 4);
  bench_print_goal ("gathered on 8 channels, times one by one", median_speed (record, GATHERED_LANES, ONE),
                    5);
}

/* The first rounds warm up. */
static void
play (const Match *match, BenchPlayer *players, guint rounds)
{
  g_autofree GetsResult *results = g_new0 (GetsResult, rounds * N_CONTESTANTS);
  const Record record = { rounds, match->n_gets, results };

  for (guint round = 0; round < 3; round++)
    take_round (match, players, round);
  for (guint round = 0; round < rounds; round++)
    {
      take_round (match, players, round);
      memcpy (&results[round * N_CONTESTANTS], match->results, sizeof (GetsResult) * N_CONTESTANTS);
    }
  print_record (&record);
}

int
main (int argc, char **argv)
{
  guint rounds = argc > 1 ? (guint) CLAMP (atoi (argv[1]), 1, 1000) : 11;
  guint n_gets = argc > 2 ? (guint) CLAMP (atoi (argv[2]), 1, 10000000) : 10000;
  Fixture *fixture = bench_start_server ();
  g_autofree char *uri = fixture_uri (fixture, "binary-framed");
  g_autofree char *unframed_uri = fixture_uri (fixture, "binary");
  Match match = { fixture_port (fixture, "binary-framed"), uri, n_gets, fixture_pid (fixture), NULL };
  BenchPlayer players[N_CONTESTANTS];

  match.results = mmap (NULL, sizeof (GetsResult) * N_CONTESTANTS, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (guint i = 0; i < N_CONTESTANTS; i++)
    bench_player_start (&players[i], take_turn, &match, i);
  scan_tables_fill (unframed_uri, N_ROWS);
  fixture_command (fixture, "compact " SCAN_PLAIN_TABLE);
  play (&match, players, rounds);
  for (guint i = N_CONTESTANTS; i > 0; i--)
    bench_player_end (&players[i - 1]);
  munmap (match.results, sizeof (GetsResult) * N_CONTESTANTS);
  fixture_stop (fixture);
  return 0;
}
