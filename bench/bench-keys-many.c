/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This measures sampled splits of more keys than fit into memory: their time, their memory and their error. A
 * key has 16 bytes, eight of which are spread evenly, so that its rank can be computed from it. */

#include "config.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "bench-keys.h"
#include "hbase-sampled-splits.h"

#define N_KEYS 100000000
#define N_REGIONS 100
#define MEMORY_GOAL 200.0 /* MB */
/* Odd, so each number occurs once, and near the golden ratio, which leaves no gaps. */
#define STEP G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

typedef struct {
  GObject parent_instance;
  guint64 given;
} Spread;
typedef GObjectClass SpreadClass;

static GType spread_get_type (void);

static GBytes *
spread_next (HBaseKeyGenerator *generator, GCancellable *cancellable, GError **error)
{
  Spread *keys = (Spread *) generator;
  guint64 key[2] = { GUINT64_TO_BE (keys->given * STEP), GUINT64_TO_BE (keys->given) };

  keys->given++;
  return g_bytes_new (key, sizeof key);
}

static void
key_generator_init (HBaseKeyGeneratorInterface *interface)
{
  interface->next = spread_next;
}

G_DEFINE_TYPE_WITH_CODE (Spread,
                         spread,
                         G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (HBASE_TYPE_KEY_GENERATOR, key_generator_init))

static void
spread_class_init (SpreadClass *class)
{
}

static void
spread_init (Spread *keys)
{
}

/* A fraction of all keys. */
static double
find_problem (GPtrArray *splits)
{
  double worst = 0;

  for (guint i = 0; i < splits->len; i++)
    {
      guint64 key;
      double rank, aim = (i + 1.0) / N_REGIONS;

      memcpy (&key, g_bytes_get_data (splits->pdata[i], NULL), sizeof key);
      rank = (double) GUINT64_FROM_BE (key) / (double) G_MAXUINT64;
      worst = MAX (worst, ABS (rank - aim));
    }
  return worst;
}

void
bench_keys_many (void)
{
  g_autoptr (HBaseKeyGenerator) keys = g_object_new (spread_get_type (), NULL);
  g_autoptr (HBaseSampledSplits) sampled = hbase_sampled_splits_new (keys, N_KEYS);
  gint64 start = g_get_monotonic_time ();
  g_autoptr (GPtrArray) splits
      = hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (sampled), N_REGIONS, NULL, NULL);
  double seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC, megabytes;
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  megabytes = (double) usage.ru_maxrss * 1024 / 1e6;
  printf ("sampled splits: %d keys of 16 bytes, %d regions\n", N_KEYS, N_REGIONS);
  printf ("  ours %28.1f s, the whole process %.0f MB (at most: %.0f)%s, off by %.4f %%\n", seconds,
          megabytes, MEMORY_GOAL, megabytes < MEMORY_GOAL ? "" : "   MISSED", find_problem (splits) * 100);
}
