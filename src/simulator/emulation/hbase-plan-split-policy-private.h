/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-emulation-settings-private.h"

/* Computes the size in bytes that a region's store must exceed to be split; INFINITY: it is never split.
 * `max_file_size` has the region's jitter, and `n_regions` counts the table's regions on the region's
 * server. */
double hbase_plan_split_policy_get_size (const HBasePlanEmulationValues *values,
                                         double max_file_size,
                                         guint n_regions);
/* Computes a region's maximum file size, from a random number in [0, 1). */
double hbase_plan_split_policy_add_jitter (const HBasePlanEmulationValues *values, double random);
