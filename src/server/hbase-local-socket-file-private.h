/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include <sys/types.h>

/* The file of a Unix socket at which a server listens. */

typedef struct {
  char *path; /* NULL: the server has made no file */
  dev_t device;
  ino_t inode;
} HBaseLocalSocketFile;

/* Has the socket listen at the address. If that is a Unix socket's, its file, which only its owner may use,
 * replaces a stale one, at which no process listens any more. */
gboolean hbase_local_socket_file_listen (HBaseLocalSocketFile *file,
                                         GSocket *socket,
                                         GSocketAddress *address,
                                         GError **error);
/* Removes the file, unless another one is in its place. Call it before the socket is closed. */
void hbase_local_socket_file_remove (HBaseLocalSocketFile *file);
