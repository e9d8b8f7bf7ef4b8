/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-counter-random-private.h"
#include "hbase-plan-emulation-settings-private.h"

/* A region, as far as the balancer knows it. */
typedef struct {
  guint server, old_server;
  double bytes;
} HBasePlanBalancedRegion;

/* Moves regions between the servers 0 … n_servers − 1: changes `server` in `regions`. */
void hbase_plan_balancer_balance (const HBasePlanEmulationValues *values,
                                  HBasePlanBalancedRegion *regions,
                                  guint n_regions,
                                  guint n_servers,
                                  HBasePlanRandomDraws *draws);
