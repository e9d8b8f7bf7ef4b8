/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page-token-private.h"

/* A column plan decides which columns of a row are requested for a page of columns, and makes the page of
 * what is received. It is the page plan's counterpart for columns, but forward only, as HBase reads columns.
 * A page's position is a column that was seen before it, as bytes: the length of its family's name (one
 * byte), the name, the qualifier. */

typedef struct {
  const char *table; /* owned by the caller */
  HBaseGet *get;     /* a copy */
  guint size;
} HBaseColumnPlan;

/* The get is copied; `table` must live as long as the plan. */
void hbase_column_plan_init (HBaseColumnPlan *plan, const char *table, HBaseGet *get, guint size);
void hbase_column_plan_clear (HBaseColumnPlan *plan);
void hbase_column_query_init (HBasePageQuery *query, const HBaseColumnPlan *plan, HBaseKeySchema *schema);
/* Returns FALSE with INVALID_ARGUMENT if such pages aren't possible. */
gboolean hbase_column_plan_check (const HBaseColumnPlan *plan, GError **error);
/* Returns whether a page can be at the position, which may be from a token that anyone made. */
gboolean hbase_column_plan_has_position (const HBaseColumnPlan *plan, const HBasePagePosition *position);

/* Returns the gets to send in one call. (element-type HBaseGet) */
GPtrArray *hbase_column_plan_request (const HBaseColumnPlan *plan, const HBasePagePosition *position);
/* Returns the page, as a row with at most the page's number of columns; NULL: no column was found. `rows`:
 * the results of the gets (element-type HBaseRow). `*last`: the position of the next page; NULL: there is no
 * next page. */
HBaseRow *hbase_column_plan_finish (const HBaseColumnPlan *plan, GPtrArray *rows, GBytes **last);
