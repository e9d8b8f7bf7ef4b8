/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file counts forks. To compare counts costs no system call, as getpid() does. */

#include "config.h"

#include "hbase-forks-private.h"

#include <pthread.h>

static gint n_forks;

static void
count_fork (void)
{
  n_forks++;
}

static gpointer
watch_forks (gpointer unused)
{
  pthread_atfork (NULL, NULL, count_fork);
  return NULL;
}

gint
hbase_get_forks (void)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, watch_forks, NULL);
  return n_forks;
}
