/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What the prepends of one process to one list share: how far down the list was seen taken, who is first in
 * line, and how many processes contend. Nothing of it is needed for a row to be written once: it spares calls.
 *
 * 1. Those of one process would only take each other's keys: so they stand in line, and the first one alone
 *    attempts keys. The next one goes on below its row, without a look.
 * 2. Nobody depends on another's main loop: who has waited for a while during which the line didn't move goes
 *    ahead, and contends.
 * 3. Among processes the one that has just written knows the first row, and would get all keys, one after the
 *    other, while the others miss: so it steps back after a few rows.
 * 4. It wouldn't even know that others contend: so one that never misses pauses, too, now and then.
 *
 * May be used from any thread. */

/* Rows that one process may write after the other while others contend: with 16 of them on an HBase, fewer rows
 * mean fewer in all, and more of them longer waits. */
#define HBASE_PREPEND_STREAK 4

typedef struct _HBasePrependFrontier HBasePrependFrontier;

HBasePrependFrontier *hbase_prepend_frontier_new (void);
HBasePrependFrontier *hbase_prepend_frontier_ref (HBasePrependFrontier *frontier);
void hbase_prepend_frontier_unref (HBasePrependFrontier *frontier);

/* The lowest counter that was seen taken; < 0: none is known. */
gint64 hbase_prepend_frontier_get_taken (HBasePrependFrontier *frontier);
void hbase_prepend_frontier_note_taken (HBasePrependFrontier *frontier, gint64 counter);

/* `who` stands in line from its first call until it leaves. Returns how many are before it; `n_moves`: how
 * often the line moved so far. */
guint hbase_prepend_frontier_queue (HBasePrependFrontier *frontier, gconstpointer who, guint64 *n_moves);
void hbase_prepend_frontier_leave (HBasePrependFrontier *frontier, gconstpointer who);

/* How many processes contend, this one among them; 1: it is alone. */
guint hbase_prepend_frontier_get_contenders (HBasePrependFrontier *frontier);
/* How long an exchange takes, in µs, at least a millisecond, which is what can be waited for. */
guint64 hbase_prepend_frontier_get_exchange (HBasePrependFrontier *frontier);
/* What the guards say; `quiet`: nobody else wrote since this process did, or tried to. Several times in a row,
 * that means that it is alone. */
void hbase_prepend_frontier_note_contenders (HBasePrependFrontier *frontier, guint n, gboolean quiet);
/* 0: it wasn't measured. */
void hbase_prepend_frontier_note_exchange (HBasePrependFrontier *frontier, gint64 took);
/* A row was written, by an exchange that took so long. */
void hbase_prepend_frontier_note_row (HBasePrependFrontier *frontier, gint64 took);

typedef enum {
  HBASE_PREPEND_GO,        /* attempt the next key */
  HBASE_PREPEND_PAUSE,     /* …after about two exchanges */
  HBASE_PREPEND_STEP_BACK, /* it is others' turn */
} HBasePrependAdvice;

HBasePrependAdvice hbase_prepend_frontier_begin_row (HBasePrependFrontier *frontier);
