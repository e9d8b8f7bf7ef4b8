/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include "hbase-macros.h"

G_BEGIN_DECLS

#define HBASE_MAX_REGIONS 1000000

#define HBASE_TYPE_SPLIT_CALCULATOR (hbase_split_calculator_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_INTERFACE (HBaseSplitCalculator, hbase_split_calculator, HBASE, SPLIT_CALCULATOR, GObject)

/**
 * HBaseSplitCalculatorInterface:
 * @parent_interface: the parent
 * @compute_splits: computes the split keys of a table of at least two regions; see
 *   [method@HBase.SplitCalculator.compute_splits]
 *
 * The functions that a calculator implements.
 */
struct _HBaseSplitCalculatorInterface {
  GTypeInterface parent_interface;

  GList *(*compute_splits) (HBaseSplitCalculator *calculator,
                            guint n_regions,
                            GCancellable *cancellable,
                            GError **error);
};

HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_split_calculator_calculate (HBaseSplitCalculator *calculator,
                                             guint n_regions,
                                             GCancellable *cancellable,
                                             GError **error);
HBASE_AVAILABLE_IN_0_1
GList *hbase_split_calculator_compute_splits (HBaseSplitCalculator *calculator,
                                              guint n_regions,
                                              GCancellable *cancellable,
                                              GError **error);

G_END_DECLS
