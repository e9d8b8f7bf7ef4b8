/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file watches the descriptors of channels by the sources of pumps.
 *
 *  1. A descriptor is watched by one source at most.
 *  2. It stays watched when its reply has come: the next exchange of the same pump, which mostly takes
 *     the same channel, finds it watched. To add and remove it for each exchange would cost two writes to
 *     the context's eventfd, and one more iteration of the main loop, which these cause.
 *  3. It isn't watched any more when it is ready though nothing is expected, when another pump watches
 *     it, or before it is closed.
 *  4. The lock protects the pumps' lists and the channels' fields. It is taken after a pool's lock, or
 *     without one; under it nothing else is locked, except to change a source. */

#include "config.h"

#include "hbase-pump-private.h"

#include <glib-unix.h>

static GMutex lock;

static void
unwatch_locked (HBaseChannel *channel)
{
  HBasePump *pump = g_steal_pointer (&channel->watched_by);

  if (pump == NULL)
    return;
  g_source_remove_unix_fd (&pump->source, g_steal_pointer (&channel->watch));
  g_ptr_array_remove_fast (pump->watched, channel);
}

void
hbase_channel_unwatch (HBaseChannel *channel)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  unwatch_locked (channel);
}

static void
watch_locked (HBasePump *pump, HBaseChannel *channel, GIOCondition condition)
{
  if (channel->watched_by != pump)
    {
      unwatch_locked (channel);
      channel->watched_by = pump;
      channel->watch = g_source_add_unix_fd (&pump->source, channel->fd, condition);
      g_ptr_array_add (pump->watched, channel);
    }
  else if (channel->watched_for != condition)
    {
      g_source_modify_unix_fd (&pump->source, channel->watch, condition);
    }
  channel->watched_for = condition;
}

void
hbase_pump_watch (HBasePump *pump, HBaseLaneLink *link, GIOCondition condition)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  watch_locked (pump, link->channel, condition);
  link->channel->listener = link;
  link->waits = TRUE;
}

/* A socket to which could be written would be ready all the time. */
void
hbase_pump_stop_waiting (HBaseLaneLink *link)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  link->channel->listener = NULL;
  link->waits = FALSE;
  if (link->channel->watched_for != G_IO_IN)
    unwatch_locked (link->channel);
}

void
hbase_pump_take_events_locked (HBasePump *pump)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  for (guint i = pump->watched->len; i > 0; i--)
    {
      HBaseChannel *channel = pump->watched->pdata[i - 1];

      if (g_source_query_unix_fd (&pump->source, channel->watch) == 0)
        continue;
      if (channel->listener == NULL)
        {
          unwatch_locked (channel);
          continue;
        }
      channel->listener->awake = TRUE;
      hbase_run_wake_locked (channel->listener->run);
    }
}

void
hbase_pump_forget_watched (HBasePump *pump)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  for (guint i = 0; i < pump->watched->len; i++)
    {
      HBaseChannel *channel = pump->watched->pdata[i];

      channel->watched_by = NULL;
      channel->watch = NULL;
    }
  g_ptr_array_set_size (pump->watched, 0);
}
