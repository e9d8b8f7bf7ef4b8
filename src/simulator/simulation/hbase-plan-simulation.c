/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-object-private.h"
#include "hbase-plan-simulation-private.h"
#include "hbase-ref-counted-private.h"
#include "hbase-split-calculator-private.h"

/* This file implements HBasePlanSimulation, the figures of simulated puts, which are added chunk by chunk.
 *
 * 1. Chunks are added in the order of their numbers, so that the figures don't depend on
 *    which thread computed which chunk.
 * 2. `window` is the sum of the chunks in `recent`, at most WINDOW of them, the last ones.
 * 3. At most 2 × MAX_SAMPLES samples are kept, at nearly the same distance from each other. */

#define WINDOW 4 /* chunks */
#define MAX_SAMPLES 8192

static void
free_chunk (HBasePlanSimulationChunk *chunk)
{
  g_free (chunk->puts);
  g_free (chunk->bytes);
  g_array_unref (chunk->samples);
  g_free (chunk);
}

/**
 * HBasePlanSimulationChunk:
 *
 * The figures of a range of simulated puts. [method@HBasePlan.Simulator.run_chunk] computes them, in any
 * thread, and [method@HBasePlan.Simulation.add_chunk] adds them up. They can't be changed.
 */
HBASE_DEFINE_REF_COUNTED (HBasePlanSimulationChunk, hbase_plan_simulation_chunk, free_chunk)

/**
 * HBasePlanSimulation:
 *
 * The distribution of simulated puts over the regions of a table: the result of [class@HBasePlan.Simulator].
 *
 * Regions are numbered in the order of their keys, from 0. A *window* is about a 64th of all puts; the
 * share of the busiest region is determined for windows that overlap by three quarters. With n regions that
 * share the load evenly it is about 1/n, and 1 if all puts of a window go to one region: a hot spot, even if
 * the totals of all regions are equal in the end.
 *
 * The figures of a region that doesn't exist are 0.
 */
struct _HBasePlanSimulation {
  GObject parent_instance;
  GPtrArray *splits; /* of GBytes; NULL: one region */
  guint64 n_puts, n_chunks;
  guint n_regions;
  guint64 *puts, *bytes, *window; /* by region */
  GQueue recent;                  /* of HBasePlanSimulationChunk */
  guint64 window_puts, largest_window;
  double busiest, sum_of_busiest;
  guint busiest_region;
  guint64 n_windows;
  GArray *samples; /* of HBasePlanSimulationSample */
};

enum {
  PROP_SPLITS = 1,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (HBasePlanSimulation, hbase_plan_simulation, G_TYPE_OBJECT)

/* ---- chunks ---- */

static void
clear_sample (gpointer sample)
{
  g_bytes_unref (((HBasePlanSimulationSample *) sample)->key);
}

static GArray *
new_samples (void)
{
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (HBasePlanSimulationSample));

  g_array_set_clear_func (samples, clear_sample);
  return samples;
}

HBasePlanSimulationChunk *
hbase_plan_simulation_chunk_new (guint64 index, guint64 first, guint n_regions)
{
  HBasePlanSimulationChunk *chunk = g_new0 (HBasePlanSimulationChunk, 1);

  g_atomic_ref_count_init (&chunk->ref_count);
  chunk->index = index;
  chunk->first = first;
  chunk->n_regions = n_regions;
  chunk->puts = g_new0 (guint64, n_regions);
  chunk->bytes = g_new0 (guint64, n_regions);
  chunk->samples = new_samples ();
  return chunk;
}

/**
 * hbase_plan_simulation_chunk_ref: (skip)
 * @chunk: a chunk
 *
 * Adds a reference to the chunk.
 *
 * Returns: (transfer full): the chunk
 */

/**
 * hbase_plan_simulation_chunk_unref: (skip)
 * @chunk: (transfer full): a chunk
 *
 * Releases a reference to the chunk.
 */

/**
 * hbase_plan_simulation_chunk_get_index:
 * @chunk: a chunk
 *
 * Gets the number of the chunk.
 *
 * Returns: the number, from 0
 */
guint64
hbase_plan_simulation_chunk_get_index (HBasePlanSimulationChunk *chunk)
{
  g_return_val_if_fail (chunk != NULL, 0);

  return chunk->index;
}

/**
 * hbase_plan_simulation_chunk_get_puts:
 * @chunk: a chunk
 *
 * Gets the number of puts in the chunk.
 *
 * Returns: the number of puts
 */
