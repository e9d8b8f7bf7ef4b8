/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This measures scans on a real HBase: bench/bench-scan [ROUNDS [ROWS]], or bench/bench-scan memory [ROWS];
 * `make bench-hbase` runs both.
 *
 * Every contestant is a process of its own. They take turns, round by round, each time in another order; the
 * output has the medians of the rounds, and of ratios the medians of those within a round. A turn reads a
 * whole table, every cell of it. "raw" is hand-written C over sockets, which reads replies without decoding
 * them, in batches as large as those of one range; several parallel ranges choose their own batches. "java"
 * is HBase's own client, without a gateway. The server runs with the JIT compilers and a heap of two
 * gigabytes; the tables are compacted first. */

#include "config.h"

#include "bench-measure.h"
#include "bench-player.h"
#include "bench-scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

typedef enum {
  RAW,
  RAW_4,
  ONE,
  RANGES_2,
  RANGES_4,
  RANGES_8,
  SALTED,
  N_WALKERS,
  JAVA = N_WALKERS,
  N_CONTESTANTS
} Contestant;

static const char *const names[]
    = { "raw sockets, one", "raw sockets, four", "one range",         "2 ranges",
        "4 ranges",         "8 ranges",          "salted, 8 buckets", "java's client" };

typedef struct {
  guint port;
  char *uri, *unframed_uri;
  guint n_rows;
  GPid server;
  ScanResult *results; /* of each contestant's last turn, shared */
} Match;

/* ---- this library ---- */

static HBaseTableCursor *
open_cursor (HBaseTable *table, Contestant contestant)
{
  static const guint ranges[] = { 0, 0, 1, 2, 4, 8, 0 };
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseKeySchema) schema = NULL;
  g_autoptr (HBaseTable) salted = NULL;

  if (contestant == ONE)
    hbase_scan_set_caching (scan, SCAN_BATCH);
  if (ranges[contestant] > 1)
    hbase_scan_set_parallelism (scan, ranges[contestant], FALSE);
  if (contestant != SALTED)
    return hbase_table_scan (table, scan);
  schema = hbase_key_schema_new (SCAN_SALTED_SCHEMA, NULL);
  salted = hbase_table_new_unsalted (hbase_table_get_connection (table), SCAN_SALTED_TABLE, schema);
  return hbase_table_scan (salted, scan);
}

static guint64
read_cells (HBaseRow *row, ScanResult *result)
{
  HBaseCellIter iter;
  guint64 sum = 0;

  hbase_cell_iter_init (&iter, row);
  for (; hbase_cell_iter_next (&iter); result->cells++)
    sum += iter.value[0];
  result->rows++;
  return sum;
}

static guint64
peak_rss (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (guint64) usage.ru_maxrss;
}

/* After this many cells all buffers have reached their size. */
#define EARLY_CELLS 1000000

static void
walk (const Match *match, Contestant contestant, ScanResult *result)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseConnection) connection = hbase_connection_new (match->uri, &error);
  g_autoptr (HBaseTable) table
      = hbase_table_new (connection, contestant == SALTED ? SCAN_SALTED_TABLE : SCAN_PLAIN_TABLE);
  g_autoptr (HBaseTableCursor) cursor = open_cursor (table, contestant);
  volatile guint64 sum = 0;
  HBaseRow *row;

  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      sum = sum + read_cells (row, result);
      hbase_row_unref (row);
      if (result->cells >= EARLY_CELLS && result->early_rss == 0)
        result->early_rss = peak_rss ();
    }
  if (error != NULL)
    g_error ("%s: %s", names[contestant], error->message);
}

/* ---- turns ---- */

static double
take_turn (gconstpointer data, guint contestant)
{
  const Match *match = data;
  ScanResult *result = &match->results[contestant];
  double cpu = bench_get_cpu_seconds ();
  gint64 start = g_get_monotonic_time ();

  *result = (ScanResult){ 0 };
  if (contestant <= RAW_4)
    scan_raw_walk (match->port, SCAN_PLAIN_TABLE, match->n_rows, contestant == RAW ? 1 : 4);
  else
    walk (match, contestant, result);
  result->seconds = (double) (g_get_monotonic_time () - start) / 1e6;
  result->cpu = bench_get_cpu_seconds () - cpu;
  result->peak_rss = peak_rss ();
  return result->seconds;
}

