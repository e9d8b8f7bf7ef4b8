/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-emulation-report.h"
#include "hbase-emulation-settings.h"

#define HBASE_N_EMULATION_FIGURES 26

/* The size of the table at one time. */
typedef struct {
  double time; /* ms */
  guint n_regions;
  double bytes;
} HBaseGrowth;

struct _HBaseEmulationReport {
  gatomicrefcount ref_count;
  HBaseEmulationSettings *settings;
  GPtrArray *regions;                        /* of HBaseEmulatedRegion, in the order of their numbers */
  GArray *growth;                            /* of HBaseGrowth, in the order of time */
  double figures[HBASE_N_EMULATION_FIGURES]; /* by HBaseEmulationFigure */
};

/* Takes over the arrays. The figures are 0. */
HBaseEmulationReport *
hbase_emulation_report_new (HBaseEmulationSettings *settings, GPtrArray *regions, GArray *growth);
