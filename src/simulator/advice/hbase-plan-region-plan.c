/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-region-plan-private.h"

#include <math.h>

#include "hbase-plan-split-policy-private.h"

/* This file computes how many regions a table needs, and of what size. It considers the size of the table,
 * the split policy, and the servers' memory for memstores. */

#define GIB ((double) (1 << 30))
/* IncreasingToUpperBoundRegionSplitPolicy uses MAX_FILESIZE from as many regions on a server on. */
#define MAX_REGIONS_OF_POLICY 101
#define MAX_REGIONS 1e9 /* of a table */

static double
get_least_part (const HBasePlanRegionPlan *plan)
{
  return 1 - plan->values->max_file_size_jitter / 2;
}

double
hbase_plan_region_plan_get_least_size (const HBasePlanRegionPlan *plan)
{
  return plan->region_size * get_least_part (plan);
}

static guint
get_regions_on_server (const HBasePlanRegionPlan *plan, guint n_regions)
{
  return MAX (n_regions / plan->n_servers, 1);
}

double
hbase_plan_region_plan_get_split_size (const HBasePlanRegionPlan *plan, guint n_regions)
{
  return hbase_plan_split_policy_get_size (plan->values, hbase_plan_region_plan_get_least_size (plan),
                                           get_regions_on_server (plan, n_regions));
}

double
hbase_plan_region_plan_get_limit (const HBasePlanRegionPlan *plan, guint n_regions)
{
  double size = hbase_plan_region_plan_get_split_size (plan, n_regions);

  return isinf (size) ? hbase_plan_region_plan_get_least_size (plan) : size;
}

static void
compute_memory (HBasePlanRegionPlan *plan)
{
  const HBasePlanEmulationValues *values = plan->values;
  double n_memstores;

  plan->memory = plan->heap_size * values->global_memstore_size * values->global_memstore_lower_limit;
  n_memstores = plan->memory / ((double) values->flush_size * plan->n_families);
  plan->n_memstores = (guint) CLAMP (n_memstores, 1, MAX_REGIONS / plan->n_servers);
}

/* The number of regions of this size, on one server. */
static double
count_regions (const HBasePlanRegionPlan *plan)
{
  double n = plan->target / (HBASE_PLAN_REGION_PLAN_FILL * hbase_plan_region_plan_get_least_size (plan));

  return CLAMP (ceil (n / plan->n_servers), 1, MAX_REGIONS / plan->n_servers);
}

/* Regions become larger if their memstores wouldn't fit otherwise. */
static void
compute_region_size (HBasePlanRegionPlan *plan)
{
  double configured = (double) plan->values->max_file_size;
  double n_regions = (double) plan->n_servers * plan->n_memstores;
  double size = plan->target / (n_regions * HBASE_PLAN_REGION_PLAN_FILL * get_least_part (plan));

  plan->region_size = configured;
  if (count_regions (plan) > plan->n_memstores)
    plan->region_size = fmax (configured, fmin (ceil (size / GIB) * GIB, HBASE_PLAN_REGION_PLAN_MAX_SIZE));
}

/* With fewer regions on a server some split policies split at a smaller size. */
static guint
count_regions_for_policy (const HBasePlanRegionPlan *plan, guint n)
{
  double wanted = hbase_plan_region_plan_get_least_size (plan);

  for (; n < MAX_REGIONS_OF_POLICY; n++)
    {
      double filled = plan->target / ((double) plan->n_servers * n * HBASE_PLAN_REGION_PLAN_FILL);

      if (hbase_plan_region_plan_get_split_size (plan, n * plan->n_servers)
          >= (plan->target > 0 ? fmin (filled, wanted) : wanted))
        break;
    }
  return n;
}

void
hbase_plan_region_plan_compute (HBasePlanRegionPlan *plan)
{
  guint n, n_for_policy;

  compute_memory (plan);
  compute_region_size (plan);
  n = (guint) count_regions (plan);
  n_for_policy = count_regions_for_policy (plan, n);
  plan->needs_policy = n_for_policy > 2 * n;
  plan->n_regions = plan->n_servers * (plan->needs_policy ? n : n_for_policy);
  plan->n_for_size = plan->n_servers * n;
}
