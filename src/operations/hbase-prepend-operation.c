/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-prepend-internal-private.h"

#include "hbase-bytes.h"
#include "hbase-sequence-operation-private.h"
#include "hbase-wire-tables.h"

/* [checkTable ──] findFirst ─┬→ attempt the key below the first row ─┬─ ours: DONE
 *                     └ resumed: search   ↑                            └─ another's ─┐
 *                                         └──── look again, after a while ←──────────┘
 *
 *  1. One token a row, the same on every attempt and at every key: who finds it in a guard has found the row.
 *  2. A key is attempted only after the key above it was seen taken, or if it is the start: guards leave no
 *     gap. (But where the key is a time: there a row is only never written above one that it follows.)
 *  3. A key is never left before its guard is occupied (hbase-attempt-private.h).
 *  4. One that is resumed passes over no guard unread, from the key in doubt (all, where none is told) down to
 *     the one that it attempts: another who has the token may have written the row meanwhile. It stays in
 *     doubt until it is settled.
 *  5. A cancel is one that is resumed, and puts a tombstone in place of the row: a guard without an owner, with
 *     the token after it. So in a list there is one guard with a token at most, the row's or a tombstone. By 4
 *     each holder of the token finds it, from whatever key it was in doubt at. A cancel is done when it has
 *     found the row, or when a tombstone is there.
 *  6. A cancel meets the row's late requests: by 2 and 3 one that is still under way can only land at the key
 *     which the cancel attempts, and above that key all are occupied. If no key is left, nothing can land.
 *
 * With tickets, instead of 2: a counter is attempted by the one operation that it was handed out to. Who was
 * answered before another began has the ticket before.
 *
 * With tickets, and where keys are times, 6 doesn't hold: another holder of the token may have a request under
 * way to a key that nobody else knows. There a cancel attempts the key in doubt alone. If that one is another
 * row's, or isn't known, it looks for the token in the list, and if that isn't there it isn't final: done, with
 * neither the row nor a tombstone found.
 */

/* ---- keys ---- */

static HBaseNext
prepend_put_at (HBasePrependOperation *prepend, HBaseLane *lane, gint64 counter)
{
  HBaseAttempt *attempt = &prepend->attempt;
  GError *error = NULL;
  g_autoptr (GBytes) key
      = hbase_key_schema_encode_counter (prepend->schema, hbase_guard_slice (prepend->list), counter, &error);

  if (key == NULL)
    return hbase_attempt_fail (attempt, error);
  hbase_attempt_set_key (attempt, hbase_slice_of_bytes (key));
  attempt->putting.left = prepend->resumed;
  prepend->passed = FALSE;
  prepend->counter = counter;
  return hbase_attempt_put (&attempt->parent, lane);
}

/* The row will never be there: for a cancel that is the end. */
static HBaseNext
prepend_done_fenced (HBasePrependOperation *prepend)
{
  prepend->fenced = TRUE;
  prepend->attempt.putting.left = FALSE;
  return HBASE_DONE;
}

static HBaseNext
prepend_exhausted (HBasePrependOperation *prepend)
{
  if (prepend->cancels)
    return prepend_done_fenced (prepend);
  prepend->attempt.putting.left = FALSE;
  return hbase_attempt_fail (&prepend->attempt,
                             hbase_operation_error (&prepend->attempt.parent, HBASE_ERROR_KEY_SPACE_EXHAUSTED,
                                                    "the counter has come down to 0: no key is left below"));
}

HBaseNext
hbase_prepend_put_below (HBasePrependOperation *prepend, HBaseLane *lane, gint64 taken)
{
  hbase_prepend_frontier_note_taken (prepend->frontier, taken);
  if (taken <= 0)
    return prepend_exhausted (prepend);
  if (prepend->counting == HBASE_KEY_COUNTER_TIME)
    return prepend_put_at (prepend, lane, MIN (prepend->start, taken - 1));
  return prepend_put_at (prepend, lane, taken - 1);
}

/* ---- tickets: a sequence's operation, run on this one's lane ---- */

