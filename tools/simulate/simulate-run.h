/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan.h"
#include "tool.h"

/* Computes a simulation in this many threads, if its keys allow that, and shows the progress. */
HBasePlanSimulation *simulate_run (HBasePlanSimulator *simulator,
                                   GPtrArray *splits,
                                   guint n_threads,
                                   GCancellable *cancellable,
                                   GError **error);
