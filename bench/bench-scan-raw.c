/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "bench-scan.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* This is the cheapest possible scan: requests are assembled by hand, and replies are read to their last byte
 * but not decoded. The next batch is requested when the last one has arrived. */

/* A reply of no rows is shorter. */
#define LEAST_ROWS_REPLY 64
#define MAX_REPLY (64 << 20)

typedef struct {
  guint8 bytes[256];
  gsize length;
} Request;

static void
put_bytes (Request *request, gconstpointer bytes, gsize length)
{
  g_assert (request->length + length <= sizeof request->bytes);
  memcpy (request->bytes + request->length, bytes, length);
  request->length += length;
}

static void
put_i32 (Request *request, guint32 number)
{
  guint32 bytes = htonl (number);

  put_bytes (request, &bytes, sizeof bytes);
}

static void
put_text (Request *request, const char *text)
{
  put_i32 (request, (guint32) strlen (text));
  put_bytes (request, text, strlen (text));
}

static void
put_field (Request *request, guint8 type, guint8 id)
{
  put_bytes (request, (const guint8[]){ type, 0, id }, 3);
}

static void
put_i32_field (Request *request, guint8 id, guint32 number)
{
  put_field (request, 8, id);
  put_i32 (request, number);
}

/* The frame's length is filled in by send_request(). */
static Request
begin_request (const char *method)
{
  Request request = { .length = 0 };

  put_i32 (&request, 0);
  put_i32 (&request, 0x80010001);
  put_text (&request, method);
  put_i32 (&request, 1);
  return request;
}

static void
send_request (int line, Request *request)
{
  guint32 length;

  put_bytes (request, "", 1); /* the end of the arguments */
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

static gsize
receive_reply (int line, guint8 *bytes)
{
  guint32 length;

  receive (line, (guint8 *) &length, sizeof length);
  length = ntohl (length);
  g_assert (length <= MAX_REPLY);
  receive (line, bytes, length);
  return length;
}

static int
connect_to (guint port)
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

typedef struct {
  guint port;
  const char *table;
  char start[16], stop[16]; /* rows; empty: none */
  guint batch;              /* rows */
} Share;

static guint32
open_scanner (int line, const Share *share, guint8 *bytes)
{
  const gsize at = 4 + 4 + strlen ("openScanner") + 4 + 3; /* envelope, and the field's head */
  Request request = begin_request ("openScanner");
  guint32 scanner;

  put_field (&request, 11, 1);
  put_text (&request, share->table);
  put_field (&request, 12, 2);
  put_field (&request, 11, 1);
  put_text (&request, share->start);
  put_field (&request, 11, 2);
  put_text (&request, share->stop);
  put_i32_field (&request, 4, share->batch); /* caching */
  put_bytes (&request, "", 1);
  send_request (line, &request);
  if (receive_reply (line, bytes) < at + 4 || bytes[at - 3] != 8)
    g_error ("openScanner failed");
  memcpy (&scanner, bytes + at, sizeof scanner);
  return ntohl (scanner);
}

static gsize
get_rows (int line, guint32 scanner, guint batch, guint8 *bytes)
{
  Request request = begin_request ("getScannerRows");

  put_i32_field (&request, 1, scanner);
  put_i32_field (&request, 2, batch);
  send_request (line, &request);
  return receive_reply (line, bytes);
}

static void
close_scanner (int line, guint32 scanner, guint8 *bytes)
{
  Request request = begin_request ("closeScanner");

  put_i32_field (&request, 1, scanner);
  send_request (line, &request);
  receive_reply (line, bytes);
}

static gpointer
walk (gpointer data)
{
  const Share *share = data;
  g_autofree guint8 *bytes = g_malloc (MAX_REPLY);
  int line = connect_to (share->port);
  guint32 scanner = open_scanner (line, share, bytes);

  while (get_rows (line, scanner, share->batch, bytes) >= LEAST_ROWS_REPLY)
    continue;
  close_scanner (line, scanner, bytes);
  close (line);
  return NULL;
}

void
scan_raw_walk (guint port, const char *table, guint n_rows, guint n_connections)
{
  g_autofree Share *shares = g_new0 (Share, n_connections);
  g_autofree GThread **threads = g_new (GThread *, n_connections);

  for (guint i = 0; i < n_connections; i++)
    {
      guint start = n_rows * i / n_connections, stop = n_rows * (i + 1) / n_connections;

      shares[i] = (Share){ .port = port, .table = table, .batch = SCAN_BATCH / n_connections };
      if (i > 0)
        g_snprintf (shares[i].start, sizeof shares[i].start, SCAN_ROW_FORMAT, start);
      if (i + 1 < n_connections)
        g_snprintf (shares[i].stop, sizeof shares[i].stop, SCAN_ROW_FORMAT, stop);
      threads[i] = g_thread_new ("raw", walk, &shares[i]);
    }
  for (guint i = 0; i < n_connections; i++)
    g_thread_join (threads[i]);
}
