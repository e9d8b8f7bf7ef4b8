/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the pool of channels: which lane may use which channel, and when.
 *
 *  1. A channel is acquired for one exchange. A lane that has a channel doesn't wait for another one, so any
 *     number of lanes can run over any number of channels.
 *  2. At most max_channels are acquired by blocking callers, and as many by asynchronous ones. The two are
 *     counted apart, because a blocking call may be made in the callback of an asynchronous one; the other
 *     asynchronous calls hold channels then, and aren't moved meanwhile.
 *  3. Detached channels, and idle ones that are pinned for an operation, aren't counted: a hundred idle
 *     cursors leave the others their channels.
 *  4. A pinned channel is used by its operation alone: a scanner's calls go down the channel that opened it.
 *  5. When a place becomes free one waiter is woken. A woken waiter goes before newcomers; if its run has
 *     ended meanwhile, it wakes the next one.
 *  6. An idle channel is used again only if there is nothing to read from it (not even its end), it expects
 *     no late replies, and it hasn't been idle for RENEWED_AFTER (gateways hang up after 60 s). A pinned
 *     one may be idle for any time.
 *  7. After any error a channel is closed and never used again.
 *  8. After a fork the channels are the parent's: the child closes them without sending a byte, and waiters
 *     and channels of threads that don't exist in the child don't count. (An asynchronous call that was
 *     under way is the parent's, too: the child must not iterate its context.)
 *  9. A late reply is one that nothing waits for any more. Its channel is idle, and nobody acquires it before
 *     the reply has come. Whoever looks for a channel reads late replies; a channel whose late replies don't
 *     come within RENEWED_AFTER is closed.
 * 10. A late reply may need one more request (HBaseLateReplyFunc): a scanner that was being opened when its
 *     cursor was dropped is closed by whoever reads that it was opened.
 * 11. Finalizers call hbase_pool_abandon() and hbase_pool_send_unawaited() in any thread: these don't block,
 *     and a request that can't be sent at once isn't sent. */

#include "config.h"

#include "hbase-pool-private.h"

#include <pthread.h>

#include "hbase-connector-private.h"
#include "hbase-error.h"
#include "hbase-local-channel-private.h"

#define RENEWED_AFTER (50 * G_USEC_PER_SEC)
#define CLOSED_TEXT "the connection was closed"
#define NO_ENGINE_TEXT                                                                                       \
  "this build of hbase-glib has no embedded engine: use a thrift: URI, or configure it without "             \
  "--without-local"

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
  HBasePool *pool = g_atomic_rc_box_new0 (HBasePool);

  pool->uri = g_atomic_rc_box_acquire (uri);
  pool->max_channels = MAX (max_channels, 1);
  pool->max_reply_size = max_reply_size;
  pool->now = g_get_monotonic_time;
  pool->forks = hbase_pool_get_forks ();
  if (uri->kind == HBASE_URI_LOCAL)
    pool->local = hbase_local_new (uri->directory, uri->must_exist, pool->max_channels);
  else
    pool->connector = hbase_connector_new (uri);
  g_mutex_init (&pool->lock);
  pool->pumps = g_ptr_array_new ();
  return pool;
}

HBasePool *
hbase_pool_ref (HBasePool *pool)
{
  return g_atomic_rc_box_acquire (pool);
}

void
hbase_pool_get_statistics (HBasePool *pool, HBasePoolStatistics *statistics)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  *statistics = pool->statistics;
  statistics->acquired = pool->acquired[0] + pool->acquired[1];
  statistics->idle = pool->idle.length;
  statistics->open = statistics->acquired + statistics->idle + pool->detached.length;
}

/* ---- under the lock ---- */

/* Closes the channels that are the parent process's. Comes before anything else is done with channels. */
static void
notice_fork (HBasePool *pool)
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

/* Before they are closed. Late replies needn't be waited for: a close after the last byte sent lets the
 * gateway read what we sent. */
