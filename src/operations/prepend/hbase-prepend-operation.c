/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the operation that prepends a row to a list, or cancels a prepend. It finds the first
 * free key below all others, and writes the row there once, even if requests and responses are lost, late
 * or wrong. docs/design-prepend.md describes the protocol, the reasons why it works, and its rules P1 to
 * P9, to which comments refer by these names.
 *
 * [describe ──] read the first row ─┬→ attempt the key below it ─┬─ the row's own guard: DONE
 *                           └ resumed: search   ↑                └─ another row's ─┐
 *                                               └──── wait, read the guards ←──────┘
 *
 *  - A key is never left before its guard is occupied (hbase-attempt-private.h; P3).
 *  - A resumed row passes over no unread guard, from the key in doubt (if none is known, from the list's
 *    end) down to the key that it attempts (P4).
 *  - A cancel is a resumed row that puts a tombstone in place of the content (P5, P6). */

#include "hbase-prepend-internal-private.h"
#include "hbase-prepend-operation-private.h"
#include "hbase-sequence-operation-private.h"

/* ---- whose the key is ---- */

/* Requests of this operation that are still under way to the key find the other row's guard there, and
 * fail. */
static HBaseNext
prepend_key_taken (HBasePrependOperation *prepend, HBaseLane *lane)
{
  HBaseAttempt *attempt = &prepend->attempt;

  hbase_retry_init (&attempt->putting, HBASE_CALL_TOKEN);
  attempt->putting.may_be_executed = prepend->resumed;
  prepend->guard_is_others = TRUE;
  if (attempt->refusal != NULL)
    return hbase_attempt_fail (attempt, g_steal_pointer (&attempt->refusal));
  return prepend->first_read ? prepend->strategy->key_taken (&attempt->parent, lane)
                             : hbase_prepend_read_first (&attempt->parent, lane);
}

static HBaseNext
prepend_fail_fenced (HBasePrependOperation *prepend)
{
  HBaseAttempt *attempt = &prepend->attempt;

  prepend->fenced = TRUE;
  attempt->putting.may_be_executed = FALSE;
  return hbase_operation_fail (&attempt->parent,
                               hbase_operation_error (&attempt->parent, HBASE_ERROR_INVALID_ARGUMENT,
                                                      "the row was cancelled here, by an earlier call or by "
                                                      "another holder of its token, and will never be "
                                                      "written: prepend another"));
}

static HBaseNext
prepend_decided (HBaseAttempt *attempt, HBaseLane *lane, gboolean by_us, HBaseGuardOwner owner)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) attempt;

  if (prepend->cancels && (by_us || owner == HBASE_GUARD_FENCED))
    return hbase_prepend_done_fenced (prepend);
  if (owner == HBASE_GUARD_FENCED)
    return prepend_fail_fenced (prepend);
  if (owner != HBASE_GUARD_OWN)
    return prepend_key_taken (prepend, lane);
  prepend->settled = TRUE;
  if (prepend->strategy->is_ordered)
    hbase_prepend_coordinator_record_taken (prepend->coordinator, prepend->counter);
  hbase_prepend_coordinator_record_row (prepend->coordinator, lane->exchange_us);
  hbase_prepend_coordinator_dequeue (prepend->coordinator, prepend);
  return HBASE_DONE;
}

/* ---- a run ---- */

static HBaseNext
prepend_begin (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  if (prepend->attempt.key != NULL)
    return prepend->cancels ? hbase_attempt_put (operation, lane) : hbase_attempt_read (operation, lane);
  if (!prepend->checked || prepend->resumed)
    return hbase_prepend_read_first (operation, lane);
  prepend->first_read = TRUE;
  return prepend->strategy->attempt_first (operation, lane);
}

static HBaseNext
prepend_start (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  return prepend->checked || prepend->cancels ? prepend_begin (operation, lane)
                                              : hbase_prepend_describe (prepend, lane, prepend_begin);
}

