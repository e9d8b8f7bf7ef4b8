/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-simulation.h"

/* Sampled keys of a simulation: arrays of GBytes in the order in which the keys were written, which own a
 * reference to each. */

GPtrArray *hbase_plan_sampled_keys_new (HBasePlanSimulation *simulation);
/* Returns the last quarter of the keys. */
GPtrArray *hbase_plan_sampled_keys_find_newest (GPtrArray *keys);
/* Returns the keys of a region. `end` is NULL for the last region. */
GPtrArray *hbase_plan_sampled_keys_find_in_region (GPtrArray *keys, GBytes *start, GBytes *end);
/* Returns splits for regions with about the same number of keys. A split is shortened, and may be moved by an
 * eighth of a region to where a field, as a salt, has another value. There are fewer splits if too many keys
 * are the same. */
GPtrArray *hbase_plan_sampled_keys_choose_splits (GPtrArray *keys, guint n_regions);
/* Counts the keys by region: an array to be freed by g_free(). */
guint *hbase_plan_sampled_keys_count (GPtrArray *keys, GPtrArray *splits);
/* Counts the regions to which none of the newest keys belongs; 0 if these are too few to tell. */
guint hbase_plan_sampled_keys_count_idle (GPtrArray *keys, GPtrArray *splits);
/* Returns the greatest share of a region in the keys. */
double hbase_plan_sampled_keys_get_largest_share (GPtrArray *keys, GPtrArray *splits);
/* Divides the keys into windows of successive keys, and the regions among servers in turn. Returns the share
 * of the server with the most keys of a window, on average over the windows. */
double hbase_plan_sampled_keys_get_busiest_share (GPtrArray *keys, GPtrArray *splits, guint n_servers);
/* Returns about the same for as many keys which are written to random servers. */
double hbase_plan_sampled_keys_get_random_share (guint n_keys, guint n_servers);
