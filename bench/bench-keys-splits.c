/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This compares ways to split a table by a million of its keys: they are taken one by one, each a new object
 * as a generator returns it, and sorted, and each (m / n)-th becomes a split. The keys, of 16 bytes that
 * begin with a hash, are made before the clock starts.
 *
 * Every contestant is a process of its own. Time is the median of the rounds, in Java of a virtual machine
 * that runs already and has warmed up in the rounds before. The memory of this library is by how much the
 * process grew beyond the keys at its peak in the first round; of Java only what is alive on the heap when
 * all keys are in the set, after a garbage collection: no collector could do with less. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench-keys.h"
#include "hbase-sampled-splits.h"

#define N_KEYS 1000000
#define KEY_LENGTH 16
#define N_REGIONS 10
#define ROUNDS 7
#define MEBIBYTE (1024.0 * 1024.0)
#define SPEED_GOAL 3.0
#define MEMORY_GOAL 10.0

typedef struct {
  double ms, bytes;
  guint8 splits[N_REGIONS - 1][KEY_LENGTH];
} Result;

/* ---- keys ---- */

static guint8 *
make_keys (void)
{
  guint8 *keys = g_malloc ((gsize) N_KEYS * KEY_LENGTH);

  for (guint64 i = 0; i < N_KEYS; i++)
    {
      guint64 id = GUINT64_TO_BE (i);
      g_autofree char *sum = g_compute_checksum_for_data (G_CHECKSUM_MD5, (const guint8 *) &id, sizeof id);

      memcpy (keys + i * KEY_LENGTH, sum, 8);
      memcpy (keys + i * KEY_LENGTH + 8, &id, 8);
    }
  return keys;
}

typedef struct {
  GObject parent_instance;
  const guint8 *next, *end;
} Keys;
typedef GObjectClass KeysClass;

static GType keys_get_type (void);

static GBytes *
keys_next (HBaseKeyGenerator *generator, GCancellable *cancellable, GError **error)
{
  Keys *keys = (Keys *) generator;

  if (keys->next == keys->end)
    return NULL;
  keys->next += KEY_LENGTH;
  return g_bytes_new (keys->next - KEY_LENGTH, KEY_LENGTH);
}

static void
key_generator_init (HBaseKeyGeneratorInterface *interface)
{
  interface->next = keys_next;
}

G_DEFINE_TYPE_WITH_CODE (Keys,
                         keys,
                         G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (HBASE_TYPE_KEY_GENERATOR, key_generator_init))

static void
keys_class_init (KeysClass *class)
{
}

static void
keys_init (Keys *keys)
{
}

/* ---- this library ---- */

/* Returns the bytes in a line of /proc/self/status; 0: there is no such line. */
static double
memory_status (const char *name)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    return 0;
  line = strstr (text, name);
  return line != NULL ? strtod (line + strlen (name), NULL) * 1024 : 0;
}

static double
split_once (const guint8 *all, guint64 max_memory, Result *result)
{
  g_autoptr (GObject) keys = g_object_new (keys_get_type (), NULL);
  g_autoptr (HBaseSampledSplits) splits = hbase_sampled_splits_new (HBASE_KEY_GENERATOR (keys), N_KEYS);
  g_autoptr (GPtrArray) found = NULL;
  gint64 start = g_get_monotonic_time ();

  ((Keys *) keys)->next = all;
  ((Keys *) keys)->end = all + (gsize) N_KEYS * KEY_LENGTH;
  hbase_sampled_splits_set_max_memory (splits, max_memory);
  found = hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (splits), N_REGIONS, NULL, NULL);
  for (guint i = 0; i < found->len; i++)
    memcpy (result->splits[i], g_bytes_get_data (found->pdata[i], NULL), KEY_LENGTH);
  return (double) (g_get_monotonic_time () - start) / 1000;
}

static int
compare_times (const void *a, const void *b)
{
  return (*(const double *) a > *(const double *) b) - (*(const double *) a < *(const double *) b);
}

static void
split_by_library (guint64 max_memory, Result *result)
{
  g_autofree guint8 *all = make_keys ();
  double before = memory_status ("VmRSS:"), times[ROUNDS];

  times[0] = split_once (all, max_memory, result);
  result->bytes = memory_status ("VmHWM:") - before;
  for (guint i = 1; i < ROUNDS; i++)
    times[i] = split_once (all, max_memory, result);
  qsort (times, ROUNDS, sizeof *times, compare_times);
  result->ms = times[ROUNDS / 2];
}

