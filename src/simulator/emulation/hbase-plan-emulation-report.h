/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-emulated-region.h"
#include "hbase-plan-picture.h"

G_BEGIN_DECLS

/**
 * HBasePlanEmulationFigure:
 * @HBASE_PLAN_EMULATION_FIGURE_TIME: the virtual time since the first row, in milliseconds
 * @HBASE_PLAN_EMULATION_FIGURE_ROWS: the rows that were written
 * @HBASE_PLAN_EMULATION_FIGURE_REGIONS: the regions at the end
 * @HBASE_PLAN_EMULATION_FIGURE_SPLITS: the splits of regions
 * @HBASE_PLAN_EMULATION_FIGURE_FIRST_SPLIT: the virtual time of the first split, in milliseconds; -1: there
 * was none
 * @HBASE_PLAN_EMULATION_FIGURE_MOVES: the moves of regions to other servers
 * @HBASE_PLAN_EMULATION_FIGURE_WRITTEN_BYTES: the bytes of the rows, as store files store them
 * @HBASE_PLAN_EMULATION_FIGURE_STORE_BYTES: the bytes of the store files at the end
 * @HBASE_PLAN_EMULATION_FIGURE_MEMSTORE_BYTES: the bytes of rows that aren't in a store file at the end
 * @HBASE_PLAN_EMULATION_FIGURE_FILES: the store files at the end
 * @HBASE_PLAN_EMULATION_FIGURE_FLUSHES: the flushes
 * @HBASE_PLAN_EMULATION_FIGURE_FLUSHED_BYTES: the bytes that flushes wrote
 * @HBASE_PLAN_EMULATION_FIGURE_COMPACTIONS: the compactions, major ones included
 * @HBASE_PLAN_EMULATION_FIGURE_MAJOR_COMPACTIONS: the compactions of all files of a region
 * @HBASE_PLAN_EMULATION_FIGURE_COMPACTED_BYTES: the bytes that compactions wrote
 * @HBASE_PLAN_EMULATION_FIGURE_LOG_FLUSHES: the flushes because there were too many logs
 * @HBASE_PLAN_EMULATION_FIGURE_PRESSURE_FLUSHES: the flushes because the memstores of a server were too large
 * @HBASE_PLAN_EMULATION_FIGURE_WRITE_AMPLIFICATION: the bytes that flushes and compactions wrote for each
 *   byte flushed; 0: nothing was flushed
 * @HBASE_PLAN_EMULATION_FIGURE_REGION_STALLS: the time for which writers were blocked because a region's
 *   memstore was full, in milliseconds
 * @HBASE_PLAN_EMULATION_FIGURE_SERVER_STALLS: the time for which writers were blocked because all memstores
 *   of a server together were too large, in milliseconds
 * @HBASE_PLAN_EMULATION_FIGURE_DEAD_REGIONS: the regions at the end without a row
 * @HBASE_PLAN_EMULATION_FIGURE_NEVER_SPLIT: the first regions that were never split
 * @HBASE_PLAN_EMULATION_FIGURE_UNSPLITTABLE: the regions at the end that are large enough to be split, but
 *   can't be, because the middle of their largest store file is its first key
 * @HBASE_PLAN_EMULATION_FIGURE_HOTTEST_REGION: the number of the region to which most rows were written
 * @HBASE_PLAN_EMULATION_FIGURE_HOTTEST_SERVER: the server to which most rows were written
 * @HBASE_PLAN_EMULATION_FIGURE_HOTTEST_SERVER_SHARE: its share of the rows, from 0 to 1
 *
 * What an emulation measures. The numbers are never changed or reused.
 */
