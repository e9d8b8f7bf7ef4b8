/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

#define HBASE_MAX_REGIONS 1000000

#define HBASE_TYPE_SPLIT_CALCULATOR (hbase_split_calculator_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_INTERFACE (HBaseSplitCalculator, hbase_split_calculator, HBASE, SPLIT_CALCULATOR, GObject)

/**
 * HBaseSplitCalculatorInterface:
 * @parent_interface: the parent
 * @compute_splits: computes the split keys of a table of two regions or more
 *
 * What a calculator of one's own implements.
 *
 * Since: 0.1
 */
struct _HBaseSplitCalculatorInterface {
  GTypeInterface parent_interface;

  /* Of GBytes. It has another name than the method because it has another type: bindings can return lists from
   * functions of their own, but no GPtrArray. */
  GList *(*compute_splits) (HBaseSplitCalculator *calculator, guint n_regions, GError **error);
};

HBASE_AVAILABLE_IN_0_1
GPtrArray *
hbase_split_calculator_calculate (HBaseSplitCalculator *calculator, guint n_regions, GError **error);

G_END_DECLS
