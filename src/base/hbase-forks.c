/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file counts forks, and notes what they lose. To compare counts costs no system call, as getpid()
 * does. */

#include "config.h"

#include "hbase-forks-private.h"

#include <pthread.h>
#include <string.h>

static gint is_used; /* by this process, or by one of which it is the child */
static gint n_forks;
static gboolean has_spawner; /* the parent, while it is forked */
static gboolean has_lost_spawner;

/* From version 2.76 on GLib has one thread, of this name, start all those of its pools. A child lacks it, and
 * GLib, which doesn't know that, waits for it. */
static gboolean
is_spawner (const char *thread)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%s/comm", thread), *name = NULL;

  return g_file_get_contents (path, &name, NULL, NULL) && strcmp (name, "pool-spawner\n") == 0;
}

static void
find_spawner (void)
{
  g_autoptr (GDir) threads = g_dir_open ("/proc/self/task", 0, NULL);
  const char *thread;

  has_spawner = FALSE;
  while (threads != NULL && !has_spawner && (thread = g_dir_read_name (threads)) != NULL)
    has_spawner = is_spawner (thread);
}

static void
count_fork (void)
{
  n_forks += is_used;
  has_lost_spawner |= has_spawner;
}

/* When the library is loaded: a program may use GLib's threads, and fork, before it uses the library. */
__attribute__ ((constructor)) static void
watch_forks (void)
{
  pthread_atfork (find_spawner, NULL, count_fork);
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
