/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"
#include "hbase-split-calculator.h"

/* Defines a final type that implements HBaseSplitCalculator by the file's function compute_splits(). */
#define HBASE_DEFINE_SPLIT_CALCULATOR(Type, type)                                                            \
  static GList *compute_splits (HBaseSplitCalculator *calculator, guint n_regions,                           \
                                GCancellable *cancellable, GError **error);                                  \
                                                                                                             \
  static void type##_implement_calculator (HBaseSplitCalculatorInterface *interface)                         \
  {                                                                                                          \
    interface->compute_splits = compute_splits;                                                              \
  }                                                                                                          \
                                                                                                             \
  G_DEFINE_FINAL_TYPE_WITH_CODE (                                                                            \
      Type, type, G_TYPE_OBJECT,                                                                             \
      G_IMPLEMENT_INTERFACE (HBASE_TYPE_SPLIT_CALCULATOR, type##_implement_calculator))

/* Arrays of split keys. */

static inline GPtrArray *
hbase_splits_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
}

/* Adds references to all `keys` to the array. */
void hbase_splits_add (GPtrArray *splits, GPtrArray *keys);

/* Returns a copy that owns its keys, unlike an array that a binding passes for the time of a call. */
GPtrArray *hbase_splits_copy (GPtrArray *keys);

/* Converts the array for compute_splits(); takes ownership of it. */
GList *hbase_splits_to_list (GPtrArray *keys);
