/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-mutation.h"

G_BEGIN_DECLS

/**
 * HBaseDeleteType:
 * @HBASE_DELETE_TYPE_COLUMN: one version of each column: the newest, or that with the given timestamp
 * @HBASE_DELETE_TYPE_COLUMNS: all versions of each column, up to the given timestamp
 * @HBASE_DELETE_TYPE_FAMILY: all columns of each family, up to the given timestamp
 * @HBASE_DELETE_TYPE_FAMILY_VERSION: all cells of each family with exactly the given timestamp
 *
 * What is deleted of the columns or families of a delete. The values are those of the IDL's TDeleteType.
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

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseDelete, hbase_mutation_unref)

G_END_DECLS
