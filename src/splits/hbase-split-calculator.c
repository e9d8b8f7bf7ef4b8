/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-key-schema-private.h"
#include "hbase-split-calculator-private.h"

/* This file implements HBaseSplitCalculator, an interface. It checks the splits that implementations
 * return. */

/**
 * HBaseSplitCalculator:
 *
 * Computes where to split a table: the keys at which its regions begin.
 *
 * A table of n regions has n − 1 split keys. A region has the rows from its split key up to, but not
 * including, the next split key; the first region has all rows before the first split key.
 *
 * | class                          | splits                                                                 |
 * |--------------------------------|------------------------------------------------------------------------|
 * | [class@HBase.NumberSplits]     | ranges of numbers in hexadecimal or decimal digits; HexStringSplit     |
 * | [class@HBase.BytesSplits]      | ranges of any bytes, read as numbers; UniformSplit, Bytes.split()      |
 * | [class@HBase.PartitionSplits]  | keys that begin with the number of a partition                         |
 * | [class@HBase.SaltSplits]       | keys that begin with a salt                                            |
 * | [class@HBase.FixedSplits]      | at given keys                                                          |
 * | [class@HBase.SampledSplits]    | by a sample of keys, with the same number of keys in each region       |
 *
 * For other keys, implement `compute_splits()`.
 *
 * ```c
 * g_autoptr (HBaseNumberSplits) hex = hbase_number_splits_new_hex_string (NULL, NULL);
 * g_autoptr (GPtrArray) splits
 *     = hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (hex), 16, NULL, &error);
 *
 * if (splits == NULL)
 *   return FALSE;
 * for (guint i = 0; i < splits->len; i++)
 *   {
 *     gsize length;
 *     const guint8 *split = g_bytes_get_data (g_ptr_array_index (splits, i), &length);
 *     g_autofree char *text = hbase_bytes_to_escaped (split, length);
 *
 *     g_print ("%s\n", text); // 10000000, 20000000, … f0000000
 *   }
 * ```
 */
G_DEFINE_INTERFACE (HBaseSplitCalculator, hbase_split_calculator, G_TYPE_OBJECT)

static void
hbase_split_calculator_default_init (HBaseSplitCalculatorInterface *interface)
{
}

/* Properties may have lists with NULL, which are refused when they are used. */
static gpointer
ref_key (gconstpointer key, gpointer data)
{
  return key != NULL ? g_bytes_ref ((GBytes *) key) : NULL;
}

void
hbase_splits_add (GPtrArray *splits, GPtrArray *keys)
{
  g_ptr_array_extend (splits, keys, ref_key, NULL);
}

GPtrArray *
hbase_splits_copy (GPtrArray *keys)
{
  GPtrArray *copy = hbase_splits_new ();

  hbase_splits_add (copy, keys);
  return copy;
}

/* ---- checks of what an implementation returns ---- */

static gboolean
check_length (HBaseSlice key, guint index, const char *calculator, GError **error)
{
  return (key.length >= 1 && key.length <= HBASE_MAX_ROW_LENGTH)
         || hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                             "split key %u of %s has %" G_GSIZE_FORMAT " bytes: a row key has 1 to %d bytes",
                             index + 1, calculator, key.length, HBASE_MAX_ROW_LENGTH);
}

static gboolean
check_order (HBaseSlice before, HBaseSlice key, guint index, const char *calculator, GError **error)
{
  g_autofree char *before_text = NULL, *text = NULL;

  if (hbase_slice_compare (before, key) < 0)
    return TRUE;
  before_text = hbase_bytes_to_escaped (before.data, before.length);
  text = hbase_bytes_to_escaped (key.data, key.length);
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "split key %u of %s, “%s”, isn't greater than the one before it, “%s”: split keys "
                          "must be in ascending order, without duplicates",
                          index + 1, calculator, text, before_text);
}

static gboolean
check_splits (GPtrArray *splits, guint n_regions, const char *calculator, GError **error)
{
  HBaseSlice before = { 0 };

  if (splits->len != n_regions - 1)
    return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                            "%s returned %u split keys for %u regions, not %u", calculator, splits->len,
                            n_regions, n_regions - 1);
  for (guint i = 0; i < splits->len; i++)
    {
      HBaseSlice key = hbase_slice_of_bytes (g_ptr_array_index (splits, i));

      if (!check_length (key, i, calculator, error) || !check_order (before, key, i, calculator, error))
        return FALSE;
      before = key;
    }
  return TRUE;
}

/* ---- calculating ---- */

