/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-key-schema-private.h"
#include "hbase-object-private.h"
#include "hbase-salt-splits.h"
#include "hbase-split-calculator-private.h"

/* This file implements HBaseSaltSplits: it numbers the combinations of the salts at the beginning of a key,
 * and divides this range by the regions. */

/* The largest number of buckets of a digest that are counted, which is enough for any number of regions. */
#define MAX_BUCKETS (G_GUINT64_CONSTANT (1) << 32)

/**
 * HBaseSaltSplits:
 *
 * Splits a table by the salts that its keys begin with, so that each region has as nearly as possible the
 * same number of salts.
 *
 * If there are as many regions as salts, each region has one salt. If keys begin with several salts in
 * sequence, as many of them are used as the number of regions needs. If the salt is a digest, the splits
 * divide the range of all digests.
 */
struct _HBaseSaltSplits {
  GObject parent_instance;
  HBaseKeySchema *schema;
};

enum {
  PROP_SCHEMA = 1,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

HBASE_DEFINE_SPLIT_CALCULATOR (HBaseSaltSplits, hbase_salt_splits)

/* The salts at the beginning of a key, and the numbering of their combinations. */
typedef struct {
  HBaseKeySchema *schema;
  guint n_salts;
  guint64 n_buckets; /* the number of combinations */
} Levels;

static const HBaseSalt *
salt_at (const Levels *levels, guint index)
{
  return index < levels->schema->fields->len ? hbase_key_schema_field (levels->schema, index)->salt : NULL;
}

/* Adds salts, from the first, until there are enough combinations. */
static void
count_levels (Levels *levels, guint n_regions)
{
  const HBaseSalt *salt;

  levels->n_buckets = 1;
  while (levels->n_buckets < n_regions && (salt = salt_at (levels, levels->n_salts)) != NULL)
    {
      levels->n_buckets *= MIN (salt->n_buckets, MAX_BUCKETS); /* 10⁶ × 2³² at most */
      levels->n_salts++;
    }
}

/* The number of bytes of a salt that are counted: for a digest 8 digits or 4 bytes, which have MAX_BUCKETS
 * values. */
static gsize
counted_width (const HBaseSalt *salt)
{
  if (salt->n_buckets <= MAX_BUCKETS)
    return salt->width;
  return hbase_salt_is_hex (salt) ? 8 : 4;
}

static void
append_bucket (GByteArray *key, const HBaseSalt *salt, guint64 index)
{
  HBaseSalt counted = *salt;
  guint length = key->len;

  counted.width = counted_width (salt);
  g_byte_array_set_size (key, length + (guint) counted.width);
  hbase_salt_bucket (&counted, index, key->data + length);
}

/* Makes the combination number `index`; the last salt varies fastest. */
static GBytes *
make_key (const Levels *levels, guint64 index)
{
  GByteArray *key = g_byte_array_new ();
  guint64 below = levels->n_buckets;

  for (guint i = 0; i < levels->n_salts; i++)
    {
      const HBaseSalt *salt = salt_at (levels, i);

      below /= MIN (salt->n_buckets, MAX_BUCKETS);
      append_bucket (key, salt, index / below);
      index %= below;
    }
  return g_byte_array_free_to_bytes (key);
}

static GList *
compute_splits (HBaseSplitCalculator *calculator, guint n_regions, GCancellable *cancellable, GError **error)
{
  Levels levels = { .schema = HBASE_SALT_SPLITS (calculator)->schema };
  GList *keys = NULL;

  if (!hbase_object_check_property (calculator, "schema", levels.schema, error))
    return NULL;
  count_levels (&levels, n_regions);
  if (levels.n_buckets < n_regions)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                       levels.n_salts > 0 ? "“%s” has %" G_GUINT64_FORMAT " salts, fewer than %u regions"
                                          : "keys of “%s” don't begin with a salt: %" G_GUINT64_FORMAT
                                            " region, and not %u",
                       levels.schema->text, levels.n_buckets, n_regions);
      return NULL;
    }
  for (guint i = n_regions - 1; i > 0; i--)
    keys = g_list_prepend (keys,
                           make_key (&levels, (guint64) ((levels.n_buckets / n_regions) * i
                                                         + (levels.n_buckets % n_regions) * i / n_regions)));
  return keys;
}

static void
hbase_salt_splits_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  hbase_object_get_member (object, G_STRUCT_OFFSET (HBaseSaltSplits, schema), value);
}

static void
hbase_salt_splits_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  hbase_object_set_member (object, G_STRUCT_OFFSET (HBaseSaltSplits, schema), value, spec);
}

static void
hbase_salt_splits_finalize (GObject *object)
{
  g_clear_pointer (&HBASE_SALT_SPLITS (object)->schema, hbase_key_schema_unref);
  G_OBJECT_CLASS (hbase_salt_splits_parent_class)->finalize (object);
}

static void
hbase_salt_splits_class_init (HBaseSaltSplitsClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = hbase_salt_splits_get_property;
  object_class->set_property = hbase_salt_splits_set_property;
  object_class->finalize = hbase_salt_splits_finalize;

  /**
   * HBaseSaltSplits:schema:
   *
   * The schema of the table's keys. It is required: without it, splits can't be calculated.
   */
  properties[PROP_SCHEMA]
      = g_param_spec_boxed ("schema", NULL, NULL, HBASE_TYPE_KEY_SCHEMA,
                            G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_salt_splits_init (HBaseSaltSplits *splits)
{
}

/**
 * hbase_salt_splits_new:
 * @schema: the schema of the table's keys
 *
 * Makes a calculator for keys that begin with a salt. [method@HBase.SplitCalculator.calculate] fails with
 * %HBASE_ERROR_INVALID_ARGUMENT if there are more regions than salts, or if the schema doesn't begin with a
 * salt.
 *
 * Returns: (transfer full): the calculator
 */
HBaseSaltSplits *
hbase_salt_splits_new (HBaseKeySchema *schema)
{
  g_return_val_if_fail (schema != NULL, NULL);

  return g_object_new (HBASE_TYPE_SALT_SPLITS, "schema", schema, NULL);
}
