/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* Where a server listens. */
typedef struct {
  GSocketAddress *address;
  GSocket *inherited; /* a duplicate of the program's socket, which listens already; NULL: there is none */
} HBaseListenAddress;

/* Returns whether the text names a socket that the program has inherited. */
gboolean hbase_listen_address_is_inherited (const char *text);
/* Parses the text, and refuses an address that other machines reach unless `allow_remote` is set. */
gboolean
hbase_listen_address_init (HBaseListenAddress *self, const char *text, gboolean allow_remote, GError **error);
/* Chooses a free port if the address leaves it to the system. Returns a socket that keeps the port until it
 * is closed, also while the server is stopped; NULL: the address has no port to choose. */
GSocket *hbase_listen_address_keep_port (HBaseListenAddress *self);
void hbase_listen_address_clear (HBaseListenAddress *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseListenAddress, hbase_listen_address_clear)

/* Prints an address that a server listens on, in the form that is parsed. */
char *hbase_listen_address_print (GSocketAddress *address);
/* Returns the URI by which clients reach what was printed so. */
char *hbase_listen_address_print_uri (const char *address, gboolean is_http);
