/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-emulation-report.h"
#include "hbase-plan-emulation-settings.h"

G_BEGIN_DECLS

#define HBASE_PLAN_TYPE_EMULATOR (hbase_plan_emulator_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBasePlanEmulator, hbase_plan_emulator, HBASE_PLAN, EMULATOR, GObject)

HBASE_AVAILABLE_IN_0_1
HBasePlanEmulator *hbase_plan_emulator_new (HBasePlanEmulationSettings *settings);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_plan_emulator_set_splits (HBasePlanEmulator *emulator, GPtrArray *splits, GError **error);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_plan_emulator_get_sample_rows (HBasePlanEmulator *emulator);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_plan_emulator_write (HBasePlanEmulator *emulator, GBytes *key, guint64 n_rows, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_emulator_flush (HBasePlanEmulator *emulator);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_emulator_wait (HBasePlanEmulator *emulator);
HBASE_AVAILABLE_IN_0_1
HBasePlanEmulationReport *hbase_plan_emulator_report (HBasePlanEmulator *emulator);

G_END_DECLS
