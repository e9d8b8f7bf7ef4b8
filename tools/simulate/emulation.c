/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file emulates the regions of a table: it reads the configuration files, feeds the keys, and prints
   the report. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "emulation.h"
#include "progress.h"
#include "simulate-keys.h"

#define DAY_MS 86400000.0
#define DEFAULT_RATE 10000 /* rows a second */

void
emulation_options_clear (EmulationOptions *options)
{
  g_strfreev (options->sites);
  g_free (options->descriptor);
}

const char *
emulation_find_problem (const EmulationOptions *options)
{
  if (options->cells < 1 || options->cells > 1000000)
    return "--cells must be from 1 to 1000000";
  if (options->servers < 1 || options->servers > 10000)
    return "--servers must be from 1 to 10000";
  if (options->heap_gib < 1 || options->heap_gib > 1000000)
    return "--heap must be from 1 to 1000000";
  if (options->rate < 0 || options->rate > 1e12 || options->rows_per_day < 0 || options->rows_per_day > 1e15)
    return "a number of rows must be positive";
  if (options->rate > 0 && options->rows_per_day > 0)
    return "give either --rate or --rows-per-day";
  return NULL;
}

/* ---- settings ---- */

static GBytes *
read_file (const char *file, GError **error)
{
  char *text;
  gsize length;

  return g_file_get_contents (file, &text, &length, error) ? g_bytes_new_take (text, length) : NULL;
}

