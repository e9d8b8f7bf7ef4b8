/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-compaction-policy-private.h"

#include <math.h>

/* This file implements HBase's ExploringCompactionPolicy, and the throughput of compactions. The rules of the
 * classes that the policy extends, SortedCompactionPolicy and RatioBasedCompactionPolicy, are included; the
 * throughput is that of PressureAwareCompactionThroughputController. Off-peak hours and files of bulk loads
 * don't occur here. */

static double
sum_of (const HBasePlanStoreFileSize *files, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += files[i].bytes;
  return sum;
}

/* Whether no file is larger than the others together, times the ratio. */
static gboolean
are_in_ratio (const HBasePlanStoreFileSize *files, guint n, double ratio)
{
  double sum = sum_of (files, n);

  for (guint i = 0; n > 1 && i < n; i++)
    if (files[i].bytes > (sum - files[i].bytes) * ratio)
      return FALSE;
  return TRUE;
}

/* A store that has as many files as blocks it prefers many small files; any other one many files. */
static gboolean
is_better (guint n, double bytes, guint best_n, double best_bytes, gboolean may_be_stuck)
{
  if (may_be_stuck && best_bytes > 0 && bytes > 0)
    return best_n / best_bytes * 1.05 < n / bytes;
  return n > best_n || (n == best_n && bytes < best_bytes);
}

/* Tries each sequence of files. If the store may be stuck and none is in the ratio, the smallest is chosen.
   */
static HBasePlanCompactionSelection
explore (const HBasePlanEmulationValues *values,
         const HBasePlanStoreFileSize *files,
         guint n_files,
         gboolean may_be_stuck)
{
  HBasePlanCompactionSelection best = { 0, 0, FALSE }, smallest = best;
  double best_bytes = 0, smallest_bytes = INFINITY;

  for (guint first = 0; first < n_files; first++)
    for (guint n = (guint) values->min_files; first + n <= n_files && n <= values->max_files; n++)
      {
        double bytes = sum_of (files + first, n);

        if (bytes < smallest_bytes)
          {
            smallest = (HBasePlanCompactionSelection){ first, n, FALSE };
            smallest_bytes = bytes;
          }
        if (bytes > (double) values->max_compact_size
            || (bytes >= (double) values->min_compact_size
                && !are_in_ratio (files + first, n, values->compaction_ratio))
            || !is_better (n, bytes, best.n, best_bytes, may_be_stuck))
          continue;
        best = (HBasePlanCompactionSelection){ first, n, FALSE };
        best_bytes = bytes;
      }
  return best.n == 0 && may_be_stuck ? smallest : best;
}

static gboolean
has_references (const HBasePlanStoreFileSize *files, guint n)
{
  for (guint i = 0; i < n; i++)
    if (files[i].is_reference)
      return TRUE;
  return FALSE;
}

/* The oldest files are left out if they are too large, except references, which must be compacted. */
static guint
count_large_files (const HBasePlanEmulationValues *values, const HBasePlanStoreFileSize *files, guint n)
{
  guint large = 0;

  while (large < n && !files[large].is_reference && files[large].bytes > (double) values->max_compact_size)
    large++;
  return large;
}

HBasePlanCompactionSelection
hbase_plan_compaction_policy_select (const HBasePlanEmulationValues *values,
                                     const HBasePlanStoreFileSize *files,
                                     guint n_files,
                                     gboolean wants_major)
{
  guint skipped = wants_major ? 0 : count_large_files (values, files, n_files);
  guint n = n_files - skipped;
  HBasePlanCompactionSelection selection;

  if (wants_major && n_files > 0 && n_files < values->max_files)
    return (HBasePlanCompactionSelection){ 0, n_files, TRUE };
  if (has_references (files + skipped, n))
    {
      n = MIN (n, (guint) values->max_files);
      return (HBasePlanCompactionSelection){ skipped, n, n == n_files };
    }
  selection = explore (values, files + skipped, n, n_files >= values->blocking_store_files);
  selection.first += skipped;
  selection.is_major = selection.n == n_files && n_files > 0;
  return selection;
}

double
hbase_plan_compaction_policy_get_throughput (const HBasePlanEmulationValues *values, guint max_files)
{
  double lower = (double) values->throughput_lower_bound, higher = (double) values->throughput_higher_bound;
  double pressure;

  if (max_files <= values->min_files)
    return lower;
  pressure = (double) (max_files - values->min_files)
             / (double) (values->blocking_store_files - values->min_files);
  return pressure > 1 || pressure < 0 ? INFINITY : lower + (higher - lower) * pressure;
}
