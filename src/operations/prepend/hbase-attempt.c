/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the attempt to occupy one key (hbase-attempt-private.h): it sends a checkAndPut that
 * requires the guard to be absent, and repeats it until the guard is occupied.
 *
 * put ─┬─ true ─────────────────────────────────→ decided: by us
 *   ↑  └─ false, lost: read the guard ─┬─ occupied → decided
 *   └──────────────────────────────────┴─ empty: the same put again */

#include "hbase-attempt-private.h"

void
hbase_attempt_init (HBaseAttempt *attempt,
                    const char *table,
                    const HBaseGuard *guard,
                    HBasePut *cells,
                    const guint8 *token,
                    HBaseSlice value,
                    HBaseAttemptDecided decided)
{
  hbase_operation_set_subject (&attempt->parent, table, hbase_slice (NULL, 0));
  hbase_guard_copy (&attempt->guard, guard);
  attempt->cells = hbase_mutation_ref (cells);
  memcpy (attempt->token, token, sizeof attempt->token);
  attempt->value = value.data != NULL ? value : hbase_slice (attempt->token, sizeof attempt->token);
  attempt->decided = decided;
  hbase_retry_init (&attempt->putting, HBASE_CALL_TOKEN);
  hbase_retry_init (&attempt->reading, HBASE_CALL_READ);
}

void
hbase_attempt_clear (HBaseOperation *operation)
{
  HBaseAttempt *attempt = (HBaseAttempt *) operation;

  hbase_guard_clear (&attempt->guard);
  g_clear_pointer (&attempt->cells, hbase_mutation_unref);
  g_clear_pointer (&attempt->key, g_byte_array_unref);
  g_clear_error (&attempt->refusal);
}

void
hbase_attempt_set_key (HBaseAttempt *attempt, HBaseSlice key)
{
  g_clear_pointer (&attempt->key, g_byte_array_unref);
  attempt->key = hbase_slice_to_array (key);
  attempt->denied = FALSE;
  hbase_retry_init (&attempt->putting, HBASE_CALL_TOKEN);
  hbase_operation_set_subject (&attempt->parent, attempt->parent.table, key);
}

/* ---- failing ---- */

/* With a put under way to the key, the row may be there, or get there. Takes `why`. */
static GError *
unsettled (HBaseAttempt *attempt, GError *why)
{
  GError *unknown;

  hbase_operation_set_subject (&attempt->parent, attempt->parent.table, hbase_attempt_key (attempt));
  unknown = hbase_operation_error (&attempt->parent, HBASE_ERROR_OUTCOME_UNKNOWN,
                                   "it isn't known yet whether the row was prepended here (%s); "
                                   "settle or cancel it with its token before it is given up",
                                   why->message);
  g_error_free (why);
  return unknown;
}

HBaseNext
hbase_attempt_fail (HBaseAttempt *attempt, GError *error)
{
  return hbase_operation_fail (&attempt->parent,
                               attempt->putting.may_be_executed ? unsettled (attempt, error) : error);
}

/* A refusal is about the gateway's last try: the gateway may have lost the response to an earlier try. So
 * the refusal is passed on as it is, and the row stays in doubt. */
static HBaseNext
fail_refused (HBaseAttempt *attempt)
{
  HBaseNext next = hbase_attempt_fail (attempt, g_steal_pointer (&attempt->refusal));

  attempt->putting.may_be_executed = TRUE;
  return next;
}

HBaseNext
hbase_attempt_read_failed (HBaseAttempt *attempt, HBaseLane *lane, GError *error, HBaseStep again)
{
  if (hbase_retry_decide (&attempt->reading, lane, &error) == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&attempt->reading, lane, error, again);
  if (attempt->refusal != NULL)
    {
      g_error_free (error);
      return fail_refused (attempt);
    }
  return hbase_attempt_fail (attempt, error);
}

GError *
hbase_attempt_interrupted (HBaseOperation *operation, GError *why)
{
  HBaseAttempt *attempt = (HBaseAttempt *) operation;
  gboolean by_time = g_error_matches (why, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);

  attempt->putting.may_be_executed
      |= attempt->refusal != NULL
         || hbase_attempt_is_under_way (&operation->lanes[0],
                                        &hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_PUT]);
  return by_time && attempt->putting.may_be_executed ? unsettled (attempt, why) : why;
}

