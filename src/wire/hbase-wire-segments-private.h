/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* Segments are parts of a message that are sent from a record's memory instead of being copied. The other
 * bytes of the message, *its own bytes*, are one GBytes; each segment has a position among these.
 *
 * 1. The bytes of a segment don't change or move as long as the segment holds its reference to their owner.
 * 2. Segments are in order, and none is empty. */

typedef struct {
  gsize at;    /* among the message's own bytes */
  gsize start; /* in the message */
  HBaseSlice bytes;
  gpointer owner;
  GDestroyNotify release;
} HBaseWireSegment;

/* Makes an empty list of HBaseWireSegment, with space for `capacity` segments before it grows. */
GArray *hbase_wire_segments_new (guint capacity);
/* Adds a segment after the first `at` of the message's own bytes; `at` isn't less than the position of the
 * segment before. The owner is released with the segments. */
void hbase_wire_segments_add (
    GArray *segments, gsize at, HBaseSlice segment, gpointer owner, GDestroyNotify release);

/* Returns the length of the whole message. `segments` NULL: it has no segments. */
gsize hbase_wire_message_length (GBytes *own, const GArray *segments);
/* Fills up to `n_max` slices with what follows the first `skip` bytes of the message. Returns their
 * number. */
guint
hbase_wire_message_slices (GBytes *own, const GArray *segments, gsize skip, HBaseSlice *slices, guint n_max);
/* Copies the whole message. */
GBytes *hbase_wire_message_join (GBytes *own, const GArray *segments);
