/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

/* The interface of HBasePlan, for programs that design tables. Unlike that of HBase, it may change in any
 * version. */

#include <hbase-glib.h>

#define HBASE_PLAN_INSIDE

#include "hbase-plan-emulated-region.h"
#include "hbase-plan-emulation-report.h"
#include "hbase-plan-emulation-settings.h"
#include "hbase-plan-emulator.h"
#include "hbase-plan-field-key-generator.h"
#include "hbase-plan-key-finding.h"
#include "hbase-plan-key-lint.h"
#include "hbase-plan-macros.h"
#include "hbase-plan-picture.h"
#include "hbase-plan-region-advice.h"
#include "hbase-plan-region-advisor.h"
#include "hbase-plan-region-recommendation.h"
#include "hbase-plan-simulation.h"
#include "hbase-plan-simulator.h"
#include "hbase-plan-site-settings.h"

#undef HBASE_PLAN_INSIDE
