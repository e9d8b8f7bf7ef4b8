/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-pool-waiter-private.h"

#include <pthread.h>

#include "hbase-error.h"

/* 1. A channel is lent for one exchange. Who has one waits for no other: so any number of lanes runs over any
 *    number of channels.
 * 2. At most max_channels are lent to blocking borrowers, and as many to async ones: counted apart, since a
 *    blocking call may be made in the callback of an async one, whose fellows hold channels and aren't moved
 *    meanwhile.
 * 3. Parked channels and those kept for an operation aren't counted: a hundred idle cursors starve nobody.
 * 4. A kept channel is lent to its operation alone: a scanner's calls go down the channel that opened it.
 * 5. A free place wakes one who waits. Woken, he goes before those who come; if he has ended meanwhile, he
 *    passes it on.
 * 6. An idle channel is lent only if nothing is to be read from it (not even its end), nothing is owed to it,
 *    and it hasn't been idle for RENEWED_AFTER (gateways hang up after 60 s); a kept one may be as old as it
 *    likes.
 * 7. After any error a channel is closed, never lent again.
 * 8. After a fork the channels are the parent's: in the child they are closed without a byte, and what waits or
 *    is lent in threads that don't live there doesn't count. (An async call that was under way is the
 *    parent's, too: the child mustn't iterate its context.) */

#define RENEWED_AFTER (50 * G_USEC_PER_SEC)
#define CLOSED_TEXT "the connection was closed"

static gint n_forks;

static void
count_fork (void)
{
  n_forks++;
}

static gpointer
watch_forks (gpointer unused)
{
  pthread_atfork (NULL, NULL, count_fork);
  return NULL;
}

gint
hbase_pool_get_forks (void)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, watch_forks, NULL);
  return n_forks;
}

HBasePool *
hbase_pool_new (HBaseUri *uri, guint max_channels, gsize max_reply_size)
{
  HBasePool *pool = g_new0 (HBasePool, 1);

  g_atomic_ref_count_init (&pool->ref_count);
  pool->uri = hbase_uri_ref (uri);
  pool->max_channels = MAX (max_channels, 1);
  pool->max_reply_size = max_reply_size;
  pool->now = g_get_monotonic_time;
  pool->forks = hbase_pool_get_forks ();
  if (uri->kind == HBASE_URI_LOCAL)
    pool->local = hbase_local_new (uri->directory, uri->must_exist, pool->max_channels);
  else
    pool->connector = hbase_connector_new (uri);
  g_mutex_init (&pool->lock);
  pool->pumps = g_hash_table_new (NULL, NULL);
  return pool;
}

HBasePool *
hbase_pool_ref (HBasePool *pool)
{
  g_atomic_ref_count_inc (&pool->ref_count);
  return pool;
}

void
hbase_pool_get_statistics (HBasePool *pool, HBasePoolStatistics *statistics)
{
  g_mutex_lock (&pool->lock);
  *statistics = pool->statistics;
  statistics->acquired = pool->acquired[0] + pool->acquired[1];
  statistics->idle = pool->idle.length;
  g_mutex_unlock (&pool->lock);
}

/* ---- under the lock ---- */

void
hbase_pool_notice_fork_locked (HBasePool *pool)
{
  if (pool->forks == hbase_pool_get_forks ())
    return;
  pool->forks = hbase_pool_get_forks ();
  g_queue_clear_full (&pool->idle, (GDestroyNotify) hbase_channel_close);
  for (GList *i = pool->detached.head; i != NULL; i = i->next)
    ((HBaseChannel *) i->data)->inherited = TRUE;
  g_queue_init (&pool->waiting[TRUE]);
  pool->acquired[TRUE] = 0;
}

static void
collect_bytes (HBasePool *pool, HBaseChannel *channel)
{
  pool->statistics.bytes_sent += channel->bytes_sent;
  pool->statistics.bytes_received += channel->bytes_received;
  channel->bytes_sent = channel->bytes_received = 0;
}

/* Before they are closed. What is owed needs no waiting for: after the last byte sent, a close lets the
 * gateway read what we sent. */
