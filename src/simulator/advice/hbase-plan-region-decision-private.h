/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema.h"
#include "hbase-plan-region-advice-private.h"
#include "hbase-plan-region-load-private.h"

#define HBASE_PLAN_KEYS_A_REGION 256 /* with a smaller sample a region may be much larger than planned */

/* What is to be recommended, and what it rests on. */
typedef struct {
  /* given; nothing of this is owned */
  HBasePlanSimulation *simulation, *written; /* `written` may be NULL */
  HBaseKeySchema *schema;                    /* NULL: unknown */
  gboolean exists;                           /* whether the simulation has the rows of an existing table */
  double rate;                               /* rows a second; 0: unknown */
  double row_size, now;                      /* bytes of a row, and of the existing table */
  HBasePlanRegionPlan plan;                  /* the rest of it is computed */
  /* decided */
  HBasePlanTableLoad load;
  HBasePlanRegionAdvice *advice; /* its numbers and splits, without the recommendations */
  guint n_salts;                 /* of the schema, if they can be counted; 0: none */
  gboolean has_many_salts;       /* too many to be counted, as those of a hash */
  GPtrArray *splits;             /* of a new table: quantiles, GBytes; NULL: of an existing table */
  double busiest;                /* the share of the busiest server with these splits, or with its own */
  guint n_tried;                 /* regions with these splits, which may be fewer than those planned */
  guint n_idle;                  /* regions of these splits of a new table without the newest writes */
  gboolean is_hot;               /* no splits of a new table divide the writes */
  char *servers;                 /* in texts: `5 servers` */
} HBasePlanRegionDecision;

void hbase_plan_region_decision_make (HBasePlanRegionDecision *decision);
void hbase_plan_region_decision_clear (HBasePlanRegionDecision *decision);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBasePlanRegionDecision, hbase_plan_region_decision_clear)
/* Whether the regions of the simulation, of a new or an existing table, are what is recommended. */
gboolean hbase_plan_region_decision_keeps_regions (const HBasePlanRegionDecision *decision);
/* Adds the recommendations to the advice. */
void hbase_plan_region_decision_describe (HBasePlanRegionDecision *decision);
