/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The file of a server's Unix socket: how it replaces a stale one, and how it is removed.
 *
 * 1. A server that was killed leaves its file, which would prevent any other from listening there. The file
 *    is stale if connections to it are refused. So are those to a socket that is bound and doesn't listen
 *    yet: therefore a server locks the directory from the probe until it listens.
 * 2. Anybody who can read the directory can lock it. So a server waits for the lock for a limited time, and
 *    does without it where the directory can't be opened or locked.
 * 3. A server removes no file but its own. Its device and inode tell which that is: no other file gets them
 *    while the socket is open. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "hbase-local-socket-file-private.h"

#define LOCK_RETRY_US 5000
#define LOCK_RETRIES 1000

static const char *
socket_path (GSocketAddress *address)
{
  return G_IS_UNIX_SOCKET_ADDRESS (address) ? g_unix_socket_address_get_path (G_UNIX_SOCKET_ADDRESS (address))
                                            : NULL;
}

/* ---- the lock ---- */

/* Returns a descriptor for unlock_directory(), or -1. */
static int
lock_directory (const char *path)
{
  g_autofree char *directory = g_path_get_dirname (path);
  int descriptor = g_open (directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  guint n = 0;

  while (descriptor >= 0 && flock (descriptor, LOCK_EX | LOCK_NB) != 0
         && (errno == EWOULDBLOCK || errno == EINTR) && n++ < LOCK_RETRIES)
    g_usleep (LOCK_RETRY_US);
  return descriptor;
}

/* A child that another thread has forked meanwhile has a copy of the descriptor: closing it isn't enough. */
static void
unlock_directory (int descriptor)
{
  if (descriptor < 0)
    return;
  flock (descriptor, LOCK_UN);
  close (descriptor);
}

/* ---- listening ---- */

static void
remove_if_stale (const char *path, GSocketAddress *address)
{
  g_autoptr (GSocket) probe = NULL;
  g_autoptr (GError) error = NULL;
  struct stat status;

  if (lstat (path, &status) != 0 || !S_ISSOCK (status.st_mode))
    return;
  probe = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
  if (probe == NULL)
    return;
  g_socket_set_blocking (probe, FALSE);
  if (!g_socket_connect (probe, address, NULL, &error)
      && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    g_unlink (path);
}

static void
note_file (HBaseLocalSocketFile *file, const char *path)
{
  struct stat status;

  if (lstat (path, &status) == 0)
    *file = (HBaseLocalSocketFile){ g_strdup (path), status.st_dev, status.st_ino };
}

/* Makes the socket file accessible to its owner only. Linux creates it with the permissions of the
 * socket, so that they are right from the first moment; on other systems they are set before the socket
 * listens. */
static gboolean
bind_privately (
    HBaseLocalSocketFile *file, GSocket *socket, const char *path, GSocketAddress *address, GError **error)
{
  fchmod (g_socket_get_fd (socket), 0600);
  if (!g_socket_bind (socket, address, TRUE, error))
    return FALSE;
  note_file (file, path);
  g_chmod (path, 0600);
  return TRUE;
}

gboolean
hbase_local_socket_file_listen (HBaseLocalSocketFile *file,
                                GSocket *socket,
                                GSocketAddress *address,
                                GError **error)
{
  const char *path = socket_path (address);
  gboolean ok;
  int lock;

  *file = (HBaseLocalSocketFile){ .path = NULL };
  if (path == NULL)
    return g_socket_bind (socket, address, TRUE, error) && g_socket_listen (socket, error);
  lock = lock_directory (path);
  remove_if_stale (path, address);
  ok = bind_privately (file, socket, path, address, error) && g_socket_listen (socket, error);
  if (!ok)
    hbase_local_socket_file_remove (file);
  unlock_directory (lock);
  return ok;
}

void
hbase_local_socket_file_remove (HBaseLocalSocketFile *file)
{
  struct stat status;

  if (file->path != NULL && lstat (file->path, &status) == 0 && status.st_dev == file->device
      && status.st_ino == file->inode)
    g_unlink (file->path);
  g_clear_pointer (&file->path, g_free);
}
