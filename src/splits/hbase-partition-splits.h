/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-split-calculator.h"

G_BEGIN_DECLS

#define HBASE_TYPE_PARTITION_SPLITS (hbase_partition_splits_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBasePartitionSplits, hbase_partition_splits, HBASE, PARTITION_SPLITS, GObject)

HBASE_AVAILABLE_IN_0_1
HBasePartitionSplits *hbase_partition_splits_new (void);

G_END_DECLS
