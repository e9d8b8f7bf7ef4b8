/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"

/* When a call may be sent again. A total deadline, which the driver keeps, ends it: no count of tries does,
 * but one: where no gateway of the URI can be connected to, the caller learns it (UNREACHABLE) after
 * HBASE_RETRY_ROUNDS rounds over all of them, within a second. */

#define HBASE_RETRY_ROUNDS 6
#define HBASE_RETRY_FIRST_DELAY                                                                              \
  50 /* ms, before the second repetition (the first comes at once); then doubled, */
#define HBASE_RETRY_LAST_DELAY 5000 /* up to this; the driver takes a random part of it */

typedef enum {
  HBASE_CALL_READ,        /* again, through any gateway */
  HBASE_CALL_STICKY,      /* a scanner's: never again on that scanner */
  HBASE_CALL_TOKEN,       /* a write that carries a token: read it, and know */
  HBASE_CALL_TIMESTAMPED, /* a write whose every stamp is explicit: again is harmless */
  HBASE_CALL_ONCE,        /* a write that a repetition would do twice */
  HBASE_CALL_DESCRIBE,    /* of tables: look, compare, finish */
} HBaseCallClass;

typedef enum {
  HBASE_RETRY_REPEAT,  /* send the same again after hbase_retry_delay() */
  HBASE_RETRY_GIVE_UP, /* the error is final: what was asked for wasn't done */
  HBASE_RETRY_UNKNOWN, /* it may have been done: look (TOKEN, DESCRIBE), reopen (STICKY), or tell
                            OUTCOME_UNKNOWN */
} HBaseRetryDecision;

typedef struct {
  HBaseCallClass class;
  guint losses;   /* in a row */
  guint refusals; /* of them: in a row without any gateway to talk to */
  gboolean left;  /* something of the call left and no answer came: it may have been executed */
} HBaseRetry;

void hbase_retry_init (HBaseRetry *retry, HBaseCallClass class);
/* Of hbase_lane_take_response()'s error and lane->sent. */
HBaseRetryDecision hbase_retry_decide (HBaseRetry *retry, const GError *error, gsize sent);
/* ms */
guint hbase_retry_delay (const HBaseRetry *retry);
/* `lane` naps and then goes to `again`, which asks again; takes `error`, which a time-out meanwhile tells. */
HBaseNext hbase_retry_back_off (HBaseRetry *retry, HBaseLane *lane, GError *error, HBaseStep again);
/* What a call does that is either repeated or fails: takes `error`. */
HBaseNext hbase_retry_or_fail (HBaseRetry *retry, HBaseLane *lane, GError *error, HBaseStep again);
/* What to say of a write after UNKNOWN: takes `error`, which becomes the reason in an OUTCOME_UNKNOWN. */
GError *hbase_retry_outcome_unknown (GError *error);
/* For `interrupted`: the same for a run that time ended, if it was a write of which something had left. */
GError *hbase_retry_interrupted (const HBaseRetry *retry, const HBaseLane *lane, GError *why);

/* HBase refused a write, and an earlier try of the gateway's may have been executed all the same. */
static inline gboolean
hbase_retry_may_be_executed (const HBaseLane *lane, const GError *error)
{
  return lane->sent > 0 && !lane->not_executed && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_REMOTE);
}

/* Whether a run that ends now leaves the lane's call on its way. */
static inline gboolean
hbase_retry_is_under_way (const HBaseLane *lane)
{
  return lane->state == HBASE_LANE_AWAITING || (lane->state == HBASE_LANE_SENDING && lane->sent > 0);
}