static void
settle_idle_locked (HBasePool *pool)
{
  hbase_pool_notice_fork_locked (pool);
  for (GList *i = pool->idle.head; i != NULL; i = i->next)
    {
      hbase_channel_receive_late_replies (i->data);
      collect_bytes (pool, i->data);
    }
}

static void
wake_next (HBasePool *pool, gboolean blocking)
{
  HBasePoolWaiter *waiter;

  if (pool->acquired[blocking] >= pool->max_channels && !pool->closed)
    return;
  if ((waiter = g_queue_pop_head (&pool->waiting[blocking])) == NULL)
    return;
  waiter->queued = FALSE;
  waiter->woken = TRUE;
  waiter->wake (waiter);
}

static void
pass_on (HBasePool *pool, HBasePoolWaiter *waiter)
{
  gboolean woken = waiter->woken;

  waiter->woken = FALSE;
  if (woken)
    wake_next (pool, waiter->blocking);
}

static void
make_idle (HBasePool *pool, HBaseChannel *channel, gconstpointer pinned_by)
{
  collect_bytes (pool, channel);
  channel->idle_since = pool->now ();
  channel->pinned_by = pinned_by;
  g_queue_push_tail (&pool->idle, channel);
}

/* Takes what is too many off the idle ones, the oldest first. */
static HBaseChannel *
take_surplus (HBasePool *pool)
{
  guint kept = 0;
  GList *oldest = NULL;
  HBaseChannel *surplus;

  for (GList *i = pool->idle.head; i != NULL; i = i->next)
    if (((HBaseChannel *) i->data)->pinned_by != NULL)
      kept++;
    else if (oldest == NULL)
      oldest = i;
  if (oldest == NULL || (!pool->closed && pool->idle.length - kept <= pool->max_channels))
    return NULL;
  surplus = oldest->data;
  g_queue_delete_link (&pool->idle, oldest);
  return surplus;
}

HBaseChannel *
hbase_pool_make_idle_locked (HBasePool *pool, HBaseChannel *channel, gconstpointer pinned_by)
{
  make_idle (pool, channel, pinned_by);
  return take_surplus (pool);
}

void
hbase_pool_count_drop_locked (HBasePool *pool, HBaseChannel *channel)
{
  collect_bytes (pool, channel);
  pool->statistics.dropped++;
}

static void
close_counted (HBasePool *pool, HBaseChannel *channel, guint *counter)
{
  collect_bytes (pool, channel);
  (*counter)++;
  hbase_channel_close (channel);
}

static gboolean
is_old (HBasePool *pool, const HBaseChannel *channel)
{
  return pool->now () - channel->idle_since > RENEWED_AFTER;
}

static gboolean
is_stale (HBasePool *pool, HBaseChannel *channel, guint ticket)
{
  return (ticket == 0 && channel->pinned_by == NULL && is_old (pool, channel))
         || channel->class->is_readable (channel);
}

/* All of them, not only those that are looked at on the way to one that is free. */
static void
receive_late_replies (HBasePool *pool)
{
  for (GList *i = pool->idle.head, *next; i != NULL; i = next)
    {
      HBaseChannel *channel = i->data;

      next = i->next;
      if (channel->late_replies.length == 0)
        continue;
      if (hbase_channel_receive_late_replies (channel)
          && (channel->late_replies.length == 0 || !is_old (pool, channel)))
        continue;
      g_queue_delete_link (&pool->idle, i);
      close_counted (pool, channel, &pool->statistics.dropped);
    }
}

static HBaseChannel *
take_idle_of (HBasePool *pool, const HBaseOperation *pinned_by, guint ticket)
{
  for (GList *i = pool->idle.tail, *before; i != NULL; i = before)
    {
      HBaseChannel *channel = i->data;

      before = i->prev;
      if (channel->pinned_by != pinned_by || channel->late_replies.length > 0
          || (ticket != 0 && channel->ticket != ticket))
        continue;
      g_queue_delete_link (&pool->idle, i);
      if (!is_stale (pool, channel, ticket))
        return channel;
      close_counted (pool, channel, &pool->statistics.renewed);
    }
  return NULL;
}

