/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* Runs of a message's bytes that are sent from where they lie, in a record, so that they aren't copied. The
 * rest of the message, *its own bytes*, is one GBytes; each run stands at a place among these.
 *
 * 1. What a run names isn't changed or moved as long as its owner has a reference of ours.
 * 2. Runs are in order, and none is empty. */

typedef struct _HBaseWireRuns HBaseWireSegments;

/* `room`: for how many; more may come. */
HBaseWireSegments *hbase_wire_segments_new (guint room);
HBaseWireSegments *hbase_wire_segments_ref (HBaseWireSegments *runs);
void hbase_wire_segments_unref (HBaseWireSegments *runs);
/* `at`: how many of the message's own bytes go before it, no less than of the run before. `owner` is released
 * with the runs. */
void hbase_wire_segments_add (
    HBaseWireSegments *runs, gsize at, HBaseSlice run, gpointer owner, GDestroyNotify release);

/* Of a message whose `runs` may be NULL: there are none. */
gsize hbase_wire_message_length (GBytes *own, const HBaseWireSegments *runs);
/* What comes after its first `skip` bytes, as far as `room` slices take it; returns how many slices. */
guint hbase_wire_message_slices (
    GBytes *own, const HBaseWireSegments *runs, gsize skip, HBaseSlice *slices, guint room);
/* All of it in one piece. */
GBytes *hbase_wire_message_join (GBytes *own, const HBaseWireSegments *runs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseWireSegments, hbase_wire_segments_unref)
