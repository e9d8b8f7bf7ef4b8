/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file moves one lane: it gets a channel, sends the request, and receives the reply.
 *
 *  1. A lane that sends a request has, in this order: no channel (it waits for it, or connects), a channel
 *     and a head (SENDING), a channel and a reply buffer (AWAITING).
 *  2. It keeps the channel until its step has run: if the step requests that very channel again, the lane
 *     goes on with it. Otherwise the channel is released, even if the next request might have used it: other
 *     lanes wait.
 *  3. A connection belongs to the run that requested it, which isn't over before the callback has come. If
 *     the run ended meanwhile, the lane goes on requesting a channel in the next run.
 *  4. Between runs no descriptor is waited for, and nothing is queued in the pool or armed. A channel on
 *     which a request has begun to be sent stays with the lane, detached.
 *  5. If the pool didn't check the idle channel, and it is lost before a byte of the reply, the request is
 *     sent again, once, down a channel that is new or checked. For the operation this is the same attempt.
 *  6. `until` is set when an exchange gets a channel or begins to connect, not while it waits for a place in
 *     the pool.
 *
 * All fields except those of the waiter belong to the thread that moves the run; between runs, to the
 * operation's owner. */

#include "config.h"

#include "hbase-pump-private.h"

#include "hbase-connector-private.h"
#include "hbase-error.h"
#include "hbase-memory-private.h"

/* How many segments of a request one call sends at most; POSIX allows at least 16, Linux 1,024. */
#define MAX_VECTORS 128
/* A gateway that hasn't accepted a connection for this time (µs) counts as failed if the caller gives up. */
#define PATIENCE (1 * G_USEC_PER_SEC)

static HBasePool *
pool_of (const HBaseLaneLink *link)
{
  return link->waiter.pool;
}

/* TRUE: the operation is done; its lanes still send or await prefetches only. */
static gboolean
is_done (const HBaseLaneLink *link)
{
  return link->run->stack.next == HBASE_DONE;
}

/* ---- waiting ---- */

static void
wake_waiter (HBasePoolWaiter *waiter)
{
  hbase_run_wake_locked (((HBaseLaneLink *) waiter)->run);
}

/* Is called for a channel without a descriptor, in any thread, and never after listen() has been called
 * again. */
static void
wake_listener (gpointer data)
{
  hbase_run_wake (data);
}

static void
wait_for_channel (HBaseLaneLink *link, GIOCondition condition)
{
  link->awake = FALSE;
  if (link->channel->fd >= 0)
    hbase_pump_watch (link->run->pump, link, condition);
  else
    link->channel->class->listen (link->channel, link->run->pump->context,
                                  g_source_get_priority (&link->run->pump->source), wake_listener, link->run);
}

static void
stop_waiting (HBaseLaneLink *link)
{
  if (link->channel == NULL || link->run == NULL)
    return;
  if (link->channel->fd < 0)
    link->channel->class->listen (link->channel, NULL, 0, NULL, NULL);
  else
    hbase_pump_stop_waiting (link);
}

/* TRUE: the watched descriptor isn't ready yet. */
static gboolean
must_wait (const HBaseLaneLink *link)
{
  return link->reply_buffer != NULL && link->waits && !link->awake;
}

static void
begin_attempt (HBaseLaneLink *link)
{
  if (link->until == 0 && link->run->attempt_timeout > 0)
    link->until = link->run->now + link->run->attempt_timeout * G_GINT64_CONSTANT (1000);
}

/* ---- the end of an exchange ---- */

/* Adds the exchange to the record of the run's call. */
static void
record_exchange (HBaseLaneLink *link, const GError *error)
{
  const HBaseLane *lane = link->lane;
  HBaseCallRecord *record = &link->run->record;
  gsize received = link->reply_buffer != NULL ? link->reply_buffer->length : 0;

  record->n_attempts++;
  record->bytes_sent += lane->sent;
  record->bytes_received += received;
  hbase_debug_log (HBASE_DEBUG_PROTOCOL,
                   "%s to %s: %" G_GSIZE_FORMAT " bytes sent, %" G_GSIZE_FORMAT " bytes received%s%s",
                   lane->request.method->name, link->channel != NULL ? link->channel->peer : "no gateway",
                   lane->sent, received, error != NULL ? ": " : "", error != NULL ? error->message : "");
}

static void
clear_exchange (HBaseLaneLink *link)
{
  hbase_wire_writer_clear (&link->head);
  g_clear_pointer (&link->transcoded, g_bytes_unref);
  g_clear_pointer (&link->reply_buffer, hbase_reply_buffer_free);
  link->until = 0;
  link->is_sent_again = FALSE;
}

