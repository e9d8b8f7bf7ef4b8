/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <glib.h>

/* Ports that no other process gets while nobody listens at them: connections to them are refused then. */

/* Returns a socket bound to the address, whose port is set if it was 0; or −1, as where there is no IPv6. */
static inline int
bind_socket (struct sockaddr_storage *address)
{
  socklen_t size
      = address->ss_family == AF_INET6 ? sizeof (struct sockaddr_in6) : sizeof (struct sockaddr_in);
  int fd = socket (address->ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;

  if (fd >= 0 && setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0
      && bind (fd, (struct sockaddr *) address, size) == 0
      && getsockname (fd, (struct sockaddr *) address, &size) == 0)
    return fd;
  close (fd);
  return -1;
}

static inline guint16
port_of (const struct sockaddr_storage *address)
{
  return ntohs (address->ss_family == AF_INET6 ? ((const struct sockaddr_in6 *) address)->sin6_port
                                               : ((const struct sockaddr_in *) address)->sin_port);
}

/* Chooses a free port for the address. A socket that is bound to it, doesn't listen and is never closed
 * keeps it: the system gives the port to nobody who asks for any, but bind_socket() gets it. */
static inline gboolean
keep_port (struct sockaddr_storage *address)
{
  return bind_socket (address) >= 0;
}

static inline struct sockaddr_storage
loopback_address (guint16 port)
{
  struct sockaddr_storage address = { .ss_family = AF_INET };

  ((struct sockaddr_in *) &address)->sin_port = htons (port);
  ((struct sockaddr_in *) &address)->sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  return address;
}

static inline guint16
keep_loopback_port (void)
{
  struct sockaddr_storage address = loopback_address (0);

  g_assert (keep_port (&address));
  return port_of (&address);
}

static inline int
listen_at_address (struct sockaddr_storage *address)
{
  int listener = bind_socket (address);

  g_assert (listener >= 0 && listen (listener, 4096) == 0);
  return listener;
}
