/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-wire-segments-private.h"

typedef struct {
  gsize at;    /* among the message's own bytes */
  gsize start; /* in the message */
  HBaseSlice bytes;
  gpointer owner;
  GDestroyNotify release;
} Run;

struct _HBaseWireRuns {
  gatomicrefcount ref_count;
  gsize length; /* of all of them */
  GArray *runs; /* of Run */
};

static const Run *
nth (const HBaseWireSegments *runs, guint index)
{
  return &g_array_index (runs->runs, Run, index);
}

static void
clear_run (gpointer data)
{
  Run *run = data;

  run->release (run->owner);
}

HBaseWireSegments *
hbase_wire_segments_new (guint room)
{
  HBaseWireSegments *runs = g_new0 (HBaseWireSegments, 1);

  g_atomic_ref_count_init (&runs->ref_count);
  runs->runs = g_array_sized_new (FALSE, FALSE, sizeof (Run), room);
  g_array_set_clear_func (runs->runs, clear_run);
  return runs;
}

HBaseWireSegments *
hbase_wire_segments_ref (HBaseWireSegments *runs)
{
  g_atomic_ref_count_inc (&runs->ref_count);
  return runs;
}

void
hbase_wire_segments_unref (HBaseWireSegments *runs)
{
  if (!g_atomic_ref_count_dec (&runs->ref_count))
    return;
  g_array_unref (runs->runs);
  g_free (runs);
}

void
hbase_wire_segments_add (
    HBaseWireSegments *runs, gsize at, HBaseSlice run, gpointer owner, GDestroyNotify release)
{
  Run added = { at, at + runs->length, run, owner, release };

  g_array_append_val (runs->runs, added);
  runs->length += run.length;
}

gsize
hbase_wire_message_length (GBytes *own, const HBaseWireSegments *runs)
{
  return g_bytes_get_size (own) + (runs != NULL ? runs->length : 0);
}

/* The first run that ends behind `skip` bytes of the message; the number of runs where none does. */
static guint
find_run (const HBaseWireSegments *runs, gsize skip)
{
  guint low = 0, high = runs->runs->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (nth (runs, middle)->start + nth (runs, middle)->bytes.length <= skip)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Appends a slice from `skip` on, which it lowers by what it leaves out; nothing where nothing is left. */
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
    GBytes *own, const HBaseWireSegments *runs, gsize skip, HBaseSlice *slices, guint room)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (own, &length);
  guint i = runs != NULL ? find_run (runs, skip) : 0;
  gsize done = i > 0 ? nth (runs, i - 1)->at : 0;
  guint n = 0;

  if (i > 0)
    skip -= nth (runs, i - 1)->start + nth (runs, i - 1)->bytes.length;
  for (; runs != NULL && i < runs->runs->len && n < room; i++)
    {
      const Run *run = nth (runs, i);

      n = append (hbase_slice (data + done, run->at - done), &skip, slices, n);
      done = run->at;
      if (n == room)
        return n;
      n = append (run->bytes, &skip, slices, n);
    }
  return n < room ? append (hbase_slice (data + done, length - done), &skip, slices, n) : n;
}

GBytes *
hbase_wire_message_join (GBytes *own, const HBaseWireSegments *runs)
{
  gsize length = hbase_wire_message_length (own, runs);
  guint8 *joined;
  HBaseSlice slice;

  if (runs == NULL)
    return g_bytes_ref (own);
  joined = g_malloc (MAX (length, 1));
  for (gsize done = 0; done < length; done += slice.length)
    {
      hbase_wire_message_slices (own, runs, done, &slice, 1);
      memcpy (joined + done, slice.data, slice.length);
    }
  return g_bytes_new_take (joined, length);
}