/* ---- a match ---- */

/* The results, one row a round. */
typedef struct {
  guint rounds, n_rows;
  ScanResult *results;
} Record;

static const ScanResult *
result_at (const Record *record, guint round, guint contestant)
{
  return &record->results[round * N_CONTESTANTS + contestant];
}

static void
check_result (const ScanResult *result, guint contestant, guint n_rows)
{
  if (contestant > RAW_4 && (result->rows != n_rows || result->cells != (guint64) n_rows * SCAN_CELLS_A_ROW))
    g_error ("%s: %" G_GUINT64_FORMAT " rows of %" G_GUINT64_FORMAT " cells came, not %u", names[contestant],
             result->rows, result->cells, n_rows);
}

static void
take_round (const Match *match, BenchPlayer *players, ScanJava *java, guint round)
{
  for (guint turn = 0; turn < N_CONTESTANTS; turn++)
    {
      guint i = (round + turn) % N_CONTESTANTS;
      double before = bench_get_server_cpu_seconds (match->server);

      if (i == JAVA)
        scan_java_walk (java, SCAN_PLAIN_TABLE, &match->results[i]);
      else
        bench_player_turn (&players[i]);
      match->results[i].server = bench_get_server_cpu_seconds (match->server) - before;
      check_result (&match->results[i], i, match->n_rows);
    }
}

/* The first round warms up. */
static void
play (const Match *match, BenchPlayer *players, ScanJava *java, Record *record)
{
  take_round (match, players, java, 0);
  for (guint round = 0; round < record->rounds; round++)
    {
      take_round (match, players, java, round);
      memcpy (&record->results[round * N_CONTESTANTS], match->results, sizeof (ScanResult) * N_CONTESTANTS);
    }
}

/* ---- results ---- */

typedef double (*Measure) (const ScanResult *result);

static double
seconds_of (const ScanResult *result)
{
  return result->seconds;
}

static double
cpu_of (const ScanResult *result)
{
  return result->cpu;
}

static double
server_cpu_of (const ScanResult *result)
{
  return result->server;
}

static double
median_of (const Record *record, guint contestant, Measure measure)
{
  g_autofree double *numbers = g_new (double, record->rounds);

  for (guint round = 0; round < record->rounds; round++)
    numbers[round] = measure (result_at (record, round, contestant));
  return bench_median (numbers, record->rounds);
}

/* The ratio of speeds within a round, since the machine's other load changes from round to round. */
static double
median_speed (const Record *record, guint contestant, guint other)
{
  g_autofree double *numbers = g_new (double, record->rounds);

  for (guint round = 0; round < record->rounds; round++)
    numbers[round]
        = result_at (record, round, other)->seconds / result_at (record, round, contestant)->seconds;
  return bench_median (numbers, record->rounds);
}

static void
print_record (const Record *record)
{
  const double rows = record->n_rows;

  printf ("%-20s%12s%12s%15s%15s\n", "", "rows/s", "of raw", "client µs/row", "server µs/row");
  for (guint i = 0; i < N_CONTESTANTS; i++)
    printf ("%-20s%12.0f%12.2f%14.2f%14.2f\n", names[i], rows / median_of (record, i, seconds_of),
            median_speed (record, i, RAW), median_of (record, i, cpu_of) * 1e6 / rows,
            median_of (record, i, server_cpu_of) * 1e6 / rows);
  printf ("\n");
  bench_print_goal ("one range, of raw sockets", median_speed (record, ONE, RAW), 0.95);
  bench_print_goal ("4 ranges, times one range", median_speed (record, RANGES_4, ONE), 1.5);
  bench_print_goal ("4 ranges, of Java's client", median_speed (record, RANGES_4, JAVA), 0.85);
  bench_print_goal ("salted, of 8 ranges", median_speed (record, SALTED, RANGES_8), 0.9);
}

/* ---- the server ---- */

