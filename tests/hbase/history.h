/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What the calls on a row returned, and whether one order of all writes explains it (linearizability). Each
 * write leaves a trace in the row by which later reads recognise it, so that what a read returns is a set or
 * a list of writes, or the number of increments. Time is logical: the order in which calls begin and end. Any
 * thread.
 *
 *  1. An acknowledged write is seen by all reads that begin after its call has ended.
 *  2. A write of unknown outcome may be seen or not; once a read has returned it, all later reads return it.
 *  3. A write that was refused, or that hasn't begun, is never seen.
 *  4. A list has each write once; earlier lists are prefixes of later ones; a write that was done before
 *     another one began precedes it.
 *  5. A counter never decreases, and is at least the number of increments that are done, and at most that of
 *     those that may be done. No two increments return the same number. */

typedef enum {
  HISTORY_SET,
  HISTORY_LIST,
  HISTORY_COUNTER, /* of increments by one */
} HistoryKind;

typedef enum {
  HISTORY_UNKNOWN, /* or the call hasn't ended yet */
  HISTORY_ACKNOWLEDGED,
  HISTORY_REFUSED,
} HistoryOutcome;

/* Returns a later time with each call. */
gint64 history_now (void);

typedef struct _History History;

History *history_new (HistoryKind kind, const char *name);
void history_free (History *history);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (History, history_free)

const char *history_get_name (History *history);
/* The number of writes that have begun. */
guint history_get_n_writes (History *history);
/* Returns the new write's number: 0, 1, 2 … */
guint history_begin (History *history);
void history_end (History *history, guint write, HistoryOutcome outcome);
/* An acknowledged increment has returned the number. */
void history_end_with_number (History *history, guint write, gint64 number);
/* A read that began then has ended, with these writes (guint), for a list in its order. */
void history_saw (History *history, gint64 begin, GArray *writes);
void history_saw_number (History *history, gint64 begin, gint64 number);
/* Returns what contradicts the rules, or NULL. */
char *history_check (History *history);

/* ---- what rows contain ---- */

typedef struct {
  guint write;
  gint64 timestamp; /* of the cells of that write */
  guint previous;   /* the write that a checked change has replaced; G_MAXUINT: none */
} HistoryCell;

/* Returns what is wrong if `value`, with that timestamp, isn't of the newest of the writes. */
char *history_check_newest (GArray *cells, guint value, gint64 timestamp);
/* Returns the checked changes in their order, of which the last one is `head`; NULL, with what is wrong, if
 * they aren't a chain. */
GArray *history_follow_chain (GArray *cells, guint head, char **wrong);
