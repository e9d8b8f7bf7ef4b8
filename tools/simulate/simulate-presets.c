/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file has the known designs of row keys that can be simulated by their names. */

#include "config.h"

#include <string.h>

#include "simulate-presets.h"
#include "tool.h"

static const SimulatePreset presets[] = {
  { "sequential-id", "id:uint64", { "id=sequence(1)" } },
  { "downward-counter", "id:downward", { "id=sequence(9223372036854775807,-1)" } },
  { "reversed-id", "id:reversed-decimal(12)", { "id=sequence(1)" } },
  { "md5-prefix", "salt:md5-hex(8,id),id:int64", { "id=sequence(1)" } },
  { "partition", "part:modulo(10,id),id:uint64", { "id=sequence(1)" }, "partition:10" },
  { "multi-level-partition",
    "part:modulo(10,id),sub:md5-hex(2,id),id:uint64",
    { "id=sequence(1)" },
    "partition:10" },
  { "time-series", "at:ms,sensor:uint32", { "at=time(1000)", "sensor=uniform(0,9999)" } },
  { "metric-first", "metric:uint32,at:ms", { "metric=uniform(0,999)", "at=time(1000)" } },
  { "salted-time", "salt:random(10),at:ms,sensor:uint32", { "at=time(1000)", "sensor=uniform(0,9999)" } },
  { "newest-first-by-user", "user:uint32,at:reverse-ms", { "user=zipf(100000)", "at=time(1000)" } },
};

const SimulatePreset *
simulate_preset_nth (guint index)
{
  return index < G_N_ELEMENTS (presets) ? &presets[index] : NULL;
}

const SimulatePreset *
simulate_preset_find (const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      if (strcmp (presets[i].name, name) == 0)
        return &presets[i];
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", presets[i].name);
    }
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "there is no preset “%s”; there are %s",
               name, names->str);
  return NULL;
}
