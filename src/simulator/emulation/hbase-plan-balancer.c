/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-balancer-private.h"

#include <math.h>

/* This file implements two balancers: one evens out the number of regions, as SimpleLoadBalancer does; the
 * other tries random moves and keeps those that reduce a cost, as StochasticLoadBalancer does, with three
 * of its cost functions: numbers of regions, bytes of store files, and moves. */

/* Tried moves; StochasticLoadBalancer tries more, in up to 30 seconds. */
#define MAX_STEPS 2000

typedef struct {
  const HBasePlanEmulationValues *values;
  HBasePlanBalancedRegion *regions;
  guint n_regions, n_servers, n_moved;
  double *counts, *bytes; /* by server */
} Cluster;

static void
move (Cluster *cluster, HBasePlanBalancedRegion *region, guint server)
{
  gboolean was_moved = region->server != region->old_server;

  cluster->counts[region->server]--;
  cluster->bytes[region->server] -= region->bytes;
  region->server = server;
  cluster->counts[server]++;
  cluster->bytes[server] += region->bytes;
  cluster->n_moved += (guint) (region->server != region->old_server) - (guint) was_moved;
}

/* From 0, if all are equal, to 1, if one server has everything. */
static double
get_skew (const double *loads, guint n)
{
  double sum = 0, distance = 0;

  for (guint i = 0; i < n; i++)
    sum += loads[i];
  for (guint i = 0; i < n; i++)
    distance += fabs (loads[i] - sum / n);
  return sum > 0 ? distance / (2 * sum * (1 - 1.0 / n)) : 0;
}

/* Without the cost of moves. */
static double
get_imbalance (const Cluster *cluster)
{
  return cluster->values->region_count_cost * get_skew (cluster->counts, cluster->n_servers)
         + cluster->values->store_file_size_cost * get_skew (cluster->bytes, cluster->n_servers);
}

static double
get_cost (const Cluster *cluster)
{
  return get_imbalance (cluster) + cluster->values->move_cost * cluster->n_moved / cluster->n_regions;
}

static void
balance_randomly (Cluster *cluster, HBasePlanRandomDraws *draws)
{
  const HBasePlanEmulationValues *values = cluster->values;
  double cost = get_cost (cluster);

  if (cost <= values->min_cost_need_balance * (values->region_count_cost + values->store_file_size_cost))
    return;
  for (guint i = 0; i < MAX_STEPS; i++)
    {
      guint64 chosen = hbase_plan_random_scale (hbase_plan_random_draws_next (draws), cluster->n_regions);
      HBasePlanBalancedRegion *region = &cluster->regions[chosen];
      guint server = region->server;
      double new_cost;

      move (cluster, region,
            (guint) hbase_plan_random_scale (hbase_plan_random_draws_next (draws), cluster->n_servers));
      new_cost = get_cost (cluster);
      if (new_cost < cost)
        cost = new_cost;
      else
        move (cluster, region, server);
    }
}

static guint
find_extreme (const Cluster *cluster, double sign)
{
  guint found = 0;

  for (guint i = 1; i < cluster->n_servers; i++)
    if (sign * cluster->counts[i] > sign * cluster->counts[found])
      found = i;
  return found;
}

static void
even_out (Cluster *cluster)
{
  for (guint i = 0; i < cluster->n_regions; i++)
    {
      guint most = find_extreme (cluster, 1), least = find_extreme (cluster, -1);
      HBasePlanBalancedRegion *region = cluster->regions;

      if (cluster->counts[most] - cluster->counts[least] < 2)
        return;
      while (region->server != most)
        region++;
      move (cluster, region, least);
    }
}

void
hbase_plan_balancer_balance (const HBasePlanEmulationValues *values,
                             HBasePlanBalancedRegion *regions,
                             guint n_regions,
                             guint n_servers,
                             HBasePlanRandomDraws *draws)
{
  Cluster cluster = { .values = values, .regions = regions, .n_regions = n_regions, .n_servers = n_servers };

  if (n_servers < 2 || n_regions == 0)
    return;
  cluster.counts = g_new0 (double, n_servers);
  cluster.bytes = g_new0 (double, n_servers);
  for (guint i = 0; i < n_regions; i++)
    {
      regions[i].old_server = regions[i].server;
      cluster.counts[regions[i].server]++;
      cluster.bytes[regions[i].server] += regions[i].bytes;
    }
  if (values->balancer == HBASE_PLAN_BALANCER_ROUND_ROBIN)
    even_out (&cluster);
  else
    balance_randomly (&cluster, draws);
  g_free (cluster.counts);
  g_free (cluster.bytes);
}