/* `why`: NULL if the gateway didn't fail. */
static void
drop_channel (HBaseLaneLink *link, const GError *why)
{
  stop_waiting (link);
  if (link->channel != NULL)
    hbase_debug_log (HBASE_DEBUG_POOL, "a channel to %s is closed", link->channel->peer);
  if (link->channel != NULL)
    hbase_pool_drop (pool_of (link), &link->waiter, g_steal_pointer (&link->channel), why);
}

/* Takes `error`. */
static void
exchange_failed (HBaseLaneLink *link, GError *error)
{
  if (link->channel != NULL && link->channel->not_sent)
    link->lane->sent = 0;
  record_exchange (link, error);
  drop_channel (link, error);
  clear_exchange (link);
  link->lane->error = error;
  link->lane->state = HBASE_LANE_READY;
}

static void
exchange_done (HBaseLaneLink *link)
{
  HBaseLane *lane = link->lane;

  record_exchange (link, NULL);
  lane->expected_size = link->reply_buffer->length;
  lane->exchange_us = g_get_monotonic_time () - link->began;
  lane->block = hbase_reply_buffer_take (link->reply_buffer);
  lane->state = HBASE_LANE_READY;
  if (pool_of (link)->timestamps != NULL)
    hbase_timestamps_observe (pool_of (link)->timestamps, lane->block);
  link->channel->has_replied = TRUE;
  link->channel->is_unchecked = FALSE;
  hbase_pool_count_exchange (pool_of (link), &link->waiter, link->channel);
  hbase_reply_buffer_keep (g_steal_pointer (&link->reply_buffer), &link->channel->spare);
  clear_exchange (link);
  /* After a protocol error the gateway may read the rest of the request as the next request. */
  if (hbase_response_get_application_exception (lane->block) == HBASE_APPLICATION_PROTOCOL_ERROR)
    drop_channel (link, NULL);
}

/* ---- getting a channel ---- */

static void connected (GObject *source, GAsyncResult *result, gpointer data);

/* The callbacks of GSocketClient's inner steps go to the thread-default context: meanwhile it must be the
 * pump's. */
static void
connect_to_gateway (HBaseLaneLink *link)
{
  HBasePump *pump = link->run->pump;

  link->run->connecting++;
  link->began = g_get_monotonic_time ();
  g_main_context_push_thread_default (pump->context);
  hbase_connector_connect_async (pool_of (link)->connector, link->waiter.gateway, link->connecting, connected,
                                 link);
  g_main_context_pop_thread_default (pump->context);
}

static void
begin_connecting (HBaseLaneLink *link)
{
  link->connecting = g_cancellable_new ();
  link->late = FALSE;
  begin_attempt (link);
  connect_to_gateway (link);
}

/* A run that has ended cancels connecting, too: that is no failure, unless it took long. */
static void
connecting_cancelled (HBaseLaneLink *link)
{
  gboolean is_late = link->late || g_get_monotonic_time () - link->began > PATIENCE;

  hbase_pool_cancel_connect (pool_of (link), &link->waiter, is_late);
  if (link->late)
    link->problem
        = g_error_new (HBASE_ERROR, HBASE_ERROR_TIMED_OUT, "%s didn't accept the connection within %u ms",
                       hbase_connector_get_name (pool_of (link)->connector, link->waiter.gateway),
                       link->run->attempt_timeout);
}

/* Returns whether the lane connects to another gateway now. */
static gboolean
connection_failed (HBaseLaneLink *link, const GError *failure)
{
  if (g_cancellable_is_cancelled (link->connecting))
    connecting_cancelled (link);
  else if (hbase_pool_fail_connect (pool_of (link), &link->waiter, failure, &link->problem))
    return TRUE;
  link->until = 0;
  return FALSE;
}

static void
connected (GObject *source, GAsyncResult *result, gpointer data)
{
  HBaseLaneLink *link = data;
  g_autoptr (GError) failure = NULL;
  HBaseChannel *channel = hbase_connector_connect_finish (result, &failure);

  link->run->connecting--;
  hbase_debug_log (HBASE_DEBUG_POOL, "%s %s%s%s",
                   channel != NULL ? "a channel was opened to" : "no channel was opened to",
                   hbase_connector_get_name (pool_of (link)->connector, link->waiter.gateway),
                   channel != NULL ? "" : ": ", channel != NULL ? "" : failure->message);
  if (channel != NULL)
    {
      hbase_pool_add (pool_of (link), &link->waiter, link->channel = channel);
    }
  else if (connection_failed (link, failure))
    {
      connect_to_gateway (link);
      return;
    }
  g_clear_object (&link->connecting);
  hbase_run_wake (link->run);
}

