/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-split-calculator.h"

G_BEGIN_DECLS

#define HBASE_TYPE_FIXED_SPLITS (hbase_fixed_splits_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseFixedSplits, hbase_fixed_splits, HBASE, FIXED_SPLITS, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseFixedSplits *hbase_fixed_splits_new (GPtrArray *keys);
HBASE_AVAILABLE_IN_0_1
guint hbase_fixed_splits_get_n_regions (HBaseFixedSplits *splits);

G_END_DECLS
