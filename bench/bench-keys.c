/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This measures the costs of row keys: `make bench`, or bench/bench-keys [NAME…]. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "bench-keys.h"

static const struct {
  const char *name;
  void (*run) (void);
} benches[] = {
  { "loops", bench_keys_loops },
  { "splits", bench_keys_splits },
  { "many", bench_keys_many },
};

static gboolean
is_wanted (char **names, const char *name)
{
  return names[0] == NULL || g_strv_contains ((const char *const *) names, name);
}

int
main (int argc, char **argv)
{
  for (guint i = 0; i < G_N_ELEMENTS (benches); i++)
    if (is_wanted (argv + 1, benches[i].name))
      benches[i].run ();
  return 0;
}
