/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "bench-prepend.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* There is one call at a time on a connection, so bytes from the client that follow bytes from the gateway
 * begin the next one, in every protocol and framing. */

typedef struct _End End;

struct _End {
  int socket;
  End *peer;
  gboolean is_client;
  gboolean has_spoken; /* it sent the last bytes of its connection */
};

static struct sockaddr_in
loopback (guint port)
{
  return (struct sockaddr_in){ .sin_family = AF_INET,
                               .sin_port = htons ((guint16) port),
                               .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
}

static int
listen_anywhere (guint *port)
{
  struct sockaddr_in address = loopback (0);
  socklen_t size = sizeof address;
  int listener = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  if (bind (listener, (struct sockaddr *) &address, size) != 0 || listen (listener, 128) != 0
      || getsockname (listener, (struct sockaddr *) &address, &size) != 0)
    g_error ("the proxy can't listen");
  *port = ntohs (address.sin_port);
  return listener;
}

static End *
end_new (int poll, int socket, gboolean is_client)
{
  End *end = g_new0 (End, 1);
  struct epoll_event event = { .events = EPOLLIN, .data.ptr = end };
  int on = 1;

  *end = (End){ .socket = socket, .is_client = is_client };
  setsockopt (socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  epoll_ctl (poll, EPOLL_CTL_ADD, socket, &event);
  return end;
}

static void
accept_one (int poll, int listener, guint gateway)
{
  struct sockaddr_in address = loopback (gateway);
  int client = accept (listener, NULL, NULL), other = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  End *ends[2];

  if (client < 0 || connect (other, (struct sockaddr *) &address, sizeof address) != 0)
    g_error ("the proxy can't reach the gateway");
  ends[0] = end_new (poll, client, TRUE);
  ends[1] = end_new (poll, other, FALSE);
  ends[0]->peer = ends[1];
  ends[1]->peer = ends[0];
}

/* The same poll may report the end of the peer: both are freed with the process. */
static void
hang_up (int poll, End *end)
{
  epoll_ctl (poll, EPOLL_CTL_DEL, end->socket, NULL);
  shutdown (end->peer->socket, SHUT_WR);
}

static void
pass (int poll, End *end, gint *calls)
{
  guint8 buffer[65536];
  gssize n = recv (end->socket, buffer, sizeof buffer, 0);

  if (n <= 0)
    {
      hang_up (poll, end);
      return;
    }
  if (end->is_client && !end->has_spoken)
    g_atomic_int_inc (calls);
  end->has_spoken = TRUE;
  end->peer->has_spoken = FALSE;
  for (gssize sent = 0, m; sent < n; sent += m)
    if ((m = send (end->peer->socket, buffer + sent, (gsize) (n - sent), MSG_NOSIGNAL)) <= 0)
      {
        hang_up (poll, end);
        return;
      }
}

G_NORETURN static void
serve (int listener, guint gateway, gint *calls)
{
  int poll = epoll_create1 (EPOLL_CLOEXEC);
  struct epoll_event event = { .events = EPOLLIN, .data.ptr = NULL }, events[64];

  epoll_ctl (poll, EPOLL_CTL_ADD, listener, &event);
  for (;;)
    {
      int n = epoll_wait (poll, events, G_N_ELEMENTS (events), -1);

      for (int i = 0; i < n; i++)
        if (events[i].data.ptr == NULL)
          accept_one (poll, listener, gateway);
        else
          pass (poll, events[i].data.ptr, calls);
    }
}

pid_t
bench_proxy_start (guint gateway, gint *calls, guint *port)
{
  int listener = listen_anywhere (port);
  pid_t proxy = fork ();

  if (proxy < 0)
    g_error ("the proxy can't be started");
  if (proxy == 0)
    {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      serve (listener, gateway, calls);
    }
  close (listener);
  return proxy;
}
