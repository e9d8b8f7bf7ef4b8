/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-key-schema-private.h"
#include "hbase-plan-simulation-private.h"

/* This file implements the search for the region of a key, which simulations do for each put. Most keys
 * differ from the splits in their first eight bytes, which are compared as numbers. */

static char *
show (HBaseSlice key)
{
  return hbase_bytes_to_escaped (key.data, key.length);
}

gboolean
hbase_plan_region_finder_check (GPtrArray *splits, GError **error)
{
  HBaseSlice before = { 0 };

  for (guint i = 0; i < splits->len; i++)
    {
      HBaseSlice key = hbase_slice_of_bytes (g_ptr_array_index (splits, i));
      int order = hbase_slice_compare (before, key);
      g_autofree char *text = show (key), *last = show (before);

      if (key.length > HBASE_MAX_ROW_LENGTH || key.length == 0)
        hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                         "split key %u has %" G_GSIZE_FORMAT " bytes: a row key has 1 to %d bytes", i + 1,
                         key.length, HBASE_MAX_ROW_LENGTH);
      else if (order >= 0)
        hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                         order == 0 ? "split key %u, “%s”, occurs twice"
                                    : "split key %u, “%s”, is less than “%s” before it: splits must ascend",
                         i + 1, text, last);
      else
        {
          before = key;
          continue;
        }
      return FALSE;
    }
  return TRUE;
}

static guint64
first_bytes (HBaseSlice key)
{
  guint64 prefix = 0;

  if (G_LIKELY (key.length >= 8))
    memcpy (&prefix, key.data, 8);
  else
    memcpy (&prefix, hbase_slice_bytes (key), key.length);
  return GUINT64_FROM_BE (prefix);
}

void
hbase_plan_region_finder_init (HBasePlanRegionFinder *finder, GPtrArray *splits)
{
  finder->splits = g_ptr_array_ref (splits);
  finder->keys = g_new (HBaseSlice, splits->len);
  finder->prefixes = g_new (guint64, splits->len);
  for (guint i = 0; i < splits->len; i++)
    {
      finder->keys[i] = hbase_slice_of_bytes (g_ptr_array_index (splits, i));
      finder->prefixes[i] = first_bytes (finder->keys[i]);
    }
}

void
hbase_plan_region_finder_clear (HBasePlanRegionFinder *finder)
{
  g_clear_pointer (&finder->splits, g_ptr_array_unref);
  g_clear_pointer (&finder->keys, g_free);
  g_clear_pointer (&finder->prefixes, g_free);
}

/* The number of prefixes that are less than `prefix`. As keys are random, no branch depends on them. */
static guint
count_less (const HBasePlanRegionFinder *finder, guint64 prefix)
{
  const guint64 *first = finder->prefixes;

  for (guint n = finder->splits->len, half; n > 0; n -= half)
    {
      half = (n + 1) / 2;
      first += half * (guint) (first[half - 1] < prefix);
    }
  return (guint) (first - finder->prefixes);
}

/* The number of splits that aren't greater than the key. */
guint
hbase_plan_region_finder_find (const HBasePlanRegionFinder *finder, HBaseSlice key)
{
  guint64 prefix = first_bytes (key);
  guint low = count_less (finder, prefix), high = finder->splits->len;

  if (low == high || finder->prefixes[low] != prefix)
    return low;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (hbase_slice_compare (finder->keys[middle], key) <= 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
