/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-key-sample-private.h"
#include "hbase-object-private.h"
#include "hbase-sampled-splits.h"
#include "hbase-split-calculator-private.h"

/* This file implements HBaseSampledSplits, which computes splits from a sample of keys. */

#define DEFAULT_SAMPLES 1000000
#define DEFAULT_MEMORY (4 * 1024 * 1024)

/**
 * HBaseSampledSplits:
 *
 * Splits a table by a sample of keys, for example a million, so that each region gets the same number of
 * keys.
 *
 * The keys are sorted, and with m keys and n regions each (m / n)-th key is a split key. A key that occurs
 * several times is counted several times, so that a sample of the keys that are requested gives regions of
 * equal load. A key that occurs more often than a region's share gets a region of its own, and the remaining
 * keys are divided among the other regions.
 *
 * Memory is bounded by [property@HBase.SampledSplits:max-memory], regardless of the number of keys. The
 * splits are exact as long as the keys, with two bytes added for each, take less than half of this memory.
 * Otherwise the position of a split is wrong by at most l / (2·b) of the number of keys, where
 *
 * - b is the number of keys, with 34 bytes added for each, that fit into a sixteenth of the memory
 * - l is the logarithm to base 2 of eight times the factor by which the memory is too small
 *
 * For 100,000,000 keys of 16 bytes this is 0.13 % in the default 4 MiB, and 0.006 % in 64 MiB. Sampling adds
 * an error of its own: with 1,000,000 keys it is about 0.05 %. The calculation uses no random numbers: the
 * same keys in the same order give the same splits.
 *
 * ```c
 * g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
 * g_autoptr (HBaseListKeyGenerator) keys = NULL;
 * g_autoptr (HBaseSampledSplits) sampled = NULL;
 * g_autoptr (GPtrArray) splits = NULL;
 *
 * for (guint8 i = 'a'; i <= 'h'; i++)
 *   g_ptr_array_add (list, g_bytes_new (&i, 1));
 * keys = hbase_list_key_generator_new (list);
 * sampled = hbase_sampled_splits_new (HBASE_KEY_GENERATOR (keys), 1000000);
 * splits = hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (sampled), 4, NULL, &error); // c, e, g
 * ```
 */
struct _HBaseSampledSplits {
  GObject parent_instance;

  HBaseKeyGenerator *generator; /* NULL: not set */
  guint64 n_samples;
  guint64 max_memory;
};

enum {
  PROP_GENERATOR = 1,
  PROP_N_SAMPLES,
  PROP_MAX_MEMORY,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

HBASE_DEFINE_SPLIT_CALCULATOR (HBaseSampledSplits, hbase_sampled_splits)

/* ---- calculating ---- */

/* Adds keys of the generator to the sample. Returns their number; −1 on error. */
static gint64
add_keys (HBaseSampledSplits *splits, HBaseKeySample *sample, GCancellable *cancellable, GError **error)
{
  GError *problem = NULL;
  gint64 n = 0;

  for (; (guint64) n < splits->n_samples; n++)
    {
      g_autoptr (GBytes) key = hbase_key_generator_next (splits->generator, cancellable, &problem);

      if (key == NULL)
        break;
      hbase_key_sample_add (sample, hbase_slice_of_bytes (key));
    }
  if (problem == NULL)
    return n;
  g_propagate_error (error, problem);
  return -1;
}

static GList *
compute_splits (HBaseSplitCalculator *calculator, guint n_regions, GCancellable *cancellable, GError **error)
{
  HBaseSampledSplits *splits = HBASE_SAMPLED_SPLITS (calculator);
  g_autoptr (HBaseKeySample) sample = NULL;
  guint64 n_different;
  GPtrArray *keys;
  gint64 n_keys;

  if (!hbase_object_check_property (splits, "generator", splits->generator, error))
    return NULL;
  sample = hbase_key_sample_new (splits->max_memory);
  n_keys = add_keys (splits, sample, cancellable, error);
  if (n_keys < 0)
    return NULL;
  keys = hbase_key_sample_cut (sample, n_regions, &n_different);
  if (keys != NULL)
    return hbase_splits_to_list (keys);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "%u regions need as many different keys, but the %" G_GINT64_FORMAT
                   " keys of the sample have only %" G_GUINT64_FORMAT " different ones%s",
                   n_regions, n_keys, n_different,
                   hbase_key_sample_is_complete (sample) ? "" : " in the memory allowed");
  return NULL;
}

/* ---- the object ---- */

