/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema.h"
#include "hbase-plan-key-finding.h"

G_BEGIN_DECLS

#define HBASE_PLAN_TYPE_KEY_LINT (hbase_plan_key_lint_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBasePlanKeyLint, hbase_plan_key_lint, HBASE_PLAN, KEY_LINT, GObject)

HBASE_AVAILABLE_IN_0_1
HBasePlanKeyLint *hbase_plan_key_lint_new (HBaseKeySchema *schema);
/* splits, sample: GBytes */
HBASE_AVAILABLE_IN_0_1
void hbase_plan_key_lint_set_splits (HBasePlanKeyLint *lint, GPtrArray *splits);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_key_lint_set_sample (HBasePlanKeyLint *lint, GPtrArray *sample);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_key_lint_add_column (HBasePlanKeyLint *lint,
                                     const char *family,
                                     const guint8 *qualifier,
                                     gsize qualifier_length);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_key_lint_set_guard (HBasePlanKeyLint *lint, const char *column, guint least_size);
/* of HBasePlanKeyFinding */
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_plan_key_lint_run (HBasePlanKeyLint *lint);

G_END_DECLS
