/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the store of the ids that a process has taken from a sequence and not yet handed out.
 *
 * HBase may return a block twice. A gateway repeats an increment whose response it has lost, and HBase
 * recognises it, and reads the counter as it was then: by the sequence id of the cell. A compaction clears
 * sequence ids that are old (by default five days, longer than HBase recognises a repeated call), and what is
 * read then is the counter after a later increment, whose numbers belong to the later one. Within an object
 * both blocks arrive about the same time, as the calls were under way at the same time.
 */

#include "hbase-error-private.h"
#include "hbase-sequence-store-private.h"

#include <unistd.h>

/* The numbers of the counter from `first` to `last`, both included. The first number of a sequence is 1. */
typedef struct {
  gint64 first, last;
} Range;

struct _HBaseSequenceStore {
  gint64 start;
  gint64 step; /* of the ids: 1, or −1 */
  GMutex lock;
  GQueue ranges;                           /* of Range */
  pid_t process;                           /* to which they belong */
  gint64 taken;                            /* the most that an increment has returned */
  Range recent[HBASE_SEQUENCE_REMEMBERED]; /* the last blocks that were added: a ring */
  guint64 n_blocks, n_lost, n_handed_out, n_buffered, n_dropped;
};

HBaseSequenceStore *
hbase_sequence_store_new (gint64 start, gboolean downward)
{
  HBaseSequenceStore *store = g_new0 (HBaseSequenceStore, 1);

  store->start = start;
  store->step = downward ? -1 : 1;
  store->process = getpid ();
  g_mutex_init (&store->lock);
  g_queue_init (&store->ranges);
  return store;
}

void
hbase_sequence_store_free (HBaseSequenceStore *store)
{
  g_queue_clear_full (&store->ranges, g_free);
  g_mutex_clear (&store->lock);
  g_free (store);
}

static void
handle_fork_locked (HBaseSequenceStore *store)
{
  if (store->process == getpid ())
    return;
  g_queue_clear_full (&store->ranges, g_free);
  store->n_dropped += store->n_buffered;
  store->n_buffered = 0;
  store->process = getpid ();
}

/* Returns the largest number that has an id. */
static gint64
get_last_number (const HBaseSequenceStore *store)
{
  if (store->step < 0)
    return store->start == G_MAXINT64 ? G_MAXINT64 : store->start + 1;
  return store->start <= 0 ? G_MAXINT64 : G_MAXINT64 - store->start + 1;
}

static gboolean
fail_exhausted (const HBaseSequenceStore *store, GError **error)
{
  hbase_error_set (error, HBASE_ERROR_KEY_SPACE_EXHAUSTED,
                   "no id is left: all ids of the sequence, from %" G_GINT64_FORMAT " %s, are taken",
                   store->start, store->step < 0 ? "down to 0" : "up");
  return FALSE;
}

static gboolean
fail_repeated (Range range, GError **error)
{
  hbase_error_set (error, HBASE_ERROR_PROTOCOL,
                   "HBase has returned the numbers %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                   " of the sequence's counter to two increments: none of the second block was handed out; "
                   "the next call takes another block",
                   range.first, range.last);
  return FALSE;
}

/* An element of the ring that isn't used is { 0, 0 }, which no block has. */
static gboolean
is_repeated_locked (const HBaseSequenceStore *store, Range range)
{
  for (guint i = 0; i < HBASE_SEQUENCE_REMEMBERED; i++)
    if (range.first <= store->recent[i].last && store->recent[i].first <= range.last)
      return TRUE;
  return FALSE;
}

static void
add_locked (HBaseSequenceStore *store, Range range)
{
  store->recent[store->n_blocks % HBASE_SEQUENCE_REMEMBERED] = range;
  g_queue_push_tail (&store->ranges, g_memdup2 (&range, sizeof range));
  store->n_buffered += (guint64) (range.last - range.first) + 1;
}

gboolean
hbase_sequence_store_add (HBaseSequenceStore *store, gint64 taken, gint64 block, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);
  Range range = { taken - block + 1, MIN (taken, get_last_number (store)) };

  handle_fork_locked (store);
  store->n_blocks++;
  if (range.first > range.last)
    return fail_exhausted (store, error);
  if (is_repeated_locked (store, range))
    return fail_repeated (range, error);
  add_locked (store, range);
  return TRUE;
}

void
hbase_sequence_store_record_calls (HBaseSequenceStore *store, gint64 taken, guint n_lost)
{
  g_mutex_lock (&store->lock);
  store->taken = MAX (store->taken, taken);
  store->n_lost += n_lost;
  g_mutex_unlock (&store->lock);
}

gint64
hbase_sequence_store_get_taken (HBaseSequenceStore *store)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  return store->taken;
}

gint64
hbase_sequence_store_take (HBaseSequenceStore *store, GArray *ids, guint n)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);
  Range *range;

  handle_fork_locked (store);
  while (ids->len < n && (range = g_queue_peek_head (&store->ranges)) != NULL)
    {
      gint64 id = store->start + store->step * (range->first - 1);

      g_array_append_val (ids, id);
      store->n_buffered--;
      store->n_handed_out++;
      if (range->first++ == range->last)
        g_free (g_queue_pop_head (&store->ranges));
    }
  return (gint64) n - ids->len;
}

void
hbase_sequence_store_release (HBaseSequenceStore *store, GArray *ids)
{
  g_mutex_lock (&store->lock);
  for (guint i = ids->len; i > 0; i--)
    {
      gint64 number = store->step * (g_array_index (ids, gint64, i - 1) - store->start) + 1;
      Range *first = g_queue_peek_head (&store->ranges);

      if (first != NULL && first->first == number + 1)
        first->first = number;
      else
        g_queue_push_head (&store->ranges, g_memdup2 (&(Range){ number, number }, sizeof (Range)));
      store->n_buffered++;
      store->n_handed_out--;
    }
  g_mutex_unlock (&store->lock);
  g_array_set_size (ids, 0);
}

guint64
hbase_sequence_store_get_buffered (HBaseSequenceStore *store)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  handle_fork_locked (store);
  return store->n_buffered;
}

GVariant *
hbase_sequence_store_get_statistics (HBaseSequenceStore *store)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&store->lock);

  handle_fork_locked (store);
  return g_variant_ref_sink (g_variant_new_parsed (
      "{'blocks': <%t>, 'lost-increments': <%t>, 'ids-handed-out': <%t>, "
      "'ids-buffered': <%t>, 'ids-dropped': <%t>}",
      store->n_blocks, store->n_lost, store->n_handed_out, store->n_buffered, store->n_dropped));
}
