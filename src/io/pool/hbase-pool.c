/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the pool of channels: which lane may use which channel, and when.
 *
 *  1. A channel is acquired for one exchange. A lane that has a channel doesn't wait for another channel, so
 *     any number of lanes can run over any number of channels.
 *  2. At most max_channels of a gateway are acquired by blocking callers, and as many by asynchronous
 *     callers. The two are counted apart, because a blocking call may be made in the callback of an
 *     asynchronous call; the other asynchronous calls hold channels then, and aren't moved meanwhile. Which
 *     gateway a new channel goes to is decided by hbase-gateways.c.
 *  3. Detached channels, and idle channels that are pinned for an operation, aren't counted: a hundred idle
 *     cursors leave the other callers their channels.
 *  4. A pinned channel is used by its operation alone: a scanner's calls go down the channel that opened it.
 *  5. Waiters of one kind are woken in the order in which they came, as many as there are places. A woken
 *     waiter has its place reserved, so that no newcomer takes it; if its run has ended meanwhile, it wakes
 *     the next waiter.
 *  6. An idle channel is used again only if there is nothing to read from it (not even its end), it expects
 *     no late replies, and it hasn't been idle for RENEWED_AFTER (gateways hang up after 60 s). A pinned
 *     channel may be idle for any time. For a request that may be sent twice, a free channel, other than of
 *     HTTP, isn't checked if it was idle for less than CHECKED_AFTER, which saves a system call; but after
 *     such a channel was lost, all channels of its gateway are checked for CHECKED_FOR, since the gateway may
 *     close each of them.
 *  7. After any error a channel is closed and never used again. If it was lost or silent, the idle
 *     channels to the same gateway aren't trusted any more, and are closed, too; pinned channels are checked
 *     before their use.
 *  8. After a fork the channels are the parent's: the child closes them without sending a byte, and waiters
 *     and channels of threads that don't exist in the child don't count. (An asynchronous call that was
 *     under way is the parent's, too: the child must not iterate its context.)
 *  9. A late reply is a reply for which nothing waits any more. Its channel is idle, and nobody acquires it
 *     before the reply has come. Callers that look for a channel read late replies; a channel whose late
 *     replies don't come within RENEWED_AFTER is closed.
 * 10. A late reply may need one more request (HBaseLateReplyFunc): a scanner that was being opened when its
 *     cursor was dropped is closed by the caller that reads that it was opened.
 * 11. Finalizers call hbase_pool_abandon() and hbase_pool_send_unawaited() in any thread: these don't block,
 *     and a request that can't be sent at once isn't sent. */

#include "config.h"

#include "hbase-pool-private.h"

#include "hbase-connector-private.h"
#include "hbase-error.h"
#include "hbase-forks-private.h"
#include "hbase-local-channel-private.h"

#define RENEWED_AFTER (50 * G_USEC_PER_SEC)
#define CHECKED_AFTER (1 * G_USEC_PER_SEC)
#define CHECKED_FOR (60 * G_USEC_PER_SEC)
#define CLOSED_TEXT "the connection was closed"
#define NO_ENGINE_TEXT                                                                                       \
  "this build of hbase-glib has no embedded engine: use a thrift: URI, or configure it without "             \
  "--without-local"

static double
random_fraction (void)
{
  return g_random_double ();
}

HBasePool *
hbase_pool_new (HBaseUri *uri, guint max_channels, gsize max_reply_size)
{
  HBasePool *pool = g_atomic_rc_box_new0 (HBasePool);

  pool->uri = g_atomic_rc_box_acquire (uri);
  pool->max_reply_size = max_reply_size;
  pool->now = g_get_monotonic_time;
  pool->random = random_fraction;
  hbase_retry_budget_init (&pool->budget, HBASE_DEFAULT_RETRY_BUDGET);
  pool->forks = hbase_get_forks ();
  hbase_gateways_init (&pool->gateways, uri->kind == HBASE_URI_LOCAL ? 1 : uri->gateways->len,
                       MAX (max_channels, 1));
  if (uri->kind == HBASE_URI_LOCAL)
    pool->local = hbase_local_new (uri, MAX (max_channels, 1));
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
hbase_pool_set_authenticator (HBasePool *pool, HBaseAuthenticator *authenticator)
{
  if (pool->connector != NULL)
    hbase_connector_set_authenticator (pool->connector, authenticator);
}

/* ---- under the lock ---- */

static guint
count_acquired (const HBasePool *pool, guint gateway)
{
  return pool->gateways.all[gateway].acquired[FALSE] + pool->gateways.all[gateway].acquired[TRUE];
}

/* Closes the channels of a list whose links are the channels' own. */
static void
close_all (GQueue *channels)
{
  GList *link;

  while ((link = g_queue_pop_head_link (channels)) != NULL)
    hbase_channel_close (link->data);
}

static void
unlock_and_close (HBasePool *pool)
{
  GQueue unusable = pool->unusable;

  g_queue_init (&pool->unusable);
  g_mutex_unlock (&pool->lock);
  close_all (&unusable);
}

/* Closes the channels that are the parent process's. Comes before anything else is done with channels. */
static void
notice_fork (HBasePool *pool)
{
  if (pool->forks == hbase_get_forks ())
    return;
  pool->forks = hbase_get_forks ();
  for (GList *i = pool->idle.head; i != NULL; i = i->next)
    ((HBaseChannel *) i->data)->inherited = TRUE;
  close_all (&pool->idle);
  for (GList *i = pool->detached.head; i != NULL; i = i->next)
    ((HBaseChannel *) i->data)->inherited = TRUE;
  g_queue_init (&pool->waiting[TRUE]);
  pool->n_woken[TRUE] = 0;
  for (guint i = 0; i < pool->gateways.n; i++)
    pool->gateways.all[i].acquired[TRUE] = 0;
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

static gboolean
has_free_place (HBasePool *pool, gboolean blocking, gint64 now)
{
  return hbase_gateways_count_places (&pool->gateways, blocking, now) > pool->n_woken[blocking];
}

static void
wake_waiters (HBasePool *pool, gboolean blocking)
{
  HBasePoolWaiter *waiter;

  while (pool->waiting[blocking].length > 0
         && (pool->closed || has_free_place (pool, blocking, pool->now ())))
    {
      waiter = g_queue_pop_head (&pool->waiting[blocking]);
      waiter->queued = FALSE;
      waiter->woken = TRUE;
      pool->n_woken[blocking]++;
      waiter->wake (waiter);
    }
}

/* The waiter that was woken has come. */
static void
end_wait (HBasePool *pool, HBasePoolWaiter *waiter)
{
  if (waiter->woken)
    pool->n_woken[waiter->blocking]--;
  waiter->woken = FALSE;
}

/* Counts the channels that are connected to the gateway, or are being connected. */
static guint
count_open (HBasePool *pool, guint gateway)
{
  const GQueue *lists[] = { &pool->idle, &pool->detached };
  guint n = count_acquired (pool, gateway);

  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    for (GList *i = lists[k]->head; i != NULL; i = i->next)
      n += ((HBaseChannel *) i->data)->gateway == gateway;
  return n;
}

/* TRUE: a gateway that is up again has two channels less than this gateway. */
static gboolean
is_uneven (HBasePool *pool, guint gateway)
{
  guint open = pool->gateways.n > 1 ? count_open (pool, gateway) : 0;

  for (guint i = 0; open >= 2 && i < pool->gateways.n; i++)
    if (i != gateway && !pool->gateways.all[i].is_down && count_open (pool, i) + 2 <= open)
      return TRUE;
  return FALSE;
}

/* Takes the oldest idle channel of the gateway out if it has too many. */
static void
take_surplus (HBasePool *pool, guint gateway)
{
  guint n_idle = 0;
  GList *oldest = NULL;

  for (GList *i = pool->idle.head; i != NULL; i = i->next)
    {
      const HBaseChannel *channel = i->data;

      if (channel->gateway != gateway || channel->pinned_by != NULL)
        continue;
      if (n_idle++ == 0)
        oldest = i;
    }
  if (oldest == NULL
      || (!pool->closed && n_idle <= pool->gateways.max_channels && !is_uneven (pool, gateway)))
    return;
  g_queue_unlink (&pool->idle, oldest);
  g_queue_push_tail_link (&pool->unusable, oldest);
}

static void
make_idle (HBasePool *pool, HBaseChannel *channel, gconstpointer pinned_by)
{
  collect_bytes (pool, channel);
  channel->idle_since = pool->now ();
  channel->pinned_by = pinned_by;
  g_queue_push_tail_link (&pool->idle, &channel->in_idle);
  take_surplus (pool, channel->gateway);
}

/* Of a channel that isn't idle. */
static void
drop (HBasePool *pool, HBaseChannel *channel)
{
  collect_bytes (pool, channel);
  pool->statistics.dropped++;
  g_queue_push_tail_link (&pool->unusable, &channel->in_idle);
}

/* Takes out an idle channel that can't be used any more. */
static void
take_out (HBasePool *pool, GList *link, guint *counter)
{
  collect_bytes (pool, link->data);
  (*counter)++;
  g_queue_unlink (&pool->idle, link);
  g_queue_push_tail_link (&pool->unusable, link);
}

static gboolean
is_old (HBasePool *pool, const HBaseChannel *channel)
{
  return pool->now () - channel->idle_since > RENEWED_AFTER;
}

/* Of all idle channels, not only of those that come before a free channel. */
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
      take_out (pool, i, &pool->statistics.dropped);
    }
}

/* What take_idle() looks for. */
typedef struct {
  const HBaseOperation *pinned_by; /* NULL: for none */
  guint id;                        /* 0: any */
  gboolean blocking;
  guint avoided; /* a gateway; G_MAXUINT: none */
  gboolean is_repeatable;
  gint64 now;
} Wanted;

static gboolean
is_wanted (const HBasePool *pool, const Wanted *wanted, const HBaseChannel *channel)
{
  if (channel->pinned_by != wanted->pinned_by || channel->late_replies.length > 0)
    return FALSE;
  if (wanted->id != 0)
    return channel->id == wanted->id;
  return channel->gateway != wanted->avoided
         && !hbase_gateways_is_full (&pool->gateways, channel->gateway, wanted->blocking);
}

/* The gateway with the fewest channels in use; of its channels the last used. */
static GList *
find_idle (HBasePool *pool, const Wanted *wanted)
{
  GList *found = NULL;
  guint fewest = G_MAXUINT;

  for (GList *i = pool->idle.tail; i != NULL && fewest > 0; i = i->prev)
    {
      const HBaseChannel *channel = i->data;
      guint n = is_wanted (pool, wanted, channel) ? count_acquired (pool, channel->gateway) : G_MAXUINT;

      if (n < fewest)
        {
          found = i;
          fewest = pool->gateways.n > 1 ? n : 0;
        }
    }
  return found;
}

/* Returns whether an idle channel can be used. */
static gboolean
check_idle (HBasePool *pool, const Wanted *wanted, HBaseChannel *channel)
{
  gboolean is_free = wanted->id == 0 && channel->pinned_by == NULL;
  gint64 idle_for = wanted->now - channel->idle_since;

  channel->is_unchecked = is_free && wanted->is_repeatable && !channel->class->needs_check
                          && idle_for < CHECKED_AFTER
                          && wanted->now >= pool->gateways.all[channel->gateway].checked_until;
  return channel->is_unchecked
         || (!(is_free && idle_for > RENEWED_AFTER) && !channel->class->is_readable (channel));
}

static HBaseChannel *
take_idle (HBasePool *pool, const Wanted *wanted)
{
  GList *link;

  while ((link = find_idle (pool, wanted)) != NULL)
    {
      HBaseChannel *channel = link->data;

      if (check_idle (pool, wanted, channel))
        {
          g_queue_unlink (&pool->idle, link);
          return channel;
        }
      take_out (pool, link, &pool->statistics.renewed);
    }
  return NULL;
}

/* For a lane of `operation`. A pinned channel may hold a scanner, so it is taken last if any channel will
 * do. */
static HBaseChannel *
take_best_idle (
    HBasePool *pool, HBasePoolWaiter *waiter, const HBaseOperation *operation, guint channel_id, gint64 now)
{
  Wanted wanted = { NULL, channel_id, waiter->blocking, G_MAXUINT, waiter->is_repeatable, now };
  HBaseChannel *channel;

  if (waiter->avoided > 0
      && hbase_gateways_has_other (&pool->gateways, waiter->avoided - 1, waiter->blocking))
    wanted.avoided = waiter->avoided - 1;
  channel = take_idle (pool, &wanted);
  wanted.pinned_by = operation;
  return channel != NULL ? channel : take_idle (pool, &wanted);
}

static void
add (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel)
{
  channel->id = ++pool->last_channel_id;
  channel->gateway = waiter->gateway;
  pool->gateways.all[waiter->gateway].opened++;
  if (pool->connector == NULL)
    channel->protocol = HBASE_WIRE_PROTOCOL_BINARY;
  channel->encoding = pool->connector != NULL ? pool->uri->protocol : HBASE_WIRE_PROTOCOL_BINARY;
  channel->max_reply_size = pool->max_reply_size;
  channel->blocking = waiter->blocking;
  pool->statistics.opened++;
}

static HBaseAcquireResult
refuse (HBasePool *pool, HBasePoolWaiter *waiter, HBaseError code, const char *text, GError **error)
{
  g_set_error_literal (error, HBASE_ERROR, (int) code, text);
  end_wait (pool, waiter);
  wake_waiters (pool, waiter->blocking);
  return HBASE_ACQUIRE_REFUSED;
}

/* `was_woken`: it came in its turn, and keeps it. */
static HBaseAcquireResult
wait_for_place (HBasePool *pool, HBasePoolWaiter *waiter, gboolean was_woken)
{
  if (was_woken)
    g_queue_push_head (&pool->waiting[waiter->blocking], waiter);
  else
    g_queue_push_tail (&pool->waiting[waiter->blocking], waiter);
  waiter->queued = TRUE;
  return HBASE_ACQUIRE_LATER;
}

static void
end_use (HBasePool *pool, HBasePoolWaiter *waiter)
{
  pool->gateways.all[waiter->gateway].acquired[waiter->blocking]--;
  wake_waiters (pool, waiter->blocking);
}

/* ---- connecting ---- */

/* TRUE: the waiter connects to its gateway, whose place it has. */
static gboolean
choose_next (HBasePool *pool, HBasePoolWaiter *waiter)
{
  return hbase_round_next (&waiter->round, &pool->gateways, waiter->blocking, pool->now (), pool->random (),
                           &waiter->gateway);
}

static HBaseAcquireResult
begin_round (HBasePool *pool, HBasePoolWaiter *waiter, gboolean probes)
{
  g_autofree guint *open = g_new (guint, pool->gateways.n);

  for (guint i = 0; i < pool->gateways.n; i++)
    open[i] = count_open (pool, i);
  hbase_round_begin (&waiter->round, &pool->gateways, open, waiter->avoided - 1, probes, waiter->blocking,
                     pool->now ());
  if (choose_next (pool, waiter))
    return HBASE_ACQUIRE_CONNECT;
  hbase_round_clear (&waiter->round);
  return wait_for_place (pool, waiter, TRUE);
}

static void
fail_gateway (HBasePool *pool, guint gateway, gboolean is_certain)
{
  hbase_gateways_fail (&pool->gateways, gateway, is_certain, pool->last_channel_id + 1, pool->now (),
                       pool->random ());
}

/* Takes out the idle channels to a gateway that failed. Those that are pinned are checked before their
 * use, and channels that expect late replies are closed if these don't come. */
static void
take_untrusted (HBasePool *pool, guint gateway)
{
  for (GList *i = pool->idle.head, *next; i != NULL; i = next)
    {
      HBaseChannel *channel = i->data;

      next = i->next;
      if (channel->gateway != gateway || channel->pinned_by != NULL || channel->late_replies.length > 0)
        continue;
      take_out (pool, i, &pool->statistics.renewed);
    }
}

/* ---- channels for lanes ---- */

/* Returns an idle channel, or the channel of a new engine; NULL: see `result`. */
static HBaseChannel *
take_or_make (HBasePool *pool,
              HBasePoolWaiter *waiter,
              const HBaseOperation *operation,
              guint channel_id,
              gboolean waits,
              gint64 now,
              HBaseAcquireResult *result,
              GError **error)
{
  HBaseChannel *channel = take_best_idle (pool, waiter, operation, channel_id, now);

  *result = waits ? HBASE_ACQUIRE_CONNECT : HBASE_ACQUIRE_LATER;
  if (channel == NULL && channel_id != 0)
    *result = refuse (pool, waiter, HBASE_ERROR_CONNECTION_LOST,
                      "the connection to the gateway that held the scanner is gone", error);
  if (channel != NULL || channel_id != 0 || pool->local == NULL || !waits)
    return channel;
  channel = hbase_local_channel_new (pool->local);
  if (channel == NULL)
    *result = refuse (pool, waiter, HBASE_ERROR_UNSUPPORTED, NO_ENGINE_TEXT, error);
  else
    add (pool, waiter, channel);
  return channel;
}

static HBaseAcquireResult
grant (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel)
{
  waiter->gateway = channel->gateway;
  channel->blocking = waiter->blocking;
  pool->gateways.all[channel->gateway].acquired[waiter->blocking]++;
  return HBASE_ACQUIRE_GRANTED;
}

static HBaseAcquireResult
acquire_locked (HBasePool *pool,
                HBasePoolWaiter *waiter,
                const HBaseOperation *operation,
                guint channel_id,
                gboolean waits,
                HBaseChannel **channel,
                GError **error)
{
  HBaseAcquireResult result = HBASE_ACQUIRE_CONNECT;
  gboolean was_woken = waiter->woken, is_first, probes;
  gint64 now = pool->now ();

  notice_fork (pool);
  if (pool->closed)
    return refuse (pool, waiter, HBASE_ERROR_CLOSED, CLOSED_TEXT, error);
  if (waiter->queued)
    return HBASE_ACQUIRE_LATER;
  end_wait (pool, waiter);
  is_first = was_woken || pool->waiting[waiter->blocking].length == 0;
  if (!is_first || !has_free_place (pool, waiter->blocking, now))
    return waits ? wait_for_place (pool, waiter, was_woken) : HBASE_ACQUIRE_LATER;
  receive_late_replies (pool);
  probes = waits && channel_id == 0 && hbase_gateways_is_probe_due (&pool->gateways, waiter->blocking, now);
  *channel = probes ? NULL : take_or_make (pool, waiter, operation, channel_id, waits, now, &result, error);
  if (*channel != NULL)
    result = grant (pool, waiter, *channel);
  else if (result == HBASE_ACQUIRE_CONNECT)
    result = begin_round (pool, waiter, probes);
  if (was_woken)
    wake_waiters (pool, waiter->blocking);
  return result;
}

HBaseAcquireResult
hbase_pool_acquire (HBasePool *pool,
                    HBasePoolWaiter *waiter,
                    const HBaseOperation *operation,
                    guint channel_id,
                    gboolean waits,
                    HBaseChannel **channel,
                    GError **error)
{
  HBaseAcquireResult result;

  g_mutex_lock (&pool->lock);
  result = acquire_locked (pool, waiter, operation, channel_id, waits, channel, error);
  unlock_and_close (pool);
  return result;
}

void
hbase_pool_add (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  hbase_round_clear (&waiter->round);
  add (pool, waiter, channel);
}

gboolean
hbase_pool_fail_connect (HBasePool *pool, HBasePoolWaiter *waiter, const GError *failure, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);
  gboolean goes_on;

  hbase_round_add_failure (&waiter->round, hbase_connector_get_name (pool->connector, waiter->gateway),
                           failure);
  fail_gateway (pool, waiter->gateway, TRUE);
  pool->gateways.all[waiter->gateway].acquired[waiter->blocking]--;
  goes_on = choose_next (pool, waiter);
  wake_waiters (pool, waiter->blocking);
  if (goes_on)
    return TRUE;
  g_propagate_error (error, hbase_round_get_error (&waiter->round, &pool->gateways));
  hbase_round_clear (&waiter->round);
  return FALSE;
}

