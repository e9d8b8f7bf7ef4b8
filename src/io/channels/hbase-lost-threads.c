/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file replaces GLib's shared threads in a forked child.
 *
 * GIO resolves names and makes handshakes of TLS in tasks of these threads. They exist in the parent only,
 * but the child's GLib counts those that waited for tasks as long as it lives, and gives them tasks, which
 * would never end: it starts a thread only if no more threads wait than tasks do. Tasks that do nothing use
 * the lost threads up: the tasks after those are given to new threads, which execute what waits, too. Once
 * all of the new threads have ended, the lost ones count again: so each task needs that. An idle thread waits
 * half a second for tasks of the same kind, then for any.
 *
 * Where GLib has lost the thread that starts these threads, none can be replaced: what needs one fails. */

#include "config.h"

#include "hbase-lost-threads-private.h"

#include "hbase-error-private.h"
#include "hbase-forks-private.h"

/* How many threads at most GLib gives tasks at a time. */
#define MAX_TASK_THREADS 10

static void
do_nothing (gpointer unused, gpointer data)
{
}

static void
use_up_idle_threads (void)
{
  static GThreadPool *pool; /* it must outlive the threads */

  if (pool == NULL)
    pool = g_thread_pool_new (do_nothing, NULL, -1, FALSE, NULL);
  for (guint n = g_thread_pool_get_num_unused_threads (); n > 0; n--)
    g_thread_pool_push (pool, pool, NULL);
}

static void
return_at_once (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_boolean (task, TRUE);
}

static void
use_up_task_threads (void)
{
  for (guint i = 0; i < MAX_TASK_THREADS; i++)
    {
      g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

      g_task_run_in_thread (task, return_at_once);
    }
}

void
hbase_replace_lost_threads (void)
{
  static GMutex lock;
  g_autoptr (GMutexLocker) locker = NULL;

  if (hbase_get_forks () == 0 || hbase_have_pools_lost_spawner ())
    return;
  locker = g_mutex_locker_new (&lock);
  use_up_idle_threads ();
  use_up_task_threads ();
}

gboolean
hbase_is_resolved_at_once (const char *host)
{
  return host == NULL || g_hostname_is_ip_address (host) || g_ascii_strcasecmp (host, "localhost") == 0;
}

gboolean
hbase_can_connect (const char *host, gboolean with_tls, GError **error)
{
  if (!hbase_have_pools_lost_spawner () || (!with_tls && hbase_is_resolved_at_once (host)))
    return TRUE;
  return hbase_error_set (error, HBASE_ERROR_UNSUPPORTED,
                          "GLib %u.%u can't %s in a process that was forked after its parent had used "
                          "GLib's threads: fork before the first call, have the child execute a program, or "
                          "connect to an IP address without TLS",
                          glib_major_version, glib_minor_version,
                          with_tls ? "make a handshake of TLS" : "resolve a name");
}
