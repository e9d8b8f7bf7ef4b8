/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-enums.h"
#include "hbase-row.h"

G_BEGIN_DECLS

/**
 * HBaseDeleteType:
 * @HBASE_DELETE_TYPE_COLUMN: one version of each column: the newest, or that with the given timestamp
 * @HBASE_DELETE_TYPE_COLUMNS: all versions of each column, up to the given timestamp
 * @HBASE_DELETE_TYPE_FAMILY: all columns of each family, up to the given timestamp
 * @HBASE_DELETE_TYPE_FAMILY_VERSION: all cells of each family with exactly the given timestamp
 *
 * What is deleted of the columns or families of a delete. The values are those of the IDL's TDeleteType.
 *
 * Since: 0.1
 */
typedef enum {
  HBASE_DELETE_TYPE_COLUMN = 0,
  HBASE_DELETE_TYPE_COLUMNS = 1,
  HBASE_DELETE_TYPE_FAMILY = 2,
  HBASE_DELETE_TYPE_FAMILY_VERSION = 3,
} HBaseDeleteType;

#define HBASE_TYPE_DELETE_TYPE (hbase_delete_type_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_delete_type_get_type (void);

#define HBASE_TYPE_DELETE (hbase_delete_get_type ())
typedef struct _HBaseDelete HBaseDelete;

HBASE_AVAILABLE_IN_0_1
GType hbase_delete_get_type (void);
/* without columns and families: the whole row */
HBASE_AVAILABLE_IN_0_1
HBaseDelete *hbase_delete_new (const guint8 *row, gsize row_length);
HBASE_AVAILABLE_IN_0_1
HBaseDelete *hbase_delete_new_utf8 (const char *row);
HBASE_AVAILABLE_IN_0_1
HBaseDelete *hbase_delete_new_for_row (HBaseRow *row);
HBASE_AVAILABLE_IN_0_1
HBaseDelete *hbase_delete_new_bytes (GBytes *row);
HBASE_AVAILABLE_IN_0_1
HBaseDelete *hbase_delete_ref (HBaseDelete *delete_);
HBASE_AVAILABLE_IN_0_1
void hbase_delete_unref (HBaseDelete *delete_);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_delete_get_row (HBaseDelete *delete_, gsize *length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_delete_ref_row (HBaseDelete *delete_);
HBASE_AVAILABLE_IN_0_1
void hbase_delete_set_delete_type (HBaseDelete *delete_, HBaseDeleteType type);
HBASE_AVAILABLE_IN_0_1
HBaseDeleteType hbase_delete_get_delete_type (HBaseDelete *delete_);
/* family only: for the two FAMILY types */
HBASE_AVAILABLE_IN_0_1
void hbase_delete_add_family (HBaseDelete *delete_, const char *family);
HBASE_AVAILABLE_IN_0_1
void hbase_delete_add_family_with_timestamp (HBaseDelete *delete_, const char *family, gint64 timestamp);
HBASE_AVAILABLE_IN_0_1
void hbase_delete_add_column (HBaseDelete *delete_,
                              const char *family,
                              const guint8 *qualifier,
                              gsize qualifier_length);
HBASE_AVAILABLE_IN_0_1
void hbase_delete_add_column_utf8 (HBaseDelete *delete_, const char *family, const char *qualifier);
HBASE_AVAILABLE_IN_0_1
void hbase_delete_add_column_with_timestamp (HBaseDelete *delete_,
                                             const char *family,
                                             const guint8 *qualifier,
                                             gsize qualifier_length,
                                             gint64 timestamp);
/* (element-type HBaseCell) */
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_delete_list_cells (HBaseDelete *delete_);
/* of a whole-row delete: everything up to it */
HBASE_AVAILABLE_IN_0_1
void hbase_delete_set_timestamp (HBaseDelete *delete_, gint64 timestamp);
HBASE_AVAILABLE_IN_0_1
gint64 hbase_delete_get_timestamp (HBaseDelete *delete_);
HBASE_AVAILABLE_IN_0_1
void hbase_delete_set_idempotent (HBaseDelete *delete_, gboolean idempotent);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_delete_get_idempotent (HBaseDelete *delete_);
HBASE_AVAILABLE_IN_0_1
void hbase_delete_set_durability (HBaseDelete *delete_, HBaseDurability durability);
HBASE_AVAILABLE_IN_0_1
HBaseDurability hbase_delete_get_durability (HBaseDelete *delete_);
HBASE_AVAILABLE_IN_0_1
void
hbase_delete_set_attribute (HBaseDelete *delete_, const char *name, const guint8 *value, gsize value_length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_delete_ref_attribute (HBaseDelete *delete_, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseDelete, hbase_delete_unref)

G_END_DECLS
