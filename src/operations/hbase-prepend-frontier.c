/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-prepend-frontier-private.h"

#define LONGEST_EXCHANGE G_USEC_PER_SEC
/* So many looks in a row at which nothing had changed: nobody contends any more. */
#define QUIET 3
/* Who never misses pauses after so many rows, and then after twice as many, each time that nobody came. */
#define FIRST_PAUSE 8
#define LAST_PAUSE 256

struct _HBasePrependFrontier {
  gatomicrefcount ref_count;
  GMutex lock;
  gint64 taken;
  guint contenders;
  guint n_quiet;
  guint n_rows; /* since the last look, or pause */
  guint n_before_pause;
  gint64 exchange; /* µs, of late; 0: none was measured */
  GQueue line;     /* of whoever queues */
  guint64 n_moves;
};

HBasePrependFrontier *
hbase_prepend_frontier_new (void)
{
  HBasePrependFrontier *frontier = g_new0 (HBasePrependFrontier, 1);

  g_atomic_ref_count_init (&frontier->ref_count);
  g_mutex_init (&frontier->lock);
  g_queue_init (&frontier->line);
  frontier->taken = -1;
  frontier->contenders = 1;
  frontier->n_before_pause = FIRST_PAUSE;
  return frontier;
}

HBasePrependFrontier *
hbase_prepend_frontier_ref (HBasePrependFrontier *frontier)
{
  g_atomic_ref_count_inc (&frontier->ref_count);
  return frontier;
}

void
hbase_prepend_frontier_unref (HBasePrependFrontier *frontier)
{
  if (!g_atomic_ref_count_dec (&frontier->ref_count))
    return;
  g_queue_clear (&frontier->line);
  g_mutex_clear (&frontier->lock);
  g_free (frontier);
}

/* ---- the first row ---- */

gint64
hbase_prepend_frontier_get_taken (HBasePrependFrontier *frontier)
{
  gint64 taken;

  g_mutex_lock (&frontier->lock);
  taken = frontier->taken;
  g_mutex_unlock (&frontier->lock);
  return taken;
}

void
hbase_prepend_frontier_note_taken (HBasePrependFrontier *frontier, gint64 counter)
{
  g_mutex_lock (&frontier->lock);
  if (frontier->taken < 0 || counter < frontier->taken)
    frontier->taken = counter;
  g_mutex_unlock (&frontier->lock);
}

/* ---- the line ---- */

guint
hbase_prepend_frontier_queue (HBasePrependFrontier *frontier, gconstpointer who, guint64 *n_moves)
{
  gint place;

  g_mutex_lock (&frontier->lock);
  place = g_queue_index (&frontier->line, who);
  if (place < 0)
    {
      place = (gint) frontier->line.length;
      g_queue_push_tail (&frontier->line, (gpointer) who);
    }
  *n_moves = frontier->n_moves;
  g_mutex_unlock (&frontier->lock);
  return (guint) place;
}

void
hbase_prepend_frontier_leave (HBasePrependFrontier *frontier, gconstpointer who)
{
  g_mutex_lock (&frontier->lock);
  frontier->n_moves += g_queue_remove (&frontier->line, who);
  g_mutex_unlock (&frontier->lock);
}

/* ---- contention ---- */

guint
hbase_prepend_frontier_get_contenders (HBasePrependFrontier *frontier)
{
  guint contenders;

  g_mutex_lock (&frontier->lock);
  contenders = frontier->contenders;
  g_mutex_unlock (&frontier->lock);
  return contenders;
}

guint64
hbase_prepend_frontier_get_exchange (HBasePrependFrontier *frontier)
{
  gint64 exchange;

  g_mutex_lock (&frontier->lock);
  exchange = frontier->exchange;
  g_mutex_unlock (&frontier->lock);
  return (guint64) MAX (exchange, 1000);
}

void
hbase_prepend_frontier_note_contenders (HBasePrependFrontier *frontier, guint n, gboolean quiet)
{
  g_mutex_lock (&frontier->lock);
  frontier->n_quiet = quiet ? frontier->n_quiet + 1 : 0;
  frontier->contenders = frontier->n_quiet < QUIET ? n : 1;
  frontier->n_rows = 0;
  frontier->n_before_pause = FIRST_PAUSE;
  g_mutex_unlock (&frontier->lock);
}

/* One may take long for reasons that have nothing to do with others: those that took less count for more. */
static void
note_exchange_locked (HBasePrependFrontier *frontier, gint64 took)
{
  gint64 more = MIN (took, LONGEST_EXCHANGE) - frontier->exchange;

  if (took > 0)
    frontier->exchange += frontier->exchange == 0 ? more : more < 0 ? more / 2 : more / 16;
}

void
hbase_prepend_frontier_note_exchange (HBasePrependFrontier *frontier, gint64 took)
{
  g_mutex_lock (&frontier->lock);
  note_exchange_locked (frontier, took);
  g_mutex_unlock (&frontier->lock);
}

void
hbase_prepend_frontier_note_row (HBasePrependFrontier *frontier, gint64 took)
{
  g_mutex_lock (&frontier->lock);
  note_exchange_locked (frontier, took);
  frontier->n_rows++;
  g_mutex_unlock (&frontier->lock);
}

static HBasePrependAdvice
take_turn_locked (HBasePrependFrontier *frontier)
{
  if (frontier->contenders > 1)
    return frontier->n_rows >= HBASE_PREPEND_STREAK ? HBASE_PREPEND_STEP_BACK : HBASE_PREPEND_GO;
  if (frontier->n_rows < frontier->n_before_pause)
    return HBASE_PREPEND_GO;
  frontier->n_rows = 0;
  frontier->n_before_pause = MIN (2 * frontier->n_before_pause, LAST_PAUSE);
  return HBASE_PREPEND_PAUSE;
}

HBasePrependAdvice
hbase_prepend_frontier_begin_row (HBasePrependFrontier *frontier)
{
  HBasePrependAdvice turn;

  g_mutex_lock (&frontier->lock);
  turn = take_turn_locked (frontier);
  g_mutex_unlock (&frontier->lock);
  return turn;
}
