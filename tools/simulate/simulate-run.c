/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file computes the chunks of a simulation in several threads.
 *
 * 1. Chunks are computed in any order, and added in theirs by the main thread.
 * 2. At most 2 × n_threads chunks wait to be computed or added, so that memory doesn't grow with the
 *    number of puts.
 * 3. The error of the first chunk that has one is reported, whichever thread ends first; then `stop` is
 *    cancelled, and no other chunk is computed. */

#include "config.h"

#include "progress.h"
#include "simulate-run.h"

#define BAR_WIDTH 40

typedef struct {
  HBasePlanSimulator *simulator;
  GCancellable *stop;
  GMutex mutex; /* for what follows */
  GCond changed;
  HBasePlanSimulationChunk **chunks; /* by their numbers: those that are computed and not added */
  GError **errors;                   /* by their numbers */
} Work;

static void
compute (gpointer data, gpointer user_data)
{
  Work *work = user_data;
  guint64 index = GPOINTER_TO_SIZE (data) - 1;
  GError *error = NULL;
  HBasePlanSimulationChunk *chunk
      = hbase_plan_simulator_run_chunk (work->simulator, index, work->stop, &error);

  g_mutex_lock (&work->mutex);
  work->chunks[index] = chunk;
  work->errors[index] = error;
  g_cond_signal (&work->changed);
  g_mutex_unlock (&work->mutex);
}

/* Waits for a chunk; NULL: it has an error. */
static HBasePlanSimulationChunk *
take (Work *work, guint64 index)
{
  HBasePlanSimulationChunk *chunk;

  g_mutex_lock (&work->mutex);
  while (work->chunks[index] == NULL && work->errors[index] == NULL)
    g_cond_wait (&work->changed, &work->mutex);
  chunk = g_steal_pointer (&work->chunks[index]);
  g_mutex_unlock (&work->mutex);
  return chunk;
}

static void
show_progress (guint64 n_done, guint64 n_chunks, HBasePlanSimulation *simulation)
{
  g_autofree char *bar = NULL, *line = NULL;
  guint width;

  if (!progress_is_due ())
    return;
  width = (guint) (BAR_WIDTH * n_done / n_chunks);
  bar = g_strnfill (width, '#');
  line = g_strdup_printf ("[%-*s] %" G_GUINT64_FORMAT " %%, %" G_GUINT64_FORMAT " puts", BAR_WIDTH, bar,
                          100 * n_done / n_chunks, hbase_plan_simulation_get_puts (simulation));
  progress_print (line);
}

/* Returns the number of chunks that were added; after an error it is that of the chunk. */
static guint64
add_all (Work *work, GThreadPool *pool, guint64 n_chunks, guint n_waiting, HBasePlanSimulation *simulation)
{
  for (guint64 i = 0; i < n_chunks + n_waiting; i++)
    {
      g_autoptr (HBasePlanSimulationChunk) chunk = NULL;

      if (i < n_chunks)
        g_thread_pool_push (pool, GSIZE_TO_POINTER (i + 1), NULL);
      if (i < n_waiting)
        continue;
      chunk = take (work, i - n_waiting);
      if (chunk == NULL || !hbase_plan_simulation_add_chunk (simulation, chunk, NULL))
        return i - n_waiting;
      show_progress (i - n_waiting + 1, n_chunks, simulation);
    }
  return n_chunks;
}

/* Cancels the threads when the caller is cancelled. */
static void
on_cancelled (GCancellable *cancellable, GCancellable *stop)
{
  g_cancellable_cancel (stop);
}

static gboolean
run_in_threads (
    Work *work, guint n_threads, HBasePlanSimulation *simulation, GCancellable *cancellable, GError **error)
{
  guint64 n_chunks = hbase_plan_simulator_get_n_chunks (work->simulator);
  g_autofree HBasePlanSimulationChunk **chunks = g_new0 (HBasePlanSimulationChunk *, n_chunks);
  g_autofree GError **errors = g_new0 (GError *, n_chunks);
  GThreadPool *pool = g_thread_pool_new (compute, work, (int) n_threads, FALSE, NULL);
  gulong handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), work->stop, NULL);
  guint64 n_added;

  work->chunks = chunks;
  work->errors = errors;
  n_added = add_all (work, pool, n_chunks, 2 * n_threads, simulation);
  if (n_added < n_chunks)
    g_cancellable_cancel (work->stop);
  g_thread_pool_free (pool, FALSE, TRUE);
  g_cancellable_disconnect (cancellable, handler);
  if (n_added < n_chunks)
    g_propagate_error (error, g_steal_pointer (&errors[n_added]));
  for (guint64 i = 0; i < n_chunks; i++)
    {
      g_clear_pointer (&chunks[i], hbase_plan_simulation_chunk_unref);
      g_clear_error (&errors[i]);
    }
  return n_added == n_chunks;
}

static gboolean
run_in_order (HBasePlanSimulator *simulator,
              HBasePlanSimulation *simulation,
              GCancellable *cancellable,
              GError **error)
{
  for (guint64 i = 0;; i++)
    {
      GError *problem = NULL;
      g_autoptr (HBasePlanSimulationChunk) chunk
          = hbase_plan_simulator_run_chunk (simulator, i, cancellable, &problem);

      if (problem != NULL)
        {
          g_propagate_error (error, problem);
          return FALSE;
        }
      if (chunk == NULL)
        return TRUE;
      if (!hbase_plan_simulation_add_chunk (simulation, chunk, error))
        return FALSE;
      progress_show ("counted", hbase_plan_simulation_get_puts (simulation), "puts");
    }
}

HBasePlanSimulation *
simulate_run (HBasePlanSimulator *simulator,
              GPtrArray *splits,
              guint n_threads,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (HBasePlanSimulation) simulation = hbase_plan_simulation_new (splits);
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  Work work = { .simulator = simulator, .stop = stop };
  gboolean done;

  g_mutex_init (&work.mutex);
  g_cond_init (&work.changed);
  if (hbase_plan_simulator_is_parallel (simulator) && hbase_plan_simulator_get_n_chunks (simulator) > 0)
    done = run_in_threads (&work, n_threads, simulation, cancellable, error);
  else
    done = run_in_order (simulator, simulation, cancellable, error);
  g_mutex_clear (&work.mutex);
  g_cond_clear (&work.changed);
  progress_end ();
  return done ? g_steal_pointer (&simulation) : NULL;
}
