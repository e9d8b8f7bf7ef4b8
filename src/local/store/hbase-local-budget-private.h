/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* The limits of one call: its time, the rows that it examines, and whether its client still waits for the
 * reply. The engine checks them wherever it waits for a lock, at each step of a statement, and after each
 * match of a regular expression.
 *
 * The caller fills the first group of members; zero means no limit. A budget is used by one thread at a
 * time. */

typedef enum {
  HBASE_LOCAL_BUDGET_LEFT,
  HBASE_LOCAL_BUDGET_CANCELLED, /* by the caller, or because the server stops */
  HBASE_LOCAL_BUDGET_ABANDONED, /* the client can't receive the reply any more */
  HBASE_LOCAL_BUDGET_TIME,
  HBASE_LOCAL_BUDGET_ROWS,
  HBASE_LOCAL_BUDGET_LOCKED, /* a lock was taken, and not waited for any longer */
} HBaseLocalBudgetState;

typedef struct {
  gint64 deadline;      /* µs of `ticks`; 0: none */
  gint64 wait_deadline; /* µs of `ticks`: until then locks are waited for; 0: as long as the call lasts */
  guint64 max_rows;     /* rows that may be examined; 0: no limit */
  GCancellable *cancellable; /* NULL: none */
  gboolean (*is_abandoned) (
      gpointer data); /* may be slow: called a few times a second; NULL: never abandoned */
  gpointer data;
  gint64 (*ticks) (gpointer data); /* µs of a monotonic clock; NULL: g_get_monotonic_time() */
  gpointer ticks_data;
  /* private */
  HBaseLocalBudgetState state; /* never returns to LEFT */
  guint64 n_rows;
  guint n_unchecked_steps; /* steps since the clock was read */
  gint64 last_poll;        /* when is_abandoned() was called last */
  gboolean is_disk_full;   /* the call failed because the disk is full */
  gboolean is_damaged;     /* it failed because a page isn't as it was written */
  gboolean has_turn;       /* it writes, so that other writers wait for it */
  gboolean has_database;   /* it uses a connection to the database, for which others may wait */
} HBaseLocalBudget;

/* The error of a call whose budget is exhausted; the call has written nothing. Its codes are those of
 * HBaseLocalBudgetState. */
#define HBASE_LOCAL_BUDGET_ERROR (hbase_local_budget_error_quark ())
GQuark hbase_local_budget_error_quark (void);

/* Returns the time by the budget's clock, in µs. */
gint64 hbase_local_budget_now (const HBaseLocalBudget *budget);
/* The number of steps after which the clock is read. */
#define HBASE_LOCAL_BUDGET_STEPS 64
/* Reads the clock now. Returns FALSE if the budget is exhausted. */
gboolean hbase_local_budget_check (HBaseLocalBudget *budget);
/* Does the same where a lock is taken. Returns FALSE if the caller must not wait for the lock. */
gboolean hbase_local_budget_check_wait (HBaseLocalBudget *budget);
/* Counts `steps` steps of work of about a microsecond each, and reads the clock after
 * HBASE_LOCAL_BUDGET_STEPS of them. Returns FALSE if the budget is exhausted. */
static inline gboolean
hbase_local_budget_spend (HBaseLocalBudget *budget, guint steps)
{
  budget->n_unchecked_steps += steps;
  return budget->n_unchecked_steps < HBASE_LOCAL_BUDGET_STEPS ? budget->state == HBASE_LOCAL_BUDGET_LEFT
                                                              : hbase_local_budget_check (budget);
}
/* Counts an examined row. Returns FALSE if the budget is exhausted. */
gboolean hbase_local_budget_spend_row (HBaseLocalBudget *budget);
/* Sets the error of an exhausted budget. Always returns FALSE. */
gboolean hbase_local_budget_set_error (const HBaseLocalBudget *budget, GError **error);
/* Waits like g_cond_wait(), but returns after a short time in any case, so that the caller tests its
 * condition again. Returns FALSE with an error if the budget is exhausted. */
gboolean hbase_local_budget_wait (HBaseLocalBudget *budget, GCond *cond, GMutex *mutex, GError **error);
/* Waits until `*is_taken` is FALSE, then sets it: a lock that one thread holds at a time, with a wait that
 * the budget limits. `mutex` guards the flag; `cond` is signalled when it is released. */
gboolean hbase_local_budget_acquire_flag (
    HBaseLocalBudget *budget, gboolean *is_taken, GCond *cond, GMutex *mutex, GError **error);
void hbase_local_budget_release_flag (gboolean *is_taken, GCond *cond, GMutex *mutex);
