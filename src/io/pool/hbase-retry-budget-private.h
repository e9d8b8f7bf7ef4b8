/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* How many requests may be sent again: a share of the calls, and a few more. A bucket of tokens: each
 * repetition takes a token. Pure: the time is an argument; the owner protects it. */

#define HBASE_RETRY_BUDGET_CAPACITY 100
#define HBASE_RETRY_BUDGET_PER_SECOND 10

typedef struct {
  guint percent; /* of calls */
  double tokens;
  gint64 refilled_at; /* µs */
} HBaseRetryBudget;

/* It is full. */
void hbase_retry_budget_init (HBaseRetryBudget *budget, guint percent);
void hbase_retry_budget_add_call (HBaseRetryBudget *budget);
/* Takes a token; FALSE: there is none. */
gboolean hbase_retry_budget_take (HBaseRetryBudget *budget, gint64 now);