static void
process_late_replies_locked (HBasePool *pool)
{
  notice_fork (pool);
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

/* Takes the oldest idle channel out if there are too many. */
static HBaseChannel *
take_surplus (HBasePool *pool)
{
  guint n_pinned = 0;
  GList *oldest = NULL;
  HBaseChannel *surplus;

  for (GList *i = pool->idle.head; i != NULL; i = i->next)
    if (((HBaseChannel *) i->data)->pinned_by != NULL)
      n_pinned++;
    else if (oldest == NULL)
      oldest = i;
  if (oldest == NULL || (!pool->closed && pool->idle.length - n_pinned <= pool->max_channels))
    return NULL;
  surplus = oldest->data;
  g_queue_delete_link (&pool->idle, oldest);
  return surplus;
}

/* Returns a channel to be closed, which may be this one, or NULL. */
static HBaseChannel *
make_idle (HBasePool *pool, HBaseChannel *channel, gconstpointer pinned_by)
{
  collect_bytes (pool, channel);
  channel->idle_since = pool->now ();
  channel->pinned_by = pinned_by;
  g_queue_push_tail (&pool->idle, channel);
  return take_surplus (pool);
}

/* Returns the channel, which is to be closed. */
static HBaseChannel *
count_drop (HBasePool *pool, HBaseChannel *channel)
{
  collect_bytes (pool, channel);
  pool->statistics.dropped++;
  return channel;
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

/* Of all idle channels, not only of those that come before a free one. */
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
take_idle (HBasePool *pool, const HBaseOperation *pinned_by, guint channel_id)
{
  for (GList *i = pool->idle.tail, *before; i != NULL; i = before)
    {
      HBaseChannel *channel = i->data;
      gboolean is_old_and_free;

      before = i->prev;
      if (channel->pinned_by != pinned_by || channel->late_replies.length > 0
          || (channel_id != 0 && channel->id != channel_id))
        continue;
      g_queue_delete_link (&pool->idle, i);
      is_old_and_free = channel_id == 0 && channel->pinned_by == NULL && is_old (pool, channel);
      if (!is_old_and_free && !channel->class->is_readable (channel))
        return channel;
      close_counted (pool, channel, &pool->statistics.renewed);
    }
  return NULL;
}

static void
add (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel)
{
  channel->id = ++pool->next_channel_id;
  channel->protocol = pool->connector != NULL ? pool->uri->protocol : HBASE_WIRE_PROTOCOL_BINARY;
  channel->framed = pool->connector != NULL && pool->uri->framed;
  channel->max_reply_size = pool->max_reply_size;
  channel->blocking = waiter->blocking;
  pool->statistics.opened++;
}

static HBaseAcquireResult
refuse (HBasePool *pool, HBasePoolWaiter *waiter, HBaseError code, const char *text, GError **error)
{
  g_set_error_literal (error, HBASE_ERROR, (int) code, text);
  pass_on (pool, waiter);
  return HBASE_ACQUIRE_REFUSED;
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

static void
end_use (HBasePool *pool, HBasePoolWaiter *waiter)
{
  pool->acquired[waiter->blocking]--;
  wake_next (pool, waiter->blocking);
}

/* ---- channels for lanes ---- */

HBaseAcquireResult
hbase_pool_acquire (HBasePool *pool,
                    HBasePoolWaiter *waiter,
                    const HBaseOperation *operation,
                    guint channel_id,
                    gboolean waits,
                    HBaseChannel **channel,
                    GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);
  gboolean is_first;

  notice_fork (pool);
  if (pool->closed)
    return refuse (pool, waiter, HBASE_ERROR_CLOSED, CLOSED_TEXT, error);
  if (waiter->queued)
    return HBASE_ACQUIRE_LATER;
  is_first = waiter->woken || !waits || pool->waiting[waiter->blocking].length == 0;
  if (!is_first || pool->acquired[waiter->blocking] >= pool->max_channels)
    return waits ? wait_for_place (pool, waiter) : HBASE_ACQUIRE_LATER;
  receive_late_replies (pool);
  *channel = take_idle (pool, NULL, channel_id);
  /* A pinned channel may hold a scanner, so it is taken last where any channel will do. */
  if (*channel == NULL)
    *channel = take_idle (pool, operation, channel_id);
  if (*channel == NULL && channel_id != 0)
    return refuse (pool, waiter, HBASE_ERROR_CONNECTION_LOST,
                   "the connection to the gateway that held the scanner is gone", error);
  if (*channel == NULL && !waits)
    return HBASE_ACQUIRE_LATER;
  if (*channel == NULL && pool->local != NULL)
    {
      *channel = hbase_local_channel_new (pool->local);
      if (*channel == NULL)
        return refuse (pool, waiter, HBASE_ERROR_UNSUPPORTED, NO_ENGINE_TEXT, error);
      add (pool, waiter, *channel);
    }
  waiter->woken = FALSE;
  pool->acquired[waiter->blocking]++;
  if (*channel == NULL)
    return HBASE_ACQUIRE_CONNECT;
  (*channel)->blocking = waiter->blocking;
  return HBASE_ACQUIRE_GRANTED;
}

void
hbase_pool_add (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  add (pool, waiter, channel);
}

void
hbase_pool_cancel_connect (HBasePool *pool, HBasePoolWaiter *waiter)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  end_use (pool, waiter);
}

void
hbase_pool_release (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel, gconstpointer pinned_by)
{
  HBaseChannel *surplus;

  g_mutex_lock (&pool->lock);
  surplus = make_idle (pool, channel, pinned_by);
  end_use (pool, waiter);
  g_mutex_unlock (&pool->lock);
  g_clear_pointer (&surplus, hbase_channel_close);
}

void
hbase_pool_drop (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel)
{
  g_mutex_lock (&pool->lock);
  count_drop (pool, channel);
  end_use (pool, waiter);
  g_mutex_unlock (&pool->lock);
  hbase_channel_close (channel);
}

void
hbase_pool_detach (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  g_queue_push_tail (&pool->detached, channel);
  end_use (pool, waiter);
}

gboolean
hbase_pool_reattach (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  notice_fork (pool);
  g_queue_remove (&pool->detached, channel);
  pool->acquired[waiter->blocking]++;
  if (pool->closed)
    g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_CLOSED, CLOSED_TEXT);
  else if (channel->inherited)
    g_set_error_literal (
        error, HBASE_ERROR, HBASE_ERROR_CONNECTION_LOST,
        "the connection to the gateway belongs to the process that this one was forked from");
  return !pool->closed && !channel->inherited;
}

