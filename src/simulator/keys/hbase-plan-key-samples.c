/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-key-samples-private.h"

#include <math.h>

/* This file implements samples of row keys, each with a weight in bytes.
 *
 * Invariants:
 * 1. No function changes the sum of the bytes, except by adding samples.
 * 2. What is reduced keeps its first and its last key, and each of its keys is one that was added. */

static void
clear_sample (gpointer data)
{
  g_bytes_unref (((HBaseKeySample *) data)->key);
}

GArray *
hbase_plan_key_samples_new (void)
{
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (HBaseKeySample));

  g_array_set_clear_func (samples, clear_sample);
  return samples;
}

void
hbase_plan_key_samples_add (GArray *samples, GBytes *key, double bytes)
{
  HBaseKeySample sample = { g_bytes_ref (key), bytes };

  g_array_append_val (samples, sample);
}

static const HBaseKeySample *
get (const GArray *samples, guint i)
{
  return &g_array_index (samples, HBaseKeySample, i);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (((const HBaseKeySample *) a)->key, ((const HBaseKeySample *) b)->key);
}

double
hbase_plan_key_samples_sum (const GArray *samples)
{
  double sum = 0;

  for (guint i = 0; i < samples->len; i++)
    sum += get (samples, i)->bytes;
  return sum;
}

/* Divides the samples into groups of about the same size. Of the first group the first key remains, of the
 * last one the last key, and of the others the key in their middle; each gets the bytes of its group. */
static void
reduce (GArray *samples, guint max)
{
  g_autoptr (GArray) all = hbase_plan_key_samples_new ();
  double step = hbase_plan_key_samples_sum (samples) / max, sum = 0;
  guint n = samples->len, n_groups = 0;

  g_array_append_vals (all, samples->data, n);
  g_array_set_clear_func (samples, NULL);
  g_array_set_size (samples, 0);
  g_array_set_clear_func (samples, clear_sample);
  for (guint first = 0; first < n;)
    {
      double bytes = 0;
      guint end = first, chosen;

      while (end < n
             && (end == first || sum + bytes + get (all, end)->bytes / 2 < step * (n_groups + 1)
                 || n_groups + 1 == max))
        bytes += get (all, end++)->bytes;
      chosen = first == 0 ? 0 : end == n ? n - 1 : (first + end) / 2;
      hbase_plan_key_samples_add (samples, get (all, chosen)->key, bytes);
      sum += bytes;
      n_groups++;
      first = end;
    }
}

void
hbase_plan_key_samples_sort (GArray *samples, guint max)
{
  g_array_sort (samples, compare);
  if (samples->len > max)
    reduce (samples, max);
}

void
hbase_plan_key_samples_append (GArray *samples, const GArray *other)
{
  for (guint i = 0; i < other->len; i++)
    hbase_plan_key_samples_add (samples, get (other, i)->key, get (other, i)->bytes);
}

GArray *
hbase_plan_key_samples_part (const GArray *samples, GBytes *key, gboolean is_upper)
{
  GArray *part = hbase_plan_key_samples_new ();

  for (guint i = 0; i < samples->len; i++)
    if ((g_bytes_compare (get (samples, i)->key, key) >= 0) == is_upper)
      hbase_plan_key_samples_add (part, get (samples, i)->key, get (samples, i)->bytes);
  return part;
}

GBytes *
hbase_plan_key_samples_find_mid_key (const GArray *samples, double block_size)
{
  double n_blocks = ceil (hbase_plan_key_samples_sum (samples) / block_size);
  double position = floor (n_blocks / 2) * block_size, sum = 0;

  for (guint i = 0; i < samples->len; i++)
    {
      if (sum >= position)
        return get (samples, i)->key;
      sum += get (samples, i)->bytes;
    }
  return samples->len > 0 ? get (samples, samples->len - 1)->key : NULL;
}
