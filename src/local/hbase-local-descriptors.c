/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The descriptors that a process may have open, and how a server shares them.
 *
 * Clients get what the database and GLib leave. GLib aborts the process when it gets no descriptor for a main
 * context or a cancellable, so that it must not be called where none may be left. */

#include "config.h"

#include "hbase-local-descriptors-private.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

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

static guint
get_reserve (void)
{
  return OTHERS + PER_DATABASE * hbase_local_descriptors_max_databases ();
}

guint
hbase_local_descriptors_max_clients (guint wanted, guint per_client)
{
  guint limit = get_limit (), reserve = get_reserve ();

  return limit > reserve ? CLAMP ((limit - reserve) / per_client, 1, wanted) : 1;
}

/* The system gives out the lowest one that is free. */
static guint
count_left (void)
{
  int fd = open ("/dev/null", O_RDONLY | O_CLOEXEC);

  if (fd < 0)
    return 0;
  close (fd);
  return get_limit () - (guint) fd;
}

gboolean
hbase_local_descriptors_are_short (guint more)
{
  return count_left () < get_reserve () + more;
}

gboolean
hbase_local_descriptors_are_left (void)
{
  return count_left () >= LEFT_MIN;
}
