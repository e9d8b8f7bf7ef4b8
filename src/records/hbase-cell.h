/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

#define HBASE_TYPE_CELL (hbase_cell_get_type ())
typedef struct _HBaseCell HBaseCell;

HBASE_AVAILABLE_IN_0_1
GType hbase_cell_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseCell *hbase_cell_ref (HBaseCell *cell);
HBASE_AVAILABLE_IN_0_1
void hbase_cell_unref (HBaseCell *cell);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_cell_get_family (HBaseCell *cell, gsize *length);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_cell_get_qualifier (HBaseCell *cell, gsize *length);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_cell_get_value (HBaseCell *cell, gsize *length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_cell_ref_value (HBaseCell *cell);
/* of eight bytes */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_cell_get_int64 (HBaseCell *cell, gint64 *number, GError **error);
/* as hbase_put_add_variant() writes it */
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_cell_get_variant (HBaseCell *cell, const char *type, GError **error);
HBASE_AVAILABLE_IN_0_1
gint64 hbase_cell_get_timestamp (HBaseCell *cell);
/* `family:qualifier` in printable escapes */
HBASE_AVAILABLE_IN_0_1
char *hbase_cell_dup_column_escaped (HBaseCell *cell);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseCell, hbase_cell_unref)

G_END_DECLS