guint64
hbase_plan_simulation_chunk_get_puts (HBasePlanSimulationChunk *chunk)
{
  g_return_val_if_fail (chunk != NULL, 0);

  return chunk->n_puts;
}

/* ---- adding ---- */

/* Removes every second sample. */
static void
reduce_samples (HBasePlanSimulation *self)
{
  GArray *reduced = new_samples ();

  for (guint i = 0; i < self->samples->len; i += 2)
    {
      HBasePlanSimulationSample sample = g_array_index (self->samples, HBasePlanSimulationSample, i);

      g_bytes_ref (sample.key);
      g_array_append_val (reduced, sample);
    }
  g_array_unref (self->samples);
  self->samples = reduced;
}

static void
add_samples (HBasePlanSimulation *self, HBasePlanSimulationChunk *chunk)
{
  for (guint i = 0; i < chunk->samples->len; i++)
    {
      HBasePlanSimulationSample sample = g_array_index (chunk->samples, HBasePlanSimulationSample, i);

      g_bytes_ref (sample.key);
      g_array_append_val (self->samples, sample);
    }
  if (self->samples->len > 2 * MAX_SAMPLES)
    reduce_samples (self);
}

static guint
find_busiest (HBasePlanSimulation *self)
{
  guint busiest = 0;

  for (guint i = 1; i < self->n_regions; i++)
    if (self->window[i] > self->window[busiest])
      busiest = i;
  return busiest;
}

/* Moves the window by one chunk. */
static void
move_window (HBasePlanSimulation *self, HBasePlanSimulationChunk *chunk)
{
  g_autoptr (HBasePlanSimulationChunk) oldest
      = self->recent.length == WINDOW ? g_queue_pop_head (&self->recent) : NULL;
  guint region;
  double share;

  g_queue_push_tail (&self->recent, hbase_plan_simulation_chunk_ref (chunk));
  for (guint i = 0; i < self->n_regions; i++)
    self->window[i] += chunk->puts[i] - (oldest != NULL ? oldest->puts[i] : 0);
  self->window_puts += chunk->n_puts - (oldest != NULL ? oldest->n_puts : 0);
  self->largest_window = MAX (self->largest_window, self->window_puts);
  if (oldest == NULL) /* the first window isn't complete, or just is */
    self->n_windows = 0, self->busiest = self->sum_of_busiest = 0;
  region = find_busiest (self);
  share = self->window_puts > 0 ? (double) self->window[region] / (double) self->window_puts : 0;
  if (share > self->busiest)
    self->busiest_region = region;
  self->busiest = MAX (self->busiest, share);
  self->sum_of_busiest += share;
  self->n_windows++;
}

/**
 * hbase_plan_simulation_add_chunk:
 * @simulation: a simulation
 * @chunk: the next chunk
 * @error: return location for an error
 *
 * Adds the figures of a chunk. Chunks are added in the order of their numbers.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT if @chunk isn't the next one, or if the simulation has another
 * number of regions.
 *
 * Returns: %TRUE if the chunk was added
 */
gboolean
hbase_plan_simulation_add_chunk (HBasePlanSimulation *simulation,
                                 HBasePlanSimulationChunk *chunk,
                                 GError **error)
{
  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), FALSE);
  g_return_val_if_fail (chunk != NULL, FALSE);

  if (chunk->index != simulation->n_chunks || chunk->n_regions != simulation->n_regions)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                       "chunk %" G_GUINT64_FORMAT " of %u regions can't be added: chunk %" G_GUINT64_FORMAT
                       " of %u regions is next",
                       chunk->index, chunk->n_regions, simulation->n_chunks, simulation->n_regions);
      return FALSE;
    }
  for (guint i = 0; i < simulation->n_regions; i++)
    {
      simulation->puts[i] += chunk->puts[i];
      simulation->bytes[i] += chunk->bytes[i];
    }
  simulation->n_puts += chunk->n_puts;
  simulation->n_chunks++;
  move_window (simulation, chunk);
  add_samples (simulation, chunk);
  return TRUE;
}

/* ---- figures ---- */

GArray *
hbase_plan_simulation_get_samples (HBasePlanSimulation *simulation)
{
  return simulation->samples;
}

/**
 * hbase_plan_simulation_get_puts:
 * @simulation: a simulation
 *
 * Gets the number of all puts.
 *
 * Returns: the number of puts
 */
guint64
hbase_plan_simulation_get_puts (HBasePlanSimulation *simulation)
{
  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), 0);

  return simulation->n_puts;
}

/**
 * hbase_plan_simulation_get_n_regions:
 * @simulation: a simulation
 *
 * Gets the number of regions: one more than splits.
 *
 * Returns: the number of regions
 */
