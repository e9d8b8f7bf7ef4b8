/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-emulated-region.h"

#define HBASE_PLAN_N_REGION_FIGURES 11

struct _HBasePlanEmulatedRegion {
  gatomicrefcount ref_count;
  guint number;
  GBytes *start, *end;
  double figures[HBASE_PLAN_N_REGION_FIGURES]; /* by HBasePlanRegionFigure */
};

HBasePlanEmulatedRegion *hbase_plan_emulated_region_new (guint number, GBytes *start, GBytes *end);
/* Returns the regions that weren't split, sorted by key. (transfer container) */
GPtrArray *hbase_plan_emulated_regions_find_live (GPtrArray *regions);
