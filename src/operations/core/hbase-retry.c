/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the decision whether a call is sent again after an error.
 *
 * 1. If no byte of the request was sent, or the embedded engine says that it wrote nothing, the request
 *    certainly wasn't executed. It is always repeated, except for a scanner's call, whose channel is closed.
 * 2. A refusal by HBase (there is no such table, the arguments are invalid) is final, and isn't repeated. But
 *    it refers to the gateway's last attempt: an earlier attempt may have been executed and its response
 *    lost. So the outcome of a write is unknown, unless HBase refuses such a request before it writes
 *    anything. The same holds for an earlier request of the operation itself. HBase's master checks a
 *    modification before it changes anything, and executes the attempts of a gateway once: its refusal is
 *    final.
 * 3. All other errors are losses: a read is repeated, the outcome of a write is unknown.
 * 4. The driver's budget limits how many requests are sent again after a byte of them was sent. Reads
 *    that find out what became of a write aren't limited.
 * 5. A peer that breaks the protocol, or sends more than is accepted, will do so again: its errors aren't
 *    repeated.
 * 6. A gateway reports a disabled table to calls for one row; to other calls it says what it says of a region
 *    that is being moved. So before such a call is repeated first, the gateway is asked whether the table is
 *    disabled. It needn't be able to answer.
 */

#include "config.h"

#include "hbase-retry-private.h"

#include "hbase-error-private.h"
#include "hbase-stub-results-private.h"

void
hbase_retry_init (HBaseRetry *retry, HBaseCallClass class)
{
  *retry = (HBaseRetry){ .class = class };
}

typedef enum {
  ERROR_FINAL,
  ERROR_BROKEN,    /* the exchange broke off, or the embedded engine doesn't know what its disk has stored */
  ERROR_TRANSIENT, /* a later attempt may succeed */
  ERROR_UNREACHABLE, /* the same: no gateway could be connected to */
} ErrorKind;

static ErrorKind
classify (const GError *error)
{
  if (error->domain != HBASE_ERROR)
    return ERROR_FINAL;
  switch ((HBaseError) error->code)
    {
    case HBASE_ERROR_PROTOCOL:
    case HBASE_ERROR_TOO_LARGE:
    case HBASE_ERROR_OUTCOME_UNKNOWN:
    case HBASE_ERROR_CLOSED:
      return ERROR_BROKEN;
    case HBASE_ERROR_UNAVAILABLE:
    case HBASE_ERROR_TIMED_OUT:
    case HBASE_ERROR_CONNECTION_LOST:
      return ERROR_TRANSIENT;
    case HBASE_ERROR_UNREACHABLE:
    case HBASE_ERROR_PERMISSION_DENIED:
    case HBASE_ERROR_HOST_NOT_FOUND:
    case HBASE_ERROR_CONNECTION_REFUSED:
      return ERROR_UNREACHABLE;
    default:
      return ERROR_FINAL;
    }
}

static gboolean
is_write (HBaseCallClass class)
{
  return class != HBASE_CALL_READ && class != HBASE_CALL_STICKY;
}

static gboolean
is_repeatable (HBaseCallClass class)
{
  return class == HBASE_CALL_READ || class == HBASE_CALL_TIMESTAMPED || class == HBASE_CALL_IDEMPOTENT
         || class == HBASE_CALL_MODIFY;
}

/* Returns whether the driver lets the request be sent again; if not, the error says so. */
static gboolean
take_retry (HBaseLane *lane, GError **error)
{
  GError *refused, *why = *error;

  if (lane->sent == 0 || lane->take_retry == NULL || lane->take_retry (lane))
    return TRUE;
  refused = g_error_new (HBASE_ERROR, HBASE_ERROR_RETRY_BUDGET,
                         "%s; it isn't sent again: too many requests of this connection failed, and its "
                         "retry budget is used up",
                         why->message);
  *error = hbase_error_with_details_of (refused, why);
  g_error_free (why);
  return FALSE;
}

