/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-guard-private.h"
#include "hbase-retry-private.h"

/* The attempt to occupy one key by a guard, which is common to prepending a row and fencing off its key. An
 * operation that attempts keys begins with this struct; its `decided` continues when the owner of the key
 * is known.
 *
 *  1. A key is never left before its guard is occupied (docs/design-prepend.md, P3). Neither `false`, nor
 *     an error, nor a lost response, nor an empty guard proves that nothing was or will be written there: a
 *     request may be executed long after its sender gave up. Only another row's guard makes the operation's
 *     late requests at that key permanently harmless.
 *  2. No timestamps are sent: the servers set them (P7).
 */

typedef struct _HBaseAttempt HBaseAttempt;

/* Reads the owner of the guard, after the put returned `false`. */
typedef HBaseNext (*HBaseAttemptDenied) (HBaseAttempt *attempt, HBaseLane *lane);

/* Continues after the owner of the key was found. `by_us`: a put of this operation returned `true`. */
typedef HBaseNext (*HBaseAttemptDecided) (HBaseAttempt *attempt,
                                          HBaseLane *lane,
                                          gboolean by_us,
                                          HBaseGuardOwner owner);

/* Statistics over all keys of an operation. */
typedef struct {
  guint puts;
  guint lost;                 /* puts without a response, or with an error */
  guint misreported_refusals; /* puts that returned `false` though the guard was the row's own */
  guint missed;               /* keys that were another row's */
} HBaseAttemptCounts;

struct _HBaseAttempt {
  HBaseOperation parent;
  HBaseGuard guard;
  HBasePut *cells;
  guint8 token[HBASE_GUARD_OWNER_LENGTH];
  HBaseSlice value; /* of the token's cell that is put: the token, or the operation's own */
  HBaseAttemptDecided decided;
  HBaseAttemptDenied denied_step; /* NULL: the guard alone is read */
  GByteArray *key;                /* the row being attempted, NULL before */
  HBaseRetry putting;             /* `left`: something may have been, or may yet be, written at the key */
  HBaseRetry reading;
  GError *refusal; /* why HBase refused the last put: it isn't sent again, but the guard is read */
  gboolean denied; /* the last put returned `false` */
  HBaseAttemptCounts counts;
};

/* Copies the guard, and takes a reference to the cells. `value` with data NULL: the token. */
void hbase_attempt_init (HBaseAttempt *attempt,
                         const char *table,
                         const HBaseGuard *guard,
                         HBasePut *cells,
                         const guint8 *token,
                         HBaseSlice value,
                         HBaseAttemptDecided decided);
/* An operation's clear() and interrupted(). */
void hbase_attempt_clear (HBaseOperation *operation);
GError *hbase_attempt_interrupted (HBaseOperation *operation, GError *why);

/* Changes to another key, to which no request is known to be under way. */
void hbase_attempt_set_key (HBaseAttempt *attempt, HBaseSlice key);
static inline HBaseSlice
hbase_attempt_key (const HBaseAttempt *attempt)
{
  return hbase_slice_of_array (attempt->key);
}

/* Begin at the key: by writing, or by reading its guard. */
HBaseNext hbase_attempt_put (HBaseOperation *operation, HBaseLane *lane);
HBaseNext hbase_attempt_read (HBaseOperation *operation, HBaseLane *lane);
/* Continues after the key's guard was read. */
HBaseNext hbase_attempt_guard_known (HBaseAttempt *attempt, HBaseLane *lane, HBaseGuardOwner owner);

/* Ends the operation, with OUTCOME_UNKNOWN if something of it may be at the key. Takes `error`. */
HBaseNext hbase_attempt_fail (HBaseAttempt *attempt, GError *error);
/* Repeats a read that failed, or ends the operation. Takes `error`. */
HBaseNext hbase_attempt_read_failed (HBaseAttempt *attempt, HBaseLane *lane, GError *error, HBaseStep again);

/* Whether a call of that method stays under way if the run ends now. */
static inline gboolean
hbase_attempt_is_under_way (const HBaseLane *lane, const HBaseWireMethod *method)
{
  return lane->request.method == method && hbase_retry_is_under_way (lane);
}
