/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-finding.h"
#include "hbase-key-schema.h"

G_BEGIN_DECLS

#define HBASE_TYPE_KEY_LINT (hbase_key_lint_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseKeyLint, hbase_key_lint, HBASE, KEY_LINT, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseKeyLint *hbase_key_lint_new (HBaseKeySchema *schema);
/* splits, sample: GBytes */
HBASE_AVAILABLE_IN_0_1
void hbase_key_lint_set_splits (HBaseKeyLint *lint, GPtrArray *splits);
HBASE_AVAILABLE_IN_0_1
void hbase_key_lint_set_sample (HBaseKeyLint *lint, GPtrArray *sample);
HBASE_AVAILABLE_IN_0_1
void hbase_key_lint_add_column (HBaseKeyLint *lint,
                                const char *family,
                                const guint8 *qualifier,
                                gsize qualifier_length);
HBASE_AVAILABLE_IN_0_1
void hbase_key_lint_set_guard (HBaseKeyLint *lint, const char *column, guint least_size);
/* of HBaseKeyFinding */
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_key_lint_run (HBaseKeyLint *lint);

G_END_DECLS
