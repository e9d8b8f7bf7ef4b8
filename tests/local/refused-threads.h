/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A system that has no threads left: the program's own g_thread_try_new() replaces GLib's in what is linked
 * statically. */

static int are_threads_refused; /* atomic */

GThread *
g_thread_try_new (const char *name, GThreadFunc function, gpointer data, GError **error)
{
  if (!g_atomic_int_get (&are_threads_refused))
    return g_thread_new (name, function, data);
  g_set_error_literal (error, G_THREAD_ERROR, G_THREAD_ERROR_AGAIN, "no thread is left");
  return NULL;
}