static void
adopt (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel)
{
  channel->ticket = ++pool->next_channel_id;
  channel->protocol = pool->connector != NULL ? pool->uri->protocol : HBASE_WIRE_PROTOCOL_BINARY;
  channel->framed = pool->connector != NULL && pool->uri->framed;
  channel->max_reply_size = pool->max_reply_size;
  channel->blocking = waiter->blocking;
  pool->statistics.opened++;
}

/* What is kept may hold a scanner, so it is taken last where any would do. */
static HBaseChannel *
take_idle (HBasePool *pool, const HBaseOperation *operation, guint ticket)
{
  HBaseChannel *channel;

  receive_late_replies (pool);
  channel = take_idle_of (pool, NULL, ticket);
  return channel != NULL ? channel : take_idle_of (pool, operation, ticket);
}

static HBaseAcquireResult
refuse (HBasePool *pool, HBasePoolWaiter *waiter, HBaseError code, const char *text, GError **error)
{
  g_set_error_literal (error, HBASE_ERROR, (int) code, text);
  pass_on (pool, waiter);
  return HBASE_ACQUIRE_REFUSED;
}

static gboolean
has_place (HBasePool *pool, HBasePoolWaiter *waiter, gboolean waits)
{
  gboolean first = waiter->woken || !waits || pool->waiting[waiter->blocking].length == 0;

  return first && pool->acquired[waiter->blocking] < pool->max_channels;
}

static HBaseAcquireResult
wait_for_place (HBasePool *pool, HBasePoolWaiter *waiter)
{
  if (waiter->woken)
    g_queue_push_head (&pool->waiting[waiter->blocking], waiter);
  else
    g_queue_push_tail (&pool->waiting[waiter->blocking], waiter);
  waiter->queued = TRUE;
  waiter->woken = FALSE;
  return HBASE_ACQUIRE_LATER;
}

static HBaseAcquireResult
borrow (HBasePool *pool,
        HBasePoolWaiter *waiter,
        const HBaseOperation *operation,
        guint ticket,
        gboolean waits,
        HBaseChannel **channel,
        GError **error)
{
  if (pool->closed)
    return refuse (pool, waiter, HBASE_ERROR_CLOSED, CLOSED_TEXT, error);
  if (waiter->queued)
    return HBASE_ACQUIRE_LATER;
  if (!has_place (pool, waiter, waits))
    return waits ? wait_for_place (pool, waiter) : HBASE_ACQUIRE_LATER;
  *channel = take_idle (pool, operation, ticket);
  if (*channel == NULL && ticket != 0)
    return refuse (pool, waiter, HBASE_ERROR_CONNECTION_LOST,
                   "the connection to the gateway that held the scanner is gone", error);
  if (*channel == NULL && !waits)
    return HBASE_ACQUIRE_LATER;
  if (*channel == NULL && pool->local != NULL)
    adopt (pool, waiter, *channel = hbase_local_channel_new (pool->local));
  waiter->woken = FALSE;
  pool->acquired[waiter->blocking]++;
  if (*channel == NULL)
    return HBASE_ACQUIRE_CONNECT;
  (*channel)->blocking = waiter->blocking;
  return HBASE_ACQUIRE_GRANTED;
}

static void
end_use (HBasePool *pool, HBasePoolWaiter *waiter)
{
  pool->acquired[waiter->blocking]--;
  wake_next (pool, waiter->blocking);
}

/* ---- for those who move lanes ---- */

HBaseAcquireResult
hbase_pool_acquire (HBasePool *pool,
                    HBasePoolWaiter *waiter,
                    const HBaseOperation *operation,
                    guint ticket,
                    gboolean waits,
                    HBaseChannel **channel,
                    GError **error)
{
  HBaseAcquireResult acquired;

  g_mutex_lock (&pool->lock);
  hbase_pool_notice_fork_locked (pool);
  acquired = borrow (pool, waiter, operation, ticket, waits, channel, error);
  g_mutex_unlock (&pool->lock);
  return acquired;
}

void
hbase_pool_add (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel)
{
  g_mutex_lock (&pool->lock);
  adopt (pool, waiter, channel);
  g_mutex_unlock (&pool->lock);
}

