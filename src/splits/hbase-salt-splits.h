/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema.h"
#include "hbase-split-calculator.h"

G_BEGIN_DECLS

#define HBASE_TYPE_SALT_SPLITS (hbase_salt_splits_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseSaltSplits, hbase_salt_splits, HBASE, SALT_SPLITS, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseSaltSplits *hbase_salt_splits_new (HBaseKeySchema *schema);

G_END_DECLS
