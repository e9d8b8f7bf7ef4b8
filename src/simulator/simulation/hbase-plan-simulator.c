/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-object-private.h"
#include "hbase-plan-counter-random-private.h"
#include "hbase-plan-field-key-generator-private.h"
#include "hbase-plan-simulation-private.h"
#include "hbase-plan-simulator.h"
#include "hbase-schema-key-generator.h"
#include "hbase-split-calculator-private.h"

/* This file implements HBasePlanSimulator: it computes, in chunks, how many puts each region of a table gets.
 *
 * 1. The puts of a chunk are determined by its number alone: chunk i has the puts from i × chunk_size on.
 * 2. If keys can be made in any order, a simulator isn't changed after its construction, and threads share
 *    it. Otherwise `next_chunk` is the only chunk that can be computed.
 * 3. `problem` is what is wrong with the properties; then no chunk can be computed. */

#define N_CHUNKS 256
#define CHUNK_SIZE 4096  /* if the number of puts isn't known */
#define PUTS_A_LOOK 4096 /* after as many puts it is checked whether the call was cancelled */

/**
 * HBasePlanSimulator:
 *
 * Computes how the puts of an application would be distributed over the regions of a table, before the table
 * exists.
 *
 * It takes keys from a generator and counts which region each belongs to. The splits are those that the table
 * will be created with: the simulator doesn't split regions that grow.
 *
 * ```c
 * g_autoptr (HBaseBytesSplits) uniform = hbase_bytes_splits_new (NULL, 0, NULL, 0, TRUE);
 * g_autoptr (GPtrArray) splits
 *     = hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (uniform), 16, NULL, &error);
 * g_autoptr (HBasePlanFieldKeyGenerator) keys = hbase_plan_field_key_generator_new (schema, 1);
 * g_autoptr (HBasePlanSimulator) simulator = NULL;
 * g_autoptr (HBasePlanSimulation) simulation = NULL;
 *
 * if (splits == NULL || !hbase_plan_field_key_generator_define (keys, "userid=sequence(1)", &error))
 *   return FALSE;
 * simulator = hbase_plan_simulator_new (HBASE_KEY_GENERATOR (keys), splits, 100000);
 * simulation = hbase_plan_simulator_run (simulator, NULL, &error);
 * if (simulation == NULL)
 *   return FALSE;
 * g_print ("the busiest region gets %.0f %% of the puts of a window\n",
 *          100 * hbase_plan_simulation_get_busiest_share (simulation));
 * ```
 *
 * The work is divided into chunks. With keys of an [class@HBasePlan.FieldKeyGenerator], several threads can
 * compute chunks at the same time by [method@HBasePlan.Simulator.run_chunk]; the result is the same with any
 * number of threads. Other generators are read by one thread at a time, in order. The simulator starts no
 * threads itself.
 */
struct _HBasePlanSimulator {
  GObject parent_instance;
  HBaseKeyGenerator *keys;
  GPtrArray *splits; /* of GBytes */
  guint64 n_puts;    /* 0: all keys that the generator has */
  guint row_size;
  GError *problem;
  HBasePlanRegionFinder finder;
  guint64 chunk_size;
  guint64 next_chunk, n_read; /* of a generator that is read in order */
};

