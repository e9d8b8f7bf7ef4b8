/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-counter-random-private.h"
#include "hbase-emulation-settings-private.h"

/* A region, as far as the balancer knows it. */
typedef struct {
  guint server, old_server;
  double bytes;
} HBaseBalancedRegion;

/* Moves regions between the servers 0 … n_servers − 1: changes `server` in `regions`. */
void hbase_balancer_balance (const HBaseEmulationValues *values,
                             HBaseBalancedRegion *regions,
                             guint n_regions,
                             guint n_servers,
                             HBaseRandomDraws *draws);
