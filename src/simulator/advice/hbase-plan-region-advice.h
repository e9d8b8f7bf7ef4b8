/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-region-recommendation.h"

G_BEGIN_DECLS

#define HBASE_PLAN_TYPE_REGION_ADVICE (hbase_plan_region_advice_get_type ())
typedef struct _HBasePlanRegionAdvice HBasePlanRegionAdvice;

HBASE_AVAILABLE_IN_0_1
GType hbase_plan_region_advice_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBasePlanRegionAdvice *hbase_plan_region_advice_ref (HBasePlanRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_region_advice_unref (HBasePlanRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_plan_region_advice_has_changes (HBasePlanRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
guint hbase_plan_region_advice_get_n_regions (HBasePlanRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
guint hbase_plan_region_advice_get_n_salts (HBasePlanRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_plan_region_advice_get_region_size (HBasePlanRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_plan_region_advice_get_splits (HBasePlanRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_plan_region_advice_list (HBasePlanRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
char *hbase_plan_region_advice_to_text (HBasePlanRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
char *hbase_plan_region_advice_to_json (HBasePlanRegionAdvice *advice);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePlanRegionAdvice, hbase_plan_region_advice_unref)

G_END_DECLS
