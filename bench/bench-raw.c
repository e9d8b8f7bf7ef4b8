/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "bench-raw.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>

void
raw_put_bytes (RawRequest *request, gconstpointer bytes, gsize length)
{
  g_assert (request->length + length <= sizeof request->bytes);
  memcpy (request->bytes + request->length, bytes, length);
  request->length += length;
}

void
raw_put_i32 (RawRequest *request, guint32 number)
{
  guint32 bytes = htonl (number);

  raw_put_bytes (request, &bytes, sizeof bytes);
}

void
raw_put_text (RawRequest *request, const char *text)
{
  raw_put_i32 (request, (guint32) strlen (text));
  raw_put_bytes (request, text, strlen (text));
}

void
raw_put_field (RawRequest *request, guint8 type, guint8 id)
{
  raw_put_bytes (request, (const guint8[]){ type, 0, id }, 3);
}

void
raw_put_i32_field (RawRequest *request, guint8 id, guint32 number)
{
  raw_put_field (request, 8, id);
  raw_put_i32 (request, number);
}

/* The frame's length is filled in by raw_send_request(). */
RawRequest
raw_begin_request (const char *method)
{
  RawRequest request = { .length = 0 };

  raw_put_i32 (&request, 0);
  raw_put_i32 (&request, 0x80010001);
  raw_put_text (&request, method);
  raw_put_i32 (&request, 1);
  return request;
}

void
raw_send_request (int line, RawRequest *request)
{
  guint32 length;

  raw_put_bytes (request, "", 1); /* the end of the arguments */
  length = htonl ((guint32) request->length - 4);
  memcpy (request->bytes, &length, sizeof length);
  if (send (line, request->bytes, request->length, MSG_NOSIGNAL) != (gssize) request->length)
    g_error ("send: %s", g_strerror (errno));
}

static void
receive (int line, guint8 *bytes, gsize length)
{
  while (length > 0)
    {
      gssize n = recv (line, bytes, length, 0);

      if (n <= 0)
        g_error ("recv: %s", n < 0 ? g_strerror (errno) : "the gateway has hung up");
      bytes += n;
      length -= (gsize) n;
    }
}

gsize
raw_receive_reply (int line, guint8 *bytes)
{
  guint32 length;

  receive (line, (guint8 *) &length, sizeof length);
  length = ntohl (length);
  g_assert (length <= RAW_MAX_REPLY);
  receive (line, bytes, length);
  return length;
}

int
raw_connect (guint port)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_port = htons ((guint16) port),
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  int line = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;

  if (connect (line, (struct sockaddr *) &address, sizeof address) != 0)
    g_error ("connect: %s", g_strerror (errno));
  setsockopt (line, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return line;
}