/* Where the properties are stored. */
static const gsize members[N_PROPERTIES] = {
  [PROP_GENERATOR] = G_STRUCT_OFFSET (HBaseSampledSplits, generator),
  [PROP_N_SAMPLES] = G_STRUCT_OFFSET (HBaseSampledSplits, n_samples),
  [PROP_MAX_MEMORY] = G_STRUCT_OFFSET (HBaseSampledSplits, max_memory),
};

static void
hbase_sampled_splits_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  hbase_object_get_member (object, members[id], value);
}

static void
hbase_sampled_splits_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  if (id == PROP_MAX_MEMORY)
    hbase_sampled_splits_set_max_memory (HBASE_SAMPLED_SPLITS (object), g_value_get_uint64 (value));
  else
    hbase_object_set_member (object, members[id], value, spec);
}

static void
hbase_sampled_splits_finalize (GObject *object)
{
  g_clear_object (&HBASE_SAMPLED_SPLITS (object)->generator);
  G_OBJECT_CLASS (hbase_sampled_splits_parent_class)->finalize (object);
}

static void
hbase_sampled_splits_class_init (HBaseSampledSplitsClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags once = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hbase_sampled_splits_get_property;
  object_class->set_property = hbase_sampled_splits_set_property;
  object_class->finalize = hbase_sampled_splits_finalize;

  /**
   * HBaseSampledSplits:generator:
   *
   * The source of the keys. It is required: without it, splits can't be calculated.
   */
  properties[PROP_GENERATOR] = g_param_spec_object ("generator", NULL, NULL, HBASE_TYPE_KEY_GENERATOR, once);
  /**
   * HBaseSampledSplits:n-samples:
   *
   * The number of keys in the sample, 1,000,000 by default; if the generator has fewer keys, all of them are
   * used.
   */
  properties[PROP_N_SAMPLES]
      = g_param_spec_uint64 ("n-samples", NULL, NULL, 0, G_MAXUINT64, DEFAULT_SAMPLES, once);
  /**
   * HBaseSampledSplits:max-memory:
   *
   * The memory that the sample may take, in bytes: 1 MiB to 4 GiB, 4 MiB by default. A sample that doesn't
   * fit is reduced, at a small loss of exactness.
   */
  properties[PROP_MAX_MEMORY] = g_param_spec_uint64 (
      "max-memory", NULL, NULL, HBASE_KEY_SAMPLE_MIN_MEMORY, G_MAXUINT32, DEFAULT_MEMORY,
      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_sampled_splits_init (HBaseSampledSplits *splits)
{
  splits->max_memory = DEFAULT_MEMORY;
}

/**
 * hbase_sampled_splits_new:
 * @generator: the source of the keys
 * @n_samples: the number of keys in the sample; if the generator has fewer keys, all of them are used
 *
 * Makes a calculator that computes splits from a sample of keys. The keys are read when splits are
 * calculated; a second calculation continues with the keys that follow.
 *
 * [method@HBase.SplitCalculator.calculate] fails with %HBASE_ERROR_INVALID_ARGUMENT if there are more
 * regions than different keys.
 *
 * Returns: (transfer full): the calculator
 */
HBaseSampledSplits *
hbase_sampled_splits_new (HBaseKeyGenerator *generator, guint64 n_samples)
{
  g_return_val_if_fail (HBASE_IS_KEY_GENERATOR (generator), NULL);

  return g_object_new (HBASE_TYPE_SAMPLED_SPLITS, "generator", generator, "n-samples", n_samples, NULL);
}

/**
 * hbase_sampled_splits_set_max_memory:
 * @splits: a calculator
 * @max_memory: the memory in bytes; limited to the range from 1 MiB to 4 GiB
 *
 * Sets the memory that the sample may take.
 */
void
hbase_sampled_splits_set_max_memory (HBaseSampledSplits *splits, guint64 max_memory)
{
  g_return_if_fail (HBASE_IS_SAMPLED_SPLITS (splits));

  max_memory = CLAMP (max_memory, HBASE_KEY_SAMPLE_MIN_MEMORY, G_MAXUINT32);
  if (splits->max_memory == max_memory)
    return;
  splits->max_memory = max_memory;
  g_object_notify_by_pspec (G_OBJECT (splits), properties[PROP_MAX_MEMORY]);
}

/**
 * hbase_sampled_splits_get_max_memory:
 * @splits: a calculator
 *
 * Returns the memory that the sample may take.
 *
 * Returns: the memory in bytes
 */
guint64
hbase_sampled_splits_get_max_memory (HBaseSampledSplits *splits)
{
  g_return_val_if_fail (HBASE_IS_SAMPLED_SPLITS (splits), 0);

  return splits->max_memory;
}
