/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "mock-gateway.h"

#include <glib.h>
#include <stdio.h>

/* A mock gateway for scripts: prints its URI, ends when its standard input does. */

int
main (void)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);

  puts (mock->uri);
  fflush (stdout);
  while (getchar () != EOF)
    continue;
  return 0;
}