void
hbase_pool_cancel_connect (HBasePool *pool, HBasePoolWaiter *waiter, gboolean is_late)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  if (is_late)
    fail_gateway (pool, waiter->gateway, TRUE);
  hbase_round_clear (&waiter->round);
  end_use (pool, waiter);
}

void
hbase_pool_release (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel, gconstpointer pinned_by)
{
  g_mutex_lock (&pool->lock);
  end_use (pool, waiter);
  make_idle (pool, channel, pinned_by);
  unlock_and_close (pool);
}

void
hbase_pool_drop (HBasePool *pool, HBasePoolWaiter *waiter, HBaseChannel *channel, const GError *why)
{
  gboolean is_silent = g_error_matches (why, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  gboolean is_lost = g_error_matches (why, HBASE_ERROR, HBASE_ERROR_CONNECTION_LOST);

  g_mutex_lock (&pool->lock);
  drop (pool, channel);
  if (pool->connector != NULL && (is_silent || is_lost))
    {
      fail_gateway (pool, channel->gateway, is_silent || !channel->has_replied);
      if (channel->is_unchecked)
        pool->gateways.all[channel->gateway].checked_until = pool->now () + CHECKED_FOR;
      take_untrusted (pool, channel->gateway);
      waiter->avoided = channel->gateway + 1;
    }
  end_use (pool, waiter);
  unlock_and_close (pool);
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
  waiter->gateway = channel->gateway;
  pool->gateways.all[channel->gateway].acquired[waiter->blocking]++;
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
  end_wait (pool, waiter);
  wake_waiters (pool, waiter->blocking);
}

void
hbase_pool_unpin (HBasePool *pool, gconstpointer operation)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  for (GList *i = pool->idle.head; i != NULL; i = i->next)
    if (((HBaseChannel *) i->data)->pinned_by == operation)
      ((HBaseChannel *) i->data)->pinned_by = NULL;
}