/* TRUE: another lane of the operation uses the channel that this lane needs, and will release it in this
 * run. */
static gboolean
sibling_has (HBaseLaneLink *link, guint channel_id)
{
  const HBaseOperation *operation = link->lane->operation;

  for (guint i = 0; i < operation->n_lanes; i++)
    {
      const HBaseLaneLink *other = operation->lanes[i].link;

      if (other != NULL && other->channel != NULL && other->channel->id == channel_id)
        return TRUE;
    }
  return FALSE;
}

/* TRUE: the request changes nothing, so that it may be sent twice. */
static gboolean
is_get (const HBaseRequest *request)
{
  static const HBaseWireMethodId gets[] = { HBASE_WIRE_METHOD_GET, HBASE_WIRE_METHOD_GET_MULTIPLE,
                                            HBASE_WIRE_METHOD_EXISTS, HBASE_WIRE_METHOD_EXISTS_ALL };

  for (guint i = 0; i < G_N_ELEMENTS (gets); i++)
    if (request->method == &hbase_wire_methods[gets[i]])
      return TRUE;
  return FALSE;
}

static void
stop_queueing (HBaseLaneLink *link)
{
  if (link->is_queued)
    hbase_pool_cancel_wait (pool_of (link), &link->waiter);
  link->is_queued = FALSE;
}

/* TRUE: the lane has a channel. */
static gboolean
get_channel (HBaseLaneLink *link)
{
  const HBaseLane *lane = link->lane;
  guint channel_id = lane->request.channel;
  HBaseAcquireResult result;

  if (link->channel != NULL)
    return TRUE;
  if (link->connecting != NULL)
    return FALSE;
  if (channel_id != 0 && sibling_has (link, channel_id))
    {
      stop_queueing (link);
      return FALSE;
    }
  link->waiter.is_repeatable = is_get (&lane->request) && !link->is_sent_again;
  result = hbase_pool_acquire (pool_of (link), &link->waiter, lane->operation, channel_id, !is_done (link),
                               &link->channel, &link->problem);
  link->is_queued = result == HBASE_ACQUIRE_LATER;
  if (result == HBASE_ACQUIRE_CONNECT)
    begin_connecting (link);
  return result == HBASE_ACQUIRE_GRANTED;
}

/* ---- sending ---- */

/* Returns the lane's request as the channel sends it. */
static HBaseRequest
get_request (const HBaseLaneLink *link)
{
  HBaseRequest request = link->lane->request;

  if (link->transcoded == NULL)
    return request;
  request.arguments = link->transcoded;
  request.segments = NULL;
  return request;
}

/* With framing=auto it is known only now that the gateway is framed. */
static gboolean
check_framing (HBaseLaneLink *link)
{
  const HBaseOperation *operation = link->lane->operation;

  if (!operation->unframed || !link->channel->framed || link->lane->request.format != HBASE_FORMAT_OF_URI)
    return TRUE;
  g_set_error_literal (&link->problem, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED, HBASE_FRAMING_REFUSED);
  return FALSE;
}

static gboolean
begin_exchange (HBaseLaneLink *link)
{
  HBaseRequest request;
  const HBaseRun *run = link->run;
  HBaseLane *lane = link->lane;

  begin_attempt (link);
  /* A service in this process stops its work with the attempt or the run. A prefetch belongs to a later run,
   * which another cancellable may cancel. */
  link->channel->deadline
      = link->until != 0 && (run->deadline == 0 || link->until < run->deadline) ? link->until : run->deadline;
  link->channel->cancellable = is_done (link) ? NULL : run->cancellable;
  link->began = g_get_monotonic_time ();
  lane->sent = 0;
  lane->channel_id = link->channel->id;
  if (!check_framing (link))
    return FALSE;
  link->transcoded = hbase_channel_transcode (link->channel, &lane->request);
  request = get_request (link);
  link->reply_buffer
      = hbase_channel_begin_call (link->channel, &request, lane->expected_size, &link->head, &link->problem);
  return link->reply_buffer != NULL;
}

