/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file emulates the regions of a table: it reads the configuration files, feeds the keys, and prints
   the report. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "emulation.h"
#include "progress.h"

#define DAY_MS 86400000.0

void
emulation_options_clear (EmulationOptions *options)
{
  g_strfreev (options->sites);
  g_free (options->descriptor);
}

const char *
emulation_find_problem (const EmulationOptions *options)
{
  if (options->descriptor != NULL && options->sites == NULL)
    return "--descriptor needs --emulate";
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
add_sites (HBaseSiteSettings *site, char **files, GError **error)
{
  hbase_site_settings_set_reader (site, read_included, NULL, NULL);
  for (; *files != NULL; files++)
    {
      g_autoptr (GBytes) text = read_file (*files, error);

      if (text == NULL || !hbase_site_settings_add_xml (site, *files, text, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_descriptor (HBaseSiteSettings *site, const char *file, GError **error)
{
  g_autofree char *text = NULL;

  return file == NULL
         || (g_file_get_contents (file, &text, NULL, error)
             && hbase_site_settings_add_descriptor (site, file, text, error));
}

static double
get_rate (const EmulationOptions *options)
{
  if (options->rows_per_day > 0)
    return options->rows_per_day / 86400;
  return options->rate > 0 ? options->rate : 10000;
}

HBaseEmulator *
emulation_make_emulator (const EmulationOptions *options,
                         GPtrArray *splits,
                         guint64 row_size,
                         guint64 seed,
                         char ***notes,
                         GError **error)
{
  g_autoptr (HBaseSiteSettings) site = hbase_site_settings_new ();
  g_autoptr (HBaseEmulationSettings) settings = NULL;
  g_autoptr (HBaseEmulator) emulator = NULL;

  if (!add_sites (site, options->sites, error) || !add_descriptor (site, options->descriptor, error)
      || (settings = hbase_emulation_settings_new (site, error)) == NULL)
    return NULL;
  emulator
      = g_object_new (HBASE_TYPE_EMULATOR, "settings", settings, "row-size", row_size, "cells",
                      (guint) options->cells, "rate", get_rate (options), "servers", (guint) options->servers,
                      "heap-size", (guint64) options->heap_gib << 30, "seed", seed, NULL);
  if (!hbase_emulator_set_splits (emulator, splits, error))
    return NULL;
  *notes = hbase_site_settings_get_notes (site);
  return g_steal_pointer (&emulator);
}

/* ---- writes ---- */

gboolean
emulation_write (HBaseEmulator *emulator,
                 HBaseKeyGenerator *keys,
                 gboolean is_sample,
                 guint64 n_rows,
                 GCancellable *cancellable,
                 GError **error)
{
  guint64 step = hbase_emulator_get_sample_rows (emulator), n_written = 0, n_waiting = 0;
  g_autoptr (GBytes) last = NULL;
  GError *problem = NULL;
  GBytes *key;

  while (problem == NULL && (key = hbase_key_generator_next (keys, cancellable, &problem)) != NULL)
    {
      g_clear_pointer (&last, g_bytes_unref);
      last = key;
      n_waiting += is_sample ? MIN (step, n_rows - n_written) : 1;
      if (n_waiting < step)
        continue;
      hbase_emulator_write (emulator, key, n_waiting, &problem);
      n_written += n_waiting;
      n_waiting = 0;
      progress_show ("emulated", n_written, "rows");
    }
  if (problem == NULL && n_waiting > 0)
    hbase_emulator_write (emulator, last, n_waiting, &problem);
  progress_end ();
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, problem);
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
print_growth (HBaseEmulationReport *report)
{
  g_autoptr (GDateTime) start = g_date_time_new_now_utc ();
  double first_split = hbase_emulation_report_get_figure (report, HBASE_EMULATION_FIGURE_FIRST_SPLIT);
  double end = hbase_emulation_report_get_figure (report, HBASE_EMULATION_FIGURE_TIME);

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

      if (!hbase_emulation_report_get_growth (report, MIN (ms, end), &n_regions, &bytes))
        break;
      print_date ("  ", start, MIN (ms, end));
      printf ("  %6u regions  %12.3f GiB\n", n_regions, bytes / (1 << 30));
      if (ms >= end)
        break;
    }
}

void
emulation_print (Tool *tool, const EmulationOptions *options, HBaseEmulationReport *report, char **notes)
{
  g_autofree char *text
      = tool->json ? hbase_emulation_report_to_json (report) : hbase_emulation_report_to_text (report);

  fputs (text, stdout);
  if (tool->json)
    return;
  if (notes != NULL && notes[0] != NULL)
    printf ("\nvalues in files that aren't used:\n");
  for (char **note = notes; note != NULL && *note != NULL; note++)
    printf ("  %s\n", *note);
  if (options->rows_per_day > 0)
    print_growth (report);
}
