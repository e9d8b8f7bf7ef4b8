/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-generator.h"
#include "hbase-plan-simulation.h"

G_BEGIN_DECLS

#define HBASE_PLAN_TYPE_SIMULATOR (hbase_plan_simulator_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBasePlanSimulator, hbase_plan_simulator, HBASE_PLAN, SIMULATOR, GObject)

/* splits: GBytes */
HBASE_AVAILABLE_IN_0_1
HBasePlanSimulator *hbase_plan_simulator_new (HBaseKeyGenerator *keys, GPtrArray *splits, guint64 puts);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_plan_simulator_is_parallel (HBasePlanSimulator *simulator);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_plan_simulator_get_n_chunks (HBasePlanSimulator *simulator);
HBASE_AVAILABLE_IN_0_1
HBasePlanSimulationChunk *hbase_plan_simulator_run_chunk (HBasePlanSimulator *simulator,
                                                          guint64 index,
                                                          GCancellable *cancellable,
                                                          GError **error);
HBASE_AVAILABLE_IN_0_1
HBasePlanSimulation *
hbase_plan_simulator_run (HBasePlanSimulator *simulator, GCancellable *cancellable, GError **error);

G_END_DECLS