/* Contestants' processes inherit this state when they start. */
static Match
match_of (Fixture *fixture, guint n_rows)
{
  Match match = { fixture_port (fixture, "binary-framed"),
                  fixture_uri (fixture, "binary-framed"),
                  fixture_uri (fixture, "binary"),
                  n_rows,
                  fixture_pid (fixture),
                  NULL };

  match.results = mmap (NULL, sizeof (ScanResult) * N_CONTESTANTS, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return match;
}

static void
match_clear (Match *match)
{
  munmap (match->results, sizeof (ScanResult) * N_CONTESTANTS);
  g_free (match->uri);
  g_free (match->unframed_uri);
}

/* ---- rates ---- */

static void
play_and_print (const Match *match, BenchPlayer *players, ScanJava *java, guint rounds)
{
  g_autofree ScanResult *results = g_new0 (ScanResult, rounds * N_CONTESTANTS);
  Record record = { rounds, match->n_rows, results };

  printf ("%u rows of %d cells of %d B, %d regions, %d rows a batch, median of %u rounds\n\n", match->n_rows,
          SCAN_CELLS_A_ROW, SCAN_VALUE_LENGTH, SCAN_REGIONS, SCAN_BATCH, rounds);
  play (match, players, java, &record);
  print_record (&record);
}

static void
bench_rates (Fixture *fixture, guint rounds, guint n_rows)
{
  Match match = match_of (fixture, n_rows);
  BenchPlayer players[N_WALKERS];
  ScanJava *java;

  for (guint i = 0; i < N_WALKERS; i++)
    bench_player_start (&players[i], take_turn, &match, i);
  scan_tables_fill (match.unframed_uri, n_rows);
  scan_tables_fill_salted (match.unframed_uri, n_rows);
  fixture_command (fixture, "compact " SCAN_PLAIN_TABLE);
  fixture_command (fixture, "compact " SCAN_SALTED_TABLE);
  java = scan_java_start (fixture_port (fixture, "zookeeper"));
  play_and_print (&match, players, java, rounds);
  scan_java_stop (java);
  for (guint i = N_WALKERS; i > 0; i--)
    bench_player_end (&players[i - 1]);
  match_clear (&match);
}

/* ---- memory ---- */

static void
print_memory (const ScanResult *result, guint contestant)
{
  printf (
      "%s: %" G_GUINT64_FORMAT " cells; peak memory after a million of them %.1f MB, at the end %.1f MB\n",
      names[contestant], result->cells, (double) result->early_rss / 1024, (double) result->peak_rss / 1024);
  bench_print_goal ("memory is flat: early peak, of the last",
                    (double) result->early_rss / (double) result->peak_rss, 0.95);
}

static void
bench_memory (Fixture *fixture, guint n_rows)
{
  static const Contestant walkers[] = { ONE, RANGES_4 };
  Match match = match_of (fixture, n_rows);
  BenchPlayer players[G_N_ELEMENTS (walkers)];

  for (guint i = 0; i < G_N_ELEMENTS (walkers); i++)
    bench_player_start (&players[i], take_turn, &match, walkers[i]);
  scan_tables_fill (match.unframed_uri, n_rows);
  fixture_command (fixture, "compact " SCAN_PLAIN_TABLE);
  for (guint i = 0; i < G_N_ELEMENTS (walkers); i++)
    {
      bench_player_turn (&players[i]);
      check_result (&match.results[walkers[i]], walkers[i], n_rows);
      print_memory (&match.results[walkers[i]], walkers[i]);
    }
  for (guint i = G_N_ELEMENTS (walkers); i > 0; i--)
    bench_player_end (&players[i - 1]);
  match_clear (&match);
}

int
main (int argc, char **argv)
{
  gboolean memory = argc > 1 && strcmp (argv[1], "memory") == 0;
  guint rounds = argc > 1 && !memory ? (guint) CLAMP (atoi (argv[1]), 1, 1000) : 7;
  guint n_rows = argc > 2 ? (guint) CLAMP (atoi (argv[2]), SCAN_REGIONS, 100000000)
                 : memory ? 1000000
                          : 200000;
  Fixture *fixture = bench_start_server ();

  setvbuf (stdout, NULL, _IOLBF, 0);
  if (memory)
    bench_memory (fixture, n_rows);
  else
    bench_rates (fixture, rounds, n_rows);
  fixture_stop (fixture);
  return 0;
}
