/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file prints a message if gateways send no response. */

#include "config.h"

#include <stdio.h>

#include "first-response.h"
#include "statistics.h"

#define PATIENCE_SECONDS 5

static GMutex lock;
static GCond condition;
static gboolean stopped;
static GThread *thread;

static gboolean
wait_until_stopped (gint64 longest)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  gint64 end = g_get_monotonic_time () + longest;

  while (!stopped && g_cond_wait_until (&condition, &lock, end))
    continue;
  return stopped;
}

static void
print_message (HBaseConnection *connection)
{
  const char *uri = hbase_connection_get_uri (connection);
  g_autofree char *quoted = g_shell_quote (uri);

  fprintf (stderr,
           "%s: no response from %s yet; is it a Thrift2 gateway with the URI's protocol and framing? "
           "`hbase-glib doctor %s` finds out. Still waiting (see --timeout) …\n",
           g_get_prgname (), uri, quoted);
}

/* A command that hasn't sent anything yet, such as one that reads the standard input, has used no channel.
 * Between the repetitions of a call that loses each connection none is in use either. */
static gboolean
has_begun (HBaseConnection *connection)
{
  return statistics_get (connection, "acquired") > 0 || statistics_get (connection, "opened") > 0;
}

static gpointer
watch (gpointer data)
{
  g_autoptr (HBaseConnection) connection = data;
  guint seconds = 0; /* since the first call */

  while (seconds < PATIENCE_SECONDS)
    {
      if (wait_until_stopped (G_USEC_PER_SEC) || statistics_get (connection, "exchanges") > 0)
        return NULL;
      seconds += seconds > 0 || has_begun (connection);
    }
  print_message (connection);
  return NULL;
}

void
first_response_watch (HBaseConnection *connection)
{
  first_response_stop ();
  stopped = FALSE;
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
