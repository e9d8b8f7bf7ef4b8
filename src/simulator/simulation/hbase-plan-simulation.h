/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include "hbase-plan-macros.h"
#include "hbase-plan-picture.h"

G_BEGIN_DECLS

#define HBASE_PLAN_TYPE_SIMULATION_CHUNK (hbase_plan_simulation_chunk_get_type ())
typedef struct _HBasePlanSimulationChunk HBasePlanSimulationChunk;

HBASE_AVAILABLE_IN_0_1
GType hbase_plan_simulation_chunk_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBasePlanSimulationChunk *hbase_plan_simulation_chunk_ref (HBasePlanSimulationChunk *chunk);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_simulation_chunk_unref (HBasePlanSimulationChunk *chunk);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_plan_simulation_chunk_get_index (HBasePlanSimulationChunk *chunk);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_plan_simulation_chunk_get_puts (HBasePlanSimulationChunk *chunk);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePlanSimulationChunk, hbase_plan_simulation_chunk_unref)

#define HBASE_PLAN_TYPE_SIMULATION (hbase_plan_simulation_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBasePlanSimulation, hbase_plan_simulation, HBASE_PLAN, SIMULATION, GObject)

/* splits: GBytes */
HBASE_AVAILABLE_IN_0_1
HBasePlanSimulation *hbase_plan_simulation_new (GPtrArray *splits);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_plan_simulation_add_chunk (HBasePlanSimulation *simulation,
                                          HBasePlanSimulationChunk *chunk,
                                          GError **error);

HBASE_AVAILABLE_IN_0_1
guint64 hbase_plan_simulation_get_puts (HBasePlanSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
guint hbase_plan_simulation_get_n_regions (HBasePlanSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
guint hbase_plan_simulation_get_n_dead_regions (HBasePlanSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_plan_simulation_get_region_start (HBasePlanSimulation *simulation, guint region);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_plan_simulation_get_region_puts (HBasePlanSimulation *simulation, guint region);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_plan_simulation_get_region_bytes (HBasePlanSimulation *simulation, guint region);
HBASE_AVAILABLE_IN_0_1
double hbase_plan_simulation_get_region_share (HBasePlanSimulation *simulation, guint region);
HBASE_AVAILABLE_IN_0_1
double hbase_plan_simulation_get_region_ratio (HBasePlanSimulation *simulation, guint region);
HBASE_AVAILABLE_IN_0_1
double hbase_plan_simulation_get_gini (HBasePlanSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_plan_simulation_get_window (HBasePlanSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
double hbase_plan_simulation_get_busiest_share (HBasePlanSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
double hbase_plan_simulation_get_mean_busiest_share (HBasePlanSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
guint hbase_plan_simulation_get_busiest_region (HBasePlanSimulation *simulation);

HBASE_AVAILABLE_IN_0_1
char *hbase_plan_simulation_to_text (HBasePlanSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
char *hbase_plan_simulation_to_csv (HBasePlanSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
char *hbase_plan_simulation_to_json (HBasePlanSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
HBasePlanPicture *hbase_plan_simulation_to_picture (HBasePlanSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
char *hbase_plan_simulation_to_svg (HBasePlanSimulation *simulation);

G_END_DECLS
