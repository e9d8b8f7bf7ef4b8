/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-prepend-settings-private.h"

/* A prepend operation, as shared by its steps (hbase-prepend-operation.c), its reads
 * (hbase-prepend-queries.c), its attempts (hbase-prepend-keys.c), and its strategies (hbase-prepend-probe.c,
 * hbase-prepend-tickets.c). */

struct _HBasePrependOperation {
  HBaseAttempt attempt;
  const HBasePrependStrategyClass *strategy;
  HBaseKeySchema *schema;
  HBaseKeyCounting counting;
  GBytes *list;
  gint64 start;
  gint64 counter;       /* of the key being attempted */
  gint64 first;         /* of the list's first row when it was read; < 0: there was none */
  gboolean first_read;  /* the first row was read, or needn't be */
  gboolean was_checked; /* the table's guards had been found fit before, */
  gboolean checked;     /* or are now */
  gboolean resumed;     /* other holders of the token may have attempted the row */
  gboolean cancels;     /* the attempts put `tombstone` in place of the row */
  guint8 tombstone[HBASE_GUARD_FENCE_LENGTH];
  GByteArray *search_start; /* the key at which a search goes on; empty: the list's first key */
  gboolean settled;
  gboolean fenced;
  HBasePrependCoordinator *coordinator;
  HBaseStep described; /* what follows the read of the table's description */

  /* probe */
  guint n_misses;           /* keys that were other rows' */
  gboolean guard_is_others; /* the key attempted last is another row's: its guard was read */
  gboolean guard_vanished;  /* a known guard was deleted: so the table was checked again */
  guint waited_ms;          /* in the queue since it moved last, */
  guint64 n_moves;          /* when it had moved that often */

  /* tickets */
  HBaseOperation *tickets; /* the child that takes a block of a sequence; NULL: none is used */
  gint64 next_buffered,
      n_buffered; /* counters that weren't used: the highest, and how many from there down */
};

static inline HBaseSlice
hbase_prepend_list (const HBasePrependOperation *prepend)
{
  HBaseSlice list = hbase_slice_of_bytes (prepend->list);

  return hbase_slice (hbase_slice_bytes (list), list.length);
}

/* Whether keys are attempted without gaps: then a cancel is final. */
static inline gboolean
hbase_prepend_is_contiguous (const HBasePrependOperation *prepend)
{
  return prepend->strategy->is_ordered && prepend->counting == HBASE_KEY_COUNTER_DOWN;
}

/* ---- attempts: hbase-prepend-keys.c ---- */

/* Attempts the key of that counter. */
HBaseNext hbase_prepend_put_at (HBasePrependOperation *prepend, HBaseLane *lane, gint64 counter);
/* Attempts a key below a key that was seen taken. */
HBaseNext hbase_prepend_put_below (HBasePrependOperation *prepend, HBaseLane *lane, gint64 taken);
/* Attempts the next key, as the row was found nowhere; ends a cancel that can't be final. */
HBaseNext hbase_prepend_put_next (HBasePrependOperation *prepend, HBaseLane *lane);
/* Ends an operation that has no key left to attempt. */
HBaseNext hbase_prepend_exhausted (HBasePrependOperation *prepend);
/* Ends an operation whose row will never be there: for a cancel that is success. */
HBaseNext hbase_prepend_done_fenced (HBasePrependOperation *prepend);

/* ---- reads: hbase-prepend-queries.c ---- */

/* Reads the table's description, checks that it is fit for guards, and goes on with `next`. */
HBaseNext hbase_prepend_describe (HBasePrependOperation *prepend, HBaseLane *lane, HBaseStep next);

/* Reads the first row; and resumed, whether the row's token is in a guard between it and the key in doubt. */
HBaseNext hbase_prepend_read_first (HBaseOperation *operation, HBaseLane *lane);
/* Searches the guards from `search_start` on for the row's token. */
HBaseNext hbase_prepend_search (HBaseOperation *operation, HBaseLane *lane);
/* The prefix that the list's rows have in common: none if they are salted, since they lie among others
 * then. */
HBaseSlice hbase_prepend_scan_prefix (const HBasePrependOperation *prepend);
/* Sends a scan, whose errors aren't about the key that was attempted last. */
HBaseNext
hbase_prepend_send_scan (HBasePrependOperation *prepend, HBaseLane *lane, GBytes *arguments, HBaseStep next);

/* Takes the response to a scan for guards. A row that comes twice, or out of order, may have come in place of
 * a missing row, whose token might be the operation's: such a scan counts as failed, and is repeated. */
gboolean hbase_prepend_take_guards (HBasePrependOperation *prepend,
                                    HBaseLane *lane,
                                    HBaseBlock **block,
                                    GError **error);

/* A row with the operation's token in its guard: where the row is, or where it was fenced off. */
typedef struct {
  HBaseSlice key;
  gint64 counter;
  HBaseGuardOwner owner;
} HBasePrependFound;

/* Whether a row of the block has the token. */
gboolean
hbase_prepend_find_token (HBasePrependOperation *prepend, const HBaseBlock *block, HBasePrependFound *found);
/* Attempts the row that was found. */
void hbase_prepend_set_found (HBasePrependOperation *prepend, const HBasePrependFound *found);
/* Lets a search go on right after that key. */
void hbase_prepend_set_search_start (HBasePrependOperation *prepend, HBaseSlice last);
