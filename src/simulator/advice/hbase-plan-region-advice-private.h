/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-region-advice.h"

struct _HBasePlanRegionAdvice {
  gatomicrefcount ref_count;
  double rate, bytes, row_size; /* the target; 0: unknown */
  guint n_servers;
  guint n_regions, n_salts;
  guint64 region_size;
  GPtrArray *splits; /* of GBytes */
  GPtrArray *list;   /* of HBasePlanRegionRecommendation */
};

/* Makes advice without recommendations. */
HBasePlanRegionAdvice *hbase_plan_region_advice_new (void);
