/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The writers of a database in this process.
 *
 * 1. One writer at a time has the turn. A writer that comes while nobody has it takes it, unless it can't
 *    take along the writer that has waited longest: that writer is next, so that it doesn't wait without end.
 * 2. A writer that waits gives up when its budget is exhausted.
 * 3. The writer that has the turn may take others along, in their order: it executes them in its own
 *    transaction, so that a commit and its sync serve them all. They read what the writers before them have
 *    written.
 * 4. A writer that was taken waits for the outcome, whatever its budget. If the transaction was committed,
 *    that is the writer's own outcome. If it wasn't, the writer is executed again, alone; if that isn't
 *    known, its error says so.
 *
 * All of HBaseLocalWriters is protected by its mutex, and so is the state of a writer that waits or was
 * taken. The other members of a writer that was taken belong to the thread that has the turn. */

#include "config.h"

#include "hbase-local-writers-private.h"

void
hbase_local_writers_init (HBaseLocalWriters *writers)
{
  *writers = (HBaseLocalWriters){ .has_turn = FALSE };
  g_mutex_init (&writers->mutex);
  g_cond_init (&writers->changed);
}

void
hbase_local_writers_clear (HBaseLocalWriters *writers)
{
  g_mutex_clear (&writers->mutex);
  g_cond_clear (&writers->changed);
}

static gboolean
may_be_taken (const HBaseLocalWriter *writer, HBaseLocalAccess access)
{
  return writer->shares && writer->access == access;
}

static gboolean
may_have_turn_locked (HBaseLocalWriters *writers, const HBaseLocalWriter *writer)
{
  const HBaseLocalWriter *first = g_queue_peek_head (&writers->waiting);

  return !writers->has_turn
         && (first == NULL || first == writer || (writer->shares && may_be_taken (first, writer->access)));
}

static void
offer_turn_locked (HBaseLocalWriters *writers)
{
  if (!g_queue_is_empty (&writers->waiting))
    g_cond_broadcast (&writers->changed);
}

/* Waits for the turn, or until another writer has executed this writer. */
static void
wait_locked (HBaseLocalWriters *writers, HBaseLocalWriter *writer, GError **error)
{
  gboolean ok = TRUE;

  writer->state = HBASE_LOCAL_WRITER_WAITING;
  writer->link = (GList){ .data = writer };
  g_queue_push_tail_link (&writers->waiting, &writer->link);
  while (ok && writer->state == HBASE_LOCAL_WRITER_WAITING && !may_have_turn_locked (writers, writer))
    ok = hbase_local_budget_wait (writer->budget, &writers->changed, &writers->mutex, error);
  while (writer->state == HBASE_LOCAL_WRITER_TAKEN)
    g_cond_wait (&writers->changed, &writers->mutex);
  if (writer->state != HBASE_LOCAL_WRITER_WAITING)
    return;
  g_queue_unlink (&writers->waiting, &writer->link);
  writer->state = ok ? HBASE_LOCAL_WRITER_HAS_TURN : HBASE_LOCAL_WRITER_FAILED;
}

HBaseLocalWriterState
hbase_local_writers_enter (HBaseLocalWriters *writers, HBaseLocalWriter *writer, GError **error)
{
  g_mutex_lock (&writers->mutex);
  writer->state = HBASE_LOCAL_WRITER_HAS_TURN;
  if (!may_have_turn_locked (writers, writer))
    wait_locked (writers, writer, error);
  if (writer->state == HBASE_LOCAL_WRITER_HAS_TURN)
    writers->has_turn = TRUE;
  else if (!writers->has_turn)
    offer_turn_locked (writers);
  g_mutex_unlock (&writers->mutex);
  if (writer->error == NULL)
    return writer->state;
  g_propagate_error (error, g_steal_pointer (&writer->error));
  return HBASE_LOCAL_WRITER_FAILED;
}

void
hbase_local_writers_leave (HBaseLocalWriters *writers)
{
  g_mutex_lock (&writers->mutex);
  writers->has_turn = FALSE;
  offer_turn_locked (writers);
  g_mutex_unlock (&writers->mutex);
}

HBaseLocalWriter *
hbase_local_writers_take (HBaseLocalWriters *writers, HBaseLocalAccess access)
{
  HBaseLocalWriter *writer;

  g_mutex_lock (&writers->mutex);
  writer = g_queue_peek_head (&writers->waiting);
  if (writer != NULL && may_be_taken (writer, access))
    {
      g_queue_unlink (&writers->waiting, &writer->link);
      writer->state = HBASE_LOCAL_WRITER_TAKEN;
    }
  else
    writer = NULL;
  g_mutex_unlock (&writers->mutex);
  return writer;
}

/* After the mutex was released the writer may be gone. */
static void
finish_locked (HBaseLocalWriter *writer, HBaseLocalWriterState state, const GError *error)
{
  if (state != HBASE_LOCAL_WRITER_DONE)
    g_clear_error (&writer->error);
  if (state == HBASE_LOCAL_WRITER_FAILED)
    writer->error = g_error_copy (error);
  writer->state = state;
}

void
hbase_local_writers_finish (HBaseLocalWriters *writers,
                            GQueue *taken,
                            HBaseLocalWriterState state,
                            const GError *error)
{
  GList *link;

  if (g_queue_is_empty (taken))
    return;
  g_mutex_lock (&writers->mutex);
  while ((link = g_queue_pop_head_link (taken)) != NULL)
    finish_locked (link->data, state, error);
  g_mutex_unlock (&writers->mutex);
  g_cond_broadcast (&writers->changed);
}
