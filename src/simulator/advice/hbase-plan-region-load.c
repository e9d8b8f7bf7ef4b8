/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-region-load-private.h"

#include <math.h>

#include "hbase-plan-sampled-keys-private.h"

/* This file computes which regions of a simulation are too large or too busy, and where to split them.
 *
 * A server is too busy if it gets half as much again as it would get of keys that are written to random
 * servers. */

#define TOO_MUCH 1.5
#define ALMOST_ALL 0.99
#define MIN_KEYS 64 /* fewer keys of a region say nothing about where it should be split */
#define MAX_PARTS 1000

gboolean
hbase_plan_table_load_is_hot (GPtrArray *keys, GPtrArray *splits, guint n_servers, double *busiest)
{
  *busiest = hbase_plan_sampled_keys_get_busiest_share (keys, splits, n_servers);
  return n_servers > 1
         && *busiest > fmin (TOO_MUCH * hbase_plan_sampled_keys_get_random_share (keys->len, n_servers),
                             ALMOST_ALL);
}

/* ---- one region ---- */

static void
measure_region (
    HBasePlanRegionLoad *region, HBasePlanSimulation *simulation, guint i, double now, double target)
{
  double share = hbase_plan_simulation_get_region_share (simulation, i);

  region->start = hbase_plan_simulation_get_region_start (simulation, i);
  region->end = hbase_plan_simulation_get_region_start (simulation, i + 1);
  region->now = share * now;
  region->target = share * target;
  region->n_parts = 1;
  region->splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
}

/* Whether the keys go to one part after the other. */
static gboolean
is_ascending (GPtrArray *keys, GPtrArray *splits)
{
  guint n_parts = splits->len + 1;

  return n_parts > 1
         && hbase_plan_sampled_keys_get_busiest_share (keys, splits, n_parts) > (1 + 1.0 / n_parts) / 2;
}

static void
split_region (HBasePlanRegionLoad *region, GPtrArray *keys, GPtrArray *newest)
{
  g_autoptr (GPtrArray) own
      = hbase_plan_sampled_keys_find_in_region (region->is_hot ? newest : keys, region->start, region->end);

  if (own->len < MIN_KEYS)
    return;
  g_ptr_array_unref (region->splits);
  region->splits = hbase_plan_sampled_keys_choose_splits (own, region->n_parts);
  region->is_ascending = region->is_hot && is_ascending (own, region->splits);
}

static guint
count_parts (double n)
{
  return (guint) CLAMP (ceil (n), 1, MAX_PARTS);
}

static void
classify_region (HBasePlanRegionLoad *region, const HBasePlanRegionPlan *plan, const HBasePlanTableLoad *load)
{
  double fill = HBASE_PLAN_REGION_PLAN_FILL * hbase_plan_region_plan_get_least_size (plan);
  double n_servers_worth = region->write_share * plan->n_servers;

  region->is_too_large = region->target > load->limit;
  region->is_hot
      = (load->is_hot || load->n_regions < plan->n_servers) && n_servers_worth > 1.05 && plan->n_servers > 1;
  if (region->is_too_large)
    region->n_parts = MAX (count_parts (region->target / fill), 2);
  if (region->is_hot)
    region->n_parts = MAX (region->n_parts, count_parts (n_servers_worth));
}

/* ---- the table ---- */

static void
measure_regions (HBasePlanTableLoad *load, HBasePlanSimulation *simulation, double now, double target)
{
  load->regions = g_new0 (HBasePlanRegionLoad, load->n_regions);
  load->splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  for (guint i = 0; i < load->n_regions; i++)
    {
      measure_region (&load->regions[i], simulation, i, now, target);
      if (i > 0)
        g_ptr_array_add (load->splits, g_bytes_ref (load->regions[i].start));
    }
}

static void
measure_writes (HBasePlanTableLoad *load, GPtrArray *newest)
{
  g_autofree guint *counts = hbase_plan_sampled_keys_count (newest, load->splits);

  for (guint i = 0; i < load->n_regions; i++)
    load->regions[i].write_share = (double) counts[i] / MAX (newest->len, 1);
}

static void
classify_regions (HBasePlanTableLoad *load, const HBasePlanRegionPlan *plan, GPtrArray *newest)
{
  load->is_fit = !load->is_hot && load->n_regions >= plan->n_servers;
  for (guint i = 0; i < load->n_regions; i++)
    {
      HBasePlanRegionLoad *region = &load->regions[i];

      classify_region (region, plan, load);
      if (region->n_parts > 1)
        split_region (region, load->keys, newest);
      if (region->n_parts > 1)
        load->is_fit = FALSE;
    }
}

void
hbase_plan_table_load_init (HBasePlanTableLoad *load,
                            const HBasePlanRegionPlan *plan,
                            HBasePlanSimulation *simulation,
                            HBasePlanSimulation *written,
                            double now)
{
  g_autoptr (GPtrArray) newest = NULL;

  *load = (HBasePlanTableLoad){ 0 };
  load->n_regions = hbase_plan_simulation_get_n_regions (simulation);
  load->n_dead = hbase_plan_simulation_get_n_dead_regions (simulation);
  load->keys = hbase_plan_sampled_keys_new (written);
  load->n_sampled = load->keys->len;
  load->limit = hbase_plan_region_plan_get_limit (plan, load->n_regions);
  newest = hbase_plan_sampled_keys_find_newest (load->keys);
  measure_regions (load, simulation, now, plan->target);
  measure_writes (load, newest);
  load->n_idle = hbase_plan_sampled_keys_count_idle (load->keys, load->splits);
  load->is_hot = hbase_plan_table_load_is_hot (load->keys, load->splits, plan->n_servers, &load->busiest);
  classify_regions (load, plan, newest);
}

void
hbase_plan_table_load_clear (HBasePlanTableLoad *load)
{
  for (guint i = 0; i < load->n_regions; i++)
    {
      g_clear_pointer (&load->regions[i].start, g_bytes_unref);
      g_clear_pointer (&load->regions[i].end, g_bytes_unref);
      g_clear_pointer (&load->regions[i].splits, g_ptr_array_unref);
    }
  g_clear_pointer (&load->regions, g_free);
  g_clear_pointer (&load->splits, g_ptr_array_unref);
  g_clear_pointer (&load->keys, g_ptr_array_unref);
}
