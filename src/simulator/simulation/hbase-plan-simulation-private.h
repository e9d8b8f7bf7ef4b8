/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-simulation.h"
#include "hbase-slice-private.h"

/* ---- regions ---- */

/* Finds the region of a key. */
typedef struct {
  GPtrArray *splits; /* of GBytes */
  HBaseSlice *keys;
  guint64 *prefixes; /* the first eight bytes of each */
} HBasePlanRegionFinder;

/* Fails with INVALID_ARGUMENT, which names the split, if they are not in strictly ascending order, or not row
 * keys. */
gboolean hbase_plan_region_finder_check (GPtrArray *splits, GError **error);
void hbase_plan_region_finder_init (HBasePlanRegionFinder *finder, GPtrArray *splits);
void hbase_plan_region_finder_clear (HBasePlanRegionFinder *finder);
guint hbase_plan_region_finder_find (const HBasePlanRegionFinder *finder, HBaseSlice key);

/* ---- chunks: the figures of a range of puts ---- */

#define HBASE_PLAN_SIMULATION_SAMPLES 32 /* keys of a chunk that are kept for pictures */

typedef struct {
  GBytes *key;
  guint64 put;
} HBasePlanSimulationSample;

struct _HBasePlanSimulationChunk {
  gatomicrefcount ref_count;
  guint64 index, first, n_puts; /* its number; the number of its first put, and how many there are */
  guint n_regions;
  guint64 *puts, *bytes; /* by region */
  GArray *samples;       /* of HBasePlanSimulationSample, in ascending order of their puts */
};

HBasePlanSimulationChunk *hbase_plan_simulation_chunk_new (guint64 index, guint64 first, guint n_regions);

/* The samples of all chunks (element-type HBasePlanSimulationSample), in ascending order of their puts. */
GArray *hbase_plan_simulation_get_samples (HBasePlanSimulation *simulation);
