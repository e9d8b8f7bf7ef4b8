/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-prepend-frontier-private.h"
#include "hbase-prepend-operation-private.h"

/* A prepend as its attempts (hbase-prepend-operation.c), its looks at the list (hbase-prepend-queries.c), and how
 * it gets along with others (hbase-prepend-contention.c) share it. */
struct _HBasePrependOperation {
  HBaseAttempt attempt;
  HBaseKeySchema *schema;
  HBaseKeyCounting counting;
  GByteArray *list;
  gint64 start;
  gint64 counter;  /* of the key being attempted */
  gint64 first;    /* of the first row when it was looked up; < 0: there was none */
  guint misses;    /* keys that others had */
  gboolean passed; /* the key that was attempted last is another's: its guard was read */
  guint waited;    /* ms in line since that moved last, */
  guint64 n_moves; /* for the time that this says */
  HBasePrependFrontier *frontier;
  gboolean checked;
  gboolean surprised;  /* a guard was gone: the table was looked at again */
  gboolean looked;     /* the first row was looked up, or needn't be */
  gboolean resumed;    /* others may have the token */
  gboolean by_tickets; /* keys lie in no order */
  gboolean cancels;    /* … and `tombstone` is put in place of the row */
  guint8 tombstone[HBASE_GUARD_FENCE_LENGTH];
  GByteArray *searched; /* where a search goes on; empty: at its beginning */
  gboolean settled;
  gboolean fenced;
  HBaseOperation *tickets; /* NULL: none are used */
  HBaseStep ticket_step;   /* what comes next of it */
  gint64 block;
  gint64 buffered,
      n_buffered; /* counters of a block, the highest one that is left and how many from there down */
};

/* Looks at the table, whether it is fit for guards, and goes on. */
HBaseNext hbase_prepend_describe (HBaseOperation *operation, HBaseLane *lane);
/* Looks up the first row, and, resumed, whether ours is among those between it and the key in doubt; then it
 * goes on. */
HBaseNext hbase_prepend_find_first (HBaseOperation *operation, HBaseLane *lane);
/* Goes on looking for ours among the guards from `searched` on. */
HBaseNext hbase_prepend_search (HBaseOperation *operation, HBaseLane *lane);
/* The rows of a list; those of a salted one lie among those of others. */
HBaseSlice hbase_prepend_prefix (HBasePrependOperation *prepend);
HBaseNext
hbase_prepend_ask_rows (HBasePrependOperation *prepend, HBaseLane *lane, GBytes *arguments, HBaseStep next);
/* Whether that row has our token: then it is the one where the row is, or never will be. */
gboolean hbase_prepend_finds (HBasePrependOperation *prepend,
                              const HBaseBlock *block,
                              guint row,
                              HBaseGuardOwner *owner);
/* A search goes on right after that key. */
void hbase_prepend_note_searched (HBasePrependOperation *prepend, HBaseSlice last);
/* Below `first`, or with a ticket. */
HBaseNext hbase_prepend_go_on (HBasePrependOperation *prepend, HBaseLane *lane);
/* Below a key that was seen taken. */
HBaseNext hbase_prepend_put_below (HBasePrependOperation *prepend, HBaseLane *lane, gint64 taken);

/* ---- hbase-prepend-contention.c ---- */

/* The first attempt, when it is this one's turn. */
HBaseNext hbase_prepend_queue (HBaseOperation *operation, HBaseLane *lane);
/* Reads the first guards. */
HBaseNext hbase_prepend_reread_guards (HBaseOperation *operation, HBaseLane *lane);
/* Another had the key, or may have had it: waits for a while, looks which row is the first one now, and tries
 * there. */
HBaseNext hbase_prepend_step_back (HBaseAttempt *attempt, HBaseLane *lane);
