/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include "hbase-macros.h"
#include "hbase-picture.h"

G_BEGIN_DECLS

#define HBASE_TYPE_SIMULATION_CHUNK (hbase_simulation_chunk_get_type ())
typedef struct _HBaseSimulationChunk HBaseSimulationChunk;

HBASE_AVAILABLE_IN_0_1
GType hbase_simulation_chunk_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseSimulationChunk *hbase_simulation_chunk_ref (HBaseSimulationChunk *chunk);
HBASE_AVAILABLE_IN_0_1
void hbase_simulation_chunk_unref (HBaseSimulationChunk *chunk);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_simulation_chunk_get_index (HBaseSimulationChunk *chunk);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_simulation_chunk_get_puts (HBaseSimulationChunk *chunk);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseSimulationChunk, hbase_simulation_chunk_unref)

#define HBASE_TYPE_SIMULATION (hbase_simulation_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseSimulation, hbase_simulation, HBASE, SIMULATION, GObject)

/* splits: GBytes */
HBASE_AVAILABLE_IN_0_1
HBaseSimulation *hbase_simulation_new (GPtrArray *splits);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_simulation_add_chunk (HBaseSimulation *simulation, HBaseSimulationChunk *chunk, GError **error);

HBASE_AVAILABLE_IN_0_1
guint64 hbase_simulation_get_puts (HBaseSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
guint hbase_simulation_get_n_regions (HBaseSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
guint hbase_simulation_get_n_dead_regions (HBaseSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_simulation_get_region_start (HBaseSimulation *simulation, guint region);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_simulation_get_region_puts (HBaseSimulation *simulation, guint region);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_simulation_get_region_bytes (HBaseSimulation *simulation, guint region);
HBASE_AVAILABLE_IN_0_1
double hbase_simulation_get_region_share (HBaseSimulation *simulation, guint region);
HBASE_AVAILABLE_IN_0_1
double hbase_simulation_get_region_ratio (HBaseSimulation *simulation, guint region);
HBASE_AVAILABLE_IN_0_1
double hbase_simulation_get_gini (HBaseSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_simulation_get_window (HBaseSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
double hbase_simulation_get_busiest_share (HBaseSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
double hbase_simulation_get_mean_busiest_share (HBaseSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
guint hbase_simulation_get_busiest_region (HBaseSimulation *simulation);

HBASE_AVAILABLE_IN_0_1
char *hbase_simulation_to_text (HBaseSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
char *hbase_simulation_to_csv (HBaseSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
char *hbase_simulation_to_json (HBaseSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
HBasePicture *hbase_simulation_to_picture (HBaseSimulation *simulation);
HBASE_AVAILABLE_IN_0_1
char *hbase_simulation_to_svg (HBaseSimulation *simulation);

G_END_DECLS