typedef enum {
  HBASE_PLAN_EMULATION_FIGURE_TIME = 0,
  HBASE_PLAN_EMULATION_FIGURE_ROWS = 1,
  HBASE_PLAN_EMULATION_FIGURE_REGIONS = 2,
  HBASE_PLAN_EMULATION_FIGURE_SPLITS = 3,
  HBASE_PLAN_EMULATION_FIGURE_FIRST_SPLIT = 4,
  HBASE_PLAN_EMULATION_FIGURE_MOVES = 5,
  HBASE_PLAN_EMULATION_FIGURE_WRITTEN_BYTES = 6,
  HBASE_PLAN_EMULATION_FIGURE_STORE_BYTES = 7,
  HBASE_PLAN_EMULATION_FIGURE_MEMSTORE_BYTES = 8,
  HBASE_PLAN_EMULATION_FIGURE_FILES = 9,
  HBASE_PLAN_EMULATION_FIGURE_FLUSHES = 10,
  HBASE_PLAN_EMULATION_FIGURE_FLUSHED_BYTES = 11,
  HBASE_PLAN_EMULATION_FIGURE_COMPACTIONS = 12,
  HBASE_PLAN_EMULATION_FIGURE_MAJOR_COMPACTIONS = 13,
  HBASE_PLAN_EMULATION_FIGURE_COMPACTED_BYTES = 14,
  HBASE_PLAN_EMULATION_FIGURE_LOG_FLUSHES = 15,
  HBASE_PLAN_EMULATION_FIGURE_PRESSURE_FLUSHES = 16,
  HBASE_PLAN_EMULATION_FIGURE_WRITE_AMPLIFICATION = 17,
  HBASE_PLAN_EMULATION_FIGURE_REGION_STALLS = 18,
  HBASE_PLAN_EMULATION_FIGURE_SERVER_STALLS = 19,
  HBASE_PLAN_EMULATION_FIGURE_DEAD_REGIONS = 20,
  HBASE_PLAN_EMULATION_FIGURE_NEVER_SPLIT = 21,
  HBASE_PLAN_EMULATION_FIGURE_UNSPLITTABLE = 22,
  HBASE_PLAN_EMULATION_FIGURE_HOTTEST_REGION = 23,
  HBASE_PLAN_EMULATION_FIGURE_HOTTEST_SERVER = 24,
  HBASE_PLAN_EMULATION_FIGURE_HOTTEST_SERVER_SHARE = 25,
} HBasePlanEmulationFigure;

#define HBASE_PLAN_TYPE_EMULATION_FIGURE (hbase_plan_emulation_figure_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_plan_emulation_figure_get_type (void);

#define HBASE_PLAN_TYPE_EMULATION_REPORT (hbase_plan_emulation_report_get_type ())
typedef struct _HBasePlanEmulationReport HBasePlanEmulationReport;

HBASE_AVAILABLE_IN_0_1
GType hbase_plan_emulation_report_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBasePlanEmulationReport *hbase_plan_emulation_report_ref (HBasePlanEmulationReport *report);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_emulation_report_unref (HBasePlanEmulationReport *report);
HBASE_AVAILABLE_IN_0_1
double hbase_plan_emulation_report_get_figure (HBasePlanEmulationReport *report,
                                               HBasePlanEmulationFigure figure);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_plan_emulation_report_get_regions (HBasePlanEmulationReport *report);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_plan_emulation_report_get_growth (HBasePlanEmulationReport *report,
                                                 double time_ms,
                                                 guint *n_regions,
                                                 double *bytes);
HBASE_AVAILABLE_IN_0_1
char *hbase_plan_emulation_report_to_text (HBasePlanEmulationReport *report);
HBASE_AVAILABLE_IN_0_1
char *hbase_plan_emulation_report_to_json (HBasePlanEmulationReport *report);
HBASE_AVAILABLE_IN_0_1
HBasePlanPicture *hbase_plan_emulation_report_to_picture (HBasePlanEmulationReport *report);
HBASE_AVAILABLE_IN_0_1
char *hbase_plan_emulation_report_to_svg (HBasePlanEmulationReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePlanEmulationReport, hbase_plan_emulation_report_unref)

G_END_DECLS
