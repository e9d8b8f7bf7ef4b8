/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-split-calculator.h"

G_BEGIN_DECLS

#define HBASE_TYPE_NUMBER_SPLITS (hbase_number_splits_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseNumberSplits, hbase_number_splits, HBASE, NUMBER_SPLITS, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseNumberSplits *hbase_number_splits_new_hex (const char *first, const char *last);
HBASE_AVAILABLE_IN_0_1
HBaseNumberSplits *hbase_number_splits_new_hex_string (const char *first, const char *last);
HBASE_AVAILABLE_IN_0_1
HBaseNumberSplits *hbase_number_splits_new_decimal_string (const char *first, const char *last);

G_END_DECLS
