/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the state that the prepends of one process to one list share. */

#include "hbase-prepend-coordinator-private.h"

#define MAX_EXCHANGE_US G_USEC_PER_SEC
/* After that many reads of the guards in a row that found nothing new, no other process contends any more. */
#define N_QUIET 3
/* A process that never misses pauses after that many rows, and then after twice as many each time that no
 * other process wrote, up to a maximum. */
#define MIN_ROWS_BEFORE_PAUSE 8
#define MAX_ROWS_BEFORE_PAUSE 256

struct _HBasePrependCoordinator {
  gatomicrefcount ref_count;
  GMutex lock;
  gint64 taken; /* the lowest counter seen taken; < 0: none */
  guint n_writers;
  guint n_quiet; /* reads of the guards in a row that found nothing new */
  guint n_rows;  /* written since the guards were read, or since the last pause */
  guint n_rows_before_pause;
  gint64 exchange_us; /* an average of recent exchanges; 0: none was measured */
  GQueue queue;       /* of writers */
  guint64 n_moves;    /* of the queue */
};

HBasePrependCoordinator *
hbase_prepend_coordinator_new (void)
{
  HBasePrependCoordinator *coordinator = g_new0 (HBasePrependCoordinator, 1);

  g_atomic_ref_count_init (&coordinator->ref_count);
  g_mutex_init (&coordinator->lock);
  g_queue_init (&coordinator->queue);
  coordinator->taken = -1;
  coordinator->n_writers = 1;
  coordinator->n_rows_before_pause = MIN_ROWS_BEFORE_PAUSE;
  return coordinator;
}

HBasePrependCoordinator *
hbase_prepend_coordinator_ref (HBasePrependCoordinator *coordinator)
{
  g_atomic_ref_count_inc (&coordinator->ref_count);
  return coordinator;
}

void
hbase_prepend_coordinator_unref (HBasePrependCoordinator *coordinator)
{
  if (!g_atomic_ref_count_dec (&coordinator->ref_count))
    return;
  g_queue_clear (&coordinator->queue);
  g_mutex_clear (&coordinator->lock);
  g_free (coordinator);
}

/* ---- the first row ---- */

gint64
hbase_prepend_coordinator_get_taken (HBasePrependCoordinator *coordinator)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&coordinator->lock);

  return coordinator->taken;
}

void
hbase_prepend_coordinator_record_taken (HBasePrependCoordinator *coordinator, gint64 counter)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&coordinator->lock);

  if (coordinator->taken < 0 || counter < coordinator->taken)
    coordinator->taken = counter;
}

/* ---- the queue ---- */

guint
hbase_prepend_coordinator_enqueue (HBasePrependCoordinator *coordinator,
                                   gconstpointer writer,
                                   guint64 *n_moves)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&coordinator->lock);
  gint position = g_queue_index (&coordinator->queue, writer);

  if (position < 0)
    {
      position = (gint) coordinator->queue.length;
      g_queue_push_tail (&coordinator->queue, (gpointer) writer);
    }
  *n_moves = coordinator->n_moves;
  return (guint) position;
}

void
hbase_prepend_coordinator_dequeue (HBasePrependCoordinator *coordinator, gconstpointer writer)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&coordinator->lock);

  coordinator->n_moves += g_queue_remove (&coordinator->queue, writer);
}

/* ---- contention ---- */

guint
hbase_prepend_coordinator_get_n_writers (HBasePrependCoordinator *coordinator)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&coordinator->lock);

  return coordinator->n_writers;
}

guint64
hbase_prepend_coordinator_get_exchange_us (HBasePrependCoordinator *coordinator)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&coordinator->lock);

  return (guint64) MAX (coordinator->exchange_us, 1000);
}

void
hbase_prepend_coordinator_record_writers (HBasePrependCoordinator *coordinator, guint n, gboolean quiet)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&coordinator->lock);

  coordinator->n_quiet = quiet ? coordinator->n_quiet + 1 : 0;
  coordinator->n_writers = coordinator->n_quiet < N_QUIET ? n : 1;
  coordinator->n_rows = 0;
  coordinator->n_rows_before_pause = MIN_ROWS_BEFORE_PAUSE;
}

/* An exchange may take long for reasons that have nothing to do with contention: short durations weigh
 * more. */
static void
record_exchange_locked (HBasePrependCoordinator *coordinator, gint64 took_us)
{
  gint64 change = MIN (took_us, MAX_EXCHANGE_US) - coordinator->exchange_us;

  if (took_us > 0)
    coordinator->exchange_us += coordinator->exchange_us == 0 ? change
                                : change < 0                  ? change / 2
                                                              : change / 16;
}

void
hbase_prepend_coordinator_record_exchange (HBasePrependCoordinator *coordinator, gint64 took_us)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&coordinator->lock);

  record_exchange_locked (coordinator, took_us);
}

void
hbase_prepend_coordinator_record_row (HBasePrependCoordinator *coordinator, gint64 took_us)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&coordinator->lock);

  record_exchange_locked (coordinator, took_us);
  coordinator->n_rows++;
}

HBasePrependAdvice
hbase_prepend_coordinator_begin_row (HBasePrependCoordinator *coordinator)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&coordinator->lock);

  if (coordinator->n_writers > 1)
    return coordinator->n_rows >= HBASE_PREPEND_MAX_CONSECUTIVE_ROWS ? HBASE_PREPEND_YIELD
                                                                     : HBASE_PREPEND_ATTEMPT;
  if (coordinator->n_rows < coordinator->n_rows_before_pause)
    return HBASE_PREPEND_ATTEMPT;
  coordinator->n_rows = 0;
  coordinator->n_rows_before_pause = MIN (2 * coordinator->n_rows_before_pause, MAX_ROWS_BEFORE_PAUSE);
  return HBASE_PREPEND_PAUSE;
}
