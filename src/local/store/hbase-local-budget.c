/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The limits of one call: time, rows, cancellation, and whether its client still waits. */

#include "config.h"

#include "hbase-local-budget-private.h"

/* The interval in which a waiting call checks its budget, and in which the client's state is queried. */
#define POLL_US (50 * 1000)

GQuark
hbase_local_budget_error_quark (void)
{
  return g_quark_from_static_string ("hbase-local-budget-error-quark");
}

/* The first query is after POLL_US: short calls don't pay for it. */
static gboolean
is_abandoned (HBaseLocalBudget *budget, gint64 now)
{
  if (budget->is_abandoned == NULL)
    return FALSE;
  if (budget->last_poll == 0)
    budget->last_poll = now;
  if (now < budget->last_poll + POLL_US)
    return FALSE;
  budget->last_poll = now;
  return budget->is_abandoned (budget->data);
}

gint64
hbase_local_budget_now (const HBaseLocalBudget *budget)
{
  return budget->ticks != NULL ? budget->ticks (budget->ticks_data) : g_get_monotonic_time ();
}

static HBaseLocalBudgetState
compute_state (HBaseLocalBudget *budget)
{
  gint64 now = hbase_local_budget_now (budget);

  if (budget->deadline != 0 && now >= budget->deadline)
    return HBASE_LOCAL_BUDGET_TIME;
  if (g_cancellable_is_cancelled (budget->cancellable))
    return HBASE_LOCAL_BUDGET_CANCELLED;
  return is_abandoned (budget, now) ? HBASE_LOCAL_BUDGET_ABANDONED : HBASE_LOCAL_BUDGET_LEFT;
}

gboolean
hbase_local_budget_check (HBaseLocalBudget *budget)
{
  budget->n_unchecked_steps = 0;
  if (budget->state == HBASE_LOCAL_BUDGET_LEFT)
    budget->state = compute_state (budget);
  return budget->state == HBASE_LOCAL_BUDGET_LEFT;
}

gboolean
hbase_local_budget_check_wait (HBaseLocalBudget *budget)
{
  if (hbase_local_budget_check (budget) && budget->wait_deadline != 0
      && hbase_local_budget_now (budget) >= budget->wait_deadline)
    budget->state = HBASE_LOCAL_BUDGET_LOCKED;
  return budget->state == HBASE_LOCAL_BUDGET_LEFT;
}

gboolean
hbase_local_budget_spend_row (HBaseLocalBudget *budget)
{
  if (budget->max_rows != 0 && budget->n_rows >= budget->max_rows && budget->state == HBASE_LOCAL_BUDGET_LEFT)
    budget->state = HBASE_LOCAL_BUDGET_ROWS;
  else
    budget->n_rows++;
  return hbase_local_budget_spend (budget, 1);
}

gboolean
hbase_local_budget_set_error (const HBaseLocalBudget *budget, GError **error)
{
  static const char *const causes[] = {
    [HBASE_LOCAL_BUDGET_LEFT] = "",
    [HBASE_LOCAL_BUDGET_CANCELLED] = "it was cancelled",
    [HBASE_LOCAL_BUDGET_ABANDONED] = "its client hung up",
    [HBASE_LOCAL_BUDGET_TIME] = "the time allowed for a call was over",
    [HBASE_LOCAL_BUDGET_ROWS] = "that is as many as a call may examine",
    [HBASE_LOCAL_BUDGET_LOCKED] = "another call had the lock",
  };

  g_set_error (error, HBASE_LOCAL_BUDGET_ERROR, (int) budget->state,
               "the call was stopped after it had examined %" G_GUINT64_FORMAT " rows: %s", budget->n_rows,
               causes[budget->state]);
  return FALSE;
}

gboolean
hbase_local_budget_wait (HBaseLocalBudget *budget, GCond *cond, GMutex *mutex, GError **error)
{
  if (!hbase_local_budget_check_wait (budget))
    return hbase_local_budget_set_error (budget, error);
  g_cond_wait_until (cond, mutex, g_get_monotonic_time () + POLL_US);
  return TRUE;
}

gboolean
hbase_local_budget_acquire_flag (
    HBaseLocalBudget *budget, gboolean *is_taken, GCond *cond, GMutex *mutex, GError **error)
{
  gboolean ok = TRUE;

  g_mutex_lock (mutex);
  while (ok && *is_taken)
    ok = hbase_local_budget_wait (budget, cond, mutex, error);
  *is_taken |= ok;
  g_mutex_unlock (mutex);
  return ok;
}

void
hbase_local_budget_release_flag (gboolean *is_taken, GCond *cond, GMutex *mutex)
{
  g_mutex_lock (mutex);
  *is_taken = FALSE;
  g_cond_signal (cond);
  g_mutex_unlock (mutex);
}
