/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "mock-gateway.h"

#include <glib.h>
#include <stdio.h>

/* A mock gateway in a process of its own, for scripts and for the tests of the public interface:
 *
 *   mock-server [binary|compact none|framed [BEHAVIOUR]]
 *
 * The behaviour applies to all requests. It prints its URI, and ends when its standard input does. */

static const struct {
  const char *name;
  MockBehaviour behaviour;
} behaviours[] = {
  { "answer", MOCK_REPLY },    { "hold", MOCK_HOLD }, { "close", MOCK_CLOSE },
  { "garbage", MOCK_GARBAGE }, { "http", MOCK_HTTP }, { "thrift1", MOCK_THRIFT1 },
};

static MockBehaviour
behaviour_of (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (behaviours); i++)
    if (g_str_equal (behaviours[i].name, name))
      return behaviours[i].behaviour;
  g_error ("“%s” is none of the mock gateway's behaviours", name);
}

int
main (int argc, char **argv)
{
  gboolean compact = argc > 1 && g_str_equal (argv[1], "compact");
  gboolean framed = argc > 2 && g_str_equal (argv[2], "framed");
  g_autoptr (MockGateway) mock
      = mock_gateway_new (compact ? HBASE_WIRE_PROTOCOL_COMPACT : HBASE_WIRE_PROTOCOL_BINARY, framed);

  if (argc > 3)
    mock_gateway_set_behaviour (mock, 0, MOCK_MAX_REQUESTS, behaviour_of (argv[3]));
  puts (mock->uri);
  fflush (stdout);
  while (getchar () != EOF)
    continue;
  return 0;
}
