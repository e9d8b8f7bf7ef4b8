/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-pool-waiter-private.h"

/* What is said, or asked, without anybody who waits for the answer: a channel owes it.
 *
 * 1. Finalizers come here, in any thread: nothing blocks, and what can't leave at once doesn't leave.
 * 2. A channel that owes answers is idle, and lent to nobody before they have come. Who looks for a channel
 *    reads them; if he finds them still due after the time for which channels may be idle, he drops it.
 * 3. An answer that nobody took may call for one more word (HBaseLateReplyFunc): a scanner that was being opened
 *    when its cursor was dropped is closed by whoever reads that it was opened. */

/* TRUE: the channel owes what the inbox is for. Something was posted behind it, and to close now might lose
 * that on its way; or the answer will call for something. */
static gboolean
owe (HBaseChannel *channel, HBaseReplyBuffer **reply_buffer)
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
  HBaseChannel *closing = channel;

  g_mutex_lock (&pool->lock);
  hbase_pool_notice_fork_locked (pool);
  g_queue_remove (&pool->detached, channel);
  if (owe (channel, &reply_buffer))
    closing = hbase_pool_make_idle_locked (pool, channel, NULL);
  else
    hbase_pool_count_drop_locked (pool, channel);
  g_mutex_unlock (&pool->lock);
  g_clear_pointer (&closing, hbase_channel_close);
  hbase_reply_buffer_free (reply_buffer);
}

static GList *
find_ticket (GQueue *channels, guint ticket)
{
  for (GList *i = channels->head; i != NULL; i = i->next)
    if (((HBaseChannel *) i->data)->ticket == ticket)
      return i;
  return NULL;
}

static void
return_posted (HBasePool *pool, HBaseChannel *channel, gboolean posted)
{
  HBaseChannel *closing = channel;

  g_mutex_lock (&pool->lock);
  if (posted)
    closing = hbase_pool_make_idle_locked (pool, channel, NULL);
  else
    hbase_pool_count_drop_locked (pool, channel);
  g_mutex_unlock (&pool->lock);
  g_clear_pointer (&closing, hbase_channel_close);
}

/* A parked channel is its operation's, whose finalizer calls this: nobody else moves it. */
void
hbase_pool_send_unawaited (HBasePool *pool, guint ticket, const HBaseWireMethod *method, GBytes *arguments)
{
  HBaseRequest request = { .method = method, .arguments = arguments, .channel = ticket };
  HBaseChannel *channel = NULL;
  GList *detached, *idle;

  g_mutex_lock (&pool->lock);
  hbase_pool_notice_fork_locked (pool);
  detached = find_ticket (&pool->detached, ticket);
  idle = find_ticket (&pool->idle, ticket);
  if (idle != NULL)
    {
      channel = idle->data;
      g_queue_delete_link (&pool->idle, idle);
    }
  g_mutex_unlock (&pool->lock);
  if (detached != NULL && !((HBaseChannel *) detached->data)->inherited)
    hbase_channel_send_unawaited (detached->data, &request);
  else if (channel != NULL)
    return_posted (pool, channel,
                   hbase_channel_receive_late_replies (channel)
                       && hbase_channel_send_unawaited (channel, &request));
}
