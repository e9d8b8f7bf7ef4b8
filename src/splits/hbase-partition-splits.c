/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-partition-splits.h"
#include "hbase-split-calculator-private.h"

/* This file implements HBasePartitionSplits, whose splits are the numbers of partitions. */

/**
 * HBasePartitionSplits:
 *
 * Splits a table whose keys begin with the number of a partition, from 0, in eight bytes, the most
 * significant byte first: one region for each partition. The split keys are the numbers from 1.
 *
 * Java's `Bytes.toBytes (id % partitions)` makes such a number from a `long`.
 */
struct _HBasePartitionSplits {
  GObject parent_instance;
};

HBASE_DEFINE_SPLIT_CALCULATOR (HBasePartitionSplits, hbase_partition_splits)

static GList *
compute_splits (HBaseSplitCalculator *calculator, guint n_regions, GCancellable *cancellable, GError **error)
{
  GList *keys = NULL;

  for (guint i = n_regions - 1; i > 0; i--)
    {
      guint64 partition = GUINT64_TO_BE (i);

      keys = g_list_prepend (keys, g_bytes_new (&partition, sizeof partition));
    }
  return keys;
}

static void
hbase_partition_splits_class_init (HBasePartitionSplitsClass *class)
{
}

static void
hbase_partition_splits_init (HBasePartitionSplits *splits)
{
}

/**
 * hbase_partition_splits_new:
 *
 * Makes a calculator for keys that begin with the number of a partition.
 *
 * Returns: (transfer full): the calculator
 */
HBasePartitionSplits *
hbase_partition_splits_new (void)
{
  return g_object_new (HBASE_TYPE_PARTITION_SPLITS, NULL);
}
