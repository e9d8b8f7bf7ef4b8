/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-region-plan-private.h"
#include "hbase-plan-simulation.h"

/* What the regions of a simulation hold and are written, compared with a plan. */

typedef struct {
  GBytes *start, *end;   /* `end` is NULL for the last region */
  double now, target;    /* bytes: now, and when the table has its target size */
  double write_share;    /* of the newest writes */
  guint n_parts;         /* into which it should be split; 1: it should be left */
  gboolean is_too_large; /* why it should be split: its target exceeds the limit, or …*/
  gboolean is_hot;       /* … its writes exceed the share of a server */
  gboolean is_ascending; /* its writes are all at one key at a time, so that splitting it is useless */
  GPtrArray *splits;     /* of GBytes, for these parts */
} HBasePlanRegionLoad;

typedef struct {
  guint n_regions, n_dead, n_sampled;
  guint n_idle; /* regions to which none of the newest keys belongs */
  HBasePlanRegionLoad *regions;
  GPtrArray *splits; /* of the regions, GBytes */
  GPtrArray *keys;   /* sampled, in the order in which they were written */
  double limit;      /* of a region, in bytes */
  double busiest;    /* the share of the busiest server in the writes of a window, on average */
  gboolean is_hot;   /* this is too much */
  gboolean is_fit;   /* nothing has to be split */
} HBasePlanTableLoad;

/* Computes the load. `now` is the size of the table, or 0 for one that is empty; `written` the simulation
 * that has keys in the order in which they were written. */
void hbase_plan_table_load_init (HBasePlanTableLoad *load,
                                 const HBasePlanRegionPlan *plan,
                                 HBasePlanSimulation *simulation,
                                 HBasePlanSimulation *written,
                                 double now);
void hbase_plan_table_load_clear (HBasePlanTableLoad *load);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBasePlanTableLoad, hbase_plan_table_load_clear)

/* Returns whether one server gets too many of the writes with these splits, and how many. */
gboolean hbase_plan_table_load_is_hot (GPtrArray *keys, GPtrArray *splits, guint n_servers, double *busiest);
