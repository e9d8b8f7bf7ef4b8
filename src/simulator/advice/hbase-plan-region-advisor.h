/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema.h"
#include "hbase-plan-emulation-settings.h"
#include "hbase-plan-region-advice.h"
#include "hbase-plan-simulation.h"

G_BEGIN_DECLS

#define HBASE_PLAN_TYPE_REGION_ADVISOR (hbase_plan_region_advisor_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBasePlanRegionAdvisor, hbase_plan_region_advisor, HBASE_PLAN, REGION_ADVISOR, GObject)

HBASE_AVAILABLE_IN_0_1
HBasePlanRegionAdvisor *hbase_plan_region_advisor_new (HBasePlanSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
HBasePlanRegionAdvice *hbase_plan_region_advisor_run (HBasePlanRegionAdvisor *advisor, GError **error);

G_END_DECLS
