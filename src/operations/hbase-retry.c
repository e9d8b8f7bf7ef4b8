/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-retry-private.h"

/* 1. Not a byte had left: certainly not executed. Always again (but for a scanner's call, whose channel is
 *    gone).
 * 2. HBase's own refusal is final: that table isn't there, the arguments are wrong. It isn't repeated. It is
 *    about the gateway's last try: one before may have been executed and its response lost. So of a write it is
 *    OUTCOME_UNKNOWN, unless HBase refuses such a request before it writes, whoever sends it.
 * 3. All else is a loss: a read is repeated, of a write nobody knows.
 * 4. A peer that doesn't speak our language, or answers more than we take, will do so again. */

void
hbase_retry_init (HBaseRetry *retry, HBaseCallClass class)
{
  *retry = (HBaseRetry){ class, 0, 0 };
}

/* No gateway could be connected to. */
static gboolean
is_unreachable (const GError *error)
{
  return g_error_matches (error, HBASE_ERROR, HBASE_ERROR_UNREACHABLE)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_PERMISSION_DENIED)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_HOST_NOT_FOUND)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_CONNECTION_REFUSED);
}

/* Another try may find better times. */
static gboolean
is_passing (const GError *error)
{
  return g_error_matches (error, HBASE_ERROR, HBASE_ERROR_UNAVAILABLE)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_CONNECTION_LOST) || is_unreachable (error);
}

/* The exchange broke: the error isn't HBase's answer; or the engine doesn't know what its disk has kept. */
static gboolean
is_broken (const GError *error)
{
  return g_error_matches (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TOO_LARGE)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_CLOSED);
}

static gboolean
is_write (HBaseCallClass class)
{
  return class != HBASE_CALL_READ && class != HBASE_CALL_STICKY;
}

static gboolean
may_repeat (const HBaseRetry *retry, gsize sent)
{
  return sent == 0 || retry->class == HBASE_CALL_READ || retry->class == HBASE_CALL_TIMESTAMPED;
}

HBaseRetryDecision
hbase_retry_decide (HBaseRetry *retry, const GError *error, gsize sent)
{
  gboolean refused = is_unreachable (error);
  gboolean passing = is_passing (error), lost = passing || is_broken (error);

  retry->losses++;
  retry->refusals = refused ? retry->refusals + 1 : 0;
  retry->left |= lost && sent > 0;
  if (retry->class == HBASE_CALL_STICKY)
    return passing ? HBASE_RETRY_UNKNOWN : HBASE_RETRY_GIVE_UP;
  if (passing && may_repeat (retry, sent) && retry->refusals < HBASE_RETRY_ROUNDS)
    return HBASE_RETRY_REPEAT;
  return lost && retry->left && is_write (retry->class) ? HBASE_RETRY_UNKNOWN : HBASE_RETRY_GIVE_UP;
}

guint
hbase_retry_delay (const HBaseRetry *retry)
{
  guint doublings = MIN (retry->losses, 16) - 2;

  return retry->losses < 2 ? 0 : MIN (HBASE_RETRY_FIRST_DELAY << doublings, HBASE_RETRY_LAST_DELAY);
}

HBaseNext
hbase_retry_back_off (HBaseRetry *retry, HBaseLane *lane, GError *error, HBaseStep again)
{
  hbase_operation_record_failure (lane->operation, error);
  return hbase_lane_sleep (lane, hbase_retry_delay (retry), again);
}

GError *
hbase_retry_outcome_unknown (GError *error)
{
  GError *unknown = g_error_new (HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN,
                                 "%s; the write may or may not have taken place: read before you write again",
                                 error->message);

  g_error_free (error);
  return unknown;
}

HBaseNext
hbase_retry_or_fail (HBaseRetry *retry, HBaseLane *lane, GError *error, HBaseStep again)
{
  gboolean may_be_executed = is_write (retry->class) && hbase_retry_may_be_executed (lane, error);

  switch (hbase_retry_decide (retry, error, lane->sent))
    {
    case HBASE_RETRY_REPEAT:
      return hbase_retry_back_off (retry, lane, error, again);
    case HBASE_RETRY_UNKNOWN:
      return hbase_operation_fail (lane->operation, hbase_retry_outcome_unknown (error));
    case HBASE_RETRY_GIVE_UP:
    default:
      return hbase_operation_fail (lane->operation,
                                   may_be_executed ? hbase_retry_outcome_unknown (error) : error);
    }
}

GError *
hbase_retry_interrupted (const HBaseRetry *retry, const HBaseLane *lane, GError *why)
{
  gboolean by_time = g_error_matches (why, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);

  return by_time && is_write (retry->class) && (retry->left || hbase_retry_is_under_way (lane))
             ? hbase_retry_outcome_unknown (why)
             : why;
}