guint
hbase_plan_simulation_get_n_regions (HBasePlanSimulation *simulation)
{
  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), 0);

  return simulation->n_regions;
}

/**
 * hbase_plan_simulation_get_n_dead_regions:
 * @simulation: a simulation
 *
 * Gets the number of regions to which no put went.
 *
 * Returns: the number of regions
 */
guint
hbase_plan_simulation_get_n_dead_regions (HBasePlanSimulation *simulation)
{
  guint n = 0;

  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), 0);

  for (guint i = 0; i < simulation->n_regions; i++)
    n += simulation->puts[i] == 0;
  return n;
}

/**
 * hbase_plan_simulation_get_region_start:
 * @simulation: a simulation
 * @region: the number of a region
 *
 * Gets the first key of a region.
 *
 * Returns: (transfer full) (nullable): the key; empty for the first region; %NULL if there is no such region
 */
GBytes *
hbase_plan_simulation_get_region_start (HBasePlanSimulation *simulation, guint region)
{
  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), NULL);

  if (region >= simulation->n_regions)
    return NULL;
  return region > 0 ? g_bytes_ref (g_ptr_array_index (simulation->splits, region - 1))
                    : g_bytes_new_static ("", 0);
}

/**
 * hbase_plan_simulation_get_region_puts:
 * @simulation: a simulation
 * @region: the number of a region
 *
 * Gets the number of puts to a region.
 *
 * Returns: the number of puts
 */
guint64
hbase_plan_simulation_get_region_puts (HBasePlanSimulation *simulation, guint region)
{
  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), 0);

  if (region >= simulation->n_regions)
    return 0;
  return simulation->puts[region];
}

/**
 * hbase_plan_simulation_get_region_bytes:
 * @simulation: a simulation
 * @region: the number of a region
 *
 * Gets the bytes that were written to a region: the keys, and [property@HBasePlan.Simulator:row-size] for
 * each put.
 *
 * Returns: the number of bytes
 */
guint64
hbase_plan_simulation_get_region_bytes (HBasePlanSimulation *simulation, guint region)
{
  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), 0);

  if (region >= simulation->n_regions)
    return 0;
  return simulation->bytes[region];
}

/**
 * hbase_plan_simulation_get_region_share:
 * @simulation: a simulation
 * @region: the number of a region
 *
 * Gets the share of a region in all puts.
 *
 * Returns: the share, from 0 to 1
 */
double
hbase_plan_simulation_get_region_share (HBasePlanSimulation *simulation, guint region)
{
  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), 0);

  if (region >= simulation->n_regions)
    return 0;
  return simulation->n_puts > 0 ? (double) simulation->puts[region] / (double) simulation->n_puts : 0;
}

/**
 * hbase_plan_simulation_get_region_ratio:
 * @simulation: a simulation
 * @region: the number of a region
 *
 * Gets the puts to a region divided by those to the region with the fewest puts.
 *
 * Returns: the ratio: 1 for the region with the fewest puts; infinite if that one has none, but this
 *   one has; NaN if neither has any
 */
double
hbase_plan_simulation_get_region_ratio (HBasePlanSimulation *simulation, guint region)
{
  guint64 least = G_MAXUINT64;

  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), 0);

  if (region >= simulation->n_regions)
    return 0;
  for (guint i = 0; i < simulation->n_regions; i++)
    least = MIN (least, simulation->puts[i]);
  return (double) simulation->puts[region] / (double) least;
}

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  guint64 one = *(const guint64 *) a, other = *(const guint64 *) b;

  return (one > other) - (one < other);
}

/**
 * hbase_plan_simulation_get_gini:
 * @simulation: a simulation
 *
 * Computes the Gini coefficient of the puts to the regions, a measure of inequality.
 *
 * Returns: 0 if all regions have the same number of puts, up to 1 − 1/n if one of n regions has all
 */
double
hbase_plan_simulation_get_gini (HBasePlanSimulation *simulation)
{
  g_autofree guint64 *sorted = NULL;
  double weighted = 0, n;

  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), 0);

  if (simulation->n_puts == 0)
    return 0;
  n = simulation->n_regions;
  sorted = g_memdup2 (simulation->puts, simulation->n_regions * sizeof *sorted);
  qsort (sorted, simulation->n_regions, sizeof *sorted, compare_counts);
  for (guint i = 0; i < simulation->n_regions; i++)
    weighted += (2 * (i + 1.0) - n - 1) * (double) sorted[i];
  return weighted / (n * (double) simulation->n_puts);
}