HBaseRetryDecision
hbase_retry_decide (HBaseRetry *retry, HBaseLane *lane, GError **error)
{
  ErrorKind kind = classify (*error);
  gboolean may_have_effect = lane->sent > 0 && !lane->undone;
  gboolean may_repeat = !may_have_effect || is_repeatable (retry->class);

  retry->n_losses++;
  retry->may_be_disabled |= lane->no_region;
  retry->n_unreachable = kind == ERROR_UNREACHABLE ? retry->n_unreachable + 1 : 0;
  retry->may_be_executed |= kind != ERROR_FINAL && may_have_effect;
  if (retry->class == HBASE_CALL_STICKY)
    return kind >= ERROR_TRANSIENT ? HBASE_RETRY_UNKNOWN : HBASE_RETRY_GIVE_UP;
  if (kind >= ERROR_TRANSIENT && may_repeat && retry->n_unreachable < HBASE_RETRY_ROUNDS
      && take_retry (lane, error))
    return HBASE_RETRY_REPEAT;
  return kind != ERROR_FINAL && retry->may_be_executed && is_write (retry->class) ? HBASE_RETRY_UNKNOWN
                                                                                  : HBASE_RETRY_GIVE_UP;
}

guint
hbase_retry_get_delay_ms (const HBaseRetry *retry)
{
  guint doublings = MIN (retry->n_losses, 16) - 2;

  return retry->n_losses < 2 ? 0 : MIN (HBASE_RETRY_MIN_DELAY_MS << doublings, HBASE_RETRY_MAX_DELAY_MS);
}

HBaseNext
hbase_retry_back_off (HBaseRetry *retry, HBaseLane *lane, GError *error, HBaseStep again)
{
  hbase_operation_record_failure (lane->operation, error);
  return hbase_lane_sleep (lane, hbase_retry_get_delay_ms (retry), again);
}

GError *
hbase_retry_outcome_unknown (GError *error)
{
  GError *unknown = g_error_new (HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN,
                                 "%s; the write may or may not have taken place: read before you write again",
                                 error->message);

  hbase_error_with_details_of (unknown, error);
  g_error_free (error);
  return unknown;
}

HBaseNext
hbase_retry_ask_for_state (HBaseRetry *retry, HBaseLane *lane, HBaseStep next)
{
  retry->has_asked_for_state = TRUE;
  return hbase_lane_call_by_name (lane, HBASE_WIRE_METHOD_IS_TABLE_DISABLED, next);
}

gboolean
hbase_retry_check_state (HBaseLane *lane, GError **error)
{
  g_autoptr (GObject) result = NULL;

  if (!hbase_lane_take_result (lane, &result, NULL) || !hbase_result_get_flag (result))
    return TRUE;
  g_propagate_error (
      error, hbase_operation_error (lane->operation, HBASE_ERROR_TABLE_DISABLED, HBASE_TABLE_IS_DISABLED));
  return FALSE;
}

HBaseNext
hbase_retry_or_fail (HBaseRetry *retry, HBaseLane *lane, GError *error, HBaseStep again)
{
  gboolean may_be_executed = is_write (retry->class) && hbase_retry_leaves_doubt (retry, lane, error);
  HBaseRetryDecision decision = hbase_retry_decide (retry, lane, &error);

  if (decision == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (retry, lane, error, again);
  if (decision == HBASE_RETRY_UNKNOWN || may_be_executed)
    error = hbase_retry_outcome_unknown (error);
  return hbase_operation_fail (lane->operation, error);
}

GError *
hbase_retry_interrupted_after (guint n_writes, GError *why)
{
  return n_writes > 0 && g_error_matches (why, HBASE_ERROR, HBASE_ERROR_TIMED_OUT)
             ? hbase_retry_outcome_unknown (why)
             : why;
}

GError *
hbase_retry_interrupted (const HBaseRetry *retry, const HBaseLane *lane, GError *why)
{
  gboolean by_time = g_error_matches (why, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);

  return by_time && is_write (retry->class) && (retry->may_be_executed || hbase_retry_is_under_way (lane))
             ? hbase_retry_outcome_unknown (why)
             : why;
}