static HBaseNext prepend_ticket_answered (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext prepend_put_at_ticket (HBasePrependOperation *prepend, HBaseLane *lane);

static HBaseNext
prepend_ticket_taken (HBasePrependOperation *prepend, HBaseLane *lane)
{
  gint64 given = hbase_sequence_operation_get_taken (prepend->tickets) - prepend->block;

  if (given > prepend->start)
    return prepend_exhausted (prepend);
  prepend->buffered = prepend->start - given;
  prepend->n_buffered = prepend->buffered < prepend->block ? prepend->buffered + 1 : prepend->block;
  return prepend_put_at_ticket (prepend, lane);
}

/* What goes wrong meanwhile goes wrong with the sequence's row: that is the subject then. */
static HBaseNext
prepend_run_tickets (HBasePrependOperation *prepend, HBaseLane *lane, HBaseStep step)
{
  HBaseOperation *operation = &prepend->attempt.parent, *tickets = prepend->tickets;
  char *table = operation->table, *row = operation->row;
  HBaseNext next;

  operation->table = tickets->table;
  operation->row = tickets->row;
  next = step (tickets, lane);
  operation->table = table;
  operation->row = row;
  if (next == HBASE_DONE)
    return prepend_ticket_taken (prepend, lane);
  if (next == HBASE_FAIL)
    return hbase_attempt_fail (&prepend->attempt, g_steal_pointer (&tickets->error));
  prepend->ticket_step = lane->next;
  lane->next = prepend_ticket_answered;
  return next;
}

static HBaseNext
prepend_ticket_answered (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  return prepend_run_tickets (prepend, lane, prepend->ticket_step);
}

static HBaseNext
prepend_put_at_ticket (HBasePrependOperation *prepend, HBaseLane *lane)
{
  if (prepend->n_buffered == 0)
    return prepend_run_tickets (prepend, lane, prepend->tickets->class->start);
  prepend->n_buffered--;
  return prepend_put_at (prepend, lane, prepend->buffered--);
}

/* ---- the first row is known ---- */

static gboolean
is_contiguous (const HBasePrependOperation *prepend)
{
  return !prepend->by_tickets && prepend->counting == HBASE_KEY_COUNTER_DOWN;
}

HBaseNext
hbase_prepend_go_on (HBasePrependOperation *prepend, HBaseLane *lane)
{
  if (prepend->cancels && !is_contiguous (prepend))
    return HBASE_DONE;
  if (prepend->tickets != NULL)
    return prepend_put_at_ticket (prepend, lane);
  return prepend->first >= 0 ? hbase_prepend_put_below (prepend, lane, prepend->first)
                             : prepend_put_at (prepend, lane, prepend->start);
}

/* ---- whose the key is ---- */

/* Somebody else has the key: whatever of ours is still under way to it finds the guard there, and fails. */
static HBaseNext
prepend_miss (HBasePrependOperation *prepend, HBaseLane *lane)
{
  HBaseAttempt *attempt = &prepend->attempt;

  hbase_retry_init (&attempt->putting, HBASE_CALL_TOKEN);
  attempt->putting.left = prepend->resumed;
  prepend->passed = TRUE;
  if (attempt->refusal != NULL)
    return hbase_attempt_fail (attempt, g_steal_pointer (&attempt->refusal));
  if (!prepend->looked)
    return hbase_prepend_find_first (&attempt->parent, lane);
  if (prepend->tickets != NULL)
    return prepend_put_at_ticket (prepend, lane);
  return prepend->first >= 0 && prepend->first < prepend->counter
             ? hbase_prepend_put_below (prepend, lane, prepend->first)
             : hbase_prepend_step_back (attempt, lane);
}

static HBaseNext
prepend_fail_fenced (HBasePrependOperation *prepend)
{
  HBaseAttempt *attempt = &prepend->attempt;

  prepend->fenced = TRUE;
  attempt->putting.left = FALSE;
  return hbase_operation_fail (&attempt->parent,
                               hbase_operation_error (&attempt->parent, HBASE_ERROR_INVALID_ARGUMENT,
                                                      "the row was cancelled here by somebody who has its "
                                                      "token, and will never be written: prepend another"));
}

static HBaseNext
prepend_decided (HBaseAttempt *attempt, HBaseLane *lane, gboolean by_us, HBaseGuardOwner owner)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) attempt;

  if (prepend->cancels && (by_us || owner == HBASE_GUARD_FENCED))
    return prepend_done_fenced (prepend);
  if (owner == HBASE_GUARD_FENCED)
    return prepend_fail_fenced (prepend);
  if (owner != HBASE_GUARD_OWN)
    return prepend_miss (prepend, lane);
  prepend->settled = TRUE;
  if (prepend->tickets == NULL)
    hbase_prepend_frontier_note_taken (prepend->frontier, prepend->counter);
  hbase_prepend_frontier_note_row (prepend->frontier, lane->took);
  hbase_prepend_operation_leave (prepend);
  return HBASE_DONE;
}

