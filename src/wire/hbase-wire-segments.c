/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the segments of a message that are sent without copying them. */

#include "config.h"

#include "hbase-wire-segments-private.h"

static const HBaseWireSegment *
nth (const GArray *segments, guint index)
{
  return &g_array_index (segments, HBaseWireSegment, index);
}

static gsize
end_of (const HBaseWireSegment *segment)
{
  return segment->start + segment->bytes.length;
}

/* The length of all segments together. */
static gsize
length_of (const GArray *segments)
{
  const HBaseWireSegment *last = segments->len > 0 ? nth (segments, segments->len - 1) : NULL;

  return last != NULL ? end_of (last) - last->at : 0;
}

static void
clear_segment (gpointer data)
{
  HBaseWireSegment *segment = data;

  segment->release (segment->owner);
}

GArray *
hbase_wire_segments_new (guint capacity)
{
  GArray *segments = g_array_sized_new (FALSE, FALSE, sizeof (HBaseWireSegment), capacity);

  g_array_set_clear_func (segments, clear_segment);
  return segments;
}

void
hbase_wire_segments_add (
    GArray *segments, gsize at, HBaseSlice segment, gpointer owner, GDestroyNotify release)
{
  HBaseWireSegment added = { at, at + length_of (segments), segment, owner, release };

  g_array_append_val (segments, added);
}

gsize
hbase_wire_message_length (GBytes *own, const GArray *segments)
{
  return g_bytes_get_size (own) + (segments != NULL ? length_of (segments) : 0);
}

/* Returns the first segment that ends after `skip` bytes of the message, or the number of segments if none
 * ends there. */
static guint
find_segment (const GArray *segments, gsize skip)
{
  guint low = 0, high = segments->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (end_of (nth (segments, middle)) <= skip)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Appends the slice of what follows the first `skip` bytes, unless it is empty. Subtracts the skipped
 * bytes. */
static guint
append (HBaseSlice bytes, gsize *skip, HBaseSlice *slices, guint n)
{
  gsize left_out = MIN (*skip, bytes.length);

  *skip -= left_out;
  if (left_out < bytes.length)
    slices[n++] = hbase_slice (bytes.data + left_out, bytes.length - left_out);
  return n;
}

guint
hbase_wire_message_slices (GBytes *own, const GArray *segments, gsize skip, HBaseSlice *slices, guint n_max)
{
  HBaseSlice message = hbase_slice_of_bytes (own);
  gsize length = message.length;
  const guint8 *data = hbase_slice_bytes (message);
  guint i = segments != NULL ? find_segment (segments, skip) : 0;
  gsize done = i > 0 ? nth (segments, i - 1)->at : 0;
  guint n = 0;

  if (i > 0)
    skip -= end_of (nth (segments, i - 1));
  for (; segments != NULL && i < segments->len && n < n_max; i++)
    {
      const HBaseWireSegment *segment = nth (segments, i);

      n = append (hbase_slice (data + done, segment->at - done), &skip, slices, n);
      done = segment->at;
      if (n == n_max)
        return n;
      n = append (segment->bytes, &skip, slices, n);
    }
  return n < n_max ? append (hbase_slice (data + done, length - done), &skip, slices, n) : n;
}

GBytes *
hbase_wire_message_join (GBytes *own, const GArray *segments)
{
  gsize length = hbase_wire_message_length (own, segments);
  guint8 *joined;
  HBaseSlice slice;

  if (segments == NULL)
    return g_bytes_ref (own);
  joined = g_malloc (MAX (length, 1));
  for (gsize done = 0; done < length; done += slice.length)
    {
      hbase_wire_message_slices (own, segments, done, &slice, 1);
      memcpy (joined + done, slice.data, slice.length);
    }
  return g_bytes_new_take (joined, length);
}