enum {
  PROP_KEYS = 1,
  PROP_SPLITS,
  PROP_PUTS,
  PROP_ROW_SIZE,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (HBasePlanSimulator, hbase_plan_simulator, G_TYPE_OBJECT)

/* ---- a chunk ---- */

/* A chunk that is being computed, and where its next sample is. */
typedef struct {
  HBasePlanSimulator *simulator;
  HBasePlanSimulationChunk *chunk;
  HBasePlanCounterRandom random;
  guint64 distance;    /* of samples */
  guint64 next_sample; /* a put of the chunk, from 0 */
} Work;

/* Each part of the chunk has a sample at a random place, so that periodic keys are sampled evenly. */
static void
choose_next_sample (Work *work, guint64 part)
{
  guint64 number = hbase_plan_counter_random_at (work->random,
                                                 work->chunk->index * HBASE_PLAN_SIMULATION_SAMPLES + part);

  work->next_sample = part * work->distance + hbase_plan_random_scale (number, work->distance);
}

static void
begin_chunk (Work *work, HBasePlanSimulator *simulator, guint64 index)
{
  work->simulator = simulator;
  work->chunk
      = hbase_plan_simulation_chunk_new (index, index * simulator->chunk_size, simulator->splits->len + 1);
  work->random = hbase_plan_counter_random_init (0, 0);
  work->distance = MAX (simulator->chunk_size / HBASE_PLAN_SIMULATION_SAMPLES, 1);
  choose_next_sample (work, 0);
}

static void
take_sample (Work *work, HBaseSlice key)
{
  HBasePlanSimulationChunk *chunk = work->chunk;
  HBasePlanSimulationSample sample = { g_bytes_new (key.data, key.length), chunk->first + chunk->n_puts };

  g_array_append_val (chunk->samples, sample);
  choose_next_sample (work, chunk->n_puts / work->distance + 1);
}

static inline void
count_put (Work *work, HBaseSlice key)
{
  HBasePlanSimulationChunk *chunk = work->chunk;
  guint region = hbase_plan_region_finder_find (&work->simulator->finder, key);

  chunk->puts[region]++;
  chunk->bytes[region] += key.length + work->simulator->row_size;
  if (G_UNLIKELY (chunk->n_puts == work->next_sample))
    take_sample (work, key);
  chunk->n_puts++;
}

static gboolean
is_cancelled (guint64 put, GCancellable *cancellable, GError **error)
{
  return put % PUTS_A_LOOK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error);
}

static gboolean
fail_at_put (guint64 put, GError **error)
{
  hbase_error_prefix (error, "put %" G_GUINT64_FORMAT ": ", put);
  return FALSE;
}

/* The number of puts of a chunk. */
static guint64
get_chunk_length (HBasePlanSimulator *self, guint64 index)
{
  guint64 first = index * self->chunk_size;

  if (self->n_puts == 0)
    return self->chunk_size;
  return first < self->n_puts ? MIN (self->chunk_size, self->n_puts - first) : 0;
}

static gboolean
run_computed (Work *work, guint64 length, GCancellable *cancellable, GError **error)
{
  HBasePlanFieldKeyGenerator *keys = HBASE_PLAN_FIELD_KEY_GENERATOR (work->simulator->keys);
  guint64 first = work->chunk->first;
  HBaseKeyEncoder encoder;

  for (guint64 i = 0; i < length; i++)
    {
      HBaseSlice key;
      gboolean is_made;

      if (is_cancelled (i, cancellable, error))
        return FALSE;
      is_made = hbase_plan_field_key_generator_encode (keys, first + i, &encoder, &key, error);
      if (is_made)
        count_put (work, key);
      hbase_key_encoder_clear (&encoder);
      if (!is_made)
        return fail_at_put (first + i, error);
    }
  return TRUE;
}

static gboolean
run_read (Work *work, guint64 length, GCancellable *cancellable, GError **error)
{
  for (guint64 i = 0; i < length; i++)
    {
      g_autoptr (GError) problem = NULL;
      g_autoptr (GBytes) key = hbase_key_generator_next (work->simulator->keys, cancellable, &problem);

      if (problem != NULL)
        {
          gboolean is_ours = problem->domain == HBASE_ERROR;

          g_propagate_error (error, g_steal_pointer (&problem));
          return is_ours ? fail_at_put (work->chunk->first + i, error) : FALSE;
        }
      if (key == NULL)
        return TRUE;
      count_put (work, hbase_slice_of_bytes (key));
    }
  return TRUE;
}

/* ---- checks ---- */

static gboolean
is_endless (HBaseKeyGenerator *keys)
{
  return HBASE_PLAN_IS_FIELD_KEY_GENERATOR (keys) || HBASE_IS_SCHEMA_KEY_GENERATOR (keys);
}

static gboolean
check (HBasePlanSimulator *self, GError **error)
{
  if (!hbase_object_check_property (self, "keys", self->keys, error)
      || (self->splits != NULL && !hbase_elements_check (self->splits->pdata, self->splits->len, error))
      || !hbase_plan_region_finder_check (self->splits, error))
    return FALSE;
  if (self->n_puts > 0 || !is_endless (self->keys))
    return TRUE;
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "the number of puts must be at least 1: the keys of this generator have no end");
  return FALSE;
}

