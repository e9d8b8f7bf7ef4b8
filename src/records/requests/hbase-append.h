/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-enums.h"
#include "hbase-row.h"

G_BEGIN_DECLS

#define HBASE_TYPE_APPEND (hbase_append_get_type ())
typedef struct _HBaseAppend HBaseAppend;

HBASE_AVAILABLE_IN_0_1
GType hbase_append_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseAppend *hbase_append_new (const guint8 *row, gsize row_length);
HBASE_AVAILABLE_IN_0_1
HBaseAppend *hbase_append_new_utf8 (const char *row);
HBASE_AVAILABLE_IN_0_1
HBaseAppend *hbase_append_new_for_row (HBaseRow *row);
HBASE_AVAILABLE_IN_0_1
HBaseAppend *hbase_append_new_bytes (GBytes *row);
HBASE_AVAILABLE_IN_0_1
HBaseAppend *hbase_append_ref (HBaseAppend *append);
HBASE_AVAILABLE_IN_0_1
void hbase_append_unref (HBaseAppend *append);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_append_get_row (HBaseAppend *append, gsize *length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_append_ref_row (HBaseAppend *append);
HBASE_AVAILABLE_IN_0_1
void hbase_append_add (HBaseAppend *append,
                       const char *family,
                       const guint8 *qualifier,
                       gsize qualifier_length,
                       const guint8 *value,
                       gsize value_length);
HBASE_AVAILABLE_IN_0_1
void
hbase_append_add_utf8 (HBaseAppend *append, const char *family, const char *qualifier, const char *value);
/* (element-type HBaseCell) */
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_append_list_cells (HBaseAppend *append);
HBASE_AVAILABLE_IN_0_1
void hbase_append_set_return_results (HBaseAppend *append, gboolean return_results);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_append_get_return_results (HBaseAppend *append);
HBASE_AVAILABLE_IN_0_1
void hbase_append_set_idempotent (HBaseAppend *append, gboolean idempotent);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_append_get_idempotent (HBaseAppend *append);
HBASE_AVAILABLE_IN_0_1
void hbase_append_set_durability (HBaseAppend *append, HBaseDurability durability);
HBASE_AVAILABLE_IN_0_1
HBaseDurability hbase_append_get_durability (HBaseAppend *append);
HBASE_AVAILABLE_IN_0_1
void
hbase_append_set_attribute (HBaseAppend *append, const char *name, const guint8 *value, gsize value_length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_append_ref_attribute (HBaseAppend *append, const char *name);
HBASE_AVAILABLE_IN_0_1
void hbase_append_set_time_to_live (HBaseAppend *append, gint64 milliseconds);
HBASE_AVAILABLE_IN_0_1
gint64 hbase_append_get_time_to_live (HBaseAppend *append);
HBASE_AVAILABLE_IN_0_1
void hbase_append_set_cell_visibility (HBaseAppend *append, const char *expression);
HBASE_AVAILABLE_IN_0_1
const char *hbase_append_get_cell_visibility (HBaseAppend *append);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseAppend, hbase_append_unref)

G_END_DECLS
