/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file waits for what is typed. */

#include "config.h"

#include <errno.h>
#include <poll.h>

#include "input.h"

gboolean
input_wait (int fd, GCancellable *cancellable, GError **error)
{
  struct pollfd polled[] = { { .fd = fd, .events = POLLIN }, { .events = POLLIN } };
  int n_ready;

  polled[1].fd = g_cancellable_get_fd (cancellable);
  do
    n_ready = poll (polled, G_N_ELEMENTS (polled), -1);
  while (n_ready < 0 && errno == EINTR);
  g_cancellable_release_fd (cancellable);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}
