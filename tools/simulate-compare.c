/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file compares the reports of two simulations. */

#include "config.h"

#include <stdio.h>

#include "json.h"
#include "simulate-compare.h"

static const struct {
  const char *member, *name;
} figures[] = {
  { "puts", "puts" },
  { "dead_regions", "regions without puts" },
  { "gini", "Gini coefficient" },
  { "busiest_share", "greatest share of the busiest region" },
  { "mean_busiest_share", "mean share of the busiest region" },
};

/* Loads a report, and checks that it is one. */
static JsonValue *
load_report (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (JsonValue) report = NULL;
  const JsonValue *regions;

  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;
  report = json_parse (text, error);
  if (report == NULL)
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  regions = json_get (report, "regions");
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      const JsonValue *value = json_get (report, figures[i].member);

      if (value != NULL && value->kind == JSON_NUMBER && regions != NULL && regions->kind == JSON_ARRAY)
        continue;
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "%s isn't a report of `hbase-glib simulate --format=json`: the number “%s” is missing",
                   path, figures[i].member);
      return NULL;
    }
  return g_steal_pointer (&report);
}

/* The greatest ratio of a region; `-` if there are regions without puts. */
static const char *
find_ratio (const JsonValue *report)
{
  const JsonValue *regions = json_get (report, "regions");
  const char *most = "-";

  for (guint i = 0; i < regions->items->len; i++)
    {
      const JsonValue *ratio = json_get (regions->items->pdata[i], "ratio");

      if (ratio == NULL || ratio->kind != JSON_NUMBER)
        return "-";
      if (*most == '-' || g_ascii_strtod (ratio->text, NULL) > g_ascii_strtod (most, NULL))
        most = ratio->text;
    }
  return most;
}

gboolean
simulate_compare (const char *path, const char *other_path, GError **error)
{
  g_autoptr (JsonValue) one = load_report (path, error);
  g_autoptr (JsonValue) other = one != NULL ? load_report (other_path, error) : NULL;

  if (other == NULL)
    return FALSE;
  printf ("%-38s %16s %16s\n", "", path, other_path);
  printf ("%-38s %16u %16u\n", "regions", json_get (one, "regions")->items->len,
          json_get (other, "regions")->items->len);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    printf ("%-38s %16s %16s\n", figures[i].name, json_get (one, figures[i].member)->text,
            json_get (other, figures[i].member)->text);
  printf ("%-38s %16s %16s\n", "greatest ratio to the smallest region", find_ratio (one), find_ratio (other));
  return TRUE;
}
