/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-generator.h"
#include "hbase-split-calculator.h"

G_BEGIN_DECLS

#define HBASE_TYPE_SAMPLED_SPLITS (hbase_sampled_splits_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseSampledSplits, hbase_sampled_splits, HBASE, SAMPLED_SPLITS, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseSampledSplits *hbase_sampled_splits_new (HBaseKeyGenerator *generator, guint64 n_samples);
HBASE_AVAILABLE_IN_0_1
void hbase_sampled_splits_set_max_memory (HBaseSampledSplits *splits, guint64 max_memory);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_sampled_splits_get_max_memory (HBaseSampledSplits *splits);

G_END_DECLS
