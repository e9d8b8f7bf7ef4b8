/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check-main.h"

/* Tests in several processes. */

static inline pid_t
begin_process (void (*act) (gpointer data, guint number), gpointer data, guint number)
{
  pid_t child = fork ();

  if (child != 0)
    return child;
  act (data, number);
  test_child_end (TRUE);
}

static inline void
await_process (pid_t child)
{
  int status;

  ck_assert_int_eq (waitpid (child, &status, 0), child);
  ck_assert (WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

/* Returns zeroed memory that is shared with processes forked afterwards. */
static inline gpointer
share_memory (gsize size)
{
  gpointer memory = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

  ck_assert (memory != MAP_FAILED);
  return memory;
}