/* ---- statistics ---- */

void
hbase_pool_get_statistics (HBasePool *pool, HBasePoolStatistics *statistics)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  *statistics = pool->statistics;
  statistics->acquired = 0;
  for (guint i = 0; i < pool->gateways.n; i++)
    statistics->acquired += count_acquired (pool, i);
  statistics->idle = pool->idle.length;
  statistics->open = statistics->acquired + statistics->idle + pool->detached.length;
}

static GVariant *
describe_gateway (HBasePool *pool, guint i)
{
  const HBaseGateway *gateway = &pool->gateways.all[i];
  gint64 wait = gateway->is_down ? MAX (gateway->next_probe - pool->now (), 0) : 0;
  guint64 n_idle = 0;

  for (GList *link = pool->idle.head; link != NULL; link = link->next)
    n_idle += ((HBaseChannel *) link->data)->gateway == i;
  return g_variant_new_parsed (
      "{'name': <%s>, 'state': <%s>, 'next-try': <%t>, 'open': <%t>, 'idle': <%t>, 'acquired': <%t>, "
      "'opened': <%t>, 'failures': <%t>}",
      hbase_connector_get_name (pool->connector, i), gateway->is_down ? "down" : "up",
      (guint64) (wait + 999) / 1000, (guint64) count_open (pool, i), n_idle,
      (guint64) count_acquired (pool, i), (guint64) gateway->opened, (guint64) gateway->failures);
}

