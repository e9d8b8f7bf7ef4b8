/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>
#include "hbase-plan-macros.h"

G_BEGIN_DECLS

/**
 * HBasePlanRegionFigure:
 * @HBASE_PLAN_REGION_FIGURE_PARENT: the number of the region of which it is a half; 0: it is one of the first
 * regions
 * @HBASE_PLAN_REGION_FIGURE_SERVER: the server on which it is, or was last; the first is 0
 * @HBASE_PLAN_REGION_FIGURE_BORN: the virtual time of its creation, in milliseconds
 * @HBASE_PLAN_REGION_FIGURE_SPLIT: the virtual time at which it was split, in milliseconds; -1: it wasn't
 * @HBASE_PLAN_REGION_FIGURE_ROWS: the rows that were written to it
 * @HBASE_PLAN_REGION_FIGURE_STORE_BYTES: the bytes of its store files; 0 after it was split
 * @HBASE_PLAN_REGION_FIGURE_MEMSTORE_BYTES: the bytes of its rows that aren't in a store file yet
 * @HBASE_PLAN_REGION_FIGURE_FILES: the number of its store files
 * @HBASE_PLAN_REGION_FIGURE_FLUSHES: the number of its flushes
 * @HBASE_PLAN_REGION_FIGURE_COMPACTED_BYTES: the bytes that its compactions wrote
 * @HBASE_PLAN_REGION_FIGURE_STALLED: the time in which its writes were blocked, in milliseconds
 *
 * What is known of an emulated region. The numbers are never changed or reused.
 */
typedef enum {
  HBASE_PLAN_REGION_FIGURE_PARENT = 0,
  HBASE_PLAN_REGION_FIGURE_SERVER = 1,
  HBASE_PLAN_REGION_FIGURE_BORN = 2,
  HBASE_PLAN_REGION_FIGURE_SPLIT = 3,
  HBASE_PLAN_REGION_FIGURE_ROWS = 4,
  HBASE_PLAN_REGION_FIGURE_STORE_BYTES = 5,
  HBASE_PLAN_REGION_FIGURE_MEMSTORE_BYTES = 6,
  HBASE_PLAN_REGION_FIGURE_FILES = 7,
  HBASE_PLAN_REGION_FIGURE_FLUSHES = 8,
  HBASE_PLAN_REGION_FIGURE_COMPACTED_BYTES = 9,
  HBASE_PLAN_REGION_FIGURE_STALLED = 10,
} HBasePlanRegionFigure;

#define HBASE_PLAN_TYPE_REGION_FIGURE (hbase_plan_region_figure_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_plan_region_figure_get_type (void);

#define HBASE_PLAN_TYPE_EMULATED_REGION (hbase_plan_emulated_region_get_type ())
typedef struct _HBasePlanEmulatedRegion HBasePlanEmulatedRegion;

HBASE_AVAILABLE_IN_0_1
GType hbase_plan_emulated_region_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBasePlanEmulatedRegion *hbase_plan_emulated_region_ref (HBasePlanEmulatedRegion *region);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_emulated_region_unref (HBasePlanEmulatedRegion *region);
HBASE_AVAILABLE_IN_0_1
guint hbase_plan_emulated_region_get_number (HBasePlanEmulatedRegion *region);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_plan_emulated_region_get_start_key (HBasePlanEmulatedRegion *region);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_plan_emulated_region_get_end_key (HBasePlanEmulatedRegion *region);
HBASE_AVAILABLE_IN_0_1
double hbase_plan_emulated_region_get_figure (HBasePlanEmulatedRegion *region, HBasePlanRegionFigure figure);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePlanEmulatedRegion, hbase_plan_emulated_region_unref)

G_END_DECLS
