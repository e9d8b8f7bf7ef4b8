/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file counts forks, and notes what they lose. To compare counts costs no system call, as getpid()
 * does. */

#include "config.h"

#include "hbase-forks-private.h"

#include <pthread.h>
#include <string.h>

static gint is_used; /* by this process, or by an ancestor of it */
static gint n_forks;
static gboolean has_lost_spawner;
static gboolean has_pools, has_spawner; /* GLib's, in the parent, while it is forked */

/* GLib's pools have threads of such names. From version 2.76 on one of them starts all others. A child lacks
 * this thread, and GLib, which doesn't know that, waits for it. */
static void
look_at_thread (const char *thread)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%s/comm", thread), *name = NULL;

  if (!g_file_get_contents (path, &name, NULL, NULL))
    return;
  has_pools |= g_str_has_prefix (name, "pool");
  has_spawner |= strcmp (name, "pool-spawner\n") == 0;
}

static void
look_at_threads (void)
{
  g_autoptr (GDir) threads = g_dir_open ("/proc/self/task", 0, NULL);
  const char *thread;

  has_pools = has_spawner = FALSE;
  while (threads != NULL && (thread = g_dir_read_name (threads)) != NULL)
    look_at_thread (thread);
}

static void
count_fork (void)
{
  n_forks += is_used || has_pools;
  has_lost_spawner |= has_spawner;
}

/* When the library is loaded: a program may use GLib's threads, and fork, before it uses the library. */
__attribute__ ((constructor)) static void
watch_forks (void)
{
  pthread_atfork (look_at_threads, NULL, count_fork);
}

gint
hbase_get_forks (void)
{
  g_atomic_int_set (&is_used, TRUE);
  return n_forks;
}

gboolean
hbase_have_pools_lost_spawner (void)
{
  return has_lost_spawner;
}
