/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"

/* Retries decide whether a call is sent again. The total deadline, which the driver keeps, ends them, not a
 * number of attempts. The one exception: if no gateway of the URI can be connected to, the call fails with
 * UNREACHABLE after HBASE_RETRY_ROUNDS rounds over all gateways, within a second. And the driver may refuse
 * repetitions (`take_retry` of the lane). */

#define HBASE_RETRY_ROUNDS 6
/* The first repetition comes at once. The delay before the second repetition is doubled with each further
 * repetition, up to the maximum; the driver takes a random part of it. */
#define HBASE_RETRY_MIN_DELAY_MS 50
#define HBASE_RETRY_MAX_DELAY_MS 5000

typedef enum {
  HBASE_CALL_READ,        /* is repeated, through any gateway */
  HBASE_CALL_STICKY,      /* of a scanner: isn't repeated on that scanner */
  HBASE_CALL_TOKEN,       /* a write that carries a token: the row is read to find out what happened */
  HBASE_CALL_TIMESTAMPED, /* a write whose timestamps are all explicit: it can be repeated without harm */
  HBASE_CALL_ONCE,        /* a write that a repetition would execute twice */
  HBASE_CALL_IDEMPOTENT,  /* the same, but its caller allows that */
  HBASE_CALL_MODIFY,      /* of a table, a family or a namespace: repeated, and a refusal is final */
  HBASE_CALL_DESCRIBE,    /* of a table: the table is looked up and compared */
} HBaseCallClass;

typedef enum {
  HBASE_RETRY_REPEAT,  /* send the same request again after hbase_retry_get_delay_ms() */
  HBASE_RETRY_GIVE_UP, /* the error is final: the call wasn't executed */
  HBASE_RETRY_UNKNOWN, /* it may have been executed: find out (TOKEN, DESCRIBE), open the scanner again
                        * (STICKY), or fail with OUTCOME_UNKNOWN */
} HBaseRetryDecision;

typedef struct {
  HBaseCallClass class;
  guint n_losses;           /* consecutive errors */
  guint n_unreachable;      /* consecutive errors because no gateway could be connected to */
  gboolean may_be_executed; /* a part of the request was sent, and its response was lost */
  gboolean may_be_disabled; /* the table */
  gboolean has_asked_for_state;
} HBaseRetry;

void hbase_retry_init (HBaseRetry *retry, HBaseCallClass class);
/* Records the error of hbase_lane_take_response(). If only the driver's budget of repetitions forbids to
 * send the request again, the error becomes RETRY_BUDGET. */
HBaseRetryDecision hbase_retry_decide (HBaseRetry *retry, HBaseLane *lane, GError **error);
guint hbase_retry_get_delay_ms (const HBaseRetry *retry);
/* Lets the lane sleep, and then calls `again`, which repeats the request. Takes `error`, which becomes the
 * last failure. */
HBaseNext hbase_retry_back_off (HBaseRetry *retry, HBaseLane *lane, GError *error, HBaseStep again);
/* Repeats the request by `again`, or fails. Takes `error`. */
HBaseNext hbase_retry_or_fail (HBaseRetry *retry, HBaseLane *lane, GError *error, HBaseStep again);
/* Asks whether the table is disabled, if hbase_retry_wants_state(). */
HBaseNext hbase_retry_ask_for_state (HBaseRetry *retry, HBaseLane *lane, HBaseStep next);
/* Takes the answer: FALSE with TABLE_DISABLED if it is. */
gboolean hbase_retry_check_state (HBaseLane *lane, GError **error);
/* Returns the OUTCOME_UNKNOWN of a write whose reason is `error` (taken). */
GError *hbase_retry_outcome_unknown (GError *error);
/* Returns the error of a run that was interrupted: OUTCOME_UNKNOWN for a write that may have been executed
 * before the deadline, else `why`. Takes `why`. */
GError *hbase_retry_interrupted (const HBaseRetry *retry, const HBaseLane *lane, GError *why);
/* The same for an operation of several writes; so many of them were executed before. */
GError *hbase_retry_interrupted_after (guint n_writes, GError *why);

/* Returns whether the state of the table is to be asked for, before a request is repeated. */
static inline gboolean
hbase_retry_wants_state (const HBaseRetry *retry)
{
  return retry->may_be_disabled && !retry->has_asked_for_state;
}

/* Returns whether a write that HBase refused may have been executed by an earlier attempt of the gateway. */
static inline gboolean
hbase_retry_may_be_executed (const HBaseLane *lane, const GError *error)
{
  return lane->sent > 0 && !lane->not_executed && !lane->undone
         && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_REMOTE);
}

/* Returns whether a write that HBase refused may have been executed all the same, also by an earlier request
 * whose response was lost. */
static inline gboolean
hbase_retry_leaves_doubt (const HBaseRetry *retry, const HBaseLane *lane, const GError *error)
{
  return retry->class != HBASE_CALL_MODIFY
         && (hbase_retry_may_be_executed (lane, error) || (retry->may_be_executed && !lane->not_executed));
}

/* Returns whether the lane's request is in flight. */
static inline gboolean
hbase_retry_is_under_way (const HBaseLane *lane)
{
  return lane->state == HBASE_LANE_AWAITING || (lane->state == HBASE_LANE_SENDING && lane->sent > 0);
}
