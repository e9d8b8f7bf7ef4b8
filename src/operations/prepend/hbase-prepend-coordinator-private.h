/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What the prepends of one process to one list share: the lowest counter that was seen taken, the queue of
 * writers, and an estimate of how many processes contend. None of it is needed for a row to be written
 * once: it spares calls.
 *
 * 1. The writers of one process would only take each other's keys: so they queue, and only the writer at the
 *    head attempts keys. The next writer goes on below its row, without reading the list.
 * 2. No writer depends on another's main loop: a writer goes ahead, and contends, after it has waited for a
 *    while in a queue that didn't move.
 * 3. The process that has just written knows the first row, and would get all keys, one after the other,
 *    while the other processes miss: so it yields after a few rows.
 * 4. A process that never misses doesn't notice that others contend: so it pauses now and then.
 *
 * May be used from any thread. */

/* How many rows one process may write in a row while others contend: with 16 processes on an HBase a smaller
 * number means fewer rows in all, a larger number longer waits. */
#define HBASE_PREPEND_MAX_CONSECUTIVE_ROWS 4

typedef struct _HBasePrependCoordinator HBasePrependCoordinator;

HBasePrependCoordinator *hbase_prepend_coordinator_new (void);
HBasePrependCoordinator *hbase_prepend_coordinator_ref (HBasePrependCoordinator *coordinator);
void hbase_prepend_coordinator_unref (HBasePrependCoordinator *coordinator);

/* The lowest counter that was seen taken; < 0: none is known. */
gint64 hbase_prepend_coordinator_get_taken (HBasePrependCoordinator *coordinator);
void hbase_prepend_coordinator_record_taken (HBasePrependCoordinator *coordinator, gint64 counter);

/* Returns how many writers are before `writer`, which queues from its first call until it is dequeued;
 * `n_moves`: how often the queue has moved so far. */
guint hbase_prepend_coordinator_enqueue (HBasePrependCoordinator *coordinator,
                                         gconstpointer writer,
                                         guint64 *n_moves);
/* Does nothing if the writer isn't in the queue. */
void hbase_prepend_coordinator_dequeue (HBasePrependCoordinator *coordinator, gconstpointer writer);

/* How many processes contend, including this process: at least 1. */
guint hbase_prepend_coordinator_get_n_writers (HBasePrependCoordinator *coordinator);
/* How long an exchange takes, at least 1000 µs, the shortest wait of a lane. */
guint64 hbase_prepend_coordinator_get_exchange_us (HBasePrependCoordinator *coordinator);
/* Records how many processes wrote the first rows. `quiet`: no other process wrote, or tried to, since this
 * process did; after several such reads this process takes itself to be alone. */
void hbase_prepend_coordinator_record_writers (HBasePrependCoordinator *coordinator, guint n, gboolean quiet);
/* Records the duration of an exchange, in µs; 0: it wasn't measured. */
void hbase_prepend_coordinator_record_exchange (HBasePrependCoordinator *coordinator, gint64 took_us);
/* Records a row that was written by an exchange of that duration. */
void hbase_prepend_coordinator_record_row (HBasePrependCoordinator *coordinator, gint64 took_us);

typedef enum {
  HBASE_PREPEND_ATTEMPT, /* attempt the next key at once */
  HBASE_PREPEND_PAUSE,   /* attempt it after about two exchanges */
  HBASE_PREPEND_YIELD,   /* let other processes write first */
} HBasePrependAdvice;

/* Decides what the writer at the head of the queue does next. */
HBasePrependAdvice hbase_prepend_coordinator_begin_row (HBasePrependCoordinator *coordinator);
