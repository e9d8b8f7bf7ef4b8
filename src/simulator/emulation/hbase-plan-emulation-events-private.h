/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

typedef enum {
  HBASE_PLAN_EVENT_FLUSHED,          /* a region's snapshot is a store file */
  HBASE_PLAN_EVENT_COMPACTED,        /* a region's compaction has ended */
  HBASE_PLAN_EVENT_FLUSH_DUE,        /* a flush that waited for a compaction needn't wait any longer */
  HBASE_PLAN_EVENT_MEMSTORE_OLD,     /* a region's memstore may be so old that it is flushed */
  HBASE_PLAN_EVENT_CHECK_COMPACTION, /* of all regions */
  HBASE_PLAN_EVENT_BALANCE,
} HBasePlanEventType;

typedef struct {
  double time; /* ms */
  guint64 number;
  HBasePlanEventType type;
  guint region; /* index in the emulator's list */
  guint serial; /* of the compaction */
} HBasePlanEvent;

/* Events, the earliest first; those of one time in the order in which they were added. */
typedef struct {
  GArray *heap; /* of HBasePlanEvent */
  guint64 next_number;
} HBasePlanEventQueue;

void hbase_plan_event_queue_init (HBasePlanEventQueue *queue);
void hbase_plan_event_queue_clear (HBasePlanEventQueue *queue);
void hbase_plan_event_queue_add (
    HBasePlanEventQueue *queue, double time, HBasePlanEventType type, guint region, guint serial);
/* Returns the earliest event, which stays in the queue; NULL: there is none. */
const HBasePlanEvent *hbase_plan_event_queue_peek (const HBasePlanEventQueue *queue);
HBasePlanEvent hbase_plan_event_queue_take (HBasePlanEventQueue *queue);
