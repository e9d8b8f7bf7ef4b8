/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes signals cancel the command. A thread waits for the signals, which all other threads block,
 * as a signal handler must not cancel. */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "tool.h"

static sigset_t watched;

static gpointer
wait_for_signal (gpointer cancellable)
{
  int number;

  if (sigwait (&watched, &number) == 0)
    g_cancellable_cancel (cancellable);
  /* The next signal ends the program. */
  pthread_sigmask (SIG_UNBLOCK, &watched, NULL);
  for (;;)
    pause ();
  return NULL;
}

void
tool_watch_signals (GCancellable *cancellable)
{
  sigemptyset (&watched);
  sigaddset (&watched, SIGINT);
  sigaddset (&watched, SIGTERM);
  pthread_sigmask (SIG_BLOCK, &watched, NULL);
  g_thread_unref (g_thread_new ("signals", wait_for_signal, cancellable));
}
