/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements a source that embeds one main context in another.
 *
 *  1. Nobody iterates the inner context meanwhile, except from within this source's callbacks' thread.
 *  2. The inner context is made with G_MAIN_CONTEXT_FLAGS_OWNERLESS_POLLING: it has no owner while its
 *     descriptors are polled, and other threads must wake it nevertheless.
 *  3. The descriptors of the inner context are polled by the outer one. They are added anew only if they have
 *     changed, because each change wakes the outer context.
 *  4. A dispatch iterates the inner context until nothing in it is ready. */

#include "config.h"

#include "hbase-context-source-private.h"

#include <string.h>

typedef struct {
  GSource source;
  GMainContext *inner;
  gint64 until; /* when a timeout of the inner context ends; −1: it has none */
  guint n_polled;
  GPollFD *polled; /* added to the source */
} ContextSource;

void
hbase_context_iterate (GMainContext *inner)
{
  g_main_context_push_thread_default (inner);
  while (g_main_context_iteration (inner, FALSE))
    ;
  g_main_context_pop_thread_default (inner);
}

static void
stop_polling (ContextSource *self)
{
  for (guint i = 0; i < self->n_polled; i++)
    g_source_remove_poll (&self->source, &self->polled[i]);
  g_clear_pointer (&self->polled, g_free);
  self->n_polled = 0;
}

static gboolean
is_polled (const ContextSource *self, const GPollFD *fds, guint n)
{
  if (n != self->n_polled)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (fds[i].fd != self->polled[i].fd || fds[i].events != self->polled[i].events)
      return FALSE;
  return TRUE;
}

/* Takes `fds`. */
static void
poll_instead (ContextSource *self, GPollFD *fds, guint n)
{
  if (is_polled (self, fds, n))
    {
      g_free (fds);
      return;
    }
  stop_polling (self);
  self->polled = fds;
  self->n_polled = n;
  for (guint i = 0; i < n; i++)
    g_source_add_poll (&self->source, &self->polled[i]);
}

/* Returns after how many ms the inner context must be iterated; 0: at once, −1: if a descriptor is ready. */
static gint
query (ContextSource *self)
{
  gint timeout = 0, priority = 0, capacity = 8, n;
  GPollFD *fds = g_new0 (GPollFD, 8);

  if (g_main_context_prepare (self->inner, &priority))
    {
      g_free (fds);
      return 0;
    }
  while ((n = g_main_context_query (self->inner, G_MAXINT, &timeout, fds, capacity)) > capacity)
    {
      fds = g_renew (GPollFD, fds, n);
      memset (fds, 0, (gsize) n * sizeof (GPollFD));
      capacity = n;
    }
  poll_instead (self, fds, (guint) n);
  return timeout;
}

static gboolean
prepare (GSource *source, gint *timeout)
{
  ContextSource *self = (ContextSource *) source;

  if (!g_main_context_acquire (self->inner))
    return FALSE;
  *timeout = query (self);
  g_main_context_release (self->inner);
  self->until = *timeout < 0 ? -1 : g_get_monotonic_time () + *timeout * G_GINT64_CONSTANT (1000);
  return *timeout == 0;
}

static gboolean
check (GSource *source)
{
  ContextSource *self = (ContextSource *) source;

  for (guint i = 0; i < self->n_polled; i++)
    if (self->polled[i].revents != 0)
      return TRUE;
  return self->until >= 0 && g_get_monotonic_time () >= self->until;
}

static gboolean
dispatch (GSource *source, GSourceFunc callback, gpointer data)
{
  hbase_context_iterate (((ContextSource *) source)->inner);
  return callback (data);
}

static void
finalize (GSource *source)
{
  ContextSource *self = (ContextSource *) source;

  g_free (self->polled);
  g_main_context_unref (self->inner);
}

static GSourceFuncs context_source_funcs
    = { .prepare = prepare, .check = check, .dispatch = dispatch, .finalize = finalize };

GSource *
hbase_context_source_new (GMainContext *inner)
{
  GSource *source = g_source_new (&context_source_funcs, sizeof (ContextSource));

  ((ContextSource *) source)->inner = g_main_context_ref (inner);
  ((ContextSource *) source)->until = -1;
  g_source_set_static_name (source, "hbase-glib HTTP");
  return source;
}
