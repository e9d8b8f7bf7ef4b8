/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the segments of a message that are sent without copying them. */

#include "config.h"

#include "hbase-wire-segments-private.h"

typedef struct {
  gsize at;    /* among the message's own bytes */
  gsize start; /* in the message */
  HBaseSlice bytes;
  gpointer owner;
  GDestroyNotify release;
} Segment;

struct _HBaseWireSegments {
  gatomicrefcount ref_count;
  gsize length;  /* of all segments */
  GArray *array; /* of Segment */
};

static const Segment *
nth (const HBaseWireSegments *segments, guint index)
{
  return &g_array_index (segments->array, Segment, index);
}

static void
clear_segment (gpointer data)
{
  Segment *segment = data;

  segment->release (segment->owner);
}

HBaseWireSegments *
hbase_wire_segments_new (guint capacity)
{
  HBaseWireSegments *segments = g_new0 (HBaseWireSegments, 1);

  g_atomic_ref_count_init (&segments->ref_count);
  segments->array = g_array_sized_new (FALSE, FALSE, sizeof (Segment), capacity);
  g_array_set_clear_func (segments->array, clear_segment);
  return segments;
}

HBaseWireSegments *
hbase_wire_segments_ref (HBaseWireSegments *segments)
{
  g_atomic_ref_count_inc (&segments->ref_count);
  return segments;
}

void
hbase_wire_segments_unref (HBaseWireSegments *segments)
{
  if (!g_atomic_ref_count_dec (&segments->ref_count))
    return;
  g_array_unref (segments->array);
  g_free (segments);
}

void
hbase_wire_segments_add (
    HBaseWireSegments *segments, gsize at, HBaseSlice segment, gpointer owner, GDestroyNotify release)
{
  Segment added = { at, at + segments->length, segment, owner, release };

  g_array_append_val (segments->array, added);
  segments->length += segment.length;
}

gsize
hbase_wire_message_length (GBytes *own, const HBaseWireSegments *segments)
{
  return g_bytes_get_size (own) + (segments != NULL ? segments->length : 0);
}

/* Returns the first segment that ends after `skip` bytes of the message, or the number of segments if none
 * does. */
static guint
find_segment (const HBaseWireSegments *segments, gsize skip)
{
  guint low = 0, high = segments->array->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (nth (segments, middle)->start + nth (segments, middle)->bytes.length <= skip)
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
hbase_wire_message_slices (
    GBytes *own, const HBaseWireSegments *segments, gsize skip, HBaseSlice *slices, guint n_max)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (own, &length);
  guint i = segments != NULL ? find_segment (segments, skip) : 0;
  gsize done = i > 0 ? nth (segments, i - 1)->at : 0;
  guint n = 0;

  if (i > 0)
    skip -= nth (segments, i - 1)->start + nth (segments, i - 1)->bytes.length;
  for (; segments != NULL && i < segments->array->len && n < n_max; i++)
    {
      const Segment *segment = nth (segments, i);

      n = append (hbase_slice (data + done, segment->at - done), &skip, slices, n);
      done = segment->at;
      if (n == n_max)
        return n;
      n = append (segment->bytes, &skip, slices, n);
    }
  return n < n_max ? append (hbase_slice (data + done, length - done), &skip, slices, n) : n;
}

GBytes *
hbase_wire_message_join (GBytes *own, const HBaseWireSegments *segments)
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