void
hbase_pool_cancel_wait (HBasePool *pool, HBasePoolWaiter *waiter)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  if (waiter->queued)
    g_queue_remove (&pool->waiting[waiter->blocking], waiter);
  waiter->queued = FALSE;
  pass_on (pool, waiter);
}

void
hbase_pool_unpin (HBasePool *pool, gconstpointer operation)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  for (GList *i = pool->idle.head; i != NULL; i = i->next)
    if (((HBaseChannel *) i->data)->pinned_by == operation)
      ((HBaseChannel *) i->data)->pinned_by = NULL;
}

void
hbase_pool_count_exchange (HBasePool *pool)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  pool->statistics.exchanges++;
}

void
hbase_pool_report_call (HBasePool *pool, const HBaseCallRecord *call)
{
  g_mutex_lock (&pool->lock);
  pool->statistics.calls++;
  if (call->error != NULL && !g_error_matches (call->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    pool->statistics.failures++;
  hbase_latencies_add (pool->statistics.latencies, call->duration_us);
  g_mutex_unlock (&pool->lock);
  hbase_debug_log_call (call);
  if (pool->call_finished != NULL)
    pool->call_finished (call, pool->owner);
}

/* ---- late replies ---- */

/* TRUE: the channel expects a late reply. Either another request was sent after it, which closing the channel
 * might lose on its way, or the reply will need one more request. */
static gboolean
expect_late_reply (HBaseChannel *channel, HBaseReplyBuffer **reply_buffer)
{
  if (*reply_buffer == NULL || channel->inherited
      || (channel->late_replies.length == 0 && (*reply_buffer)->late_reply == NULL))
    return FALSE;
  g_queue_push_head (&channel->late_replies, g_steal_pointer (reply_buffer));
  return hbase_channel_receive_late_replies (channel);
}

void
hbase_pool_abandon (HBasePool *pool, HBaseChannel *channel, HBaseReplyBuffer *reply_buffer)
{
  HBaseChannel *closing;

  g_mutex_lock (&pool->lock);
  notice_fork (pool);
  g_queue_remove (&pool->detached, channel);
  closing = expect_late_reply (channel, &reply_buffer) ? make_idle (pool, channel, NULL)
                                                       : count_drop (pool, channel);
  g_mutex_unlock (&pool->lock);
  g_clear_pointer (&closing, hbase_channel_close);
  hbase_reply_buffer_free (reply_buffer);
}

static HBaseChannel *
find_channel (const GQueue *channels, guint channel_id)
{
  for (GList *i = channels->head; i != NULL; i = i->next)
    if (((HBaseChannel *) i->data)->id == channel_id)
      return i->data;
  return NULL;
}

/* A detached channel belongs to its operation, whose finalizer calls this: no other thread uses it. */
void
hbase_pool_send_unawaited (HBasePool *pool,
                           guint channel_id,
                           const HBaseWireMethod *method,
                           GBytes *arguments)
{
  HBaseRequest request = { .method = method, .arguments = arguments, .channel = channel_id };
  HBaseChannel *detached, *idle;
  gboolean is_sent;

  g_mutex_lock (&pool->lock);
  notice_fork (pool);
  detached = find_channel (&pool->detached, channel_id);
  idle = find_channel (&pool->idle, channel_id);
  g_queue_remove (&pool->idle, idle);
  g_mutex_unlock (&pool->lock);
  if (detached != NULL && !detached->inherited)
    hbase_channel_send_unawaited (detached, &request);
  if (idle == NULL)
    return;
  is_sent = hbase_channel_receive_late_replies (idle) && hbase_channel_send_unawaited (idle, &request);
  g_mutex_lock (&pool->lock);
  idle = is_sent ? make_idle (pool, idle, NULL) : count_drop (pool, idle);
  g_mutex_unlock (&pool->lock);
  g_clear_pointer (&idle, hbase_channel_close);
}

/* ---- closing ---- */

void
hbase_pool_close (HBasePool *pool)
{
  GQueue idle = G_QUEUE_INIT;
  HBaseLocal *local;

  g_mutex_lock (&pool->lock);
  pool->closed = TRUE;
  process_late_replies_locked (pool);
  idle = pool->idle;
  g_queue_init (&pool->idle);
  local = g_steal_pointer (&pool->local);
  /* Each waiter wakes the next one when it is refused. */
  for (guint blocking = 0; blocking < 2; blocking++)
    wake_next (pool, blocking);
  g_mutex_unlock (&pool->lock);
  g_queue_clear_full (&idle, (GDestroyNotify) hbase_channel_close);
  g_clear_pointer (&local, hbase_local_unref);
}

static void
pool_clear (HBasePool *pool)
{
  g_assert (pool->pumps->len == 0);
  process_late_replies_locked (pool);
  g_queue_clear_full (&pool->idle, (GDestroyNotify) hbase_channel_close);
  g_ptr_array_unref (pool->pumps);
  g_clear_pointer (&pool->local, hbase_local_unref);
  g_clear_pointer (&pool->connector, hbase_connector_unref);
  g_mutex_clear (&pool->lock);
  hbase_uri_unref (pool->uri);
}

void
hbase_pool_unref (HBasePool *pool)
{
  g_atomic_rc_box_release_full (pool, (GDestroyNotify) pool_clear);
}