void
hbase_pool_cancel_connect (HBasePool *pool, HBasePoolWaiter *waiter)
{
  g_mutex_lock (&pool->lock);
  end_use (pool, waiter);
  g_mutex_unlock (&pool->lock);
}

void
hbase_pool_release (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel, gconstpointer pinned_by)
{
  HBaseChannel *surplus;

  g_mutex_lock (&pool->lock);
  surplus = hbase_pool_make_idle_locked (pool, channel, pinned_by);
  end_use (pool, waiter);
  g_mutex_unlock (&pool->lock);
  g_clear_pointer (&surplus, hbase_channel_close);
}

void
hbase_pool_drop (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel)
{
  g_mutex_lock (&pool->lock);
  hbase_pool_count_drop_locked (pool, channel);
  end_use (pool, waiter);
  g_mutex_unlock (&pool->lock);
  hbase_channel_close (channel);
}

void
hbase_pool_detach (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel)
{
  g_mutex_lock (&pool->lock);
  g_queue_push_tail (&pool->detached, channel);
  end_use (pool, waiter);
  g_mutex_unlock (&pool->lock);
}

gboolean
hbase_pool_reattach (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel, GError **error)
{
  gboolean closed, inherited;

  g_mutex_lock (&pool->lock);
  hbase_pool_notice_fork_locked (pool);
  g_queue_remove (&pool->detached, channel);
  pool->acquired[waiter->blocking]++;
  closed = pool->closed;
  inherited = channel->inherited;
  g_mutex_unlock (&pool->lock);
  if (closed)
    g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_CLOSED, CLOSED_TEXT);
  else if (inherited)
    g_set_error_literal (
        error, HBASE_ERROR, HBASE_ERROR_CONNECTION_LOST,
        "the connection to the gateway belongs to the process that this one was forked from");
  return !closed && !inherited;
}

void
hbase_pool_cancel_wait (HBasePool *pool, HBasePoolWaiter *waiter)
{
  g_mutex_lock (&pool->lock);
  if (waiter->queued)
    g_queue_remove (&pool->waiting[waiter->blocking], waiter);
  waiter->queued = FALSE;
  pass_on (pool, waiter);
  g_mutex_unlock (&pool->lock);
}

void
hbase_pool_unpin (HBasePool *pool, gconstpointer operation)
{
  g_mutex_lock (&pool->lock);
  for (GList *i = pool->idle.head; i != NULL; i = i->next)
    if (((HBaseChannel *) i->data)->pinned_by == operation)
      ((HBaseChannel *) i->data)->pinned_by = NULL;
  g_mutex_unlock (&pool->lock);
}

void
hbase_pool_count_exchange (HBasePool *pool)
{
  g_mutex_lock (&pool->lock);
  pool->statistics.exchanges++;
  g_mutex_unlock (&pool->lock);
}

/* ---- the end ---- */

void
hbase_pool_close (HBasePool *pool)
{
  GQueue idle = G_QUEUE_INIT;
  HBaseLocal *local;

  g_mutex_lock (&pool->lock);
  pool->closed = TRUE;
  settle_idle_locked (pool);
  idle = pool->idle;
  g_queue_init (&pool->idle);
  local = g_steal_pointer (&pool->local);
  /* Each of those that wait wakes the next when it is refused. */
  for (guint blocking = 0; blocking < 2; blocking++)
    wake_next (pool, blocking);
  g_mutex_unlock (&pool->lock);
  g_queue_clear_full (&idle, (GDestroyNotify) hbase_channel_close);
  g_clear_pointer (&local, hbase_local_unref);
}

void
hbase_pool_unref (HBasePool *pool)
{
  if (!g_atomic_ref_count_dec (&pool->ref_count))
    return;
  g_assert (g_hash_table_size (pool->pumps) == 0);
  settle_idle_locked (pool);
  g_queue_clear_full (&pool->idle, (GDestroyNotify) hbase_channel_close);
  g_hash_table_unref (pool->pumps);
  g_clear_pointer (&pool->local, hbase_local_unref);
  g_clear_pointer (&pool->connector, hbase_connector_unref);
  g_mutex_clear (&pool->lock);
  hbase_uri_unref (pool->uri);
  g_free (pool);
}
