/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan.h"
#include "tool.h"

/* Prints what a report has in addition to the figures of a simulation or an emulation. */
typedef struct {
  GPtrArray *findings;           /* of HBasePlanKeyFinding, on the key schema; NULL: they weren't requested */
  HBasePlanRegionAdvice *advice; /* NULL: it wasn't requested */
} SimulateExtras;

void simulate_extras_clear (SimulateExtras *extras);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SimulateExtras, simulate_extras_clear)

/* Finds the problems of the key schema, with these splits. */
GPtrArray *simulate_find_problems (HBaseKeySchema *schema, GPtrArray *splits);
/* Prints a report in JSON, an object, with the members `findings` and `advice` if there are such. */
void simulate_print_json (const char *report, const SimulateExtras *extras);
/* Prints the same as text, after the report. */
void simulate_print_extras (Tool *tool, const SimulateExtras *extras);
