/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* What one call may cost: time, rows, and whether anybody still waits for its reply. It is checked wherever
 * the engine waits for a lock, at each statement's step, and after each match of a regular expression.
 *
 * Its owner fills the first group; all zero means no limit. One thread uses it. */

typedef enum {
  HBASE_LOCAL_BUDGET_LEFT,
  HBASE_LOCAL_BUDGET_CANCELLED, /* by the caller, or since the server stops */
  HBASE_LOCAL_BUDGET_ABANDONED, /* nobody would read the reply */
  HBASE_LOCAL_BUDGET_TIME,
  HBASE_LOCAL_BUDGET_ROWS,
} HBaseLocalBudgetState;

typedef struct {
  gint64 deadline;                          /* µs, by `ticks`; 0: none */
  guint64 max_rows;                         /* that may be examined; 0: any number */
  GCancellable *cancellable;                /* NULL: none */
  gboolean (*is_abandoned) (gpointer data); /* may be slow: called a few times a second; NULL: never */
  gpointer data;
  gint64 (*ticks) (gpointer data); /* µs of a clock that only goes forward; NULL: g_get_monotonic_time() */
  gpointer ticks_data;
  /* its own */
  HBaseLocalBudgetState state; /* once it isn't LEFT it stays so */
  guint64 n_rows;
  guint n_unchecked_steps; /* since the clock was looked at */
  gint64 last_poll;        /* when the client was */
  gboolean is_disk_full;   /* the call failed by that */
} HBaseLocalBudget;

/* A call that its budget ended: nothing of it was written. Codes are HBaseLocalBudgetState's. */
#define HBASE_LOCAL_BUDGET_ERROR (hbase_local_budget_error_quark ())
GQuark hbase_local_budget_error_quark (void);

/* Of a call that may take as long as it likes. */
void hbase_local_budget_init (HBaseLocalBudget *budget);
/* The steps of work after which the clock is looked at. */
#define HBASE_LOCAL_BUDGET_STEPS 64
/* Looks at the clock now. FALSE: the budget is exhausted. */
gboolean hbase_local_budget_check (HBaseLocalBudget *budget);
/* The same after so many steps of work, which are about a microsecond each. */
static inline gboolean
hbase_local_budget_spend (HBaseLocalBudget *budget, guint steps)
{
  budget->n_unchecked_steps += steps;
  return budget->n_unchecked_steps < HBASE_LOCAL_BUDGET_STEPS ? budget->state == HBASE_LOCAL_BUDGET_LEFT
                                                              : hbase_local_budget_check (budget);
}
/* Counts a row that is examined. */
gboolean hbase_local_budget_spend_row (HBaseLocalBudget *budget);
/* Sets the error of a budget that is exhausted; FALSE. */
gboolean hbase_local_budget_set_error (const HBaseLocalBudget *budget, GError **error);
/* g_cond_wait() for somebody else's work: returns after a while in any case. FALSE with the error: the budget
 * is exhausted. */
gboolean hbase_local_budget_wait (HBaseLocalBudget *budget, GCond *cond, GMutex *mutex, GError **error);
/* Waits, in the same way, for the turn at something that one thread has at a time: `*is_taken`, which the mutex guards. The
 * condition is that nobody has it. */
gboolean hbase_local_budget_acquire_flag (
    HBaseLocalBudget *budget, gboolean *is_taken, GCond *cond, GMutex *mutex, GError **error);
void hbase_local_budget_release_flag (gboolean *is_taken, GCond *cond, GMutex *mutex);