/* Lists what hasn't been sent yet, as much as one call may send. */
static guint
remaining_vectors (const HBaseLaneLink *link, GOutputVector *vectors)
{
  const HBaseRequest request = get_request (link);
  gsize sent = link->lane->sent, head = link->head.length;
  HBaseSlice slices[MAX_VECTORS];
  guint n = 0, n_slices;

  if (sent < head)
    slices[n++] = hbase_slice (link->head.data + sent, head - sent);
  sent = sent < head ? 0 : sent - head;
  n_slices
      = n
        + hbase_wire_message_slices (request.arguments, request.segments, sent, slices + n, MAX_VECTORS - n);
  for (guint i = 0; i < n_slices; i++)
    vectors[i] = (GOutputVector){ slices[i].data, slices[i].length };
  return n_slices;
}

static void
move_sending (HBaseLaneLink *link)
{
  HBaseLane *lane = link->lane;
  GOutputVector vectors[MAX_VECTORS];
  guint n;

  if (link->run->record.method == NULL)
    link->run->record.method = lane->request.method->name;
  if (!get_channel (link) || must_wait (link))
    return;
  if (link->reply_buffer == NULL && !begin_exchange (link))
    return;
  while ((n = remaining_vectors (link, vectors)) > 0)
    {
      gssize sent = hbase_channel_write (link->channel, vectors, n, &link->problem);

      if (sent < 0)
        {
          if (!g_error_matches (link->problem, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
            return;
          g_clear_error (&link->problem);
          wait_for_channel (link, G_IO_OUT);
          return;
        }
      lane->sent += (gsize) sent;
    }
  lane->state = HBASE_LANE_AWAITING;
  /* Over a socket nothing can have come yet; a service in this process may have responded already. */
  if (link->channel->fd >= 0)
    wait_for_channel (link, G_IO_IN);
}

/* ---- receiving ---- */

static void
move_awaiting (HBaseLaneLink *link)
{
  HBaseWireStatus status;

  if (must_wait (link))
    return;
  status = hbase_channel_receive (link->channel, link->reply_buffer, NULL, &link->problem);
  if (status == HBASE_WIRE_WHOLE)
    exchange_done (link);
  else if (status == HBASE_WIRE_MORE)
    wait_for_channel (link, G_IO_IN);
}

/* ---- a channel that had been closed ---- */

/* TRUE: the gateway may have closed the channel before it was acquired. */
static gboolean
was_closed (const HBaseLaneLink *link)
{
  return link->channel != NULL && link->channel->is_unchecked
         && g_error_matches (link->problem, HBASE_ERROR, HBASE_ERROR_CONNECTION_LOST)
         && link->reply_buffer->length == 0;
}

static void
send_again (HBaseLaneLink *link)
{
  g_autoptr (GError) why = g_steal_pointer (&link->problem);

  hbase_debug_log (HBASE_DEBUG_RETRY, "%s is sent again: %s", link->lane->request.method->name, why->message);
  drop_channel (link, why);
  hbase_pool_count_retry (pool_of (link));
  clear_exchange (link);
  link->is_sent_again = TRUE;
  link->lane->sent = 0;
  link->lane->state = HBASE_LANE_SENDING;
  move_sending (link);
}

/* ---- time ---- */

static void
move_sleeping (HBaseLaneLink *link, gint64 now)
{
  gint64 sleep_ms = link->lane->sleep_ms * G_GINT64_CONSTANT (1000);

  /* Half of it is random, so that callers that failed together don't retry together. */
  if (link->until == 0)
    link->until = now + sleep_ms / 2 + (gint64) (g_random_double () * (double) (sleep_ms / 2));
  if (now < link->until)
    return;
  link->until = 0;
  link->lane->state = HBASE_LANE_READY;
}

static void
end_attempt (HBaseLaneLink *link)
{
  g_autofree char *text = NULL;

  if (link->connecting != NULL)
    {
      link->late = TRUE;
      link->until = 0;
      g_cancellable_cancel (link->connecting);
      return;
    }
  text = hbase_channel_describe_silence (link->channel, link->reply_buffer, link->run->attempt_timeout);
  link->problem = g_error_new_literal (HBASE_ERROR, HBASE_ERROR_TIMED_OUT, text);
}

/* ---- for runs ---- */

void
hbase_lane_link_move (HBaseLane *lane, gint64 now)
{
  HBaseLaneLink *link = lane->link;
  gboolean exchanging = lane->state == HBASE_LANE_SENDING || lane->state == HBASE_LANE_AWAITING;

  if (lane->state == HBASE_LANE_SLEEPING)
    move_sleeping (link, now);
  if (!exchanging)
    return;
  if (link->problem == NULL && lane->state == HBASE_LANE_SENDING)
    move_sending (link);
  if (link->problem == NULL && lane->state == HBASE_LANE_AWAITING)
    move_awaiting (link);
  if (now != 0 && was_closed (link))
    send_again (link);
  if (link->problem == NULL && link->until != 0 && now >= link->until && lane->state != HBASE_LANE_READY)
    end_attempt (link);
  if (link->problem != NULL && !is_done (link))
    exchange_failed (link, g_steal_pointer (&link->problem));
}

/* A channel that is pinned for the operation stays pinned: another lane may have a scanner there. */
static void
release_channel (HBaseLaneLink *link)
{
  const HBaseOperation *operation = link->lane->operation;
  gboolean is_pinned = link->lane->request.channel != 0 || link->channel->pinned_by == operation;

  stop_waiting (link);
  link->has_pinned |= is_pinned;
  hbase_pool_release (pool_of (link), &link->waiter, g_steal_pointer (&link->channel),
                      is_pinned ? operation : NULL);
}

void
hbase_lane_link_settle (HBaseLane *lane)
{
  HBaseLaneLink *link = lane->link;
  gboolean again = link->channel != NULL && lane->state == HBASE_LANE_SENDING
                   && lane->request.channel == link->channel->id;

  if (link->channel != NULL && !again)
    release_channel (link);
}

char *
hbase_lane_link_describe_wait (const HBaseLane *lane)
{
  const HBaseLaneLink *link = lane->link;

  if (link->connecting != NULL)
    return g_strdup ("no gateway has accepted the connection yet");
  if (link->channel == NULL || lane->state != HBASE_LANE_AWAITING)
    return NULL;
  return hbase_channel_describe_silence (link->channel, link->reply_buffer, link->run->timeout);
}

void
hbase_lane_link_send_unawaited (HBasePool *pool, HBaseOperation *operation, gboolean is_freed)
{
  HBaseRequest request;

  while (hbase_operation_take_unawaited (operation, is_freed, &request))
    {
      hbase_pool_send_unawaited (pool, request.channel, request.method, request.arguments);
      g_bytes_unref (request.arguments);
    }
}

/* The operation is freed, or releases its channels. */
static void
unlink_lane (HBaseLane *lane)
{
  HBaseLaneLink *link = g_steal_pointer (&lane->link);
  HBasePool *pool = pool_of (link);

  g_assert (link->run == NULL);

  hbase_lane_link_send_unawaited (pool, lane->operation, TRUE);
  if (link->channel != NULL)
    hbase_pool_abandon (pool, link->channel,
                        lane->state == HBASE_LANE_AWAITING && link->problem == NULL
                            ? g_steal_pointer (&link->reply_buffer)
                            : NULL);
  if (link->has_pinned)
    hbase_pool_unpin (pool, lane->operation);
  clear_exchange (link);
  g_clear_error (&link->problem);
  hbase_pool_unref (pool);
  g_free (link);
}

/* A step of the lane is being called. */
static gboolean
take_retry (HBaseLane *lane)
{
  return hbase_pool_take_retry (pool_of (lane->link));
}

static HBaseLaneLink *
link_new (HBaseLane *lane, HBasePump *pump)
{
  HBaseLaneLink *link = hbase_malloc0 (sizeof (HBaseLaneLink));

  link->waiter.pool = hbase_pool_ref (pump->pool);
  link->waiter.wake = wake_waiter;
  link->lane = lane;
  lane->link = link;
  lane->unlink = unlink_lane;
  lane->take_retry = take_retry;
  return link;
}

void
hbase_lane_link_attach (HBaseLane *lane, HBaseRun *run)
{
  HBaseLaneLink *link = lane->link != NULL ? lane->link : link_new (lane, run->pump);

  g_assert (link->run == NULL && pool_of (link) == run->pump->pool);

  link->run = run;
  link->waiter.blocking = run->pump->blocking;
  if (link->channel == NULL)
    return;
  hbase_pool_reattach (pool_of (link), &link->waiter, link->channel,
                       link->problem == NULL ? &link->problem : NULL);
  link->channel->blocking = run->pump->blocking;
  begin_attempt (link);
}

void
hbase_lane_link_detach (HBaseLane *lane)
{
  HBaseLaneLink *link = lane->link;
  gboolean under_way = link->reply_buffer != NULL;

  g_assert (link->connecting == NULL);

  stop_waiting (link);
  stop_queueing (link);
  if (link->channel != NULL && under_way && !is_done (link) && link->channel->class->abandon != NULL)
    link->channel->class->abandon (link->channel);
  if (link->channel != NULL && under_way)
    hbase_pool_detach (pool_of (link), &link->waiter, link->channel);
  else if (link->channel != NULL)
    release_channel (link);
  if (lane->state != HBASE_LANE_SLEEPING)
    link->until = 0;
  link->run = NULL;
}
