/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the budget of repetitions. */

#include "config.h"

#include "hbase-retry-budget-private.h"

void
hbase_retry_budget_init (HBaseRetryBudget *budget, guint percent)
{
  *budget = (HBaseRetryBudget){ .percent = percent, .tokens = HBASE_RETRY_BUDGET_CAPACITY };
}

static void
add_tokens (HBaseRetryBudget *budget, double tokens)
{
  budget->tokens = MIN (budget->tokens + tokens, HBASE_RETRY_BUDGET_CAPACITY);
}

void
hbase_retry_budget_add_call (HBaseRetryBudget *budget)
{
  add_tokens (budget, budget->percent / 100.0);
}

gboolean
hbase_retry_budget_take (HBaseRetryBudget *budget, gint64 now)
{
  gint64 elapsed = MAX (now - budget->refilled_at, 0);

  add_tokens (budget, (double) elapsed / G_USEC_PER_SEC * HBASE_RETRY_BUDGET_PER_SECOND);
  budget->refilled_at = now;
  if (budget->tokens < 1)
    return FALSE;
  budget->tokens--;
  return TRUE;
}
