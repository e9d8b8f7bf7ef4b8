/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-sequence-store-private.h"

#include <unistd.h>

/* Numbers first … last of the counter, from 1. */
typedef struct {
  gint64 first, last;
} Range;

struct _HBaseSequenceStore {
  gint64 start;
  gboolean downward;
  GMutex lock;
  GQueue ranges; /* of Range */
  pid_t process; /* whose they are */
  guint64 blocks, unknown, handed_out, buffered, dropped;
};

HBaseSequenceStore *
hbase_sequence_store_new (gint64 start, gboolean downward)
{
  HBaseSequenceStore *store = g_new0 (HBaseSequenceStore, 1);

  store->start = start;
  store->downward = downward;
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
notice_fork_locked (HBaseSequenceStore *store)
{
  if (store->process == getpid ())
    return;
  g_queue_clear_full (&store->ranges, g_free);
  store->dropped += store->buffered;
  store->buffered = 0;
  store->process = getpid ();
}

/* The greatest number that still is an id. */
static gint64
limit_of (const HBaseSequenceStore *store)
{
  if (store->downward)
    return store->start == G_MAXINT64 ? G_MAXINT64 : store->start + 1;
  return store->start <= 0 ? G_MAXINT64 : G_MAXINT64 - store->start + 1;
}

static gint64
id_of (const HBaseSequenceStore *store, gint64 number)
{
  return store->downward ? store->start - (number - 1) : store->start + (number - 1);
}

static gint64
number_of (const HBaseSequenceStore *store, gint64 id)
{
  return store->downward ? store->start - id + 1 : id - store->start + 1;
}

gboolean
hbase_sequence_store_add (HBaseSequenceStore *store, gint64 taken, gint64 block, GError **error)
{
  Range range = { taken - block + 1, MIN (taken, limit_of (store)) };

  g_mutex_lock (&store->lock);
  notice_fork_locked (store);
  store->blocks++;
  if (range.first <= range.last)
    {
      g_queue_push_tail (&store->ranges, g_memdup2 (&range, sizeof range));
      store->buffered += (guint64) (range.last - range.first) + 1;
    }
  g_mutex_unlock (&store->lock);
  if (range.first <= range.last)
    return TRUE;
  hbase_error_set (error, HBASE_ERROR_KEY_SPACE_EXHAUSTED,
                   "the sequence has come to its end: all ids from %" G_GINT64_FORMAT " %s are taken",
                   store->start, store->downward ? "down to 0" : "up");
  return FALSE;
}

void
hbase_sequence_store_count_unknown (HBaseSequenceStore *store, guint n)
{
  g_mutex_lock (&store->lock);
  store->unknown += n;
  g_mutex_unlock (&store->lock);
}

gint64
hbase_sequence_store_take (HBaseSequenceStore *store, GArray *ids, guint n)
{
  gint64 missing;
  Range *range;

  g_mutex_lock (&store->lock);
  notice_fork_locked (store);
  while (ids->len < n && (range = g_queue_peek_head (&store->ranges)) != NULL)
    {
      gint64 id = id_of (store, range->first);

      g_array_append_val (ids, id);
      store->buffered--;
      store->handed_out++;
      if (range->first++ == range->last)
        g_free (g_queue_pop_head (&store->ranges));
    }
  missing = (gint64) n - ids->len;
  g_mutex_unlock (&store->lock);
  return missing;
}

void
hbase_sequence_store_release (HBaseSequenceStore *store, GArray *ids)
{
  g_mutex_lock (&store->lock);
  for (guint i = ids->len; i > 0; i--)
    {
      gint64 number = number_of (store, g_array_index (ids, gint64, i - 1));
      Range *first = g_queue_peek_head (&store->ranges);

      if (first != NULL && first->first == number + 1)
        first->first = number;
      else
        g_queue_push_head (&store->ranges, g_memdup2 (&(Range){ number, number }, sizeof (Range)));
      store->buffered++;
      store->handed_out--;
    }
  g_mutex_unlock (&store->lock);
  g_array_set_size (ids, 0);
}

guint64
hbase_sequence_store_get_buffered (HBaseSequenceStore *store)
{
  guint64 buffered;

  g_mutex_lock (&store->lock);
  notice_fork_locked (store);
  buffered = store->buffered;
  g_mutex_unlock (&store->lock);
  return buffered;
}

GVariant *
hbase_sequence_store_get_statistics (HBaseSequenceStore *store)
{
  g_auto (GVariantDict) statistics = { 0 };

  g_variant_dict_init (&statistics, NULL);
  g_mutex_lock (&store->lock);
  notice_fork_locked (store);
  g_variant_dict_insert (&statistics, "blocks", "t", store->blocks);
  g_variant_dict_insert (&statistics, "unknown-calls", "t", store->unknown);
  g_variant_dict_insert (&statistics, "ids-handed-out", "t", store->handed_out);
  g_variant_dict_insert (&statistics, "ids-at-hand", "t", store->buffered);
  g_variant_dict_insert (&statistics, "ids-dropped", "t", store->dropped);
  g_mutex_unlock (&store->lock);
  return g_variant_ref_sink (g_variant_dict_end (&statistics));
}