/* A file that doesn't exist isn't an error here: the include may have a fallback. */
static GBytes *
read_included (const char *file, gpointer user_data G_GNUC_UNUSED, GError **error)
{
  GError *problem = NULL;
  GBytes *text = read_file (file, &problem);

  if (g_error_matches (problem, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_clear_error (&problem);
  if (problem != NULL)
    g_propagate_error (error, problem);
  return text;
}

static gboolean
add_sites (HBasePlanSiteSettings *site, char **files, GError **error)
{
  hbase_plan_site_settings_set_reader (site, read_included, NULL, NULL);
  for (; *files != NULL; files++)
    {
      g_autoptr (GBytes) text = read_file (*files, error);

      if (text == NULL || !hbase_plan_site_settings_add_xml (site, *files, text, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_descriptor (HBasePlanSiteSettings *site, const char *file, GError **error)
{
  g_autofree char *text = NULL;

  return file == NULL
         || (g_file_get_contents (file, &text, NULL, error)
             && hbase_plan_site_settings_add_descriptor (site, file, text, error));
}

HBasePlanEmulationSettings *
emulation_load_settings (char **sites, const char *descriptor, GStrv *notes, GError **error)
{
  g_autoptr (HBasePlanSiteSettings) site = hbase_plan_site_settings_new ();

  if ((sites != NULL && !add_sites (site, sites, error)) || !add_descriptor (site, descriptor, error))
    return NULL;
  *notes = hbase_plan_site_settings_get_notes (site);
  return hbase_plan_emulation_settings_new (site, error);
}

double
emulation_get_rate (const EmulationOptions *options)
{
  return options->rows_per_day > 0 ? options->rows_per_day / 86400 : options->rate;
}

guint64
emulation_get_row_size (const EmulationOptions *options, guint64 row_size, double key_length)
{
  return row_size + (guint64) (options->cells * (key_length + EMULATION_CELL_OVERHEAD) + 0.5);
}

/* Returns an emulator of rows with keys as long as this one. `notes` are the values in the files that
   aren't used. */
static HBasePlanEmulator *
make_emulator (const EmulationOptions *options,
               GBytes *key,
               guint64 row_size,
               guint64 seed,
               GStrv *notes,
               GError **error)
{
  g_autoptr (HBasePlanEmulationSettings) settings
      = emulation_load_settings (options->sites, options->descriptor, notes, error);
  double rate = emulation_get_rate (options);

  if (settings == NULL)
    return NULL;
  row_size = emulation_get_row_size (options, row_size, (double) g_bytes_get_size (key));
  return g_object_new (HBASE_PLAN_TYPE_EMULATOR, "settings", settings, "row-size", row_size, "cells",
                       (guint) options->cells, "rate", rate > 0 ? rate : (double) DEFAULT_RATE, "servers",
                       (guint) options->servers, "heap-size", (guint64) options->heap_gib << 30, "seed", seed,
                       NULL);
}

/* ---- writes ---- */

/* Writes keys that are the same distance apart among all `n_rows`, of which each stands for the rows up to
   the next one. */
static gboolean
write_sample (
    Tool *tool, HBasePlanEmulator *emulator, HBasePlanFieldKeyGenerator *keys, guint64 n_rows, GError **error)
{
  guint64 step = hbase_plan_emulator_get_sample_rows (emulator), n = (n_rows + step - 1) / step;
  g_autoptr (HBaseKeyGenerator) sample = simulate_keys_new_sample (keys, n, n_rows);

  for (guint64 i = 0; i < n; i++)
    {
      g_autoptr (GBytes) key = hbase_key_generator_next (sample, tool->cancellable, error);

      if (key == NULL || !hbase_plan_emulator_write (emulator, key, MIN (step, n_rows - i * step), error))
        return FALSE;
      progress_show ("emulated", i * step, "rows");
    }
  return TRUE;
}

/* Writes the keys of a stream, after the first one. Of as many as a key may stand for, the last one stands
   for all. */
static gboolean
write_stream (Tool *tool,
              HBasePlanEmulator *emulator,
              HBaseKeyGenerator *keys,
              GBytes *first,
              guint64 n_rows,
              GError **error)
{
  guint64 step = hbase_plan_emulator_get_sample_rows (emulator), n_read = 1, n_written = 0;
  g_autoptr (GBytes) key = g_bytes_ref (first);
  g_autoptr (GError) problem = NULL;

  while (key != NULL)
    {
      g_autoptr (GBytes) last = g_steal_pointer (&key);

      if (n_rows == 0 || n_read < n_rows)
        key = hbase_key_generator_next (keys, tool->cancellable, &problem);
      if (problem == NULL && (key == NULL || n_read - n_written == step))
        {
          hbase_plan_emulator_write (emulator, last, n_read - n_written, &problem);
          n_written = n_read;
          progress_show ("emulated", n_written, "rows");
        }
      n_read++;
    }
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

/* ---- the report ---- */

static void
print_date (const char *what, GDateTime *start, double ms)
{
  g_autoptr (GDateTime) date = g_date_time_add_seconds (start, ms / 1000);
  g_autofree char *text = g_date_time_format (date, "%Y-%m-%d");

  printf ("%s%s", what, text);
}

static void
print_growth (HBasePlanEmulationReport *report)
{
  g_autoptr (GDateTime) start = g_date_time_new_now_utc ();
  double first_split
      = hbase_plan_emulation_report_get_figure (report, HBASE_PLAN_EMULATION_FIGURE_FIRST_SPLIT);
  double end = hbase_plan_emulation_report_get_figure (report, HBASE_PLAN_EMULATION_FIGURE_TIME);

  printf ("\ngrowth:\n");
  if (first_split >= 0)
    {
      print_date ("  first split on ", start, first_split);
      printf (" (day %.1f)\n", first_split / DAY_MS);
    }
  for (int month = 1;; month++)
    {
      g_autoptr (GDateTime) date = g_date_time_add_months (start, month);
      double ms = (double) g_date_time_difference (date, start) / 1000, bytes;
      guint n_regions;

      if (!hbase_plan_emulation_report_get_growth (report, MIN (ms, end), &n_regions, &bytes))
        break;
      print_date ("  ", start, MIN (ms, end));
      printf ("  %6u regions  %12.3f GiB\n", n_regions, bytes / (1 << 30));
      if (ms >= end)
        break;
    }
}

static void
print_report (Tool *tool,
              const EmulationOptions *options,
              HBasePlanEmulationReport *report,
              GStrv notes,
              const SimulateExtras *extras)
{
  g_autofree char *text = tool->json ? hbase_plan_emulation_report_to_json (report)
                                     : hbase_plan_emulation_report_to_text (report);

  if (tool->json)
    {
      simulate_print_json (text, extras);
      return;
    }
  fputs (text, stdout);
  if (*notes != NULL)
    printf ("\nvalues in files that aren't used:\n");
  for (; *notes != NULL; notes++)
    printf ("  %s\n", *notes);
  if (options->rows_per_day > 0)
    print_growth (report);
  if (extras->findings != NULL)
    printf ("\n");
  simulate_print_extras (tool, extras);
}

static gboolean
write_pictures (HBasePlanEmulationReport *report, const PictureFiles *files, GError **error)
{
  g_autoptr (HBasePlanPicture) picture = NULL;

  if (!picture_is_wanted (files))
    return TRUE;
  picture = hbase_plan_emulation_report_to_picture (report);
  return picture_write (files, picture, error);
}

int
emulation_run (Tool *tool,
               const EmulationOptions *options,
               HBaseKeyGenerator *keys,
               GPtrArray *splits,
               guint64 n_rows,
               guint64 row_size,
               guint64 seed,
               const PictureFiles *pictures,
               const SimulateExtras *extras)
{
  gboolean is_sample = HBASE_PLAN_IS_FIELD_KEY_GENERATOR (keys), is_written;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeyGenerator) one
      = is_sample ? simulate_keys_new_sample (HBASE_PLAN_FIELD_KEY_GENERATOR (keys), 1, n_rows)
                  : g_object_ref (keys);
  g_autoptr (GBytes) first = hbase_key_generator_next (one, tool->cancellable, &error);
  g_autoptr (HBasePlanEmulator) emulator = NULL;
  g_autoptr (HBasePlanEmulationReport) report = NULL;
  g_auto (GStrv) notes = NULL;

  if (first == NULL)
    return error != NULL ? tool_failed_in_data (error) : tool_not_found ("there are no keys to emulate");
  emulator = make_emulator (options, first, row_size, seed, &notes, &error);
  if (emulator == NULL || !hbase_plan_emulator_set_splits (emulator, splits, &error))
    return tool_failed_in_data (error);
  is_written = is_sample
                   ? write_sample (tool, emulator, HBASE_PLAN_FIELD_KEY_GENERATOR (keys), n_rows, &error)
                   : write_stream (tool, emulator, keys, first, n_rows, &error);
  progress_end ();
  if (!is_written)
    return tool_failed_in_data (error);
  hbase_plan_emulator_wait (emulator);
  report = hbase_plan_emulator_report (emulator);
  if (!write_pictures (report, pictures, &error))
    return tool_failed_in_data (error);
  print_report (tool, options, report, notes, extras);
  return TOOL_DONE;
}
