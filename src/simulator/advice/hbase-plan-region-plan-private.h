/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-emulation-settings-private.h"

/* Regions are planned to be filled to this part of the size at which they are split, so that one with a
 * quarter more rows than the average isn't split. */
#define HBASE_PLAN_REGION_PLAN_FILL 0.8
/* The greatest region size that HBase's reference guide recommends. */
#define HBASE_PLAN_REGION_PLAN_MAX_SIZE (50.0 * (1 << 30))

/* How many regions a table needs, and of what size: what is given, and what follows from it. Sizes are in
 * bytes. */
typedef struct {
  const HBasePlanEmulationValues *values;
  guint n_servers, n_families;
  double heap_size; /* of a server */
  double target;    /* the size of the table; 0: unknown */

  double memory;         /* of a server for memstores */
  guint n_memstores;     /* regions on a server whose memstores fit into that when they are flushed */
  double region_size;    /* MAX_FILESIZE */
  guint n_regions;       /* a multiple of the number of servers */
  guint n_for_size;      /* the same without regard to the split policy */
  gboolean needs_policy; /* the split policy is to be replaced by ConstantSizeRegionSplitPolicy */
} HBasePlanRegionPlan;

void hbase_plan_region_plan_compute (HBasePlanRegionPlan *plan);
/* Returns the least size at which HBase splits a region if the table has `n_regions`: the size less half of
 * the jitter, or less if the split policy depends on the number of regions. INFINITY: it never does. */
double hbase_plan_region_plan_get_split_size (const HBasePlanRegionPlan *plan, guint n_regions);
/* Returns the size that a region shouldn't exceed: the same, or without regard to the split policy if that
 * splits no regions. */
double hbase_plan_region_plan_get_limit (const HBasePlanRegionPlan *plan, guint n_regions);
/* Returns the region size less half of the jitter. */
double hbase_plan_region_plan_get_least_size (const HBasePlanRegionPlan *plan);
