/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The file that reserves blocks of the disk for calls that free space. */

#include "config.h"

#include "hbase-local-reserve-private.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* A reserve up to this size is released at once. */
#define SMALLEST_RELEASE (512 * 1024)

static gint64
size_of (const char *path)
{
  GStatBuf status;

  return g_stat (path, &status) == 0 ? (gint64) status.st_size : 0;
}

/* Other writers need space, too. */
static gboolean
has_space (const char *directory)
{
  struct statvfs status;

  return statvfs (directory, &status) == 0
         && (guint64) status.f_bavail * status.f_frsize >= 2 * (guint64) HBASE_LOCAL_RESERVE_SIZE;
}

static gboolean
allocate (const char *path)
{
  int fd = g_open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  gboolean ok = fd >= 0 && posix_fallocate (fd, 0, HBASE_LOCAL_RESERVE_SIZE) == 0;

  if (fd >= 0)
    close (fd);
  return ok;
}

gboolean
hbase_local_reserve_fill (const char *directory)
{
  g_autofree char *path = g_build_filename (directory, HBASE_LOCAL_RESERVE_NAME, NULL);

  return size_of (path) >= HBASE_LOCAL_RESERVE_SIZE || (has_space (directory) && allocate (path));
}

gboolean
hbase_local_reserve_release (const char *directory)
{
  g_autofree char *path = g_build_filename (directory, HBASE_LOCAL_RESERVE_NAME, NULL);
  gint64 size = size_of (path);

  return size > 0 && truncate (path, size > SMALLEST_RELEASE ? (off_t) (size / 2) : 0) == 0;
}
