/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file shows the progress of a command. */

#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "progress.h"

#define INTERVAL (G_USEC_PER_SEC / 5)

static gint64 next_time;
static gboolean is_shown, is_disabled;

void
progress_set_enabled (gboolean enabled)
{
  is_disabled = !enabled;
}

gboolean
progress_is_due (void)
{
  return !is_disabled && g_get_monotonic_time () >= next_time && isatty (STDERR_FILENO);
}

void
progress_print (const char *line)
{
  fprintf (stderr, "\r\033[K%s", line);
  fflush (stderr);
  next_time = g_get_monotonic_time () + INTERVAL;
  is_shown = TRUE;
}

void
progress_show (const char *what, guint64 n, const char *units)
{
  g_autofree char *line = NULL;

  if (!progress_is_due ())
    return;
  line = g_strdup_printf ("%s: %" G_GUINT64_FORMAT " %s", what, n, units);
  progress_print (line);
}

void
progress_end (void)
{
  if (is_shown)
    fputs ("\r\033[K", stderr);
  is_shown = FALSE;
}
