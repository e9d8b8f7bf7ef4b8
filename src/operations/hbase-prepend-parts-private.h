/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-prepend-operation-private.h"

/* A prepend as its attempts (hbase-prepend-operation.c) and its looks at the list (hbase-prepend-looks.c) share
 * it. */
struct _HBasePrependOperation {
  HBaseAttempt attempt;
  HBaseKeySchema *schema;
  HBaseKeyCounting counting;
  GByteArray *list;
  gint64 start;
  gint64 counter; /* of the key being attempted */
  gint64 taken;   /* lowest seen taken; < 0: none */
  gint64 first;   /* of the first row when it was looked up; < 0: there was none */
  guint misses;
  gboolean checked;
  gboolean looked;       /* the first row was looked up, or needn't be */
  gboolean resumed;      /* others may have the token */
  gboolean by_tickets;   /* keys lie in no order */
  gboolean cancels;      /* … and `tombstone` is put in place of the row */
  guint8 tombstone[HBASE_GUARD_FENCE_LENGTH];
  GByteArray *searched;  /* where a search goes on; empty: at its beginning */
  gboolean settled;
  gboolean fenced;
  HBaseOperation *tickets; /* NULL: none are used */
  HBaseStep ticket_step;   /* what comes next of it */
  gint64 block;
  gint64 at_hand,
      n_at_hand; /* counters of a block, the highest one that is left and how many from there down */
};

/* Looks up the first row, and, resumed, whether ours is among those between it and the key in doubt; then it
 * goes on. */
HBaseNext hbase_prepend_find_first (HBaseOperation *operation, HBaseLane *lane);
/* Below `first`, or with a ticket. */
HBaseNext hbase_prepend_go_on (HBasePrependOperation *prepend, HBaseLane *lane);
