/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Tells the user when gateways send nothing. */

#include "config.h"

#include <stdio.h>

#include "first-response.h"

#define PATIENCE (5 * G_USEC_PER_SEC)

static GMutex lock;
static GCond condition;
static gboolean stopped;
static GThread *thread;

static gboolean
has_responded (HBaseConnection *connection)
{
  g_autoptr (GVariant) statistics = hbase_connection_get_statistics (connection);
  guint64 exchanges = 0;

  g_variant_lookup (statistics, "exchanges", "t", &exchanges);
  return exchanges > 0;
}

static gboolean
wait_until_stopped (gint64 end)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  while (!stopped && g_cond_wait_until (&condition, &lock, end))
    continue;
  return stopped;
}

static gpointer
watch (gpointer data)
{
  g_autoptr (HBaseConnection) connection = data;

  if (!wait_until_stopped (g_get_monotonic_time () + PATIENCE) && !has_responded (connection))
    fprintf (stderr,
             "%s: no response from %s yet; is it a Thrift2 gateway that speaks the URI's protocol and framing? Waiting "
             "on (see --timeout) …\n",
             g_get_prgname (), hbase_connection_get_uri (connection));
  return NULL;
}

void
first_response_watch (HBaseConnection *connection)
{
  thread = g_thread_new ("first response", watch, g_object_ref (connection));
}

void
first_response_stop (void)
{
  g_mutex_lock (&lock);
  stopped = TRUE;
  g_cond_signal (&condition);
  g_mutex_unlock (&lock);
  g_clear_pointer (&thread, g_thread_join);
}
