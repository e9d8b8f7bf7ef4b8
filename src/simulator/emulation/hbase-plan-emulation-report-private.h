/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-emulation-report.h"
#include "hbase-plan-emulation-settings.h"

#define HBASE_PLAN_N_EMULATION_FIGURES 26

/* The size of the table at one time. */
typedef struct {
  double time; /* ms */
  guint n_regions;
  double bytes;
} HBasePlanGrowth;

struct _HBasePlanEmulationReport {
  gatomicrefcount ref_count;
  HBasePlanEmulationSettings *settings;
  GPtrArray *regions; /* of HBasePlanEmulatedRegion, in the order of their numbers */
  GArray *growth;     /* of HBasePlanGrowth, in the order of time */
  double figures[HBASE_PLAN_N_EMULATION_FIGURES]; /* by HBasePlanEmulationFigure */
};

/* Takes over the arrays. The figures are 0. */
HBasePlanEmulationReport *
hbase_plan_emulation_report_new (HBasePlanEmulationSettings *settings, GPtrArray *regions, GArray *growth);
