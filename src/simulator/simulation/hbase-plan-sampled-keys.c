/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-sampled-keys-private.h"

#include <math.h>

#include "hbase-plan-simulation-private.h"

/* This file computes where to split a table, from the sampled keys of a simulation. It also computes how
 * evenly regions and servers are loaded over time. */

#define N_WINDOWS 16
#define NEWEST 4        /* the newest keys are a fourth of all */
#define LEAST_NEWEST 16 /* for each region: with fewer of the newest keys some regions have none by chance */
#define NEAR 64         /* a split may be moved by a 64th of a region for a shorter key … */
#define FAR 8 /* … and by an eighth for one that is shorter by SHORTER bytes: the beginning of a field */
#define SHORTER 4

static GPtrArray *
new_array (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
}

GPtrArray *
hbase_plan_sampled_keys_new (HBasePlanSimulation *simulation)
{
  GArray *samples = hbase_plan_simulation_get_samples (simulation);
  GPtrArray *keys = new_array ();

  for (guint i = 0; i < samples->len; i++)
    g_ptr_array_add (keys, g_bytes_ref (g_array_index (samples, HBasePlanSimulationSample, i).key));
  return keys;
}

GPtrArray *
hbase_plan_sampled_keys_find_newest (GPtrArray *keys)
{
  GPtrArray *newest = new_array ();

  for (guint i = keys->len - keys->len / NEWEST; i < keys->len; i++)
    g_ptr_array_add (newest, g_bytes_ref (keys->pdata[i]));
  return newest;
}

GPtrArray *
hbase_plan_sampled_keys_find_in_region (GPtrArray *keys, GBytes *start, GBytes *end)
{
  GPtrArray *found = new_array ();

  for (guint i = 0; i < keys->len; i++)
    if (g_bytes_compare (keys->pdata[i], start) >= 0
        && (end == NULL || g_bytes_compare (keys->pdata[i], end) < 0))
      g_ptr_array_add (found, g_bytes_ref (keys->pdata[i]));
  return found;
}

/* ---- splits ---- */

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (*(GBytes *const *) a, *(GBytes *const *) b);
}

/* The length of the shortest key that is greater than the sorted key before this one, and not greater than
 * this one; 0: they are the same. */
static gsize
get_separator_length (GPtrArray *sorted, guint i)
{
  HBaseSlice key = hbase_slice_of_bytes (sorted->pdata[i]);
  HBaseSlice before = hbase_slice_of_bytes (sorted->pdata[i - 1]);
  gsize common = 0, least = MIN (key.length, before.length);

  while (common < least && key.data[common] == before.data[common])
    common++;
  return common < key.length ? common + 1 : 0;
}

/* Finds the key before which a split is shortest, of those from `first` to `last`; of several the one
 * nearest to `wanted`. 0: all are the same. */
static guint
find_shortest_split (GPtrArray *sorted, guint first, guint last, guint wanted)
{
  guint found = 0;
  gsize shortest = G_MAXSIZE;

  for (guint i = MAX (first, 1); i <= last; i++)
    {
      gsize length = get_separator_length (sorted, i);
      guint distance = (guint) ABS ((gint) i - (gint) wanted);

      if (length == 0 || length > shortest
          || (length == shortest && distance >= (guint) ABS ((gint) found - (gint) wanted)))
        continue;
      found = i;
      shortest = length;
    }
  return found;
}

/* The same for the keys at a distance from the wanted one of at most a part of the region's size, after
 * `before`. */
static guint
find_split_near (GPtrArray *sorted, guint wanted, double size, guint before)
{
  guint distance = (guint) size;

  return find_shortest_split (sorted, MAX (wanted - MIN (distance, wanted), before + 1),
                              MIN (wanted + distance, sorted->len - 1), wanted);
}

static guint
find_split (GPtrArray *sorted, guint wanted, double size, guint before)
{
  guint near = find_split_near (sorted, wanted, size / NEAR, before);
  guint far = find_split_near (sorted, wanted, size / FAR, before);

  if (near == 0 || far == 0)
    return far;
  return get_separator_length (sorted, far) + SHORTER <= get_separator_length (sorted, near) ? far : near;
}

