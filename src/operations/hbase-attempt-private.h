/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-guard-private.h"
#include "hbase-retry-private.h"

/* The attempt to occupy one key by a guard: what prepending a row and fencing off its key have in common. An
 * operation that attempts keys begins with one of these; it says by `decided` what comes when it is known
 * whose the key is.
 *
 *  1. A key is never left before its guard is occupied. Neither `false`, nor an error, nor a lost reply, nor
 *     an empty guard proves that nothing was or will be written there: a request may be carried out long
 *     after its sender gave up. Only another's guard makes our late requests at that key harmless, for ever.
 *  2. No stamps are sent: the servers set them.
 */

typedef struct _HBaseAttempt HBaseAttempt;

/* The put was answered with `false`: looks whose the guard is. */
typedef HBaseNext (*HBaseAttemptDenied) (HBaseAttempt *attempt, HBaseLane *lane);

/* Whose the key is. `by_us`: this very operation was told that it has put the guard there. */
typedef HBaseNext (*HBaseAttemptDecided) (HBaseAttempt *attempt,
                                          HBaseLane *lane,
                                          gboolean by_us,
                                          HBaseGuardOwner owner);

/* What was met on the way, over all keys. */
typedef struct {
  guint puts;
  guint lost;          /* puts without an answer */
  guint false_denials; /* answered with `false`, and the guard was ours all the same */
  guint missed;        /* keys that were another's */
} HBaseAttemptCounts;

struct _HBaseAttempt {
  HBaseOperation parent;
  HBaseGuard guard;
  HBasePut *cells;
  guint8 token[HBASE_GUARD_OWNER_LENGTH]; /* whose guards are ours */
  HBaseSlice value;                       /* what is put: the token, or the operation's own */
  HBaseAttemptDecided decided;
  HBaseAttemptDenied look; /* NULL: the guard alone is read */
  GByteArray *key;         /* the row being attempted, NULL before */
  HBaseRetry putting;      /* `left`: something may have been, or may yet be, written at the key */
  HBaseRetry reading;
  GError *refusal; /* of the last put: it isn't sent again, but the guard is read */
  gboolean denied; /* the last put was answered with `false` */
  HBaseAttemptCounts counts;
};

/* `value` with data NULL: the token. Of the columns copies are taken, of the cells a reference. */
void hbase_attempt_init (HBaseAttempt *attempt,
                         const char *table,
                         const HBaseGuardColumns *columns,
                         HBasePut *cells,
                         const guint8 *token,
                         HBaseSlice value,
                         HBaseAttemptDecided decided);
/* An operation's clear() and interrupted(). */
void hbase_attempt_clear (HBaseOperation *operation);
GError *hbase_attempt_interrupted (HBaseOperation *operation, GError *why);

/* Another key: nothing is known to be under way to it. */
void hbase_attempt_set_key (HBaseAttempt *attempt, HBaseSlice key);
static inline HBaseSlice
hbase_attempt_key (const HBaseAttempt *attempt)
{
  return hbase_guard_slice (attempt->key);
}

/* The two ways to begin at the key: to write, or to look first. */
HBaseNext hbase_attempt_put (HBaseOperation *operation, HBaseLane *lane);
HBaseNext hbase_attempt_read (HBaseOperation *operation, HBaseLane *lane);
/* What was seen of the key. */
HBaseNext hbase_attempt_was_seen (HBaseAttempt *attempt, HBaseLane *lane, HBaseGuardOwner owner);

/* The end: an OUTCOME_UNKNOWN where something of ours may be at the key. Takes `error`. */
HBaseNext hbase_attempt_fail (HBaseAttempt *attempt, GError *error);
/* A read that brought no answer: again, or the end. Takes `error`. */
HBaseNext hbase_attempt_read_failed (HBaseAttempt *attempt, HBaseLane *lane, GError *error, HBaseStep again);

/* Whether a run that ends now leaves a call of that method on its way. */
static inline gboolean
hbase_attempt_is_under_way (const HBaseLane *lane, const HBaseWireMethod *method)
{
  return lane->request.method == method && hbase_retry_is_under_way (lane);
}
