/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes advice on the regions of a table from a simulation and the command line. */

#include "config.h"

#include "simulate-advice.h"
#include "sizes.h"

#define SECONDS_A_DAY 86400

void
advice_options_clear (AdviceOptions *options)
{
  g_strfreev (options->sites);
  g_free (options->target_size);
  g_free (options->save_splits);
}

static const char *
find_needless (const AdviceOptions *options)
{
  if (options->target_size != NULL || options->keep_days > 0)
    return "--target-size and --keep-days need --advise";
  if (options->sites != NULL || options->save_splits != NULL)
    return "--site and --save-splits need --advise";
  return NULL;
}

const char *
advice_find_problem (const AdviceOptions *options, const EmulationOptions *emulation)
{
  guint64 size;

  if (!options->advise)
    return find_needless (options);
  if (options->target_size != NULL && options->keep_days > 0)
    return "give either --target-size or --keep-days";
  if (options->target_size != NULL && !size_parse (options->target_size, &size))
    return "--target-size must be a number of bytes, which can end in K, M, G, T or P, such as 500G";
  if (options->keep_days < 0 || options->keep_days > 1e6)
    return "--keep-days must be from 0 to 1000000";
  if (options->keep_days > 0 && emulation_get_rate (emulation) <= 0)
    return "--keep-days needs --rate or --rows-per-day";
  if (options->families < 1 || options->families > 1000)
    return "--families must be from 1 to 1000";
  return NULL;
}

/* The mean length of a key of the simulation, which doesn't count the rest of the rows as long as
 * `simulated_row_size` is taken off. */
static double
get_key_length (HBasePlanSimulation *simulation, gint64 simulated_row_size)
{
  double bytes = 0;

  for (guint i = 0; i < hbase_plan_simulation_get_n_regions (simulation); i++)
    bytes += (double) hbase_plan_simulation_get_region_bytes (simulation, i);
  return bytes / (double) hbase_plan_simulation_get_puts (simulation) - (double) simulated_row_size;
}

static guint64
get_target_size (const AdviceOptions *options, double rate, guint64 row_size)
{
  guint64 size = 0;

  if (options->target_size != NULL)
    size_parse (options->target_size, &size);
  else if (options->keep_days > 0)
    size = (guint64) MIN (rate * (double) row_size * options->keep_days * SECONDS_A_DAY, 1e18);
  return size;
}

/* ---- existing tables ---- */

/* Simulates the sampled keys in the order in which they were written. */
static HBasePlanSimulation *
simulate_sample (HBasePlanSimulation *simulation,
                 TableSample *sample,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (GPtrArray) keys = table_sample_list_keys (sample), splits = NULL;
  g_autoptr (HBaseListKeyGenerator) generator = hbase_list_key_generator_new (keys);
  g_autoptr (HBasePlanSimulator) simulator = NULL;

  g_object_get (simulation, "splits", &splits, NULL);
  simulator = hbase_plan_simulator_new (HBASE_KEY_GENERATOR (generator), splits, keys->len);
  return hbase_plan_simulator_run (simulator, cancellable, error);
}

static gboolean
measure_rows (Tool *tool, TableSample *sample, const char *table_name, guint64 *row_size, GError **error)
{
  g_autoptr (HBaseTable) table = tool_open_table (tool, table_name, error);
  GError *problem = NULL;
  double size = table != NULL ? table_sample_measure_rows (sample, table, EMULATION_CELL_OVERHEAD,
                                                           tool->cancellable, &problem)
                              : 0;

  if (problem != NULL)
    g_propagate_error (error, problem);
  *row_size = (guint64) (size + 0.5);
  return table != NULL && problem == NULL;
}

/* ---- advice ---- */

HBasePlanRegionAdvice *
advice_make (Tool *tool,
             const AdviceOptions *options,
             const EmulationOptions *emulation,
             HBasePlanSimulation *simulation,
             gint64 row_size,
             TableSample *sample,
             const char *table,
             GError **error)
{
  g_auto (GStrv) notes = NULL;
  g_autoptr (HBasePlanEmulationSettings) settings
      = emulation_load_settings (options->sites, emulation->descriptor, &notes, error);
  g_autoptr (HBasePlanSimulation) written = NULL;
  g_autoptr (HBasePlanRegionAdvisor) advisor = hbase_plan_region_advisor_new (simulation);
  double rate = emulation_get_rate (emulation);
  guint64 bytes = emulation_get_row_size (emulation, (guint64) MAX (row_size, 0),
                                          get_key_length (simulation, MAX (row_size, 0)));

  if (settings == NULL)
    return NULL;
  if (sample != NULL && (written = simulate_sample (simulation, sample, tool->cancellable, error)) == NULL)
    return NULL;
  if (sample != NULL && row_size < 0 && !measure_rows (tool, sample, table, &bytes, error))
    return NULL;
  g_object_set (advisor, "settings", settings, "written", written, "schema", tool->schema, "exists",
                sample != NULL, "rate", rate, "row-size", bytes, "size",
                get_target_size (options, rate, bytes), "servers", (guint) emulation->servers, "families",
                (guint) options->families, "heap-size", (guint64) emulation->heap_gib << 30, NULL);
  return hbase_plan_region_advisor_run (advisor, error);
}

gboolean
advice_save_splits (const AdviceOptions *options, HBasePlanRegionAdvice *advice, GError **error)
{
  g_autoptr (GPtrArray) splits = hbase_plan_region_advice_get_splits (advice);
  g_autoptr (GString) lines = g_string_new (NULL);

  if (options->save_splits == NULL)
    return TRUE;
  if (splits->len + 1 != hbase_plan_region_advice_get_n_regions (advice))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   "%s isn't written: the keys of the recommended splits aren't known", options->save_splits);
      return FALSE;
    }
  for (guint i = 0; i < splits->len; i++)
    {
      gsize length;
      const guint8 *key = g_bytes_get_data (splits->pdata[i], &length);
      g_autofree char *text = hbase_bytes_to_escaped (key, length);

      g_string_append_printf (lines, "%s\n", text);
    }
  return g_file_set_contents_full (options->save_splits, lines->str, (gssize) lines->len,
                                   G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}