/* ---- the put ---- */

/* HBase refuses a write before it executes it. A failure of another kind (for example, the log couldn't be
 * synced) may have come before or after the write. Unlike hbase_retry_may_be_executed() this doesn't ask
 * whether an earlier try of the gateway's was executed: fail_refused() passes a refusal on, and leaves the
 * row in doubt. */
static gboolean
may_have_been_executed (const HBaseLane *lane, const GError *error)
{
  return lane->sent > 0 && !lane->refused && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_REMOTE);
}

static HBaseNext
put_lost (HBaseAttempt *attempt, HBaseLane *lane, GError *error)
{
  HBaseRetryDecision decision = hbase_retry_decide (&attempt->putting, lane, &error);

  attempt->counts.lost++;
  attempt->putting.may_be_executed |= may_have_been_executed (lane, error);
  if (decision == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&attempt->putting, lane, error, hbase_attempt_put);
  if (!attempt->putting.may_be_executed && lane->sent == 0)
    return hbase_operation_fail (&attempt->parent, error);
  if (decision == HBASE_RETRY_GIVE_UP)
    attempt->refusal = g_steal_pointer (&error);
  g_clear_error (&error);
  return hbase_attempt_read (&attempt->parent, lane);
}

static HBaseNext
put_responded (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseAttempt *attempt = (HBaseAttempt *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;

  g_clear_error (&attempt->refusal);
  attempt->denied = FALSE;
  if (!hbase_lane_take_response (lane, &block, &error))
    return put_lost (attempt, lane, error);
  if (hbase_response_get_flag (block))
    return attempt->decided (attempt, lane, TRUE, HBASE_GUARD_OWN);
  /* A gateway that lost HBase's response repeats the call by itself, and then finds the row's own guard. */
  attempt->denied = TRUE;
  attempt->putting.may_be_executed = TRUE;
  attempt->putting.n_losses++;
  return attempt->denied_step != NULL ? attempt->denied_step (attempt, lane)
                                      : hbase_attempt_read (operation, lane);
}

HBaseNext
hbase_attempt_put (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseAttempt *attempt = (HBaseAttempt *) operation;

  attempt->counts.puts++;
  return hbase_lane_call (lane, HBASE_WIRE_METHOD_CHECK_AND_PUT,
                          hbase_guard_write_put (&attempt->guard, operation, hbase_attempt_key (attempt),
                                                 attempt->cells, attempt->value),
                          put_responded);
}

/* ---- the guard ---- */

HBaseNext
hbase_attempt_guard_known (HBaseAttempt *attempt, HBaseLane *lane, HBaseGuardOwner owner)
{
  hbase_retry_init (&attempt->reading, HBASE_CALL_READ);
  attempt->counts.misreported_refusals += attempt->denied && owner == HBASE_GUARD_OWN;
  attempt->counts.missed += owner == HBASE_GUARD_OTHER;
  if (owner != HBASE_GUARD_ABSENT)
    return attempt->decided (attempt, lane, FALSE, owner);
  /* The key isn't occupied yet, and is attempted again, so that a put that is still under way can't make a
   * second row. */
  if (attempt->refusal != NULL)
    return fail_refused (attempt);
  return hbase_lane_sleep (lane, hbase_retry_get_delay_ms (&attempt->putting), hbase_attempt_put);
}

static HBaseNext
guard_received (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseAttempt *attempt = (HBaseAttempt *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  HBaseGuardOwner owner;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return hbase_attempt_read_failed (attempt, lane, error, hbase_attempt_read);
  owner = hbase_guard_find_owner (&attempt->guard, block, 0, attempt->token);
  return hbase_attempt_guard_known (attempt, lane, owner);
}

HBaseNext
hbase_attempt_read (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseAttempt *attempt = (HBaseAttempt *) operation;

  return hbase_lane_call (lane, HBASE_WIRE_METHOD_GET,
                          hbase_guard_write_get (&attempt->guard, operation, hbase_attempt_key (attempt)),
                          guard_received);
}
