/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file watches the descriptors of channels for pumps: by the pump's source, or for a blocking call by
 * the poll function of its context.
 *
 *  1. A descriptor is watched by one pump at most.
 *  2. It stays watched when its reply has come: the next exchange of the same pump, which mostly takes
 *     the same channel, finds it watched. To add and remove it for each exchange would cost two writes to
 *     the context's eventfd, and one more iteration of the main loop, which these cause.
 *  3. It isn't watched any more when it is ready though nothing is expected, when another pump watches
 *     it, or before it is closed.
 *  4. The descriptors of blocking calls aren't added to the context, where each call would have to add and
 *     remove them: their poll function polls them together with those of the context. If the list of a pump
 *     has changed meanwhile, what was found is forgotten: a descriptor that is ready is found again by the
 *     next poll.
 *  5. The lock protects the pumps' lists and the channels' fields. It is taken after a pool's lock, or
 *     without one; under it nothing else is locked, except to change a source. */

#include "config.h"

#include "hbase-pump-private.h"

#include <glib-unix.h>
#include <string.h>

static GMutex lock;

static void
unwatch_locked (HBaseChannel *channel)
{
  HBasePump *pump = g_steal_pointer (&channel->watched_by);

  if (pump == NULL)
    return;
  if (!pump->blocking)
    g_source_remove_unix_fd (&pump->source, g_steal_pointer (&channel->watch));
  g_ptr_array_remove_fast (pump->watched, channel);
  pump->n_watch_changes++;
}

/* Any thread. */
static void
unwatch (HBaseChannel *channel)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  unwatch_locked (channel);
}

static void
add_locked (HBasePump *pump, HBaseChannel *channel, GIOCondition condition)
{
  unwatch_locked (channel);
  channel->watched_by = pump;
  channel->unwatch = unwatch;
  channel->found = 0;
  if (!pump->blocking)
    channel->watch = g_source_add_unix_fd (&pump->source, channel->fd, condition);
  g_ptr_array_add (pump->watched, channel);
  pump->n_watch_changes++;
}

static void
watch_locked (HBasePump *pump, HBaseChannel *channel, GIOCondition condition)
{
  if (channel->watched_by != pump)
    add_locked (pump, channel, condition);
  else if (channel->watched_for != condition && !pump->blocking)
    g_source_modify_unix_fd (&pump->source, channel->watch, condition);
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

/* Returns what was found for the channel. */
static GIOCondition
take_event (HBasePump *pump, HBaseChannel *channel)
{
  GIOCondition found = channel->found;

  if (!pump->blocking)
    return g_source_query_unix_fd (&pump->source, channel->watch);
  channel->found = 0;
  return found;
}

void
hbase_pump_take_events_locked (HBasePump *pump)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  for (guint i = pump->watched->len; i > 0; i--)
    {
      HBaseChannel *channel = pump->watched->pdata[i - 1];

      if (take_event (pump, channel) == 0)
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
      channel->found = 0;
    }
  g_ptr_array_set_size (pump->watched, 0);
  pump->n_watch_changes++;
}

/* ---- blocking calls ---- */

/* The calls that a thread makes: a call in another call's callback comes after that call. */
typedef struct {
  GPtrArray *pumps; /* (element-type HBasePump) */
  GArray *fds;      /* (element-type GPollFD) of a poll: the context's, then the channels' */
} Polling;

static void
polling_free (gpointer data)
{
  Polling *polling = data;

  g_ptr_array_unref (polling->pumps);
  g_array_unref (polling->fds);
  g_free (polling);
}

static Polling *
get_polling (void)
{
  static GPrivate own = G_PRIVATE_INIT (polling_free);
  Polling *polling = g_private_get (&own);

  if (polling != NULL)
    return polling;
  polling = g_new (Polling, 1);
  polling->pumps = g_ptr_array_new ();
  polling->fds = g_array_new (FALSE, FALSE, sizeof (GPollFD));
  g_private_set (&own, polling);
  return polling;
}

void
hbase_pump_begin_polling (HBasePump *pump)
{
  g_ptr_array_add (get_polling ()->pumps, pump);
}

void
hbase_pump_end_polling (HBasePump *pump)
{
  g_ptr_array_remove (get_polling ()->pumps, pump);
}

gboolean
hbase_pump_has_events (HBasePump *pump)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  for (guint i = 0; i < pump->watched->len; i++)
    if (((HBaseChannel *) pump->watched->pdata[i])->found != 0)
      return TRUE;
  return FALSE;
}

static void
add_fds_locked (Polling *polling, HBasePump *pump)
{
  pump->n_polled = pump->watched->len;
  pump->n_changes_polled = pump->n_watch_changes;
  for (guint i = 0; i < pump->watched->len; i++)
    {
      const HBaseChannel *channel = pump->watched->pdata[i];
      GPollFD fd = { channel->fd, (gushort) channel->watched_for, 0 };

      g_array_append_val (polling->fds, fd);
    }
}

static void
take_found_locked (HBasePump *pump, const GPollFD *fds)
{
  if (pump->n_changes_polled != pump->n_watch_changes)
    return;
  for (guint i = 0; i < pump->n_polled; i++)
    ((HBaseChannel *) pump->watched->pdata[i])->found = (GIOCondition) fds[i].revents;
}

/* Only the innermost call is polled for: the calls around it are being dispatched, so a ready channel of
 * theirs would end each poll at once. */
static HBasePump *
get_innermost (const Polling *polling)
{
  guint n_pumps = polling->pumps->len;

  return n_pumps > 0 ? polling->pumps->pdata[n_pumps - 1] : NULL;
}

static void
collect_fds (Polling *polling, const GPollFD *fds, guint n_fds)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  HBasePump *pump = get_innermost (polling);

  g_array_set_size (polling->fds, 0);
  g_array_append_vals (polling->fds, fds, n_fds);
  if (pump != NULL)
    add_fds_locked (polling, pump);
}

static void
distribute_found (const Polling *polling, guint n_fds)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  HBasePump *pump = get_innermost (polling);

  if (pump != NULL)
    take_found_locked (pump, (const GPollFD *) (gpointer) polling->fds->data + n_fds);
}

gint
hbase_pump_poll (GPollFD *fds, guint n_fds, gint timeout)
{
  Polling *polling = get_polling ();
  gint n_ready;

  collect_fds (polling, fds, n_fds);
  n_ready = g_poll ((GPollFD *) (gpointer) polling->fds->data, polling->fds->len, timeout);
  memcpy (fds, polling->fds->data, n_fds * sizeof (GPollFD));
  distribute_found (polling, n_fds);
  return n_ready;
}
