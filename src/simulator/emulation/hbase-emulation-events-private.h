/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

typedef enum {
  HBASE_EVENT_FLUSHED,          /* a region's snapshot is a store file */
  HBASE_EVENT_COMPACTED,        /* a region's compaction has ended */
  HBASE_EVENT_FLUSH_DUE,        /* a flush that waited for a compaction needn't wait any longer */
  HBASE_EVENT_MEMSTORE_OLD,     /* a region's memstore may be so old that it is flushed */
  HBASE_EVENT_CHECK_COMPACTION, /* of all regions */
  HBASE_EVENT_BALANCE,
} HBaseEventType;

typedef struct {
  double time; /* ms */
  guint64 number;
  HBaseEventType type;
  guint region; /* index in the emulator's list */
  guint serial; /* of the compaction */
} HBaseEvent;

/* Events, the earliest first; those of one time in the order in which they were added. */
typedef struct {
  GArray *heap; /* of HBaseEvent */
  guint64 next_number;
} HBaseEventQueue;

void hbase_event_queue_init (HBaseEventQueue *queue);
void hbase_event_queue_clear (HBaseEventQueue *queue);
void
hbase_event_queue_add (HBaseEventQueue *queue, double time, HBaseEventType type, guint region, guint serial);
/* Returns the earliest event, which stays in the queue; NULL: there is none. */
const HBaseEvent *hbase_event_queue_peek (const HBaseEventQueue *queue);
HBaseEvent hbase_event_queue_take (HBaseEventQueue *queue);
