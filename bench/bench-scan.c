/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What scans cost on a real HBase: bench/bench-scan [ROUNDS [ROWS]], or bench/bench-scan memory [ROWS]; `make
 * bench-hbase` runs both.
 *
 * Every contestant is a process of its own. They take turns, round by round, each time in another order; the
 * medians of the rounds are shown. A turn walks a whole table and looks at every cell. "raw" is sockets and
 * requests by hand, in C, whose replies are read and not looked at, with as many rows a batch; "java" is
 * HBase's own client, without a gateway. The server has the Java machine's own compilers and two gigabytes; the
 * tables are compacted before. */

#include "config.h"

#include "bench-player.h"
#include "bench-scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "hbase/fixture.h"

typedef enum { RAW, ONE, LANES_2, LANES_4, LANES_8, SALTED, N_WALKERS, JAVA = N_WALKERS, N_CONTESTANTS } Contestant;

static const char *const names[]
    = { "raw sockets, one", "one lane", "2 lanes", "4 lanes", "8 lanes", "salted, 8 buckets", "java's client" };

typedef struct {
  guint port;
  char *uri;
  ScanResult *results; /* of each contestant's last turn, shared */
} Match;

/* ---- ours ---- */

static HBaseTableCursor *
open_cursor (HBaseTable *table, Contestant contestant)
{
  static const guint lanes[] = { 0, 1, 2, 4, 8, 0 };
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseKeySchema) schema = NULL;
  g_autoptr (HBaseSaltedTable) salted = NULL;

  hbase_scan_set_caching (scan, SCAN_BATCH);
  if (lanes[contestant] > 1)
    hbase_scan_set_lanes (scan, lanes[contestant], FALSE);
  if (contestant != SALTED)
    return hbase_table_scan (table, scan);
  schema = hbase_key_schema_new (SCAN_SALTED_SCHEMA, NULL);
  hbase_table_set_key_schema (table, schema);
  salted = hbase_salted_table_new (table);
  return hbase_salted_table_scan (salted, scan);
}

static guint64
look_at (HBaseRow *row, ScanResult *result)
{
  HBaseCellIter iter;
  guint64 sum = 0;

  hbase_cell_iter_init (&iter, row);
  for (; hbase_cell_iter_next (&iter); result->cells++)
    sum += iter.value[0];
  result->rows++;
  return sum;
}

/* `told`, unless NULL, is called after each row. */
static void
walk (const Match *match, Contestant contestant, ScanResult *result, void (*told) (const ScanResult *result))
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseConnection) connection = hbase_connection_new (match->uri, &error);
  g_autoptr (HBaseTable) table = hbase_connection_get_table (
      connection, contestant == SALTED ? SCAN_SALTED_TABLE : SCAN_PLAIN_TABLE);
  g_autoptr (HBaseTableCursor) cursor = open_cursor (table, contestant);
  volatile guint64 sum = 0;
  HBaseRow *row;

  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      sum = sum + look_at (row, result);
      hbase_row_unref (row);
      if (told != NULL)
        told (result);
    }
  if (error != NULL)
    g_error ("%s: %s", names[contestant], error->message);
}

/* ---- turns ---- */

static double
cpu_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static guint64
peak_rss (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (guint64) usage.ru_maxrss;
}

static double
take_turn (gconstpointer data, guint contestant)
{
  const Match *match = data;
  ScanResult *result = &match->results[contestant];
  double cpu = cpu_seconds ();
  gint64 start = g_get_monotonic_time ();

  *result = (ScanResult){ 0 };
  if (contestant == RAW)
    scan_raw_walk (match->port, SCAN_PLAIN_TABLE);
  else
    walk (match, contestant, result, NULL);
  result->seconds = (double) (g_get_monotonic_time () - start) / 1e6;
  result->cpu = cpu_seconds () - cpu;
  result->peak_rss = peak_rss ();
  return result->seconds;
}

/* ---- a match ---- */

typedef struct {
  double rate; /* rows a second */
  double cpu;  /* µs a row */
} Score;

