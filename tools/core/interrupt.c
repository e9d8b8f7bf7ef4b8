/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes signals cancel the command. A thread waits for the signals, which all other threads block,
 * as a signal handler must not cancel. */

#include "config.h"

#include <signal.h>
#include <unistd.h>

#include "tool.h"

static sigset_t watched;

static GMutex lock; /* protects what follows */
static GCancellable *target;
static gboolean is_at_prompt, is_terminated;

/* Returns what the signal cancels; NULL if it was cancelled before, so that the signal ends the program. */
static GCancellable *
find_target (int number)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  is_terminated = is_terminated || number == SIGTERM;
  if (g_cancellable_is_cancelled (target) && !(is_at_prompt && number == SIGINT))
    return NULL;
  return g_object_ref (target);
}

/* The signal has its default action in this thread. */
static void
end_program (int number)
{
  pthread_sigmask (SIG_UNBLOCK, &watched, NULL);
  kill (getpid (), number);
}

static gpointer
wait_for_signals (gpointer unused)
{
  int number;

  while (sigwait (&watched, &number) == 0)
    {
      g_autoptr (GCancellable) cancelled = find_target (number);

      if (cancelled == NULL)
        end_program (number);
      else
        g_cancellable_cancel (cancelled);
    }
  return NULL;
}

void
tool_set_interrupted (GCancellable *cancellable, gboolean is_prompt)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  g_set_object (&target, cancellable);
  is_at_prompt = is_prompt;
}

void
tool_set_at_prompt (gboolean is_prompt)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  is_at_prompt = is_prompt;
}

gboolean
tool_is_terminated (void)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  return is_terminated;
}

void
tool_watch_signals (GCancellable *cancellable)
{
  if (target != NULL)
    return;
  tool_set_interrupted (cancellable, FALSE);
  sigemptyset (&watched);
  sigaddset (&watched, SIGINT);
  sigaddset (&watched, SIGTERM);
  pthread_sigmask (SIG_BLOCK, &watched, NULL);
  g_thread_unref (g_thread_new ("signals", wait_for_signals, NULL));
}
