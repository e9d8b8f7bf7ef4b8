/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "io-test.h"

/* This runs one get of row "a" for test-system-calls.sh: `one-get URI sync|async`. */

int
main (int argc, char **argv)
{
  g_autoptr (HBaseUri) uri = hbase_uri_parse (argv[1], NULL);
  g_autoptr (HBasePool) pool = hbase_pool_new (uri, 2, 1 << 20);
  g_autoptr (HBaseOperation) get = io_get_new (pool, "a");
  g_autoptr (GError) error = NULL;
  IOAsync run;

  if (g_str_equal (argv[2], "sync"))
    {
      hbase_pool_run (pool, get, 10000, 0, NULL, &error);
    }
  else
    {
      io_async_begin (&run, pool, get, 10000, NULL);
      io_async_end (&run, &error);
    }
  if (error != NULL)
    g_printerr ("%s\n", error->message);
  return error != NULL;
}