static void
prepend_clear (HBaseOperation *operation)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  hbase_attempt_clear (operation);
  g_clear_pointer (&prepend->list, g_bytes_unref);
  g_byte_array_unref (prepend->search_start);
  g_clear_pointer (&prepend->schema, hbase_key_schema_unref);
  g_clear_pointer (&prepend->tickets, hbase_operation_free);
  hbase_prepend_coordinator_dequeue (prepend->coordinator, prepend);
  hbase_prepend_coordinator_unref (prepend->coordinator);
}

/* Lets the next writer of the process go on. */
static GError *
prepend_interrupted (HBaseOperation *operation, GError *why)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  hbase_prepend_coordinator_dequeue (prepend->coordinator, prepend);
  return hbase_attempt_interrupted (operation, why);
}

static const HBaseOperationClass prepend_class = {
  .size = sizeof (HBasePrependOperation),
  .start = prepend_start,
  .clear = prepend_clear,
  .interrupted = prepend_interrupted,
};

/* Takes what is put, and with which token. */
static void
prepend_init_attempt (HBasePrependOperation *prepend,
                      const HBasePrependSettings *settings,
                      const HBaseGuard *guard)
{
  g_autoptr (HBasePut) nothing = hbase_put_new (NULL, 0);
  HBaseSlice value = { NULL, 0 };

  if (settings->cancel)
    {
      hbase_guard_make_fence (settings->token, prepend->tombstone);
      value = hbase_slice (prepend->tombstone, sizeof prepend->tombstone);
    }
  hbase_attempt_init (&prepend->attempt, settings->table, guard, settings->cancel ? nothing : settings->cells,
                      settings->token, value, prepend_decided);
  if (!settings->cancel)
    prepend->attempt.denied_step = settings->strategy->put_denied;
  if (settings->row.data != NULL)
    hbase_attempt_set_key (&prepend->attempt, settings->row);
  prepend->attempt.putting.may_be_executed = settings->row.data != NULL;
}

HBasePrependOperation *
hbase_prepend_operation_new (HBaseWireProtocol protocol, const HBasePrependSettings *settings)
{
  HBasePrependOperation *prepend = hbase_operation_new (&prepend_class, protocol, 1);
  g_auto (HBasePrependPlan) plan = { 0 };

  prepend->search_start = g_byte_array_new ();
  prepend->coordinator = settings->coordinator != NULL ? hbase_prepend_coordinator_ref (settings->coordinator)
                                                       : hbase_prepend_coordinator_new ();
  if (!hbase_prepend_check (settings, &plan, &prepend->attempt.parent.problem))
    return prepend;
  prepend_init_attempt (prepend, settings, &plan.guard);
  prepend->strategy = settings->strategy;
  prepend->schema = hbase_key_schema_ref (settings->schema);
  prepend->counting = hbase_key_schema_get_counting (settings->schema);
  prepend->list = g_steal_pointer (&plan.list);
  prepend->start = settings->start;
  prepend->counter = plan.counter;
  prepend->first = -1;
  prepend->was_checked = prepend->checked = settings->checked;
  prepend->cancels = settings->cancel;
  prepend->resumed = settings->row.data != NULL || settings->resumed || settings->cancel;
  return prepend;
}

/* A cancel doesn't read the table's description. */
HBasePrependOutcome
hbase_prepend_operation_get_outcome (HBasePrependOperation *prepend)
{
  const HBaseAttempt *attempt = &prepend->attempt;
  HBasePrependOutcome outcome
      = { .refused = attempt->parent.problem != NULL,
          .settled = prepend->settled,
          .fenced = prepend->fenced,
          .newly_checked = prepend->checked && !prepend->was_checked && !prepend->cancels,
          .counts = attempt->counts,
          .next_buffered = prepend->next_buffered,
          .n_buffered = prepend->n_buffered };

  if (prepend->settled || attempt->putting.may_be_executed)
    outcome.row = hbase_attempt_key (attempt);
  if (prepend->tickets != NULL)
    {
      outcome.took_block = hbase_sequence_operation_get_taken (prepend->tickets) > 0;
      outcome.n_unknown_blocks = hbase_sequence_operation_get_unknown (prepend->tickets);
    }
  return outcome;
}
