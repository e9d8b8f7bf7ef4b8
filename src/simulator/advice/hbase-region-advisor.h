/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-emulation-settings.h"
#include "hbase-key-schema.h"
#include "hbase-region-advice.h"
#include "hbase-simulation.h"

G_BEGIN_DECLS

#define HBASE_TYPE_REGION_ADVISOR (hbase_region_advisor_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseRegionAdvisor, hbase_region_advisor, HBASE, REGION_ADVISOR, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseRegionAdvisor *hbase_region_advisor_new (HBaseSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
HBaseRegionAdvice *hbase_region_advisor_run (HBaseRegionAdvisor *advisor, GError **error);

G_END_DECLS
