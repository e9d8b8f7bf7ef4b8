/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-picture-private.h"

/* Draws the tree of regions over time. `regions` are HBasePlanEmulatedRegion, in the order of their numbers;
 * `end` is the time of the last event, in ms. */
HBasePlanPicture *hbase_plan_emulation_picture_new (GPtrArray *regions, double end);
