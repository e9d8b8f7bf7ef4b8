/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-simulation.h"
#include "hbase-slice-private.h"

/* ---- regions ---- */

/* Finds the region of a key. */
typedef struct {
  GPtrArray *splits; /* of GBytes */
  HBaseSlice *keys;
  guint64 *prefixes; /* the first eight bytes of each */
} HBaseRegionFinder;

/* Fails with INVALID_ARGUMENT, which names the split, if they are not in strictly ascending order, or not row
 * keys. */
gboolean hbase_region_finder_check (GPtrArray *splits, GError **error);
void hbase_region_finder_init (HBaseRegionFinder *finder, GPtrArray *splits);
void hbase_region_finder_clear (HBaseRegionFinder *finder);
guint hbase_region_finder_find (const HBaseRegionFinder *finder, HBaseSlice key);

/* ---- chunks: the figures of a range of puts ---- */

#define HBASE_SIMULATION_SAMPLES 32 /* keys of a chunk that are kept for pictures */

typedef struct {
  GBytes *key;
  guint64 put;
} HBaseSimulationSample;

struct _HBaseSimulationChunk {
  gatomicrefcount ref_count;
  guint64 index, first, n_puts; /* its number; the number of its first put, and how many there are */
  guint n_regions;
  guint64 *puts, *bytes; /* by region */
  GArray *samples;       /* of HBaseSimulationSample, in ascending order of their puts */
};

HBaseSimulationChunk *hbase_simulation_chunk_new (guint64 index, guint64 first, guint n_regions);

/* The samples of all chunks (element-type HBaseSimulationSample), in ascending order of their puts. */
GArray *hbase_simulation_get_samples (HBaseSimulation *simulation);
