/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The descriptors that a process may have open, and how a server shares them.
 *
 * Clients get what the database and GLib leave. GLib aborts the process when it gets no descriptor for a main
 * context or a cancellable, so GLib must not be called where none may be left. */

#include "config.h"

#include "hbase-local-descriptors-private.h"

#include <fcntl.h>
#include <sys/resource.h>

/* A connection to a database has the file and its log open. */
#define PER_DATABASE 2
/* Each keeps the pages that a call has read; HBase's region servers execute 30 calls at a time. */
#define DATABASES_MAX 32
/* What else is open: standard streams, sockets that listen, main contexts, the shared memory, … */
#define OTHERS 16
/* Other threads may open some at the same time. */
#define LEFT_MIN 8

static guint
get_limit (void)
{
  struct rlimit limit;

  return getrlimit (RLIMIT_NOFILE, &limit) == 0 ? (guint) MIN (limit.rlim_cur, (rlim_t) G_MAXINT) : G_MAXINT;
}

guint
hbase_local_descriptors_max_databases (void)
{
  return CLAMP (get_limit () / 16, 2, DATABASES_MAX);
}

/* What the databases and others may still open. */
static guint
get_reserve (guint n_open_databases)
{
  guint max = hbase_local_descriptors_max_databases ();

  return OTHERS + PER_DATABASE * (max - MIN (n_open_databases, max));
}

guint
hbase_local_descriptors_max_clients (guint wanted, guint per_client)
{
  guint limit = get_limit (), reserve = get_reserve (0);

  return limit > reserve ? CLAMP ((limit - reserve) / per_client, 1, wanted) : 1;
}

/* The descriptors with the highest numbers are looked at first: they are seldom open. */
static gboolean
are_left (guint n)
{
  for (guint fd = get_limit (); fd > 0 && n > 0; fd--)
    n -= fcntl ((int) fd - 1, F_GETFD) < 0;
  return n == 0;
}

gboolean
hbase_local_descriptors_are_short (guint more, guint n_open_databases)
{
  return !are_left (get_reserve (n_open_databases) + more);
}

gboolean
hbase_local_descriptors_are_left (void)
{
  return are_left (LEFT_MIN);
}
