/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "bench-gets.h"
#include "bench-raw.h"
#include "bench-scan.h"

#include <poll.h>
#include <unistd.h>

/* These are the cheapest possible gets of one thread, over blocking sockets: one by one, or with one get in
 * flight on each of several sockets. */

#define MAX_CONNECTIONS 64

static void
send_get (int line, guint number)
{
  RawRequest request = raw_begin_request ("get");
  char row[16];

  g_snprintf (row, sizeof row, SCAN_ROW_FORMAT, number);
  raw_put_field (&request, 11, 1);
  raw_put_text (&request, SCAN_PLAIN_TABLE);
  raw_put_field (&request, 12, 2);
  raw_put_field (&request, 11, 1);
  raw_put_text (&request, row);
  raw_put_bytes (&request, "", 1);
  raw_send_request (line, &request);
}

static void
receive_row (int line, guint8 *bytes)
{
  if (raw_receive_reply (line, bytes) < SCAN_CELLS_A_ROW * SCAN_VALUE_LENGTH)
    g_error ("a row didn't come");
}

static void
get_one_by_one (int line, guint n_gets, guint n_rows, guint8 *bytes)
{
  for (guint i = 0; i < n_gets; i++)
    {
      send_get (line, gets_choose_row (i, n_rows));
      receive_row (line, bytes);
    }
}

static void
get_in_parallel (struct pollfd *lines, guint n_lines, guint n_gets, guint n_rows, guint8 *bytes)
{
  guint n_sent, n_received = 0;

  for (n_sent = 0; n_sent < MIN (n_lines, n_gets); n_sent++)
    send_get (lines[n_sent].fd, gets_choose_row (n_sent, n_rows));
  while (n_received < n_gets)
    {
      if (poll (lines, n_lines, -1) < 0)
        g_error ("poll failed");
      for (guint i = 0; i < n_lines; i++)
        if (lines[i].revents != 0)
          {
            receive_row (lines[i].fd, bytes);
            n_received++;
            if (n_sent < n_gets)
              send_get (lines[i].fd, gets_choose_row (n_sent++, n_rows));
          }
    }
}

void
gets_raw (guint port, guint n_gets, guint n_rows, guint n_connections)
{
  g_autofree guint8 *bytes = g_malloc (RAW_MAX_REPLY);
  struct pollfd lines[MAX_CONNECTIONS];

  g_assert (n_connections <= MAX_CONNECTIONS);
  for (guint i = 0; i < n_connections; i++)
    lines[i] = (struct pollfd){ .fd = raw_connect (port), .events = POLLIN };
  if (n_connections == 1)
    get_one_by_one (lines[0].fd, n_gets, n_rows, bytes);
  else
    get_in_parallel (lines, n_connections, n_gets, n_rows, bytes);
  for (guint i = 0; i < n_connections; i++)
    close (lines[i].fd);
}
