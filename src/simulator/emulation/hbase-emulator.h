/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-emulation-report.h"
#include "hbase-emulation-settings.h"

G_BEGIN_DECLS

#define HBASE_TYPE_EMULATOR (hbase_emulator_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseEmulator, hbase_emulator, HBASE, EMULATOR, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseEmulator *hbase_emulator_new (HBaseEmulationSettings *settings);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_emulator_set_splits (HBaseEmulator *emulator, GPtrArray *splits, GError **error);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_emulator_get_sample_rows (HBaseEmulator *emulator);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_emulator_write (HBaseEmulator *emulator, GBytes *key, guint64 n_rows, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_emulator_flush (HBaseEmulator *emulator);
HBASE_AVAILABLE_IN_0_1
void hbase_emulator_wait (HBaseEmulator *emulator);
HBASE_AVAILABLE_IN_0_1
HBaseEmulationReport *hbase_emulator_report (HBaseEmulator *emulator);

G_END_DECLS