/* Each contestant runs in a process of its own, so that the memory of one isn't counted for another. */
static Result
run_library (guint64 max_memory)
{
  Result result = { 0 };
  int ends[2], status;
  pid_t child;

  if (pipe (ends) != 0 || (child = fork ()) < 0)
    g_error ("no process for a contestant");
  if (child == 0)
    {
      split_by_library (max_memory, &result);
      _exit (write (ends[1], &result, sizeof result) == sizeof result ? 0 : 1);
    }
  close (ends[1]);
  if (read (ends[0], &result, sizeof result) != sizeof result || waitpid (child, &status, 0) != child)
    g_error ("a contestant failed");
  close (ends[0]);
  return result;
}

/* ---- Java ---- */

/* `MS BYTES SPLIT…`, the splits in hex. */
static gboolean
parse_java (const char *text, Result *result)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \n", -1);

  if (g_strv_length (words) < 2 + N_REGIONS - 1)
    return FALSE;
  result->ms = g_ascii_strtod (words[0], NULL);
  result->bytes = g_ascii_strtod (words[1], NULL);
  for (guint i = 0; i < N_REGIONS - 1; i++)
    for (guint j = 0; j < KEY_LENGTH && strlen (words[2 + i]) == 2 * KEY_LENGTH; j++)
      result->splits[i][j] = (guint8) (g_ascii_xdigit_value (words[2 + i][2 * j]) << 4
                                       | g_ascii_xdigit_value (words[2 + i][2 * j + 1]));
  return TRUE;
}

static gboolean
run_java (Result *result)
{
  g_autofree char *command
      = g_strdup_printf ("java %s/TreeSetSplits.java %d %d %d", BENCH_SOURCES, N_KEYS, N_REGIONS, ROUNDS);
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;

  if (g_spawn_command_line_sync (command, &output, NULL, NULL, &error) && parse_java (output, result))
    return TRUE;
  printf ("  Java doesn't take part: %s\n", error != NULL ? error->message : "its program failed");
  return FALSE;
}

/* ---- comparison ---- */

/* The largest error of a split, as a fraction of the keys of a region. */
static double
find_problem (const Result *result)
{
  g_autofree guint8 *all = make_keys ();
  gsize ranks[N_REGIONS - 1] = { 0 };
  double worst = 0;

  for (gsize i = 0; i < N_KEYS; i++)
    for (guint j = 0; j < N_REGIONS - 1; j++)
      ranks[j] += memcmp (all + i * KEY_LENGTH, result->splits[j], KEY_LENGTH) < 0;
  for (guint j = 0; j < N_REGIONS - 1; j++)
    worst = MAX (worst, ABS ((double) ranks[j] - (j + 1.0) * (N_KEYS / N_REGIONS)));
  return worst / N_KEYS;
}

static void
print_result (const char *name, const Result *result)
{
  printf ("  %-34s %8.0f ms %8.1f MiB   off by %.4f %%\n", name, result->ms, result->bytes / MEBIBYTE,
          find_problem (result) * 100);
}

static void
print_ratio (const char *what, double ratio, double goal)
{
  printf ("  %s: %.1f times as %s as Java's (to reach: %.0f)%s\n", what, ratio,
          goal == SPEED_GOAL ? "fast" : "small", goal, ratio >= goal ? "" : "   MISSED");
}

void
bench_keys_splits (void)
{
  Result bounded = run_library (4 << 20), exact = run_library (64 << 20), java = { 0 };

  printf ("sampled splits: %d keys of %d bytes, %d regions\n", N_KEYS, KEY_LENGTH, N_REGIONS);
  print_result ("ours, in 4 MiB as it is unless set", &bounded);
  print_result ("ours, with 64 MiB: exact", &exact);
  if (!run_java (&java))
    return;
  print_result ("Java's TreeSet", &java);
  print_ratio ("in 4 MiB", java.ms / bounded.ms, SPEED_GOAL);
  print_ratio ("in 4 MiB", java.bytes / bounded.bytes, MEMORY_GOAL);
  print_ratio ("exact", java.ms / exact.ms, SPEED_GOAL);
}