static gboolean
check_chunk (HBasePlanSimulator *self, guint64 index, GError **error)
{
  if (self->problem != NULL)
    {
      g_propagate_error (error, g_error_copy (self->problem));
      return FALSE;
    }
  if (hbase_plan_simulator_is_parallel (self))
    return hbase_plan_field_key_generator_check (HBASE_PLAN_FIELD_KEY_GENERATOR (self->keys), error);
  if (index == self->next_chunk)
    return TRUE;
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "chunk %" G_GUINT64_FORMAT
                   " can't be computed: the keys are read in order, and chunk %" G_GUINT64_FORMAT " is next",
                   index, self->next_chunk);
  return FALSE;
}

/* ---- public functions ---- */

/**
 * hbase_plan_simulator_is_parallel:
 * @simulator: a simulator
 *
 * Checks whether chunks can be computed in any order and by several threads at the same time: if the keys
 * come from an [class@HBasePlan.FieldKeyGenerator].
 *
 * Returns: %TRUE if they can
 */
gboolean
hbase_plan_simulator_is_parallel (HBasePlanSimulator *simulator)
{
  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATOR (simulator), FALSE);

  return HBASE_PLAN_IS_FIELD_KEY_GENERATOR (simulator->keys);
}

/**
 * hbase_plan_simulator_get_n_chunks:
 * @simulator: a simulator
 *
 * Gets the number of chunks into which the puts are divided, at most 256.
 *
 * Returns: the number of chunks; 0 if the number of puts isn't known, as the keys are read to their end
 */
guint64
hbase_plan_simulator_get_n_chunks (HBasePlanSimulator *simulator)
{
  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATOR (simulator), 0);

  return simulator->n_puts / simulator->chunk_size + (simulator->n_puts % simulator->chunk_size > 0);
}

/**
 * hbase_plan_simulator_run_chunk:
 * @simulator: a simulator
 * @index: the number of the chunk, from 0
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Computes a chunk. If [method@HBasePlan.Simulator.is_parallel] is %TRUE, any thread may compute any chunk at
 * any time; otherwise one thread at a time computes the next one.
 *
 * Errors: %G_IO_ERROR_CANCELLED if @cancellable was cancelled; %HBASE_ERROR_INVALID_ARGUMENT if a property is
 * missing or invalid, as splits that don't ascend, or if @index isn't the next chunk;
 * %HBASE_ERROR_INVALID_KEY if a value doesn't fit its field; errors of the generator.
 *
 * Returns: (transfer full) (nullable): the chunk; %NULL without an error if there are no more puts
 */
HBasePlanSimulationChunk *
hbase_plan_simulator_run_chunk (HBasePlanSimulator *simulator,
                                guint64 index,
                                GCancellable *cancellable,
                                GError **error)
{
  g_autoptr (HBasePlanSimulationChunk) chunk = NULL;
  gboolean is_computed;
  guint64 length;
  Work work;

  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATOR (simulator), NULL);

  length = get_chunk_length (simulator, index);
  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !check_chunk (simulator, index, error)
      || length == 0)
    return NULL;
  begin_chunk (&work, simulator, index);
  chunk = work.chunk;
  is_computed = hbase_plan_simulator_is_parallel (simulator);
  if (!(is_computed ? run_computed : run_read) (&work, length, cancellable, error))
    return NULL;
  if (!is_computed)
    simulator->next_chunk++;
  return chunk->n_puts > 0 ? g_steal_pointer (&chunk) : NULL;
}

/**
 * hbase_plan_simulator_run:
 * @simulator: a simulator
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Computes all chunks in the calling thread, and adds them up. The call takes some seconds for ten million
 * puts; use [method@HBasePlan.Simulator.run_chunk] for several threads or to show progress.
 *
 * Errors: those of [method@HBasePlan.Simulator.run_chunk].
 *
 * Returns: (transfer full): the simulation
 */
HBasePlanSimulation *
hbase_plan_simulator_run (HBasePlanSimulator *simulator, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBasePlanSimulation) simulation = NULL;

  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATOR (simulator), NULL);

  if (!check_chunk (simulator, 0, error))
    return NULL;
  simulation = hbase_plan_simulation_new (simulator->splits);
  for (guint64 i = 0;; i++)
    {
      g_autoptr (GError) problem = NULL;
      g_autoptr (HBasePlanSimulationChunk) chunk
          = hbase_plan_simulator_run_chunk (simulator, i, cancellable, &problem);

      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
      if (chunk == NULL)
        return g_steal_pointer (&simulation);
      if (!hbase_plan_simulation_add_chunk (simulation, chunk, error))
        return NULL;
    }
}