static gboolean
check_n_regions (guint n_regions, GError **error)
{
  return (n_regions >= 1 && n_regions <= HBASE_MAX_REGIONS)
         || hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                             "a table can't have %u regions: give a number from 1 to %d", n_regions,
                             HBASE_MAX_REGIONS);
}

/* Calls the implementation for at least two regions. NULL: an error. */
static GList *
compute (HBaseSplitCalculator *calculator, guint n_regions, GCancellable *cancellable, GError **error)
{
  HBaseSplitCalculatorInterface *interface = HBASE_SPLIT_CALCULATOR_GET_IFACE (calculator);
  GError *problem = NULL;
  GList *keys = NULL;

  if (interface->compute_splits != NULL)
    keys = interface->compute_splits (calculator, n_regions, cancellable, &problem);
  if (keys == NULL && problem == NULL)
    hbase_error_set (&problem, HBASE_ERROR_UNSUPPORTED,
                     "%s returned neither split keys nor an error: does it implement compute_splits()?",
                     G_OBJECT_TYPE_NAME (calculator));
  if (problem != NULL)
    g_propagate_error (error, problem);
  return keys;
}

GList *
hbase_splits_to_list (GPtrArray *keys)
{
  GList *list = NULL;

  for (guint i = keys->len; i > 0; i--)
    list = g_list_prepend (list, g_bytes_ref (g_ptr_array_index (keys, i - 1)));
  g_ptr_array_unref (keys);
  return list;
}

static GPtrArray *
take_list (GList *list)
{
  GPtrArray *keys = hbase_splits_new ();

  for (GList *link = list; link != NULL; link = link->next)
    g_ptr_array_add (keys, link->data);
  g_list_free (list);
  return keys;
}

/**
 * HBASE_MAX_REGIONS:
 *
 * The largest number of regions for which splits are calculated.
 */

/**
 * hbase_split_calculator_calculate:
 * @calculator: a calculator
 * @n_regions: the number of regions of the table; 1 to 1,000,000
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Computes the split keys of a table: @n_regions − 1 different keys of 1 to 32,767 bytes, in ascending
 * order. For one region there are no split keys, and the implementation isn't called. The call blocks if an
 * implementation reads from a file or a network.
 *
 * Errors: %G_IO_ERROR_CANCELLED if @cancellable was cancelled; %HBASE_ERROR_INVALID_ARGUMENT if the number of
 * regions is out of range, or if the calculator's range or keys don't allow for so many regions;
 * %HBASE_ERROR_UNSUPPORTED if the calculator doesn't implement `compute_splits()`; errors of the
 * implementation.
 *
 * Returns: (transfer container) (element-type GBytes): the split keys
 */
GPtrArray *
hbase_split_calculator_calculate (HBaseSplitCalculator *calculator,
                                  guint n_regions,
                                  GCancellable *cancellable,
                                  GError **error)
{
  g_autoptr (GPtrArray) splits = NULL;
  GList *keys;

  g_return_val_if_fail (HBASE_IS_SPLIT_CALCULATOR (calculator), NULL);

  if (!check_n_regions (n_regions, error) || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (n_regions == 1)
    return hbase_splits_new ();
  keys = compute (calculator, n_regions, cancellable, error);
  if (keys == NULL)
    return NULL;
  splits = take_list (keys);
  if (!check_splits (splits, n_regions, G_OBJECT_TYPE_NAME (calculator), error))
    return NULL;
  return g_steal_pointer (&splits);
}

/**
 * hbase_split_calculator_compute_splits: (virtual compute_splits)
 * @calculator: a calculator
 * @n_regions: the number of regions of the table; 1 to 1,000,000
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Computes the split keys of a table as [method@HBase.SplitCalculator.calculate] does, with the same checks
 * and errors, and returns them in a list. It exists for implementations, because the bindings of some
 * languages can return a list from a function, but not a #GPtrArray.
 *
 * An implementation is called only for two or more regions. It returns @n_regions − 1 keys in ascending
 * order, which are then checked, or an error.
 *
 * Returns: (transfer full) (element-type GBytes): the split keys; empty for one region
 */
GList *
hbase_split_calculator_compute_splits (HBaseSplitCalculator *calculator,
                                       guint n_regions,
                                       GCancellable *cancellable,
                                       GError **error)
{
  GPtrArray *splits = hbase_split_calculator_calculate (calculator, n_regions, cancellable, error);

  return splits != NULL ? hbase_splits_to_list (splits) : NULL;
}