/* ---- a run ---- */

static HBaseNext
prepend_begin (HBasePrependOperation *prepend, HBaseLane *lane)
{
  HBaseOperation *operation = &prepend->attempt.parent;

  if (prepend->attempt.key != NULL)
    return prepend->cancels ? hbase_attempt_put (operation, lane) : hbase_attempt_read (operation, lane);
  if (!prepend->checked || prepend->resumed)
    return hbase_prepend_find_first (operation, lane);
  prepend->looked = TRUE;
  if (prepend->tickets != NULL)
    return prepend_put_at_ticket (prepend, lane);
  return hbase_prepend_queue (operation, lane);
}

static HBaseNext prepend_described (HBaseOperation *operation, HBaseLane *lane);

HBaseNext
hbase_prepend_describe (HBaseOperation *operation, HBaseLane *lane)
{
  const HBaseWireMethod *method = &hbase_wire_methods[HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR];

  return hbase_lane_send (lane, method,
                          hbase_wire_arguments_table_name (operation->protocol, method, operation->table), 0,
                          prepend_described);
}

static HBaseNext
prepend_described (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  g_autoptr (HBaseWireTable) table = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return hbase_attempt_read_failed (&prepend->attempt, lane, error, hbase_prepend_describe);
  table = hbase_wire_result_table (block, &error);
  if (table == NULL || !hbase_guard_check_table (&prepend->attempt.guard, operation, table, &error)
      || !hbase_guard_check_cells (operation, table, prepend->attempt.cells, &error))
    return hbase_attempt_fail (&prepend->attempt, error);
  return prepend->surprised ? hbase_prepend_reread_guards (operation, lane) : prepend_begin (prepend, lane);
}

static HBaseNext
prepend_start (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  return prepend->checked || prepend->cancels ? prepend_begin (prepend, lane)
                                              : hbase_prepend_describe (operation, lane);
}

static void
prepend_clear (HBaseOperation *operation)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  hbase_attempt_clear (operation);
  g_byte_array_unref (prepend->list);
  g_byte_array_unref (prepend->searched);
  hbase_key_schema_unref (prepend->schema);
  g_clear_pointer (&prepend->tickets, hbase_operation_free);
  hbase_prepend_operation_leave (prepend);
  hbase_prepend_frontier_unref (prepend->frontier);
}

static GError *
prepend_interrupted (HBaseOperation *operation, GError *why)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  if (hbase_attempt_is_under_way (&operation->lanes[0], &hbase_wire_methods[HBASE_WIRE_METHOD_INCREMENT]))
    hbase_sequence_operation_note_unknown (prepend->tickets);
  return hbase_attempt_interrupted (operation, why);
}

static const HBaseOperationClass prepend_class = {
  .size = sizeof (HBasePrependOperation),
  .start = prepend_start,
  .clear = prepend_clear,
  .interrupted = prepend_interrupted,
};

gboolean
hbase_prepend_check_row (const HBasePrependSettings *request, gint64 *counter, GError **error)
{
  g_autofree char *text = NULL;

  if (!hbase_key_schema_get_counter (request->schema, request->row, counter, error))
    {
      hbase_error_prefix (error, "table “%s”, the row in doubt: ", request->table);
      return FALSE;
    }
  if (hbase_key_schema_is_in_list (request->schema, request->list, request->row))
    return TRUE;
  text = hbase_bytes_to_text (request->row.data, request->row.length);
  hbase_error_set (
      error, HBASE_ERROR_INVALID_KEY,
      "table “%s”, row “%s”: it hasn't the prepender's prefix; go on with the prefix it was begun with",
      request->table, text);
  return FALSE;
}

