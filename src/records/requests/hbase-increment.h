/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-enums.h"
#include "hbase-row.h"

G_BEGIN_DECLS

#define HBASE_TYPE_INCREMENT (hbase_increment_get_type ())
typedef struct _HBaseIncrement HBaseIncrement;

HBASE_AVAILABLE_IN_0_1
GType hbase_increment_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseIncrement *hbase_increment_new (const guint8 *row, gsize row_length);
HBASE_AVAILABLE_IN_0_1
HBaseIncrement *hbase_increment_new_utf8 (const char *row);
HBASE_AVAILABLE_IN_0_1
HBaseIncrement *hbase_increment_new_for_row (HBaseRow *row);
HBASE_AVAILABLE_IN_0_1
HBaseIncrement *hbase_increment_new_bytes (GBytes *row);
HBASE_AVAILABLE_IN_0_1
HBaseIncrement *hbase_increment_ref (HBaseIncrement *increment);
HBASE_AVAILABLE_IN_0_1
void hbase_increment_unref (HBaseIncrement *increment);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_increment_get_row (HBaseIncrement *increment, gsize *length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_increment_ref_row (HBaseIncrement *increment);
HBASE_AVAILABLE_IN_0_1
void hbase_increment_add (HBaseIncrement *increment,
                          const char *family,
                          const guint8 *qualifier,
                          gsize qualifier_length,
                          gint64 amount);
HBASE_AVAILABLE_IN_0_1
void hbase_increment_add_utf8 (HBaseIncrement *increment,
                               const char *family,
                               const char *qualifier,
                               gint64 amount);
/* (element-type HBaseCell) */
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_increment_list_cells (HBaseIncrement *increment);
HBASE_AVAILABLE_IN_0_1
void hbase_increment_set_return_results (HBaseIncrement *increment, gboolean return_results);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_increment_get_return_results (HBaseIncrement *increment);
HBASE_AVAILABLE_IN_0_1
void hbase_increment_set_idempotent (HBaseIncrement *increment, gboolean idempotent);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_increment_get_idempotent (HBaseIncrement *increment);
HBASE_AVAILABLE_IN_0_1
void hbase_increment_set_durability (HBaseIncrement *increment, HBaseDurability durability);
HBASE_AVAILABLE_IN_0_1
HBaseDurability hbase_increment_get_durability (HBaseIncrement *increment);
HBASE_AVAILABLE_IN_0_1
void hbase_increment_set_attribute (HBaseIncrement *increment,
                                    const char *name,
                                    const guint8 *value,
                                    gsize value_length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_increment_ref_attribute (HBaseIncrement *increment, const char *name);
HBASE_AVAILABLE_IN_0_1
void hbase_increment_set_time_to_live (HBaseIncrement *increment, gint64 milliseconds);
HBASE_AVAILABLE_IN_0_1
gint64 hbase_increment_get_time_to_live (HBaseIncrement *increment);
HBASE_AVAILABLE_IN_0_1
void hbase_increment_set_cell_visibility (HBaseIncrement *increment, const char *expression);
HBASE_AVAILABLE_IN_0_1
const char *hbase_increment_get_cell_visibility (HBaseIncrement *increment);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseIncrement, hbase_increment_unref)

G_END_DECLS
