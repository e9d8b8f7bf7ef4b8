/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Shows how far a command that counts rows or keys is. */

#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "progress.h"

#define INTERVAL (G_USEC_PER_SEC / 5)

static gint64 next_time;
static gboolean is_shown;

void
progress_show (const char *what, guint64 n, const char *units)
{
  gint64 now = g_get_monotonic_time ();

  if (now < next_time || !isatty (STDERR_FILENO))
    return;
  fprintf (stderr, "\r\033[K%s: %" G_GUINT64_FORMAT " %s", what, n, units);
  fflush (stderr);
  next_time = now + INTERVAL;
  is_shown = TRUE;
}

void
progress_end (void)
{
  if (is_shown)
    fputs ("\r\033[K", stderr);
  is_shown = FALSE;
}
