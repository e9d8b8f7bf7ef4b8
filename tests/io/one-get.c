/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "io-test.h"

#include <stdlib.h>

/* This runs gets of row "a", one after the other, for test-system-calls.sh: `one-get URI sync|async [N]`. */

static void
run_get (HBasePool *pool, gboolean is_async, GError **error)
{
  g_autoptr (HBaseOperation) get = io_get_new (pool, "a");
  IOAsync run;

  if (!is_async)
    {
      hbase_pool_run (pool, get, 10000, 0, NULL, error);
      return;
    }
  io_async_begin (&run, pool, get, 10000, NULL);
  io_async_end (&run, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (HBaseUri) uri = hbase_uri_parse (argv[1], NULL);
  g_autoptr (HBasePool) pool = hbase_pool_new (uri, 2, 1 << 20);
  g_autoptr (GError) error = NULL;
  int n = argc > 3 ? atoi (argv[3]) : 1;

  for (int i = 0; i < n && error == NULL; i++)
    run_get (pool, g_str_equal (argv[2], "async"), &error);
  if (error != NULL)
    g_printerr ("%s\n", error->message);
  return error != NULL;
}
