/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

/**
 * HBaseCellType:
 * @HBASE_CELL_TYPE_PUT: a value
 * @HBASE_CELL_TYPE_DELETE: a marker that hides the version of its column with its timestamp
 * @HBASE_CELL_TYPE_DELETE_FAMILY_VERSION: a marker that hides all cells of its family with its timestamp
 * @HBASE_CELL_TYPE_DELETE_COLUMN: a marker that hides all versions of its column up to its timestamp
 * @HBASE_CELL_TYPE_DELETE_FAMILY: a marker that hides all cells of its family up to its timestamp
 *
 * What a cell is. Only raw scans ([method@HBase.Scan.set_raw]) return delete markers. The values are those
 * of HBase.
 */
typedef enum {
  HBASE_CELL_TYPE_PUT = 4,
  HBASE_CELL_TYPE_DELETE = 8,
  HBASE_CELL_TYPE_DELETE_FAMILY_VERSION = 10,
  HBASE_CELL_TYPE_DELETE_COLUMN = 12,
  HBASE_CELL_TYPE_DELETE_FAMILY = 14,
} HBaseCellType;

#define HBASE_TYPE_CELL_TYPE (hbase_cell_type_get_type ())

HBASE_AVAILABLE_IN_0_1
GType hbase_cell_type_get_type (void);

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
/* the same as bytes, copied */
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_cell_ref_family (HBaseCell *cell);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_cell_ref_qualifier (HBaseCell *cell);
/* of eight bytes */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_cell_get_int64 (HBaseCell *cell, gint64 *number, GError **error);
/* numbers as decimal text, for languages whose numbers are exact only to 2^53 */
HBASE_AVAILABLE_IN_0_1
char *hbase_cell_dup_timestamp_text (HBaseCell *cell);
/* as hbase_put_add_variant() writes it */
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_cell_get_variant (HBaseCell *cell, const char *type, GError **error);
HBASE_AVAILABLE_IN_0_1
gint64 hbase_cell_get_timestamp (HBaseCell *cell);
HBASE_AVAILABLE_IN_0_1
HBaseCellType hbase_cell_get_cell_type (HBaseCell *cell);
/* `family:qualifier` in printable escapes */
HBASE_AVAILABLE_IN_0_1
char *hbase_cell_dup_column_escaped (HBaseCell *cell);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseCell, hbase_cell_unref)

G_END_DECLS