/**
 * hbase_plan_simulation_get_window:
 * @simulation: a simulation
 *
 * Gets the length of the windows in which the share of the busiest region was determined.
 *
 * Returns: the number of puts
 */
guint64
hbase_plan_simulation_get_window (HBasePlanSimulation *simulation)
{
  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), 0);

  return simulation->largest_window;
}

/**
 * hbase_plan_simulation_get_busiest_share:
 * @simulation: a simulation
 *
 * Gets the greatest share that one region had in the puts of a window.
 *
 * Returns: the share: 1 if all puts of a window went to one region
 */
double
hbase_plan_simulation_get_busiest_share (HBasePlanSimulation *simulation)
{
  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), 0);

  return simulation->busiest;
}

/**
 * hbase_plan_simulation_get_mean_busiest_share:
 * @simulation: a simulation
 *
 * Gets the share that the busiest region of each window had, on average over the windows.
 *
 * Returns: the mean share
 */
double
hbase_plan_simulation_get_mean_busiest_share (HBasePlanSimulation *simulation)
{
  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), 0);

  return simulation->n_windows > 0 ? simulation->sum_of_busiest / (double) simulation->n_windows : 0;
}

/**
 * hbase_plan_simulation_get_busiest_region:
 * @simulation: a simulation
 *
 * Gets the region that had the share of [method@HBasePlan.Simulation.get_busiest_share].
 *
 * Returns: the number of the region
 */
guint
hbase_plan_simulation_get_busiest_region (HBasePlanSimulation *simulation)
{
  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), 0);

  return simulation->busiest_region;
}

/* ---- the object ---- */

static void
hbase_plan_simulation_constructed (GObject *object)
{
  HBasePlanSimulation *self = HBASE_PLAN_SIMULATION (object);

  self->n_regions = self->splits != NULL ? self->splits->len + 1 : 1;
  self->puts = g_new0 (guint64, self->n_regions);
  self->bytes = g_new0 (guint64, self->n_regions);
  self->window = g_new0 (guint64, self->n_regions);
  G_OBJECT_CLASS (hbase_plan_simulation_parent_class)->constructed (object);
}

static void
hbase_plan_simulation_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (id == PROP_SPLITS)
    g_value_set_boxed (value, HBASE_PLAN_SIMULATION (object)->splits);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
hbase_plan_simulation_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  GPtrArray *splits = id == PROP_SPLITS ? g_value_get_boxed (value) : NULL;

  if (id == PROP_SPLITS)
    HBASE_PLAN_SIMULATION (object)->splits = splits != NULL ? hbase_splits_copy (splits) : NULL;
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
hbase_plan_simulation_finalize (GObject *object)
{
  HBasePlanSimulation *self = HBASE_PLAN_SIMULATION (object);

  g_queue_clear_full (&self->recent, (GDestroyNotify) hbase_plan_simulation_chunk_unref);
  g_clear_pointer (&self->splits, g_ptr_array_unref);
  g_free (self->puts);
  g_free (self->bytes);
  g_free (self->window);
  g_array_unref (self->samples);
  G_OBJECT_CLASS (hbase_plan_simulation_parent_class)->finalize (object);
}

static void
hbase_plan_simulation_class_init (HBasePlanSimulationClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->constructed = hbase_plan_simulation_constructed;
  object_class->get_property = hbase_plan_simulation_get_property;
  object_class->set_property = hbase_plan_simulation_set_property;
  object_class->finalize = hbase_plan_simulation_finalize;

  /**
   * HBasePlanSimulation:splits:
   *
   * The split keys, in ascending order. Without them, there is one region.
   */
  properties[PROP_SPLITS] = g_param_spec_boxed ("splits", NULL, NULL, G_TYPE_PTR_ARRAY, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_plan_simulation_init (HBasePlanSimulation *self)
{
  g_queue_init (&self->recent);
  self->samples = new_samples ();
}

/**
 * hbase_plan_simulation_new:
 * @splits: (element-type GBytes) (nullable): the split keys, in ascending order
 *
 * Makes a simulation without puts, to which chunks are added. [method@HBasePlan.Simulator.run] does both.
 *
 * Returns: (transfer full): the simulation
 */
HBasePlanSimulation *
hbase_plan_simulation_new (GPtrArray *splits)
{
  g_return_val_if_fail (splits == NULL || hbase_elements_check (splits->pdata, splits->len, NULL), NULL);

  return g_object_new (HBASE_PLAN_TYPE_SIMULATION, "splits", splits, NULL);
}
