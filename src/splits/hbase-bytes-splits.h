/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-split-calculator.h"

G_BEGIN_DECLS

#define HBASE_TYPE_BYTES_SPLITS (hbase_bytes_splits_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseBytesSplits, hbase_bytes_splits, HBASE, BYTES_SPLITS, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseBytesSplits *hbase_bytes_splits_new_uniform (void);
HBASE_AVAILABLE_IN_0_1
HBaseBytesSplits *hbase_bytes_splits_new (
    const guint8 *start, gsize start_length, const guint8 *end, gsize end_length, gboolean inclusive);
HBASE_AVAILABLE_IN_0_1
HBaseBytesSplits *hbase_bytes_splits_new_with_ends (const guint8 *start,
                                                    gsize start_length,
                                                    const guint8 *end,
                                                    gsize end_length);

G_END_DECLS