static int
compare_numbers (const void *a, const void *b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

static double
median (double *numbers, guint count)
{
  qsort (numbers, count, sizeof *numbers, compare_numbers);
  return numbers[count / 2];
}

static void
check_result (const ScanResult *result, guint contestant, guint n_rows)
{
  if (contestant != RAW && (result->rows != n_rows || result->cells != (guint64) n_rows * SCAN_CELLS_A_ROW))
    g_error ("%s: %" G_GUINT64_FORMAT " rows of %" G_GUINT64_FORMAT " cells came, not %u", names[contestant],
             result->rows, result->cells, n_rows);
}

static void
take_round (const Match *match, BenchPlayer *players, ScanJava *java, guint round, guint n_rows)
{
  for (guint turn = 0; turn < N_CONTESTANTS; turn++)
    {
      guint i = (round + turn) % N_CONTESTANTS;

      if (i == JAVA)
        scan_java_walk (java, SCAN_PLAIN_TABLE, &match->results[i]);
      else
        bench_player_turn (&players[i]);
      check_result (&match->results[i], i, n_rows);
    }
}

/* The first round warms up. */
static void
play (const Match *match, BenchPlayer *players, ScanJava *java, guint rounds, guint n_rows, Score *scores)
{
  g_autofree double *rates = g_new (double, rounds * N_CONTESTANTS);
  g_autofree double *cpus = g_new (double, rounds * N_CONTESTANTS);

  take_round (match, players, java, 0, n_rows);
  for (guint round = 0; round < rounds; round++)
    {
      take_round (match, players, java, round, n_rows);
      for (guint i = 0; i < N_CONTESTANTS; i++)
        {
          rates[i * rounds + round] = n_rows / match->results[i].seconds;
          cpus[i * rounds + round] = match->results[i].cpu * 1e6 / n_rows;
        }
    }
  for (guint i = 0; i < N_CONTESTANTS; i++)
    scores[i] = (Score){ median (rates + i * rounds, rounds), median (cpus + i * rounds, rounds) };
}

static void
print_goal (const char *what, double is, double goal)
{
  printf ("%-44s %6.2f  (goal: >= %.2f)  %s\n", what, is, goal, is >= goal ? "reached" : "NOT REACHED");
}

static void
print_scores (const Score *scores)
{
  printf ("%-20s%12s%16s%12s\n", "", "rows/s", "client µs/row", "of raw");
  for (guint i = 0; i < N_CONTESTANTS; i++)
    printf ("%-20s%12.0f%15.2f%12.2f\n", names[i], scores[i].rate, scores[i].cpu,
            scores[i].rate / scores[RAW].rate);
  printf ("\n");
  print_goal ("one lane, of raw sockets", scores[ONE].rate / scores[RAW].rate, 0.95);
  print_goal ("4 lanes, times one lane", scores[LANES_4].rate / scores[ONE].rate, 1.5);
  print_goal ("4 lanes, of Java's client", scores[LANES_4].rate / scores[JAVA].rate, 0.85);
  print_goal ("salted, of 8 lanes", scores[SALTED].rate / scores[LANES_8].rate, 0.9);
}

/* ---- the server ---- */

static Fixture *
start_server (void)
{
  g_setenv ("FIXTURE_JAVA_OPTIONS",
            "-XX:TieredStopAtLevel=4 -XX:-UseSerialGC -XX:+UseG1GC -Xmx2g -Dhbase.regionserver.handler.count=30",
            FALSE);
  return fixture_start ("binary binary-framed");
}

static void
bench_rates (Fixture *fixture, guint rounds, guint n_rows)
{
  Match match = { fixture_port (fixture, "binary-framed"), fixture_uri (fixture, "binary-framed"), NULL };
  g_autofree char *plain = fixture_uri (fixture, "binary");
  BenchPlayer players[N_WALKERS];
  Score scores[N_CONTESTANTS];
  ScanJava *java;

  match.results = mmap (NULL, sizeof (ScanResult) * N_CONTESTANTS, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (guint i = 0; i < N_WALKERS; i++)
    bench_player_start (&players[i], take_turn, &match, i);
  scan_tables_fill (plain, n_rows);
  scan_tables_fill_salted (plain, n_rows);
  fixture_command (fixture, "compact " SCAN_PLAIN_TABLE);
  fixture_command (fixture, "compact " SCAN_SALTED_TABLE);
  java = scan_java_start (fixture_port (fixture, "zookeeper"));

  printf ("%u rows of %d cells of %d B, %d regions, %d rows a batch, median of %u rounds\n\n", n_rows,
          SCAN_CELLS_A_ROW, SCAN_VALUE_LENGTH, SCAN_REGIONS, SCAN_BATCH, rounds);
  play (&match, players, java, rounds, n_rows, scores);
  print_scores (scores);
  scan_java_stop (java);
  for (guint i = N_WALKERS; i > 0; i--)
    bench_player_end (&players[i - 1]);
  munmap (match.results, sizeof (ScanResult) * N_CONTESTANTS);
  g_free (match.uri);
}

/* ---- memory ---- */

static guint64 early_rss;

/* After a tenth of a million cells all buffers have had their size. */
static void
note_early_rss (const ScanResult *result)
{
  if (early_rss == 0 && result->cells >= 1000000)
    early_rss = peak_rss ();
}

static void
bench_memory (Fixture *fixture, guint n_rows)
{
  Match match = { 0, fixture_uri (fixture, "binary-framed"), NULL };
  g_autofree char *plain = fixture_uri (fixture, "binary");
  ScanResult result = { 0 };

  scan_tables_fill (plain, n_rows);
  fixture_command (fixture, "compact " SCAN_PLAIN_TABLE);
  for (guint i = 0; i < 2; i++)
    {
      Contestant contestant = i == 0 ? ONE : LANES_4;

      early_rss = 0;
      result = (ScanResult){ 0 };
      walk (&match, contestant, &result, note_early_rss);
      printf ("%s: %" G_GUINT64_FORMAT " cells; peak memory after a million of them %.1f MB, at the end %.1f MB\n",
              names[contestant], result.cells, (double) early_rss / 1024, (double) peak_rss () / 1024);
      print_goal ("memory is flat: early peak, of the last", (double) early_rss / (double) peak_rss (), 0.95);
    }
  g_free (match.uri);
}

int
main (int argc, char **argv)
{
  gboolean memory = argc > 1 && strcmp (argv[1], "memory") == 0;
  guint rounds = argc > 1 && !memory ? (guint) CLAMP (atoi (argv[1]), 1, 1000) : 7;
  guint n_rows = argc > 2 ? (guint) CLAMP (atoi (argv[2]), SCAN_REGIONS, 100000000) : memory ? 1000000 : 200000;
  Fixture *fixture = start_server ();

  setvbuf (stdout, NULL, _IOLBF, 0);
  if (memory)
    bench_memory (fixture, n_rows);
  else
    bench_rates (fixture, rounds, n_rows);
  fixture_stop (fixture);
  return 0;
}
