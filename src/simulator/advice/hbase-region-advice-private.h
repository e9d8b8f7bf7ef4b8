/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-region-advice.h"

struct _HBaseRegionAdvice {
  gatomicrefcount ref_count;
  double rate, bytes, row_size; /* the target; 0: unknown */
  guint n_servers;
  guint n_regions, n_salts;
  guint64 region_size;
  GPtrArray *splits; /* of GBytes */
  GPtrArray *list;   /* of HBaseRegionRecommendation */
};

/* Makes advice without recommendations. */
HBaseRegionAdvice *hbase_region_advice_new (void);
