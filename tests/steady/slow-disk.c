/* SPDX-License-Identifier: LGPL-2.1-or-later */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

/* A slow disk, which is preloaded: each fsync() and fdatasync() takes up to HBASE_TEST_SYNC_MS ms longer. The
 * delays are those of a seed, HBASE_TEST_SYNC_SEED, in the order in which the threads of a process ask. */

static unsigned
number_of (const char *name)
{
  const char *text = getenv (name);

  return text != NULL ? (unsigned) strtoul (text, NULL, 0) : 0;
}

/* Mixes the bits of a counter: neighbours have nothing in common. */
static unsigned
scatter (unsigned number)
{
  number = (number ^ number >> 16) * 0x7feb352du;
  number = (number ^ number >> 15) * 0x846ca68bu;
  return number ^ number >> 16;
}

static void
delay (void)
{
  static unsigned n_syncs;
  unsigned longest_us = number_of ("HBASE_TEST_SYNC_MS") * 1000;
  unsigned nth = __atomic_add_fetch (&n_syncs, 1, __ATOMIC_RELAXED);

  usleep (scatter (number_of ("HBASE_TEST_SYNC_SEED") + nth) % (longest_us + 1));
}

static int
sync_after_delay (const char *name, int fd)
{
  int (*sync_file) (int) = (int (*) (int)) dlsym (RTLD_NEXT, name);

  delay ();
  return sync_file (fd);
}

int
fsync (int fd)
{
  return sync_after_delay ("fsync", fd);
}

int
fdatasync (int fd)
{
  return sync_after_delay ("fdatasync", fd);
}