/* ---- the object ---- */

static void
hbase_plan_simulator_constructed (GObject *object)
{
  HBasePlanSimulator *self = HBASE_PLAN_SIMULATOR (object);
  g_autoptr (GPtrArray) given = self->splits;

  self->splits = given != NULL ? hbase_splits_copy (given) : hbase_splits_new ();
  self->chunk_size = self->n_puts > 0 ? (self->n_puts - 1) / N_CHUNKS + 1 : CHUNK_SIZE;
  if (check (self, &self->problem))
    hbase_plan_region_finder_init (&self->finder, self->splits);
  G_OBJECT_CLASS (hbase_plan_simulator_parent_class)->constructed (object);
}

/* Where the properties are stored. */
static const gsize members[N_PROPERTIES] = {
  [PROP_KEYS] = G_STRUCT_OFFSET (HBasePlanSimulator, keys),
  [PROP_SPLITS] = G_STRUCT_OFFSET (HBasePlanSimulator, splits),
  [PROP_PUTS] = G_STRUCT_OFFSET (HBasePlanSimulator, n_puts),
  [PROP_ROW_SIZE] = G_STRUCT_OFFSET (HBasePlanSimulator, row_size),
};

static void
hbase_plan_simulator_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  hbase_object_get_member (object, members[id], value);
}

static void
hbase_plan_simulator_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  hbase_object_set_member (object, members[id], value, spec);
}

static void
hbase_plan_simulator_finalize (GObject *object)
{
  HBasePlanSimulator *self = HBASE_PLAN_SIMULATOR (object);

  hbase_plan_region_finder_clear (&self->finder);
  g_clear_object (&self->keys);
  g_clear_pointer (&self->splits, g_ptr_array_unref);
  g_clear_error (&self->problem);
  G_OBJECT_CLASS (hbase_plan_simulator_parent_class)->finalize (object);
}

static void
hbase_plan_simulator_class_init (HBasePlanSimulatorClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags construct = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->constructed = hbase_plan_simulator_constructed;
  object_class->get_property = hbase_plan_simulator_get_property;
  object_class->set_property = hbase_plan_simulator_set_property;
  object_class->finalize = hbase_plan_simulator_finalize;

  /**
   * HBasePlanSimulator:keys:
   *
   * The generator of the keys. It is required. If it isn't an [class@HBasePlan.FieldKeyGenerator], its keys
   * are used up.
   */
  properties[PROP_KEYS] = g_param_spec_object ("keys", NULL, NULL, HBASE_TYPE_KEY_GENERATOR, construct);
  /**
   * HBasePlanSimulator:splits:
   *
   * The split keys of the table, in ascending order. Without them, it has one region.
   */
  properties[PROP_SPLITS] = g_param_spec_boxed ("splits", NULL, NULL, G_TYPE_PTR_ARRAY, construct);
  /**
   * HBasePlanSimulator:puts:
   *
   * The number of puts. 0, the default, stands for all keys that the generator has. If the generator has
   * fewer keys, the simulation ends with the last one.
   */
  properties[PROP_PUTS] = g_param_spec_uint64 ("puts", NULL, NULL, 0, G_MAXUINT64 / 2, 0, construct);
  /**
   * HBasePlanSimulator:row-size:
   *
   * The bytes that a put writes in addition to its key, 0 by default.
   */
  properties[PROP_ROW_SIZE] = g_param_spec_uint ("row-size", NULL, NULL, 0, G_MAXINT, 0, construct);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_plan_simulator_init (HBasePlanSimulator *self)
{
}

/**
 * hbase_plan_simulator_new:
 * @keys: the generator of the keys
 * @splits: (element-type GBytes) (nullable): the split keys of the table, in ascending order
 * @puts: the number of puts; 0: all keys that the generator has
 *
 * Makes a simulator. Splits that are invalid are reported by the first chunk.
 *
 * Returns: (transfer full): the simulator
 */
HBasePlanSimulator *
hbase_plan_simulator_new (HBaseKeyGenerator *keys, GPtrArray *splits, guint64 puts)
{
  g_return_val_if_fail (HBASE_IS_KEY_GENERATOR (keys), NULL);

  return g_object_new (HBASE_PLAN_TYPE_SIMULATOR, "keys", keys, "splits", splits, "puts", puts, NULL);
}
