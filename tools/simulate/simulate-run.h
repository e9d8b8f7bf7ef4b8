/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Computes a simulation in this many threads, if its keys allow that, and shows the progress. */
HBaseSimulation *simulate_run (
    HBaseSimulator *simulator, GPtrArray *splits, guint n_threads, GCancellable *cancellable, GError **error);