void
hbase_pool_describe_gateways (HBasePool *pool, GVariantBuilder *gateways)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  for (guint i = 0; pool->connector != NULL && i < pool->gateways.n; i++)
    g_variant_builder_add_value (gateways, describe_gateway (pool, i));
}

void
hbase_pool_count_exchange (HBasePool *pool, HBasePoolWaiter *waiter, const HBaseChannel *channel)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  pool->statistics.exchanges++;
  waiter->avoided = 0;
  if (!hbase_gateways_reply (&pool->gateways, channel->gateway, channel->id))
    return;
  for (guint blocking = 0; blocking < 2; blocking++)
    wake_waiters (pool, blocking);
}

void
hbase_pool_count_retry (HBasePool *pool)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  pool->statistics.retries++;
}

gboolean
hbase_pool_take_retry (HBasePool *pool)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);
  gboolean is_granted = hbase_retry_budget_take (&pool->budget, pool->now ());

  if (is_granted)
    pool->statistics.retries++;
  else
    pool->statistics.refused_retries++;
  return is_granted;
}

void
hbase_pool_report_call (HBasePool *pool, const HBaseCallRecord *call)
{
  g_mutex_lock (&pool->lock);
  pool->statistics.calls++;
  hbase_retry_budget_add_call (&pool->budget);
  if (call->error != NULL && !g_error_matches (call->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    pool->statistics.failures++;
  hbase_latencies_add (pool->statistics.latencies, call->duration_us);
  g_mutex_unlock (&pool->lock);
  hbase_debug_log_call (call);
  hbase_trace_call (call);
  if (pool->call_finished != NULL)
    pool->call_finished (call, pool->owner);
}

/* ---- late replies ---- */

/* TRUE: the channel expects a late reply. Either another request was sent after it, which might be lost if
 * the channel is closed, or the reply will need one more request. */
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
  g_mutex_lock (&pool->lock);
  notice_fork (pool);
  g_queue_remove (&pool->detached, channel);
  if (expect_late_reply (channel, &reply_buffer))
    make_idle (pool, channel, NULL);
  else
    drop (pool, channel);
  unlock_and_close (pool);
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
  if (idle != NULL)
    g_queue_unlink (&pool->idle, &idle->in_idle);
  g_mutex_unlock (&pool->lock);
  if (detached != NULL && !detached->inherited)
    hbase_channel_send_unawaited (detached, &request);
  if (idle == NULL)
    return;
  is_sent = hbase_channel_receive_late_replies (idle) && hbase_channel_send_unawaited (idle, &request);
  g_mutex_lock (&pool->lock);
  if (is_sent)
    make_idle (pool, idle, NULL);
  else
    drop (pool, idle);
  unlock_and_close (pool);
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
  for (guint blocking = 0; blocking < 2; blocking++)
    wake_waiters (pool, blocking);
  g_mutex_unlock (&pool->lock);
  close_all (&idle);
  g_clear_pointer (&local, hbase_local_unref);
}

static void
pool_clear (HBasePool *pool)
{
  g_assert (pool->pumps->len == 0);
  process_late_replies_locked (pool);
  close_all (&pool->idle);
  g_ptr_array_unref (pool->pumps);
  g_clear_pointer (&pool->local, hbase_local_unref);
  g_clear_pointer (&pool->connector, hbase_connector_unref);
  hbase_gateways_clear (&pool->gateways);
  g_mutex_clear (&pool->lock);
  hbase_uri_unref (pool->uri);
}

void
hbase_pool_unref (HBasePool *pool)
{
  g_atomic_rc_box_release_full (pool, (GDestroyNotify) pool_clear);
}
