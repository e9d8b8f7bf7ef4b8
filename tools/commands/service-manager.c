/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the protocols of sd_notify() and sd_listen_fds(), which consist of a datagram and of
 * two environment variables. */

#include "config.h"

#include "service-manager.h"

#include <gio/gunixsocketaddress.h>
#include <string.h>
#include <unistd.h>

/* An address that begins with @ is an abstract one. */
static GSocketAddress *
parse_address (const char *text)
{
  return *text == '@' ? g_unix_socket_address_new_with_type (text + 1, -1, G_UNIX_SOCKET_ADDRESS_ABSTRACT)
                      : g_unix_socket_address_new (text);
}

void
service_manager_notify (const char *state)
{
  const char *text = g_getenv ("NOTIFY_SOCKET");
  g_autoptr (GSocketAddress) address = text != NULL ? parse_address (text) : NULL;
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GError) error = NULL;

  if (address == NULL)
    return;
  socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_DATAGRAM, G_SOCKET_PROTOCOL_DEFAULT, &error);
  if (socket == NULL || g_socket_send_to (socket, address, state, strlen (state), NULL, &error) < 0)
    g_printerr ("hbase-glib: the service manager at %s can't be notified: %s\n", text, error->message);
}

static guint64
read_number (const char *variable)
{
  const char *text = g_getenv (variable);
  guint64 number = 0;

  if (text != NULL)
    g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT, &number, NULL);
  return number;
}

/* The variables may have been inherited from another process, for which they were. */
guint
service_manager_count_sockets (void)
{
  return read_number ("LISTEN_PID") == (guint64) getpid () ? (guint) read_number ("LISTEN_FDS") : 0;
}
