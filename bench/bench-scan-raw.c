/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "bench-raw.h"
#include "bench-scan.h"

#include <arpa/inet.h>
#include <string.h>
#include <unistd.h>

/* This is the cheapest possible scan. The next batch is requested when the last one has arrived. */

/* A reply of no rows is shorter. */
#define LEAST_ROWS_REPLY 64

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
  RawRequest request = raw_begin_request ("openScanner");
  guint32 scanner;

  raw_put_field (&request, 11, 1);
  raw_put_text (&request, share->table);
  raw_put_field (&request, 12, 2);
  raw_put_field (&request, 11, 1);
  raw_put_text (&request, share->start);
  raw_put_field (&request, 11, 2);
  raw_put_text (&request, share->stop);
  raw_put_i32_field (&request, 4, share->batch); /* caching */
  raw_put_bytes (&request, "", 1);
  raw_send_request (line, &request);
  if (raw_receive_reply (line, bytes) < at + 4 || bytes[at - 3] != 8)
    g_error ("openScanner failed");
  memcpy (&scanner, bytes + at, sizeof scanner);
  return ntohl (scanner);
}

static gsize
get_rows (int line, guint32 scanner, guint batch, guint8 *bytes)
{
  RawRequest request = raw_begin_request ("getScannerRows");

  raw_put_i32_field (&request, 1, scanner);
  raw_put_i32_field (&request, 2, batch);
  raw_send_request (line, &request);
  return raw_receive_reply (line, bytes);
}

static void
close_scanner (int line, guint32 scanner, guint8 *bytes)
{
  RawRequest request = raw_begin_request ("closeScanner");

  raw_put_i32_field (&request, 1, scanner);
  raw_send_request (line, &request);
  raw_receive_reply (line, bytes);
}

static gpointer
walk (gpointer data)
{
  const Share *share = data;
  g_autofree guint8 *bytes = g_malloc (RAW_MAX_REPLY);
  int line = raw_connect (share->port);
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
