/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-fixed-splits.h"
#include "hbase-object-private.h"
#include "hbase-split-calculator-private.h"

/* This file implements HBaseFixedSplits, which returns the split keys that it was given. */

/**
 * HBaseFixedSplits:
 *
 * Splits a table at given keys, chosen by hand or taken from another table. It is immutable.
 *
 * ```c
 * g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
 * g_autoptr (HBaseFixedSplits) splits = NULL;
 *
 * g_ptr_array_add (keys, g_bytes_new_static ("b", 1));
 * g_ptr_array_add (keys, g_bytes_new_static ("c", 1));
 * splits = hbase_fixed_splits_new (keys);
 * g_assert_cmpuint (hbase_fixed_splits_get_n_regions (splits), ==, 3);
 * ```
 */
struct _HBaseFixedSplits {
  GObject parent_instance;

  GPtrArray *keys; /* sorted */
};

HBASE_DEFINE_SPLIT_CALCULATOR (HBaseFixedSplits, hbase_fixed_splits)

static GList *
compute_splits (HBaseSplitCalculator *calculator, guint n_regions, GCancellable *cancellable, GError **error)
{
  HBaseFixedSplits *splits = HBASE_FIXED_SPLITS (calculator);

  if (splits->keys->len + 1 == n_regions)
    return hbase_splits_to_list (g_ptr_array_ref (splits->keys));
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "%u split keys were given, for %u regions, not %u",
                   splits->keys->len, splits->keys->len + 1, n_regions);
  return NULL;
}

static void
hbase_fixed_splits_finalize (GObject *object)
{
  g_ptr_array_unref (HBASE_FIXED_SPLITS (object)->keys);
  G_OBJECT_CLASS (hbase_fixed_splits_parent_class)->finalize (object);
}

static void
hbase_fixed_splits_class_init (HBaseFixedSplitsClass *class)
{
  G_OBJECT_CLASS (class)->finalize = hbase_fixed_splits_finalize;
}

static void
hbase_fixed_splits_init (HBaseFixedSplits *splits)
{
  splits->keys = hbase_splits_new ();
}

static gint
compare_keys (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (*(GBytes *const *) a, *(GBytes *const *) b);
}

/**
 * hbase_fixed_splits_new:
 * @keys: (element-type GBytes): the split keys, in any order
 *
 * Makes a calculator that returns these keys, sorted. [method@HBase.SplitCalculator.calculate] fails if a
 * key occurs twice or is empty, or if the number of regions isn't the number of keys plus one.
 *
 * Returns: (transfer full): the calculator
 */
HBaseFixedSplits *
hbase_fixed_splits_new (GPtrArray *keys)
{
  HBaseFixedSplits *splits;

  g_return_val_if_fail (keys != NULL, NULL);
  g_return_val_if_fail (hbase_elements_check (keys->pdata, keys->len, NULL), NULL);

  splits = g_object_new (HBASE_TYPE_FIXED_SPLITS, NULL);
  hbase_splits_add (splits->keys, keys);
  g_ptr_array_sort (splits->keys, compare_keys);
  return splits;
}

/**
 * hbase_fixed_splits_get_n_regions:
 * @splits: a calculator
 *
 * Returns the number of regions: the number of keys plus one.
 *
 * Returns: the number of regions, at least 1
 */
guint
hbase_fixed_splits_get_n_regions (HBaseFixedSplits *splits)
{
  g_return_val_if_fail (HBASE_IS_FIXED_SPLITS (splits), 1);

  return splits->keys->len + 1;
}