/* What is put, and for whom. */
static void
prepend_init_attempt (HBasePrependOperation *prepend, const HBasePrependSettings *request)
{
  g_autoptr (HBasePut) nothing = hbase_put_new (NULL, 0);
  HBaseSlice value = { NULL, 0 };

  if (request->cancel)
    {
      hbase_guard_make_fence (request->token, prepend->tombstone);
      value = hbase_slice (prepend->tombstone, sizeof prepend->tombstone);
    }
  hbase_attempt_init (&prepend->attempt, request->table, &request->guard,
                      request->cancel ? nothing : request->cells, request->token, value, prepend_decided);
}

HBasePrependOperation *
hbase_prepend_operation_new (HBaseWireProtocol protocol, const HBasePrependSettings *request, GError **error)
{
  HBasePrependOperation *prepend;
  gint64 counter = -1;

  if (request->row.data != NULL && !hbase_prepend_check_row (request, &counter, error))
    {
      hbase_operation_free (request->tickets);
      return NULL;
    }
  prepend = hbase_operation_new (&prepend_class, protocol, 1);
  prepend_init_attempt (prepend, request);
  prepend->cancels = request->cancel;
  prepend->by_tickets = request->by_tickets || request->tickets != NULL;
  prepend->schema = hbase_key_schema_ref (request->schema);
  prepend->counting = hbase_key_schema_get_counting (request->schema);
  prepend->list = hbase_guard_bytes (request->list);
  prepend->start = request->start;
  prepend->checked = request->checked;
  prepend->first = -1;
  prepend->frontier = request->frontier != NULL ? hbase_prepend_frontier_ref (request->frontier)
                                                : hbase_prepend_frontier_new ();
  if (request->tickets == NULL && !request->cancel)
    prepend->attempt.look = hbase_prepend_step_back;
  prepend->tickets = request->tickets;
  prepend->block = request->block;
  prepend->buffered = request->buffered;
  prepend->n_buffered = request->tickets != NULL && request->buffered >= 0;
  prepend->counter = counter;
  if (request->row.data != NULL)
    hbase_attempt_set_key (&prepend->attempt, request->row);
  prepend->attempt.putting.left = request->row.data != NULL;
  prepend->resumed = request->row.data != NULL || request->resumed || request->cancel;
  prepend->searched = g_byte_array_new ();
  return prepend;
}

/* ---- what came of it ---- */

/* A cancel doesn't look at the table. */
gboolean
hbase_prepend_operation_get_checked (HBasePrependOperation *prepend)
{
  return prepend->checked && !prepend->cancels;
}

HBaseSlice
hbase_prepend_operation_get_row (HBasePrependOperation *prepend)
{
  return prepend->settled || prepend->attempt.putting.left ? hbase_attempt_key (&prepend->attempt)
                                                           : hbase_slice (NULL, 0);
}

gboolean
hbase_prepend_operation_is_settled (HBasePrependOperation *prepend)
{
  return prepend->settled;
}

gboolean
hbase_prepend_operation_is_fenced (HBasePrependOperation *prepend)
{
  return prepend->fenced;
}

void
hbase_prepend_operation_leave (HBasePrependOperation *prepend)
{
  hbase_prepend_frontier_leave (prepend->frontier, prepend);
}

const HBaseAttemptCounts *
hbase_prepend_operation_get_counts (HBasePrependOperation *prepend)
{
  return &prepend->attempt.counts;
}

gint64
hbase_prepend_operation_get_left (HBasePrependOperation *prepend, gint64 *highest)
{
  *highest = prepend->buffered;
  return prepend->n_buffered;
}

HBaseOperation *
hbase_prepend_operation_get_tickets (HBasePrependOperation *prepend)
{
  return prepend->tickets;
}
