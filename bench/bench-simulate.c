/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This compares simulations of puts: keys of an MD5 prefix of 8 hex digits and an id of 8 bytes over 10
 * regions, in one thread and in one for each processor, beside the same in Java, in one run on the same
 * machine. Both must count the same puts in each region.
 *
 * bench-simulate [PUTS]: 20,000,000 by default.
 *
 * Java's time is the median of three rounds in a virtual machine that runs already and has warmed up. The
 * memory of this library is by how much the process grew at its peak. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "hbase-plan.h"

#define N_PUTS 20000000
#define N_REGIONS 10
#define ROUNDS 3
#define JAVA_GOAL 1.2
#define THREADS_GOAL 1.8
#define MEMORY_GOAL 20.0 /* MiB */

typedef struct {
  double ms;
  guint64 counts[N_REGIONS];
} Result;

typedef struct {
  HBasePlanSimulator *simulator;
  guint64 n_chunks;
  gint next;
  GMutex mutex;
  guint64 counts[N_REGIONS];
  HBasePlanSimulationChunk **chunks;
} Work;

/* ---- this library ---- */

static HBasePlanSimulator *
make_simulator (guint64 n_puts, GPtrArray **splits)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:md5-hex(8,id),id:int64", NULL);
  g_autoptr (HBasePlanFieldKeyGenerator) keys = hbase_plan_field_key_generator_new (schema, 0);

  if (!hbase_plan_field_key_generator_define (keys, "id=sequence", NULL))
    exit (1);
  *splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  for (guint64 i = 1; i < N_REGIONS; i++)
    {
      char *split = g_strdup_printf ("%08x", (guint) (((guint64) 1 << 32) / N_REGIONS * i));

      g_ptr_array_add (*splits, g_bytes_new_take (split, 8));
    }
  return hbase_plan_simulator_new (HBASE_KEY_GENERATOR (keys), *splits, n_puts);
}

static gpointer
run_chunks (gpointer data)
{
  Work *work = data;
  guint64 index;

  while ((index = (guint64) g_atomic_int_add (&work->next, 1)) < work->n_chunks)
    work->chunks[index] = hbase_plan_simulator_run_chunk (work->simulator, index, NULL, NULL);
  return NULL;
}

static Result
run_library (guint64 n_puts, guint n_threads)
{
  g_autoptr (GPtrArray) splits = NULL;
  g_autoptr (HBasePlanSimulator) simulator = make_simulator (n_puts, &splits);
  g_autoptr (HBasePlanSimulation) simulation = hbase_plan_simulation_new (splits);
  Work work = { .simulator = simulator, .n_chunks = hbase_plan_simulator_get_n_chunks (simulator) };
  g_autofree GThread **threads = g_new (GThread *, n_threads);
  Result result = { 0 };
  gint64 start = g_get_monotonic_time ();

  work.chunks = g_new0 (HBasePlanSimulationChunk *, work.n_chunks);
  for (guint i = 0; i < n_threads; i++)
    threads[i] = g_thread_new ("chunks", run_chunks, &work);
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
  for (guint64 i = 0; i < work.n_chunks; i++)
    {
      if (!hbase_plan_simulation_add_chunk (simulation, work.chunks[i], NULL))
        exit (1);
      hbase_plan_simulation_chunk_unref (work.chunks[i]);
    }
  g_free (work.chunks);
  result.ms = (double) (g_get_monotonic_time () - start) / 1000;
  for (guint i = 0; i < N_REGIONS; i++)
    result.counts[i] = hbase_plan_simulation_get_region_puts (simulation, i);
  return result;
}

/* ---- Java ---- */

static gboolean
run_java (guint64 n_puts, guint n_threads, Result *result)
{
  g_autofree char *command = g_strdup_printf ("java %s/SimulateRegions.java %" G_GUINT64_FORMAT " %d %u %d",
                                              BENCH_SOURCES, n_puts, N_REGIONS, n_threads, ROUNDS);
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = NULL;

  if (!g_spawn_command_line_sync (command, &output, NULL, NULL, &error))
    {
      printf ("  Java can't be run: %s\n", error->message);
      return FALSE;
    }
  words = g_strsplit (g_strstrip (output), " ", -1);
  if (g_strv_length (words) != N_REGIONS + 1)
    return FALSE;
  result->ms = g_ascii_strtod (words[0], NULL);
  for (guint i = 0; i < N_REGIONS; i++)
    result->counts[i] = g_ascii_strtoull (words[i + 1], NULL, 10);
  return TRUE;
}

/* ---- the comparison ---- */

static double
peak_memory (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_maxrss / 1024;
}

static void
print_result (const char *name, guint n_threads, guint64 n_puts, const Result *result)
{
  printf ("  %-12s %2u threads %10.0f ms %8.1f ns a put\n", name, n_threads, result->ms,
          1e6 * result->ms / (double) n_puts);
}

static void
print_ratio (const char *name, double ratio, double goal)
{
  printf ("  %-28s %6.2f (goal %.1f)%s\n", name, ratio, goal, ratio >= goal ? "" : "  MISSED");
}

static void
compare (guint64 n_puts, guint n_threads, const Result *result)
{
  Result java;

  print_result ("hbase-glib", n_threads, n_puts, result);
  if (!run_java (n_puts, n_threads, &java))
    return;
  print_result ("Java", n_threads, n_puts, &java);
  print_ratio ("times as fast as Java", java.ms / result->ms, JAVA_GOAL);
  for (guint i = 0; i < N_REGIONS; i++)
    if (java.counts[i] != result->counts[i])
      {
        printf ("  region %u has %" G_GUINT64_FORMAT " puts, in Java %" G_GUINT64_FORMAT "\n", i,
                result->counts[i], java.counts[i]);
        exit (1);
      }
}

int
main (int argc, char **argv)
{
  guint64 n_puts = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : N_PUTS;
  guint n_threads = g_get_num_processors ();
  double before = peak_memory (), memory;
  Result one, all;

  printf ("Simulation of %" G_GUINT64_FORMAT " puts to %d regions\n", n_puts, N_REGIONS);
  one = run_library (n_puts, 1);
  all = run_library (n_puts, n_threads);
  memory = peak_memory () - before;
  compare (n_puts, 1, &one);
  if (n_threads > 1)
    {
      compare (n_puts, n_threads, &all);
      print_ratio ("speed of all threads to one", one.ms / all.ms, MIN (THREADS_GOAL, n_threads));
    }
  printf ("  %-28s %6.1f MiB (at most %.0f)%s\n", "memory", memory, MEMORY_GOAL,
          memory <= MEMORY_GOAL ? "" : "  MISSED");
  return 0;
}
