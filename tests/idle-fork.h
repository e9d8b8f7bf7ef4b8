/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>
#include <string.h>
#include <unistd.h>

/* A fork of a process that has threads, while these are idle. Under valgrind, where one thread runs at a
 * time, a thread that waits for its turn looks asleep. */

static inline char *
idle_fork_read (const char *thread, const char *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%s/%s", thread, name);
  char *text;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : NULL;
}

/* Adds how often the thread has got a processor. Returns FALSE if it isn't asleep. */
static inline gboolean
idle_fork_add_sleeper (GString *sleepers, const char *thread)
{
  g_autofree char *status = idle_fork_read (thread, "status");
  const char *switches = status != NULL ? strstr (status, "voluntary_ctxt_switches") : NULL;

  if (switches == NULL || strstr (status, "\nState:\tS") == NULL)
    return FALSE;
  g_string_append_printf (sleepers, "%s %s", thread, switches);
  return TRUE;
}

/* Returns NULL if a thread beside this one isn't asleep. */
static inline char *
idle_fork_describe_sleepers (void)
{
  g_autoptr (GDir) threads = g_dir_open ("/proc/self/task", 0, NULL);
  g_autoptr (GString) sleepers = g_string_new (NULL);
  guint n_awake = 0;
  const char *thread;

  while ((thread = g_dir_read_name (threads)) != NULL)
    n_awake += !idle_fork_add_sleeper (sleepers, thread);
  return n_awake > 1 ? NULL : g_strdup (sleepers->str);
}

/* What another thread has locked when the process is forked stays locked in the child, for example by GSlice
 * before GLib 2.76, or by the address sanitizer. One that waits for a lock is asleep, too, and may have
 * another one. But if all others were asleep from the first look to the second, nothing can wake them that
 * they wait for from each other. */
static inline pid_t
idle_fork (void)
{
  char *before = NULL, *now;

  for (;; before = now)
    {
      now = idle_fork_describe_sleepers ();
      if (now != NULL && g_strcmp0 (before, now) == 0)
        break;
      g_free (before);
      g_thread_yield ();
    }
  g_free (before);
  g_free (now);
  return fork ();
}
