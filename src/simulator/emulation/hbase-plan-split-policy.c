/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-split-policy-private.h"

#include <math.h>

/* This file implements the sizes at which HBase's split policies split a region. */

/* IncreasingToUpperBoundRegionSplitPolicy uses the maximum file size from this number of regions on. */
#define MAX_CUBED 100

double
hbase_plan_split_policy_add_jitter (const HBasePlanEmulationValues *values, double random)
{
  return (double) values->max_file_size * (1 + (random - 0.5) * values->max_file_size_jitter);
}

static double
get_initial_size (const HBasePlanEmulationValues *values)
{
  return values->initial_split_size > 0 ? (double) values->initial_split_size
                                        : 2.0 * (double) values->flush_size;
}

double
hbase_plan_split_policy_get_size (const HBasePlanEmulationValues *values,
                                  double max_file_size,
                                  guint n_regions)
{
  double n = n_regions;

  if (!values->split_enabled)
    return INFINITY;
  switch ((HBasePlanSplitPolicy) values->split_policy)
    {
    case HBASE_PLAN_SPLIT_POLICY_CONSTANT_SIZE:
      return max_file_size;
    case HBASE_PLAN_SPLIT_POLICY_INCREASING:
      return n_regions == 0 || n_regions > MAX_CUBED
                 ? max_file_size
                 : fmin (max_file_size, get_initial_size (values) * n * n * n);
    case HBASE_PLAN_SPLIT_POLICY_STEPPING:
      return n_regions == 1 ? get_initial_size (values) : max_file_size;
    case HBASE_PLAN_SPLIT_POLICY_DISABLED:
    default:
      return INFINITY;
    }
}
