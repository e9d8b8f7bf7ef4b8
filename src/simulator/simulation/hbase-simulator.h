/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-generator.h"
#include "hbase-simulation.h"

G_BEGIN_DECLS

#define HBASE_TYPE_SIMULATOR (hbase_simulator_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseSimulator, hbase_simulator, HBASE, SIMULATOR, GObject)

/* splits: GBytes */
HBASE_AVAILABLE_IN_0_1
HBaseSimulator *hbase_simulator_new (HBaseKeyGenerator *keys, GPtrArray *splits, guint64 puts);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_simulator_is_parallel (HBaseSimulator *simulator);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_simulator_get_n_chunks (HBaseSimulator *simulator);
HBASE_AVAILABLE_IN_0_1
HBaseSimulationChunk *hbase_simulator_run_chunk (HBaseSimulator *simulator,
                                                 guint64 index,
                                                 GCancellable *cancellable,
                                                 GError **error);
HBASE_AVAILABLE_IN_0_1
HBaseSimulation *hbase_simulator_run (HBaseSimulator *simulator, GCancellable *cancellable, GError **error);

G_END_DECLS
