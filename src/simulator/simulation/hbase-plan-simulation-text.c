/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <math.h>

#include "hbase-bytes.h"
#include "hbase-plan-simulation-private.h"

/* This file formats simulations as text, CSV and JSON. */

#define DECIMALS 4 /* of ratios */

/* Appends a number with one to `decimals` digits after the point, as Java shows rounded numbers. */
static void
append_decimal (GString *text, double number, int decimals)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE], format[8];
  gsize length;

  g_snprintf (format, sizeof format, "%%.%df", decimals);
  g_ascii_formatd (digits, sizeof digits, format, number);
  for (length = strlen (digits); length > 2 && digits[length - 1] == '0' && digits[length - 2] != '.';)
    length--;
  g_string_append_len (text, digits, (gssize) length);
}

static void
append_ratio (GString *text, HBasePlanSimulation *simulation, guint region, const char *infinite)
{
  double ratio = hbase_plan_simulation_get_region_ratio (simulation, region);

  if (isfinite (ratio))
    append_decimal (text, ratio, DECIMALS);
  else
    g_string_append (text, infinite);
}

static char *
get_start (HBasePlanSimulation *simulation, guint region)
{
  g_autoptr (GBytes) start = hbase_plan_simulation_get_region_start (simulation, region);

  return hbase_bytes_to_escaped (g_bytes_get_data (start, NULL), g_bytes_get_size (start));
}

/**
 * hbase_plan_simulation_to_text:
 * @simulation: a simulation
 *
 * Formats the distribution as a line `START:PUTS:RATIO` for each region, and a last line `total
 * requests:PUTS`.
 * START is the region's first key in printable escapes, RATIO its puts divided by those of the region with
 * the fewest puts, rounded to four decimals: `-` if that region has none.
 *
 * Returns: (transfer full): the lines, each with a line feed
 */
char *
hbase_plan_simulation_to_text (HBasePlanSimulation *simulation)
{
  GString *text;

  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), NULL);

  text = g_string_new (NULL);
  for (guint i = 0; i < hbase_plan_simulation_get_n_regions (simulation); i++)
    {
      g_autofree char *start = get_start (simulation, i);

      g_string_append_printf (text, "%s:%" G_GUINT64_FORMAT ":", start,
                              hbase_plan_simulation_get_region_puts (simulation, i));
      append_ratio (text, simulation, i, "-");
      g_string_append_c (text, '\n');
    }
  g_string_append_printf (text, "total requests:%" G_GUINT64_FORMAT "\n",
                          hbase_plan_simulation_get_puts (simulation));
  return g_string_free (text, FALSE);
}

/* Escapes of keys are printable ASCII, so that quotes are the only special characters. */
static void
append_quoted (GString *text, const char *value, const char *escape)
{
  g_string_append_c (text, '"');
  for (const char *p = value; *p != '\0'; p++)
    {
      if (*p == '"' || (*p == '\\' && *escape == '\\'))
        g_string_append (text, escape);
      g_string_append_c (text, *p);
    }
  g_string_append_c (text, '"');
}

/**
 * hbase_plan_simulation_to_csv:
 * @simulation: a simulation
 *
 * Formats the distribution as CSV (RFC 4180): a line of names, and a line for each region with its number,
 * first key in printable escapes, puts, share, ratio to the region with the fewest puts, and bytes.
 *
 * Returns: (transfer full): the lines
 */
char *
hbase_plan_simulation_to_csv (HBasePlanSimulation *simulation)
{
  GString *text;

  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), NULL);

  text = g_string_new ("region,start,puts,share,ratio,bytes\r\n");
  for (guint i = 0; i < hbase_plan_simulation_get_n_regions (simulation); i++)
    {
      g_autofree char *start = get_start (simulation, i);

      g_string_append_printf (text, "%u,", i);
      append_quoted (text, start, "\"");
      g_string_append_printf (text, ",%" G_GUINT64_FORMAT ",",
                              hbase_plan_simulation_get_region_puts (simulation, i));
      append_decimal (text, hbase_plan_simulation_get_region_share (simulation, i), 6);
      g_string_append_c (text, ',');
      append_ratio (text, simulation, i, "");
      g_string_append_printf (text, ",%" G_GUINT64_FORMAT "\r\n",
                              hbase_plan_simulation_get_region_bytes (simulation, i));
    }
  return g_string_free (text, FALSE);
}

static void
append_region (GString *text, HBasePlanSimulation *simulation, guint region)
{
  g_autofree char *start = get_start (simulation, region);

  g_string_append (text, "{\"start\":");
  append_quoted (text, start, "\\");
  g_string_append_printf (text, ",\"puts\":%" G_GUINT64_FORMAT ",\"share\":",
                          hbase_plan_simulation_get_region_puts (simulation, region));
  append_decimal (text, hbase_plan_simulation_get_region_share (simulation, region), 6);
  g_string_append (text, ",\"ratio\":");
  append_ratio (text, simulation, region, "null");
  g_string_append_printf (text, ",\"bytes\":%" G_GUINT64_FORMAT "}",
                          hbase_plan_simulation_get_region_bytes (simulation, region));
}

/**
 * hbase_plan_simulation_to_json:
 * @simulation: a simulation
 *
 * Formats all figures as one JSON object on one line: `puts`, `gini`, `dead_regions`, `window`,
 * `busiest_share`, `mean_busiest_share`, `busiest_region`, and `regions`, an array of objects with `start`
 * (in printable escapes), `puts`, `share`, `ratio` (`null` if a region has no puts) and `bytes`.
 *
 * Returns: (transfer full): the object, without a line feed
 */
char *
hbase_plan_simulation_to_json (HBasePlanSimulation *simulation)
{
  GString *text;

  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), NULL);

  text = g_string_new ("{");
  g_string_append_printf (
      text, "\"puts\":%" G_GUINT64_FORMAT ",\"gini\":", hbase_plan_simulation_get_puts (simulation));
  append_decimal (text, hbase_plan_simulation_get_gini (simulation), 6);
  g_string_append_printf (text, ",\"dead_regions\":%u,\"window\":%" G_GUINT64_FORMAT ",\"busiest_share\":",
                          hbase_plan_simulation_get_n_dead_regions (simulation),
                          hbase_plan_simulation_get_window (simulation));
  append_decimal (text, hbase_plan_simulation_get_busiest_share (simulation), 6);
  g_string_append (text, ",\"mean_busiest_share\":");
  append_decimal (text, hbase_plan_simulation_get_mean_busiest_share (simulation), 6);
  g_string_append_printf (text, ",\"busiest_region\":%u,\"regions\":[",
                          hbase_plan_simulation_get_busiest_region (simulation));
  for (guint i = 0; i < hbase_plan_simulation_get_n_regions (simulation); i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      append_region (text, simulation, i);
    }
  g_string_append (text, "]}");
  return g_string_free (text, FALSE);
}
