/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page-token-private.h"

/* Which columns of a row to ask for, for a page of them, and what page they are: as the page plan for rows, but
 * forward only, as HBase reads columns.
 *
 * A place is named by a column that was seen, as bytes: the length of its family's name (1), the name, the
 * qualifier. */

typedef struct {
  const char *table; /* the owner's */
  HBaseGet *get;     /* as hbase_column_plan_init() made it */
  guint size;
} HBaseColumnPlan;

/* The get is copied; `table` must live as long as the plan. */
void hbase_column_plan_init (HBaseColumnPlan *plan, const char *table, HBaseGet *get, guint size);
void hbase_column_plan_clear (HBaseColumnPlan *plan);
void hbase_column_query_init (HBasePageQuery *query, const HBaseColumnPlan *plan, HBaseKeySchema *schema);
/* Whether there can be such pages; else INVALID_ARGUMENT. */
gboolean hbase_column_plan_check (const HBaseColumnPlan *plan, GError **error);
/* Whether a page can lie there: anybody can name a column. */
gboolean hbase_column_plan_has_position (const HBaseColumnPlan *plan, const HBasePagePosition *place);

/* What to get, in one call. (element-type HBaseGet) */
GPtrArray *hbase_column_plan_request (const HBaseColumnPlan *plan, const HBasePagePosition *place);
/* The page, as a row of so many columns; NULL: there are none. `*last`: where the next page lies; NULL: there is
 * none. `rows`: what came (element-type HBaseRow). */
HBaseRow *hbase_column_plan_finish (const HBaseColumnPlan *plan, GPtrArray *rows, GBytes **last);
