/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file parses durations. */

#include "config.h"

#include <string.h>

#include "durations.h"

static const struct {
  const char *name;
  gint64 ms;
} units[] = {
  { "ms", DURATION_MS },
  { "s", DURATION_SECOND },
  { "m", 60 * DURATION_SECOND },
  { "h", 3600 * DURATION_SECOND },
  { "d", 86400 * (gint64) DURATION_SECOND },
};

/* Returns the length of the unit in ms; 0: there is no such unit. */
static gint64
find_unit (const char *name, gint64 unit)
{
  if (*name == '\0')
    return unit;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (name, units[i].name) == 0)
      return units[i].ms;
  return 0;
}

gboolean
duration_parse (const char *option, const char *text, gint64 unit, gint64 *ms, GError **error)
{
  char *end;
  gint64 number = g_ascii_strtoll (text, &end, 10);
  gint64 factor = find_unit (end, unit);

  if (end != text && factor > 0 && number >= 1 && number <= G_MAXINT64 / factor)
    {
      *ms = number * factor;
      return TRUE;
    }
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "%s=%s: give a number of at least 1, with a unit: 500ms, 90s, 10m, 12h or 7d", option, text);
  return FALSE;
}
