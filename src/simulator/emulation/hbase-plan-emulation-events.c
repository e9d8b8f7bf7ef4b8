/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-emulation-events-private.h"

/* This file implements the queue of the emulation's events: a binary heap. */

void
hbase_plan_event_queue_init (HBasePlanEventQueue *queue)
{
  queue->heap = g_array_new (FALSE, FALSE, sizeof (HBasePlanEvent));
  queue->next_number = 0;
}

void
hbase_plan_event_queue_clear (HBasePlanEventQueue *queue)
{
  g_array_unref (queue->heap);
}

static HBasePlanEvent *
get (const HBasePlanEventQueue *queue, guint i)
{
  return &g_array_index (queue->heap, HBasePlanEvent, i);
}

static gboolean
is_before (const HBasePlanEvent *a, const HBasePlanEvent *b)
{
  return a->time < b->time || (a->time == b->time && a->number < b->number);
}

static void
swap (HBasePlanEventQueue *queue, guint i, guint j)
{
  HBasePlanEvent event = *get (queue, i);

  *get (queue, i) = *get (queue, j);
  *get (queue, j) = event;
}

void
hbase_plan_event_queue_add (
    HBasePlanEventQueue *queue, double time, HBasePlanEventType type, guint region, guint serial)
{
  HBasePlanEvent event = { time, queue->next_number++, type, region, serial };

  g_array_append_val (queue->heap, event);
  for (guint i = queue->heap->len - 1; i > 0 && is_before (get (queue, i), get (queue, (i - 1) / 2));
       i = (i - 1) / 2)
    swap (queue, i, (i - 1) / 2);
}

const HBasePlanEvent *
hbase_plan_event_queue_peek (const HBasePlanEventQueue *queue)
{
  return queue->heap->len > 0 ? get (queue, 0) : NULL;
}

HBasePlanEvent
hbase_plan_event_queue_take (HBasePlanEventQueue *queue)
{
  HBasePlanEvent first = *get (queue, 0);
  guint n;

  g_array_remove_index_fast (queue->heap, 0);
  n = queue->heap->len;
  for (guint i = 0, child; (child = 2 * i + 1) < n; i = child)
    {
      if (child + 1 < n && is_before (get (queue, child + 1), get (queue, child)))
        child++;
      if (!is_before (get (queue, child), get (queue, i)))
        break;
      swap (queue, i, child);
    }
  return first;
}
