/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-lending-private.h"

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
  statistics->lent = pool->lent[0] + pool->lent[1];
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
  for (GList *i = pool->parked.head; i != NULL; i = i->next)
    ((HBaseChannel *) i->data)->inherited = TRUE;
  g_queue_init (&pool->waiting[TRUE]);
  pool->lent[TRUE] = 0;
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
      hbase_channel_settle (i->data);
      collect_bytes (pool, i->data);
    }
}

static void
wake_next (HBasePool *pool, gboolean blocking)
{
  HBaseBorrower *borrower;

  if (pool->lent[blocking] >= pool->max_channels && !pool->closed)
    return;
  if ((borrower = g_queue_pop_head (&pool->waiting[blocking])) == NULL)
    return;
  borrower->queued = FALSE;
  borrower->woken = TRUE;
  borrower->wake (borrower);
}

static void
pass_on (HBasePool *pool, HBaseBorrower *borrower)
{
  gboolean woken = borrower->woken;

  borrower->woken = FALSE;
  if (woken)
    wake_next (pool, borrower->blocking);
}

static void
make_idle (HBasePool *pool, HBaseChannel *channel, gconstpointer keeper)
{
  collect_bytes (pool, channel);
  channel->idle_since = pool->now ();
  channel->keeper = keeper;
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
    if (((HBaseChannel *) i->data)->keeper != NULL)
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
hbase_pool_rest_locked (HBasePool *pool, HBaseChannel *channel, gconstpointer keeper)
{
  make_idle (pool, channel, keeper);
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
  return (ticket == 0 && channel->keeper == NULL && is_old (pool, channel))
         || channel->class->is_readable (channel);
}

/* All of them, not only those that are looked at on the way to one that is free. */
static void
settle_owed (HBasePool *pool)
{
  for (GList *i = pool->idle.head, *next; i != NULL; i = next)
    {
      HBaseChannel *channel = i->data;

      next = i->next;
      if (channel->owed.length == 0)
        continue;
      if (hbase_channel_settle (channel) && (channel->owed.length == 0 || !is_old (pool, channel)))
        continue;
      g_queue_delete_link (&pool->idle, i);
      close_counted (pool, channel, &pool->statistics.dropped);
    }
}

static HBaseChannel *
take_idle_of (HBasePool *pool, const HBaseOperation *keeper, guint ticket)
{
  for (GList *i = pool->idle.tail, *before; i != NULL; i = before)
    {
      HBaseChannel *channel = i->data;

      before = i->prev;
      if (channel->keeper != keeper || channel->owed.length > 0 || (ticket != 0 && channel->ticket != ticket))
        continue;
      g_queue_delete_link (&pool->idle, i);
      if (!is_stale (pool, channel, ticket))
        return channel;
      close_counted (pool, channel, &pool->statistics.renewed);
    }
  return NULL;
}

static void
adopt (HBasePool *pool, HBaseBorrower *borrower, HBaseChannel *channel)
{
  channel->ticket = ++pool->next_ticket;
  channel->protocol = pool->connector != NULL ? pool->uri->protocol : HBASE_WIRE_PROTOCOL_BINARY;
  channel->framed = pool->connector != NULL && pool->uri->framed;
  channel->max_reply_size = pool->max_reply_size;
  channel->blocking = borrower->blocking;
  pool->statistics.opened++;
}

/* What is kept may hold a scanner, so it is taken last where any would do. */
static HBaseChannel *
take_idle (HBasePool *pool, const HBaseOperation *operation, guint ticket)
{
  HBaseChannel *channel;

  settle_owed (pool);
  channel = take_idle_of (pool, NULL, ticket);
  return channel != NULL ? channel : take_idle_of (pool, operation, ticket);
}

static HBaseLoan
refuse (HBasePool *pool, HBaseBorrower *borrower, HBaseError code, const char *text, GError **error)
{
  g_set_error_literal (error, HBASE_ERROR, (int) code, text);
  pass_on (pool, borrower);
  return HBASE_LOAN_REFUSED;
}

static gboolean
has_place (HBasePool *pool, HBaseBorrower *borrower, gboolean waits)
{
  gboolean first = borrower->woken || !waits || pool->waiting[borrower->blocking].length == 0;

  return first && pool->lent[borrower->blocking] < pool->max_channels;
}

static HBaseLoan
wait_for_place (HBasePool *pool, HBaseBorrower *borrower)
{
  if (borrower->woken)
    g_queue_push_head (&pool->waiting[borrower->blocking], borrower);
  else
    g_queue_push_tail (&pool->waiting[borrower->blocking], borrower);
  borrower->queued = TRUE;
  borrower->woken = FALSE;
  return HBASE_LOAN_LATER;
}

static HBaseLoan
borrow (HBasePool *pool,
        HBaseBorrower *borrower,
        const HBaseOperation *operation,
        guint ticket,
        gboolean waits,
        HBaseChannel **channel,
        GError **error)
{
  if (pool->closed)
    return refuse (pool, borrower, HBASE_ERROR_CLOSED, CLOSED_TEXT, error);
  if (borrower->queued)
    return HBASE_LOAN_LATER;
  if (!has_place (pool, borrower, waits))
    return waits ? wait_for_place (pool, borrower) : HBASE_LOAN_LATER;
  *channel = take_idle (pool, operation, ticket);
  if (*channel == NULL && ticket != 0)
    return refuse (pool, borrower, HBASE_ERROR_CONNECTION_LOST,
                   "the connection to the gateway that held the scanner is gone", error);
  if (*channel == NULL && !waits)
    return HBASE_LOAN_LATER;
  if (*channel == NULL && pool->local != NULL)
    adopt (pool, borrower, *channel = hbase_local_channel_new (pool->local));
  borrower->woken = FALSE;
  pool->lent[borrower->blocking]++;
  if (*channel == NULL)
    return HBASE_LOAN_CONNECT;
  (*channel)->blocking = borrower->blocking;
  return HBASE_LOAN_GRANTED;
}

static void
end_loan (HBasePool *pool, HBaseBorrower *borrower)
{
  pool->lent[borrower->blocking]--;
  wake_next (pool, borrower->blocking);
}

/* ---- for those who move lanes ---- */

HBaseLoan
hbase_pool_borrow (HBasePool *pool,
                   HBaseBorrower *borrower,
                   const HBaseOperation *operation,
                   guint ticket,
                   gboolean waits,
                   HBaseChannel **channel,
                   GError **error)
{
  HBaseLoan loan;

  g_mutex_lock (&pool->lock);
  hbase_pool_notice_fork_locked (pool);
  loan = borrow (pool, borrower, operation, ticket, waits, channel, error);
  g_mutex_unlock (&pool->lock);
  return loan;
}

void
hbase_pool_adopt (HBasePool *pool, HBaseBorrower *borrower, HBaseChannel *channel)
{
  g_mutex_lock (&pool->lock);
  adopt (pool, borrower, channel);
  g_mutex_unlock (&pool->lock);
}

void
hbase_pool_forgo (HBasePool *pool, HBaseBorrower *borrower)
{
  g_mutex_lock (&pool->lock);
  end_loan (pool, borrower);
  g_mutex_unlock (&pool->lock);
}

void
hbase_pool_give (HBasePool *pool, HBaseBorrower *borrower, HBaseChannel *channel, gconstpointer keeper)
{
  HBaseChannel *surplus;

  g_mutex_lock (&pool->lock);
  surplus = hbase_pool_rest_locked (pool, channel, keeper);
  end_loan (pool, borrower);
  g_mutex_unlock (&pool->lock);
  g_clear_pointer (&surplus, hbase_channel_close);
}

void
hbase_pool_drop (HBasePool *pool, HBaseBorrower *borrower, HBaseChannel *channel)
{
  g_mutex_lock (&pool->lock);
  hbase_pool_count_drop_locked (pool, channel);
  end_loan (pool, borrower);
  g_mutex_unlock (&pool->lock);
  hbase_channel_close (channel);
}

void
hbase_pool_park (HBasePool *pool, HBaseBorrower *borrower, HBaseChannel *channel)
{
  g_mutex_lock (&pool->lock);
  g_queue_push_tail (&pool->parked, channel);
  end_loan (pool, borrower);
  g_mutex_unlock (&pool->lock);
}

gboolean
hbase_pool_unpark (HBasePool *pool, HBaseBorrower *borrower, HBaseChannel *channel, GError **error)
{
  gboolean closed, inherited;

  g_mutex_lock (&pool->lock);
  hbase_pool_notice_fork_locked (pool);
  g_queue_remove (&pool->parked, channel);
  pool->lent[borrower->blocking]++;
  closed = pool->closed;
  inherited = channel->inherited;
  g_mutex_unlock (&pool->lock);
  if (closed)
    g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_CLOSED, CLOSED_TEXT);
  else if (inherited)
    g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_CONNECTION_LOST,
                         "the connection to the gateway belongs to the process that this one was forked from");
  return !closed && !inherited;
}

void
hbase_pool_leave (HBasePool *pool, HBaseBorrower *borrower)
{
  g_mutex_lock (&pool->lock);
  if (borrower->queued)
    g_queue_remove (&pool->waiting[borrower->blocking], borrower);
  borrower->queued = FALSE;
  pass_on (pool, borrower);
  g_mutex_unlock (&pool->lock);
}

void
hbase_pool_release_keeper (HBasePool *pool, gconstpointer operation)
{
  g_mutex_lock (&pool->lock);
  for (GList *i = pool->idle.head; i != NULL; i = i->next)
    if (((HBaseChannel *) i->data)->keeper == operation)
      ((HBaseChannel *) i->data)->keeper = NULL;
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