GPtrArray *
hbase_plan_sampled_keys_choose_splits (GPtrArray *keys, guint n_regions)
{
  GPtrArray *splits = new_array ();
  g_autoptr (GPtrArray) sorted = g_ptr_array_copy (keys, NULL, NULL);
  double size = (double) keys->len / n_regions;
  guint before = 0;

  g_ptr_array_set_free_func (sorted, NULL);
  g_ptr_array_sort (sorted, compare_keys);
  for (guint region = 1; region < n_regions && sorted->len > 0; region++)
    {
      guint found = find_split (sorted, (guint) (region * size), size, before);

      if (found == 0)
        continue;
      before = found;
      g_ptr_array_add (
          splits, g_bytes_new_from_bytes (sorted->pdata[found], 0, get_separator_length (sorted, found)));
    }
  return splits;
}

/* ---- shares ---- */

/* Counts keys by region, or by the server to which the region belongs. */
static guint *
count_keys (GPtrArray *keys, guint first, guint end, const HBasePlanRegionFinder *finder, guint n_servers)
{
  guint *counts = g_new0 (guint, n_servers);

  for (guint i = first; i < end; i++)
    counts[hbase_plan_region_finder_find (finder, hbase_slice_of_bytes (keys->pdata[i])) % n_servers]++;
  return counts;
}

/* The greatest share of a server in the keys from `first` on. */
static double
get_share (GPtrArray *keys, guint first, guint end, const HBasePlanRegionFinder *finder, guint n_servers)
{
  g_autofree guint *counts = count_keys (keys, first, end, finder, n_servers);
  guint most = 0;

  for (guint i = 0; i < n_servers; i++)
    most = MAX (most, counts[i]);
  return end > first ? (double) most / (end - first) : 0;
}

guint *
hbase_plan_sampled_keys_count (GPtrArray *keys, GPtrArray *splits)
{
  HBasePlanRegionFinder finder;
  guint *counts;

  hbase_plan_region_finder_init (&finder, splits);
  counts = count_keys (keys, 0, keys->len, &finder, splits->len + 1);
  hbase_plan_region_finder_clear (&finder);
  return counts;
}

guint
hbase_plan_sampled_keys_count_idle (GPtrArray *keys, GPtrArray *splits)
{
  g_autoptr (GPtrArray) newest = hbase_plan_sampled_keys_find_newest (keys);
  g_autofree guint *counts = hbase_plan_sampled_keys_count (newest, splits);
  guint n = 0;

  for (guint i = 0; i <= splits->len; i++)
    n += counts[i] == 0;
  return newest->len >= LEAST_NEWEST * (splits->len + 1) ? n : 0;
}

double
hbase_plan_sampled_keys_get_largest_share (GPtrArray *keys, GPtrArray *splits)
{
  HBasePlanRegionFinder finder;
  double share;

  hbase_plan_region_finder_init (&finder, splits);
  share = get_share (keys, 0, keys->len, &finder, splits->len + 1);
  hbase_plan_region_finder_clear (&finder);
  return share;
}

static guint
get_n_windows (guint n_keys)
{
  return CLAMP (n_keys, 1, N_WINDOWS);
}

double
hbase_plan_sampled_keys_get_busiest_share (GPtrArray *keys, GPtrArray *splits, guint n_servers)
{
  guint n_windows = get_n_windows (keys->len);
  HBasePlanRegionFinder finder;
  double sum = 0;

  hbase_plan_region_finder_init (&finder, splits);
  for (guint i = 0; i < n_windows; i++)
    sum += get_share (keys, (guint) ((guint64) keys->len * i / n_windows),
                      (guint) ((guint64) keys->len * (i + 1) / n_windows), &finder, n_servers);
  hbase_plan_region_finder_clear (&finder);
  return sum / n_windows;
}

/* The mean of the greatest of n binomially distributed numbers, for many keys: their mean, and √(2 ln n)
 * standard deviations. */
double
hbase_plan_sampled_keys_get_random_share (guint n_keys, guint n_servers)
{
  double window = (double) MAX (n_keys, 1) / get_n_windows (n_keys), n = n_servers;

  return fmin (1, 1 / n + sqrt (2 * log (n) / (n * window)));
}
